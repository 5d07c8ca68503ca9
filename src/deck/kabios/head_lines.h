// The head of a KABIOS deck, line by line: the counts, then as many records of each kind as these
// say. Both heads, of the plane and of space, are read with it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "deck/lines/lexer.h"
#include "deck/lines/record_reader.h"
#include "plan/times.h"
#include "text/time_table.h"

namespace mbs {

class HeadLines {
 public:
  // first: the record of the counts.
  HeadLines(const LexedDeck& deck, std::size_t first, Diagnostics& diagnostics)
      : first_(first), next_(first), deck_(deck), diagnostics_(diagnostics) {}

  // The counts (a): as many as there are names, the first of them, bodies, at least 1, the last two
  // guides and the rows of their table. False after an error.
  bool counts(std::span<const std::string_view> names, std::span<int> out);
  // Counts that ask for many more lines than the deck has are refused at once, since lines would be
  // read as records of the wrong kind. A smaller difference is named with the first error.
  // words: with which records of the head may begin, besides numbers.
  bool enough_records(std::span<const int> counts, std::span<const std::string_view> words = {});
  // Reads n records; parse: the fields of one, and its number from 0.
  void each(int n, std::string_view what, std::string_view letter, const std::string& layout,
            const std::function<void(RecordReader&, int)>& parse);
  // The line of the times; table: of the guides, or null.
  void times(TimeGrid& grid, const TimeTable* table);
  // One row of the table of guides.
  void table_row(RecordReader& in, TimeTable& table, const std::function<Unit(int)>& unit) const;

  // Whether keyword lines follow the times, from record next() on. Something else is an error.
  bool is_followed();
  std::size_t next() const { return next_; }
  bool given_up() const { return given_up_; }
  SourceLocation counts_at() const { return counts_at_; }
  SourceLocation where() const { return where_; }  // of the record that is read

 private:
  void time(RecordReader& in, TimeGrid& grid, const TimeTable* table) const;

  std::size_t first_, next_;
  const LexedDeck& deck_;
  Diagnostics& diagnostics_;
  SourceLocation counts_at_, where_;
  std::string number_;    // how many counts there are, as a word: "nine"
  std::string mismatch_;  // the message where the counts ask for another number of records
  bool given_up_ = false;
};

}  // namespace mbs
