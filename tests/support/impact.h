// Impacts without a run: the mechanism of a native deck at its start, struck once.
#pragma once

#include "solve/impact/impact.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {

struct Struck : DynamicMechanism {
  ImpactOutcome outcome;

  explicit Struck(const std::string& deck, Form form = Form::automatic)
      : DynamicMechanism(deck, form) {}

  bool strike(const std::vector<ImpactContact>& contacts, ImpactLaw law = ImpactLaw::newton) {
    return mbs::strike(model(), phase(), *dynamics, {contacts, {}, law}, state, outcome).ok();
  }
  double impulse(int number, int component = 0) const {
    return outcome.impulses.R.at(static_cast<std::size_t>(coordinate(number, component)));
  }
};

}  // namespace mbs::test
