// NAME lines: what a deck calls its bodies, nodes, segments, joints and elements.
//
//   KABIOS  NAME BODY 4 rocker; also POINT, REVOLUTE, TRANSLATIONAL, GROUND, SIMPLE, DRIVER, GUIDE,
//           MOTION, SDA, RSDA, CONTACT, FRICTION and NETJOINT with their numbers
//   native  NAME BODY p a rocker (a point and an angle node), NAME NODE n tip, NAME ELEMENT e
//   strut,
//           NAME POINT k pen, NAME NETJOINT k knee
//   SEGDYN  NAME SEGMENT 2 shank; also JOINT, POINT, SDA, RSDA, CONTACT, FRICTION and joints
//           between segments
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "deck/tables/rows.h"
#include "plan/named_channels.h"

namespace mbs {

struct LexedDeck;
struct Tables;

// One line -> tables.names, and the labels of the rows named, so that messages show the name. False
// after an error.
bool read_name(const Record& record, Tables& tables, Diagnostics& diagnostics);
std::string write_name(const NameRow& row);

// The names that NAME lines will give, as rows without a kind, for expressions that are checked
// before those lines are read; read_observations() puts the rows themselves in their place.
void declare_names(const LexedDeck& deck, Tables& tables);

}  // namespace mbs
