// SDA, RSDA, PATH, LAW, POINT and FORCE of a SEGDYN deck, in the form of KABIOS decks; and beams.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/forms/path_record.h"
#include "deck/lines/lexer.h"
#include "deck/names/input_names.h"
#include "deck/records/force_components.h"
#include "deck/records/muscle_records.h"
#include "deck/records/run_records.h"
#include "deck/segdyn/segdyn_reading.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

std::ptrdiff_t spring_count(const Chain& chain, bool turns) {
  return std::count_if(chain.springs.begin(), chain.springs.end(),
                       [turns](const SpringRecord& s) { return s.turns == turns; });
}

std::ptrdiff_t part_count(const Chain& chain, ChainLaw::Kind kind) {
  return kind == ChainLaw::Kind::path ? std::ssize(chain.paths)
                                      : spring_count(chain, kind == ChainLaw::Kind::hinge);
}

// Takes two different segments i and j; 0 is the ground.
void chain_between(RecordReader& in, SegdynReading& r, int& i, int& j) {
  auto segment = [&](const char* field) {
    return static_cast<int>(
        in.integer(field, 0, r.segment_count(), "a segment, 0 being the ground,"));
  };
  i = segment("segment i");
  const SourceLocation j_at = in.here();
  j = segment("segment j");
  if (in.ok() && i == j)
    in.fail(j_at, "it joins a segment to itself", "expected two different segments");
}

void check_over(SegdynReading& r, const MuscleArm& arm, const std::string& label) {
  if (!arm.over || arm.is_of_joint()) return;
  const std::ptrdiff_t count =
      part_count(r.chain, arm.of == "PATH" ? ChainLaw::Kind::path : ChainLaw::Kind::spring);
  if (arm.number > count)
    r.diagnostics.error(arm.where, label, fmt::format("there is no {} {}", arm.of, arm.number),
                        fmt::format("the deck has {} of them", count));
}

}  // namespace

void chain_path(RecordReader& in, SegdynReading& r) {
  ChainPath row;
  row.label = r.label += fmt::format(" {}", r.chain.paths.size() + 1);
  row.where = r.where;
  const auto segment = [&r](RecordReader& field) -> std::array<int, 2> {
    const auto k = static_cast<int>(
        field.integer("segment", 0, r.segment_count(), "a segment, 0 being the ground,"));
    return {k, k};
  };
  ElementRow places;
  take_path(in, segment, places);
  in.finish();
  if (!in.ok()) return;
  for (std::size_t k = 0; k < places.nodes.size(); k += 2) row.segments.push_back(places.nodes[k]);
  row.columns = std::move(places.columns);
  r.chain.paths.push_back(std::move(row));
}

// i j xi-P-i eta-P-i xi-P-j eta-P-j EA EI [DAMP cA cI] [MASS rho [J]]
void chain_beam(RecordReader& in, SegdynReading& r) {
  ChainBeam row;
  row.word = r.label;
  row.label = r.label += fmt::format(" {}", r.chain.beams.size() + 1);
  row.where = r.where;
  chain_between(in, r, row.i, row.j);
  for (const char* field : {"xi-P-i", "eta-P-i", "xi-P-j", "eta-P-j"})
    row.place.push_back(in.number(field));
  for (const char* field : {"EA", "EI"}) row.stiffness.push_back(read_not_negative(in, field));
  while (in.ok() && !in.at_end()) {
    const SourceLocation at = in.here();
    const std::string word = take_word(in, "word", {"DAMP", "MASS"}, "is neither DAMP nor MASS",
                                       "expected DAMP cA cI or MASS rho [J]");
    if (!in.ok()) return;
    std::vector<double>& numbers = word == "DAMP" ? row.damping : row.mass;
    if (!numbers.empty()) return in.fail(at, word + " is given twice", "expected it once");
    numbers.push_back(read_not_negative(in, word == "DAMP" ? "cA" : "rho"));
    const bool last = word == "MASS" && (in.at_end() || !in.peek_word().empty());
    numbers.push_back(last ? 0 : read_not_negative(in, word == "DAMP" ? "cI" : "J"));
  }
  in.finish();
  if (in.ok()) r.chain.beams.push_back(std::move(row));
}

void chain_spring(RecordReader& in, SegdynReading& r) {
  SpringRecord row;
  row.turns = r.label == "RSDA";
  r.label += fmt::format(" {}", spring_count(r.chain, row.turns) + 1);
  row.label = r.label;
  row.where = r.where;
  chain_between(in, r, row.i, row.j);
  if (read_spring(in, row)) r.chain.springs.push_back(std::move(row));
}

void chain_law(RecordReader& in, SegdynReading& r) {
  const SourceLocation what_at = in.here();
  const std::string all = "expected SDA, RSDA, PATH, BODY or a joint between segments";
  const std::string what = in.word("what it acts on", all);
  if (!in.ok()) return;
  if (find_joint(Dialect::segdyn, what)) return read_joint_law(in, r, what);
  if (what != "SDA" && what != "RSDA" && what != "PATH" && what != "BODY")
    return fail_unknown_word(in, what_at, what, "carries no law", {"SDA", "RSDA", "PATH", "BODY"},
                             all);
  ChainLaw row;
  row.kind = what == "SDA"    ? ChainLaw::Kind::spring
             : what == "RSDA" ? ChainLaw::Kind::hinge
             : what == "PATH" ? ChainLaw::Kind::path
                              : ChainLaw::Kind::segment;
  if (row.kind == ChainLaw::Kind::segment) {
    in.set_layout("expected: LAW BODY i k = expression");
    row.number = take_chain_index(in, "segment", 1, r.segment_count());
    row.component = take_body_coordinate(in);
    if (!in.ok()) return;
    r.label = fmt::format("LAW BODY {} {}", row.number + 1,
                          std::array{"X", "Y", "PHI"}[static_cast<std::size_t>(row.component)]);
  } else {
    in.set_layout(fmt::format("expected: LAW {} n = expression", what));
    row.number = take_chain_index(in, what, 1, kMostChainParts);
    r.label = fmt::format("LAW {} {}", what, row.number + 1);
  }
  if (!in.ok()) return;
  if (!in.expression(row.text, row.text_at)) return;
  row.label = r.label;
  row.where = r.where;
  if (r.first(in, r.label)) r.chain.laws.push_back(std::move(row));
}

// ARM: the number of a joint; OVER: SDA n, PATH n or a joint between segments, which may stand
// below.
void chain_muscle_arm(RecordReader& in, SegdynReading& r, MuscleArm& arm) {
  if (!arm.over) {
    arm.number = 1 + take_chain_index(in, "joint", 1, std::max(1, r.segment_count()));
    return;
  }
  const SourceLocation at = in.here();
  const std::string all = "expected OVER SDA n, OVER PATH n, or OVER and a joint between segments";
  arm.of = in.word("what it lies over", all);
  const KabiosJoint* joint = arm.is_of_joint() ? find_kabios_joint(arm.of) : nullptr;
  if (in.ok() && arm.is_of_joint() && !joint)
    return fail_unknown_word(in, at, arm.of, "is nothing that a muscle lies over",
                             {"SDA", "PATH", "ROD", "RELATION", "FORMULA"}, all);
  if (in.ok()) arm.number = 1 + take_chain_index(in, arm.of, 1, kMostChainParts);
  if (!joint) return;
  const auto deformations = find_spec(r.specs, joint->element)->deformations;
  const auto count = static_cast<long long>(deformations.size());
  if (count > 1)
    arm.component = static_cast<int>(in.integer("equation", 1, count, "an equation")) - 1;
  if (in.ok()) in.say_unit("along", deformations[static_cast<std::size_t>(arm.component)].unit);
}

void chain_point(RecordReader& in, SegdynReading& r) {
  r.label += fmt::format(" {}", r.chain.points.size() + 1);
  ChainPoint row;
  row.segment = take_chain_index(in, "segment", 1, r.segment_count());
  row.xi = in.number("xi");
  row.eta = in.number("eta");
  row.where = r.where;
  in.finish();
  if (in.ok()) r.chain.points.push_back(row);
}

void chain_force(RecordReader& in, SegdynReading& r) {
  r.label += fmt::format(" {}", r.chain.forces.size() + 1);
  PointForceRow row;
  row.number = count_of(r.chain.forces) + 1;
  row.point = row.angle = take_chain_index(in, "segment", 1, r.segment_count());
  row.label = r.label;
  row.where = r.where;
  const auto take_frame = [&r](RecordReader& field) {
    return take_chain_index(field, "segment", 1, r.segment_count());
  };
  if (read_point_force(in, take_frame, row)) r.chain.forces.push_back(std::move(row));
}

// Called at the end, since laws may stand before their springs.
void check_law_places(SegdynReading& r) {
  for (const std::vector<MuscleRow>* all : {&r.tables.muscles, &r.tables.shared_muscles})
    for (const MuscleRow& row : *all)
      for (const MuscleArm& arm : row.arms) check_over(r, arm, row.label);
  for (const MuscleArm& arm : r.tables.static_opt.joints) check_over(r, arm, "STATICOPT");
  for (const MuscleArm& arm : r.tables.muscle_start.joints) check_over(r, arm, "MUSCLESTART");
  for (const ChainLaw& row : r.chain.laws)
    if (row.kind != ChainLaw::Kind::segment && row.number >= part_count(r.chain, row.kind))
      r.diagnostics.error(row.where, row.label,
                          fmt::format("there is no {}", row.label.substr(row.label.find(' ') + 1)),
                          fmt::format("the deck has {} of them", part_count(r.chain, row.kind)));
}

// Called at the end, since laws may name contacts below them.
void check_chain_laws(SegdynReading& r, const LawNames& known) {
  for (const PointForceRow& row : r.chain.forces)
    check_force_components(row, known, r.deck.parameters, r.diagnostics);
  for (const ChainLaw& row : r.chain.laws) {
    const bool on_segment = row.kind == ChainLaw::Kind::segment;
    const LawPlace place{on_segment ? Target::coordinate : Target::deformation, 0, 0, false};
    check_inputs(row.text, row.text_at, known, place, r.deck.parameters, r.diagnostics, row.label);
  }
}

}  // namespace mbs
