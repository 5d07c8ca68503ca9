#include "deck/records/quoted_names.h"

#include <fmt/format.h>

#include "text/names.h"

namespace mbs {

bool is_text_next(const RecordReader& in) {
  const Token* next = in.peek();
  return next && next->kind == TokenKind::string && !next->faulty;
}

Token take_quoted(RecordReader& in, std::string_view field, std::string_view form) {
  const Token* const next = in.peek();
  if (is_text_next(in)) {
    in.skip();
    return *next;
  }
  if (next && next->kind == TokenKind::word && !next->faulty)
    in.fail(next->where, fmt::format("'{}' has no quotes", printable(next->text)),
            fmt::format("expected a {} in quotes: \"{}\"", field, printable(next->text)));
  else
    in.fail(in.here(), fmt::format("no {} in quotes is here", field), std::string(form));
  return {};
}

void take_fixed_word(RecordReader& in, std::string_view word, std::string_view form) {
  if (!in.ok()) return;
  if (in.peek_word() != word)
    return in.fail(in.here(), fmt::format("{} is missing", word), std::string(form));
  in.skip();
}

}  // namespace mbs
