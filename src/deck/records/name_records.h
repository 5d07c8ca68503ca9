// NAME lines: the names of bodies, nodes, segments, joints and elements in a deck.
//
//   KABIOS  NAME BODY 4 rocker; also POINT, REVOLUTE, TRANSLATIONAL, GROUND, SIMPLE, DRIVER, GUIDE,
//           MOTION, SDA, RSDA, CONTACT, FRICTION and NETJOINT with their numbers
//   native  NAME BODY p a rocker (a point and an angle node), NAME NODE n tip,
//           NAME ELEMENT e strut, NAME POINT k pen, NAME NETJOINT k knee
//   SEGDYN  NAME SEGMENT 2 shank; also JOINT, POINT, SDA, RSDA, CONTACT, FRICTION and joints
//           between segments
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "plan/observations.h"

namespace mbs {

struct LexedDeck;
struct Tables;

// Reads one line into tables.names and into the labels of the named rows, so that messages show the
// name. False after an error.
bool read_name(const Record& record, Tables& tables, Diagnostics& diagnostics);
std::string write_name(const NameRow& row);

// Adds the names of all NAME lines as rows without a kind, for expressions that are checked before
// these lines are read. read_observations() replaces them by the complete rows.
void declare_names(const LexedDeck& deck, Tables& tables);

}  // namespace mbs
