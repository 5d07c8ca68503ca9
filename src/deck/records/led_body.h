// A body of space that rows of a table, or places of markers, lead as a whole: MOTION of KABIOS and
// native decks, and guides.
#pragma once

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "deck/records/measured.h"

namespace mbs {

struct Tables;

// The nodes of a led body, whose coordinates are prescribed, and the sequence of the angles that
// its rows have.
struct LedBody {
  int place = 0, turn = 0;
  std::string sequence;  // "zxy"
};
using ClassPlaces = std::map<std::tuple<Target, int, int>, std::size_t>;  // rows of the classes

// Reads the rows of a TABLE behind that word: x y z, and three angles or four Euler parameters.
std::vector<MotionRow> read_rows_of_body(RecordReader& in, const LexedDeck& deck, bool by_numbers,
                                         const TimeGrid& grid, Diagnostics& diagnostics,
                                         const std::string& label);
// The same rows in a table of the columns of these motions alone.
std::vector<MotionRow> alone(std::span<const MotionRow> motions);
// Gives the body the motions: x y z, and three angles or four Euler parameters, which rows at
// `rows_at` have.
void lead_body(RecordReader& in, Tables& tables, const ClassPlaces& classes, const LedBody& body,
               std::vector<MotionRow> place, std::vector<MotionRow> turn, SourceLocation rows_at);

}  // namespace mbs
