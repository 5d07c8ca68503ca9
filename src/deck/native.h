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
#include "deck/dialects.h"
#include "deck/keywords.h"
#include "deck/line_reader.h"
#include "deck/run_records.h"

namespace mbs {

struct NativeContext {
  const LexedDeck& deck;
  ElementSpecs specs;
  const Options& options;
  Diagnostics& diagnostics;

  Tables tables{};
  std::map<int, int> nodes{}, elements{};                       // number -> index
  std::map<std::tuple<Target, int, int>, std::size_t> taken{};  // class row of each component
  bool incomplete = false;  // a definition was wrong: what refers to it is not to blame
  bool has_dynamics = false;
  bool dynamic = false;   // something was said that only dynamics needs
  bool has_time = false;  // there is a TIMESTEP or TIMES, sound or not
  SourceLocation dynamics_end{};
};

// "PLBEAM 3": the keyword and the number after it, for messages.
std::string native_record_name(const Record& record);

// The number of a node or element -> its index; -1 after an error. `kind`: what the node must be.
int take_node(RecordReader& in, NativeContext& deck, std::string_view field);
int take_node(RecordReader& in, NativeContext& deck, std::string_view field, NodeKind kind);
int take_element(RecordReader& in, NativeContext& deck);
// Takes the first field of a layout: "fx fy" -> "fx" and what is left, "fy".
std::string_view take_field(std::string_view& layout);
// Says what the registry of nodes has to remark on numbers at this place.
void say(const NodeRemark& remark, RecordReader& in, SourceLocation at);
// The number, from 1, of a coordinate of a node or a deformation of an element -> from 0.
int take_component(RecordReader& in, NativeContext& deck, Target target, int owner);
// How many coordinates or deformations it has.
int component_count(const NativeContext& deck, Target target, int owner);
// "coordinate 2 of node 3", "deformation 1 of element 4".
std::string component_name(const NativeContext& deck, Target target, int owner, int component);

using Records = std::span<const Record>;

void read_native_kinematics(Records records, NativeContext& deck);
void read_native_dynamics(Records records, NativeContext& deck);

// position [velocity [acceleration]], POLY coefficients, TABLE rows or = expression: what follows
// INPUTX n c.
// False after an error.
bool read_native_motion(RecordReader& in, NativeContext& deck, MotionRow& motion);

// Reads the record if it says how to run (TIMESTEP, INTEG, ...); false if it does not.
bool read_native_run(const Record& record, NativeContext& deck, Once& once);

// The same of masses, stiffness, damping, loads, contacts and gravity.
bool read_native_forces(const Record& record, NativeContext& deck, Once& once);

// MUSCLE, MUSCLESTART and STATICOPT.
void read_native_muscle(RecordReader& in, NativeContext& deck, SourceLocation where);
void read_native_static_opt(RecordReader& in, NativeContext& deck, Once& once,
                            SourceLocation where);
void read_native_muscle_start(RecordReader& in, NativeContext& deck, Once& once,
                              SourceLocation where);

// CONTACT e model ...
void read_native_contact(RecordReader& in, NativeContext& deck, Once& once,
                         const std::string& label, SourceLocation where);
// FRICTION k e d ...
void read_native_friction(RecordReader& in, NativeContext& deck, Once& once,
                          const std::string& label, SourceLocation where);

// The keywords of those two.
std::vector<KeywordFields> native_force_keywords();
std::vector<KeywordFields> native_run_keywords();

// Whether the tables say anything but what a motion in time needs: then the job is dynamic.
bool says_dynamics(const Tables& tables);

// What write_native() puts between END HALT and END END.
std::string write_native_dynamics(const Tables& tables);

}  // namespace mbs
