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
// - UNITS mm N s deg, above all else in its file (but for SEGDYN), says what its numbers are in.
// - NAME, OUT, MEASURE, REPORT, SUMMARY and SWEEP lines are kept apart, whatever the dialect.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "text/parameters.h"

namespace mbs {

inline constexpr std::size_t kMaxDeckBytes = std::size_t{256} << 20;  // with all included files
inline constexpr std::size_t kMaxDeckTokens = 5'000'000;
inline constexpr int kMaxIncludeDepth = 16;

class FileCache;

struct LexedDeck {
  std::vector<Record> records;
  // Records of is_observation(), which may stand anywhere, as PARAM may: keyword and text, but
  // for NAME, which has fields.
  std::vector<Record> observations;
  Parameters parameters;
  // False if reading stopped half-way (not a text, too large, bad include): the records are not
  // the whole deck and complaining about them would mislead.
  bool usable = true;
  // Where a file named in a record is looked for, by SourceLocation::file of that record.
  std::vector<std::filesystem::path> directories;
  bool may_read_files = true;        // LexInput::follow_includes
  std::shared_ptr<FileCache> cache;  // LexInput::cache
};

// A line that is read after the deck: what the command line asks for beside it. Errors call it by
// its name, and column 1 of its line 1 is the first one behind `head`.
struct AddedLine {
  std::string name;
  std::string head;  // "MEASURE equation_1 ="
  std::string text;
};

struct LexInput {
  std::string name;  // shown in errors
  std::string text;
  std::filesystem::path directory;  // INCLUDE files of the deck are looked for here
  std::vector<std::pair<std::string, std::string>> overrides = {};  // -D name=value
  bool follow_includes = true;  // false: INCLUDE is an error and no file is touched
  bool empty_cells = false;     // nothing before a comma is a word without letters, and no error
  std::vector<AddedLine> added = {};
  std::shared_ptr<FileCache> cache = {};  // null: files are read anew
};

// Registers its files with `diagnostics` (the deck itself first) and reports everything there.
LexedDeck lex(const LexInput& input, Diagnostics& diagnostics);

}  // namespace mbs
