#include "deck/names/kabios_joints.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/tables/tables.h"
#include "text/names.h"

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
  // Words such as WELD and SCREW mean joints of space in native decks.
  const auto& nodes = row.spec->nodes;
  if (std::any_of(nodes.begin(), nodes.end(),
                  [](NodeKind kind) { return node_type(kind).is_spatial; }))
    return nullptr;
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

std::size_t named_deformations(const RecordSpec& spec) {
  return spec.is_gap ? 1 : spec.deformations.size();
}

std::string kabios_joint_name(const ElementRow& row, int d) {
  return named_deformations(*row.spec) == 1 ? row.label : fmt::format("{} {}", row.label, d + 1);
}

std::string joint_owner(const ElementRow& row) {
  std::string out = lower_case(row.label);
  std::erase(out, ' ');
  return out;
}

std::string joint_part(const ElementRow& row, std::string_view quantity, int d) {
  return named_deformations(*row.spec) == 1 ? std::string(quantity)
                                            : fmt::format("{}{}", quantity, d + 1);
}

std::string joint_channel(const ElementRow& row, std::string_view quantity, int d) {
  return fmt::format("{}.{}", joint_owner(row), joint_part(row, quantity, d));
}

}  // namespace mbs
