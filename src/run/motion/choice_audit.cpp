#include <algorithm>
#include <cmath>

#include "integrate/integrator.h"
#include "run/motion/dynamic_system.h"

namespace mbs {

namespace {

// A step is checked if the determinacy of the degrees of freedom changes in it by more than this
// part.
constexpr double kSuspiciousStep = 0.1;

// abs and rel of the second integration, which shows on which side of a bad position a step ends.
constexpr double kSecondRun = 1e-5;

// Two states belong to different motions if a velocity differs by more than this part of the
// largest.
constexpr double kOtherMotion = 0.25;
// Where the determinacy is below kNearSingular times its largest value, a difference above
// kThrownAway times the largest velocity is enough if it exceeds the whole change of the velocities
// in the step.
constexpr double kNearSingular = 0.25, kThrownAway = 0.12;

constexpr long kMostSteps = 1000;

Phase without_names(Phase phase) {
  std::replace(phase.x_class.begin(), phase.x_class.end(), Class::dynamic, Class::calculable);
  std::replace(phase.e_class.begin(), phase.e_class.end(), Class::dynamic, Class::calculable);
  return phase;
}

IntegratorSettings second_settings() {
  IntegratorSettings settings;
  settings.method = "DOP853";
  settings.abs = settings.rel = kSecondRun;
  settings.max_steps = kMostSteps;
  return settings;
}

double largest_difference(const State& a, const State& b) {
  double gap = 0;
  for (std::size_t i = 0; i < a.v.size(); ++i) gap = std::max(gap, std::fabs(a.v[i] - b.v[i]));
  return gap;
}

}  // namespace

struct ChoiceAudit::SecondRun {
  SecondRun(const Model& model, const Phase& phase, const Options& options, const State& start)
      : free(without_names(phase)),
        dynamics(model, free, options, Form::automatic, true),
        system(model, free, dynamics, start, options, second_settings()),
        integrator(make_integrator(system.ode(), second_settings()).integrator) {}

  // Moves the state on to time t; false where that fails.
  bool move(State& state, double t) {
    if (!dynamics.resume(state).ok()) return false;
    system.pack(state, 0, y);
    StepStatus status = integrator->start(state.t, y, t > state.t ? 1 : -1);
    integrator->control().set_tstop(t);
    while (status.ok() && integrator->t() != t) status = integrator->step();
    return status.ok() && system.complete(t, integrator->y(), state).ok();
  }

  Phase free;
  Dynamics dynamics;
  DynamicSystem system;
  std::unique_ptr<Integrator> integrator;
  std::vector<double> y;
};

ChoiceAudit::ChoiceAudit(const Model& model, const Phase& phase, const Options& options)
    : model_(model), phase_(phase), options_(options), last_(model.nx, model.ne, model.nz()) {}

ChoiceAudit::~ChoiceAudit() = default;

void ChoiceAudit::note(const State& state, double determinacy) {
  best_ = std::max(best_, determinacy);
  determinacy_change_ = std::fabs(determinacy - determinacy_);
  determinacy_ = determinacy;
  last_.t = state.t;
  last_.x = state.x;
  last_.v = state.v;
  last_.z = state.z;
}

void ChoiceAudit::begin(const State& state, Dynamics& dynamics) {
  second_.reset();
  best_ = 0;
  note(state, dynamics.kinematics().jacobian().determinacy());
  determinacy_change_ = determinacy_;  // the first step is suspicious
}

void ChoiceAudit::pass(const State& accepted, Dynamics& dynamics) {
  note(accepted, dynamics.kinematics().jacobian().determinacy());
}

// Moves `state` from the last accepted state to time t by the second run.
bool ChoiceAudit::move_on(State& state, double t) {
  if (!second_) second_ = std::make_unique<SecondRun>(model_, phase_, options_, last_);
  state = last_;
  ++repeated_;
  return second_->move(state, t);
}

bool ChoiceAudit::others_reach(double t) {
  State state = last_;
  return t != last_.t && move_on(state, t);
}

// Whether the velocities of the accepted state differ so much from those of the second run that
// they belong to different motions.
bool ChoiceAudit::is_elsewhere(const State& accepted, const State& other,
                               double determinacy) const {
  const double gap = largest_difference(accepted, other),
               size = std::max(largest(accepted.v), largest(other.v));
  const bool is_thrown = std::min(determinacy, determinacy_) < kNearSingular * best_ &&
                         gap > kThrownAway * size && gap > largest_difference(other, last_);
  return gap > kOtherMotion * size || is_thrown;
}

bool ChoiceAudit::turned_bad(const Placed& at, const State& accepted, Dynamics& dynamics) {
  Kinematics& kinematics = dynamics.kinematics();
  const double determinacy = kinematics.jacobian().determinacy();
  const double change = std::max(determinacy_change_, std::fabs(determinacy - determinacy_));
  bool bad = false;
  if (change > kSuspiciousStep * std::min(determinacy, determinacy_)) {
    State other = last_;
    const int sign = kinematics.jacobian().determinant_sign();
    if (move_on(other, accepted.t)) {
      bad = Excursion(kinematics, at, accepted).sign_at(other) != sign ||
            is_elsewhere(accepted, other, determinacy);
    }
  }
  note(accepted, determinacy);
  return bad;
}

}  // namespace mbs
