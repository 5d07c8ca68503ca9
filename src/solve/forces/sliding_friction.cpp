#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/forces/dynamics.h"

namespace mbs {

namespace {

// Iteration of sliding friction ends when a change is below last_digit of the largest force. It
// also ends when the changes no longer fall and are below this part of the largest force.
constexpr double kFrictionNear = 1e-9;

constexpr int kMostIterations = 40;
// The part that a leader and its followers have of their bounds is searched in steps up to
// kMostPart.
constexpr double kMostPart = 1.25;
constexpr int kPartSteps = 50, kHalvings = 16, kEdgeHalvings = 30, kSweeps = 8;

}  // namespace

// Finds what slides. The friction of a slip with a direction has a coefficient that follows from
// the rates of the deformations.
void SlidingFriction::gather(const Loads& loads) {
  sliding_.assign(phase_.sliding.begin(), phase_.sliding.end());
  for (const SmoothFriction& of : model_.forces.smooth_frictions) {
    const auto coefficients = of.coefficients(loads.ed.data());
    for (std::size_t k = 0; static_cast<int>(k) < of.count; ++k)
      if (is_free(phase_.e_class[of.slips[k]]))
        sliding_.push_back({of.slips[k], coefficients[k], of.load});
  }
}

// Resizes the workspaces where the number of slips, stresses or leaders has changed.
void SlidingFriction::claim(std::size_t stresses) {
  const std::size_t n = sliding_.size(), leaders = phase_.leaders.size();
  std::size_t m = 0;
  for (const Sliding& s : sliding_) m += s.load.count();
  own_.resize(leaders);
  for (std::size_t l = 0; l < leaders; ++l) {
    own_[l] = m + phase_.leaders[l].load.count();
    m = own_[l] + 1;
  }
  if (friction_.size() == n && pressing_.size() == m && parts_.size() == leaders) return;
  factor_.resize(static_cast<int>(n));
  for (std::vector<double>* all : {&friction_, &change_}) all->assign(n, 0.0);
  g_.assign(model_.nx, 0.0);
  unit_.assign(stresses, 0.0);
  pressing_.assign(m, 0.0);
  pressing_by_.assign(m * n, 0.0);
  load_.assign(n + leaders, 0.0);
  load_by_.assign((n + leaders) * n, 0.0);
  parts_.assign(leaders, {0, std::vector<double>(n, 0.0)});
}

// The stresses P that press are linear in the friction F of the slips: P = P0 + B F. One solution
// without friction and one with a unit of each give P0 and B; then F = c load(P), or F = c load(P)
// part(P) for a slip that stands still with a leader, is a small system: linear for contacts that
// slide, otherwise solved by Newton's method from F = 0.
SolveStatus SlidingFriction::solve(EquationsOfMotion& equations, const Placed& at,
                                   const Evaluation& here, Loads& loads, State& state, Vector S) {
  gather(loads);
  const std::vector<Sliding>& sliding = sliding_;
  claim(S.size());
  const int n = count_of(sliding);
  const std::size_t m = pressing_.size();
  auto act = [&](int j, double friction) {
    const std::size_t slip = sliding[j].slip;
    unit_[slip] = friction;
    subtract_transposed_times(model_, here, unit_, loads.g);
    unit_[slip] = 0;
  };
  // Stresses that press; for a penalty contact, whose gap is free, without the laws beside it. Of a
  // joint that has been let go its laws press.
  auto presses = [&](const FrictionLoad& load, double*& out) {
    for (int r = load.first; r < load.first + load.count(); ++r) {
      const bool of_contact = load.kind == FrictionKind::contact && is_free(phase_.e_class[r]);
      *out++ = of_contact ? S[r] - loads.beside()[r] : S[r];
    }
  };
  auto read = [&](double* out) {
    for (const Sliding& s : sliding) presses(s.load, out);
    for (const Leader& leader : phase_.leaders) {
      presses(leader.load, out);
      *out++ = S[leader.slip];
    }
  };
  std::copy(loads.g.begin(), loads.g.end(), g_.begin());
  SolveStatus status = equations.solve(at, state, S);
  if (!status.ok()) return status;
  read(pressing_.data());
  for (int j = 0; j < n; ++j) {
    act(j, 1);
    status = equations.solve(at, state, S);
    if (!status.ok()) return status;
    double* const column = pressing_by_.data() + j * m;
    read(column);
    for (std::size_t i = 0; i < m; ++i) column[i] -= pressing_[i];
    std::copy(g_.begin(), g_.end(), loads.g.begin());
  }
  if (!find_friction()) {
    status.kind = SolveKind::jammed;
    status.row = sliding.front().slip;
    return status;
  }
  for (int j = 0; j < n; ++j) act(j, friction_[j]);
  status = equations.solve(at, state, S);
  for (int j = 0; j < n; ++j) S[sliding[j].slip] += friction_[j];
  return status;
}

// The loads at the present friction forces.
void SlidingFriction::find_loads() {
  const std::size_t n = sliding_.size(), m = pressing_.size();
  std::size_t first = 0;
  for (std::size_t i = 0; i < load_.size(); ++i) {
    const bool leads = i >= n;
    const FrictionLoad& load = leads ? phase_.leaders[i - n].load : sliding_[i].load;
    const std::size_t count = load.count();
    Pressing P{}, slope{};
    for (std::size_t k = 0; k < count; ++k) {
      P[k] = pressing_[first + k];
      for (std::size_t j = 0; j < n; ++j) P[k] += pressing_by_[j * m + first + k] * friction_[j];
    }
    load.slopes(P.data(), slope.data());
    load_[i] = load.value(P.data());
    for (std::size_t j = 0; j < n; ++j) {
      double by = 0;
      for (std::size_t k = 0; k < count; ++k) by += slope[k] * pressing_by_[j * m + first + k];
      load_by_[i * n + j] = by;
    }
    first += count + (leads ? 1 : 0);
  }
}

double SlidingFriction::way(std::size_t j) const {
  const double by = leading_by(sliding_[j].leader, j);
  return by < 0 ? 1 : by > 0 ? -1 : 0;
}

// The leader and the slips that stand still with it together hold the force T that the leader would
// have to hold alone. With r_j the rate of slip j per rate of the leader's slip (1 for the leader
// itself) and bounds b_j = c_j load_j, T = sum r_j F_j and F_j = sign(r_j) b_j part, so part = T /
// sum |r_j| b_j.
void SlidingFriction::find_part(std::size_t leader) {
  const std::vector<Sliding>& sliding = sliding_;
  const std::size_t n = sliding.size();
  const auto is_of = [&](std::size_t j) { return sliding[j].leader == static_cast<int>(leader); };
  Part& part = parts_[leader];
  double T = pressing_[own_[leader]];
  for (std::size_t j = 0; j < n; ++j)
    if (!is_of(j)) T += leading_by(leader, j) * friction_[j];
  const double sign = T < 0 ? -1 : 1;
  double all = 0;
  std::fill(part.by.begin(), part.by.end(), 0.0);
  const auto add = [&](std::size_t i, double factor) {
    all += factor * load_[i];
    for (std::size_t j = 0; j < n; ++j) part.by[j] += factor * load_by_[i * n + j];
  };
  add(n + leader, bound(phase_.leaders[leader].bounds, sign));
  for (std::size_t j = 0; j < n; ++j)
    if (is_of(j))
      add(j, std::fabs(leading_by(leader, j)) * bound(sliding[j].bounds, sign * way(j)));
  part.value = all > 0 ? T / all : 0;
  for (std::size_t j = 0; j < n; ++j) {
    const double T_by = is_of(j) ? 0 : leading_by(leader, j);
    part.by[j] = all > 0 ? (T_by - part.value * part.by[j]) / all : 0;
  }
}

// Newton's method for the friction forces F, from the present ones. With `shares` each iteration
// also finds the part of each leader; else parts_ stays as it is. False where friction jams, so
// that no F exists.
bool SlidingFriction::iterate(bool shares) {
  const std::vector<Sliding>& sliding = sliding_;
  const std::size_t n = sliding.size();
  const bool linear = std::all_of(sliding.begin(), sliding.end(), [&](const Sliding& s) {
    return (s.leader < 0 || !shares) && s.load.is_linear();
  });
  double last = HUGE_VAL;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    find_loads();
    for (std::size_t leader = 0; leader < parts_.size() && shares; ++leader) find_part(leader);
    factor_.set_zero();
    Matrix A = factor_.matrix();
    for (std::size_t i = 0; i < n; ++i) {
      const Sliding& s = sliding[i];
      const Part* const part = s.leader < 0 ? nullptr : &parts_[s.leader];
      const double coefficient =
          part ? way(i) * bound(s.bounds, part->value * way(i)) : s.coefficient;
      const double share = part ? part->value : 1;
      for (std::size_t j = 0; j < n; ++j) {
        double& entry = A(static_cast<int>(i), static_cast<int>(j));
        entry = (i == j ? 1 : 0) - coefficient * share * load_by_[i * n + j];
        if (part && shares) entry -= coefficient * load_[i] * part->by[j];
      }
      change_[i] = coefficient * share * load_[i] - friction_[i];
    }
    if (factor_.factor() >= 0) return false;
    factor_.solve(change_.data());
    double change = 0, size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      friction_[i] += change_[i];
      change = std::max(change, std::fabs(change_[i]));
      size = std::max(size, std::fabs(friction_[i]));
    }
    if (linear || change <= tolerance::last_digit * size) return true;
    if (change >= last && change <= kFrictionNear * size) return true;
    last = change;
  }
  return false;
}

// Whether no leader has more than its bound and no contact pulls. Newton's method may find a
// solution beyond the bounds where another one is within.
bool SlidingFriction::is_within_bounds() const {
  for (const Part& part : parts_)
    if (!(std::fabs(part.value) <= 1)) return false;
  return !pulls();
}

// Whether a contact that rubs pulls at the loads found last.
bool SlidingFriction::pulls() const {
  const std::size_t n = sliding_.size();
  for (std::size_t i = 0; i < load_.size(); ++i) {
    const FrictionLoad& load = i < n ? sliding_[i].load : phase_.leaders[i - n].load;
    if (load.kind == FrictionKind::contact && load_[i] < 0) return true;
  }
  return false;
}

// The force that a leader would have to hold beyond `part` of its bound, while its followers have
// `part` of theirs; nan where friction jams or a contact would pull. Forces of the same parts that
// pull may exist beside some that do not: those near to the last ones that were found serve, too.
double SlidingFriction::excess(std::size_t leader, double part) {
  parts_[leader].value = part;
  std::fill(friction_.begin(), friction_.end(), 0.0);
  double out = excess_near(leader, part);
  if (std::isnan(out) && !near_.empty()) {
    friction_ = near_;
    out = excess_near(leader, part);
  }
  if (!std::isnan(out)) near_ = friction_;
  return out;
}

// The same, where the iteration begins at the present friction forces.
double SlidingFriction::excess_near(std::size_t leader, double part) {
  if (!iterate(false)) return NAN;
  find_loads();
  if (pulls()) return NAN;
  const std::size_t n = sliding_.size();
  double T = pressing_[own_[leader]];
  for (std::size_t j = 0; j < n; ++j) T += leading_by(leader, j) * friction_[j];
  return T - part * bound(phase_.leaders[leader].bounds, part) * load_[n + leader];
}

// Halves an interval of parts, from `low` with this excess on, until the part of the leader is one
// at which excess() is 0. False where there is none: it has one sign up to where a contact pulls.
bool SlidingFriction::halve_parts(std::size_t leader, Tried low, Tried high) {
  const auto differ = [](const Tried& a, const Tried& b) {
    return !std::isnan(a.excess) && !std::isnan(b.excess) && (a.excess > 0) != (b.excess > 0);
  };
  bool is_found = differ(low, high);
  if (!is_found && std::isnan(low.excess) == std::isnan(high.excess)) return false;
  for (int halving = 0; halving < (is_found ? kHalvings : kEdgeHalvings); ++halving) {
    const double part = 0.5 * (low.part + high.part);
    const Tried middle{part, excess(leader, part)};
    if (!is_found && (differ(middle, low) || differ(middle, high))) {
      is_found = true, halving = 0;
      (differ(middle, low) ? high : low) = middle;
      continue;
    }
    // A root lies where the signs differ; an edge where excess() ends.
    const bool is_like_low =
        is_found ? !differ(middle, low) : std::isnan(middle.excess) == std::isnan(low.excess);
    (is_like_low ? low : high) = middle;
  }
  return is_found;
}

// Finds the smallest part, of either sign, at which excess() is 0: in steps, because contacts may
// pull with smaller parts.
bool SlidingFriction::find_part_by_steps(std::size_t leader) {
  const Tried none{0, excess(leader, 0)};
  std::array<Tried, 2> last = {none, none};
  for (int k = 1; k <= kPartSteps; ++k)
    for (const int side : {1, -1}) {
      const double part = side * k * (kMostPart / kPartSteps);
      const Tried here{part, excess(leader, part)},
          before = std::exchange(last[side > 0 ? 0 : 1], here);
      if (halve_parts(leader, before, here)) return true;
    }
  return false;
}

// Finds the part of each leader in turn, in several sweeps if there are several leaders; false
// where a leader has none.
bool SlidingFriction::find_parts() {
  for (Part& part : parts_) part.value = 0;
  near_.clear();
  const int sweeps = parts_.size() > 1 ? kSweeps : 1;
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (std::size_t leader = 0; leader < parts_.size(); ++leader)
      if (!find_part_by_steps(leader)) return false;
  return true;
}

// Finds the friction forces F; false where friction jams, so that no F exists.
bool SlidingFriction::find_friction() {
  std::fill(friction_.begin(), friction_.end(), 0.0);
  const bool found = iterate(true);
  if (parts_.empty() || (found && is_within_bounds())) return found;
  const std::vector<double> first = friction_;
  if (find_parts() && iterate(true) && is_within_bounds()) return true;
  if (!found) return false;
  friction_ = first;
  return iterate(true);
}

}  // namespace mbs
