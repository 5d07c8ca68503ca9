// Joints that stand in the tail of a KABIOS deck, beside the revolute and translational ones of its
// head, or in a chain beside its own: the word of each, the element that it becomes and what its
// fields are called. An element of the tables is such a joint if its label begins with the word:
// "GEAR 2", channels gear2.e, .ed, .s. In a chain REVOLUTE and TRANSLATIONAL are words of this
// kind, too, with the channels that they have in a KABIOS deck (rev1.fx), and PATH is not: it holds
// nothing there.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "deck/tables/dialect.h"
#include "deck/tables/rows.h"

namespace mbs {

struct Tables;

struct KabiosJoint {
  std::string_view word;  // "GEAR"
  std::string_view
      element;              // "PLGEAR"; of ROLL that of LINE, of FORMULA and RELATION the same word
  std::string_view fields;  // after the keyword
  bool has_length = false;  // the last field is a reference length
};

std::span<const KabiosJoint> kabios_joints();
// Null if it is none.
const KabiosJoint* find_kabios_joint(std::string_view word);
// Of a dialect's records; REVOLUTE and TRANSLATIONAL, of chains alone, are head_joints().
const KabiosJoint* find_joint(Dialect dialect, std::string_view word);
std::span<const KabiosJoint> head_joints();
// That of an element, by its label; null if it is none.
const KabiosJoint* joint_of(const Tables& tables, const ElementRow& row);
// The same where it is a row of kabios_joints().
const KabiosJoint* kabios_joint_of(const Tables& tables, const ElementRow& row);
// The element of this label, "GEAR 2"; -1 if there is none.
int find_element(const Tables& tables, std::string_view label);
// How records name a deformation: "GEAR 2", "WELD 1 3".
std::string kabios_joint_name(const ElementRow& row, int d);
// How its deformation d (from 0) is called: "gear2.e", "weld1.e2".
std::string joint_channel(const ElementRow& row, std::string_view quantity, int d);
// The deformation that a channel name ends in, from 0; -1 if it is none of this quantity: "e2".
int joint_component(const ElementRow& row, std::string_view name, std::string_view quantity);

}  // namespace mbs
