#include "deck/kabios_joints.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/cam_record.h"
#include "deck/formulas.h"
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
      {"ROLL", "PLCLINE", "i j LINE or CIRCLE and its numbers"},
      {"PATH", "PATH", "places: i xi eta, CIRCLE i xi eta r LEFT or RIGHT, or PULLEY ..."},
      {"CAM", "CAM",
       "i j POINT xi eta, ROLLER xi eta r or FLAT xi eta tx ty, then RADIUS = ... or X = ... ; Y = "
       "..."},
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

const KabiosJoint* kabios_joint_of(const ElementRow& row) {
  return find_kabios_joint(std::string_view(row.label).substr(0, row.label.find(' ')));
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

std::string write_kabios_joints(const Tables& t) {
  std::string out;
  for (std::size_t k = 0; k < t.elements.size(); ++k) {
    const ElementRow& row = t.elements[k];
    const KabiosJoint* joint = kabios_joint_of(row);
    if (!joint) continue;
    if (has_formula(*row.spec)) {
      out += fmt::format("{} = {}\n", joint->word, resolve_parameters(row.text, t.parameters));
      continue;
    }
    if (row.spec->arity == Arity::path) {
      const auto body = [](int point, int) { return fmt::format("{}", point / 2 + 1); };
      out += fmt::format("PATH{}\n", write_path(row, body));
      continue;
    }
    out +=
        fmt::format("{} {} {}", joint->word, row.nodes.front() / 2 + 1, row.nodes.back() / 2 + 1);
    if (row.spec->is_contact) out += row.spec->keyword == "PLCLINE" ? " LINE" : " CIRCLE";
    out +=
        row.spec->arity == Arity::cam ? write_cam(row, t.parameters) : write_numbers(row.columns);
    for (const RestRow& rest : t.forces.rests)
      if (joint->has_length && rest.element == static_cast<int>(k))
        out += write_numbers(rest.values);
    out += "\n";
  }
  return out;
}

}  // namespace mbs
