// Common parts of the readers of keyword lines: the deck, the present record, the check against
// repeats, and the records that are the same in every dialect. A reader has a table of its keywords
// (deck/help/keywords.h); each row has a record and the function that reads it. The function gets
// the fields behind the keyword and the Reading, or the type that a dialect derives from it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/dialects.h"
#include "deck/lines/record_reader.h"
#include "deck/records/event_records.h"
#include "deck/records/muscle_records.h"

namespace mbs {

struct LexedDeck;
struct Tables;
struct SharedKeyword;

// Remembers the place of things that may be given only once.
class Once {
 public:
  explicit Once(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
  // False, with an error, if `key` ("XM 3") was given before. `what`: the thing in the message that
  // is given twice; empty: the record.
  bool operator()(RecordReader& in, SourceLocation where, const std::string& key,
                  std::string_view what = {});
  bool contains(const std::string& key) const { return first_.contains(key); }

 private:
  Diagnostics& diagnostics_;
  std::map<std::string, SourceLocation> first_;
};

struct Reading {
  Reading(const LexedDeck& lexed, ElementSpecs known, Tables& out, Diagnostics& sink)
      : deck(lexed), specs(known), tables(out), diagnostics(sink), once(sink) {}

  // Begins a record; `name` is its name in messages: "MASS 2".
  void begin(const Record& next, std::string name);
  // Ends the record. True if it has no error and is the first of its name or `key`. Otherwise the
  // message says that `what` (empty: the record or the key) is given twice.
  bool first(RecordReader& in) { return first(in, label); }
  bool first(RecordReader& in, const std::string& key, std::string_view what = {});

  const LexedDeck& deck;
  ElementSpecs specs;
  Tables& tables;
  Diagnostics& diagnostics;
  Once once;
  const Record* record = nullptr;  // the present one
  SourceLocation where;
  std::string label;
  TakeArm take_arm;  // reads a joint of a muscle
  // read at the end, since they may act on things defined below them
  std::vector<const Record*> events;
};

void read_gravity(RecordReader& in, Reading& r);    // gx gy, or EARTH
void read_redundant(RecordReader& in, Reading& r);  // LEAST [LENGTH l]
// Takes EARTH, 9.81 m/s2 downwards in the units of the deck. False if the next word is another one.
bool read_earth(RecordReader& in, Reading& r);
namespace shared {
extern const SharedKeyword integ, form, limit, assemble, iterstep, equilibrium, eigen, ode, event,
    muscle, muscle_start, static_opt;
}

// Reads all EVENT lines. `adapt`: changes of a dialect to each row.
void read_events(Reading& r, const TakeTargets& take, void (*adapt)(const Tables&, EventRow&) = {});

}  // namespace mbs
