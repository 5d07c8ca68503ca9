// The rates of the states, z' = f(t, x, v, e, ed, z): of the deck's own (ODE) and of muscles.
#pragma once

#include <optional>

#include "model/phase.h"
#include "model/state.h"

namespace mbs {

class StateRates {
 public:
  StateRates(const Model& model, const Phase& phase);

  // Finds zd at t, x, v, e, ed, z of the state. paths: the muscles' paths at this state, where they
  // are known.
  void evaluate(State& state, const std::vector<MusclePath>* paths = nullptr);
  // d zd_k / d z_j at the state, nz x nz.
  void by_states(const State& state, Matrix out);
  // Parameters and inputs at the last evaluate().
  const Slots& slots() const { return slots_; }
  // The stimulation of each muscle at the last evaluate() or fill_stimulations().
  ConstVector stimulations() const { return stimulations_; }
  void fill_stimulations(const State& state);
  // The table that the rates have left at the last evaluation, if any.
  const std::optional<MissingValue>& missing_value() const { return missing_value_; }

 private:
  void fill(const State& state);
  void evaluate_muscles(State& state, const std::vector<MusclePath>* paths);
  void muscles_by_states(const State& state, Matrix out);

  const Model& model_;
  const Phase& phase_;
  Slots slots_;
  std::vector<double> gradient_, stimulations_;
  std::optional<MissingValue> missing_value_;
};

}  // namespace mbs
