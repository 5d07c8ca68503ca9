#include "deck/records/joint_records.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/forms/row_forms.h"
#include "deck/lines/field_units.h"
#include "deck/lines/lexer.h"
#include "deck/names/input_names.h"
#include "deck/records/contact_records.h"
#include "deck/records/friction_records.h"
#include "deck/records/run_records.h"
#include "deck/tables/tables.h"

namespace mbs {

// ---- the joints themselves ----------------------------------------------------------------------

bool take_bodies(RecordReader& in, JointReading& r, int& count, std::vector<int>& bodies,
                 std::size_t size) {
  static constexpr std::string_view kFields[] = {"i", "j", "k"};
  SourceLocation again_at;
  int again = 0;
  for (std::size_t n = 0; n < size; ++n) {
    const SourceLocation at = in.here();
    const int body = r.take_body(in, kFields[n]);
    if (again_at.line == 0 && std::count(bodies.begin(), bodies.end(), body) > 0)
      again_at = at, again = body;
    bodies.push_back(body);
  }
  if (in.ok() && again_at.line > 0)
    in.fail(again_at, fmt::format("{} {} is joined to itself", r.words.body, again),
            fmt::format("expected {} different {}", size == 2 ? "two" : "three", r.words.bodies));
  r.label += fmt::format(" {}", ++count);
  return in.ok();
}

namespace {

std::vector<int> nodes_between(JointReading& r, const std::vector<int>& bodies,
                               const RecordSpec& spec) {
  std::vector<int> out;
  for (const int body : bodies) {
    const std::array<int, 2> nodes = r.nodes_of(body);
    out.insert(out.end(), nodes.begin(), nodes.end());
  }
  // A screw reads only the angle of its first body.
  if (spec.nodes.size() == 5) out.erase(out.begin());
  return out;
}

void take_plain_joint(RecordReader& in, JointReading& r, JointRecord& said, ElementRow& row) {
  const KabiosJoint& joint = *said.word;
  row.spec = find_spec(r.specs, joint.element);
  const std::size_t size = row.spec->nodes.size() == 5 ? 3 : 2;
  if (!take_bodies(in, r, r.joints[joint.word], said.bodies, size)) return;
  row.nodes = nodes_between(r, said.bodies, *row.spec);
  if (joint.word == "ROLL" && read_circle(in)) row.spec = find_spec(r.specs, "PLCCIRC");
  if (!in.ok()) return;
  for (const Column& column : row.spec->columns)
    row.columns.push_back(in.number(column.name, unit_of_column(column.unit)));
  if (!joint.has_length) return;
  const SourceLocation length_at = in.here();
  said.length = in.number("length");
  if (in.ok() && !(said.length > 0))
    in.fail(length_at, fmt::format("its length is {}", said.length), "expected a positive length");
  r.tables.forces.rests.push_back({said.element, {said.length}, r.label, r.where});
}

bool take_two_bodies(RecordReader& in, JointReading& r, JointRecord& said, ElementRow& row) {
  const SourceLocation i_at = in.here();
  const int i = r.take_body(in, "i"), j = r.take_body(in, "j");
  if (in.ok() && i == j)
    in.fail(i_at, fmt::format("it joins a {} to itself", r.words.body),
            fmt::format("expected two different {}", r.words.bodies));
  if (!in.ok()) return false;
  said.bodies = {i, j};
  row.nodes = nodes_between(r, said.bodies, *row.spec);
  return true;
}

// SLIDING releases the slip; TOOTHED releases the gap, because bearings keep the distance.
void curves_let_go(RecordReader& in, JointReading& r, JointRecord& said) {
  said.way = take_word(in, "SLIDING or TOOTHED", {"SLIDING", "TOOTHED"}, "is neither",
                       "expected SLIDING, TOOTHED, or nothing: they roll on each other");
  if (in.ok() && in.at_end()) r.let_go(said.element, said.way == "SLIDING" ? 1 : 0);
}

// Reads joints of variable arity: their element has the word of the record.
void take_variable_joint(RecordReader& in, JointReading& r, JointRecord& said, ElementRow& row) {
  row.spec = find_spec(r.specs, r.label);
  r.label += fmt::format(" {}", ++r.joints[said.word->word]);
  const RowForm& form = row_form(*row.spec);
  if (form.bodies > 0 && !take_two_bodies(in, r, said, row)) return;
  const auto body = [&](RecordReader& field) {
    said.bodies.push_back(r.take_body(field, "i"));
    return field.ok() ? r.nodes_of(said.bodies.back()) : std::array{0, 0};
  };
  form.take(in, body, row);
  if (row.spec->is_contact && in.ok() && !in.at_end()) curves_let_go(in, r, said);
}

}  // namespace

void read_joint(RecordReader& in, JointReading& r) {
  JointRecord said;
  said.word = find_joint(r.tables.dialect, r.label);
  said.element = count_of(r.tables.elements);
  const SourceLocation first_at = in.here();
  ElementRow row;
  row.number = said.element + 1;
  if (said.word->word == said.word->element)
    take_variable_joint(in, r, said, row);
  else
    take_plain_joint(in, r, said, row);
  in.finish();
  if (!in.ok()) return;
  row.label = r.label;
  row.where = r.where;
  r.tables.elements.push_back(std::move(row));
  r.tables.joints.push_back(std::move(said));
  r.note_equations(first_at);
}

// ---- naming them --------------------------------------------------------------------------------

bool take_joint(RecordReader& in, JointReading& r, const std::string& word, int& element,
                int& component) {
  if (!take_named(in, r, word, element)) return false;
  const auto count = static_cast<long long>(named_deformations(*r.tables.elements[element].spec));
  if (word != "REVOLUTE" && count > 1)
    component = static_cast<int>(in.integer("equation", 1, count, "an equation")) - 1;
  return in.ok();
}

bool take_named(RecordReader& in, JointReading& r, const std::string& word, int& element) {
  const SourceLocation at = in.here();
  const long long number = in.integer("number k", 1, 1'000'000, "a number");
  if (!in.ok()) return false;
  // Joints of the chain itself have labels such as "joint 2".
  const std::string label = fmt::format("{} {}", word == "JOINT" ? "joint" : word, number);
  element = find_element(r.tables, label);
  if (element < 0)
    in.fail(at, fmt::format("there is no {} {}", word, number), "expected one that stands above");
  return element >= 0;
}

std::string JointReading::joint_name(int element, int component) const {
  return kabios_joint_name(tables.elements[element], component);
}

bool JointReading::is_classed(int element, int component) const {
  return tables.class_of(Target::deformation, element, component);
}

void JointReading::let_go(int element, int component) {
  tables.classes.push_back(released(element, component, label, where));
}

void event_deformations(RecordReader& in, const JointReading& r, const std::string& label,
                        TargetCount count, std::vector<EventTarget>& targets) {
  EventTarget t{Target::deformation, find_element(r.tables, label)};
  if (t.owner < 0) return;
  const int size = static_cast<int>(named_deformations(*r.tables.elements[t.owner].spec));
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

namespace {

// DRIVE REVOLUTE k: makes a formula of the angle, which is then driven.
int angle_formula(JointReading& r, const std::string& revolute) {
  ElementRow row;
  row.spec = find_spec(r.specs, "FORMULA");
  row.number = count_of(r.tables.elements) + 1;
  row.label = fmt::format("FORMULA {}", ++r.joints["FORMULA"]);
  row.where = row.text_at = r.where;
  row.text = fmt::format("rev{}.angle", revolute.substr(revolute.find(' ') + 1));
  r.tables.joints.push_back({find_kabios_joint("FORMULA"), {}, count_of(r.tables.elements), 0, {}});
  r.tables.elements.push_back(std::move(row));
  return count_of(r.tables.elements) - 1;
}

// Prescribes the target of `row`, a channel called `driven` if that is not empty, by the
// expression; `at`: its place in the record.
void prescribe(RecordReader& in, JointReading& r, const Token& text, SourceLocation at,
               const std::string& driven, ClassRow row) {
  MotionRow motion;
  motion.text = text.text;
  motion.text_at = text.where;
  row.motion = count_of(r.tables.motions);
  motion.label = row.label;
  motion.where = row.where;
  r.tables.classes.push_back(std::move(row));
  if (!check_motion(motion.text, motion.text_at, r.tables, r.deck.parameters, r.diagnostics,
                    r.label, driven))
    in.give_up();
  r.note_equations(at);
  r.tables.motions.push_back(std::move(motion));
}

}  // namespace

void read_joint_drive(RecordReader& in, JointReading& r, std::vector<std::string_view> others,
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
  if (!take_joint(in, r, word, element, component)) return;
  const Token* token = in.expression();
  in.finish();
  if (!in.ok()) return;
  if (word == "REVOLUTE") element = angle_formula(r, r.tables.elements[element].label);
  r.label = "DRIVE " + r.joint_name(element, component);
  prescribe(in, r, *token, at, word == "REVOLUTE" ? r.tables.elements[element].text : "",
            {Target::deformation, element, component, Class::prescribed, -1, ClassSource::keyword,
             r.label, r.where});
}

// Releases a deformation of a joint above and gives it the law.
void read_joint_law(RecordReader& in, JointReading& r, const std::string& word) {
  in.set_layout(fmt::format("expected: LAW {} n [equation] = expression", word));
  LawRow row;
  if (!take_joint(in, r, word, row.owner, row.component)) return;
  row.target = Target::deformation;
  r.label += " " + r.joint_name(row.owner, row.component);
  if (!take_law(in, r, row)) return;
  const auto& frictions = r.tables.frictions;
  const bool rubs = std::any_of(frictions.begin(), frictions.end(), [&row](const ContactRow& f) {
    return f.joint.element == row.owner && f.joint.component == row.component;
  });
  if (!(word == "CURVES" || rubs) || !r.is_classed(row.owner, row.component))
    r.let_go(row.owner, row.component);
  r.tables.forces.laws.push_back(std::move(row));
}

bool take_law(RecordReader& in, Reading& r, LawRow& row) {
  row.label = r.label;
  row.where = r.where;
  return in.ok() && in.expression(row.text, row.text_at) && r.first(in, r.label, r.label);
}

// ---- contacts -----------------------------------------------------------------------------------

void read_cam_contact(RecordReader& in, JointReading& r) {
  const std::string word = in.peek_word();
  in.set_layout(fmt::format("expected: CONTACT {} k {}", word, kContactFields));
  ContactRow law;
  law.label = r.label;
  law.where = r.where;
  in.skip();
  const SourceLocation at = in.here();
  if (!take_named(in, r, word, law.element)) return;
  ElementRow& cam = r.tables.elements[law.element];
  for (const ContactRow& friction : r.tables.frictions)
    if (friction.joint.element == law.element)
      return in.fail(at, fmt::format("{} rules its slip already", friction.label),
                     "give mu_s and mu_k here, and leave that record out");
  if (r.is_classed(law.element, 0))
    return in.fail(at, fmt::format("{} is driven, or has a law or a contact, already", cam.label),
                   "expected one of DRIVE, LAW and CONTACT for it");
  if (!read_contact_model(in, law, cam, r.specs)) return;
  for (int component = 0; component < count_of(cam.spec->deformations); ++component)
    if (!r.is_classed(law.element, component)) r.let_go(law.element, component);
  r.tables.contacts.push_back(std::move(law));
}

}  // namespace mbs
