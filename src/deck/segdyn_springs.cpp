// SDA, RSDA, PATH, LAW, POINT and FORCE of a SEGDYN deck, as a KABIOS deck has them; its beams.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/force_components.h"
#include "deck/input_names.h"
#include "deck/muscle_records.h"
#include "deck/path_record.h"
#include "deck/run_records.h"
#include "deck/segdyn_reader.h"

namespace mbs {

namespace {

std::ptrdiff_t spring_count(const Chain& chain, bool turns) {
  return std::count_if(chain.springs.begin(), chain.springs.end(),
                       [turns](const SpringRecord& s) { return s.turns == turns; });
}

}  // namespace

std::ptrdiff_t SegdynReader::part_count(ChainLaw::Kind kind) const {
  return kind == ChainLaw::Kind::path ? std::ssize(chain_.paths)
                                      : spring_count(chain_, kind == ChainLaw::Kind::hinge);
}

void SegdynReader::path(RecordReader& in) {
  ChainPath row;
  row.label = label_ += fmt::format(" {}", chain_.paths.size() + 1);
  row.where = where_;
  const auto segment = [this](RecordReader& field) -> std::array<int, 2> {
    const auto k = static_cast<int>(
        field.integer("segment", 0, segment_count(), "a segment, 0 being the ground,"));
    return {k, k};
  };
  ElementRow places;
  take_path(in, segment, places);
  in.finish();
  if (!in.ok()) return;
  for (std::size_t k = 0; k < places.nodes.size(); k += 2) row.segments.push_back(places.nodes[k]);
  row.columns = std::move(places.columns);
  chain_.paths.push_back(std::move(row));
}

void SegdynReader::between(RecordReader& in, int& i, int& j) {
  auto segment = [&](const char* field) {
    return static_cast<int>(
        in.integer(field, 0, segment_count(), "a segment, 0 being the ground,"));
  };
  i = segment("segment i");
  const SourceLocation j_at = in.here();
  j = segment("segment j");
  if (in.ok() && i == j)
    in.fail(j_at, "it joins a segment to itself", "expected two different segments");
}

// i j xi-P-i eta-P-i xi-P-j eta-P-j EA EI [DAMP cA cI] [MASS rho [J]]
void SegdynReader::beam(RecordReader& in) {
  ChainBeam row;
  row.word = label_;
  row.label = label_ += fmt::format(" {}", chain_.beams.size() + 1);
  row.where = where_;
  between(in, row.i, row.j);
  for (const char* field : {"xi-P-i", "eta-P-i", "xi-P-j", "eta-P-j"})
    row.place.push_back(in.number(field));
  for (const char* field : {"EA", "EI"}) row.stiffness.push_back(read_not_negative(in, field));
  while (in.ok() && !in.at_end()) {
    const SourceLocation at = in.here();
    const std::string all = "expected DAMP cA cI or MASS rho [J]", word = in.word("word", all);
    if (!in.ok()) return;
    if (word != "DAMP" && word != "MASS")
      return fail_unknown_word(in, at, word, "is neither DAMP nor MASS", {"DAMP", "MASS"}, all);
    std::vector<double>& numbers = word == "DAMP" ? row.damping : row.mass;
    if (!numbers.empty()) return in.fail(at, word + " is given twice", "expected it once");
    numbers.push_back(read_not_negative(in, word == "DAMP" ? "cA" : "rho"));
    const bool last = word == "MASS" && (in.at_end() || !in.peek_word().empty());
    numbers.push_back(last ? 0 : read_not_negative(in, word == "DAMP" ? "cI" : "J"));
  }
  in.finish();
  if (in.ok()) chain_.beams.push_back(std::move(row));
}

void SegdynReader::spring(RecordReader& in) {
  SpringRecord row;
  row.turns = label_ == "RSDA";
  label_ += fmt::format(" {}", spring_count(chain_, row.turns) + 1);
  row.label = label_;
  row.where = where_;
  between(in, row.i, row.j);
  if (read_spring(in, row)) chain_.springs.push_back(std::move(row));
}

void SegdynReader::law(RecordReader& in) {
  const SourceLocation what_at = in.here();
  const std::string all = "expected SDA, RSDA, PATH, BODY or a joint between segments";
  const std::string what = in.word("what it acts on", all);
  if (!in.ok()) return;
  if (find_joint(what)) return joint_law(in, what);
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
    row.number = index(in, "segment", 1, segment_count());
    row.component = take_body_coordinate(in);
    if (!in.ok()) return;
    label_ = fmt::format("LAW BODY {} {}", row.number + 1,
                         std::array{"X", "Y", "PHI"}[static_cast<std::size_t>(row.component)]);
  } else {
    in.set_layout(fmt::format("expected: LAW {} n = expression", what));
    row.number = index(in, what, 1, kMostSprings);
    label_ = fmt::format("LAW {} {}", what, row.number + 1);
  }
  if (!in.ok()) return;
  const Token* token = in.expression();
  if (!token) return;
  row.text = token->text;
  row.text_at = token->where;
  row.label = label_;
  row.where = where_;
  if (first(in, label_)) chain_.laws.push_back(std::move(row));
}

// ARM: the number of a joint; OVER: SDA n, PATH n or a joint between segments, which may stand
// below.
void SegdynReader::muscle_arm(RecordReader& in, MuscleArm& arm) {
  if (!arm.over) {
    arm.number = 1 + index(in, "joint", 1, std::max(1, segment_count()));
    return;
  }
  const SourceLocation at = in.here();
  const std::string all = "expected OVER SDA n, OVER PATH n, or OVER and a joint between segments";
  arm.of = in.word("what it lies over", all);
  const KabiosJoint* joint = arm.is_of_joint() ? find_kabios_joint(arm.of) : nullptr;
  if (in.ok() && arm.is_of_joint() && !joint)
    return fail_unknown_word(in, at, arm.of, "is nothing that a muscle lies over",
                             {"SDA", "PATH", "ROD", "RELATION", "FORMULA"}, all);
  if (in.ok()) arm.number = 1 + index(in, arm.of, 1, kMostSprings);
  if (!joint) return;
  const auto count = static_cast<long long>(spec_of(joint->element)->deformations.size());
  if (count > 1)
    arm.component = static_cast<int>(in.integer("equation", 1, count, "an equation")) - 1;
}

void SegdynReader::muscle(RecordReader& in) { read_muscle(in, where_, take_arm(), tables_); }

void SegdynReader::muscle_start(RecordReader& in) {
  auto row = read_muscle_start(in, where_, take_arm());
  if (row && first(in, "MUSCLESTART")) tables_.muscle_start = std::move(*row);
}

void SegdynReader::static_opt(RecordReader& in) {
  auto row = read_static_opt(in, where_, take_arm());
  tables_.static_opt.given = true;
  if (row && first(in, "STATICOPT")) tables_.static_opt = std::move(*row);
}

void SegdynReader::point(RecordReader& in) {
  label_ += fmt::format(" {}", chain_.points.size() + 1);
  ChainPoint row;
  row.segment = index(in, "segment", 1, segment_count());
  row.xi = in.number("xi");
  row.eta = in.number("eta");
  row.where = where_;
  in.finish();
  if (in.ok()) chain_.points.push_back(row);
}

void SegdynReader::force(RecordReader& in) {
  label_ += fmt::format(" {}", chain_.forces.size() + 1);
  PointForceRow row;
  row.number = count_of(chain_.forces) + 1;
  row.point = row.angle = index(in, "segment", 1, segment_count());
  row.xi = in.number("xi");
  row.eta = in.number("eta");
  row.label = label_;
  row.where = where_;
  const auto take_frame = [this](RecordReader& field) {
    return index(field, "segment", 1, segment_count());
  };
  if (in.ok() && has_force_components(in)) {
    read_force_components(in, take_frame, row);
  } else {
    row.fx = in.number("fx");
    row.fy = in.number("fy");
  }
  in.finish();
  if (in.ok()) chain_.forces.push_back(std::move(row));
}

void SegdynReader::check_over(const MuscleArm& arm, const std::string& label) {
  if (!arm.over || arm.is_of_joint()) return;
  const std::ptrdiff_t count =
      part_count(arm.of == "PATH" ? ChainLaw::Kind::path : ChainLaw::Kind::spring);
  if (arm.number > count)
    diagnostics_.error(arm.where, label, fmt::format("there is no {} {}", arm.of, arm.number),
                       fmt::format("the deck has {} of them", count));
}

// Laws may stand before the springs they act on.
void SegdynReader::check_law_places() {
  for (const std::vector<MuscleRow>* all : {&tables_.muscles, &tables_.shared_muscles})
    for (const MuscleRow& row : *all)
      for (const MuscleArm& arm : row.arms) check_over(arm, row.label);
  for (const MuscleArm& arm : tables_.static_opt.joints) check_over(arm, "STATICOPT");
  for (const ChainLaw& row : chain_.laws)
    if (row.kind != ChainLaw::Kind::segment && row.number >= part_count(row.kind))
      diagnostics_.error(row.where, row.label,
                         fmt::format("there is no {}", row.label.substr(row.label.find(' ') + 1)),
                         fmt::format("the deck has {} of them", part_count(row.kind)));
}

// They name contacts that stand below them.
void SegdynReader::check_laws() {
  for (const PointForceRow& row : chain_.forces)
    check_force_components(row, tables_, deck_.parameters, diagnostics_);
  for (const ChainLaw& row : chain_.laws) {
    const bool on_segment = row.kind == ChainLaw::Kind::segment;
    const LawPlace place{on_segment ? Target::coordinate : Target::deformation, 0, 0, false};
    check_inputs(row.text, row.text_at, tables_, place, deck_.parameters, diagnostics_, row.label);
  }
}

}  // namespace mbs
