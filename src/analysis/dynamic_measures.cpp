// The measures of a dynamic run: what they see of a step and of the instant of an event.
#include "analysis/dynamic_run.h"

namespace mbs {

// A time within the last step: the dense output, brought onto the constraints as a row is unless it
// may be rough.
class DynamicRun::StepSource : public MeasureSource {
 public:
  StepSource(DynamicRun& run, Observer& observer)
      : run_(run), observer_(observer), y_(static_cast<std::size_t>(run.integrator_->size())) {}

  bool sample(double t, bool rough, Vector channels) override {
    if (!run_.integrator_->interpolate(t, y_).ok()) return false;
    State& state = run_.measure_state_;
    if (!rough) {
      if (!run_.system_->complete(t, y_, state).ok()) return false;
      run_.observe_probe(state, y_, observer_, channels);
      return true;
    }
    if (!run_.system_->look(t, y_, state).ok()) return false;
    for (const DirectChannel& direct : observer_.layout().direct)
      if (direct.rate < 2)
        channels[static_cast<std::size_t>(direct.channel)] =
            (direct.rate == 0 ? state.x : state.v)[static_cast<std::size_t>(direct.coordinate)];
    return true;
  }

  bool rates(Vector channels) override {
    State& state = run_.measure_state_;
    if (!run_.system_->look(run_.integrator_->ydot(), state)) return false;
    for (const DirectChannel& direct : observer_.layout().direct)
      if (direct.rate < 2)
        channels[static_cast<std::size_t>(direct.channel)] =
            (direct.rate == 0 ? state.v : state.a)[static_cast<std::size_t>(direct.coordinate)];
    return true;
  }

 private:
  DynamicRun& run_;
  Observer& observer_;
  std::vector<double> y_;
};

// The state that the events of an instant have left.
class DynamicRun::InstantSource : public MeasureSource {
 public:
  InstantSource(DynamicRun& run, const Moment& moment, Observer& observer)
      : run_(run), moment_(moment), observer_(observer) {}

  bool sample(double, bool, Vector channels) override {
    State& state = run_.measure_state_;
    if (!run_.system_->complete(moment_.t, moment_.y, state).ok()) return false;
    run_.observe_probe(state, moment_.y, observer_, channels);
    return true;
  }

 private:
  DynamicRun& run_;
  const Moment& moment_;
  Observer& observer_;
};

void DynamicRun::observe_probe(const State& state, ConstVector y, Observer& observer,
                               Vector values) {
  observer.probe(state, *dynamics_, system_->work(y), values);
  observe_rest(state.t, y, observer, values);
}

// False after an error.
bool DynamicRun::make_measures(const Observer& observer) {
  if (tables_.measures.empty() && !tables_.summary) return true;
  measures_ = std::make_unique<MeasureRun>(tables_, observer.layout(), true, diagnostics_);
  measure_state_ = state_;
  return !diagnostics_.has_errors();
}

void DynamicRun::measure_start(Observer& observer) {
  if (!measures_) return;
  StepSource source(*this, observer);
  measures_->start(integrator_->t(), source);
}

// Up to a time within the last step.
void DynamicRun::measure_step(double limit, Observer& observer) {
  if (!measures_) return;
  StepSource source(*this, observer);
  measures_->advance(limit, limit == integrator_->t(), source);
}

void DynamicRun::measure_jump(const Moment& moment, Observer& observer) {
  if (!measures_) return;
  measures_->set_parameters(phase_.parameters);
  measure_state_ = state_;  // what is held now keeps what it has
  InstantSource source(*this, moment, observer);
  measures_->jump(source);
}

}  // namespace mbs
