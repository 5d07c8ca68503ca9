// The native dialect, SPACAR-style keyword lines: common parts of its two blocks. Private to
// deck/native*.cpp.
//
// A deck is a kinematics block, END HALT, a dynamics block, END END; without dynamics END END
// follows the first block. The user gives the numbers of nodes and elements. The tables have nodes,
// elements and their rows in ascending order of these numbers, whatever the order of the lines.
#pragma once

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/options.h"
#include "deck/help/keywords.h"
#include "deck/lines/dialects.h"
#include "deck/records/markers.h"
#include "deck/records/reading.h"
#include "deck/records/run_records.h"

namespace mbs {

struct NativeReading : Reading {
  NativeReading(const LexedDeck& lexed, ElementSpecs known, const Options& given, Tables& out,
                Diagnostics& sink);

  const Options& options;
  MarkerLines markers;
  std::map<int, int> nodes, elements;                         // number -> index
  std::map<std::tuple<Target, int, int>, std::size_t> taken;  // class row of each component
  bool incomplete = false;  // a definition had an error, so references to it give no further error
  bool has_dynamics = false;
  bool dynamic = false;   // the deck has a record that only dynamics needs
  bool has_time = false;  // there is a TIMESTEP or TIMES, with or without error
  SourceLocation dynamics_end;
};

// "PLBEAM 3": the keyword and the number after it, for messages.
std::string native_record_name(const Record& record);

// Takes the number of a node or element and returns its index; -1 after an error. kind: the
// required kind of node.
int take_node(RecordReader& in, NativeReading& r, std::string_view field);
int take_node(RecordReader& in, NativeReading& r, std::string_view field, NodeKind kind);
// Whether the next field is the number of a node of space.
bool names_node_of_space(const RecordReader& in, const NativeReading& r);
int take_element(RecordReader& in, NativeReading& r);
// Takes the first field of a layout: "fx fy" gives "fx", and `layout` becomes "fy".
std::string_view take_field(std::string_view& layout);
// Reports a remark of the registry of nodes on the numbers at this place.
void say(const NodeRemark& remark, RecordReader& in, SourceLocation at);
// Takes the number, from 1, of a coordinate of a node or a deformation of an element; returns it
// counted from 0.
int take_component(RecordReader& in, NativeReading& r, Target target, int owner);
// The number of coordinates or deformations of `owner`.
int component_count(const NativeReading& r, Target target, int owner);
// "x3_2", "e4_1".
std::string native_channel(const NativeReading& r, Target target, int owner, int component);
// "coordinate 2 of node 3", "deformation 1 of element 4".
std::string component_name(const NativeReading& r, Target target, int owner, int component);

using Records = std::span<const Record>;

void read_native_kinematics(Records records, NativeReading& r);
void read_native_dynamics(Records records, NativeReading& r);
// The records of the kinematics block that name its nodes and elements.
void read_native_classes(std::span<const Record* const> records, NativeReading& r);
std::vector<KeywordFields> native_class_keywords();

// Reads the fields behind INPUTX n c: position [velocity [acceleration]], POLY coefficients, TABLE
// rows or = expression. False after an error.
bool read_native_motion(RecordReader& in, NativeReading& r, Unit unit, std::string_view driven,
                        MotionRow& motion);

// Reads the fields behind INPUTX n of an orientation; at_node: where n stands.
void read_native_turn(RecordReader& in, NativeReading& r, int owner, SourceLocation at_node);
std::string write_turn(const TurnRow& row, const Tables& tables);
// Reads the fields behind MOTION p a: a body of space that moves as measured.
void read_native_led_body(RecordReader& in, NativeReading& r);
// A line MARKERS.
void read_native_markers(RecordReader& in, NativeReading& r);

void read_native_muscle(RecordReader& in, NativeReading& r);
// Takes the joint or deformation that a muscle acts on.
void take_native_arm(RecordReader& in, NativeReading& r, MuscleArm& arm);
// CONTACT e model ..., FRICTION k e d ...
void read_native_contact(RecordReader& in, NativeReading& r);
void read_native_friction(RecordReader& in, NativeReading& r);
// STOPS e d [MIN a] [MAX b] model ...
void read_native_stops(RecordReader& in, NativeReading& r);

// Parts of the table of the dynamics block: forces (masses, stiffness, damping, loads, contacts,
// gravity) and the run (TIMESTEP, INTEG, ...).
using NativeKeywords = std::span<const Keyword<NativeReading>>;
NativeKeywords native_force_keywords();
NativeKeywords native_run_keywords();

// Whether the tables have more than a motion in time needs: then the job is dynamic.
bool says_dynamics(const Tables& tables);

// The lines between END HALT and END END, for write_native().
std::string write_native_dynamics(const Tables& tables);

}  // namespace mbs
