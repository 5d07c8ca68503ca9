// A record of a deck: tokens, each with its place.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source_location.h"
#include "base/unit.h"

namespace mbs {

enum class TokenKind : std::uint8_t {
  number,      // value is finite
  word,        // any other token, also a malformed number such as 1.2.3 or 0.0O
  string,      // "...": text between the quotes
  expression,  // text behind `=`; continuation lines are joined by line feeds
  label        // a letter in parentheses: (c) or ( C )
};

struct Token {
  TokenKind kind = TokenKind::word;
  std::string text;        // as written
  double value = 0;        // of a number
  bool integral = false;   // number written as an integer, or ${...} whose value is whole
  bool faulty = false;     // wrong and already reported
  bool in_braces = false;  // a word that in ${...} would be a number: a parameter, -l, 2*pi
  // suffix: dimensions of a value with a unit (5mm, 60deg); the value is coherent. `coherent`: a
  // value without a suffix is coherent, too (${...}).
  std::optional<Unit> suffix = {};
  bool coherent = false;
  // A whole number directly behind another one and a comma: perhaps the decimals of 0,1.
  bool behind_comma = false;
  SourceLocation where;
};

struct RecordUnits;  // deck/lines/record_units.h

struct Record {
  std::vector<Token> tokens;  // at least one
  SourceLocation where;       // of the first token
  SourceLocation end;         // behind the last token, for "missing field" errors
  // Null: numbers are coherent already.
  std::shared_ptr<const RecordUnits> units = {};
};

}  // namespace mbs
