// Integrates the states of a kinematic deck, whose motion itself needs no integration. The
// mechanism is placed at every time at which the integrator asks for the rates.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "assembly/state_rates.h"
#include "integrate/integrator.h"
#include "run/frame/run.h"
#include "run/motion/known_times.h"
#include "run/motion/motion_watches.h"
#include "solve/place/continuation.h"

namespace mbs {

class MotionStates {
 public:
  // start: assembled, with rates of the motion and values of the states.
  MotionStates(const Plan& plan, const Built& built, const RunSettings& settings,
               const State& start, const Interrupt& interrupt, Diagnostics& diagnostics);

  // Reports an error and returns false if the integrator cannot be made or has no rates at the
  // start.
  bool begin();
  enum class Outcome { ok, failed, interrupted };  // failed and interrupted: with an error
  // Finds z and zd of a state with known time, positions and velocities; times increase.
  // `look_until` is called for each stretch on the way; look() works up to its time `to`.
  Outcome advance(State& state, const std::function<void(double to)>& look_until);
  // Finds z and zd of a state at a time within the last stretch.
  void look(State& state);

  EvalStatus rhs(double t, ConstVector y, Vector ydot);
  EvalStatus project(double t, Vector y);

  // "states: STEP abs 1e-09 rel 1e-09"
  std::string describe_method() const;
  std::string describe_counts() const;

 private:
  bool place(double t);
  bool look_ahead(double t, State& state);
  void look_at_fields(bool begins);
  StepStatus step();
  void failed(const StepStatus& status);

  const Plan& plan_;
  const Model& model_;
  const RunSettings& settings_;
  Diagnostics& diagnostics_;
  const Interrupt& interrupt_;
  Options options_;
  Kinematics kinematics_;
  StateRates rates_;
  State placed_, accepted_;
  std::optional<Continuation> walk_;
  IntegratorSettings method_;
  KnownTimes known_times_;
  FieldWatch fields_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<double> y_;
};

}  // namespace mbs
