// Springs, hinges and laws of a KABIOS deck's tail.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/kabios/kabios_tail.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/muscle_records.h"
#include "deck/records/run_records.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

constexpr int kLargest = 1'000'000;

void kabios_body_law(RecordReader& in, KabiosTail& r) {
  in.set_layout("expected: LAW BODY i k = expression");
  const int i = take_kabios_body(in, r, "body number i");
  const int k = take_body_coordinate(in);
  if (!in.ok()) return;
  LawRow row;
  row.target = Target::coordinate;
  row.owner = r.nodes_of(i)[k == 2 ? 1 : 0];
  row.component = k == 2 ? 0 : k;
  r.label += fmt::format(" BODY {} {}", i, k + 1);
  if (take_law(in, r, row)) r.tables.forces.laws.push_back(std::move(row));
}

}  // namespace

void kabios_spring(RecordReader& in, KabiosTail& r) {
  SpringRecord row;
  row.turns = r.label == "RSDA";
  std::vector<int> bodies;
  if (!take_bodies(in, r, row.turns ? r.hinges : r.springs, bodies)) return;
  row.i = bodies[0], row.j = bodies[1];
  row.label = r.label;
  row.where = r.where;
  if (!read_spring(in, row)) return;
  lower(row, r.specs, r.tables);
  r.said.parts.emplace_back(std::move(row));
}

void kabios_law(RecordReader& in, KabiosTail& r) {
  const SourceLocation what_at = in.here();
  const std::string all = "expected SDA, RSDA, BODY or a joint of the tail";
  const std::string what = in.word("what it acts on", all);
  if (!in.ok()) return;
  if (what == "BODY") return kabios_body_law(in, r);
  if (find_kabios_joint(what)) return read_joint_law(in, r, what);
  if (what != "SDA" && what != "RSDA")
    return fail_unknown_word(in, what_at, what, "carries no law", {"SDA", "RSDA", "BODY"}, all);
  in.set_layout(fmt::format("expected: LAW {} n = expression", what));
  KabiosTail::SpringLaw law{what == "RSDA", 0, {}, in.here()};
  law.number = static_cast<int>(in.integer("number n", 1, kLargest));
  r.label += fmt::format(" {} {}", what, law.number);
  if (take_law(in, r, law.row)) r.spring_laws.push_back(std::move(law));
}

// ARM: the number of a revolute joint. OVER: SDA n or a joint of the tail, which must stand above.
// The deformation of the joint is released, unless the deck has given it a class.
void kabios_muscle_arm(RecordReader& in, KabiosTail& r, MuscleArm& arm) {
  if (arm.over) {
    const SourceLocation what_at = in.here();
    const std::string all = "expected OVER SDA n, or OVER and a joint of the tail";
    const std::string what = in.word("what it lies over", all);
    if (!in.ok()) return;
    if (what != "SDA" && !find_kabios_joint(what))
      return fail_unknown_word(in, what_at, what, "is nothing that a muscle lies over",
                               {"SDA", "PATH", "ROD", "FORMULA"}, all);
    if (in.peek() && in.peek()->integral) arm.number = static_cast<int>(in.peek()->value);
    if (!take_joint(in, r, what, arm.element, arm.component)) return;
    in.say_unit(
        "along",
        what == "SDA"
            ? unit::metre
            : r.tables.elements[at(arm.element)].spec->deformations[at(arm.component)].unit);
    if (what == "SDA") return;
    if (!r.is_classed(arm.element, arm.component)) r.let_go(arm.element, arm.component);
    return;
  }
  const SourceLocation at = in.here();
  arm.number = static_cast<int>(in.integer("joint", 1, kLargest, "a revolute joint"));
  int count = 0;
  for (std::size_t e = 0; e < r.tables.elements.size(); ++e)
    if (r.tables.elements[e].spec->keyword == "PLREV" && ++count == arm.number)
      arm.element = static_cast<int>(e);
  if (in.ok() && arm.element < 0)
    in.fail(at, fmt::format("there is no revolute joint {}", arm.number),
            fmt::format("{} {} above", count, count == 1 ? "stands" : "stand"));
}

// Finds the springs of laws. Springs and hinges are numbered in deck order.
void attach_spring_laws(KabiosTail& r) {
  for (KabiosTail::SpringLaw& law : r.spring_laws) {
    const std::string_view word = law.turns ? "RSDA" : "SDA";
    int number = 0, element = -1;
    for (const auto& part : r.said.parts)
      if (const auto* spring = std::get_if<SpringRecord>(&part);
          spring && spring->turns == law.turns)
        if (++number == law.number) element = spring->element;
    if (element >= 0) {
      law.row.owner = element;
      r.tables.forces.laws.push_back(std::move(law.row));
      // else that record has an error, reported already
    } else if ((law.turns ? r.hinges : r.springs) <= number) {
      r.diagnostics.error(law.number_at, law.row.label,
                          fmt::format("there is no {} {}", word, law.number),
                          fmt::format("the deck has {} of them", number));
    }
  }
}

}  // namespace mbs
