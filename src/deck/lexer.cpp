#include "deck/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <system_error>
#include <unordered_map>

#include "deck/expression.h"
#include "deck/number.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kParamForm = "expected 'PARAM name = expression'";
constexpr std::string_view kIncludeForm = "expected 'INCLUDE \"file\"'";
constexpr auto npos = std::string_view::npos;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// A line without its comment and the blanks around its end.
std::string_view strip(std::string_view line) {
  bool in_string = false;
  std::size_t end = 0;
  for (; end < line.size(); ++end) {
    const char c = line[end];
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if (c == '#') break;
    const bool free_standing = end == 0 || line[end - 1] == ' ' || line[end - 1] == '\t';
    const bool not_equal = end + 1 < line.size() && line[end + 1] == '=';
    if ((c == '!' || c == '%') && free_standing && !not_equal) break;
  }
  line = line.substr(0, end);
  const std::size_t last = line.find_last_not_of(" \t\r");
  return line.substr(0, last == npos ? 0 : last + 1);
}

// Length of `( c )` at the start of the text, 0 if something else stands there.
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

bool has_keyword(const Record& record, std::string_view keyword) {
  const Token& first = record.tokens.front();
  return first.kind == TokenKind::word && lower_case(first.text) == keyword;
}

class Lexer {
 public:
  Lexer(const LexInput& input, Diagnostics& diagnostics)
      : input_(input), diagnostics_(diagnostics) {}
  LexedDeck run();

 private:
  struct Override {
    std::string name;
    std::string text;
    bool met = false;
  };

  void read_overrides();
  void read_text(std::string_view text, int file, const fs::path& directory);
  bool is_text(std::string_view text, int file);
  std::size_t read_record(std::string_view text, std::size_t from, int& line);
  void carry_out(Record&& record, const fs::path& directory);
  void define_parameter(const Record& record);
  void define_value(const Token& name, const Token& expression);
  void include(const Record& record, const fs::path& directory);
  void include_file(const Token& name, const fs::path& path);
  void finish();

  Record tokenize();
  std::size_t take_string(Record& record, std::size_t i);
  std::size_t take_expression(Record& record, std::size_t i);
  std::size_t take_braces(Record& record, std::size_t i);
  std::size_t take_word(Record& record, std::size_t i);
  void evaluate(Token& token, std::string_view text, SourceLocation where,
                const std::string& record);
  bool note_names(std::string_view text, SourceLocation where, bool evaluated_now);
  Token& add(Record& record, TokenKind kind, std::size_t from, std::size_t to);
  void fault(Token& token, std::size_t at, std::string problem, std::string_view expected = {});
  SourceLocation where(std::size_t offset) const;

  const LexInput& input_;
  Diagnostics& diagnostics_;
  LexedDeck deck_;
  bool stopped_ = false;
  std::size_t bytes_ = 0;
  std::size_t tokens_ = 0;
  int included_ = 0;
  std::vector<fs::path> open_files_;
  std::unordered_map<std::string, Override> overrides_;
  // Names in unevaluated expressions that are no parameters yet: PARAM must come before them.
  std::unordered_map<std::string, SourceLocation> mentioned_;

  // The record being read: its lines joined by line feeds, without comments and `&`.
  std::string joined_;
  std::vector<std::size_t> line_starts_;  // offset of each line in joined_
  int first_line_ = 0;
  int file_ = 0;
  std::string keyword_;  // its first word, for errors
};

LexedDeck Lexer::run() {
  const int file = diagnostics_.add_file(input_.name);
  open_files_.push_back(input_.directory / fs::path(input_.name).filename());
  std::error_code ignored;
  open_files_.back() = fs::weakly_canonical(open_files_.back(), ignored);
  read_overrides();
  read_text(input_.text, file, input_.directory);
  finish();
  return std::move(deck_);
}

void Lexer::read_overrides() {
  for (const auto& [name, text] : input_.overrides) {
    const std::string record = "-D " + printable(name);
    if (!is_name(name))
      diagnostics_.error({}, record, "'" + printable(name) + "' is not a name",
                         "expected -D name=value");
    else if (!overrides_.emplace(lower_case(name), Override{name, text}).second)
      diagnostics_.error({}, record, "given twice");
  }
}

// ---- text -> records ---------------------------------------------------------------------------

void Lexer::read_text(std::string_view text, int file, const fs::path& directory) {
  if (!is_text(text, file)) {
    stopped_ = true;
    return;
  }
  int line = 1;
  std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // the mark some editors put first
  while (i < text.size() && !stopped_) {
    file_ = file;
    i = read_record(text, i, line);
    Record record = tokenize();
    if (!record.tokens.empty()) carry_out(std::move(record), directory);
  }
}

bool Lexer::is_text(std::string_view text, int file) {
  bytes_ += text.size();
  if (bytes_ > kMaxDeckBytes) {
    diagnostics_.error({file, 0, 0}, "", "the deck is larger than 256 MB");
    return false;
  }
  int line = 1;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '\n') ++line, start = i + 1;
    if ((c >= 0x20 && c != 0x7F) || c == '\t' || c == '\n') continue;
    const std::size_t next = c == '\r' ? text.find_first_not_of('\r', i) : i;
    if (c == '\r' && (next == npos || text[next] == '\n')) continue;
    diagnostics_.error({file, line, static_cast<int>(i - start) + 1}, "",
                       fmt::format("byte 0x{:02X} does not belong in a text", c),
                       "expected a plain text file, lines ending in LF or CR LF");
    return false;
  }
  return true;
}

// Gathers one record beginning at offset `from`; returns where the next one begins.
std::size_t Lexer::read_record(std::string_view text, std::size_t from, int& line) {
  joined_.clear();
  line_starts_.clear();
  first_line_ = line;
  bool goes_on = true;
  SourceLocation mark;
  while (goes_on && from < text.size()) {
    const std::size_t feed = std::min(text.find('\n', from), text.size());
    std::string_view content = strip(text.substr(from, feed - from));
    const std::string_view last_two =
        content.substr(content.size() - std::min<std::size_t>(content.size(), 2));
    const bool empty = content.empty();
    const bool continued = !empty && content.back() == '&' && last_two != "&&";
    if (continued) {
      mark = {file_, line, static_cast<int>(content.size())};
      content.remove_suffix(1);
    }
    if (!line_starts_.empty()) joined_ += '\n';
    line_starts_.push_back(joined_.size());
    joined_ += content;
    goes_on = continued || (empty && line_starts_.size() > 1);
    from = feed + 1;
    ++line;
  }
  if (goes_on && mark.line > 0)
    diagnostics_.error(mark, "", "'&' continues a line but nothing follows");
  return from;
}

SourceLocation Lexer::where(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto index = after - line_starts_.begin() - 1;
  return {file_, first_line_ + static_cast<int>(index),
          static_cast<int>(offset - line_starts_[static_cast<std::size_t>(index)]) + 1};
}

// ---- records -> tokens -------------------------------------------------------------------------

Record Lexer::tokenize() {
  Record record;
  keyword_.clear();
  const std::string_view text = joined_;
  std::size_t end = 0;
  bool value_before_comma = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (is_blank(c)) {
      ++i;
      continue;
    }
    if (c == ',') {
      if (!value_before_comma)
        diagnostics_.error(where(i), keyword_, "nothing stands before ','", "expected a value");
      value_before_comma = false;
      ++i;
      continue;
    }
    value_before_comma = true;
    if (c == '"')
      i = take_string(record, i);
    else if (c == '=')
      i = take_expression(record, i);
    else if (text.substr(i, 2) == "${")
      i = take_braces(record, i);
    else
      i = take_word(record, i);
    end = i;
    if (++tokens_ > kMaxDeckTokens && !stopped_) {
      diagnostics_.error(where(0), "",
                         fmt::format("the deck has more than {} fields", kMaxDeckTokens));
      stopped_ = true;
      return {};
    }
  }
  if (record.tokens.empty()) return record;
  record.where = record.tokens.front().where;
  record.end = where(end);
  return record;
}

Token& Lexer::add(Record& record, TokenKind kind, std::size_t from, std::size_t to) {
  Token token;
  token.kind = kind;
  token.text = joined_.substr(from, to - from);
  token.where = where(from);
  if (record.tokens.empty() && is_name(token.text)) keyword_ = printable(token.text);
  return record.tokens.emplace_back(std::move(token));
}

void Lexer::fault(Token& token, std::size_t at, std::string problem, std::string_view expected) {
  token.faulty = true;
  diagnostics_.error(where(at), keyword_, std::move(problem), std::string(expected));
}

std::size_t Lexer::take_string(Record& record, std::size_t i) {
  const std::size_t line_end = std::min(joined_.find('\n', i), joined_.size());
  const std::size_t close = std::min(joined_.find('"', i + 1), line_end);
  Token& token = add(record, TokenKind::string, i + 1, close);
  token.where = where(i);
  if (close < line_end) return close + 1;
  fault(token, i, "the string is not closed", "expected '\"' on the same line");
  return line_end;
}

// `=` and all the rest of the record.
std::size_t Lexer::take_expression(Record& record, std::size_t i) {
  std::size_t from = i + 1;
  while (from < joined_.size() && is_blank(joined_[from])) ++from;
  std::size_t to = joined_.size();
  while (to > from && is_blank(joined_[to - 1])) --to;
  Token& token = add(record, TokenKind::expression, from, to);
  if (from == to) {
    token.where = where(i);
    fault(token, i, "nothing follows '='", "expected an expression");
  } else if (!note_names(token.text, token.where, has_keyword(record, "param"))) {
    token.faulty = true;
  }
  return joined_.size();
}

std::size_t Lexer::take_braces(Record& record, std::size_t i) {
  const std::size_t close = joined_.find('}', i);
  const std::size_t past = close == npos ? joined_.size() : close + 1;
  Token& token = add(record, TokenKind::number, i, past);
  if (close == npos) {
    fault(token, i, "'${' is not closed", "expected '}'");
    return past;
  }
  evaluate(token, std::string_view(joined_).substr(i + 2, close - i - 2), where(i + 2), keyword_);
  if (past < joined_.size() && !is_blank(joined_[past]) && joined_[past] != ',' &&
      label_length(std::string_view(joined_).substr(past)) == 0) {
    fault(token, past, "text directly after '}'", "the braces must hold the whole number");
    Record rest;
    return joined_[past] == '=' || joined_[past] == '"' ? past : take_word(rest, past);
  }
  return past;
}

std::size_t Lexer::take_word(Record& record, std::size_t from) {
  const std::string_view text = joined_;
  if (const std::size_t label = label_length(text.substr(from)); label > 0) {
    add(record, TokenKind::label, from, from + label);
    return from + label;
  }
  bool plain = true, parentheses = false, closed = true;
  std::size_t i = from;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (is_blank(c) || c == ',' || c == '=' || c == '"' || text.substr(i, 2) == "${") break;
    plain = plain && static_cast<unsigned char>(c) < 0x80;
    if (c != '(') continue;
    // A label may follow a number directly; any other parenthesis belongs to the word.
    const bool number = !parentheses && i > from &&
                        parse_number(text.substr(from, i - from)).status != NumberStatus::malformed;
    if (number && label_length(text.substr(i)) > 0) break;
    parentheses = true;
    const std::size_t past = past_closing(text, i);
    closed = past != npos;
    i = closed ? past - 1 : std::min(text.find('\n', i), text.size()) - 1;
  }
  Token& token = add(record, TokenKind::word, from, i);
  const ParsedNumber number = parse_number(token.text);
  if (number.status == NumberStatus::out_of_range) {
    fault(token, from,
          "number '" + printable(token.text) + "' is outside the range of double precision");
  } else if (number.status == NumberStatus::ok) {
    token.value = number.value;
    token.integral = number.integral;
  }
  if (number.status != NumberStatus::malformed) token.kind = TokenKind::number;
  if (!closed) fault(token, from, "'(' is not closed in '" + printable(token.text) + "'");
  if (!plain)
    fault(token, from, "'" + printable(token.text) + "' is not plain ASCII",
          "retype it: signs copied from a document often only look right");
  if (token.text.find('&') != npos)
    fault(token, from, "'&' inside a line", "it continues a line from its very end only");
  if (text.substr(i, 2) == "${") {
    fault(token, from, "'" + printable(token.text) + "' directly before '${'",
          "the braces must hold the whole number");
    Record rest;
    i = take_braces(rest, i);
  }
  return i;
}

// Marks the parameters of an expression as used. False if one of them is faulty, so that whatever
// depends on it needs no second error.
bool Lexer::note_names(std::string_view text, SourceLocation at, bool evaluated_now) {
  bool sound = true;
  for (std::string_view name : expression_names(text)) {
    if (is_reserved(name)) continue;
    deck_.parameters.mark_used(name);
    const Parameter* parameter = deck_.parameters.find(name);
    if (parameter && parameter->faulty) sound = false;
    if (!parameter && !evaluated_now) mentioned_.try_emplace(lower_case(name), at);
  }
  return sound;
}

void Lexer::evaluate(Token& token, std::string_view text, SourceLocation at,
                     const std::string& record) {
  std::optional<double> value;
  if (note_names(text, at, true))
    value = evaluate_constant(text, at, deck_.parameters, diagnostics_, record);
  token.faulty = !value;
  token.value = value.value_or(0);
  token.integral = std::trunc(token.value) == token.value && std::fabs(token.value) <= 0x1p53;
}

// ---- PARAM and INCLUDE -------------------------------------------------------------------------

void Lexer::carry_out(Record&& record, const fs::path& directory) {
  if (has_keyword(record, "param"))
    define_parameter(record);
  else if (has_keyword(record, "include"))
    include(record, directory);
  else
    deck_.records.push_back(std::move(record));
}

void Lexer::define_parameter(const Record& record) {
  const auto& tokens = record.tokens;
  auto error = [&](SourceLocation at, std::string problem, std::string_view expected) {
    diagnostics_.error(at, "PARAM", std::move(problem), std::string(expected));
  };
  if (tokens.size() < 2) return error(record.end, "no name", kParamForm);
  const Token& name = tokens[1];
  if (name.faulty) return;
  if (name.kind == TokenKind::expression)
    return error(name.where, "no name before '='", kParamForm);
  if (!is_name(name.text))
    return error(name.where, "'" + printable(name.text) + "' is not a name",
                 "expected a letter, then letters, digits and underscores");
  if (is_reserved(name.text))
    return error(name.where, "'" + name.text + "' is reserved", "choose another name");
  if (tokens.size() < 3) return error(record.end, "no value", kParamForm);
  if (tokens[2].kind != TokenKind::expression)
    return error(tokens[2].where, "'=' is missing", kParamForm);
  define_value(name, tokens[2]);
}

void Lexer::define_value(const Token& name, const Token& expression) {
  const std::string key = lower_case(name.text);
  const std::string record = "PARAM " + printable(name.text);
  auto place = [&](SourceLocation at) {
    return at.file == name.where.file ? fmt::format("line {}", at.line)
                                      : fmt::format("{}:{}", diagnostics_.file(at.file), at.line);
  };
  if (const Parameter* first = deck_.parameters.find(key))
    return diagnostics_.error(name.where, record, "defined twice",
                              "the first definition is at " + place(first->where));
  if (const auto use = mentioned_.find(key); use != mentioned_.end())
    diagnostics_.error(name.where, record, "used before its definition, at " + place(use->second),
                       "PARAM must stand above the first use");

  Token value;
  value.faulty = expression.faulty;
  const auto given = overrides_.find(key);
  if (given != overrides_.end()) {
    given->second.met = true;
    evaluate(value, given->second.text, {}, "-D " + given->second.name);
  } else if (!expression.faulty) {
    evaluate(value, expression.text, expression.where, record);
  }
  Parameter parameter{.name = name.text, .value = value.value, .where = name.where};
  parameter.overridden = given != overrides_.end();
  parameter.faulty = value.faulty;
  if (value.faulty) parameter.value = std::numeric_limits<double>::quiet_NaN();
  deck_.parameters.define(std::move(parameter));
}

void Lexer::include(const Record& record, const fs::path& directory) {
  const auto& tokens = record.tokens;
  const bool named = tokens.size() >= 2 && !tokens[1].text.empty() &&
                     (tokens[1].kind == TokenKind::string || tokens[1].kind == TokenKind::word);
  if (named && tokens.size() == 2) {
    if (!tokens[1].faulty) return include_file(tokens[1], directory / tokens[1].text);
  } else {
    const SourceLocation at = tokens.size() < 2 ? record.end : tokens[named ? 2 : 1].where;
    diagnostics_.error(at, "INCLUDE", named ? "too many fields" : "no file name",
                       std::string(kIncludeForm));
  }
  deck_.usable = false;
}

void Lexer::include_file(const Token& name, const fs::path& path) {
  auto refuse = [&](std::string_view problem, std::string_view expected = {}) {
    diagnostics_.error(name.where, "INCLUDE", fmt::format("'{}' {}", printable(name.text), problem),
                       std::string(expected));
    deck_.usable = false;
  };
  std::error_code code;
  const fs::path canonical = fs::canonical(path, code);
  if (code) return refuse("does not exist", "paths are relative to the including file");
  if (!fs::is_regular_file(canonical, code)) return refuse("is not a file");
  if (std::find(open_files_.begin(), open_files_.end(), canonical) != open_files_.end())
    return refuse("includes itself");
  if (open_files_.size() > static_cast<std::size_t>(kMaxIncludeDepth))
    return refuse("is included too deeply", fmt::format("at most {} levels", kMaxIncludeDepth));
  if (++included_ > kMaxIncludedFiles)
    return refuse("is one file too many",
                  fmt::format("at most {} are included", kMaxIncludedFiles));
  if (fs::file_size(canonical, code) > kMaxDeckBytes || code)
    return refuse("is larger than 256 MB");
  std::ifstream stream(canonical, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.is_open() || stream.bad()) return refuse("cannot be read");

  const fs::path shown = fs::path(diagnostics_.file(name.where.file)).parent_path() / name.text;
  const int file = diagnostics_.add_file(shown.string());
  open_files_.push_back(canonical);
  read_text(text, file, path.parent_path());
  open_files_.pop_back();
}

// What can be said only at the end: overrides that met no PARAM, parameters nobody used.
void Lexer::finish() {
  deck_.usable = deck_.usable && !stopped_;
  if (!deck_.usable) return;
  for (const auto& [name, text] : input_.overrides) {
    const auto given = overrides_.find(lower_case(name));
    if (given == overrides_.end() || given->second.met) continue;
    given->second.met = true;
    const std::string_view near = nearest_word(name, deck_.parameters.names_like(name));
    diagnostics_.error({}, "-D " + name, "no PARAM of the deck defines '" + name + "'",
                       near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }
  for (const Parameter& p : deck_.parameters.list())
    if (!p.used) diagnostics_.warning(p.where, "PARAM " + printable(p.name), "never used");
}

}  // namespace

LexedDeck lex(const LexInput& input, Diagnostics& diagnostics) {
  return Lexer(input, diagnostics).run();
}

}  // namespace mbs
