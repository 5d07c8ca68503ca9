// Exact derivatives of the laws at a state: stresses, loads, components of forces, muscles and the
// rates of states, with respect to all that they read.
#pragma once

#include <array>
#include <vector>

#include "assembly/loads.h"
#include "model/state.h"

namespace mbs {

// Moves what laws read, but for times, a little up (1) or down (-1): at a kink their derivatives
// are those of one side then.
void move_aside(const LawInputs& inputs, double direction, Slots& slots);

class LinearLaws {
 public:
  LinearLaws(const Model& model, const Phase& phase);

  // Takes the derivatives at a state, whose positions and velocities `base` is of. Keeps a pointer
  // to `base`, which must stay as it is until the next one. side: as of move_aside(), 0 where laws
  // are taken as they stand.
  void evaluate(const State& state, const Evaluation& base, double side = 0);

  // force -= De^T dS, and += load_factor times what laws of loads add, where x, v, e, ed and z
  // change by those of `along`. The stresses are those of free deformations.
  void subtract(const State& state, const InputState& along, double load_factor, Vector force);
  // The change of the rates of the states (nz) by that same change, the last one.
  void add_rates(double* column) const;

  // Takes the loads by laws out of those evaluated at another place, and puts the forces by laws in
  // with the components that they have at the state: their changes are exact, without differences.
  // x: of that place.
  void take_out(const State& state, ConstVector x, const Evaluation& there, Loads& loads) const;

 private:
  InputState inputs_at(const State& state) const;
  double change_of(const ExpressionLaw& law, std::size_t k) const;
  // linear_muscles.cpp
  void evaluate_muscles(const State& state);
  void change_muscles(const InputState& here, const InputState& along, double load_factor,
                      Vector stress, Vector force);
  void add_muscle_rates(double* column) const;
  void take_muscles_out(const InputState& there, Loads& loads) const;

  const Model& model_;
  const Phase& phase_;
  const Evaluation* base_ = nullptr;
  Slots slots_;
  std::vector<double> ed_, stress_;  // at the state; changes
  // Derivatives of the laws of stresses, then of loads, then of the components of forces, then of
  // the rates of states, with respect to what each reads.
  std::vector<std::vector<double>> gradients_;
  std::vector<std::array<double, 2>> held_forces_;  // components of the forces by laws
  std::vector<double> input_change_;
  // Of each muscle, its derivatives, and how what it depends on changes: length, rate, activation,
  // x, stimulation.
  struct MuscleSlopes {
    MuscleFlow<MuscleGradient> flow;
    std::vector<double> stimulation;  // by the inputs that it reads; empty: it is constant
    std::array<double, 5> change{};
  };
  std::vector<MuscleSlopes> muscles_;
};

}  // namespace mbs
