// Joints as records of a KABIOS tail or of a chain (deck/names/kabios_joints.h): the text of their
// lines.
#pragma once

#include <string>
#include <vector>

#include "deck/records/event_records.h"

namespace mbs {

struct Tables;

// "GEAR 2 3 0 0 0.1 0 0 0.2\n" for each joint, in the order of the deck; empty without joints.
std::string write_joints(const Tables& tables);

// DRIVE and LAW of such joints.
std::string write_joint_drives(const Tables& tables);

std::string write_joint_laws(const Tables& tables);

// " LINE 0 0 ...": the geometry of a contact, or of a wheel that rolls.
std::string write_shape(const RecordSpec& element, const std::vector<double>& columns);

// "REVOLUTE 3 1" as in an event. Where numbers may follow, an element with one deformation is
// written without its equation number.
std::string write_deformation(const Tables& tables, const EventTarget& target, TargetCount count);

std::string write_frictions(const Tables& tables);

// CONTACT CAM and CONTACT CURVES lines among the rows `from` to `to` - 1 of Tables::contacts.
std::string write_cam_contacts(const Tables& tables, std::size_t from, std::size_t to);

}  // namespace mbs
