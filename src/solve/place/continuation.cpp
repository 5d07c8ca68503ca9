#include "solve/place/continuation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/tolerances.h"
#include "model/owner.h"

namespace mbs {

namespace {

// A position is on the same branch as its prediction if their distance is at most this part of the
// size of the mechanism.
constexpr double kSameBranch = 1e-6;

// An interpolated state counts only if its accelerations have a smaller relative error than this.
constexpr double kSureInterpolation = 1e-6;

// kNeighbour: a neighbour for an interpolation needs a pivot p of at least this part of the pivot
// of a weak position. Accelerations carry a rounding error of about 1e-16 / p^3.
constexpr double kNeighbour = 0.2;
// kNearer: a step to a weak position that is far from its prediction is halved this many times at
// most.
constexpr int kNearer = 8;
// The spacing of neighbours is a motion in units of the mechanism's size. It begins with kWidest
// and is halved as long as that makes the error estimate smaller than kWorthwhile times the one
// before. A smaller gain does not count: rounding grows as the spacing shrinks, and the estimate is
// made from fewer neighbours than the interpolation.
constexpr double kWorthwhile = 0.05;
constexpr double kWidest = 0.15;
constexpr int kSpacings = 8;

// kEnough: if the prediction of second order was off by no more than this, in mechanism sizes, one
// iteration of Newton's method is enough for the next position, too, and a better prediction saves
// none.
constexpr double kEnough = 1e-8;
// kSmooth: the prediction from earlier states is used where it differs from the prediction of
// second order by at most this part of the step.
constexpr double kSmooth = 0.1;
// kSure: the prediction from earlier states is not used where the pivot is below this part of the
// best one, since the rates of the earlier states have larger errors there.
constexpr double kSure = 0.1;

}  // namespace

Continuation::Continuation(const Model& model, Kinematics& kinematics, const Options& options,
                           const State& start, const Interrupt* interrupt)
    : model_(model),
      kinematics_(kinematics),
      options_(options),
      interrupt_(interrupt),
      is_angle_(turning_flags(model)),
      good_(start),
      trial_(start),
      predicted_(start.x),
      shift_(start.v.size()),
      locks_(model, kinematics.jacobian().block().rows()),
      arcs_(model),
      past_(start),
      best_pivot_(kinematics.jacobian().pivot_ratio()) {
  for (int i : kinematics.jacobian().block().columns())
    (model.is_orientation(i) ? turns_ : numbers_).push_back(i);
  round_rates_.resize(model.counted_rounds.size());
  round_periods_ = round_rates_;
  if (!round_rates_.empty()) rounds_ = kinematics.evaluation();
  if (locks_.any()) locks_at_ = kinematics.evaluation();
}

bool Continuation::advance(double t, State& out) {
  Landing last = Landing::failed;
  if (!walk(good_, t, Footing::good, last)) {
    if (last == Landing::failed) return false;
    const ContinuationCount before = count_;
    if (interpolate(t, out)) {
      ++count_.interpolated;
      return true;
    }
    if (stop_.interrupted) return false;
    count_ = before;  // the steps tried above are not counted
    // Singular, and the motion does not go on smoothly: a toggle position is near.
    if (!walk(good_, t, Footing::weak, last)) return false;
  }
  out = good_;
  return true;
}

// Moves base towards t; true when it has arrived. Otherwise `last` is the result of the step that
// should have ended at t. On the way a weak position is accepted only where no step passes over it.
bool Continuation::walk(State& base, double t, Footing end, Landing& last) {
  double h = t - base.t;
  const double shortest = std::fabs(h) * std::ldexp(1.0, -static_cast<int>(options_.halvings));
  int halved = 0;
  while (base.t != t) {
    if (interrupt_ && interrupt_->requested()) {
      stop_.interrupted = true;
      last = Landing::failed;
      return false;
    }
    const double longest = longest_step(base);
    h = std::clamp(h, -longest, longest);
    const bool final = std::fabs(t - base.t) <= std::fabs(h) * (1 + tolerance::same_row);
    const Landing landing = try_step(base, final ? t : base.t + h);
    const bool stand = landing == Landing::good ||
                       (landing == Landing::weak &&
                        (final ? good_enough(end) : end == Footing::weak || halved > 3));
    // Within a step that is so long a way that closes may have gone round.
    constexpr double kLonger = 1.5;
    const double length = std::fabs(trial_.t - base.t);
    if (stand && length > kLonger * longest_step(trial_) && length > shortest) {
      h *= 0.5;
      ++count_.halvings;
      continue;
    }
    if (stand) {
      accept();
      past_.take(base);
      std::swap(base, trial_);
      h *= 2;
      halved = std::max(0, halved - 1);
      continue;
    }
    last = landing;
    // A target that is too weak stays so with shorter steps. Only a step that has left the branch
    // may have come to another position.
    const bool too_long = stop_.left_branch && halved < kNearer;
    if (final && landing != Landing::failed && end != Footing::weak && !too_long) return false;
    h *= 0.5;
    ++halved;
    ++count_.halvings;
    if (std::fabs(h) < shortest || base.t + h == base.t) {
      if (end == Footing::weak) last = Landing::failed;
      return false;
    }
  }
  return true;
}

// The longest step from a state whose ways that close turn by no more than a part of a round.
double Continuation::longest_step(const State& state) {
  constexpr double kPartOfRound = 0.2;
  double out = std::numeric_limits<double>::infinity();
  if (locks_.any()) {
    evaluate_position(model_, state.x, *locks_at_);
    locks_.note(*locks_at_, state.v);
    out = locks_.longest_step();
  }
  if (!rounds_) return out;
  round_rates(model_, state.x, state.v, *rounds_, round_rates_, &round_periods_);
  for (std::size_t k = 0; k < round_rates_.size(); ++k)
    if (const double rate = std::fabs(round_rates_[k]); rate > 0 && round_periods_[k] > 0)
      out = std::min(out, kPartOfRound * round_periods_[k] / rate);
  return out;
}

// Whether a walk may end in this weak position.
bool Continuation::good_enough(Footing end) const {
  if (end == Footing::weak) return true;
  return end == Footing::neighbour && stop_.pivot >= kNeighbour * options_.weak_pivot * best_pivot_;
}

// Predicts the position at time t, to be corrected by Newton's method, into trial_.
void Continuation::predict(const State& from, double t) {
  const double h = t - from.t;
  trial_.t = t;
  for (std::size_t i = 0; i < shift_.size(); ++i) {
    shift_[i] = h * (from.v[i] + 0.5 * h * from.a[i]);
    predicted_[i] = from.x[i] + shift_[i];
  }
  const auto rest = count_of(shift_);  // windings
  std::copy(from.x.begin() + rest, from.x.end(), predicted_.begin() + rest);
  if (!turns_.empty()) {
    predicted_ = from.x;
    move_coordinates(model_, shift_, 1, predicted_);
  }
  for (const CountedAngle& angle : model_.counted_angles) {
    const int r = angle.deformation;
    predicted_[angle.winding] += h * (from.ed[r] + 0.5 * h * from.edd[r]);
  }
  if (rounds_) round_rates(model_, from.x, from.v, *rounds_, round_rates_);
  for (std::size_t k = 0; k < round_rates_.size(); ++k)
    predicted_[at(model_.counted_rounds[k].winding) + Round::kForetold] = h * round_rates_[k];
  trial_.x = predicted_;
  if (off_ <= kEnough) return;
  const bool sure = kinematics_.jacobian().pivot_ratio() >= kSure * best_pivot_;
  if (!sure || !past_.foretell(from, t, numbers_, trial_.x)) return;
  double off[2] = {0, 0}, step[2] = {0, 0};
  for (const int coordinate : numbers_) {
    const int kind = is_angle_[coordinate] ? 1 : 0;
    off[kind] = std::max(off[kind], std::fabs(trial_.x[coordinate] - predicted_[coordinate]));
    step[kind] = std::max(step[kind], std::fabs(h * from.v[coordinate]));
  }
  // Where the motion is not smooth, earlier states do not predict it.
  if (!(off[0] <= kSmooth * step[0] && off[1] <= kSmooth * step[1])) trial_.x = predicted_;
}

Continuation::Landing Continuation::try_step(const State& from, double t) {
  predict(from, t);
  const Positioned at = kinematics_.position(trial_);
  SolveStatus status = at.status();
  iterations_ = status.iterations;
  const double pivot = kinematics_.jacobian().pivot_ratio();
  const double weak = options_.weak_pivot * best_pivot_;
  if (status.ok()) {
    const int iterations = status.iterations;
    status = kinematics_.rates(at, trial_, residuals_);
    status.iterations = iterations;
  }
  if (status.ok() && arcs_.touches_others(from.x, trial_.x, kinematics_.evaluation())) {
    const JumpedArc jumped = arcs_.jumped_on_the_way(from.x, trial_.x);
    if (jumped.row >= 0)
      status.kind = SolveKind::turns_round, status.row = jumped.row, status.circle = jumped.circle;
  }
  stop_ = {status, t, kinematics_.jacobian().weakest_coordinate(), pivot, false};
  if (!status.ok()) return pivot < weak ? Landing::singular : Landing::failed;
  if (!agrees(from)) {
    stop_.left_branch = true;
    return pivot < weak ? Landing::singular : Landing::failed;
  }
  if (pivot >= weak) return Landing::good;
  return pivot > tolerance::singular_position * best_pivot_ ? Landing::weak : Landing::singular;
}

// Whether position and velocity of the trial agree with their prediction of second order. Only the
// coordinates that the equations determine are compared, lengths and angles separately.
bool Continuation::agrees(const State& from) {
  const double h = trial_.t - from.t;
  double off[2] = {0, 0}, step[2] = {0, 0}, off_v[2] = {0, 0}, speed[2] = {0, 0};
  auto raise = [](double& most, double value) { most = std::max(most, std::fabs(value)); };
  auto raise_rates = [&](int coordinate, int kind) {
    raise(off_v[kind], trial_.v[coordinate] - (from.v[coordinate] + h * from.a[coordinate]));
    raise(speed[kind], trial_.v[coordinate]);
    raise(speed[kind], from.v[coordinate]);
    raise(speed[kind], h * from.a[coordinate]);
  };
  for (int coordinate : numbers_) {
    const int kind = is_angle_[coordinate] ? 1 : 0;
    raise(off[kind], trial_.x[coordinate] - predicted_[coordinate]);
    raise(step[kind], trial_.x[coordinate] - from.x[coordinate]);
    raise(step[kind], predicted_[coordinate] - from.x[coordinate]);
    raise_rates(coordinate, kind);
  }
  for (int coordinate : turns_) raise_rates(coordinate, 1);
  auto raise_turns = [&](double& most, const std::vector<double>& to,
                         const std::vector<double>& start) {
    coordinate_difference(model_, start, to, shift_);
    for (int coordinate : turns_) raise(most, shift_[coordinate]);
  };
  if (!turns_.empty()) {
    raise_turns(off[1], trial_.x, predicted_);
    raise_turns(step[1], trial_.x, from.x);
    raise_turns(step[1], predicted_, from.x);
  }
  off_ = std::max(off[0] / kinematics_.jacobian().length(), off[1]);
  if (off_ <= kSameBranch) return true;
  for (int kind = 0; kind < 2; ++kind)
    if (off[kind] > options_.branch * step[kind] || off_v[kind] > options_.branch * speed[kind])
      return false;
  return true;
}

void Continuation::accept() {
  ++count_.positions;
  count_.iterations += iterations_;
  count_.most_iterations = std::max(count_.most_iterations, iterations_);
  best_pivot_ = std::max(best_pivot_, kinematics_.jacobian().pivot_ratio());
}

// The motion is smooth through a position where only the equations are singular: x, v, a at t are
// those of the polynomial through kSide neighbours before and as many after. Two checks: without
// the two outermost neighbours the result must be the same, and the interpolated position must
// fulfil the constraints.
bool Continuation::interpolate(double t, State& out) {
  const double speed = motion_speed(good_.v, is_angle_, kinematics_.jacobian().length());
  if (speed <= 0) return false;
  if (!blending_) blending_.emplace(good_);
  Blending& b = *blending_;
  double spacing = std::copysign(kWidest / speed, t - good_.t), best = kSureInterpolation;
  bool found = false;
  for (int k = 0; k < kSpacings; ++k, spacing *= 0.5) {
    const Landing landing = place_neighbours(t, spacing);
    if (landing == Landing::failed) break;  // the motion ends near
    if (landing != Landing::good) continue;
    const double error = blend(t, spacing);
    if (found && !(error < kWorthwhile * best)) break;
    if (!(error < best)) continue;
    best = error;
    found = true;
    std::swap(b.blended, b.best);
    b.beyond = b.around[kSide];
  }
  if (!found || !(kinematics_.residual_at(b.best) <= options_.feps)) return false;
  kinematics_.measure(b.best);
  out = b.best;
  good_ = b.beyond;
  return true;
}

// Writes the values at t of the polynomials through all neighbours into `blended`. Returns the
// largest change of an acceleration when the two outermost neighbours are left out, over the
// largest acceleration of its kind (lengths or angles).
double Continuation::blend(double t, double spacing) {
  const std::vector<State>& around = blending_->around;
  State& blended = blending_->blended;
  Neighbours::Places places;
  for (std::size_t k = 0; k < places.size(); ++k) places[k] = (around[k].t - t) / spacing;
  const Neighbours between(places);
  const Neighbours::Places &weights = between.weights(), inner = between.inner_weights();
  double off[2] = {0, 0}, largest[2] = {0, 0};
  blended.t = t;
  blended.x = around[kSide].x;
  for (std::size_t i = 0; i < blended.v.size(); ++i) {
    double x = 0, v = 0, a = 0, a_inner = 0;
    const int kind = is_angle_[i] ? 1 : 0;
    for (std::size_t k = 0; k < around.size(); ++k) {
      const State& s = around[k];
      x += weights[k] * s.x[i];
      v += weights[k] * s.v[i];
      a += weights[k] * s.a[i];
      a_inner += inner[k] * s.a[i];
      largest[kind] =
          std::max({largest[kind], std::fabs(s.a[i]),
                    s.v[i] * s.v[i] / (kind == 1 ? 1 : kinematics_.jacobian().length())});
    }
    blended.x[i] = x;
    blended.v[i] = v;
    blended.a[i] = a;
    off[kind] = std::max(off[kind], std::fabs(a - a_inner));
  }
  if (!model_.orientations.empty()) {
    blend_orientations(weights);
    // Bodies of space that do not turn have angular accelerations of rounding alone.
    const double length = kinematics_.jacobian().length(), both = largest[0] + length * largest[1];
    largest[0] = both;
    largest[1] = both / length;
  }
  auto relative = [&](int kind) { return off[kind] > 0 ? off[kind] / largest[kind] : 0; };
  return std::max(relative(0), relative(1));
}

// Interpolates orientations by the turns from one of the neighbours to all of them.
void Continuation::blend_orientations(const Neighbours::Places& weights) {
  const std::vector<State>& around = blending_->around;
  const State& base = around[kSide];
  std::vector<double> turn(shift_.size());
  for (std::size_t k = 0; k < around.size(); ++k) {
    coordinate_difference(model_, base.x, around[k].x, shift_);
    for (std::size_t i = 0; i < turn.size(); ++i)
      if (model_.is_orientation(static_cast<int>(i))) turn[i] += weights[k] * shift_[i];
  }
  for (const Orientation& of : model_.orientations)
    of.set_quaternion(of.quaternion(base.x.data()).data(), blending_->blended.x.data());
  move_coordinates(model_, turn, 1, blending_->blended.x);
}

// around[kSide + k] = state at t + (k + 1) spacing, around[kSide - 1 - k] = state at t - (k + 1)
// spacing, all well conditioned; "after" is the direction the run goes.
Continuation::Landing Continuation::place_neighbours(double t, double spacing) {
  Landing last;
  State& base = blending_->base;
  std::vector<State>& around = blending_->around;
  base = good_;
  for (int k = 0; k < kSide; ++k) {
    if (!walk(base, t + (k + 1) * spacing, Footing::neighbour, last)) return last;
    around[kSide + k] = base;
  }
  base = good_;
  for (int k = 0; k < kSide; ++k) {
    if (!walk(base, t - (k + 1) * spacing, Footing::neighbour, last)) return last;
    around[kSide - 1 - k] = base;
  }
  return Landing::good;
}

}  // namespace mbs
