// One file above 400 lines: a rule of the syntax and the message for what breaks it stand side by
// side.
#include "text/expression_syntax.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text/capital_names.h"
#include "text/characters.h"
#include "text/expression_writer.h"
#include "text/number.h"
#include "text/parameters.h"
#include "text/unit_number.h"

namespace mbs {
namespace {

using Fault = std::optional<ExpressionFault>;

constexpr std::size_t kFewNames = 8;  // all of them are listed in a message

Operation binary_operation(std::string_view text) {
  using enum Operation;
  static constexpr std::pair<std::string_view, Operation> kAll[] = {
      {"+", add},         {"-", subtract},   {"*", multiply},
      {"/", divide},      {"^", power},      {"<", less},
      {"<=", less_equal}, {">", greater},    {">=", greater_equal},
      {"==", equal},      {"!=", not_equal}, {"&&", logical_and},
      {"||", logical_or}};
  const auto it = std::find_if(std::begin(kAll), std::end(kAll),
                               [&](const auto& pair) { return pair.first == text; });
  return it->second;
}

// Reads the pieces once. The state is only whether an operand or an operator comes next and which
// brackets are open; this is the whole grammar. ProgramWriter handles precedence.
class Compiler {
 public:
  Compiler(std::string_view text, SourceLocation where, const VariableNames& variables,
           const Parameters& parameters, bool suggest)
      : text_(text),
        where_(where),
        variables_(variables),
        parameters_(parameters),
        suggest_(suggest) {}

  CompiledExpression run();

 private:
  struct Bracket {
    std::string_view text;  // "(", "${", or empty for the whole expression
    std::size_t at = 0;
    const Builtin* function = nullptr;  // whose arguments these are
    std::size_t function_at = 0;
    int commas = 0;
    int questions = 0;                 // '?' still without their ':'
    std::string_view compares = {};    // the last comparison of the present operand of && || ?: ,
    ExpressionTables::Key table = {};  // of table and spline
  };

  Fault piece(const Piece& p);
  Fault operand(const Piece& p);
  Fault number(const Piece& p);
  Fault unit_or_name(const Piece& p) const;
  Fault name(const Piece& p);
  Fault unknown_function(const Piece& p) const;
  Fault unknown_name(const Piece& p) const;
  Fault function(const Piece& p, const Builtin* builtin);
  Fault open(const Piece& p);
  Fault close(const Piece& p);
  Fault comma(const Piece& p);
  Fault operation(const Piece& p);
  Fault comparison(const Piece& p);
  Fault end(const Piece& p);
  Fault table_argument(const Piece& p, bool& taken);
  Fault table_call(const Bracket& call);
  Fault wrong(const Piece& p) const;
  Fault missing_operand(const Piece& p) const;

  std::string_view text_;
  SourceLocation where_;
  const VariableNames& variables_;
  const Parameters& parameters_;
  bool suggest_;
  ProgramWriter writer_;
  std::vector<Bracket> brackets_{Bracket{}};
  const Builtin* called_ = nullptr;  // function whose '(' comes next
  std::size_t called_at_ = 0;
  bool expect_operand_ = true;
  bool after_prefix_ = false;
};

CompiledExpression Compiler::run() {
  if (text_.size() > kMaxExpressionLength)
    return {ExpressionFault{0, fmt::format("the expression has {} characters", text_.size()),
                            fmt::format("at most {} are allowed", kMaxExpressionLength)},
            {}};
  Piece p = next_piece(text_, 0);
  for (; p.kind != PieceKind::end; p = next_piece(text_, p.at + p.text.size()))
    if (Fault fault = piece(p)) return {std::move(fault), {}};
  if (Fault fault = end(p)) return {std::move(fault), {}};
  return {{}, writer_.finish()};
}

Fault Compiler::piece(const Piece& p) {
  bool taken = false;
  if (reads_table(brackets_.back().function))
    if (Fault fault = table_argument(p, taken); fault || taken) return fault;
  switch (p.kind) {
    case PieceKind::number:
      return number(p);
    case PieceKind::name:
      return name(p);
    case PieceKind::open:
      return open(p);
    case PieceKind::close:
      return close(p);
    case PieceKind::comma:
      return comma(p);
    case PieceKind::string:
    case PieceKind::wrong:
      return wrong(p);
    default:
      return operation(p);
  }
}

Fault Compiler::number(const Piece& p) {
  if (auto fault = operand(p)) return fault;
  ParsedNumber parsed = parse_number(p.text);
  if (const auto said =
          parsed.status == NumberStatus::malformed ? parse_unit_number(p.text) : std::nullopt) {
    if (auto fault = unit_or_name(p)) return fault;
    parsed = said->number;
    parsed.value = in_units(said->of.size(parsed.value), said->of.unit, parameters_.units());
  }
  if (parsed.status != NumberStatus::ok || !std::isfinite(parsed.value))
    return ExpressionFault{
        p.at, "number " + quoted(p.text) + " is outside the range of double precision", ""};
  writer_.constant(parsed.value);
  return {};
}

// A unit of several factors whose names may also be names of the deck.
Fault Compiler::unit_or_name(const Piece& p) const {
  std::size_t end = p.text.find_first_of("*/");
  while (end < p.text.size()) {
    const std::size_t from = end + 1;
    end = std::min(p.text.find_first_of("*/", from), p.text.size());
    const std::string_view factor = p.text.substr(from, end - from);
    const std::string_view name = factor.substr(0, factor.find('^'));
    const std::string key = key_in_deck(name, parameters_);
    if (!parameters_.find(key) && variables_.find(key) < 0) continue;
    return ExpressionFault{
        p.at,
        fmt::format("{} is a number with a unit, but '{}' is a name of this deck, too",
                    quoted(p.text), name),
        fmt::format("expected blanks around the sign where the name is meant, or the unit behind a "
                    "number of its own: '(1{})'",
                    name)};
  }
  return {};
}

// The file name and the column of a table call. They are no values, and each is a whole argument.
Fault Compiler::table_argument(const Piece& p, bool& taken) {
  Bracket& top = brackets_.back();
  const bool surface = top.function->operation == Operation::surface;
  if (!expect_operand_ || after_prefix_ || top.commas == 1 || (surface && top.commas > 0))
    return {};
  const std::string_view next = next_piece(text_, p.at + p.text.size()).text;
  if (top.commas == 0) {
    if (p.kind != PieceKind::string || (next != "," && next != ")"))
      return ExpressionFault{
          p.at, fmt::format("{} where the name of a file should stand", quoted(p.text)),
          fmt::format("expected '{}(\"file.csv\", u{})'", top.function->info.name,
                      surface ? ", w" : "")};
    top.table.name = p.text.substr(1, p.text.size() - 2);
    top.table.kind = top.function->table;
  } else if (top.commas == 2) {
    const ParsedNumber column = parse_number(p.text);
    if (p.kind != PieceKind::number || !column.integral || column.value < 1 ||
        column.value > kMostColumns || next != ")")
      return ExpressionFault{
          p.at, fmt::format("{} where the number of a column should stand", quoted(p.text)),
          fmt::format("expected a whole number from 1 to {}", kMostColumns)};
    top.table.column = static_cast<int>(column.value);
  } else {
    return {};
  }
  taken = true;
  expect_operand_ = false;
  return {};
}

Fault Compiler::table_call(const Bracket& call) {
  ExpressionTables::Key key = call.table;
  key.file = where_.file;
  const auto* table = parameters_.tables().find(key);
  if (table && !*table) return ExpressionFault{call.function_at, "", ""};
  if (!table)
    return ExpressionFault{
        call.function_at, fmt::format("table file '{}' is not read here", printable(key.name)), ""};
  writer_.call({*table, location_of(text_, call.function_at, where_)});
  return {};
}

Fault Compiler::operand(const Piece& p) {
  if (!expect_operand_) {
    const std::string whole = number_before_unit(text_, p.at, p.text);
    return ExpressionFault{p.at, "an operator is missing before " + quoted(p.text),
                           !whole.empty()
                               ? fmt::format("a unit follows its number without a blank: {}", whole)
                           : are_same_name(p.text, "and") ? "'&&' is the operator"
                           : are_same_name(p.text, "or")  ? "'||' is the operator"
                                                          : ""};
  }
  expect_operand_ = after_prefix_ = false;
  return {};
}

Fault Compiler::name(const Piece& p) {
  if (auto fault = operand(p)) return fault;
  const std::string key = key_in_deck(p.text, parameters_);
  const Builtin* builtin = is_capital_name(key) ? nullptr : find_builtin(key);
  const bool called = next_piece(text_, p.at + p.text.size()).text == "(";
  const int variable = variables_.find(key);
  const Parameter* parameter = parameters_.find(key);
  const bool is_name =
      is_function_and_name(key) && !called && (parameter != nullptr || variable >= 0);
  if (is_function(builtin) && !is_name) return function(p, builtin);
  if (called) return unknown_function(p);

  if (variable >= 0)
    writer_.slot(parameters_.live_count() + variable);
  else if (is_constant(builtin))
    writer_.constant(builtin->constant);
  else if (parameter)
    parameter->live >= 0 ? writer_.slot(parameter->live) : writer_.constant(parameter->value);
  else
    return unknown_name(p);
  return {};
}

Fault Compiler::unknown_function(const Piece& p) const {
  std::vector<std::string_view> known;
  for (const NameInfo& name : reserved_names())
    if (suggest_ && name.max_arguments > 0) known.push_back(name.name);
  const std::string_view near = nearest_word(p.text, known);
  return ExpressionFault{p.at, "unknown function " + quoted(p.text),
                         near.empty() ? "" : fmt::format("did you mean '{}'?", near)};
}

Fault Compiler::unknown_name(const Piece& p) const {
  std::vector<std::string_view> known;
  if (suggest_) known = parameters_.names_like(p.text);
  std::string here;
  const std::vector<std::string_view>& variables = variables_.names();
  for (const std::string_view v : variables) {
    known.push_back(v);
    if (variables.size() <= kFewNames) here += (here.empty() ? "" : ", ") + std::string(v);
  }
  if (variables.size() > kFewNames) here = "t and the channels of the CSV";
  if (is_declared_capital(p.text, parameters_)) {
    const bool measure = parameters_.measure(p.text);
    return ExpressionFault{
        p.at,
        fmt::format("'{}' is a {} of this deck, which has no value here", p.text,
                    measure ? "measure" : "state"),
        measure ? fmt::format("measures of lines below may read it; '{}' is not {}", p.text,
                              lower_case(p.text))
                : fmt::format("'{}' is not {}; known here: {}", p.text, lower_case(p.text),
                              here.empty() ? "parameters" : here)};
  }
  const Builtin* builtin = find_builtin(lower_case(p.text));
  if (builtin && builtin->law_variable)
    return ExpressionFault{
        p.at, quoted(p.text) + " has no value here",
        here.empty() ? "it is known in the expressions of laws only" : "known here: " + here};
  if (const Parameters::Text* text = parameters_.text(p.text))
    return ExpressionFault{p.at, fmt::format("'{}' is a text", p.text),
                           fmt::format("expected a number; a text is filled in between quotes: "
                                       "\"${{{}}}\"",
                                       text->name)};
  if (parameters_.measure(p.text))
    return ExpressionFault{
        p.at, fmt::format("'{}' is a measure of this deck, which has no value here", p.text),
        "it has one when the run is over: measures of lines below may read it"};
  const std::string_view near = nearest_word(p.text, known);
  std::string expected = "expected a parameter defined above";
  if (!here.empty()) expected += " or one of " + here;
  if (!near.empty()) expected = fmt::format("did you mean '{}'?", near);
  if (std::any_of(p.text.begin(), p.text.end(), [](char c) { return (c & 0x80) != 0; }))
    return ExpressionFault{p.at, quoted(p.text) + " is not plain ASCII", plain_ascii(p.text)};
  return ExpressionFault{p.at, "unknown name " + quoted(p.text), expected};
}

Fault Compiler::function(const Piece& p, const Builtin* builtin) {
  const Piece next = next_piece(text_, p.at + p.text.size());
  if (next.text != "(")
    return ExpressionFault{p.at, "function " + quoted(p.text) + " has no arguments",
                           fmt::format("expected '{}('", builtin->info.name)};
  called_ = builtin;
  called_at_ = p.at;
  expect_operand_ = true;
  return {};
}

Fault Compiler::open(const Piece& p) {
  if (!expect_operand_)
    return ExpressionFault{p.at, "an operator is missing before " + quoted(p.text), ""};
  writer_.open();
  brackets_.push_back({p.text, p.at, called_, called_at_});
  called_ = nullptr;
  after_prefix_ = false;
  return {};
}

Fault Compiler::close(const Piece& p) {
  const Bracket top = brackets_.back();
  if (brackets_.size() == 1) return ExpressionFault{p.at, quoted(p.text) + " closes nothing", ""};
  if ((top.text == "(") != (p.text == ")"))
    return ExpressionFault{p.at, fmt::format("'{}' does not close '{}'", p.text, top.text), ""};
  if (expect_operand_) return missing_operand(p);
  if (top.questions > 0) return ExpressionFault{p.at, "'?' has no ':'", "expected 'a ? b : c'"};
  writer_.close();
  if (top.function) {
    const NameInfo& info = top.function->info;
    const int count = top.commas + 1;
    if (count < info.min_arguments || count > info.max_arguments)
      return ExpressionFault{
          top.function_at,
          fmt::format("function '{}' takes {} argument{}, not {}", info.name, info.min_arguments,
                      info.min_arguments == 1 ? "" : "s", count),
          ""};
    if (!reads_table(top.function))
      writer_.call(top.function->operation, count);
    else if (auto fault = table_call(top))
      return fault;
  }
  brackets_.pop_back();
  return {};
}

Fault Compiler::comma(const Piece& p) {
  Bracket& top = brackets_.back();
  if (!top.function) {
    const bool decimal = p.at > 0 && p.at + 1 < text_.size() && is_digit(text_[p.at - 1]) &&
                         is_digit(text_[p.at + 1]);
    return ExpressionFault{
        p.at, "',' outside the arguments of a function",
        decimal ? "expected one value; a decimal comma is a point here" : "expected one value"};
  }
  if (expect_operand_) return missing_operand(p);
  if (top.questions > 0) return ExpressionFault{p.at, "'?' has no ':'", "expected 'a ? b : c'"};
  ++top.commas;
  top.compares = {};
  writer_.comma();
  expect_operand_ = true;
  return {};
}

Fault Compiler::operation(const Piece& p) {
  if (expect_operand_) {
    if (p.kind == PieceKind::binary) return missing_operand(p);
    if (after_prefix_)
      return ExpressionFault{p.at, quoted(p.text) + " follows another sign", "use parentheses"};
    after_prefix_ = true;
    if (p.text != "+") writer_.prefix(p.text == "-" ? Operation::negate : Operation::logical_not);
    return {};
  }
  if (p.kind == PieceKind::prefix)
    return ExpressionFault{p.at, "an operator is missing before " + quoted(p.text), ""};
  if (auto fault = comparison(p)) return fault;
  if (p.text == "?") ++brackets_.back().questions;
  if (p.text == ":" && --brackets_.back().questions < 0)
    return ExpressionFault{p.at, "':' has no '?'", "expected 'a ? b : c'"};
  if (p.text == "?")
    writer_.question();
  else if (p.text == ":")
    writer_.colon();
  else
    writer_.binary(binary_operation(p.text));
  expect_operand_ = true;
  return {};
}

// 0 < x < 1 would compare the 1 or 0 of 0 < x with 1.
Fault Compiler::comparison(const Piece& p) {
  std::string_view& before = brackets_.back().compares;
  const bool compares = p.text.find_first_of("<>=!") != std::string_view::npos;
  const bool joins = p.text == "&&" || p.text == "||" || p.text == "?" || p.text == ":";
  if (compares && !before.empty())
    return ExpressionFault{
        p.at,
        fmt::format("'{}' would compare the 1 or 0 that '{}' before it gives", p.text, before),
        "expected two comparisons joined by &&, such as '0 < x && x < 1', or parentheses around "
        "the first one"};
  if (compares) before = p.text;
  if (joins) before = {};
  return {};
}

Fault Compiler::end(const Piece& p) {
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

Fault Compiler::wrong(const Piece& p) const {
  if (p.text == "**")
    return ExpressionFault{p.at, "'**' is not an operator", "'^' raises to a power"};
  if (p.text == "=") return ExpressionFault{p.at, "'=' inside an expression", "'==' compares"};
  if (p.text == "&" || p.text == "|")
    return ExpressionFault{p.at, fmt::format("'{}' is not an operator", p.text),
                           fmt::format("logical operators are && || !")};
  if (p.text[0] == '.' || (p.text[0] >= '0' && p.text[0] <= '9'))
    return ExpressionFault{p.at, quoted(p.text) + " is not a number", ""};
  const bool string = p.kind == PieceKind::string;  // an unclosed quote
  return ExpressionFault{p.at, "unexpected " + quoted(string ? "\"" : p.text),
                         "expected numbers, names and operators"};
}

Fault Compiler::missing_operand(const Piece& p) const {
  return ExpressionFault{p.at, "a value is missing before " + quoted(p.text), ""};
}

}  // namespace

CompiledExpression compile_expression(std::string_view text, SourceLocation where,
                                      const VariableNames& variables, const Parameters& parameters,
                                      bool suggest) {
  return Compiler(text, where, variables, parameters, suggest).run();
}

}  // namespace mbs
