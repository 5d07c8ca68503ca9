#include "deck/joint_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/cam_record.h"
#include "deck/contact_records.h"
#include "deck/curve_record.h"
#include "deck/formulas.h"
#include "deck/friction_records.h"
#include "deck/input_names.h"
#include "deck/path_record.h"
#include "deck/run_records.h"

namespace mbs {

std::string JointReader::element_label(std::string_view word, long long number) const {
  return fmt::format("{} {}", word, number);
}

bool JointReader::is_joint(std::string_view word) const {
  const auto& own = dialect_.own_joints;
  return find_kabios_joint(word) || std::find(own.begin(), own.end(), word) != own.end();
}

// ---- the joints themselves ----------------------------------------------------------------------

bool JointReader::between(RecordReader& in, int& count, std::vector<int>& bodies,
                          std::size_t size) {
  static constexpr std::string_view kFields[] = {"i", "j", "k"};
  SourceLocation again_at;
  int again = 0;
  for (std::size_t n = 0; n < size; ++n) {
    const SourceLocation at = in.here();
    const int body = take_body(in, kFields[n]);
    if (again_at.line == 0 && std::count(bodies.begin(), bodies.end(), body) > 0)
      again_at = at, again = body;
    bodies.push_back(body);
  }
  if (in.ok() && again_at.line > 0)
    in.fail(again_at, fmt::format("{} {} is joined to itself", dialect_.body, again),
            fmt::format("expected {} different {}", size == 2 ? "two" : "three", dialect_.bodies));
  label_ += fmt::format(" {}", ++count);
  return in.ok();
}

std::vector<int> JointReader::nodes_between(const std::vector<int>& bodies,
                                            const RecordSpec& spec) {
  std::vector<int> out;
  for (const int body : bodies) {
    const std::array<int, 2> nodes = nodes_of(body);
    out.insert(out.end(), nodes.begin(), nodes.end());
  }
  // Of the body that a screw is only its angle.
  if (spec.nodes.size() == 5) out.erase(out.begin());
  return out;
}

void JointReader::joint(RecordReader& in) {
  JointRecord said;
  said.word = find_joint(label_);
  said.element = count_of(tables_.elements);
  const SourceLocation first_at = in.here();
  ElementRow row;
  row.number = said.element + 1;
  if (said.word->word == said.word->element)
    take_formula_joint(in, said, row);
  else
    take_plain_joint(in, said, row);
  in.finish();
  if (!in.ok()) return;
  row.label = label_;
  row.where = where_;
  tables_.elements.push_back(std::move(row));
  tables_.joints.push_back(std::move(said));
  note_equations(first_at);
}

void JointReader::take_plain_joint(RecordReader& in, JointRecord& said, ElementRow& row) {
  const KabiosJoint& joint = *said.word;
  row.spec = spec_of(joint.element);
  const std::size_t size = row.spec->nodes.size() == 5 ? 3 : 2;
  if (!between(in, joints_[joint.word], said.bodies, size)) return;
  row.nodes = nodes_between(said.bodies, *row.spec);
  if (joint.word == "ROLL" && read_circle(in)) row.spec = spec_of("PLCCIRC");
  if (!in.ok()) return;
  for (const Column& column : row.spec->columns) row.columns.push_back(in.number(column.name));
  if (!joint.has_length) return;
  const SourceLocation length_at = in.here();
  said.length = in.number("length");
  if (in.ok() && !(said.length > 0))
    in.fail(length_at, fmt::format("its length is {}", said.length), "expected a positive length");
  tables_.forces.rests.push_back({said.element, {said.length}, label_, where_});
}

// Expressions, paths, cams and curves, whose element has the word of the record.
void JointReader::take_formula_joint(RecordReader& in, JointRecord& said, ElementRow& row) {
  row.spec = spec_of(label_);
  label_ += fmt::format(" {}", ++joints_[said.word->word]);
  if (row.spec->arity == Arity::path) {
    const auto place = [&](RecordReader& r) {
      said.bodies.push_back(take_body(r, "i"));
      return r.ok() ? nodes_of(said.bodies.back()) : std::array{0, 0};
    };
    take_path(in, place, row);
  } else if (row.spec->arity == Arity::cam) {
    if (take_two_bodies(in, said, row)) take_cam(in, row);
  } else if (row.spec->arity == Arity::curves) {
    if (!take_two_bodies(in, said, row)) return;
    take_curves(in, row);
    if (in.ok() && !in.at_end()) curves_let_go(in, said);
  } else {
    take_formula(in, row);
  }
}

bool JointReader::take_two_bodies(RecordReader& in, JointRecord& said, ElementRow& row) {
  const SourceLocation i_at = in.here();
  const int i = take_body(in, "i"), j = take_body(in, "j");
  if (in.ok() && i == j)
    in.fail(i_at, fmt::format("it joins a {} to itself", dialect_.body),
            fmt::format("expected two different {}", dialect_.bodies));
  if (!in.ok()) return false;
  said.bodies = {i, j};
  row.nodes = nodes_between(said.bodies, *row.spec);
  return true;
}

// SLIDING lets the slip go; TOOTHED the gap, which bearings keep.
void JointReader::curves_let_go(RecordReader& in, JointRecord& said) {
  const SourceLocation at = in.here();
  const std::string all = "expected SLIDING, TOOTHED, or nothing: they roll on each other";
  said.way = in.word("SLIDING or TOOTHED", all);
  if (in.ok() && said.way != "SLIDING" && said.way != "TOOTHED")
    return fail_unknown_word(in, at, said.way, "is neither", {"SLIDING", "TOOTHED"}, all);
  if (in.ok() && in.at_end()) let_go(said.element, said.way == "SLIDING" ? 1 : 0);
}

// ---- naming them --------------------------------------------------------------------------------

bool JointReader::take_joint(RecordReader& in, const std::string& word, int& element,
                             int& component) {
  if (!take_element(in, word, element)) return false;
  const RecordSpec& spec = *tables_.elements[element].spec;
  const auto count = static_cast<long long>(spec.deformations.size());
  if (word != "REVOLUTE" && count > 1)
    component = static_cast<int>(in.integer("equation", 1, count, "an equation")) - 1;
  return in.ok();
}

bool JointReader::take_element(RecordReader& in, const std::string& word, int& element) {
  const SourceLocation at = in.here();
  const long long number = in.integer("number k", 1, 1'000'000, "a number");
  if (!in.ok()) return false;
  const std::string label = element_label(word, number);
  const auto row = std::find_if(tables_.elements.begin(), tables_.elements.end(),
                                [&](const ElementRow& e) { return e.label == label; });
  if (row == tables_.elements.end()) {
    in.fail(at, fmt::format("there is no {} {}", word, number), "expected one that stands above");
    return false;
  }
  element = static_cast<int>(row - tables_.elements.begin());
  return true;
}

bool JointReader::is_classed(int element, int component) const {
  return std::any_of(tables_.classes.begin(), tables_.classes.end(), [=](const ClassRow& row) {
    return row.target == Target::deformation && row.owner == element && row.component == component;
  });
}

void JointReader::let_go(int element, int component) {
  tables_.classes.push_back(released(element, component, label_, where_));
}

void JointReader::event_deformations(RecordReader& in, const std::string& label, TargetCount count,
                                     std::vector<EventTarget>& targets) {
  const auto row = std::find_if(tables_.elements.begin(), tables_.elements.end(),
                                [&](const ElementRow& e) { return e.label == label; });
  if (row == tables_.elements.end()) return;
  EventTarget t{Target::deformation, static_cast<int>(row - tables_.elements.begin())};
  const int size = count_of(row->spec->deformations);
  if (size == 1 || (count == TargetCount::all && in.at_end())) {
    for (; t.component < size; ++t.component) targets.push_back(t);
    const auto is_one = [](double k) { return k == 1; };
    if (size == 1 && takes_index(in, count, is_one, label, "its equation 1"))
      in.integer("equation", 1, 1, "an equation");
    return;
  }
  bool more = true;
  while (in.ok() && more) {
    t.component = static_cast<int>(in.integer("equation", 1, size, "an equation")) - 1;
    if (in.ok()) targets.push_back(t);
    more = count == TargetCount::all && !in.at_end();
  }
}

// ---- drives and laws ----------------------------------------------------------------------------

// DRIVE REVOLUTE k: its angle becomes a formula, which is driven.
int JointReader::angle_formula(const std::string& revolute) {
  ElementRow row;
  row.spec = spec_of("FORMULA");
  row.number = count_of(tables_.elements) + 1;
  row.label = fmt::format("FORMULA {}", ++joints_["FORMULA"]);
  row.where = row.text_at = where_;
  row.text = fmt::format("rev{}.angle", revolute.substr(revolute.find(' ') + 1));
  tables_.joints.push_back({find_kabios_joint("FORMULA"), {}, count_of(tables_.elements), 0, {}});
  tables_.elements.push_back(std::move(row));
  return count_of(tables_.elements) - 1;
}

void JointReader::drive_joint(RecordReader& in, std::vector<std::string_view> others,
                              const std::string& expected) {
  const SourceLocation at = in.here();
  const std::string word = in.word("joint", fmt::format("expected {}", expected));
  if (in.ok() && word != "REVOLUTE" && !find_kabios_joint(word)) {
    others.push_back("REVOLUTE");
    for (const KabiosJoint& joint : kabios_joints()) others.push_back(joint.word);
    return fail_unknown_word(in, at, word, "is nothing that can be driven", others,
                             fmt::format("expected {}", expected));
  }
  int element = 0, component = 0;
  if (!take_joint(in, word, element, component)) return;
  const Token* token = in.expression();
  in.finish();
  if (!in.ok()) return;
  if (word == "REVOLUTE") element = angle_formula(tables_.elements[element].label);
  label_ = "DRIVE " + joint_name(element, component);
  prescribe(in, *token, at,
            {Target::deformation, element, component, Class::prescribed, -1, ClassSource::keyword,
             label_, where_});
}

void JointReader::prescribe(RecordReader& in, const Token& text, SourceLocation at, ClassRow row) {
  MotionRow motion;
  motion.text = text.text;
  motion.text_at = text.where;
  row.motion = count_of(tables_.motions);
  motion.label = row.label;
  motion.where = row.where;
  tables_.classes.push_back(std::move(row));
  if (!check_motion(motion.text, motion.text_at, tables_, deck_.parameters, diagnostics_, label_))
    in.give_up();
  note_equations(at);
  tables_.motions.push_back(std::move(motion));
}

// A deformation of a joint that stands above is let go and carries the law.
void JointReader::joint_law(RecordReader& in, const std::string& word) {
  in.set_layout(fmt::format("expected: LAW {} n [equation] = expression", word));
  LawRow row;
  if (!take_joint(in, word, row.owner, row.component)) return;
  row.target = Target::deformation;
  label_ += " " + joint_name(row.owner, row.component);
  if (!take_law(in, row)) return;
  if (word != "CURVES" || !is_classed(row.owner, row.component)) let_go(row.owner, row.component);
  tables_.forces.laws.push_back(std::move(row));
}

bool JointReader::take_law(RecordReader& in, LawRow& row) {
  row.label = label_;
  row.where = where_;
  return in.ok() && read_law(in, row) && first(in, label_, label_);
}

// ---- contacts -----------------------------------------------------------------------------------

void JointReader::cam_contact(RecordReader& in) {
  const std::string word = in.peek_word();
  in.set_layout(fmt::format("expected: CONTACT {} k {}", word, kContactFields));
  ContactRow law;
  law.label = label_;
  law.where = where_;
  in.skip();
  const SourceLocation at = in.here();
  if (!take_element(in, word, law.element)) return;
  const ElementRow& cam = tables_.elements[law.element];
  const RecordSpec& spec = *cam.spec;
  if (is_classed(law.element, 0))
    return in.fail(at, fmt::format("{} is driven, or has a law or a contact, already", cam.label),
                   "expected one of DRIVE, LAW and CONTACT for it");
  if (!read_contact_model(in, law, spec)) return;
  for (int component = 0; component < count_of(spec.deformations); ++component)
    if (!is_classed(law.element, component)) let_go(law.element, component);
  tables_.contacts.push_back(std::move(law));
}

// ---- friction -----------------------------------------------------------------------------------

namespace {

// The element whose deformation `component` is the slip: the angle of a pin or of a wheel that
// rolls, the travel along a slider or slot.
ElementRow slip_of(const ElementRow& joint, int& component) {
  ElementRow out;
  const std::vector<double>& c = joint.columns;
  component = 1;
  if (joint.spec->keyword == "PLREV" || joint.spec->is_contact) {
    out.nodes = {joint.nodes[1], joint.nodes[3]};
    component = 0;
  } else if (joint.spec->keyword == "PLTRAN") {  // P_j on the line P_i Q_i
    out.nodes = {joint.nodes[2], joint.nodes[3], joint.nodes[0], joint.nodes[1]};
    out.columns = {c[4], c[5], 0, c[0], c[1], c[2] - c[0], c[3] - c[1]};
  } else {
    out.nodes = joint.nodes;
    out.columns = {c[0], c[1], 0, c[2], c[3], c[4], c[5]};
  }
  return out;
}

}  // namespace

// Of a pin, a slider, a slot, a wheel that rolls, or of a rope over a drum. The slip of all but the
// last is an element that is made for it.
void JointReader::friction(RecordReader& in) {
  label_ = fmt::format("FRICTION {}", ++frictions_);
  const std::string all = fmt::format("expected {}", dialect_.joints);
  in.set_layout("expected: FRICTION joint k [OVER joint m] and its numbers");
  const SourceLocation at = in.here();
  const std::string word = in.word("joint", all);
  if (in.ok() && !is_joint(word)) {
    std::vector<std::string_view> words(dialect_.own_joints.begin(), dialect_.own_joints.end());
    words.insert(words.end(), {"SLOT", "PATH", "RELATION"});
    return fail_unknown_word(in, at, word, "has no friction", words, all);
  }
  ContactRow row;
  if (!in.ok() || !take_element(in, word, row.element)) return;
  row.label = label_;
  row.where = where_;
  const ElementRow joint = tables_.elements[row.element];
  row.joint.kind = friction_kind(*joint.spec);
  row.joint.has_arm = joint.spec->is_contact;  // against the turning of the wheel
  if (row.joint.kind == FrictionKind::rope)
    rope_slip(in, row);
  else
    in.set_layout(fmt::format("expected: FRICTION {} k {}", word, friction_fields(row.joint)));
  if (!in.ok() || !read_friction(in, row) ||
      !once_(in, where_, fmt::format("FRICTION of {}", joint.label)))
    return;
  if (row.joint.kind != FrictionKind::rope) {
    ElementRow slip = slip_of(joint, row.joint.component);
    slip.spec = spec_of(slip.nodes.size() == 2 ? "PLTOR" : "PLCLINE");
    slip.number = count_of(tables_.elements) + 1;
    slip.label = label_;
    slip.where = where_;
    row.joint.element = count_of(tables_.elements);
    tables_.elements.push_back(std::move(slip));
    if (row.joint.component > 0) let_go(row.joint.element, 0);
  }
  let_go(row.joint.element, row.joint.component);
  tables_.frictions.push_back(std::move(row));
}

// OVER joint m: the other end of the rope.
void JointReader::rope_slip(RecordReader& in, ContactRow& row) {
  in.set_layout("expected: FRICTION joint k OVER joint m CAPSTAN angle mu_s [mu_k]");
  const SourceLocation over_at = in.here();
  const std::string over = in.word("OVER", "expected OVER and what the rope slips along");
  if (in.ok() && over != "OVER")
    return fail_unknown_word(in, over_at, over, "is not OVER", {"OVER"}, "expected OVER joint m");
  const SourceLocation slip_at = in.here();
  const std::string all = "expected a PATH, RELATION, FORMULA, ROD or another joint with a length";
  const std::string slip = in.word("joint", all);
  if (in.ok() && !find_kabios_joint(slip))
    return fail_unknown_word(in, slip_at, slip, "is nothing to slip along",
                             {"PATH", "RELATION", "FORMULA", "ROD"}, all);
  if (!in.ok() || !take_joint(in, slip, row.joint.element, row.joint.component)) return;
  if (row.joint.element == row.element)
    return in.fail(slip_at, "the rope slips along itself", "expected another joint");
  if (is_classed(row.joint.element, row.joint.component))
    in.fail(slip_at,
            fmt::format("{} has a law or a motion already",
                        joint_name(row.joint.element, row.joint.component)),
            "expected one that only measures");
}

}  // namespace mbs
