// Joints as records of a KABIOS tail or of a chain (deck/names/kabios_joints.h): the text of each
// line.
#pragma once

#include <string>
#include <vector>

#include "deck/records/event_records.h"

namespace mbs {

struct Tables;

// "GEAR 2 3 0 0 0.1 0 0 0.2\n" of each, in the order of the deck; empty where there is none.
std::string write_joints(const Tables& tables);

// DRIVE and LAW of such joints.
std::string write_joint_drives(const Tables& tables);

std::string write_joint_laws(const Tables& tables);

// " LINE 0 0 ...": the geometry of a contact, or of a wheel that rolls.
std::string write_shape(const RecordSpec& element, const std::vector<double>& columns);

// "REVOLUTE 3 1" as an event names it; where numbers may follow, a spring has no equation.
std::string write_deformation(const Tables& tables, const EventTarget& target, TargetCount count);

std::string write_frictions(const Tables& tables);

// CONTACT CAM and CURVES of those among the laws `from` to `to` (without it) of Tables::contacts.
std::string write_cam_contacts(const Tables& tables, std::size_t from, std::size_t to);

}  // namespace mbs
