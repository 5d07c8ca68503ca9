#include "deck/lines/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "deck/lines/filled_text.h"
#include "deck/lines/lexer.h"
#include "deck/lines/table_file.h"
#include "deck/lines/unit_records.h"
#include "text/capital_names.h"
#include "text/characters.h"
#include "text/expression.h"
#include "text/number.h"
#include "text/unit_number.h"

namespace mbs {
namespace {

constexpr std::size_t kUsualTokens = 8;  // of a record
constexpr std::size_t kUsualLength = 3;  // of a token and the blanks behind it, at least

// Length of a label such as `( c )` at the start of the text; 0: no label.
std::size_t label_length(std::string_view text) {
  if (text.empty() || text[0] != '(') return 0;
  const std::size_t letter = text.find_first_not_of(" \t", 1);
  if (letter == npos || !is_letter(text[letter])) return 0;
  const std::size_t close = text.find_first_not_of(" \t", letter + 1);
  return close != npos && text[close] == ')' ? close + 1 : 0;
}

// Offset just past the parenthesis that closes the one at `open`, on the same line; npos if none.
std::size_t past_closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1;
  }
  return npos;
}

// Marks the parameters of an expression as used. False if one of them is faulty: then no second
// error is needed. remember: notes names that are not defined yet.
bool mark_names(std::string_view text, SourceLocation where, bool remember,
                Parameters& parameters) {
  bool sound = true;
  for (std::string_view name : expression_names(text)) {
    const bool reserved = is_reserved(name) && !is_capital_name(name);
    if (reserved && is_function_and_name(name) && is_called(text, name)) continue;
    if (Parameter* parameter = parameters.mark_used(name))
      sound = sound && !parameter->faulty;
    else if (remember && (!reserved || is_function_and_name(name)))
      parameters.remember_use(name, where);
  }
  return sound;
}

// Whether the word is an expression that has a value, of parameters above it or of numbers alone.
bool is_constant_expression(std::string_view word, const Parameters& parameters) {
  if (is_name(word)) {
    const Parameter* parameter = parameters.find(word);
    return parameter && !parameter->faulty;
  }
  if (word.find_first_of("+-*/^(") == npos || word.find('"') != npos) return false;
  Diagnostics unsaid;
  return evaluate_constant(word, {}, parameters, unsaid, {}).has_value();
}

class Tokenizer {
 public:
  Tokenizer(const RecordText& source, Parameters& parameters, Diagnostics& diagnostics,
            const LexedDeck* deck, bool empty_cells)
      : source_(source),
        text_(source.text),
        parameters_(parameters),
        diagnostics_(diagnostics),
        deck_(deck),
        empty_cells_(empty_cells) {}

  Record run();

 private:
  // Each function takes the token that begins at `from`, adds it and returns the offset behind it.
  std::size_t take_string(std::size_t from);
  std::size_t take_expression(std::size_t from);
  std::size_t take_whole(std::size_t from);
  std::size_t take_braces(std::size_t from);
  std::size_t take_word(std::size_t from);
  std::size_t word_end(std::size_t from, bool& closed) const;
  bool is_behind_comma(std::size_t from) const;
  std::size_t skip_attached(std::size_t from);
  std::string signed_braces(std::string_view sign, std::size_t open) const;
  // Behind ODE name ... RATE an expression follows, with or without '='.
  bool is_after_rate() const {
    return record_.tokens.size() > 2 && has_keyword(record_, "ode") &&
           is_same_name(record_.tokens.back().text, "rate");
  }
  // Whether the record may have several expressions, each ending at ';'.
  bool has_parts() const {
    return !record_.tokens.empty() &&
           (has_keyword(record_, "force") || has_keyword(record_, "pforce") ||
            has_keyword(record_, "torq") || has_keyword(record_, "ptorque") ||
            has_keyword(record_, "inputx") || has_keyword(record_, "cam") ||
            has_keyword(record_, "curves"));
  }
  bool braces_at(std::size_t i) const { return text_[i] == '$' && text_.substr(i, 2) == "${"; }

  Token& add(TokenKind kind, std::size_t from, std::size_t to);
  void read_tables(std::string_view text, SourceLocation where);
  void fault(Token& token, std::size_t at, std::string problem, std::string expected = {});

  const RecordText& source_;
  std::string_view text_;
  Parameters& parameters_;
  Diagnostics& diagnostics_;
  const LexedDeck* deck_;
  bool empty_cells_;
  Record record_;
  std::string keyword_;  // first word of the record, for errors
};

// ": ${-l}" for a sign in front of the braces at `open`; else empty.
std::string Tokenizer::signed_braces(std::string_view sign, std::size_t open) const {
  const std::size_t close = text_.find('}', open);
  if ((sign != "-" && sign != "+") || close == npos) return {};
  const std::string_view inside = text_.substr(open + 2, close - open - 2);
  return is_name(inside) ? fmt::format(": ${{{}{}}}", sign, inside)
                         : fmt::format(": ${{{}({})}}", sign, printable(inside));
}

Record Tokenizer::run() {
  std::size_t end = 0;
  bool value_before_comma = false;
  for (std::size_t i = 0; i < text_.size() && record_.tokens.size() <= kMaxDeckTokens;) {
    const char c = text_[i];
    if (is_blank(c)) {
      ++i;
      continue;
    }
    if (c == ',') {
      if (!value_before_comma && empty_cells_)
        add(TokenKind::word, i, i);
      else if (!value_before_comma)
        diagnostics_.error(source_.where(i), keyword_, "nothing stands before ','",
                           "expected a value");
      value_before_comma = false;
      ++i;
      continue;
    }
    if (c == ';' && has_parts()) {
      ++i;
      continue;
    }
    value_before_comma = true;
    const bool second = record_.tokens.size() == 1;
    const bool plain = second && (has_keyword(record_, "name") || has_keyword(record_, "subject"));
    if (second && !plain && (has_keyword(record_, "event") || is_observation(record_)))
      i = take_whole(i);
    else if (c != '=' && is_after_rate())
      i = take_expression(i - 1);
    else if (c == '"')
      i = take_string(i);
    else if (c == '=')
      i = take_expression(i);
    else if (braces_at(i))
      i = take_braces(i);
    else
      i = take_word(i);
    end = i;
  }
  if (empty_cells_ && text_.ends_with(',')) add(TokenKind::word, text_.size(), text_.size());
  if (record_.tokens.empty()) return {};
  record_.where = record_.tokens.front().where;
  record_.end = source_.where(end);
  return std::move(record_);
}

Token& Tokenizer::add(TokenKind kind, std::size_t from, std::size_t to) {
  Token token;
  token.kind = kind;
  token.text = text_.substr(from, to - from);
  token.where = source_.where(from);
  if (record_.tokens.empty()) {
    record_.tokens.reserve(std::min(kUsualTokens, 1 + text_.size() / kUsualLength));
    if (is_name(token.text)) keyword_ = printable(token.text);
  }
  return record_.tokens.emplace_back(std::move(token));
}

void Tokenizer::fault(Token& token, std::size_t at, std::string problem, std::string expected) {
  if (!std::exchange(token.faulty, true))
    diagnostics_.error(source_.where(at), keyword_, std::move(problem), std::move(expected));
}

void Tokenizer::read_tables(std::string_view text, SourceLocation where) {
  if (deck_ && text.find('"') != npos)
    read_expression_tables(*deck_, text, where, parameters_, diagnostics_, keyword_);
}

std::size_t Tokenizer::take_string(std::size_t from) {
  const std::size_t end = std::min(text_.find_first_of("\"\n", from + 1), text_.size());
  Token& token = add(TokenKind::string, from + 1, end);
  token.where = source_.where(from);
  if (const std::string as_written = token.text; as_written.find("${") != npos)
    token.faulty = !fill_parameters(as_written, source_.where(from + 1), parameters_, diagnostics_,
                                    keyword_, token.text);
  if (end < text_.size() && text_[end] == '"') return end + 1;
  fault(token, from, "the string is not closed", "expected '\"' on the same line");
  return end;
}

// Takes `=` and the rest of the record, or of its part up to ';'.
std::size_t Tokenizer::take_expression(std::size_t at) {
  std::size_t from = at + 1;
  while (from < text_.size() && is_blank(text_[from])) ++from;
  const std::size_t end = std::min(has_parts() ? text_.find(';', from) : npos, text_.size());
  std::size_t to = end;
  while (to > from && is_blank(text_[to - 1])) --to;
  Token& token = add(TokenKind::expression, from, to);
  read_tables(token.text, token.where);
  token.in_braces = is_name(token.text) && parameters_.find(token.text);
  if (from == to) {
    token.where = source_.where(at);
    fault(token, at, "nothing follows '='", "expected an expression");
  } else if (!mark_names(token.text, token.where, !has_keyword(record_, "param"), parameters_)) {
    token.faulty = true;
  }
  return end;
}

// The text behind EVENT or MEASURE has its own grammar (deck/records/event_records.h,
// deck/records/observation_records.h) and stays one token. Its words do not count as uses of
// parameters that are defined further down.
std::size_t Tokenizer::take_whole(std::size_t from) {
  Token& token = add(TokenKind::expression, from, text_.find_last_not_of(" \t\n") + 1);
  read_tables(token.text, token.where);
  token.faulty = !mark_names(token.text, token.where, false, parameters_);
  return text_.size();
}

std::size_t Tokenizer::take_braces(std::size_t from) {
  const std::size_t close = text_.find('}', from);
  if (close == npos) {
    fault(add(TokenKind::number, from, text_.size()), from, "'${' is not closed", "expected '}'");
    return text_.size();
  }
  Token& token = add(TokenKind::number, from, close + 1);
  read_tables(text_.substr(from + 2, close - from - 2), source_.where(from + 2));
  const auto value =
      evaluate_and_mark(text_.substr(from + 2, close - from - 2), source_.where(from + 2),
                        parameters_, diagnostics_, keyword_);
  token.faulty = !value;
  token.value = value.value_or(0);
  token.coherent = true;
  token.integral = std::trunc(token.value) == token.value && std::fabs(token.value) <= 0x1p53;
  const std::size_t end = skip_attached(close + 1);
  if (end > close + 1)
    fault(token, close + 1, "text directly after '}'", "the braces must hold the whole number");
  return end;
}

// The offset behind the characters that follow `from` without a separator; a label ends them.
std::size_t Tokenizer::skip_attached(std::size_t from) {
  std::size_t i = from;
  while (i < text_.size() && !is_blank(text_[i]) && text_[i] != ',' &&
         label_length(text_.substr(i)) == 0) {
    i = braces_at(i) ? std::min(text_.find('}', i), text_.size() - 1) + 1 : i + 1;
  }
  mark_names(text_.substr(from, i - from), source_.where(from), false, parameters_);
  return i;
}

std::size_t Tokenizer::word_end(std::size_t from, bool& closed) const {
  bool parentheses = false;
  for (std::size_t i = from; i < text_.size(); ++i) {
    const char c = text_[i];
    if (is_blank(c) || c == ',' || c == '=' || c == '"' || braces_at(i)) return i;
    if (c != '(') continue;
    // A label may follow a number directly; any other parenthesis belongs to the word.
    if (!parentheses && label_length(text_.substr(i)) > 0 &&
        parse_number(text_.substr(from, i - from)).status != NumberStatus::malformed)
      return i;
    parentheses = true;
    const std::size_t past = past_closing(text_, i);
    closed = past != npos;
    if (!closed) return std::min(text_.find('\n', i), text_.size());
    i = past - 1;
  }
  return text_.size();
}

// Whether the number at `from` follows a comma with digits on both sides, both numbers whole.
bool Tokenizer::is_behind_comma(std::size_t from) const {
  const auto& tokens = record_.tokens;
  return tokens.size() > 1 && from > 1 && text_[from - 1] == ',' && is_digit(text_[from - 2]) &&
         is_digit(text_[from]) && tokens.back().integral && tokens[tokens.size() - 2].integral;
}

std::size_t Tokenizer::take_word(std::size_t from) {
  if (const std::size_t label = label_length(text_.substr(from)); label > 0) {
    add(TokenKind::label, from, from + label);
    return from + label;
  }
  bool closed = true;
  const std::size_t end = word_end(from, closed);
  Token& token = add(TokenKind::word, from, end);
  ParsedNumber number = parse_number(token.text);
  if (number.status == NumberStatus::malformed) {
    number.status = take_number_with_unit(token, parameters_.units());
  } else {
    token.kind = TokenKind::number;
    token.value = number.value;
    token.integral = number.integral;
    token.behind_comma = is_behind_comma(from);
    if (!number.integral && ends_in_degrees(token.text)) token.suffix = unit::radian;
  }
  if (token.kind == TokenKind::word)
    token.in_braces = is_constant_expression(token.text, parameters_);
  const auto shown = [&token] { return "'" + printable(token.text) + "'"; };
  if (number.status == NumberStatus::out_of_range)
    fault(token, from, "number " + shown() + " is outside the range of double precision");
  if (!closed) fault(token, from, "'(' is not closed in " + shown());
  if (std::any_of(token.text.begin(), token.text.end(), [](char c) { return (c & 0x80) != 0; }))
    fault(token, from, shown() + " is not plain ASCII", plain_ascii(token.text));
  if (token.text.find('&') != npos)
    fault(token, from, "'&' inside a line", "it continues a line from its very end only");
  if (end == text_.size() || !braces_at(end)) return end;
  fault(token, from, shown() + " directly before '${'",
        "the braces must hold the whole number" + signed_braces(token.text, end));
  return skip_attached(end);
}

}  // namespace

Record tokenize(const RecordText& text, Parameters& parameters, Diagnostics& diagnostics,
                const LexedDeck* deck, bool empty_cells) {
  return Tokenizer(text, parameters, diagnostics, deck, empty_cells).run();
}

std::optional<double> evaluate_and_mark(std::string_view text, SourceLocation where,
                                        Parameters& parameters, Diagnostics& diagnostics,
                                        std::string_view record) {
  if (!mark_names(text, where, false, parameters)) return {};
  return evaluate_constant(text, where, parameters, diagnostics, record);
}

void mark_parameters(std::string_view text, Parameters& parameters) {
  mark_names(text, {}, false, parameters);
}

}  // namespace mbs
