// The two inner steps of the lexer: text -> the text of one record -> its tokens. Private to the
// lexer and to code that fills in parameters.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

class Parameters;
struct Parameter;
struct LexedDeck;

// One record: its lines without comments and `&`, joined by line feeds.
struct RecordText {
  std::string text;
  std::vector<std::size_t> line_starts;  // offset of each line in text
  int first_line = 1;
  int file = 0;

  SourceLocation where(std::size_t offset) const;
};

// Reads the record that begins at offset `from` in line `line` and returns where the next one
// begins; `line` advances. An empty line is a record without text.
std::size_t read_record(std::string_view deck, std::size_t from, int& line, int file,
                        RecordText& record, Diagnostics& diagnostics);

// The tokens of a record, at most kMaxDeckTokens + 1. Marks parameters as used and reads the tables
// of expressions from the folders of `deck`; deck = null: a part of a record whose tables have been
// read. `empty_cells`: see DeckInput.
Record tokenize(const RecordText& text, Parameters& parameters, Diagnostics& diagnostics,
                const LexedDeck* deck, bool empty_cells = false);

// Value of a constant expression; marks its parameters as used. Empty after an error, which is
// reported unless it only follows from a faulty parameter.
std::optional<double> evaluate_and_mark(std::string_view text, SourceLocation where,
                                        Parameters& parameters, Diagnostics& diagnostics,
                                        std::string_view record);

// True if the first token is this keyword (in lower case).
bool has_keyword(const Record& record, std::string_view keyword);

// Keywords of records that may stand anywhere, in upper case. is_observation(): whether a record
// begins with a keyword of an observation.
struct AnywhereKeyword {
  std::string_view name, fields;
  bool at_once = false;  // PARAM and INCLUDE: the lexer executes them at their place
};
std::span<const AnywhereKeyword> anywhere_keywords();
bool is_observation(const Record& record);

// Marks the parameters in the text of a record as used.
void mark_parameters(std::string_view text, Parameters& parameters);

// The search range behind the value of a PARAM line, for programs that search a better value:
//
//   PARAM name = start [SPREAD s] [FROM a TO b]
//
// s is the size of a first step, a and b are bounds; all are expressions of earlier parameters. A
// plain run takes the start. The words end an expression only where an operator could stand, so
// that parameters may have these names.

// Fills out.spread, out.from and out.to. Returns the text of the start; `expression` is the text
// behind '='. Errors (a word twice, FROM without TO, FROM that is not less than TO, SPREAD that is
// not positive) go to `diagnostics`.
std::string_view read_search_range(const Token& expression, Parameters& parameters,
                                   Diagnostics& diagnostics, const std::string& record,
                                   Parameter& out);

// An error if the start of the deck lies outside the bounds.
void check_start(double start, SourceLocation where, const std::string& record,
                 const Parameter& parameter, Diagnostics& diagnostics);

}  // namespace mbs
