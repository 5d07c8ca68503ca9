#include "run/rest/equilibria.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.h"
#include "model/extent.h"
#include "model/owner.h"
#include "model/time_reads.h"
#include "plan/plan.h"
#include "run/frame/ranges.h"
#include "run/motion/start.h"

namespace mbs {

namespace {

// What is driven turns by no more than this on the way [rad].
constexpr double kMostTurn = 0.5;
// The shortest way from one equilibrium to the next, as part of the time between two rows.
constexpr double kShortestWay = 1. / 256;
// The shortest way of fast turns, as part of that.
constexpr double kShortestTurn = 1. / 64;
// What counts rounds goes no farther on the way than this part of one; a way that turns out to be
// longer by kLonger is parted.
constexpr double kPartOfRound = 0.2, kLonger = 1.5;

bool moves(const Motion& motion, const TimeGrid& times, std::size_t parameters) {
  MotionSlots slots(parameters);
  double first[3], now[3];
  int hint = 0;
  motion.evaluate(times.at(0), first, hint, slots);
  for (long long k = 1; k < times.count(); ++k) {
    motion.evaluate(times.at(k), now, hint, slots);
    if (!std::equal(first, first + 3, now)) return true;
  }
  return false;
}

}  // namespace

bool changes_with_time(const Built& built, const TimeGrid& times) {
  if (times.count() < 2) return false;
  if (forces_read_time(built.model)) return true;
  const Phase& phase = built.phase;
  return any_prescribed(built.model, phase, [&](const Motion& motion) {
    return moves(motion, times, phase.parameters.size());
  });
}

void warn_of_first_time_only(const TimeGrid& times, std::string expected,
                             Diagnostics& diagnostics) {
  diagnostics.warning(times.where, "STATIC",
                      fmt::format("its equilibrium is that of t = {:.9g} alone, although something "
                                  "changes until t = {:.9g}",
                                  times.at(0), times.at(times.count() - 1)),
                      std::move(expected));
}

EquilibriumFollower::EquilibriumFollower(const Plan& plan, const Built& built, Dynamics& dynamics,
                                         EquilibriumStatus status, Diagnostics& diagnostics)
    : plan_(plan),
      built_(built),
      dynamics_(dynamics),
      settings_(equilibrium_settings(plan)),
      status_(std::move(status)),
      diagnostics_(diagnostics),
      ranges_(built.model),
      arcs_(built.model),
      is_angle_(turning_flags(built.model)) {
  const long long last = plan.time.count() - 1;
  shortest_ = kShortestWay * (plan.time.at(last) - plan.time.at(0)) / static_cast<double>(last);
  settings_.load_steps = 1;
  settings_.follows_path = false;
  const Phase& phase = built.phase;
  round_rates_.resize(built.model.counted_rounds.size());
  round_periods_ = round_rates_;
  if (!round_rates_.empty()) here_.emplace(built.model, phase);
  for (const int i : built.model.turning)
    if (phase.x_class[at(i)] == Class::prescribed)
      driven_angles_.push_back(&motion_of(built.model, phase, phase.x_motion[at(i)]));
  for (int r = 0; r < built.model.ne; ++r)
    if (phase.e_class[at(r)] == Class::prescribed && is_angle_of(built.model, r))
      driven_angles_.push_back(&motion_of(built.model, phase, phase.e_motion[at(r)]));
}

// The largest difference [rad] between driven angles at two times.
double EquilibriumFollower::turn_of_drives(double from, double to) const {
  MotionSlots slots(built_.phase.parameters.size());
  double most = 0;
  for (const Motion* angle : driven_angles_) {
    double before[3], after[3];
    int hint = 0;
    angle->evaluate(from, before, hint, slots);
    angle->evaluate(to, after, hint, slots);
    most = std::max(most, std::fabs(after[0] - before[0]));
  }
  return most;
}

// The longest way from a state on which what counts rounds turns by no more than a part of one.
double EquilibriumFollower::longest_way(const State& state) {
  double out = std::numeric_limits<double>::infinity();
  if (!here_) return out;
  round_rates(built_.model, state.x, state.v, *here_, round_rates_, &round_periods_);
  for (std::size_t k = 0; k < round_rates_.size(); ++k)
    if (const double rate = std::fabs(round_rates_[k]); rate > 0 && round_periods_[k] > 0)
      out = std::min(out, kPartOfRound * round_periods_[k] / rate);
  return out;
}

// How far it is from one equilibrium to another by way of a third: the largest turn [rad], or way
// as a part of the size of the mechanism; and how far the third is from half the way.
EquilibriumFollower::Bend EquilibriumFollower::bend(const State& from, const State& by,
                                                    const State& to) const {
  const Model& model = built_.model;
  std::vector<double> first(at(model.nx)), second(first);
  coordinate_difference(model, from.x, by.x, first);
  coordinate_difference(model, by.x, to.x, second);
  const double size = extent_of_places(model, from.x);
  Bend out;
  for (int i = 0; i < model.nx; ++i) {
    const double unit = is_angle_[at(i)] || size == 0 ? 1 : size;
    out.length = std::max(out.length, std::fabs(first[at(i)] + second[at(i)]) / unit);
    out.aside = std::max(out.aside, std::fabs(first[at(i)] - second[at(i)]) / (2 * unit));
  }
  return out;
}

// Whether the equilibria do not lead from one to the next. A way downhill tells so where nothing is
// driven: of what moves gyroscopic forces may hold what no stiffness holds. Newton's method may
// reach the next one all the same: then the one at half of the time between is far from half the
// way, or there is none. Where they are far apart, the next one is found again, from there.
bool EquilibriumFollower::jumps(const State& from, State& next, const EquilibriumSettings& settings,
                                EquilibriumStatus& status) {
  constexpr double kFar = 0.05, kAside = 0.2;
  const bool is_driven = largest(next.v) > 0;
  if (status.went_downhill && !is_driven) return true;
  if (!status.went_downhill && !(bend(from, from, next).length > kFar)) return false;
  EquilibriumSettings half = settings;
  half.may_part = false;
  State middle = from;
  middle.t = (from.t + next.t) / 2;
  const EquilibriumStatus there = solve_equilibrium(half, built_, dynamics_, middle);
  State again = there.ok() ? middle : from;
  again.t = next.t;
  half.before = there.ok() ? &middle : &from;
  const EquilibriumStatus found = solve_equilibrium(half, built_, dynamics_, again);
  if (!found.ok()) return true;
  next = std::move(again);
  status = found;
  if (!there.ok() || ((there.went_downhill || found.went_downhill) && !is_driven)) return true;
  const Bend way = bend(from, middle, next);
  return way.aside > kAside * way.length;
}

bool EquilibriumFollower::go(double t, State& state, Way& way) {
  const double whole = t - state.t;
  double length = whole;
  bool may_fall = way.status.judged && way.status.stable;
  while (state.t < t) {
    // A longer way may lead to angles that are full turns off.
    const double longest = longest_way(state);
    while (length > kShortestTurn * shortest_ &&
           (length > longest || turn_of_drives(state.t, std::min(state.t + length, t)) > kMostTurn))
      length /= 2;
    const bool is_last = length <= shortest_;
    State next = state;
    next.t = state.t + length > t - std::min(length, shortest_) / 2 ? t : state.t + length;
    EquilibriumSettings settings = settings_;
    settings.before = &state;
    settings.may_part = may_fall && !is_last;
    way.status = solve_equilibrium(settings, built_, dynamics_, next);
    const bool falls = may_fall && way.status.ok() && jumps(state, next, settings, way.status);
    const bool turns_far =
        way.status.ok() && !is_last &&
        (next.t - state.t > kLonger * longest_way(next) || arcs_.touches_others(state.x, next.x));
    if (way.status.ok() && is_last) {
      way.status.arc = arcs_.jumped(state.x, next.x);
      if (way.status.arc.row >= 0) way.status.kind = EquilibriumKind::turns_round;
    }
    if (way.status.ok() && !turns_far && (!falls || is_last)) {
      if (falls && way.falls++ == 0) way.first_fall = next.t;
      state = next;
      may_fall = way.status.judged && way.status.stable;
      length = std::min(2 * length, whole);
      continue;
    }
    way.failed_at = next.t;
    State back = state;
    if (is_last || !dynamics_.start(back).ok()) return false;
    length /= 2;
  }
  return true;
}

bool EquilibriumFollower::reach(double t, State& state) {
  if (!(t > state.t)) return solve_equilibrium(settings_, built_, dynamics_, state).ok();
  Way way{status_};
  return go(t, state, way);
}

bool EquilibriumFollower::follow(double t, State& state) {
  Way way{status_};
  if (!go(t, state, way)) {
    if (way.status.arc.row < 0) way.status.arc = arcs_.about_to_jump(state.x);
    if (way.status.arc.row >= 0)
      report_turned_arc(built_.model, way.status.arc, fmt::format("t = {:.9g}", state.t),
                        "end the run earlier", diagnostics_);
    else
      report_no_equilibrium(way.status, plan_, built_, dynamics_,
                            fmt::format("at t = {:.6g} ", way.failed_at), diagnostics_);
    return false;
  }
  if (way.falls > 0 && falls_ == 0) first_fall_ = way.first_fall;
  falls_ += way.falls;
  status_ = way.status;
  ranges_.note(dynamics_.kinematics().evaluation(), t);
  return true;
}

void EquilibriumFollower::warn() const {
  warn_of_ranges(built_.model, ranges_, "in equilibrium", diagnostics_);
  if (falls_ == 0) return;
  diagnostics_.warning(
      plan_.time.where, "STATIC",
      fmt::format(
          "about t = {:.6g} the equilibrium that the rows follow ends or becomes unstable, and "
          "the mechanism falls to another one{}",
          first_fall_, falls_ == 1 ? "" : fmt::format("; this happens {} times", falls_)),
      "a motion without STATIC shows how it falls");
}

void EquilibriaShown::add(const EquilibriumStatus& status, double t, const Evidence& evidence) {
  for (const Figure& figure : evidence.figures) {
    const auto same = std::find_if(worst_.begin(), worst_.end(), [&figure](const Figure& other) {
      return other.check == figure.check;
    });
    if (same == worst_.end())
      worst_.push_back(figure);
    else if (figure.value > same->value)
      *same = figure;
  }
  ++count_;
  largest_imbalance_ = std::max(largest_imbalance_, status.relative);
  if (status.judged && !status.stable && unstable_++ == 0) first_unstable_ = t;
}

std::string EquilibriaShown::describe(const EquilibriumStatus& last) const {
  EquilibriumStatus all = last;
  all.relative = largest_imbalance_;
  if (count_ < 2 || unstable_ == 0) return describe_equilibrium(all);
  return fmt::format("equilibrium: unstable at {} of {} times, first at t = {:.6g}\n", unstable_,
                     count_, first_unstable_);
}

}  // namespace mbs
