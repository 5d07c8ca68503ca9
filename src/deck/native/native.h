// The native dialect, SPACAR-style keyword lines: what its blocks share. Private to
// deck/native*.cpp.
//
// A deck is a kinematics block, END HALT, a dynamics block, END END; without dynamics it ends with
// END END after the first block. Numbers of nodes and elements are the user's; the tables have
// them, and the rows that belong to them, in ascending order, whatever the order of the lines.
#pragma once

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/options.h"
#include "deck/help/keywords.h"
#include "deck/lines/dialects.h"
#include "deck/records/run_records.h"

namespace mbs {

struct NativeReading : Reading {
  NativeReading(const LexedDeck& lexed, ElementSpecs known, const Options& given, Tables& out,
                Diagnostics& sink);

  const Options& options;
  std::map<int, int> nodes, elements;                         // number -> index
  std::map<std::tuple<Target, int, int>, std::size_t> taken;  // class row of each component
  bool incomplete = false;  // a definition was wrong: what refers to it is not to blame
  bool has_dynamics = false;
  bool dynamic = false;   // something was said that only dynamics needs
  bool has_time = false;  // there is a TIMESTEP or TIMES, sound or not
  SourceLocation dynamics_end;
};

// "PLBEAM 3": the keyword and the number after it, for messages.
std::string native_record_name(const Record& record);

// The number of a node or element -> its index; -1 after an error. `kind`: what the node must be.
int take_node(RecordReader& in, NativeReading& r, std::string_view field);
int take_node(RecordReader& in, NativeReading& r, std::string_view field, NodeKind kind);
int take_element(RecordReader& in, NativeReading& r);
// Takes the first field of a layout: "fx fy" -> "fx" and what is left, "fy".
std::string_view take_field(std::string_view& layout);
// Says what the registry of nodes has to remark on numbers at this place.
void say(const NodeRemark& remark, RecordReader& in, SourceLocation at);
// The number, from 1, of a coordinate of a node or a deformation of an element -> from 0.
int take_component(RecordReader& in, NativeReading& r, Target target, int owner);
// How many coordinates or deformations it has.
int component_count(const NativeReading& r, Target target, int owner);
// "coordinate 2 of node 3", "deformation 1 of element 4".
std::string component_name(const NativeReading& r, Target target, int owner, int component);

using Records = std::span<const Record>;

void read_native_kinematics(Records records, NativeReading& r);
void read_native_dynamics(Records records, NativeReading& r);

// position [velocity [acceleration]], POLY coefficients, TABLE rows or = expression: what follows
// INPUTX n c.
// False after an error.
bool read_native_motion(RecordReader& in, NativeReading& r, Unit unit, MotionRow& motion);

void read_native_muscle(RecordReader& in, NativeReading& r);
// What a muscle acts on.
void take_native_arm(RecordReader& in, NativeReading& r, MuscleArm& arm);
// CONTACT e model ..., FRICTION k e d ...
void read_native_contact(RecordReader& in, NativeReading& r);
void read_native_friction(RecordReader& in, NativeReading& r);

// Parts of the table of the dynamics block: masses, stiffness, damping, loads, contacts and
// gravity; how to run (TIMESTEP, INTEG, ...).
using NativeKeywords = std::span<const Keyword<NativeReading>>;
NativeKeywords native_force_keywords();
NativeKeywords native_run_keywords();

// Whether the tables say anything but what a motion in time needs: then the job is dynamic.
bool says_dynamics(const Tables& tables);

// What write_native() puts between END HALT and END END.
std::string write_native_dynamics(const Tables& tables);

}  // namespace mbs
