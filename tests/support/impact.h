// Impacts without a run: the mechanism of a native deck at its start, struck once.
#pragma once

#include "solve/impact.h"
#include "support/deck.h"

namespace mbs::test {

struct Struck {
  Loaded loaded;
  Options options;
  std::unique_ptr<Dynamics> dynamics;
  State state{0, 0};
  ImpactOutcome outcome;

  explicit Struck(const std::string& deck, Form form = Form::automatic) : loaded(load(deck)) {
    if (!loaded.built) return;
    dynamics = std::make_unique<Dynamics>(model(), phase(), options, form, true);
    state = State(model().nx, model().ne);
    state.x = model().x0;
    state.v = model().v0;
  }
  Struck(const Struck&) = delete;
  Struck& operator=(const Struck&) = delete;

  const Model& model() const { return loaded.built.value().model; }
  const Phase& phase() const { return loaded.built.value().phase; }
  bool start() {
    return loaded.built && dynamics->start(state).ok() && dynamics->place(state, false).ok();
  }
  bool strike(const std::vector<ImpactContact>& contacts, ImpactLaw law = ImpactLaw::newton) {
    return mbs::strike(model(), phase(), *dynamics, {contacts, {}, law}, state, outcome).ok();
  }
  // Coordinates from 0 of a node number.
  int coordinate(int number, int component = 0) const {
    for (const Node& node : model().nodes)
      if (node.number == number) return node.first + component;
    return -1;
  }
  int deformation(int number, int component = 0) const {
    for (const ElementRange& element : model().elements)
      if (element.number == number) return element.first + component;
    return -1;
  }
  double v(int number, int component = 0) const {
    return state.v.at(static_cast<std::size_t>(coordinate(number, component)));
  }
  double impulse(int number, int component = 0) const {
    return outcome.impulses.R.at(static_cast<std::size_t>(coordinate(number, component)));
  }
};

}  // namespace mbs::test
