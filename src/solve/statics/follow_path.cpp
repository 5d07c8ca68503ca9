// Equilibrium along the path of load_path.h, for STATIC and for large mechanisms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "model/model.h"
#include "solve/statics/equilibrium.h"
#include "solve/statics/load_path.h"

namespace mbs {

namespace {

// Accelerations of prescribed motions with a constant velocity, over their rates [1/s].
constexpr double kPathSteady = 1e-9;
// What is left of the forces at a point, over their terms.
constexpr double kPathUnbalanced = 1e-6;

}  // namespace

// The stresses with which the path begins. Where springs are so far from their rest that Newton's
// method finds no equilibrium without loads, the state goes there on dense matrices.
std::vector<double> Equilibrium::stresses_without_loads(LargeEquilibrium& newton, State& state) {
  constexpr int kTooManyForDense = 300;
  const auto stresses = [this] {
    return std::vector<double>(dynamics_.stresses().begin(), dynamics_.stresses().end());
  };
  std::vector<double> S = stresses(), trial = S;
  if (State there = state; newton.solve(there, trial, 0, settings_.iterations).found ||
                           dynamics_.placement().partition().freedom_count() >= kTooManyForDense)
    return S;
  const EquilibriumStatus before = status_;
  State there = state;
  is_large_ = false;
  if (place_at_rest(there, false) && load_step(there)) state = there;
  is_large_ = true;
  status_ = before;
  return place_at_rest(state, false) ? stresses() : S;
}

// has_time: t follows the load factor, and prescribed motions with a constant velocity follow it.
void Equilibrium::follow_path(State& state, bool has_time) {
  is_large_ = true;
  status_.kind = EquilibriumKind::path_ended;
  status_.load_factor = 0;
  const auto ends = [this](std::string why, std::string how) {
    status_.path_why = std::move(why);
    status_.path_how = std::move(how);
  };
  const auto is_not_straight = [&ends](const std::string& motion) {
    ends(fmt::format(
             "the prescribed motion {}is not linear in t, which follows the load factor there",
             motion.empty() ? "" : "of " + motion + " "),
         "let it move with a constant velocity, from t = 0 to 1 s");
  };
  if (const std::string unknown = BorderedTangent::unknown_part(model_, phase_); !unknown.empty())
    return ends("it knows no " + unknown, "leave ARC out: STATIC finds the equilibrium");
  if (has_time) state.t = 0;
  constexpr const char* kNotClosed = "the mechanism cannot be closed there";
  constexpr const char* kStart = "let it start where it can be closed at t = 0";
  if (!place_at_rest(state, false)) return ends(kNotClosed, kStart);
  LargeEquilibrium newton(model_, phase_, linear_);
  double rate = 0;
  if (has_time) {
    rate = largest(state.v);
    newton.follow_time(state, settings_.second);
    stands_while_driven_ = true;
    if (!place_at_rest(state, false)) return ends(kNotClosed, kStart);
  }
  if (largest(state.v) > 0 || largest(state.a) * settings_.second > kPathSteady * rate)
    return is_not_straight("");
  LoadPath path(model_, newton, has_time);
  std::vector<double> S = stresses_without_loads(newton, state);
  bool is_out_of_range = false, is_unbalanced = false;
  std::string bent;
  const auto on_point = [&](const PathPoint& point, State& at) {
    status_.load_factor = point.factor;
    const State before = at;
    if (!place_at_rest(at, false)) return false;
    if (has_time && !(bent = newton.bent_motion(before, at)).empty()) return false;
    is_unbalanced = !(measure_large(at) <= kPathUnbalanced) && !point.is_last;
    if (is_unbalanced) return false;
    status_.range = ranges_.now(dynamics_.kinematics().evaluation());
    is_out_of_range = status_.range.used > 1;
    if (is_out_of_range) return false;
    if (settings_.on_point && !settings_.on_point(point, at)) return false;
    best_ = at;
    status_.reached = point.factor;
    return true;
  };
  const LoadPath::End end = path.follow(state, S, settings_.load_steps, settings_.iterations,
                                        settings_.follows_path, on_point);
  status_.iterations = path.iterations();
  status_.load_steps = path.points();
  status_.path_limits = path.limits();
  status_.first_limit = path.first_limit();
  status_.began_in_rest = path.began_in_rest();
  status_.path_bifurcations = path.bifurcations();
  status_.load_factor = path.factor();
  status_.stable = path.negative() == 0;
  status_.judged = path.negative() >= 0;
  state = best_;
  if (end == LoadPath::End::reached && !status_.judged && free_states_.empty() &&
      !judge_following(newton, state))
    status_.stable = false;
  if (is_out_of_range) {
    status_.kind = EquilibriumKind::out_of_range;
    return;
  }
  constexpr const char* kShorter = "take more and shorter load steps, or a smaller load";
  switch (end) {
    case LoadPath::End::reached:
      status_.kind = status_.relative <= settings_.tolerance ? EquilibriumKind::ok
                                                             : EquilibriumKind::not_converged;
      return;
    case LoadPath::End::stopped:
      if (!bent.empty()) return is_not_straight(bent);
      return ends(is_unbalanced ? "the forces of a point of it do not balance"
                                : "a point of it cannot be shown",
                  kShorter);
    case LoadPath::End::no_start:
      return ends("without loads a motion has no stiffness, or no equilibrium is found",
                  "the path begins without loads: give a spring to what only loads hold, or leave "
                  "ARC out");
    case LoadPath::End::no_load:
      return ends("no load and no prescribed motion changes anything",
                  "expected loads that grow: forces, gravity, prestress, or a prescribed motion "
                  "with a constant velocity");
    case LoadPath::End::left:
    case LoadPath::End::too_short:
      return ends("no next point is found, however near", kShorter);
    case LoadPath::End::too_large:
      return ends(fmt::format("beyond it the load factor passes {:.0f} in size, and the path leads "
                              "away from the whole load",
                              LoadPath::kMostFactor),
                  "expected a path to the whole load: take a smaller load");
    case LoadPath::End::too_many:
      return ends("it has too many points", "take fewer and longer load steps, or a smaller load");
  }
}

// Loads that stay as they are, whatever moves, and springs: no law that holds as a spring does, and
// is multiplied by the load factor as a load is.
bool Equilibrium::has_dead_loads() const {
  const ForceLaws& laws = model_.forces;
  return laws.load_laws.empty() && laws.force_laws.empty() && laws.known_stresses.empty() &&
         laws.known_loads.empty() && laws.known_tables.empty() && laws.measured_forces.empty() &&
         laws.space_loads.empty() && laws.contacts.empty() && laws.muscles.empty() &&
         phase_.x_kept.empty() && model_.nz() == 0 &&
         BorderedTangent::unknown_part(model_, phase_).empty();
}

// After a descent from `began` to a stable equilibrium: looks for a limit load, or a bifurcation
// behind which the path is not stable, before the whole load on the path from `began`, where that
// is in stable equilibrium without loads. Then a load that grows slowly makes the mechanism snap,
// or give way sideways, and the equilibrium that was found lies behind that.
void Equilibrium::seek_limit(const State& began, State& state) {
  constexpr int kSteps = 10, kMostPoints = 100;
  if (!has_dead_loads()) return;
  const EquilibriumStatus found = status_;
  const EquilibriumSettings asked = settings_;
  const bool was_large = is_large_;
  State at = began;
  settings_.load_steps = std::max(settings_.load_steps, kSteps);
  settings_.follows_path = true;
  int points = 0;
  double bifurcation = 0;
  settings_.on_point = [&](const PathPoint& point, const State&) {
    if (point.kind == PathPointKind::bifurcation && point.negative > 0) bifurcation = point.factor;
    return point.kind != PathPointKind::limit && bifurcation == 0 && ++points < kMostPoints;
  };
  follow_path(at, false);
  settings_ = asked;
  is_large_ = was_large;
  const double limit = status_.first_limit;
  const auto is_on_the_way = [counts = status_.began_in_rest](double factor) {
    return counts && factor > 0 && factor < 1;
  };
  status_ = found;
  place_at_rest(state, false);
  best_ = state;
  if (is_on_the_way(bifurcation))
    status_.bifurcation = bifurcation, status_.first_limit = 0;  // a limit lies behind it
  else if (is_on_the_way(limit))
    status_.first_limit = limit;
}

}  // namespace mbs
