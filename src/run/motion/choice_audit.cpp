#include <algorithm>
#include <cmath>

#include "run/motion/second_run.h"
#include "solve/place/named_freedoms.h"

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

double largest_difference(const State& a, const State& b) {
  double gap = 0;
  for (std::size_t i = 0; i < a.v.size(); ++i) gap = std::max(gap, std::fabs(a.v[i] - b.v[i]));
  return gap;
}

}  // namespace

// With degrees of freedom of its own choice.
struct ChoiceAudit::Others {
  Others(const Model& model, const Phase& phase, const Options& options)
      : free(without_names(phase)),
        run(model, free, options, Form::automatic, true, kSecondRun, kMostSteps) {}

  Phase free;
  SecondRun run;
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
  others_.reset();
  best_ = 0;
  note(state, dynamics.kinematics().jacobian().determinacy());
  determinacy_change_ = determinacy_;  // the first step is suspicious
}

void ChoiceAudit::pass(const State& accepted, Dynamics& dynamics) {
  note(accepted, dynamics.kinematics().jacobian().determinacy());
}

// Moves `state` from the last accepted state to time t by the second run.
bool ChoiceAudit::move_on(State& state, double t) {
  if (!others_) others_ = std::make_unique<Others>(model_, phase_, options_);
  state = last_;
  ++repeated_;
  SecondRun& run = others_->run;
  if (!run.start(state, t)) return false;
  while (run.step()) {
  }
  const Course course = run.course();
  return run.is_at_end() && course.system.complete(t, course.integrator.y(), state).ok();
}

bool ChoiceAudit::others_reach(double t) {
  State state = last_;
  return t != last_.t && move_on(state, t);
}

// Whether the accepted state is on another side of the named degrees of freedom than the state of
// the second run: a determinant may differ beside a flat position, too.
bool ChoiceAudit::is_on_other_side(const State& accepted, const State& other) {
  const NamedFreedoms named(model_, phase_);
  Kinematics probe(model_, phase_, others_->run.course().dynamics.placement().partition(),
                   options_);
  probe.choose_scales(other);
  if (!probe.position_at(other).ok()) return true;
  const std::vector<double> there = named.determinants(probe);
  return !probe.position_at(accepted).ok() ||
         NamedFreedoms::differ(there, named.determinants(probe));
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
      bad = is_elsewhere(accepted, other, determinacy) ||
            (Excursion(kinematics, at, accepted).sign_at(other) != sign &&
             is_on_other_side(accepted, other));
    }
  }
  note(accepted, determinacy);
  return bad;
}

}  // namespace mbs
