// The events of a deck as functions of the report's channels.
#pragma once

#include <memory>
#include <vector>

#include "base/diagnostics.h"
#include "deck/expression.h"
#include "deck/tables.h"
#include "integrate/events.h"
#include "observe/layout.h"

namespace mbs {

class EventList {
 public:
  // Errors (a channel that does not exist) go to `diagnostics`.
  EventList(const Tables& tables, const Layout& layout, Diagnostics& diagnostics);

  int count() const { return static_cast<int>(functions_.size()); }
  std::vector<Crossing> directions() const;
  // Where the channels are to be put before evaluate().
  Vector channels() { return {channels_->data() + 1, channels_->size() - 1}; }
  // The functions whose zeros are sought, count() of them.
  void evaluate(double t, Vector g);
  // The value of SET action `action` of event `event` at the channels last put there; it is not
  // taken over yet.
  double value_of(int event, int action) const;
  // A parameter that SET names.
  double& parameter(const ActionRow& action) const;

 private:
  struct NewValue {
    int event, action;
    Expression expression;
  };
  void compile_sets(int event, const std::vector<Variable>& variables, Diagnostics& diagnostics);

  const Tables& tables_;
  std::unique_ptr<std::vector<double>> channels_;  // t first; the expressions read them here
  std::vector<Expression> functions_;
  std::vector<NewValue> sets_;
};

}  // namespace mbs
