// The reading of the keyword lines after the time line of a KABIOS deck. Private to deck/kabios/;
// the entrance is read_kabios_tail() in deck/lines/dialects.h.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "deck/help/keywords.h"
#include "deck/kabios/kabios_tables.h"
#include "deck/records/joint_records.h"
#include "deck/records/markers.h"

namespace mbs {

struct KabiosTail : JointReading {
  KabiosTail(const LexedDeck& lexed, ElementSpecs known, Tables& out, Diagnostics& sink);

  int take_body(RecordReader& in, std::string_view field) override;
  std::array<int, 2> nodes_of(int body) override;
  void note_equations(SourceLocation at) override;
  // Adds a record of the deck, and its table rows.
  template <class Row>
  void say(std::vector<Row>& rows, Row row) {
    lower(row, tables);
    rows.push_back(std::move(row));
  }

  // A law of a spring or hinge; the spring may stand below the law in the deck.
  struct SpringLaw {
    bool turns;
    int number;
    LawRow row;
    SourceLocation number_at;
  };
  struct Crowded {  // a record after which there were more equations than coordinates
    SourceLocation where;
    std::string label;
    std::size_t m;
  };

  KabiosDeck& said;  // of the tables
  std::vector<SpringLaw> spring_laws;
  std::vector<Crowded> crowded;
  MarkerLines markers;
  int springs = 0, hinges = 0, contacts = 0;
  bool ended = false;
};

// ---- records: springs, contacts, loads, laws ----------------------------------------------------

void kabios_spring(RecordReader& in, KabiosTail& r);
void kabios_contact(RecordReader& in, KabiosTail& r);
void kabios_force(RecordReader& in, KabiosTail& r);
void kabios_markers(RecordReader& in, KabiosTail& r);
void kabios_motion(RecordReader& in, KabiosTail& r);
void kabios_drive(RecordReader& in, KabiosTail& r);
void kabios_net_joint(RecordReader& in, KabiosTail& r);
void kabios_torque(RecordReader& in, KabiosTail& r);
void kabios_law(RecordReader& in, KabiosTail& r);

// ---- their parts --------------------------------------------------------------------------------

// Takes the number of a body.
int take_kabios_body(RecordReader& in, const KabiosTail& r, std::string_view field);
// Take the targets of a muscle and of an event.
void kabios_muscle_arm(RecordReader& in, KabiosTail& r, MuscleArm& arm);
void kabios_event_targets(RecordReader& in, KabiosTail& r, TargetCount count,
                          std::vector<EventTarget>& targets);

// ---- at the end of the deck ---------------------------------------------------------------------

void attach_spring_laws(KabiosTail& r);
void check_kabios_equations(const KabiosTail& r);

}  // namespace mbs
