// The reading of a SEGDYN deck: segments, state, times (segdyn.cpp), known variables, equations and
// constraints (segdyn_choice.cpp), springs and points (segdyn_springs.cpp), contacts
// (segdyn_contact.cpp), joints between segments and drives (segdyn_joints.cpp), events
// (segdyn_events.cpp). Private to deck/segdyn*.cpp.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "deck/help/keywords.h"
#include "deck/records/joint_records.h"
#include "plan/chain.h"

namespace mbs {

inline constexpr int kMostChainParts = 1000000;

class LawNames;

struct SegdynReading : JointReading {
  SegdynReading(const LexedDeck& lexed, ElementSpecs known, Tables& out, Diagnostics& sink);

  int take_body(RecordReader& in, std::string_view field) override;
  std::array<int, 2> nodes_of(int segment) override;
  int segment_count() const { return count_of(chain.segments); }

  Chain& chain;                                                   // of the tables
  std::vector<std::pair<const Token*, std::string>> expressions;  // and their records
  // Records that are read after the chain has its nodes. of_bodies: records of one segment, which
  // any chain may have. waiting: joints, drives, laws and friction between segments.
  std::vector<const Record*> of_bodies, waiting;
  bool ended = false, has_time = false;
};

// Takes a number counted from 1 in the deck; returns it counted from 0.
int take_chain_index(RecordReader& in, std::string_view what, int lowest, int highest);

// ---- records ------------------------------------------------------------------------------------

void chain_known(RecordReader& in, SegdynReading& r);
void chain_unknown(RecordReader& in, SegdynReading& r);
void chain_row(RecordReader& in, SegdynReading& r);
void chain_fix(RecordReader& in, SegdynReading& r);
void chain_free(RecordReader& in, SegdynReading& r);
void chain_lock(RecordReader& in, SegdynReading& r);
void chain_equal(RecordReader& in, SegdynReading& r);
void chain_project(RecordReader& in, SegdynReading& r);
void chain_forward(RecordReader& in, SegdynReading& r);
void chain_contact(RecordReader& in, SegdynReading& r);
void chain_spring(RecordReader& in, SegdynReading& r);
void chain_path(RecordReader& in, SegdynReading& r);
void chain_beam(RecordReader& in, SegdynReading& r);
void chain_drive(RecordReader& in, SegdynReading& r);
void chain_law(RecordReader& in, SegdynReading& r);
void chain_point(RecordReader& in, SegdynReading& r);
void chain_force(RecordReader& in, SegdynReading& r);
void chain_event(RecordReader& in, SegdynReading& r);

// Take the targets of a muscle and of an event.
void chain_muscle_arm(RecordReader& in, SegdynReading& r, MuscleArm& arm);
void chain_event_targets(RecordReader& in, SegdynReading& r, TargetCount count,
                         std::vector<EventTarget>& targets);

// ---- at the end of the deck ---------------------------------------------------------------------

// Whether a record is read only after the chain has its nodes.
bool waits_for_nodes(const Record& record);
void check_chain_expressions(SegdynReading& r, const LawNames& known);
void check_law_places(SegdynReading& r);
void check_chain_laws(SegdynReading& r, const LawNames& known);
void check_chain_choice(SegdynReading& r);
void check_releases(SegdynReading& r);
// After the joints between segments are read: muscles over them, and the checks of expressions.
void finish_chain_joints(SegdynReading& r);

}  // namespace mbs
