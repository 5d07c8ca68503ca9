#include "deck/records/event_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "deck/lines/event_condition.h"
#include "deck/lines/tokenizer.h"
#include "deck/records/event_actions.h"
#include "text/characters.h"
#include "text/expression.h"
#include "text/expression_syntax.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr std::string_view kEventForm =
    "expected: EVENT name WHEN expression [RISING|FALLING] DO action; ...";

struct EventWord {
  std::size_t at = 0;
  std::string_view text;
};

// The words of a text, split at blanks.
std::vector<EventWord> words_of(std::string_view text) {
  std::vector<EventWord> out;
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
    const std::vector<EventWord> words = words_of(text_);
    if (words.empty()) return fail(0, "no name", std::string(kEventForm));
    if (!is_name(words[0].text))
      return fail(words[0].at, fmt::format("'{}' is not a name", printable(words[0].text)),
                  "expected a letter, then letters, digits and underscores");
    row_.name = words[0].text;
    row_.label = "EVENT " + row_.name;
    if (words.size() < 2 || upper_case(words[1].text) != "WHEN")
      return fail(words.size() < 2 ? text_.size() : words[1].at, "WHEN is missing",
                  std::string(kEventForm));
    const auto past = std::find_if(words.begin() + 2, words.end(),
                                   [](const EventWord& w) { return upper_case(w.text) == "DO"; });
    if (past == words.end()) {
      const bool cut = words.size() == 2 || std::string_view("&|(").find(trimmed(text_).back()) !=
                                                std::string_view::npos;
      return fail(text_.size(), "DO is missing",
                  std::string(kEventForm) +
                      (cut ? "; '!' begins a comment: write a <= b for !(a > b)" : ""));
    }
    return expression(words[1].at + 4, past->at) && actions(past->at + 2);
  }

 private:
  bool fail(std::size_t offset, std::string problem, std::string expected) {
    in_.fail(location_of(text_, offset, start_), std::move(problem), std::move(expected));
    return false;
  }

  bool expression(std::size_t from, std::size_t to) {
    std::string_view text = trimmed(text_.substr(from, to - from));
    const std::vector<EventWord> words = words_of(text);
    const std::string last = words.empty() ? "" : upper_case(words.back().text);
    row_.passing_given = last == "RISING" || last == "FALLING";
    if (row_.passing_given) text = trimmed(text.substr(0, words.back().at));
    if (text.empty()) return fail(from, "the expression is missing", std::string(kEventForm));
    const std::size_t at = text.data() - text_.data();
    row_.text = text;
    row_.text_at = location_of(text_, at, start_);
    const auto function = event_function(text);
    if (!function) {
      ConditionFault fault = condition_fault(text);
      return fail(at, std::move(fault.problem), std::move(fault.expected));
    }
    row_.function = function->text;
    row_.comparison = function->comparison;
    row_.at_bound = function->at_bound;
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

  // Reads the action as a record, padded so that its columns equal those of the deck.
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
    Record record = tokenize(part, parameters, diagnostics_, nullptr);
    record.units = in_.units();
    if (record.tokens.empty()) return fail(from, "an action is missing", std::string(kEventForm));
    ActionRow row;
    const ActionContext context{parameters, diagnostics_, take_targets_, row_.label};
    if (!read_action(record, context, row) || contradicts(row)) return in_.give_up(), false;
    row_.actions.push_back(std::move(row));
    return true;
  }

  // Whether the action contradicts an earlier one. Two actions may not change the class of the same
  // target, nor the same parameter. There may be one impact, not on a target that the event fixes,
  // but on one that it releases.
  bool contradicts(const ActionRow& row) {
    auto fault = [&](std::string problem, std::string expected) {
      diagnostics_.error(row.where, row_.label, std::move(problem), std::move(expected));
      return true;
    };
    for (const ActionRow& other : row_.actions) {
      if (row.kind == ActionKind::set && other.kind == ActionKind::set &&
          upper_case(row.parameter) == upper_case(other.parameter))
        return fault(fmt::format("two actions of this event set {}", row.parameter),
                     "expected one value");
      const bool impact = row.kind == ActionKind::impact,
                 other_impact = other.kind == ActionKind::impact;
      const bool fixes = row.kind == ActionKind::fix || other.kind == ActionKind::fix;
      if (impact != other_impact && !fixes) continue;
      for (const EventTarget& a : other.targets)
        for (const EventTarget& b : row.targets)
          if (a == b)
            return fault("two actions of this event are about the same",
                         impact != other_impact
                             ? "expected FIX or IMPACT; IMPACT with e = 0 is both"
                         : impact ? "expected one IMPACT"
                                  : "expected one of FIX, RELEASE, DYNAMIC, CALCULABLE, PRESCRIBE");
    }
    return false;
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
    in.fail(record.end, "no name", std::string(kEventForm));
    return false;
  }
  in.skip();
  if (token->faulty) return in.give_up(), false;
  return EventReader(in, *token, parameters, diagnostics, take_targets, row).read() && in.ok();
}

bool takes_index(RecordReader& in, TargetCount count, const std::function<bool(double)>& is_index,
                 std::string_view target, std::string_view mend) {
  const Token* next = in.peek();
  if (!in.ok() || !next || next->kind != TokenKind::number) return false;
  if (count != TargetCount::one_and_numbers) return true;
  constexpr std::size_t kIndexAndBoth = 3;
  if (in.remaining() >= kIndexAndBoth) return true;
  if (!next->integral || !is_index(next->value)) return false;
  const std::string problem = fmt::format("'{} {}' may be {} at the velocity {}, or {}", target,
                                          next->text, target, next->text, mend);
  if (next->text.starts_with("${"))
    in.warn(next->where, problem, "it is taken for the velocity");
  else
    in.fail(next->where, problem,
            fmt::format("expected {} {}.0 for the velocity, {} {} with a velocity and an "
                        "acceleration for the other",
                        target, next->text, target, next->text));
  return false;
}

std::string write_event(const EventRow& row, const Parameters& parameters,
                        const DescribeTarget& describe) {
  std::string out =
      fmt::format("EVENT {} WHEN {}", row.name, resolve_parameters(row.text, parameters));
  if (row.passing_given) out += row.passing == Passing::rising ? " RISING" : " FALLING";
  for (std::size_t k = 0; k < row.actions.size(); ++k)
    out += (k > 0 ? "; " : " DO ") + write_action(row.actions[k], parameters, describe);
  return out + "\n";
}

}  // namespace mbs
