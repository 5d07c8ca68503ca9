#include "deck/event_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "deck/expression.h"
#include "deck/run_records.h"
#include "deck/tokenizer.h"

namespace mbs {

namespace {

constexpr std::string_view kForm =
    "expected: EVENT name WHEN expression [RISING|FALLING] DO action; ...";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
  return s;
}

SourceLocation location_of(std::string_view text, std::size_t offset, SourceLocation start) {
  for (char c : text.substr(0, offset)) {
    ++start.column;
    if (c == '\n') ++start.line, start.column = 1;
  }
  return start;
}

struct Word {
  std::size_t at = 0;
  std::string_view text;
};

// The words of a text, split at blanks.
std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> out;
  for (std::size_t i = 0; i < text.size();) {
    if (is_blank(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && !is_blank(text[end])) ++end;
    out.push_back({i, text.substr(i, end - i)});
    i = end;
  }
  return out;
}

// ---- comparisons become differences -------------------------------------------------------------

struct Function {
  std::string text;
  bool comparison = false;  // true where its text is positive
  bool equality = false;
};

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

// Empty where one side of && or || is no comparison.
std::optional<Function> function_of(std::string_view whole) {
  const std::string_view text = without_brackets(whole);
  if (find_outside(text, "?") != text.npos) return Function{std::string(whole)};
  for (const auto& [op, call] : {std::pair("||", "max"), std::pair("&&", "min")}) {
    const std::size_t found = find_outside(text, op);
    if (found == text.npos) continue;
    const auto a = function_of(text.substr(0, found)), b = function_of(text.substr(found + 2));
    if (!a || !b || !a->comparison || !b->comparison) return std::nullopt;
    return Function{fmt::format("{}({}, {})", call, a->text, b->text), true, false};
  }
  for (std::string_view op : {"==", ">=", "<=", ">", "<"}) {
    const std::size_t found = find_outside(text, op);
    if (found == text.npos) continue;
    const std::string_view a = text.substr(0, found), b = text.substr(found + op.size());
    const bool less = op[0] == '<';
    return Function{fmt::format("({})-({})", less ? b : a, less ? a : b), op != "==", op == "=="};
  }
  return Function{std::string(whole)};
}

// ---- the record ---------------------------------------------------------------------------------

class EventReader {
 public:
  EventReader(RecordReader& in, const Token& token, const Parameters& parameters,
              Diagnostics& diagnostics, const TakeTargets& take_targets, EventRow& row)
      : in_(in),
        text_(token.text),
        start_(token.where),
        parameters_(parameters),
        diagnostics_(diagnostics),
        take_targets_(take_targets),
        row_(row) {}

  bool read() {
    const std::vector<Word> words = words_of(text_);
    if (words.empty()) return fail(0, "no name", std::string(kForm));
    if (!is_name(words[0].text))
      return fail(words[0].at, fmt::format("'{}' is not a name", printable(words[0].text)),
                  "expected a letter, then letters, digits and underscores");
    row_.name = words[0].text;
    row_.label = "EVENT " + row_.name;
    if (words.size() < 2 || upper_case(words[1].text) != "WHEN")
      return fail(words.size() < 2 ? text_.size() : words[1].at, "WHEN is missing",
                  std::string(kForm));
    const auto past = std::find_if(words.begin() + 2, words.end(),
                                   [](const Word& w) { return upper_case(w.text) == "DO"; });
    if (past == words.end()) return fail(text_.size(), "DO is missing", std::string(kForm));
    return expression(words[1].at + 4, past->at) && actions(past->at + 2);
  }

 private:
  bool fail(std::size_t offset, std::string problem, std::string expected) {
    in_.fail(location_of(text_, offset, start_), std::move(problem), std::move(expected));
    return false;
  }

  bool expression(std::size_t from, std::size_t to) {
    std::string_view text = trimmed(text_.substr(from, to - from));
    const std::vector<Word> words = words_of(text);
    const std::string last = words.empty() ? "" : upper_case(words.back().text);
    row_.passing_given = last == "RISING" || last == "FALLING";
    if (row_.passing_given) text = trimmed(text.substr(0, words.back().at));
    if (text.empty()) return fail(from, "the expression is missing", std::string(kForm));
    const auto at = static_cast<std::size_t>(text.data() - text_.data());
    row_.text = text;
    row_.text_at = location_of(text_, at, start_);
    const auto function = function_of(text);
    if (!function)
      return fail(at, "one side of && or || is no comparison", "expected one like a > b");
    row_.function = function->text;
    row_.passing = function->comparison ? Passing::rising : Passing::both;
    if (row_.passing_given) row_.passing = last == "RISING" ? Passing::rising : Passing::falling;
    return true;
  }

  bool actions(std::size_t from) {
    while (from <= text_.size()) {
      const std::size_t end = std::min(text_.find(';', from), text_.size());
      if (!action(from, end)) return false;
      from = end + 1;
    }
    return true;
  }

  // A record of its own, padded so that its columns are those of the deck.
  bool action(std::size_t from, std::size_t end) {
    const SourceLocation where = location_of(text_, from, start_);
    RecordText part;
    part.text = std::string(static_cast<std::size_t>(where.column - 1), ' ') +
                std::string(text_.substr(from, end - from));
    part.first_line = where.line;
    part.file = where.file;
    part.line_starts = {0};
    for (std::size_t i = 0; i < part.text.size(); ++i)
      if (part.text[i] == '\n') part.line_starts.push_back(i + 1);
    Parameters parameters = parameters_;
    const Record record = tokenize(part, parameters, diagnostics_);
    const std::string all = "expected STOP, FIX, RELEASE or FORWARD";
    if (record.tokens.empty()) return fail(from, "an action is missing", all);
    RecordReader in(record, row_.label, diagnostics_);
    const SourceLocation word_at = in.here();
    const std::string word = in.word("action", all);
    if (!in.ok()) return in_.give_up(), false;
    ActionRow row;
    row.where = word_at;
    if (word == "STOP")
      row.kind = ActionKind::stop;
    else if (word == "FORWARD")
      row.kind = ActionKind::forward;
    else if (word == "FIX" || word == "RELEASE")
      row.kind = word == "FIX" ? ActionKind::fix : ActionKind::release;
    else
      fail_unknown_word(in, word_at, word, "is no action", {"STOP", "FIX", "RELEASE", "FORWARD"},
                        all);
    const bool of_targets = row.kind == ActionKind::fix || row.kind == ActionKind::release;
    if (in.ok() && of_targets) take_targets_(in, row.targets);
    in.finish();
    if (in.ok()) check_contradiction(in, row);
    if (!in.ok()) return in_.give_up(), false;
    row_.actions.push_back(std::move(row));
    return true;
  }

  void check_contradiction(RecordReader& in, const ActionRow& row) {
    for (const ActionRow& other : row_.actions)
      for (const EventTarget& a : other.targets)
        for (const EventTarget& b : row.targets)
          if (a.target == b.target && a.owner == b.owner && a.component == b.component && in.ok())
            in.fail(row.where, "two actions of this event are about the same",
                    "expected either FIX or RELEASE, once");
  }

  RecordReader& in_;
  std::string_view text_;
  SourceLocation start_;
  const Parameters& parameters_;
  Diagnostics& diagnostics_;
  const TakeTargets& take_targets_;
  EventRow& row_;
};

}  // namespace

bool read_event(RecordReader& in, const Record& record, const Parameters& parameters,
                Diagnostics& diagnostics, const TakeTargets& take_targets, EventRow& row) {
  row.where = record.where;
  const Token* token = in.peek();
  if (!token) {
    in.fail(record.end, "no name", std::string(kForm));
    return false;
  }
  in.skip();
  if (token->faulty) return in.give_up(), false;
  return EventReader(in, *token, parameters, diagnostics, take_targets, row).read() && in.ok();
}

std::string write_event(const EventRow& row, const Parameters& parameters,
                        const std::function<std::string(const EventTarget&)>& describe) {
  std::string out =
      fmt::format("EVENT {} WHEN {}", row.name, resolve_parameters(row.text, parameters));
  if (row.passing_given) out += row.passing == Passing::rising ? " RISING" : " FALLING";
  out += " DO ";
  for (std::size_t k = 0; k < row.actions.size(); ++k) {
    const ActionRow& action = row.actions[k];
    if (k > 0) out += "; ";
    // One action for each target: what was said in one record may lie on several owners.
    if (action.kind == ActionKind::stop) out += "STOP";
    if (action.kind == ActionKind::forward) out += "FORWARD";
    for (std::size_t i = 0; i < action.targets.size(); ++i)
      out += fmt::format("{}{} {}", i > 0 ? "; " : "",
                         action.kind == ActionKind::fix ? "FIX" : "RELEASE",
                         describe(action.targets[i]));
  }
  return out + "\n";
}

}  // namespace mbs
