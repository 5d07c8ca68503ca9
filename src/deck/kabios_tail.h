// The reader of the keyword lines after the time line of a KABIOS deck. Private to
// deck/kabios_tail*.cpp; the entrance is read_kabios_tail() in dialects.h.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "deck/dialects.h"
#include "deck/keywords.h"
#include "deck/line_reader.h"

namespace mbs {

class TailReader : LineReader {
 public:
  TailReader(const LexedDeck& deck, std::size_t next, ElementSpecs specs, Tables& tables,
             Once& once, Diagnostics& diagnostics)
      : LineReader(deck, tables, once, diagnostics), next_(next), specs_(specs) {}

  void read();

  static std::span<const Keyword<TailReader>> keywords();

 private:
  // A law of spring or hinge `number`, which may stand below it in the deck.
  struct SpringLaw {
    std::string_view keyword;  // of the element, "PLSDA"
    int number;
    LawRow row;
  };

  void line(const Record& record);
  // Unless the deck asks for STATIC or EIGEN.
  void make_dynamic() {
    if (tables_.job == Job::kinematic) tables_.job = Job::dynamic;
  }

  // "MASS 2" of body 2, "SDA 3" of the third spring.
  std::string record_name(const Record& record) const;
  int joint_count(std::string_view word) const {
    const auto it = joints_.find(word);
    return it == joints_.end() ? 0 : it->second;
  }
  int body(RecordReader& in, std::string_view field);
  int point_node(int body) const { return tables_.bodies[body].point; }
  int angle_node(int body) const { return tables_.bodies[body].angle; }

  // ---- bodies -----------------------------------------------------------------------------------

  void mass(RecordReader& in);
  void velocity(RecordReader& in);

  // ---- springs ----------------------------------------------------------------------------------

  const RecordSpec* spec_of(std::string_view keyword) const;
  // i and j, then the element between them; `row` has no columns yet.
  bool between(RecordReader& in, std::string_view keyword, int& count, ElementRow& row);

  // k, rest value, c and, if it is there, a constant stress.
  void spring(RecordReader& in, ElementRow row, std::string_view rest_name,
              std::string_view stress_name);
  void linear_spring(RecordReader& in);
  void torsional_spring(RecordReader& in);
  void contact(RecordReader& in);
  void friction(RecordReader& in);
  // kabios_joints.h
  void joint(RecordReader& in);
  void cam(RecordReader& in, ElementRow& row);
  void formula(RecordReader& in);

  // ---- loads and laws ---------------------------------------------------------------------------

  // Forces are numbered as they stand in the deck.
  int next_force() const;
  void force(RecordReader& in);
  void measured_force(RecordReader& in, int body);
  void motion(RecordReader& in);
  void drive(RecordReader& in);
  void drive_joint(RecordReader& in);
  // The motion of what `row` names is this expression; `at`: where the record names it.
  void prescribe(RecordReader& in, const Token& text, SourceLocation at, ClassRow row);
  int angle_formula(const std::string& revolute);
  bool take_element(RecordReader& in, const std::string& word, int& element);
  bool take_joint(RecordReader& in, const std::string& word, int& element, int& component);
  std::string joint_name(int element, int component) const;
  void joint_law(RecordReader& in, const std::string& word);
  std::size_t count_equations() const;
  void note_equations(SourceLocation where);
  void check_equations();
  void net_joint(RecordReader& in);
  void torque(RecordReader& in);

  // LAW
  void law(RecordReader& in);
  void body_law(RecordReader& in);
  bool take_law(RecordReader& in, LawRow& row);

  // Springs and hinges are numbered as they stand in the deck.
  void attach(SpringLaw law, SourceLocation at);

  // ---- how to run -------------------------------------------------------------------------------

  void muscle(RecordReader& in);
  void muscle_start(RecordReader& in);
  void static_opt(RecordReader& in);
  void muscle_arm(RecordReader& in, MuscleArm& arm);
  bool is_classed(int element, int component) const;
  void let_go(int element, int component);
  auto take_arm() {
    return [this](RecordReader& in, MuscleArm& arm) { muscle_arm(in, arm); };
  }
  void forward(RecordReader& in);
  void outlevel(RecordReader& in);

  // ---- events -----------------------------------------------------------------------------------

  void event_targets(RecordReader& in, TargetCount count, std::vector<EventTarget>& targets);
  void event_coordinates(RecordReader& in, TargetCount count, std::vector<EventTarget>& targets);
  // Deformations of the element of this label ("REVOLUTE 2"); none if there is no such element.
  void event_deformations(RecordReader& in, const std::string& label, TargetCount count,
                          std::vector<EventTarget>& targets);
  void end(RecordReader&) { ended_ = true; }

  std::size_t next_;
  ElementSpecs specs_;
  std::vector<std::pair<SpringLaw, SourceLocation>> spring_laws_;
  struct Crowded {  // the record with which there were more equations than coordinates
    SourceLocation where;
    std::string label;
    std::size_t m;
  };
  std::vector<Crowded> crowded_;
  int springs_ = 0, hinges_ = 0, contacts_ = 0, frictions_ = 0;
  std::map<std::string_view, int> joints_;  // how many there are of each word
  bool ended_ = false, has_states_ = false, has_method_ = false;
};

}  // namespace mbs
