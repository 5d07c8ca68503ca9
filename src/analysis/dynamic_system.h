// The equations of motion as an integrator sees them: y = (x, v of the free coordinates, work
// of some driving forces, all work).
// Each evaluation brings the trial state onto the constraints first, degrees of freedom kept, so
// that the accelerations are those of a possible state however rough the trial is; the partition
// stays inside and may change without the integrator noticing.
#pragma once

#include <vector>

#include "deck/tables.h"
#include "integrate/integrator.h"
#include "observe/energy.h"

namespace mbs {

// What INTEG and ERROR say, the defaults put in.
IntegratorSettings chosen_integrator(const IntegrationRow& row);

class DynamicSystem {
 public:
  DynamicSystem(const Model& model, const Phase& phase, Dynamics& dynamics, const State& start);

  // Coordinates whose driving forces have their work integrated, before anything else is called.
  void meter(std::vector<int> coordinates) { metered_ = std::move(coordinates); }
  double metered(ConstVector y, std::size_t k) const { return y[2 * free_.size() + k]; }

  int size() const { return static_cast<int>(2 * free_.size() + metered_.size() + 1); }
  void pack(const State& state, double work, std::vector<double>& y) const;
  double work(ConstVector y) const { return y.back(); }

  EvalStatus rhs(double t, ConstVector y, Vector ydot);
  EvalStatus project(double t, Vector y);

  // The complete state at (t, y): placed, with accelerations, stresses and reactions.
  SolveStatus complete(double t, ConstVector y, State& state);

  const SolveStatus& last_failure() const { return failure_; }
  // "node 3 X" or "rate of node 3 X" of a component of y.
  std::string component_name(int k) const;

 private:
  void unpack(double t, ConstVector y, State& state) const;
  SolveStatus solve(double t, ConstVector y, State& state);
  bool is_projected(double t, ConstVector y) const;

  const Model& model_;
  const Phase& phase_;
  Dynamics& dynamics_;
  TotalsObserver totals_;
  std::vector<int> free_, metered_;
  State trial_;
  // What project() has placed last: an evaluation there need not place it again.
  double projected_t_ = 0;
  std::vector<double> projected_y_;
  bool projected_ = false;
  SolveStatus failure_;
};

}  // namespace mbs
