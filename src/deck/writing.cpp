#include "deck/writing.h"

#include <fmt/format.h>

#include "deck/number.h"

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
  if (row.h > 0) {
    const std::string method = fmt::format("INTEG {}{}\n", row.method, write_numbers({row.h}));
    return tolerances.empty() ? method : fmt::format("{}ERROR{}\n", method, tolerances);
  }
  return fmt::format("INTEG {}{}{}\n", row.method, tolerances,
                     row.hmax > 0 ? write_numbers({row.hmax}) : "");
}

std::string write_form(Form form) {
  return fmt::format("FORM {}\n", form == Form::reduced ? "REDUCED"
                                  : form == Form::full  ? "FULL"
                                                        : "AUTO");
}

}  // namespace mbs
