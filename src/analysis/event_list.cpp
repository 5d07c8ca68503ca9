#include "analysis/event_list.h"

namespace mbs {

EventList::EventList(const Tables& tables, const Layout& layout, Diagnostics& diagnostics)
    : tables_(tables), channels_(std::make_unique<std::vector<double>>(layout.names.size() + 1)) {
  std::vector<Variable> variables = {{"t", channels_->data()}};
  for (std::size_t k = 0; k < layout.names.size(); ++k)
    variables.push_back({layout.names[k], channels_->data() + k + 1});
  int event = 0;
  for (const EventRow& row : tables.events) {
    compile_sets(event++, variables, diagnostics);
    // The text as written has the columns that an error names.
    if (!Expression::compile(row.text, row.text_at, variables, tables.parameters, diagnostics,
                             row.label))
      continue;
    auto function = Expression::compile(row.function, row.text_at, variables, tables.parameters,
                                        diagnostics, row.label);
    if (function) functions_.push_back(std::move(*function));
  }
}

void EventList::compile_sets(int event, const std::vector<Variable>& variables,
                             Diagnostics& diagnostics) {
  const EventRow& row = tables_.events[static_cast<std::size_t>(event)];
  for (std::size_t k = 0; k < row.actions.size(); ++k) {
    const ActionRow& action = row.actions[k];
    if (action.kind != ActionKind::set) continue;
    auto expression = Expression::compile(action.text, action.text_at, variables,
                                          tables_.parameters, diagnostics, row.label);
    if (expression) sets_.push_back({event, static_cast<int>(k), std::move(*expression)});
  }
}

double EventList::value_of(int event, int action) const {
  for (const NewValue& set : sets_)
    if (set.event == event && set.action == action) return set.expression.eval();
  return 0;
}

double& EventList::parameter(const ActionRow& action) const {
  return *tables_.parameters.find(action.parameter)->live;
}

std::vector<Crossing> EventList::directions() const {
  std::vector<Crossing> out;
  for (const EventRow& row : tables_.events)
    out.push_back(row.passing == Passing::rising    ? Crossing::rising
                  : row.passing == Passing::falling ? Crossing::falling
                                                    : Crossing::both);
  return out;
}

void EventList::evaluate(double t, Vector g) {
  (*channels_)[0] = t;
  for (std::size_t k = 0; k < functions_.size(); ++k) g[k] = functions_[k].eval();
}

}  // namespace mbs
