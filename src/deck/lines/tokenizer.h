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
// read. `empty_cells`: see LexInput.
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

}  // namespace mbs
