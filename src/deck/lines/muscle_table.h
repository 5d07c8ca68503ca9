// MUSCLES "file": muscles from a table, one a row, as records of MUSCLE.
//
//   MUSCLES "file" [OF name ...] [EXCEPT name ...] [fields of MUSCLE for each of them]
//
// The first row of the file has headings, which are words of MUSCLE. A cell under FMAX or ARM 2
// follows these words in the record; an empty cell leaves them out. A column without heading
// continues the column before. NAME is the name; GROUP has words for OF and EXCEPT; WORDS has
// fields of MUSCLE as they are. The separator is the first of semicolon, tab and comma that the
// headings contain. `${...}` reads parameters of the deck.
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

struct LexedDeck;

inline constexpr std::string_view kMusclesFields =
    "\"file\" [OF muscle or group ...] [EXCEPT muscle or group ...] [fields of MUSCLE for all]";

// The records in the order of the rows. `line`: the record MUSCLES; `text`: the text of the file;
// `file`: its number in locations. Errors are reported here, and then no record is returned.
std::vector<Record> records_of_muscles(const Record& line, std::string_view text, int file,
                                       LexedDeck& deck, Diagnostics& diagnostics);

// The words that a MUSCLE may have, in upper case.
std::vector<std::string_view> muscle_words();

}  // namespace mbs
