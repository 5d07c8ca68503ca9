#include "run/events/event_list.h"

#include <algorithm>
#include <utility>

#include "observe/names.h"
#include "plan/plan.h"
#include "text/expression.h"
#include "text/parameters.h"

namespace mbs {

EventList::EventList(const Plan& plan, const Layout& layout, Diagnostics& diagnostics)
    : plan_(plan), slots_(plan.parameters->live_count(), layout.channels.size() + 1) {
  set_parameters(plan.parameters->live_values());
  const VariableNames variables = channel_names(layout);
  int event = 0;
  for (const EventRow& row : plan.events) {
    compile_sets(event++, variables, diagnostics);
    // Errors name columns of the text as written, so this text is compiled first.
    if (!Expression::compile(row.text, row.text_at, variables, *plan.parameters, diagnostics,
                             row.label))
      continue;
    auto function = Expression::compile(row.function, row.text_at, variables, *plan.parameters,
                                        diagnostics, row.label);
    if (!function) continue;
    what_is_read_.push_back(reads_of(*function));
    functions_.push_back(std::move(*function));
  }
  reads_ = read_by_functions();
  for (Kept& look : kept_) look.values.resize(reads_.size());
}

EventReads EventList::reads_of(const Expression& function) const {
  const std::span<const int> slots = function.slots();
  if (!std::all_of(slots.begin(), slots.end(), [this](int slot) { return channel_of(slot) < 0; }))
    return EventReads::state;
  std::vector<char> varies(plan_.parameters->live_count() + 1, 0);
  varies.back() = 1;  // the time
  return function.dependence(varies) == Dependence::other ? EventReads::time
                                                          : EventReads::linear_time;
}

int EventList::channel_of(int slot) const { return slot - plan_.parameters->live_count() - 1; }

void EventList::add_reads(const Expression& expression, std::vector<int>& channels) const {
  for (const int slot : expression.slots())
    if (channel_of(slot) >= 0) channels.push_back(channel_of(slot));
}

std::vector<int> EventList::read_by_functions() const {
  std::vector<int> out;
  for (const Expression& function : functions_) add_reads(function, out);
  return out;
}

std::vector<int> EventList::reads() const {
  std::vector<int> out = read_by_functions();
  for (const NewValue& set : sets_) add_reads(set.expression, out);
  return out;
}

double EventList::evaluate_at_time(int event, double t) {
  slots_.variables()[0] = t;
  return functions_[event].value(slots_.data());
}

void EventList::compile_sets(int event, const VariableNames& variables, Diagnostics& diagnostics) {
  const EventRow& row = plan_.events[event];
  for (std::size_t k = 0; k < row.actions.size(); ++k) {
    const ActionRow& action = row.actions[k];
    if (action.kind != ActionKind::set) continue;
    auto expression = Expression::compile(action.text, action.text_at, variables, *plan_.parameters,
                                          diagnostics, row.label);
    if (expression) sets_.push_back({event, static_cast<int>(k), std::move(*expression)});
  }
}

const Expression& EventList::new_value(int event, int action) const {
  return std::find_if(
             sets_.begin(), sets_.end(),
             [&](const NewValue& set) { return set.event == event && set.action == action; })
      ->expression;
}

std::optional<MissingValue> EventList::missing_value(int event) const {
  return functions_[event].missing_value(slots_.data());
}

std::size_t EventList::parameter(const ActionRow& action) const {
  return static_cast<std::size_t>(plan_.parameters->find(action.parameter)->live);
}

Crossing EventList::direction(int event) const {
  const Passing passing = plan_.events[event].passing;
  return passing == Passing::rising    ? Crossing::rising
         : passing == Passing::falling ? Crossing::falling
                                       : Crossing::both;
}

void EventList::evaluate(double t, Vector g) {
  slots_.variables()[0] = t;
  for (std::size_t k = 0; k < functions_.size(); ++k) g[k] = functions_[k].value(slots_.data());
}

void EventList::rounding(ChannelRounding& channels, double t, Vector out) {
  slots_.variables()[0] = t;
  const auto parameters = slots_.variables() - slots_.data();
  for (std::size_t k = 0; k < functions_.size(); ++k)
    out[k] = channels.of(functions_[k], slots_.data(), static_cast<int>(parameters) + 1);
}

void EventList::keep(double t) {
  std::rotate(kept_.begin(), kept_.begin() + 1, kept_.end());
  kept_.back().t = t;
  for (std::size_t k = 0; k < reads_.size(); ++k) kept_.back().values[k] = channels()[reads_[k]];
}

void EventList::foretell(double t, Vector g) {
  const auto& [a, b, c] = kept_;
  const double of_a = (t - b.t) * (t - c.t) / ((a.t - b.t) * (a.t - c.t)),
               of_b = (t - a.t) * (t - c.t) / ((b.t - a.t) * (b.t - c.t)),
               of_c = (t - a.t) * (t - b.t) / ((c.t - a.t) * (c.t - b.t));
  const Vector values = channels();
  for (std::size_t k = 0; k < reads_.size(); ++k)
    values[reads_[k]] = of_a * a.values[k] + of_b * b.values[k] + of_c * c.values[k];
  slots_.variables()[0] = t;
  for (std::size_t k = 0; k < functions_.size(); ++k)
    if (what_is_read_[k] == EventReads::state) g[k] = functions_[k].value(slots_.data());
}

}  // namespace mbs
