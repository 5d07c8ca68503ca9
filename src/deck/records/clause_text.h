// The text of a record that is one token: expressions and the words of clauses between them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "text/expression_syntax.h"

namespace mbs {

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

}  // namespace mbs
