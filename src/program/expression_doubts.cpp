// Expressions that mean something else than most readers of other programs take them for.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "base/index.h"
#include "program/doubt.h"
#include "text/characters.h"
#include "text/expression.h"
#include "text/expression_syntax.h"
#include "text/names.h"
#include "text/parameters.h"
#include "text/units.h"

namespace mbs {

namespace {

// A line of a deck, its keyword, and what a comment sign cuts off.
struct ExpressionLine {
  std::string_view text, comment;  // comment: behind its sign
  char sign = 0;                   // of the comment
  std::string keyword;             // upper case; empty where a number begins the line
};

ExpressionLine expression_line(std::string_view line) {
  ExpressionLine out{line, {}, 0, {}};
  if (const std::size_t sign = comment_sign(line); sign != npos)
    out = {line.substr(0, sign), line.substr(sign + 1), line[sign], {}};
  const std::string_view body = trimmed(out.text);
  out.keyword = upper_case(body.substr(0, body.find_first_of(" \t,=")));
  if (!is_name(out.keyword)) out.keyword.clear();
  return out;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

// Whether an expression stands at this place: behind =, in ${}, or in a line of expressions.
bool is_in_expression(const ExpressionLine& line, std::size_t at) {
  const std::string_view before = line.text.substr(0, at);
  if (is_one_of(line.keyword, {"MEASURE", "EVENT", "ODE"}) || before.find('=') != npos) return true;
  const std::size_t open = before.rfind("${");
  return open != npos && before.find('}', open) == npos;
}

// The offset behind the operand of `^` that begins at `from`; npos: none stands there.
std::size_t past_operand(std::string_view text, std::size_t from) {
  Piece p = next_piece(text, from);
  if (p.kind == PieceKind::sign) p = next_piece(text, p.at + p.text.size());
  if (p.kind == PieceKind::number) return p.at + p.text.size();
  std::size_t end = p.at;
  if (p.kind == PieceKind::name) end += p.text.size();
  if (p.kind != PieceKind::name && p.kind != PieceKind::open) return npos;
  if (end >= text.size() || (text[end] != '(' && p.kind == PieceKind::name)) return end;
  int depth = 0;
  for (p = next_piece(text, end); p.kind != PieceKind::end;
       p = next_piece(text, p.at + p.text.size())) {
    if (p.kind == PieceKind::open) ++depth;
    if (p.kind == PieceKind::close && --depth == 0) return p.at + p.text.size();
  }
  return npos;
}

class ExpressionDoubts {
 public:
  ExpressionDoubts(int file, const Parameters& parameters)
      : file_(file),
        parameters_(parameters),
        some_are_units_(std::any_of(parameters.list().begin(), parameters.list().end(),
                                    [](const Parameter& p) { return parse_unit(p.name); })) {}

  void look_at(std::string_view line, int number) {
    number_ = number;
    const ExpressionLine all = expression_line(line);
    remainder(all);
    powers(all);
    if (some_are_units_) units(all);
    labels(all);
    if (parameters_.live_count() > 0) fixed_numbers(all);
  }

  std::vector<Doubt> take() { return std::move(doubts_); }

 private:
  void add(std::size_t at, std::string label, std::string problem, std::string expected) {
    doubts_.push_back({{file_, number_, static_cast<int>(at) + 1},
                       std::move(label),
                       std::move(problem),
                       std::move(expected)});
  }

  // 7 % 3: the sign begins a comment.
  void remainder(const ExpressionLine& line) {
    const std::string_view before = trimmed(line.text),
                           behind = trimmed(line.comment.substr(0, line.comment.find('#')));
    if (line.sign != '%' || before.empty() || behind.empty()) return;
    if (!is_in_expression(line, line.text.size())) return;
    if (!is_name_char(before.back()) && before.back() != ')') return;
    VariableNames time;
    time.add("t", 0);
    if (compile_expression(behind, {}, time, parameters_, false).fault) return;
    add(line.text.size(), "expression", fmt::format("'% {}' is a comment", printable(behind)),
        fmt::format("mod(a, {}), if a remainder is meant", printable(behind)));
  }

  // 2^3^2 is 2^9 here and 8^2 in MATLAB and in spreadsheets.
  void powers(const ExpressionLine& line) {
    for (std::size_t at = line.text.find('^'); at != npos; at = line.text.find('^', at + 1)) {
      if (!is_in_expression(line, at)) continue;
      const std::size_t end = past_operand(line.text, at + 1);
      if (end == npos || next_piece(line.text, end).text != "^") continue;
      return add(at, "expression", "a^b^c is a^(b^c)",
                 "parentheses, a^(b^c) or (a^b)^c, which is what MATLAB and spreadsheets take");
    }
  }

  // 2g in a deck that has PARAM g.
  void units(const ExpressionLine& line) {
    Piece before = next_piece({}, 0), p = next_piece(line.text, 0);
    for (; p.kind != PieceKind::end; before = p, p = next_piece(line.text, p.at + p.text.size())) {
      if (p.kind != PieceKind::number || !is_in_expression(line, p.at)) continue;
      const std::size_t from = p.text.find_last_of("0123456789.") + 1;
      const std::string_view name = p.text.substr(from);
      const Parameter* parameter = is_name(name) ? parameters_.find(name) : nullptr;
      if (!parameter || !parse_unit(name)) continue;
      const std::string_view next = next_piece(line.text, p.at + p.text.size()).text;
      const bool alone =
          (before.text == "=" || before.text == "${") && (next.empty() || next == "}");
      if (alone) continue;
      add(p.at, "expression",
          fmt::format("{} is a number with a unit, and PARAM {} is not in it", p.text,
                      parameter->name),
          fmt::format("{}*{}, if the parameter is meant", p.text.substr(0, from), name));
    }
  }

  // XF 2 (a) 0 in a deck that has PARAM a.
  void labels(const ExpressionLine& line) {
    for (std::size_t at = line.text.find('('); at != npos; at = line.text.find('(', at + 1)) {
      if (at + 2 >= line.text.size() || line.text[at + 2] != ')') continue;
      const std::string_view name = line.text.substr(at + 1, 1);
      if (is_in_expression(line, at) || !parameters_.find(name)) continue;
      if (trimmed(line.text.substr(0, at)).empty() || trimmed(line.text.substr(at + 3)).empty())
        continue;
      add(at, "label", fmt::format("'({})' is a label, which is skipped", name),
          fmt::format("${{{}}}, if the parameter is meant", name));
    }
  }

  // A number that was made from a parameter when the deck was read, where an event sets that.
  void fixed_numbers(const ExpressionLine& line) {
    if (is_one_of(line.keyword, {"STARTVX", "STARTDX", "STARTDE", "VEL", "STATE", "BASE", "X",
                                 "ODE", "MEASURE", "OUT", "MARK", "STRIDE", "SWEEP"}))
      return;
    const bool definition = line.keyword == "PARAM";
    const std::size_t equals = line.text.find('=');
    std::size_t from = definition && equals != npos ? equals + 1 : line.text.find("${");
    while (from < line.text.size()) {
      const Piece p = next_piece(line.text, from);
      from = p.at + p.text.size();
      if (p.kind == PieceKind::end) return;
      if (!definition && equals != npos && p.at > equals) return;
      const Parameter* parameter = p.kind == PieceKind::name ? parameters_.find(p.text) : nullptr;
      if (!parameter || parameter->live < 0) continue;
      const std::size_t open = line.text.substr(0, p.at).rfind("${");
      if (!definition && line.text.find('}', open) < p.at) continue;
      return add(p.at, "SET " + parameter->name,
                 fmt::format("this number keeps the value that {} had when the deck was read",
                             parameter->name),
                 definition ? "the expression itself where the run reads it, in a law, a motion or "
                              "an event"
                            : "a law or a motion by an expression, which follows SET");
    }
  }

  int file_;
  const Parameters& parameters_;
  bool some_are_units_;  // names of parameters
  int number_ = 0;
  std::vector<Doubt> doubts_;
};

}  // namespace

std::vector<Doubt> doubts_of_expressions(int file, const std::vector<std::string_view>& lines,
                                         const Parameters& parameters) {
  ExpressionDoubts out(file, parameters);
  for (int k = 0; k < count_of(lines); ++k) out.look_at(lines[at(k)], k + 1);
  return out.take();
}

}  // namespace mbs
