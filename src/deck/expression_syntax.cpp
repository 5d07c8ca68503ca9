#include "deck/expression_syntax.h"

#include <fmt/format.h>

#include <algorithm>

#include "deck/number.h"

namespace mbs {
namespace {

using Fault = std::optional<ExpressionFault>;

constexpr std::size_t kFewNames = 8;  // all of them are listed in a message

// ---- pieces of an expression -------------------------------------------------------------------

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

PieceKind operator_kind(std::string_view rest, std::size_t& length) {
  for (std::string_view two : {"<=", ">=", "==", "!=", "&&", "||"})
    if (rest.starts_with(two)) return length = 2, PieceKind::binary;
  if (rest.starts_with("${")) return length = 2, PieceKind::open;
  if (rest.starts_with("**")) return length = 2, PieceKind::wrong;
  length = 1;
  auto is_one_of = [&](std::string_view set) { return set.find(rest[0]) != set.npos; };
  if (rest[0] == '(') return PieceKind::open;
  if (is_one_of(")}")) return PieceKind::close;
  if (rest[0] == ',') return PieceKind::comma;
  if (is_one_of("+-")) return PieceKind::sign;
  if (rest[0] == '!') return PieceKind::prefix;
  if (is_one_of("*/^<>?:")) return PieceKind::binary;
  while (length < rest.size() && static_cast<unsigned char>(rest[length]) >= 0x80) ++length;
  return PieceKind::wrong;
}

}  // namespace

Piece next_piece(std::string_view text, std::size_t from) {
  std::size_t i = from;
  while (i < text.size() && is_blank(text[i])) ++i;
  if (i == text.size()) return {PieceKind::end, i, {}};
  std::size_t length = 0;
  PieceKind kind = PieceKind::name;
  auto run = [&](auto belongs) {
    while (i + length < text.size() && belongs(text[i + length])) ++length;
  };
  if ((text[i] >= '0' && text[i] <= '9') || text[i] == '.') {
    length = number_length(text.substr(i));
    kind = PieceKind::number;
    auto goes_on = [](char c) { return is_name_char(c) || c == '.'; };
    if (length == 0 || (i + length < text.size() && goes_on(text[i + length])))
      kind = PieceKind::wrong, run(goes_on);
  } else if (is_name_char(text[i])) {
    run(is_name_char);
    // Channels of the report have a point inside: rev1.fx.
    while (i + length + 1 < text.size() && text[i + length] == '.' &&
           is_letter(text[i + length + 1])) {
      ++length;
      run(is_name_char);
    }
  } else {
    kind = operator_kind(text.substr(i), length);
  }
  return {kind, i, text.substr(i, length)};
}

// ---- the check before muParser -----------------------------------------------------------------

std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

namespace {

// Walks over the pieces once, knowing only whether an operand or an operator comes next and which
// brackets are open; that is the whole grammar. On the way it collects the names and writes the
// text muParser is given: lower case, one line, '(' directly after a function's name.
class Checker {
 public:
  Checker(std::string_view text, std::span<const Variable> variables, const Parameters& parameters,
          bool suggest)
      : text_(text), variables_(variables), parameters_(parameters), suggest_(suggest) {
    checked_.plain = lower_case(text);
    std::replace_if(checked_.plain.begin(), checked_.plain.end(), is_blank, ' ');
  }

  CheckedExpression run();

 private:
  struct Bracket {
    std::string_view text;  // "(", "${", or empty for the whole expression
    std::size_t at = 0;
    const Builtin* function = nullptr;  // whose arguments these are
    std::size_t function_at = 0;
    int commas = 0;
    int questions = 0;  // '?' still without their ':'
  };

  Fault piece(const Piece& p);
  Fault operand(const Piece& p);
  Fault name(const Piece& p);
  Fault unknown_function(const Piece& p) const;
  Fault unknown_name(const Piece& p) const;
  Fault function(const Piece& p, const Builtin* builtin);
  Fault open(const Piece& p);
  Fault close(const Piece& p);
  Fault comma(const Piece& p);
  Fault operation(const Piece& p);
  Fault end(const Piece& p);
  Fault wrong(const Piece& p) const;
  Fault missing_operand(const Piece& p) const;

  std::string_view text_;
  std::span<const Variable> variables_;
  const Parameters& parameters_;
  bool suggest_;
  CheckedExpression checked_;
  std::vector<Bracket> brackets_{Bracket{}};
  const Builtin* called_ = nullptr;  // function whose '(' comes next
  std::size_t called_at_ = 0;
  bool expect_operand_ = true;
  bool after_prefix_ = false;
};

CheckedExpression Checker::run() {
  if (text_.size() > kMaxExpressionLength) {
    checked_.fault = {0, fmt::format("the expression has {} characters", text_.size()),
                      fmt::format("at most {} are allowed", kMaxExpressionLength)};
    return std::move(checked_);
  }
  Piece p = next_piece(text_, 0);
  for (; p.kind != PieceKind::end; p = next_piece(text_, p.at + p.text.size()))
    if ((checked_.fault = piece(p))) return std::move(checked_);
  checked_.fault = end(p);
  return std::move(checked_);
}

Fault Checker::piece(const Piece& p) {
  switch (p.kind) {
    case PieceKind::number:
      return operand(p);
    case PieceKind::name:
      return name(p);
    case PieceKind::open:
      return open(p);
    case PieceKind::close:
      return close(p);
    case PieceKind::comma:
      return comma(p);
    case PieceKind::wrong:
      return wrong(p);
    default:
      return operation(p);
  }
}

Fault Checker::operand(const Piece& p) {
  if (!expect_operand_)
    return ExpressionFault{p.at, "an operator is missing before " + quoted(p.text), ""};
  if (p.kind == PieceKind::number && parse_number(p.text).status != NumberStatus::ok)
    return ExpressionFault{
        p.at, "number " + quoted(p.text) + " is outside the range of double precision", ""};
  expect_operand_ = after_prefix_ = false;
  return {};
}

Fault Checker::name(const Piece& p) {
  if (auto fault = operand(p)) return fault;
  const std::string lower = lower_case(p.text);
  const Builtin* builtin = find_builtin(lower);
  if (is_function(builtin)) return function(p, builtin);
  if (next_piece(text_, p.at + p.text.size()).text == "(") return unknown_function(p);

  const auto same = [&](const Variable& v) { return lower_case(v.name) == lower; };
  const auto v = std::find_if(variables_.begin(), variables_.end(), same);
  if (v != variables_.end())
    checked_.variables.push_back(&*v);
  else if (is_constant(builtin))
    checked_.builtins.push_back(builtin);
  else if (const Parameter* parameter = parameters_.find(lower))
    checked_.parameters.push_back(parameter);
  else
    return unknown_name(p);
  return {};
}

Fault Checker::unknown_function(const Piece& p) const {
  std::vector<std::string_view> known;
  for (const NameInfo& name : reserved_names())
    if (suggest_ && name.max_arguments > 0) known.push_back(name.name);
  const std::string_view near = nearest_word(p.text, known);
  return ExpressionFault{p.at, "unknown function " + quoted(p.text),
                         near.empty() ? "" : fmt::format("did you mean '{}'?", near)};
}

Fault Checker::unknown_name(const Piece& p) const {
  std::vector<std::string_view> known;
  if (suggest_) known = parameters_.names_like(p.text);
  std::string here;
  for (const Variable& v : variables_) {
    known.push_back(v.name);
    if (variables_.size() <= kFewNames) here += (here.empty() ? "" : ", ") + std::string(v.name);
  }
  if (variables_.size() > kFewNames) here = "t and the channels of the CSV";
  const Builtin* builtin = find_builtin(lower_case(p.text));
  if (builtin && builtin->law_variable)
    return ExpressionFault{
        p.at, quoted(p.text) + " has no value here",
        here.empty() ? "it is known in the expressions of laws only" : "known here: " + here};
  const std::string_view near = nearest_word(p.text, known);
  std::string expected = "expected a parameter defined above";
  if (!here.empty()) expected += " or one of " + here;
  if (!near.empty()) expected = fmt::format("did you mean '{}'?", near);
  return ExpressionFault{p.at, "unknown name " + quoted(p.text), expected};
}

Fault Checker::function(const Piece& p, const Builtin* builtin) {
  const Piece next = next_piece(text_, p.at + p.text.size());
  if (next.text != "(")
    return ExpressionFault{p.at, "function " + quoted(p.text) + " has no arguments",
                           fmt::format("expected '{}('", builtin->info.name)};
  std::swap(checked_.plain[p.at + p.text.size()], checked_.plain[next.at]);
  called_ = builtin;
  called_at_ = p.at;
  expect_operand_ = true;
  checked_.builtins.push_back(builtin);
  return {};
}

Fault Checker::open(const Piece& p) {
  if (!expect_operand_)
    return ExpressionFault{p.at, "an operator is missing before " + quoted(p.text), ""};
  if (p.text == "${") checked_.plain.replace(p.at, 2, " (");
  brackets_.push_back({p.text, p.at, called_, called_at_});
  called_ = nullptr;
  after_prefix_ = false;
  return {};
}

Fault Checker::close(const Piece& p) {
  const Bracket top = brackets_.back();
  if (brackets_.size() == 1) return ExpressionFault{p.at, quoted(p.text) + " closes nothing", ""};
  if ((top.text == "(") != (p.text == ")"))
    return ExpressionFault{p.at, fmt::format("'{}' does not close '{}'", p.text, top.text), ""};
  if (expect_operand_) return missing_operand(p);
  if (top.questions > 0) return ExpressionFault{p.at, "'?' has no ':'", "expected 'a ? b : c'"};
  if (top.function) {
    const NameInfo& info = top.function->info;
    const int count = top.commas + 1;
    if (count < info.min_arguments || count > info.max_arguments)
      return ExpressionFault{
          top.function_at,
          fmt::format("function '{}' takes {} argument{}, not {}", info.name, info.min_arguments,
                      info.min_arguments == 1 ? "" : "s", count),
          ""};
  }
  if (p.text == "}") checked_.plain[p.at] = ')';
  brackets_.pop_back();
  return {};
}

Fault Checker::comma(const Piece& p) {
  Bracket& top = brackets_.back();
  if (!top.function)
    return ExpressionFault{p.at, "',' outside the arguments of a function", "expected one value"};
  if (expect_operand_) return missing_operand(p);
  if (top.questions > 0) return ExpressionFault{p.at, "'?' has no ':'", "expected 'a ? b : c'"};
  ++top.commas;
  expect_operand_ = true;
  return {};
}

Fault Checker::operation(const Piece& p) {
  if (expect_operand_) {
    if (p.kind == PieceKind::binary) return missing_operand(p);
    if (after_prefix_)
      return ExpressionFault{p.at, quoted(p.text) + " follows another sign", "use parentheses"};
    after_prefix_ = true;
    return {};
  }
  if (p.kind == PieceKind::prefix)
    return ExpressionFault{p.at, "an operator is missing before " + quoted(p.text), ""};
  if (p.text == "?") ++brackets_.back().questions;
  if (p.text == ":" && --brackets_.back().questions < 0)
    return ExpressionFault{p.at, "':' has no '?'", "expected 'a ? b : c'"};
  expect_operand_ = true;
  return {};
}

Fault Checker::end(const Piece& p) {
  const Bracket& top = brackets_.back();
  if (p.at == 0 || (expect_operand_ && next_piece(text_, 0).kind == PieceKind::end))
    return ExpressionFault{0, "the expression is empty", ""};
  if (brackets_.size() > 1) return ExpressionFault{top.at, quoted(top.text) + " is not closed", ""};
  if (expect_operand_)
    return ExpressionFault{text_.size(), "the expression ends where a value should follow", ""};
  if (top.questions > 0)
    return ExpressionFault{text_.size(), "'?' has no ':'", "expected 'a ? b : c'"};
  return {};
}

Fault Checker::wrong(const Piece& p) const {
  if (p.text == "**")
    return ExpressionFault{p.at, "'**' is not an operator", "'^' raises to a power"};
  if (p.text == "=") return ExpressionFault{p.at, "'=' inside an expression", "'==' compares"};
  if (p.text == "&" || p.text == "|")
    return ExpressionFault{p.at, fmt::format("'{}' is not an operator", p.text),
                           fmt::format("logical operators are && || !")};
  if (p.text[0] == '.' || (p.text[0] >= '0' && p.text[0] <= '9'))
    return ExpressionFault{p.at, quoted(p.text) + " is not a number", ""};
  return ExpressionFault{p.at, "unexpected " + quoted(p.text),
                         "expected numbers, names and operators"};
}

Fault Checker::missing_operand(const Piece& p) const {
  return ExpressionFault{p.at, "a value is missing before " + quoted(p.text), ""};
}

}  // namespace

CheckedExpression check_expression(std::string_view text, std::span<const Variable> variables,
                                   const Parameters& parameters, bool suggest) {
  return Checker(text, variables, parameters, suggest).run();
}

}  // namespace mbs
