// Parts of TurnRow, an orientation that moves as prescribed, which native decks and KABIOS decks of
// space share.
#pragma once

#include <string>
#include <vector>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

// Three turns about the axes of a sequence, "ZXY", that the body carries along, or of space.
void set_sequence(TurnRow& row, const std::string& sequence, bool in_space);
// Makes unit quaternions of the rows of a table of q0 to q3, with signs that go on from row to row.
void make_continuous(RecordReader& in, std::vector<MotionRow>& motions, SourceLocation where);

}  // namespace mbs
