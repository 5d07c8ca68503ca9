// What the readers of keyword lines have in common: the deck, the record that is read, what is
// given twice, and the records that are the same in every dialect. A reader has a table of its
// keywords (deck/help/keywords.h), a row of which is a record and the function that reads it; such
// a function takes the fields behind the keyword and the Reading, or what a dialect has made of it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "deck/lines/record_reader.h"
#include "deck/records/event_records.h"
#include "deck/records/muscle_records.h"

namespace mbs {

// Remembers where something that may be said once was said.
class Once {
 public:
  explicit Once(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}
  // False, and an error, if `key` ("XM 3") was there before. `what` is given twice then; empty: the
  // record itself.
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

  // The record that is read from now on, and what messages call it: "MASS 2".
  void begin(const Record& next, std::string name);
  // Ends the record. True if it is right and the first of its name, or of this key; `what` is given
  // twice else, without it the record itself or the key.
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
  TakeArm take_arm;                   // how muscles name a joint
  std::vector<const Record*> events;  // they may act on what stands below them: read at the end
};

// A record that means the same in every dialect, as a row of their tables of keywords.
struct SharedKeyword {
  std::string_view name, fields;
  void (*read)(RecordReader&, Reading&);
};

void read_gravity(RecordReader& in, Reading& r);  // gx gy, or EARTH
// EARTH: 9.81 m/s2 downwards, in the units of the deck. Whether the word stands next.
bool read_earth(RecordReader& in, Reading& r);
namespace shared {
extern const SharedKeyword integ, form, limit, assemble, iterstep, equilibrium, eigen, ode, event,
    muscle, muscle_start, static_opt;
}

// EVENT lines. `adapt`: what the dialect makes of one.
void read_events(Reading& r, const TakeTargets& take, void (*adapt)(const Tables&, EventRow&) = {});

}  // namespace mbs
