// A record of a deck: tokens, each with its place.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source_location.h"
#include "text/units.h"

namespace mbs {

enum class TokenKind : std::uint8_t {
  number,      // value is finite
  word,        // anything else, a malformed number such as 1.2.3 or 0.0O included
  string,      // "...": text is what stands between the quotes
  expression,  // text is what follows `=`; continuation lines are joined by line feeds
  label        // a letter in parentheses, as (c) or ( C )
};

struct Token {
  TokenKind kind = TokenKind::word;
  std::string text;       // as written
  double value = 0;       // of a number
  bool integral = false;  // number written as an integer, or ${...} whose value is whole
  bool faulty = false;    // wrong and already reported: a reader need not complain again
  // What a suffix says (5mm, 60deg): the value is coherent, of these dimensions. `coherent`: so is
  // a value without one (${...}).
  std::optional<Unit> suffix = {};
  bool coherent = false;
  // Whole number with digits that follows another one and a comma, without blanks: the decimals of
  // 0,1 perhaps.
  bool behind_comma = false;
  SourceLocation where;
};

// The units of the file that a record stands in, and those of the deck, which are coherent.
struct RecordUnits {
  UnitSystem of_file, of_deck;
  // Number of a field of this unit -> coherent.
  Ratio factor(Unit unit) const { return conversion(unit, of_file, of_deck); }
};

struct Record {
  std::vector<Token> tokens;  // at least one
  SourceLocation where;       // of the first token
  SourceLocation end;         // just past the last token, for "missing field" errors
  std::shared_ptr<const RecordUnits> units = {};  // null: the numbers are coherent as they are
};

}  // namespace mbs
