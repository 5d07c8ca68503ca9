// The joints that KABIOS decks have in their tails and chains between their segments
// (deck/kabios_joints.h), with what drives them, their laws and their friction: one reader for
// both. That of a dialect derives from it and says what its bodies are.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/dialects.h"
#include "deck/kabios_joints.h"
#include "deck/line_reader.h"

namespace mbs {

// How a dialect speaks of joints.
struct JointWords {
  std::string_view body, bodies;  // "body", "bodies"; "segment", "segments"
  // Those that no record of kabios_joints() makes, but others may name.
  std::span<const std::string_view> own_joints;
  std::string_view joints;  // completes "expected"
};

class JointReader : protected LineReader {
 protected:
  JointReader(const JointWords& dialect, const LexedDeck& deck, ElementSpecs specs, Tables& tables,
              Once& once, Diagnostics& diagnostics)
      : LineReader(deck, tables, once, diagnostics), specs_(specs), dialect_(dialect) {}
  ~JointReader() = default;

  // ---- what the dialect says --------------------------------------------------------------------

  // The number of a body, the field i or j of the record.
  virtual int take_body(RecordReader& in, std::string_view field) = 0;
  virtual std::array<int, 2> nodes_of(int body) = 0;  // its point and its angle
  // Null where the word begins no record of a joint.
  virtual const KabiosJoint* find_joint(std::string_view word) const {
    return find_kabios_joint(word);
  }
  // "REVOLUTE 2": the label of the element that a record names so.
  virtual std::string element_label(std::string_view word, long long number) const;
  // Equations have been added; `where`: what errors point at.
  virtual void note_equations(SourceLocation) {}

  // ---- records ----------------------------------------------------------------------------------

  void joint(RecordReader& in);
  void friction(RecordReader& in);
  // CAM k and the model of a contact, where CONTACT stands before it.
  void cam_contact(RecordReader& in);
  // What follows DRIVE: joint k [equation] = expression. `others`: words that would be right there
  // too, `expected` all that may be driven.
  void drive_joint(RecordReader& in, std::vector<std::string_view> others,
                   const std::string& expected);
  // What follows LAW and the word of a joint.
  void joint_law(RecordReader& in, const std::string& word);

  // ---- their parts ------------------------------------------------------------------------------

  // How many there are of a word so far.
  int joint_count(std::string_view word) const {
    const auto it = joints_.find(word);
    return it == joints_.end() ? 0 : it->second;
  }
  int friction_count() const { return frictions_; }
  const RecordSpec* spec_of(std::string_view keyword) const { return find_spec(specs_, keyword); }
  // The numbers of two different bodies, or of three; the record is one more of its kind.
  bool between(RecordReader& in, int& count, std::vector<int>& bodies, std::size_t size = 2);
  // Points and angles of the bodies, as the element has them.
  std::vector<int> nodes_between(const std::vector<int>& bodies, const RecordSpec& spec);
  // The motion of what `row` names is this expression; `at`: where the record names it.
  void prescribe(RecordReader& in, const Token& text, SourceLocation at, ClassRow row);
  bool take_law(RecordReader& in, LawRow& row);
  // k of the element "word k" that stands above; with take_joint(), where it has several
  // deformations, the number of one.
  bool take_element(RecordReader& in, const std::string& word, int& element);
  bool take_joint(RecordReader& in, const std::string& word, int& element, int& component);
  // "GEAR 2", "WELD 1 3".
  std::string joint_name(int element, int component) const {
    return kabios_joint_name(tables_.elements[element], component);
  }
  // Whether it is driven or let go.
  bool is_classed(int element, int component) const;
  void let_go(int element, int component);
  // Deformations of the element of this label ("REVOLUTE 2"); none if there is no such element.
  void event_deformations(RecordReader& in, const std::string& label, TargetCount count,
                          std::vector<EventTarget>& targets);

  ElementSpecs specs_;

 private:
  bool is_joint(std::string_view word) const;
  void take_plain_joint(RecordReader& in, JointRecord& said, ElementRow& row);
  void take_formula_joint(RecordReader& in, JointRecord& said, ElementRow& row);
  void curves_let_go(RecordReader& in, JointRecord& said);
  bool take_two_bodies(RecordReader& in, JointRecord& said, ElementRow& row);
  void rope_slip(RecordReader& in, ContactRow& row);
  int angle_formula(const std::string& revolute);

  const JointWords& dialect_;
  int frictions_ = 0;
  std::map<std::string_view, int> joints_;
};

}  // namespace mbs
