#include "deck/records/event_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/lines/record_reader.h"
#include "deck/lines/writing.h"
#include "deck/records/contact_records.h"
#include "text/expression.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr std::string_view kImpact =
    "expected: IMPACT target component [FLOOR|CEILING] [STICK target component] [ENERGETIC] "
    "[BOUNCES n] e = number";

class ActionReader {
 public:
  ActionReader(const Record& record, RecordReader& in, const ActionContext& context, ActionRow& row)
      : record_(record), in_(in), context_(context), row_(row) {}

  void read() {
    const std::string all = fmt::format("expected {}", fmt::join(action_words(), ", "));
    row_.where = in_.here();
    const std::string word = in_.word("action", all);
    if (!in_.ok()) return;
    const auto words = action_words();
    const auto it = std::find(words.begin(), words.end(), word);
    if (it == words.end())
      return fail_unknown_word(in_, row_.where, word, "is no action", {words.begin(), words.end()},
                               all);
    row_.kind = static_cast<ActionKind>(it - words.begin());
    if (row_.kind != ActionKind::set && runs_on()) return;
    switch (row_.kind) {
      case ActionKind::stop:
      case ActionKind::forward:
        break;
      case ActionKind::prescribe:
        prescribe();
        break;
      case ActionKind::impact:
        impact();
        break;
      case ActionKind::set:
        set();
        break;
      default:
        context_.take_targets(in_, TargetCount::all, row_.targets);
    }
    in_.finish();
  }

 private:
  // Whether another action begins within this one, because the semicolon is missing.
  bool runs_on() {
    for (std::size_t k = 1; k < record_.tokens.size(); ++k) {
      const std::string word = upper_case(record_.tokens[k].text);
      const auto words = action_words();
      if (std::find(words.begin(), words.end(), word) == words.end()) continue;
      in_.fail(record_.tokens[k].where, fmt::format("'{}' begins another action", word),
               "expected ';' before it");
      return true;
    }
    return false;
  }

  void prescribe() {
    in_.set_layout("expected: PRESCRIBE target component [velocity [acceleration]]");
    context_.take_targets(in_, TargetCount::one_and_numbers, row_.targets);
    if (!in_.ok() || in_.at_end()) return;
    row_.has_velocity = true;
    row_.velocity = in_.number("velocity");
    if (!in_.at_end()) row_.acceleration = in_.number("acceleration");
  }

  void impact() {
    in_.set_layout(std::string(kImpact));
    context_.take_targets(in_, TargetCount::one, row_.targets);
    while (in_.ok()) {
      const SourceLocation at = in_.here();
      const std::string word = in_.word("e", std::string(kImpact));
      if (!in_.ok()) return;
      if (word == "E") return restitution();
      if (word == "FLOOR" || word == "CEILING") {
        if (row_.side != 0)
          return in_.fail(at, "the side of the stop is said already",
                          "expected one of FLOOR and CEILING");
        row_.side = word == "FLOOR" ? 1 : -1;
      } else if (word == "STICK")
        stick();
      else if (word == "ENERGETIC")
        row_.energetic = true;
      else if (word == "BOUNCES")
        row_.bounces = static_cast<int>(in_.integer("number of bounces", 1, kMostBounces));
      else
        fail_unknown_word(in_, at, word, "is no word of IMPACT",
                          {"FLOOR", "CEILING", "STICK", "ENERGETIC", "BOUNCES", "E"},
                          std::string(kImpact));
    }
  }

  void stick() {
    const SourceLocation at = in_.here();
    const std::size_t before = row_.stick.size();
    context_.take_targets(in_, TargetCount::one, row_.stick);
    if (!in_.ok()) return;
    const EventTarget added = row_.stick.back();
    const bool twice = std::count(row_.stick.begin(), row_.stick.end(), added) > 1;
    if (row_.stick.size() > before && (twice || added == row_.targets.front()))
      in_.fail(at, "it is named in this action already", "expected another one");
  }

  void restitution() {
    const SourceLocation at = in_.here();
    const Token* token = in_.expression();
    if (!token) return;
    const auto value = evaluate_constant(token->text, token->where, context_.parameters,
                                         context_.diagnostics, context_.label);
    if (!value) return in_.give_up();
    row_.restitution = *value;
    if (*value < 0 || *value > 1)
      in_.fail(at, fmt::format("e is {}", *value), "expected a number from 0 to 1");
  }

  void set() {
    in_.set_layout("expected: SET parameter = expression");
    const SourceLocation at = in_.here();
    const Parameters& parameters = context_.parameters;
    const bool states = !parameters.states().empty();
    const std::string all = states ? "expected the name of a parameter (PARAM) or a state (ODE)"
                                   : "expected the name of a parameter (PARAM)";
    const std::string name = in_.word("parameter", all);
    if (!in_.ok()) return;
    const Parameter* parameter = parameters.find(name);
    const std::string* state = parameters.state_name(name);
    if (!parameter && !state) {
      std::vector<std::string_view> known = parameters.names_like(name);
      known.insert(known.end(), parameters.states().begin(), parameters.states().end());
      return fail_unknown_word(in_, at, lower_case(name),
                               states ? "is no parameter and no state" : "is no parameter", known,
                               all);
    }
    row_.parameter = parameter ? parameter->name : *state;
    row_.sets_state = !parameter;
    in_.expression(row_.text, row_.text_at);
  }

  const Record& record_;
  RecordReader& in_;
  const ActionContext& context_;
  ActionRow& row_;
};

std::string write_impact(const ActionRow& row, const DescribeTarget& describe) {
  std::string out = fmt::format("IMPACT {}", describe(row.targets.front(), TargetCount::one));
  if (row.side != 0) out += row.side > 0 ? " FLOOR" : " CEILING";
  for (const EventTarget& t : row.stick)
    out += fmt::format(" STICK {}", describe(t, TargetCount::one));
  if (row.energetic) out += " ENERGETIC";
  if (row.bounces > 0) out += fmt::format(" BOUNCES {}", row.bounces);
  return out + " e =" + write_numbers({row.restitution});
}

// The velocity, written with a point behind "PRESCRIBE SDA 1" or "PRESCRIBE PHI 2": a whole number
// could be read as an index (takes_index()).
std::string write_velocity(double velocity, std::string_view words) {
  std::string out = write_numbers({velocity}).substr(1);
  const bool complete = std::count(words.begin(), words.end(), ' ') == 2;
  if (complete && out.find_first_not_of("-0123456789") == std::string::npos) out += ".0";
  return out;
}

}  // namespace

bool read_action(const Record& record, const ActionContext& context, ActionRow& row) {
  RecordReader in(record, std::string(context.label), context.diagnostics);
  ActionReader(record, in, context, row).read();
  return in.ok();
}

std::string write_action(const ActionRow& row, const Parameters& parameters,
                         const DescribeTarget& describe) {
  switch (row.kind) {
    case ActionKind::stop:
    case ActionKind::forward:
      return std::string(action_word(row.kind));
    case ActionKind::impact:
      return write_impact(row, describe);
    case ActionKind::set:
      return fmt::format("SET {} = {}", row.parameter, resolve_parameters(row.text, parameters));
    case ActionKind::prescribe: {
      std::string out =
          fmt::format("PRESCRIBE {}", describe(row.targets.front(), TargetCount::one_and_numbers));
      if (row.has_velocity) out += " " + write_velocity(row.velocity, out);
      if (row.has_velocity) out += write_numbers({row.acceleration});
      return out;
    }
    default:
      break;
  }
  // One action per target, because the targets of one record may have several owners.
  std::string out;
  for (const EventTarget& target : row.targets)
    out += fmt::format("{}{} {}", out.empty() ? "" : "; ", action_word(row.kind),
                       describe(target, TargetCount::all));
  return out;
}

}  // namespace mbs
