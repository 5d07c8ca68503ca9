// A mechanism with masses, as its deck starts it, without a run.
#pragma once

#include <memory>
#include <string>

#include "solve/forces/dynamics.h"
#include "support/drawn.h"

namespace mbs::test {

struct DynamicMechanism {
  Loaded loaded;
  Options options;
  std::unique_ptr<Dynamics> dynamics;  // null where the deck has errors
  State state{0, 0};

  explicit DynamicMechanism(const std::string& deck, Form form = Form::automatic,
                            bool may_choose = true)
      : loaded(load(deck)) {
    if (!loaded.built) return;
    dynamics = std::make_unique<Dynamics>(model(), phase(), options, form, may_choose);
    state = State(model().nx, model().ne, model().nz());
    state.x = model().x0;
    state.v = model().v0;
    state.z = model().z0();
  }
  DynamicMechanism(const DynamicMechanism&) = delete;
  DynamicMechanism& operator=(const DynamicMechanism&) = delete;

  const Model& model() const { return loaded.built.value().model; }
  Phase& phase() { return loaded.built.value().phase; }
  const Phase& phase() const { return loaded.built.value().phase; }
  Placed place() { return dynamics->place(state, false); }
  bool start() { return loaded.built && dynamics->start(state).ok() && place().ok(); }
  // Started, with accelerations and forces.
  bool accelerate() { return start() && dynamics->accelerate(place(), state).ok(); }
  // Coordinates and deformations from 0 of the number of a node or an element.
  int coordinate(int number, int component = 0) const {
    return coordinate_of(model(), number, component);
  }
  int deformation(int number, int component = 0) const {
    return deformation_of(model(), number, component);
  }
  double x(int number, int component = 0) const {
    return state.x.at(static_cast<std::size_t>(coordinate(number, component)));
  }
  double v(int number, int component = 0) const {
    return state.v.at(static_cast<std::size_t>(coordinate(number, component)));
  }
  double a(int number, int component = 0) const {
    return state.a.at(static_cast<std::size_t>(coordinate(number, component)));
  }
  // Stress of a deformation, reaction on a coordinate.
  double S(int number, int component = 0) const {
    return dynamics->stresses()[static_cast<std::size_t>(deformation(number, component))];
  }
  double r(int number, int component = 0) const {
    return dynamics->reactions()[static_cast<std::size_t>(coordinate(number, component))];
  }
};

}  // namespace mbs::test
