// MUSCLES "file": muscles from a table, one a row, as records of MUSCLE.
//
//   MUSCLES "file" [OF name ...] [EXCEPT name ...] [fields of MUSCLE for each of them]
//
// The first row of the file has headings, words of MUSCLE: what stands under FMAX or ARM 2 comes
// behind these words in the record, and an empty cell leaves them out. A column without heading
// goes on with the one before. NAME is the name; under GROUP stand words for OF and EXCEPT, under
// WORDS fields of MUSCLE as they are. Cells are apart by the first of semicolon, tab and comma that
// the headings have; `${...}` reads the parameters of the deck.
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

struct LexedDeck;

inline constexpr std::string_view kMusclesFields =
    "\"file\" [OF muscle or group ...] [EXCEPT muscle or group ...] [fields of MUSCLE for all]";

// The records, in the order of the rows; `line` is the record MUSCLES and `text` the file, which
// `file` stands for in locations. Errors are reported here; then what is right is left out too.
std::vector<Record> records_of_muscles(const Record& line, std::string_view text, int file,
                                       LexedDeck& deck, Diagnostics& diagnostics);

// The words that a MUSCLE may have, in upper case.
std::vector<std::string_view> muscle_words();

}  // namespace mbs
