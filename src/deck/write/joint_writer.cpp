#include "deck/write/joint_writer.h"

#include <fmt/format.h>

#include "base/index.h"
#include "deck/forms/outline_record.h"
#include "deck/forms/row_forms.h"
#include "deck/lines/writing.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/contact_records.h"
#include "deck/records/friction_records.h"
#include "deck/tables/tables.h"
#include "text/expression.h"

namespace mbs {

std::string write_joints(const Tables& t) {
  std::string out;
  for (const JointRecord& said : t.joints) {
    const ElementRow& row = t.elements[static_cast<std::size_t>(said.element)];
    out += said.word->word;
    if (said.word->word == said.word->element) {
      const auto body = [&](std::size_t k) { return fmt::format("{}", said.bodies[k]); };
      out += write_row(row, body, *t.parameters);
      if (!said.way.empty()) out += " ; " + said.way;
    } else {
      for (const int body : said.bodies) out += fmt::format(" {}", body);
      out +=
          row.spec->is_contact ? write_shape(*row.spec, row.columns) : write_numbers(row.columns);
    }
    if (said.word->has_length) out += write_numbers({said.length});
    out += "\n";
  }
  return out;
}

// The label of a drive or law is the text of its record up to "=".
std::string write_joint_drives(const Tables& t) {
  std::string out;
  for (const ClassRow& row : t.classes)
    if (row.target == Target::deformation && row.cls == Class::prescribed &&
        kabios_joint_of(t, t.elements[row.owner]))
      out += fmt::format("{} = {}\n", row.label,
                         resolve_parameters(t.motions[row.motion].text, *t.parameters));
  return out;
}

std::string write_joint_laws(const Tables& t) {
  std::string out;
  for (const LawRow& row : t.forces.laws)
    if (row.target == Target::deformation && joint_of(t, t.elements[row.owner]))
      out += write_law(row, *t.parameters);
  return out;
}

std::string write_shape(const RecordSpec& element, const std::vector<double>& columns) {
  if (element.arity == Arity::bodies) return write_outline(columns);
  return (element.keyword == "PLCLINE" ? " LINE" : " CIRCLE") + write_numbers(columns);
}

std::string write_deformation(const Tables& t, const EventTarget& target, TargetCount count) {
  const ElementRow& row = t.elements[target.owner];
  const bool alone = count == TargetCount::one_and_numbers && named_deformations(*row.spec) == 1;
  return alone ? row.label : fmt::format("{} {}", row.label, target.component + 1);
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

std::string write_cam_contacts(const Tables& t, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t k = from; k < to; ++k) {
    const ElementRow& row = t.elements[t.contacts[k].element];
    if (row.spec->arity == Arity::bodies && joint_of(t, row))
      out += fmt::format("CONTACT {}{}\n", row.label, write_contact_model(t.contacts[k]));
  }
  return out;
}

}  // namespace mbs
