#include "deck/lines/event_condition.h"

#include <fmt/format.h>

#include "text/characters.h"

namespace mbs {

namespace {

// Offset of an operator outside all brackets; npos if there is none.
std::size_t find_outside(std::string_view text, std::string_view op) {
  int depth = 0;
  for (std::size_t i = 0; i + op.size() <= text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == '}') --depth;
    if (depth == 0 && text.substr(i, op.size()) == op) return i;
  }
  return std::string_view::npos;
}

std::string_view without_brackets(std::string_view text) {
  text = trimmed(text);
  while (text.size() > 2 && text.front() == '(' && text.back() == ')') {
    int depth = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      depth += (text[i] == '(') - (text[i] == ')');
      if (depth == 0) return text;  // the first bracket is closed before the end
    }
    text = trimmed(text.substr(1, text.size() - 2));
  }
  return text;
}

// "==" or "=", whichever the text has first; empty: neither.
std::string_view equality_in(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    if (text.substr(i, 2) == "==") return "==";
    const char before = i > 0 ? text[i - 1] : ' ';
    if (before != '<' && before != '>' && before != '!') return "=";
  }
  return {};
}

}  // namespace

ConditionFault condition_fault(std::string_view condition) {
  const std::string_view equality = equality_in(condition);
  if (equality.empty()) return {"one side of && or || is no comparison", "expected one like a > b"};
  return {fmt::format("'{}' stands beside && or ||", equality),
          "expected > or < on each side, like a > b: an equation is true at single instants only"};
}

std::optional<EventFunction> event_function(std::string_view whole) {
  const std::string_view text = without_brackets(whole);
  if (find_outside(text, "?") != text.npos) return EventFunction{std::string(whole)};
  for (const auto& [op, call] : {std::pair("||", "max"), std::pair("&&", "min")}) {
    const std::size_t found = find_outside(text, op);
    if (found == text.npos) continue;
    const auto a = event_function(text.substr(0, found)),
               b = event_function(text.substr(found + 2));
    if (!a || !b || !a->comparison || !b->comparison) return std::nullopt;
    return EventFunction{fmt::format("{}({}, {})", call, a->text, b->text), true,
                         a->at_bound == b->at_bound ? a->at_bound : AtBound::is_open};
  }
  for (std::string_view op : {"==", ">=", "<=", ">", "<"}) {
    const std::size_t found = find_outside(text, op);
    if (found == text.npos) continue;
    const std::string_view a = text.substr(0, found), b = text.substr(found + op.size());
    const bool less = op[0] == '<';
    return EventFunction{fmt::format("({})-({})", less ? b : a, less ? a : b), op != "==",
                         op == ">=" || op == "<=" ? AtBound::is_true : AtBound::is_false};
  }
  return EventFunction{std::string(whole)};
}

}  // namespace mbs
