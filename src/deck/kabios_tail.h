// The reader of the keyword lines after the time line of a KABIOS deck. Private to
// deck/kabios_tail*.cpp; the entrance is read_kabios_tail() in dialects.h.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "deck/dialects.h"
#include "deck/joint_reader.h"
#include "deck/kabios_tables.h"
#include "deck/keywords.h"

namespace mbs {

class TailReader : JointReader {
 public:
  TailReader(const LexedDeck& deck, std::size_t next, ElementSpecs specs, Tables& tables,
             Once& once, Diagnostics& diagnostics)
      : JointReader(kWords, deck, specs, tables, once, diagnostics), next_(next) {}

  void read();

  static std::span<const Keyword<TailReader>> keywords();

 private:
  static const JointWords kWords;

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
  // The number of a body.
  int body(RecordReader& in, std::string_view field);
  int take_body(RecordReader& in, std::string_view field) override;
  std::array<int, 2> nodes_of(int body) override {
    const BodyRow& row = tables_.bodies[static_cast<std::size_t>(body - 1)];
    return {row.point, row.angle};
  }
  // Adds what a record says, and its rows.
  template <class Row>
  void say(std::vector<Row>& rows, Row row) {
    lower(row, tables_);
    rows.push_back(std::move(row));
  }

  // ---- bodies -----------------------------------------------------------------------------------

  void mass(RecordReader& in);
  void velocity(RecordReader& in);

  // ---- springs ----------------------------------------------------------------------------------

  void spring(RecordReader& in);
  void contact(RecordReader& in);

  // ---- loads and laws ---------------------------------------------------------------------------

  // Forces are numbered as they stand in the deck.
  int next_force() const;
  void force(RecordReader& in);
  void measured_force(RecordReader& in, int body);
  void motion(RecordReader& in);
  void drive(RecordReader& in);
  std::size_t count_equations() const;
  void note_equations(SourceLocation where) override;
  void check_equations();
  void net_joint(RecordReader& in);
  void torque(RecordReader& in);

  // LAW
  void law(RecordReader& in);
  void body_law(RecordReader& in);

  // Springs and hinges are numbered as they stand in the deck.
  void attach(SpringLaw law, SourceLocation at);

  // ---- how to run -------------------------------------------------------------------------------

  void muscle(RecordReader& in);
  void muscle_start(RecordReader& in);
  void static_opt(RecordReader& in);
  void muscle_arm(RecordReader& in, MuscleArm& arm);
  auto take_arm() {
    return [this](RecordReader& in, MuscleArm& arm) { muscle_arm(in, arm); };
  }
  void forward(RecordReader& in);
  void outlevel(RecordReader& in);

  // ---- events -----------------------------------------------------------------------------------

  void event_targets(RecordReader& in, TargetCount count, std::vector<EventTarget>& targets);
  void event_coordinates(RecordReader& in, TargetCount count, std::vector<EventTarget>& targets);
  void end(RecordReader&) { ended_ = true; }

  KabiosDeck& said_ = tables_.kabios;
  std::size_t next_;
  std::vector<std::pair<SpringLaw, SourceLocation>> spring_laws_;
  struct Crowded {  // the record with which there were more equations than coordinates
    SourceLocation where;
    std::string label;
    std::size_t m;
  };
  std::vector<Crowded> crowded_;
  int springs_ = 0, hinges_ = 0, contacts_ = 0;
  bool ended_ = false, has_states_ = false, has_method_ = false;
};

}  // namespace mbs
