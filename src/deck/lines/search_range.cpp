#include <fmt/format.h>

#include "deck/lines/tokenizer.h"
#include "text/characters.h"
#include "text/expression_syntax.h"
#include "text/number.h"
#include "text/parameters.h"

namespace mbs {

namespace {

bool is_range_word(std::string_view upper) {
  return upper == "SPREAD" || upper == "FROM" || upper == "TO";
}

// The first of SPREAD, FROM, TO at or after `from`; the end piece if there is none.
Piece next_word(std::string_view text, std::size_t from) {
  bool operand = false;  // the piece before ends an operand
  Piece p = next_piece(text, from);
  for (; p.kind != PieceKind::end; p = next_piece(text, p.at + p.text.size())) {
    const bool name = p.kind == PieceKind::name;
    if (operand && name && is_range_word(upper_case(p.text))) return p;
    operand = name || p.kind == PieceKind::number || p.kind == PieceKind::close;
  }
  return p;
}

}  // namespace

std::string_view read_search_range(const Token& expression, Parameters& parameters,
                                   Diagnostics& diagnostics, const std::string& record,
                                   Parameter& out) {
  const std::string_view text = expression.text;
  auto error = [&](std::size_t at, std::string problem, std::string expected) {
    diagnostics.error(location_of(text, at, expression.where), record, std::move(problem),
                      std::move(expected));
  };
  Piece word = next_word(text, 0);
  const std::string_view start = trimmed(text.substr(0, word.at));
  const std::size_t first = word.at;
  while (word.kind != PieceKind::end) {
    const std::string upper = upper_case(word.text);
    const std::size_t begin = word.at + word.text.size();
    // The first piece behind the word is an operand, even if it has the name of a word.
    const Piece next = next_word(text, begin);
    const std::string_view value = trimmed(text.substr(begin, next.at - begin));
    std::optional<double>& field = upper == "SPREAD" ? out.spread
                                   : upper == "FROM" ? out.from
                                                     : out.to;
    if (field) return error(word.at, upper + " is given twice", "expected it once"), start;
    if (value.empty())
      return error(word.at, "nothing follows " + upper, "expected an expression"), start;
    const std::size_t at = value.data() - text.data();
    field = evaluate_and_mark(value, location_of(text, at, expression.where), parameters,
                              diagnostics, record);
    if (!field) return start;
    if (upper == "SPREAD" && !(*field > 0))
      return error(at, fmt::format("SPREAD is {}", format_number(*field)),
                   "expected the size of a first step, above 0"),
             start;
    word = next;
  }
  if (out.from.has_value() != out.to.has_value())
    error(first, fmt::format("{} stands alone", out.from ? "FROM" : "TO"), "expected FROM a TO b");
  else if (out.from && !(*out.from < *out.to))
    error(
        first,
        fmt::format("FROM {} TO {} is no range", format_number(*out.from), format_number(*out.to)),
        "expected FROM below TO");
  return start;
}

void check_start(double start, SourceLocation where, const std::string& record,
                 const Parameter& parameter, Diagnostics& diagnostics) {
  if (!parameter.from || !parameter.to || !(*parameter.from < *parameter.to)) return;
  if (start >= *parameter.from && start <= *parameter.to) return;
  diagnostics.error(where, record,
                    fmt::format("{} lies outside FROM {} TO {}", format_number(start),
                                format_number(*parameter.from), format_number(*parameter.to)),
                    "expected a start between the bounds");
}

}  // namespace mbs
