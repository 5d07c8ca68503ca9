// Joints in the tail of a KABIOS deck (besides the revolute and translational joints of its head)
// or between the segments of a chain: their words, elements and fields. An element of the tables is
// such a joint if its label begins with the word: "GEAR 2", channels gear2.e, .ed, .s. In a chain
// REVOLUTE and TRANSLATIONAL are such joints, too, with their KABIOS channels (rev1.fx). PATH is
// none in a chain, because it holds nothing there.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/record_spec.h"
#include "deck/tables/dialect.h"
#include "deck/tables/rows.h"

namespace mbs {

struct Tables;

struct KabiosJoint {
  std::string_view word;     // "GEAR"
  std::string_view element;  // "PLGEAR"; ROLL: element of LINE; FORMULA, RELATION: the same word
  std::string_view fields;   // after the keyword
  bool has_length = false;   // the last field is a reference length
};

std::span<const KabiosJoint> kabios_joints();
// The joint of this word; null if there is none.
const KabiosJoint* find_kabios_joint(std::string_view word);
// The joint of a word in a dialect. head_joints(): REVOLUTE and TRANSLATIONAL, which only chains
// have as such joints.
const KabiosJoint* find_joint(Dialect dialect, std::string_view word);
std::span<const KabiosJoint> head_joints();
// The joint of an element, by its label; null if it is no such joint.
const KabiosJoint* joint_of(const Tables& tables, const ElementRow& row);
// The same, but only for rows of kabios_joints().
const KabiosJoint* kabios_joint_of(const Tables& tables, const ElementRow& row);
// The element of this label, "GEAR 2"; -1 if there is none.
int find_element(const Tables& tables, std::string_view label);
// How many deformations of an element the records of these dialects name. The slip of a CAM that
// rubs is not among them: FRICTION and CONTACT tell it.
std::size_t named_deformations(const RecordSpec& spec);
// The name of deformation d in records: "GEAR 2", "WELD 1 3".
std::string kabios_joint_name(const ElementRow& row, int d);
// The names of its channels: "gear2" and, of deformation d (from 0), "e" or "e2".
std::string joint_owner(const ElementRow& row);
std::string joint_part(const ElementRow& row, std::string_view quantity, int d);
// "gear2.e", "weld1.e2".
std::string joint_channel(const ElementRow& row, std::string_view quantity, int d);

}  // namespace mbs
