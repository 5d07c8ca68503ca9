#include "deck/lines/writing.h"

#include <fmt/format.h>

#include "deck/tables/tables.h"
#include "text/expression.h"
#include "text/number.h"
#include "text/parameters.h"

namespace mbs {

std::string write_numbers(const std::vector<double>& values) {
  std::string out;
  for (double v : values) out += " " + format_number(v);
  return out;
}

std::string write_integration(const IntegrationRow& row) {
  if (!row.given) return {};
  const std::string tolerances = row.abs > 0 ? write_numbers({row.abs, row.rel}) : "";
  if (row.method.empty()) return fmt::format("ERROR{}\n", tolerances);
  const std::string rho = row.rho >= 0 ? " RHO" + write_numbers({row.rho}) : "";
  if (row.h > 0) {
    const std::string method =
        fmt::format("INTEG {}{}{}{}\n", row.method, row.method == "GALPHA" ? " STEP" : "",
                    write_numbers({row.h}), rho);
    return tolerances.empty() ? method : fmt::format("{}ERROR{}\n", method, tolerances);
  }
  return fmt::format("INTEG {}{}{}{}{}\n", row.method, tolerances,
                     row.hmax > 0 ? write_numbers({row.hmax}) : "", rho,
                     row.strict ? " STRICT" : "");
}

std::string write_form(Form form) {
  return fmt::format("FORM {}\n", form == Form::reduced ? "REDUCED"
                                  : form == Form::full  ? "FULL"
                                                        : "AUTO");
}

std::string write_standstill(const Tables& tables) {
  const Method& m = tables.method;
  std::string out;
  if (m.iterations > 0)
    out += fmt::format("ITERSTEP {} {}{}{}\n", m.iterations, m.load_steps,
                       m.tolerance > 0 ? write_numbers({m.tolerance}) : "",
                       m.follows_path ? " ARC" : "");
  if (tables.job == Job::equilibrium || m.equilibrium_first) out += "STATIC\n";
  if (tables.job == Job::modes) out += m.modes > 0 ? fmt::format("EIGEN {}\n", m.modes) : "EIGEN\n";
  return out;
}

std::string write_live_parameters(const Parameters& parameters) {
  std::string out;
  for (const Parameter& p : parameters.list())
    if (p.live >= 0) out += fmt::format("PARAM {} ={}\n", p.name, write_numbers({p.value}));
  return out;
}

std::string write_limits(const LimitRow& row) {
  std::string out;
  if (row.seconds > 0) out += " TIME" + write_numbers({row.seconds});
  if (row.steps > 0) out += fmt::format(" STEPS {}", row.steps);
  if (row.events > 0) out += fmt::format(" EVENTS {}", row.events);
  return out.empty() ? out : "LIMIT" + out + "\n";
}

std::string write_mirrored(const Tables& t) {
  std::string out;
  for (const AssembleRow& row : t.mirrored) out += row.label + " MIRRORED\n";
  return out;
}

std::string write_gravity(const Forces& forces) {
  const auto& g = forces.gravity;
  return g[0] == 0 && g[1] == 0 ? "" : fmt::format("GRAV{}\n", write_numbers({g[0], g[1]}));
}

std::string write_law(const LawRow& row, const Parameters& parameters) {
  return fmt::format("{} = {}\n", row.label, resolve_parameters(row.text, parameters));
}

std::string write_spring(const SpringRecord& row) {
  std::vector<double> numbers = row.place;
  numbers.insert(numbers.end(), {row.k, row.rest, row.c});
  if (row.stress != 0) numbers.push_back(row.stress);
  return fmt::format("{} {} {}{}\n", row.turns ? "RSDA" : "SDA", row.i, row.j,
                     write_numbers(numbers));
}

}  // namespace mbs
