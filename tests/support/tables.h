// What tables say, as sorted lines with every number to its last bit: two decks are the same if
// their lines are. Names (labels, deck lines) and the dialect are left out.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "deck/tables/tables.h"
#include "elements/element.h"
#include "text/expression.h"
#include "text/time_table.h"

namespace mbs::test {

inline std::string numbers(const std::vector<double>& values) {
  std::string out;
  for (double v : values) out += fmt::format(" {:a}", v);
  return out;
}

inline std::string motion_text(const MotionRow& m) {
  if (!m.table) return "polynomial" + numbers(m.coefficients);
  return fmt::format("table {} {} at{} are{}", static_cast<int>(m.smoothing.way),
                     m.smoothing.number, numbers(m.table->t),
                     numbers(m.table->columns.at(static_cast<std::size_t>(m.column))));
}

inline void force_lines(const Tables& t, std::vector<std::string>& out) {
  const Forces& f = t.forces;
  for (const MassRow& r : f.masses)
    out.push_back(fmt::format("mass {} {}{}", r.of_element, r.owner, numbers(r.values)));
  for (const StressRow& r : f.stresses)
    out.push_back(
        fmt::format("stress {} {}{}", static_cast<int>(r.kind), r.element, numbers(r.values)));
  for (const RestRow& r : f.rests)
    out.push_back(fmt::format("rest {}{}", r.element, numbers(r.values)));
  for (const LawRow& r : f.laws)
    out.push_back(fmt::format("law {} {} {} = {}", static_cast<int>(r.target), r.owner, r.component,
                              resolve_parameters(r.text, *t.parameters)));
  for (const LoadRow& r : f.loads)
    out.push_back(fmt::format("load {}{}", r.node, numbers({r.value[0], r.value[1]})));
  for (const PointForceRow& r : f.point_forces)
    out.push_back(fmt::format("point force {} {} {}{}", r.number, r.point, r.angle,
                              numbers({r.xi, r.eta, r.fx, r.fy})));
  for (const StartRow& r : t.starts)
    out.push_back(fmt::format("start {} {} {} {} {}{}", static_cast<int>(r.target), r.owner,
                              r.component, r.has_value, r.has_velocity,
                              numbers({r.value, r.velocity})));
  const IntegrationRow& i = t.method.integration;
  out.push_back(
      fmt::format("integration {} {}{}", i.given, i.method, numbers({i.abs, i.rel, i.hmax, i.h})));
  out.push_back(fmt::format(
      "run {} {} {} {} {} {} {}{}", static_cast<int>(t.job), static_cast<int>(t.method.form),
      t.method.choose_freedoms, t.method.outlevel, t.method.iterations, t.method.load_steps,
      t.method.equilibrium_first, numbers({f.gravity[0], f.gravity[1], t.method.tolerance})));
  out.push_back(fmt::format("modes {}", t.method.modes));
}

inline std::vector<std::string> lines(const Tables& t) {
  std::vector<std::string> out;
  for (const NodeRow& r : t.nodes)
    out.push_back(
        fmt::format("node {} {}{}", r.number, node_type(r.kind).text, numbers({r.x[0], r.x[1]})));
  for (const ElementRow& r : t.elements)
    out.push_back(fmt::format("element {} {} {}{}", r.number, r.spec->keyword,
                              fmt::join(r.nodes, " "), numbers(r.columns)));
  for (const ClassRow& r : t.classes)
    out.push_back(fmt::format(
        "class {} {} {} {} {}", static_cast<int>(r.target), r.owner, r.component,
        class_letter(r.cls),
        r.motion < 0 ? "" : motion_text(t.motions.at(static_cast<std::size_t>(r.motion)))));
  for (const PointRow& r : t.points)
    out.push_back(
        fmt::format("point {} {} {}{}", r.number, r.point, r.angle, numbers({r.xi, r.eta})));
  out.push_back("time" + numbers({t.time.start, t.time.end, t.time.step}));
  force_lines(t, out);
  std::sort(out.begin(), out.end());
  return out;
}

struct ReadDeck {
  Diagnostics diagnostics;
  Tables tables;
};

inline ReadDeck read_tables(const std::string& text, const std::string& folder = ".",
                            const std::string& name = "deck") {
  ReadDeck out;
  const LexedDeck lexed = lex({name, text, folder, {}}, out.diagnostics);
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  out.tables = read_deck(lexed, specs, {}, out.diagnostics);
  return out;
}

}  // namespace mbs::test
