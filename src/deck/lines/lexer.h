// Deck text -> records of tokens, the same for every dialect. PARAM and INCLUDE records are
// carried out here; comments, continuations and `${...}` leave no trace but the locations.
//
// - A record is a line; `&` at the end of a line goes on in the next one that is not empty.
// - Blanks, tabs and commas separate fields. `#` starts a comment anywhere outside a quoted string;
//   `!` and `%` where a line start or a blank precedes them and no `=` follows.
// - `${...}` is a number: the value of the expression. `=` starts an expression that goes on to the
//   end of the record (in records of several of them to the next `;`) and is not evaluated here
//   (laws see t, e, ed later).
// - PARAM name = expression [SPREAD s] [FROM a TO b]; INCLUDE "file", relative to the including
//   file; MUSCLES "file" ... becomes records of MUSCLE (deck/lines/muscle_table.h).
// - UNITS mm N s deg, the first line of its file (SEGDYN may stand above), gives the units of its
//   numbers.
// - NAME, OUT, MEASURE, REPORT, SUMMARY and SWEEP lines are kept apart, whatever the dialect.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "deck/lines/deck_input.h"
#include "deck/lines/record.h"
#include "text/parameters.h"

namespace mbs {

inline constexpr std::size_t kMaxDeckBytes = std::size_t{256} << 20;  // with all included files
inline constexpr std::size_t kMaxDeckTokens = 5'000'000;
inline constexpr int kMaxIncludeDepth = 16;

class FileCache;
struct LexedTable;

// A text that became part of the deck.
struct DeckPart {
  int file = 0;  // SourceLocation::file
  std::shared_ptr<const std::string> text;
};

struct LexedDeck {
  std::vector<Record> records;
  // Records of is_observation(), which may stand anywhere, like PARAM: keyword and text; NAME has
  // fields.
  std::vector<Record> observations;
  Parameters parameters;
  // False if reading stopped half-way (no text, too large, bad include). The records then are not
  // the whole deck, and errors about them would mislead.
  bool usable = true;
  std::vector<DeckPart> included;  // by INCLUDE
  // Folder for files that a record names, by SourceLocation::file of the record.
  std::vector<std::filesystem::path> directories;
  bool may_read_files = true;        // DeckInput::follow_includes
  std::shared_ptr<FileCache> cache;  // DeckInput::files
  // The data file that was read last: several lines of a deck read one (deck/lines/table_file.cpp).
  mutable std::shared_ptr<const LexedTable> last_table;
};

// Registers all files with `diagnostics`, the deck itself first, and reports errors there.
LexedDeck lex(const DeckInput& input, Diagnostics& diagnostics);

// Whether bytes are a text that a deck may be: UTF-8 or ASCII, lines that end in LF or CR LF.
// False, with an error at the first byte that no text has.
bool is_plain_text(std::string_view text, int file, Diagnostics& diagnostics);

}  // namespace mbs
