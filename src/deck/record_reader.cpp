#include "deck/record_reader.h"

#include <fmt/format.h>

namespace mbs {

RecordReader::RecordReader(const Record& record, std::string name, Diagnostics& diagnostics,
                           std::size_t first_field)
    : end_(record.end), name_(std::move(name)), diagnostics_(diagnostics) {
  for (std::size_t k = first_field; k < record.tokens.size(); ++k)
    if (record.tokens[k].kind != TokenKind::label) fields_.push_back(&record.tokens[k]);
}

SourceLocation RecordReader::here() const { return at_end() ? end_ : fields_[next_]->where; }

void RecordReader::warn(SourceLocation where, std::string problem, std::string expected) {
  diagnostics_.warning(where, name_, std::move(problem), std::move(expected));
}

void RecordReader::fail(SourceLocation where, std::string problem, std::string expected) {
  if (ok_) diagnostics_.error(where, name_, std::move(problem), std::move(expected) + hint_);
  ok_ = false;
}

double RecordReader::number(std::string_view field) {
  if (!ok_) return 0;
  if (at_end()) {
    fail(end_, fmt::format("{} is missing", field), layout_);
    return 0;
  }
  const Token& token = *fields_[next_++];
  if (token.faulty) {
    ok_ = false;  // the lexer has said so
    return 0;
  }
  if (token.kind == TokenKind::number) return token.value;
  fail(token.where, fmt::format("{} is '{}'", field, printable(token.text)), "expected a number");
  return 0;
}

long long RecordReader::integer(std::string_view field, long long lowest, long long highest,
                                std::string_view what) {
  const SourceLocation where = here();
  const Token* token = peek();
  const double value = number(field);
  if (!ok_) return 0;
  const std::string shown = token->text.starts_with("${")
                                ? fmt::format("{} = {}", printable(token->text), value)
                                : printable(token->text);
  if (!token->integral) {
    fail(where, fmt::format("{} is {}", field, shown), "expected a whole number");
    return 0;
  }
  if (value < static_cast<double>(lowest) || value > static_cast<double>(highest)) {
    fail(where, fmt::format("{} is {}", field, shown),
         fmt::format("expected {} from {} to {}", what, lowest, highest));
    return 0;
  }
  return static_cast<long long>(value);
}

std::string RecordReader::peek_word() const {
  const Token* token = peek();
  return token && token->kind == TokenKind::word && !token->faulty ? upper_case(token->text) : "";
}

std::string RecordReader::word(std::string_view field, std::string expected) {
  std::string out = peek_word();
  if (!out.empty()) {
    skip();
  } else if (at_end()) {
    fail(end_, fmt::format("{} is missing", field), std::move(expected));
  } else if (peek()->faulty) {
    ok_ = false;
  } else {
    fail(here(), fmt::format("{} is '{}'", field, printable(peek()->text)), std::move(expected));
  }
  return ok_ ? out : "";
}

const Token* RecordReader::expression() {
  if (!ok_) return nullptr;
  const Token* token = peek();
  if (token && token->kind == TokenKind::expression && !token->faulty) {
    skip();
    return token;
  }
  if (!token)
    fail(end_, "the expression is missing", layout_);
  else if (token->faulty)
    ok_ = false;
  else
    fail(here(), fmt::format("'{}' stands where '=' must", printable(token->text)), layout_);
  return nullptr;
}

void RecordReader::finish() {
  if (!ok_ || at_end()) return;
  fail(here(), fmt::format("'{}' is one field too many", printable(fields_[next_]->text)), layout_);
}

}  // namespace mbs
