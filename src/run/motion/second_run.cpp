#include "run/motion/second_run.h"

namespace mbs {

SecondRun::SecondRun(const Model& model, const Phase& phase, const Options& options, Form form,
                     bool may_choose, double tolerance, long most_steps)
    : model_(model),
      phase_(phase),
      options_(options),
      dynamics_(model, phase, options, form, may_choose) {
  settings_.method = "DOP853";
  settings_.abs = settings_.rel = tolerance;
  settings_.max_steps = most_steps;
}

bool SecondRun::start(const State& from, double until) {
  if (!dynamics_.resume(from).ok()) return false;
  if (!system_) {
    system_.emplace(model_, phase_, dynamics_, from, options_, settings_);
    integrator_ = make_integrator(system_->ode(), settings_).integrator;
  }
  system_->pack(from, 0, y_);
  until_ = until;
  status_ = integrator_->start(from.t, y_, until > from.t ? 1 : -1);
  integrator_->control().set_tstop(until);
  return true;
}

bool SecondRun::step() {
  if (!status_.ok() || integrator_->t() == until_) return false;
  status_ = integrator_->step();
  return status_.ok();
}

}  // namespace mbs
