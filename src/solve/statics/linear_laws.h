// Exact derivatives of the laws at a state: stresses, loads, components of forces, muscles and the
// rates of states, with respect to all that they read.
#pragma once

#include <array>
#include <vector>

#include "assembly/loads.h"
#include "model/state.h"

namespace mbs {

// Moves all inputs of laws except times a little up (1) or down (-1), so that derivatives at a kink
// are those of one side.
void move_aside(const LawInputs& inputs, double direction, Slots& slots);

class LinearLaws {
 public:
  LinearLaws(const Model& model, const Phase& phase);

  // Finds the derivatives at a state; `base` is the evaluation of its positions and velocities.
  // Keeps a pointer to `base`, which must not change until the next evaluate(). side: as of
  // move_aside(); 0: inputs are not moved.
  void evaluate(const State& state, const Evaluation& base, double side = 0);

  // Subtracts De^T dS from `force` and adds load_factor times the change of loads by laws, where x,
  // v, e, ed and z change by `along`. dS are changes of stresses of free deformations.
  void subtract(const State& state, const InputState& along, double load_factor, Vector force);
  // Adds the change of the rates of the states (nz) by the same change `along`, of the last
  // subtract().
  void add_rates(double* column) const;

  // Of the last evaluate(): the derivatives of the laws of stresses, then of loads (in each case
  // the known efforts of a chain come last), then of the components of forces, then of the rates of
  // states, with respect to what each reads; and the components of the forces by laws.
  const std::vector<std::vector<double>>& gradients() const { return gradients_; }
  const std::vector<std::array<double, 2>>& held_forces() const { return held_forces_; }

  // The rates of deformations at the state.
  const std::vector<double>& rates() const { return ed_; }

  // For each muscle: its derivatives, and the changes of its inputs: length, rate, activation, x,
  // stimulation.
  struct MuscleSlopes {
    MuscleFlow<MuscleGradient> flow;
    std::vector<double> stimulation;  // by the inputs that it reads; empty: it is constant
    std::array<double, 5> change{};
  };
  const std::vector<MuscleSlopes>& muscles() const { return muscles_; }

  // In the loads evaluated at another place x, takes the loads by laws out and gives the forces by
  // laws the components that they have at the state. Differences of these loads then leave out the
  // changes of laws, which subtract() gives exactly.
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
  std::vector<MuscleSlopes> muscles_;
};

}  // namespace mbs
