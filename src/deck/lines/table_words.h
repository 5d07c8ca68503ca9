// What stands in a wrong place or form in a record with a table or with markers: words of curves,
// numbers without their word, names without quotes.
#pragma once

#include <string_view>

#include "deck/lines/record_reader.h"

namespace mbs {

struct TableWords {
  std::string_view opener = "TABLE";  // or "MARKERS"
  bool of_force = false;              // a measured force has THRESHOLD, SHIFT, PLATE and CHANNELS
};

// Called after the words of curves: fails unless a file, rows or markers follow.
void refuse_before_table(RecordReader& in, const TableWords& of);

// Called after the file or the markers: fails if a word follows that belongs before them.
void refuse_behind_table(RecordReader& in, const TableWords& of);

}  // namespace mbs
