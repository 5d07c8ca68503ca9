// Heel strikes and toe-offs from a file of markers: the heel is farthest in front of the pelvis at
// heel strike, the toe farthest behind it at toe-off (Zeni, Richards and Higginson, Gait & Posture
// 27, 2008, pages 710 to 714).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "deck/lines/record_reader.h"

namespace mbs {

struct LexedDeck;

struct HeelToe {
  bool heel = true;            // else the toe
  std::vector<Token> markers;  // of the foot, then those whose mean is the pelvis
  Token file;
  char axis = 'x';    // along the walk
  int direction = 0;  // 1, -1, or 0: as the pelvis goes
};

// The times, ascending. Empty, with an error, if the file cannot be read, lacks a marker, or the
// direction of the walk is not known.
std::optional<std::vector<double>> find_heel_toe(RecordReader& in, const LexedDeck& deck,
                                                 const HeelToe& asked, Diagnostics& diagnostics,
                                                 const std::string& label);

}  // namespace mbs
