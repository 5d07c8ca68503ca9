#include <fmt/format.h>

#include <algorithm>

#include "deck/records/stride_records.h"
#include "text/characters.h"
#include "text/names.h"

namespace mbs {

ClauseText::ClauseText(const Record& record, std::string label, std::string form,
                       Diagnostics& diagnostics)
    : text_(record.tokens.size() > 1 ? std::string_view(record.tokens[1].text)
                                     : std::string_view()),
      start_(record.tokens.size() > 1 ? record.tokens[1].where : record.end),
      label_(std::move(label)),
      form_(std::move(form)),
      diagnostics_(diagnostics) {}

std::string ClauseText::word() const {
  const Piece p = next();
  return p.kind == PieceKind::name ? upper_case(p.text) : std::string();
}

bool ClauseText::take(std::string_view wanted) {
  if (word() != wanted) return false;
  skip();
  return true;
}

bool ClauseText::take_name(std::string_view what, std::string& name) {
  const Piece p = next();
  const std::string name_of = what.empty() ? "name" : fmt::format("name of {}", what);
  if (p.kind == PieceKind::end) return fail_here(fmt::format("no {} is here", name_of));
  if (p.kind != PieceKind::name || !is_name(p.text))
    return fail_here(fmt::format("'{}' is no {}", printable(p.text), name_of));
  name = p.text;
  skip();
  return true;
}

bool ClauseText::take_quoted(std::string_view what, std::string& text, SourceLocation& at) {
  const Piece p = next();
  if (p.kind != PieceKind::string || p.text.size() < 2)
    return fail_here(fmt::format("no {} in quotes is here", what));
  text = p.text.substr(1, p.text.size() - 2);
  at = location(p.at + 1);
  skip();
  return true;
}

std::size_t ClauseText::end_of_expression(std::span<const std::string_view> ends) const {
  int depth = 0;
  Piece p = next();
  for (; p.kind != PieceKind::end; p = next_piece(text_, past(p))) {
    depth += (p.kind == PieceKind::open) - (p.kind == PieceKind::close);
    const bool is_end = p.kind == PieceKind::name &&
                        std::find(ends.begin(), ends.end(), upper_case(p.text)) != ends.end();
    if (depth <= 0 && is_end) return p.at;
  }
  return text_.size();
}

std::string_view ClauseText::take_rest(std::span<const std::string_view> ends) {
  const std::size_t end = end_of_expression(ends);
  const std::string_view part = trimmed(text_.substr(next_, end - next_));
  next_ = end;
  return part;
}

bool ClauseText::take_expression(std::span<const std::string_view> ends, std::string& text,
                                 SourceLocation& at) {
  const std::size_t begin = next().at;
  const std::string_view part = take_rest(ends);
  if (part.empty()) return fail(begin, "an expression is missing", form_);
  text = part;
  at = location(part);
  return true;
}

bool ClauseText::fail(std::size_t at, std::string problem, std::string expected) {
  diagnostics_.error(location(at), label_, std::move(problem), std::move(expected));
  return false;
}

}  // namespace mbs
