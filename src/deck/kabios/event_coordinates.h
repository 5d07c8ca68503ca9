// The coordinates of a body in an EVENT of a KABIOS deck of the plane or of space.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "base/index.h"
#include "deck/lines/record_reader.h"
#include "deck/records/event_records.h"
#include "text/names.h"

namespace mbs {

// Reads one or more of the words, and calls add() with the number of each; no word: all of them.
// expected: in the error of a missing word; known: in that of a wrong one.
template <class Add>
void read_event_coordinates(RecordReader& in, TargetCount count,
                            std::span<const std::string_view> words, std::string_view expected,
                            std::string_view known, Add&& add) {
  if (in.ok() && count == TargetCount::all && in.at_end())
    for (int k = 0; k < count_of(words); ++k) add(k);
  bool more = count != TargetCount::all || !in.at_end();
  while (in.ok() && more) {
    const SourceLocation where = in.here();
    const std::string word = in.word("coordinate", std::string(expected));
    const auto it = std::find(words.begin(), words.end(), word);
    if (in.ok() && it == words.end())
      in.fail(where, fmt::format("'{}' is no coordinate", printable(word)), std::string(known));
    if (in.ok()) add(static_cast<int>(it - words.begin()));
    more = count == TargetCount::all && !in.at_end();
  }
}

}  // namespace mbs
