// MARK and STRIDE lines, the same in every dialect: instants of a motion, and the pieces between
// them (forms: plan/strides.h).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "deck/lines/record_reader.h"
#include "plan/strides.h"
#include "text/expression_syntax.h"

namespace mbs {

struct LexedDeck;
struct Tables;
class Parameters;

// Reads such a line into the tables, which must have parameters and times.
void read_mark(const Record& record, const LexedDeck& deck, Tables& tables,
               Diagnostics& diagnostics);
void read_stride(const Record& record, Tables& tables, Diagnostics& diagnostics);
// Reports names of marks that no line has, and values of marks where they cannot be known.
void check_strides(const Tables& tables, Diagnostics& diagnostics);

std::string write_mark(const MarkRow& row, const Parameters& parameters);
std::string write_stride(const StrideRow& row, const Parameters& parameters);

// The text of a record that is one token: expressions and the words of clauses between them.
class ClauseText {
 public:
  // form: what an error of a missing part says was expected.
  ClauseText(const Record& record, std::string label, std::string form, Diagnostics& diagnostics);

  // The next piece, and the word that it is, in upper case; empty: it is no word.
  Piece next() const { return next_piece(text_, next_); }
  std::string word() const;
  void skip() { next_ = past(next()); }
  // Takes the word if it is the next one.
  bool take(std::string_view word);
  // Takes a name (what: of which kind of thing; empty: of the record), or text in quotes without
  // them; false after an error.
  bool take_name(std::string_view what, std::string& name);
  bool take_quoted(std::string_view what, std::string& text, SourceLocation& at);
  // Takes the expression up to one of these words or the end; false after an error.
  bool take_expression(std::span<const std::string_view> ends, std::string& text,
                       SourceLocation& at);
  // Takes what is left up to one of these words, without blanks around it.
  std::string_view take_rest(std::span<const std::string_view> ends);

  bool fail(std::size_t at, std::string problem, std::string expected);
  bool fail_here(std::string problem) { return fail(next().at, std::move(problem), form_); }
  void set_label(std::string label) { label_ = std::move(label); }
  const std::string& label() const { return label_; }
  const std::string& form() const { return form_; }
  SourceLocation location(std::size_t at) const { return location_of(text_, at, start_); }
  SourceLocation here() const { return location(next().at); }
  SourceLocation location(std::string_view part) const {
    return location(static_cast<std::size_t>(part.data() - text_.data()));
  }

 private:
  static std::size_t past(const Piece& p) { return p.at + p.text.size(); }
  std::size_t end_of_expression(std::span<const std::string_view> ends) const;

  std::string_view text_;
  SourceLocation start_;
  std::string label_, form_;
  Diagnostics& diagnostics_;
  std::size_t next_ = 0;
};

// Heel strikes and toe-offs from a file of markers: the heel is farthest in front of the pelvis at
// heel strike, the toe farthest behind it at toe-off (Zeni, Richards and Higginson, Gait & Posture
// 27, 2008, pages 710 to 714).
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
