// Springs, hinges and laws of a KABIOS deck's tail.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/kabios_joints.h"
#include "deck/kabios_tail.h"
#include "deck/muscle_records.h"
#include "deck/run_records.h"

namespace mbs {

namespace {

constexpr int kLargest = 1'000'000;

}  // namespace

void TailReader::spring(RecordReader& in) {
  SpringRecord row;
  row.turns = label_ == "RSDA";
  std::vector<int> bodies;
  if (!between(in, row.turns ? hinges_ : springs_, bodies)) return;
  row.i = bodies[0], row.j = bodies[1];
  row.label = label_;
  row.where = where_;
  if (!read_spring(in, row)) return;
  lower(row, specs_, tables_);
  said_.parts.emplace_back(std::move(row));
}

void TailReader::law(RecordReader& in) {
  const SourceLocation what_at = in.here();
  const std::string all = "expected SDA, RSDA, BODY or a joint of the tail";
  const std::string what = in.word("what it acts on", all);
  if (!in.ok()) return;
  if (what == "BODY") return body_law(in);
  if (find_kabios_joint(what)) return joint_law(in, what);
  if (what != "SDA" && what != "RSDA")
    return fail_unknown_word(in, what_at, what, "carries no law", {"SDA", "RSDA", "BODY"}, all);
  in.set_layout(fmt::format("expected: LAW {} n = expression", what));
  SpringLaw law{what == "SDA" ? "PLSDA" : "PLTOR", 0, {}};
  const SourceLocation number_at = in.here();
  law.number = static_cast<int>(in.integer("number n", 1, kLargest));
  label_ += fmt::format(" {} {}", what, law.number);
  if (take_law(in, law.row)) spring_laws_.emplace_back(std::move(law), number_at);
}

void TailReader::body_law(RecordReader& in) {
  in.set_layout("expected: LAW BODY i k = expression");
  const int i = body(in, "body number i");
  const int k = take_body_coordinate(in);
  if (!in.ok()) return;
  LawRow row;
  row.target = Target::coordinate;
  row.owner = nodes_of(i)[k == 2 ? 1 : 0];
  row.component = k == 2 ? 0 : k;
  label_ += fmt::format(" BODY {} {}", i, k + 1);
  if (take_law(in, row)) tables_.forces.laws.push_back(std::move(row));
}

// ARM: the number of a revolute joint. OVER: SDA n, or a joint of the tail, whose deformation is
// then let go unless the deck has given it a class; both stand above.
void TailReader::muscle_arm(RecordReader& in, MuscleArm& arm) {
  if (arm.over) {
    const SourceLocation what_at = in.here();
    const std::string all = "expected OVER SDA n, or OVER and a joint of the tail";
    const std::string what = in.word("what it lies over", all);
    if (!in.ok()) return;
    if (what != "SDA" && !find_kabios_joint(what))
      return fail_unknown_word(in, what_at, what, "is nothing that a muscle lies over",
                               {"SDA", "PATH", "ROD", "FORMULA"}, all);
    if (in.peek() && in.peek()->integral) arm.number = static_cast<int>(in.peek()->value);
    if (!take_joint(in, what, arm.element, arm.component) || what == "SDA") return;
    if (!is_classed(arm.element, arm.component)) let_go(arm.element, arm.component);
    return;
  }
  const SourceLocation at = in.here();
  arm.number = static_cast<int>(in.integer("joint", 1, kLargest, "a revolute joint"));
  int count = 0;
  for (std::size_t e = 0; e < tables_.elements.size(); ++e)
    if (tables_.elements[e].spec->keyword == "PLREV" && ++count == arm.number)
      arm.element = static_cast<int>(e);
  if (in.ok() && arm.element < 0)
    in.fail(at, fmt::format("there is no revolute joint {}", arm.number),
            fmt::format("{} {} above", count, count == 1 ? "stands" : "stand"));
}

void TailReader::muscle(RecordReader& in) { read_muscle(in, where_, take_arm(), tables_); }

void TailReader::muscle_start(RecordReader& in) {
  auto row = read_muscle_start(in, where_, take_arm());
  if (row && first(in)) tables_.muscle_start = std::move(*row);
}

void TailReader::static_opt(RecordReader& in) {
  auto row = read_static_opt(in, where_, take_arm());
  tables_.static_opt.given = true;
  if (row && first(in)) tables_.static_opt = std::move(*row);
}

void TailReader::attach(SpringLaw law, SourceLocation at) {
  const bool linear = law.keyword == "PLSDA";
  const std::string_view word = linear ? "SDA " : "RSDA ";
  int number = 0;
  for (std::size_t e = 0; e < tables_.elements.size(); ++e) {
    if (!tables_.elements[e].label.starts_with(word) || ++number != law.number) continue;
    law.row.owner = static_cast<int>(e);
    tables_.forces.laws.push_back(std::move(law.row));
    return;
  }
  if ((linear ? springs_ : hinges_) > number) return;  // a faulty one has been reported
  diagnostics_.error(at, law.row.label,
                     fmt::format("there is no {} {}", linear ? "SDA" : "RSDA", law.number),
                     fmt::format("the deck has {} of them", number));
}

}  // namespace mbs
