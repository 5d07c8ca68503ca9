// What the readers of keyword lines have in common: what is given twice, and the records that are
// the same in every dialect. A reader derives from LineReader and names them in its table.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "deck/event_records.h"
#include "deck/record_reader.h"
#include "deck/tables.h"

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

class LineReader {
 protected:
  LineReader(const LexedDeck& deck, Tables& tables, Once& once, Diagnostics& diagnostics)
      : deck_(deck), tables_(tables), once_(once), diagnostics_(diagnostics) {}
  // Readers of joints have virtual functions; so all have, for the sanitizer of gcc takes a call
  // through a pointer to a member of a base without them for one on another object.
  virtual ~LineReader() = default;

  // The record that is read from now on, and what messages call it: "MASS 2".
  void begin(const Record& record, std::string label);

  // Ends the record. True if it is right and the first of its name, or of this key; `what` is
  // given twice else, without it the record itself or the key.
  bool first(RecordReader& in) { return first(in, label_); }
  bool first(RecordReader& in, const std::string& key, std::string_view what = {});

  // Records of the tables of all dialects; each takes the fields after its keyword.
  void gravity(RecordReader& in);
  void integration(RecordReader& in);
  void form(RecordReader& in);
  void limits(RecordReader& in);
  void iteration(RecordReader& in);
  void equilibrium(RecordReader& in);
  void modes(RecordReader& in);
  void ode(RecordReader& in);
  // Events may act on what stands below them: they are kept, and read at the end.
  void event(RecordReader& in);
  void read_events(const TakeTargets& take, const std::function<void(EventRow&)>& adapt = {});

  const LexedDeck& deck_;
  Tables& tables_;
  Once& once_;
  Diagnostics& diagnostics_;
  const Record* record_ = nullptr;  // the present one
  SourceLocation where_;
  std::string label_;

 private:
  std::vector<const Record*> events_;
};

}  // namespace mbs
