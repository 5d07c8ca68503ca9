// A second integration of a motion, which shows how the motion goes on where steps of the first one
// cannot tell.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "run/motion/dynamic_system.h"

namespace mbs {

// A mechanism in motion.
struct Course {
  Dynamics& dynamics;
  DynamicSystem& system;
  Integrator& integrator;
};

class SecondRun {
 public:
  // By DOP853, with abs and rel `tolerance` and at most so many steps; may_choose: see Dynamics.
  SecondRun(const Model& model, const Phase& phase, const Options& options, Form form,
            bool may_choose, double tolerance, long most_steps);

  // Starts at a state on the way to a time. False where it cannot be placed.
  bool start(const State& from, double until);
  // Makes a step. False where it fails, or the time has been reached.
  bool step();
  bool is_at_end() const { return status_.ok() && integrator_->t() == until_; }
  Course course() { return {dynamics_, *system_, *integrator_}; }
  double t() const { return integrator_->t(); }
  double t_previous() const { return integrator_->t_previous(); }

 private:
  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  IntegratorSettings settings_;
  Dynamics dynamics_;
  std::optional<DynamicSystem> system_;
  std::unique_ptr<Integrator> integrator_;
  StepStatus status_;
  double until_ = 0;
  std::vector<double> y_;
};

}  // namespace mbs
