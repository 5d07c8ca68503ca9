// The joints that KABIOS decks have in their tails and chains between their segments
// (deck/names/kabios_joints.h), with what drives them, their laws and their friction: the same
// records in both, but for what a body is.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/dialects.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/reading.h"
#include "deck/tables/tables.h"

namespace mbs {

// How a dialect speaks of joints.
struct JointWords {
  std::string_view body, bodies;  // "body", "bodies"; "segment", "segments"
  // Those that no record of kabios_joints() makes, but others may name.
  std::span<const std::string_view> own_joints;
  std::string_view joints;  // completes "expected"
};

// The reading of a dialect that has such joints.
struct JointReading : Reading {
  JointReading(const JointWords& dialect, const LexedDeck& lexed, ElementSpecs known, Tables& out,
               Diagnostics& sink)
      : Reading(lexed, known, out, sink), words(dialect) {}
  virtual ~JointReading() = default;

  // The number of a body, the field i or j of the record.
  virtual int take_body(RecordReader& in, std::string_view field) = 0;
  virtual std::array<int, 2> nodes_of(int body) = 0;  // its point and its angle
  // Equations have been added; `at`: what errors point at.
  virtual void note_equations(SourceLocation) {}

  // How many joints there are of a word so far.
  int joint_count(std::string_view word) const {
    const auto it = joints.find(word);
    return it == joints.end() ? 0 : it->second;
  }
  // "GEAR 2", "WELD 1 3".
  std::string joint_name(int element, int component) const {
    return kabios_joint_name(tables.elements[element], component);
  }
  // Whether a deformation is driven or let go.
  bool is_classed(int element, int component) const;
  void let_go(int element, int component);

  const JointWords& words;
  int frictions = 0;
  std::map<std::string_view, int> joints;
};

// ---- records ------------------------------------------------------------------------------------

void read_joint(RecordReader& in, JointReading& r);
void read_joint_friction(RecordReader& in, JointReading& r);
// CAM k and the model of a contact, where CONTACT stands before it.
void read_cam_contact(RecordReader& in, JointReading& r);
// What follows DRIVE: joint k [equation] = expression. `others`: words that would be right there
// too, `expected` all that may be driven.
void read_joint_drive(RecordReader& in, JointReading& r, std::vector<std::string_view> others,
                      const std::string& expected);
// What follows LAW and the word of a joint.
void read_joint_law(RecordReader& in, JointReading& r, const std::string& word);

// ---- their parts --------------------------------------------------------------------------------

// The numbers of two different bodies, or of three; the record is one more of its kind.
bool take_bodies(RecordReader& in, JointReading& r, int& count, std::vector<int>& bodies,
                 std::size_t size = 2);
bool take_law(RecordReader& in, Reading& r, LawRow& row);
// k of the element "word k" that stands above; with take_joint(), where it has several
// deformations, the number of one.
bool take_named(RecordReader& in, JointReading& r, const std::string& word, int& element);
bool take_joint(RecordReader& in, JointReading& r, const std::string& word, int& element,
                int& component);
// Deformations of the element of this label ("REVOLUTE 2"); none if there is no such element.
void event_deformations(RecordReader& in, const JointReading& r, const std::string& label,
                        TargetCount count, std::vector<EventTarget>& targets);

}  // namespace mbs
