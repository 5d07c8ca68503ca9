// What reads a SEGDYN deck: segments, state, times (segdyn.cpp), what is known of them, equations
// and constraints (segdyn_choice.cpp), springs and points (segdyn_springs.cpp), contacts
// (segdyn_contact.cpp), joints between segments and what drives (segdyn_joints.cpp), events
// (segdyn_events.cpp).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "deck/dialects.h"
#include "deck/joint_reader.h"
#include "deck/keywords.h"

namespace mbs {

class SegdynReader : JointReader {
 public:
  SegdynReader(const LexedDeck& deck, ElementSpecs specs, Tables& tables, Once& once,
               Diagnostics& diagnostics)
      : JointReader(kWords, deck, specs, tables, once, diagnostics), chain_(tables.chain) {}

  void read();

  static std::span<const Keyword<SegdynReader>> keywords();

 private:
  static constexpr int kMostSprings = 1000000;
  static const JointWords kWords;
  int segment_count() const { return count_of(chain_.segments); }
  void count();
  void line(const Record& record);
  std::string record_name() const;
  // A number counted from 1 in the deck, from 0 here.
  int index(RecordReader& in, std::string_view what, int lowest, int highest);

  void segment(RecordReader& in);
  void attach(RecordReader& in);
  void state(RecordReader& in);
  void base(RecordReader& in);
  void time(RecordReader& in);
  void muscle(RecordReader& in);
  void muscle_start(RecordReader& in);
  void static_opt(RecordReader& in);
  void muscle_arm(RecordReader& in, MuscleArm& arm);
  auto take_arm() {
    return [this](RecordReader& in, MuscleArm& arm) { muscle_arm(in, arm); };
  }
  void end(RecordReader& in);

  void known(RecordReader& in);
  void unknown(RecordReader& in);
  void row(RecordReader& in);
  void fix(RecordReader& in);
  void free(RecordReader& in);
  void lock(RecordReader& in);
  void equal(RecordReader& in);
  void project(RecordReader& in);
  void forward(RecordReader& in);

  void contact(RecordReader& in);
  // i and j, two different ones; 0 is the ground.
  void between(RecordReader& in, int& i, int& j);
  void spring(RecordReader& in);
  void beam(RecordReader& in);
  void path(RecordReader& in);
  std::ptrdiff_t part_count(ChainLaw::Kind kind) const;
  void law(RecordReader& in);
  void point(RecordReader& in);
  void force(RecordReader& in);
  void check_law_places();
  void check_laws();
  void check_over(const MuscleArm& arm, const std::string& label);
  void lay_over_joints(std::vector<MuscleArm>& arms, const std::string& label,
                       SourceLocation where);

  // Joints between segments and what names them: read when the chain has its nodes.
  int take_body(RecordReader& in, std::string_view field) override;
  std::array<int, 2> nodes_of(int segment) override;
  const KabiosJoint* find_joint(std::string_view word) const override {
    return mbs::find_joint(Dialect::segdyn, word);
  }
  std::string element_label(std::string_view word, long long number) const override;
  bool waits(const Record& record) const;
  void read_joints();
  void drive(RecordReader& in);
  void drive_angle(RecordReader& in, bool hinge);
  void check_choice();

  void chain_event(RecordReader& in);
  void event_targets(RecordReader& in, TargetCount count, std::vector<EventTarget>& targets);
  void event_constraint(RecordReader& in, SourceLocation what_at, const std::string& label,
                        TargetCount count, std::vector<EventTarget>& targets);
  void event_components(RecordReader& in, Target target, int owner, TargetCount count,
                        std::vector<EventTarget>& targets);

  // A variable and its index; its text "PHIDD 2" or, after an error, an empty one.
  std::string variable(RecordReader& in, std::string_view name, SourceLocation name_at,
                       ChainVariable& which, int& at_index);
  // A number, = expression, or TABLE "file" [column].
  void value(RecordReader& in, ChainQuantity& out, const std::string& label);
  void expression(RecordReader& in, ChainQuantity& out, const std::string& label);
  void check_expressions();
  bool phi(RecordReader& in);
  bool constraint(RecordReader& in, ChainConstraint row);
  // AT t. False after an error.
  bool moment(RecordReader& in, double& t);

  void complete();
  void check_releases();
  void check_table(const ChainQuantity& quantity, const std::string& label, SourceLocation where);

  Chain& chain_;
  std::vector<std::pair<const Token*, std::string>> expressions_;  // and their records
  std::vector<const Record*> waiting_;
  bool ended_ = false, has_time_ = false;
};

}  // namespace mbs
