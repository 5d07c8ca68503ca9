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

// The words of curves have been read. Fails if the next field is none of what follows them: a file,
// rows, or markers.
void refuse_before_table(RecordReader& in, const TableWords& of);

// The file or the markers have been read. Fails if the next word is one that stands elsewhere.
void refuse_behind_table(RecordReader& in, const TableWords& of);

}  // namespace mbs
