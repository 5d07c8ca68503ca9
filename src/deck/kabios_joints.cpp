#include "deck/kabios_joints.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/cam_record.h"
#include "deck/contact_records.h"
#include "deck/curve_record.h"
#include "deck/formulas.h"
#include "deck/friction_records.h"
#include "deck/outline_record.h"
#include "deck/path_record.h"
#include "deck/writing.h"
#include "text/expression.h"

namespace mbs {

std::span<const KabiosJoint> kabios_joints() {
  static constexpr KabiosJoint kJoints[] = {
      {"ROD", "PLSDA", "i j xi-P-i eta-P-i xi-P-j eta-P-j length", true},
      {"SLOT", "PLSLOT", "i j xi-P-i eta-P-i xi-Q-j eta-Q-j tx-j ty-j"},
      {"WELD", "PLWELD", "i j xi-P-i eta-P-i xi-P-j eta-P-j"},
      {"GEAR", "PLGEAR", "i j xi-C-i eta-C-i r-i xi-C-j eta-C-j r-j"},
      {"BELT", "PLBELT", "i j xi-C-i eta-C-i r-i xi-C-j eta-C-j r-j"},
      {"RACK", "PLRACK", "i j xi-C-i eta-C-i r-i tx-j ty-j"},
      {"SCREW", "PLSCREW", "i j k xi-P-j eta-P-j tx-k ty-k lead"},
      {"ROLL", "PLCLINE", "i j LINE or CIRCLE and its numbers"},
      {"PATH", "PATH", "places: i xi eta, CIRCLE i xi eta r LEFT or RIGHT, or PULLEY ..."},
      {"CAM", "CAM",
       "i j POINT xi eta, ROLLER xi eta r or FLAT xi eta tx ty, then RADIUS = ... or X = ... ; Y = "
       "..."},
      {"CURVES", "CURVES",
       "i j RADIUS = ... or X = ... ; Y = ..., then ; ON and a curve of j [; SLIDING or TOOTHED]"},
      {"FORMULA", "FORMULA", "= expression"},
      {"VFORMULA", "VFORMULA", "= expression"},
      {"RELATION", "RELATION", "= c1*NAME1 + c2*NAME2 ..."},
  };
  return kJoints;
}

const KabiosJoint* find_kabios_joint(std::string_view word) {
  for (const KabiosJoint& joint : kabios_joints())
    if (joint.word == word) return &joint;
  return nullptr;
}

std::span<const KabiosJoint> head_joints() {
  static constexpr KabiosJoint kJoints[] = {
      {"REVOLUTE", "PLREV", "i j xi-P-i eta-P-i xi-P-j eta-P-j"},
      {"TRANSLATIONAL", "PLTRAN", "i j xi-P-i eta-P-i xi-Q-i eta-Q-i xi-P-j eta-P-j"},
  };
  return kJoints;
}

const KabiosJoint* find_joint(Dialect dialect, std::string_view word) {
  if (dialect != Dialect::segdyn) return find_kabios_joint(word);
  for (const KabiosJoint& joint : head_joints())
    if (joint.word == word) return &joint;
  return word == "PATH" ? nullptr : find_kabios_joint(word);
}

namespace {

std::string_view word_of(const ElementRow& row) {
  return std::string_view(row.label).substr(0, row.label.find(' '));
}

}  // namespace

const KabiosJoint* joint_of(const Tables& tables, const ElementRow& row) {
  return find_joint(tables.dialect, word_of(row));
}

const KabiosJoint* kabios_joint_of(const Tables& tables, const ElementRow& row) {
  const KabiosJoint* joint = find_kabios_joint(word_of(row));
  return joint == joint_of(tables, row) ? joint : nullptr;
}

int find_element(const Tables& tables, std::string_view label) {
  const auto row = std::find_if(tables.elements.begin(), tables.elements.end(),
                                [&](const ElementRow& e) { return e.label == label; });
  return row == tables.elements.end() ? -1 : static_cast<int>(row - tables.elements.begin());
}

std::string kabios_joint_name(const ElementRow& row, int d) {
  return row.spec->deformations.size() == 1 ? row.label : fmt::format("{} {}", row.label, d + 1);
}

std::string joint_channel(const ElementRow& row, std::string_view quantity, int d) {
  std::string out = lower_case(row.label);
  std::erase(out, ' ');
  out += fmt::format(".{}", quantity);
  return row.spec->deformations.size() == 1 ? out : fmt::format("{}{}", out, d + 1);
}

int joint_component(const ElementRow& row, std::string_view name, std::string_view quantity) {
  for (int d = 0; d < count_of(row.spec->deformations); ++d)
    if (joint_channel(row, quantity, d) == name) return d;
  return -1;
}

std::string write_joints(const Tables& t) {
  std::string out;
  for (const JointRecord& said : t.joints) {
    const ElementRow& row = t.elements[static_cast<std::size_t>(said.element)];
    out += said.word->word;
    if (has_formula(*row.spec)) {
      out += fmt::format(" = {}\n", resolve_parameters(row.text, t.parameters));
      continue;
    }
    if (row.spec->arity == Arity::path) {
      const auto body = [&](std::size_t k) { return fmt::format("{}", said.bodies[k]); };
      out += write_path(row.columns, body) + "\n";
      continue;
    }
    for (const int body : said.bodies) out += fmt::format(" {}", body);
    if (row.spec->arity == Arity::cam) {
      out += write_cam(row, t.parameters);
    } else if (row.spec->arity == Arity::curves) {
      out += write_curves(row, t.parameters);
      if (!said.way.empty()) out += " ; " + said.way;
    } else {
      out +=
          row.spec->is_contact ? write_shape(*row.spec, row.columns) : write_numbers(row.columns);
    }
    if (said.word->has_length) out += write_numbers({said.length});
    out += "\n";
  }
  return out;
}

// The label of a drive or law is its record.
std::string write_joint_drives(const Tables& t) {
  std::string out;
  for (const ClassRow& row : t.classes)
    if (row.target == Target::deformation && row.cls == Class::prescribed &&
        kabios_joint_of(t, t.elements[row.owner]))
      out += fmt::format("{} = {}\n", row.label,
                         resolve_parameters(t.motions[row.motion].text, t.parameters));
  return out;
}

std::string write_joint_laws(const Tables& t) {
  std::string out;
  for (const LawRow& row : t.forces.laws)
    if (row.target == Target::deformation && joint_of(t, t.elements[row.owner]))
      out += write_law(row, t.parameters);
  return out;
}

std::string write_shape(const RecordSpec& element, const std::vector<double>& columns) {
  if (element.arity == Arity::outline) return write_outline(columns);
  return (element.keyword == "PLCLINE" ? " LINE" : " CIRCLE") + write_numbers(columns);
}

std::string write_deformation(const Tables& t, const EventTarget& target, TargetCount count) {
  const ElementRow& row = t.elements[target.owner];
  const bool alone = count == TargetCount::one_and_numbers && row.spec->deformations.size() == 1;
  return alone ? row.label : fmt::format("{} {}", row.label, target.component + 1);
}

std::string write_cam_contacts(const Tables& t, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t k = from; k < to; ++k) {
    const ElementRow& row = t.elements[t.contacts[k].element];
    if (row.spec->arity == Arity::cam || row.spec->arity == Arity::curves)
      out += fmt::format("CONTACT {}{}\n", row.label, write_contact_model(t.contacts[k]));
  }
  return out;
}

std::string write_frictions(const Tables& t) {
  std::string out;
  for (const ContactRow& row : t.frictions) {
    out += "FRICTION " + upper_case(t.elements[row.element].label);
    const ElementRow& slip = t.elements[row.joint.element];
    if (row.joint.kind == FrictionKind::rope)
      out += " OVER " + kabios_joint_name(slip, row.joint.component);
    out += write_friction(row) + "\n";
  }
  return out;
}

}  // namespace mbs
