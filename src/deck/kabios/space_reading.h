// The reading of a KABIOS deck of bodies of space: its head (space_head.cpp) and the lines after
// its times (space_tail.cpp, space_loads.cpp). Private to deck/kabios; the entrance is
// read_kabios_space().
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "deck/help/keywords.h"
#include "deck/kabios/space_deck.h"
#include "deck/kabios/space_words.h"
#include "deck/records/markers.h"
#include "deck/records/reading.h"
#include "deck/tables/tables.h"
#include "text/time_table.h"

namespace mbs {

class HeadLines;

struct SpaceReading : Reading {
  SpaceReading(const LexedDeck& lexed, ElementSpecs known, const Options& given, Tables& out,
               Diagnostics& sink)
      : Reading(lexed, known, out, sink),
        options(given),
        said(std::make_shared<KabiosSpaceDeck>()) {
    markers.in_space = true;
  }

  // Nodes of a body, from 1.
  int place_of(int body) const { return 2 * body - 2; }
  int turn_of(int body) const { return 2 * body - 1; }
  std::vector<int> nodes_of(int i, int j) const {
    return {place_of(i), turn_of(i), place_of(j), turn_of(j)};
  }

  int take_body(RecordReader& in, std::string_view field);
  // Two different bodies, i and j.
  bool take_bodies(RecordReader& in, int& i, int& j);
  // The number of a joint, or of a line of the tail that is an element; returns its index.
  int take_element(RecordReader& in);
  // A motion of an element that it lets free or that a line may let go, from 1; returns it from 0.
  int take_motion(RecordReader& in, int element, bool free_only);
  // JOINT n d, or i k; `at`: the place of the record in messages.
  bool take_coordinate(RecordReader& in, CoordinateOfSpace& out);
  // Reads a driver: the coordinate, then three numbers, in the head, or "= expression".
  bool read_driver(RecordReader& in, bool in_tail);
  // Reads the fields of a joint behind its bodies; row has its nodes. stop: a word that ends them.
  void take_joint(RecordReader& in, ElementRow& row, std::string_view stop = {});
  // "X of body 2", "motion 1 of REVOLUTE 3".
  std::string name_of(const CoordinateOfSpace& of) const;
  Unit unit_of(const CoordinateOfSpace& of) const;

  // Adds an element behind the others and returns its index.
  int add_element(ElementRow row);
  // Adds a class; false, with an error at the record, where the place has one already.
  bool set_class(RecordReader& in, ClassRow row, const std::string& name);
  bool is_classed(Target target, int owner, int component) const {
    return taken.contains({target, owner, component});
  }
  // The class that a record gives the place; null: none.
  const ClassRow* class_of(Target target, int owner, int component) const {
    const auto it = taken.find({target, owner, component});
    return it == taken.end() ? nullptr : &tables.classes[it->second];
  }
  // Releases a deformation that no record has given a class.
  void let_go(int element, int component);
  // Holds or drives a coordinate. Angles of bodies become an element at the end of the deck.
  bool hold(RecordReader& in, const CoordinateOfSpace& of, ClassSource source);
  bool drive(RecordReader& in, const CoordinateOfSpace& of, ClassSource source, MotionRow motion);

  // Makes the elements that no line of the deck is: angles of bodies, points; and lets free what
  // joints let free.
  void finish();

  const Options& options;
  std::shared_ptr<KabiosSpaceDeck> said;
  std::map<std::tuple<Target, int, int>, std::size_t> taken;  // rows of Tables::classes
  // Classes of angles of bodies; the owner of a row is the body.
  std::vector<ClassRow> angles;
  // Points that bodies carry: the node, its body, and its record.
  struct Carried {
    int node = 0, body = 0;
    std::string label;
    SourceLocation where;
  };
  std::vector<Carried> carried;
  MarkerLines markers;
  int forces = 0;
  int visible = -1;  // elements that lines of the deck are, once all are read
  bool ended = false, has_method = false;

 private:
  int ground_frame();
};

// A body that rows of a table lead: gives its six coordinates the class, which the motions follow.
bool class_led_body(RecordReader& in, SpaceReading& r, int body, ClassSource source);
// x y z, and three angles of its sequence or four Euler parameters, which rows at `rows_at` give.
void lead_body(RecordReader& in, SpaceReading& r, int body, std::vector<MotionRow> place,
               std::vector<MotionRow> turn, SourceLocation rows_at);

// (i): the guides and their table.
class GuidesOfSpace {
 public:
  explicit GuidesOfSpace(SpaceReading& r) : r_(r) {}

  void take(RecordReader& in, int k);
  void begin_table() { table_.columns.resize(static_cast<std::size_t>(columns_)); }
  void take_row(RecordReader& in, const HeadLines& lines);
  int columns() const { return columns_; }
  const TimeTable& table() const { return table_; }
  // Makes the motions, when the table is read.
  void lead();

 private:
  void lead(std::size_t k);

  SpaceReading& r_;
  TimeTable table_;
  int columns_ = 0;
  std::vector<int> first_column_;  // of each guide
  std::vector<SourceLocation> guide_at_;
  SourceLocation rows_at_;
};

// Adds a point of a body and returns its node.
int add_carried_point(SpaceReading& r, int body, const std::array<double, 3>& place,
                      const std::string& label);

// ---- records of the tail ------------------------------------------------------------------------

void space_force(RecordReader& in, SpaceReading& r);
void space_torque(RecordReader& in, SpaceReading& r);
void space_law(RecordReader& in, SpaceReading& r);
void space_muscle_arm(RecordReader& in, SpaceReading& r, MuscleArm& arm);
void space_net_joint(RecordReader& in, SpaceReading& r);
void space_markers(RecordReader& in, SpaceReading& r);
void space_motion(RecordReader& in, SpaceReading& r);
void space_body_damper(RecordReader& in, SpaceReading& r);
void space_friction(RecordReader& in, SpaceReading& r);
void space_contact(RecordReader& in, SpaceReading& r);
void space_spring(RecordReader& in, SpaceReading& r);
void space_bushing(RecordReader& in, SpaceReading& r);
void space_motor(RecordReader& in, SpaceReading& r);
void space_stops(RecordReader& in, SpaceReading& r);
void space_event_targets(RecordReader& in, SpaceReading& r, TargetCount count,
                         std::vector<EventTarget>& targets);
// Makes rows of FORCE and TORQ lines, whose expressions may name anything in the deck.
void lower_space_loads(SpaceReading& r);
// Reads the lines after the times, from record `next` on.
void read_space_tail(std::size_t next, SpaceReading& r);
// Called when all elements and classes are there: events, and checks of expressions.
void finish_space_tail(SpaceReading& r);

}  // namespace mbs
