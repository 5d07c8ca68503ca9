// Joints in the tail of KABIOS decks and between segments of chains (deck/names/kabios_joints.h),
// with their drives, laws and friction. The records are equal in both but for the meaning of a
// body.
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

namespace mbs {

// Words of a dialect for joints.
struct JointWords {
  std::string_view body, bodies;  // "body", "bodies"; "segment", "segments"
  // Joints that are not in kabios_joints() but that other records may name.
  std::span<const std::string_view> own_joints;
  std::string_view joints;  // completes "expected"
};

// The reading of a dialect that has such joints.
struct JointReading : Reading {
  JointReading(const JointWords& dialect, const LexedDeck& lexed, ElementSpecs known, Tables& out,
               Diagnostics& sink)
      : Reading(lexed, known, out, sink), words(dialect) {}
  virtual ~JointReading() = default;

  // Reads the number of a body, field i or j of the record.
  virtual int take_body(RecordReader& in, std::string_view field) = 0;
  virtual std::array<int, 2> nodes_of(int body) = 0;  // its point and its angle node
  // Called when equations have been added; the argument is the place for errors.
  virtual void note_equations(SourceLocation) {}

  // Number of joints of a word so far.
  int joint_count(std::string_view word) const {
    const auto it = joints.find(word);
    return it == joints.end() ? 0 : it->second;
  }
  // "GEAR 2", "WELD 1 3".
  std::string joint_name(int element, int component) const;
  // Whether a deformation has a class row: it is driven or released.
  bool is_classed(int element, int component) const;
  void let_go(int element, int component);

  const JointWords& words;
  int frictions = 0;
  std::map<std::string_view, int> joints;
};

// ---- records ------------------------------------------------------------------------------------

void read_joint(RecordReader& in, JointReading& r);
void read_joint_friction(RecordReader& in, JointReading& r);
// Reads CAM k and the contact model behind CONTACT.
void read_cam_contact(RecordReader& in, JointReading& r);
// Reads the fields behind DRIVE: joint k [equation] = expression. `others`: other words that are
// right there; `expected`: text of all that can be driven.
void read_joint_drive(RecordReader& in, JointReading& r, std::vector<std::string_view> others,
                      const std::string& expected);
// Reads the fields behind LAW and the word of a joint.
void read_joint_law(RecordReader& in, JointReading& r, const std::string& word);

// ---- their parts --------------------------------------------------------------------------------

// Reads the numbers of `size` different bodies (2 or 3) and counts the record.
bool take_bodies(RecordReader& in, JointReading& r, int& count, std::vector<int>& bodies,
                 std::size_t size = 2);
bool take_law(RecordReader& in, Reading& r, LawRow& row);
// take_named() reads k of an element "word k" above. take_joint() also reads the number of a
// deformation, if the element has several.
bool take_named(RecordReader& in, JointReading& r, const std::string& word, int& element);
bool take_joint(RecordReader& in, JointReading& r, const std::string& word, int& element,
                int& component);
// Adds deformations of the element of this label ("REVOLUTE 2") to `targets`; none if there is no
// such element.
void event_deformations(RecordReader& in, const JointReading& r, const std::string& label,
                        TargetCount count, std::vector<EventTarget>& targets);

}  // namespace mbs
