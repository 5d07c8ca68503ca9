#include "solve/impact/touch_problem.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "solve/impact/fixed_loads.h"
#include "solve/impact/line_response.h"

namespace mbs {

namespace {

// Iterations of the loads of joints: whole steps first, then half ones.
constexpr int kMostLoads = 50, kMostHalved = 250;
// Where these iterations do not converge: half steps from these parts of the first loads.
constexpr double kOtherStarts[] = {1, 0, 0.25, 4};
// Rounding of a force or an acceleration, as a part of the largest one.
constexpr double kRounding = 1e-11;
// Smaller changes of loads, relative to the largest one, count as none.
constexpr double kSameLoad = 1e-12;
constexpr std::size_t kMostCounted = 6;  // contacts and joints whose solutions are counted
// Two solutions differ by more than this part of the largest acceleration.
constexpr double kSame = 1e-7;

std::vector<double> loads_at(const TouchProblem& p, const std::vector<double>& f) {
  std::vector<double> out;
  const std::size_t n = static_cast<std::size_t>(p.n);
  for (const Rub& rub : p.rubs) {
    double load = 0;
    if (rub.normal < 0) {
      Pressing P{};
      for (int k = 0; k < rub.load.count(); ++k) {
        const std::size_t row = static_cast<std::size_t>(rub.load.first + k);
        P[static_cast<std::size_t>(k)] = p.P0[row];
        for (std::size_t i = 0; i < n; ++i)
          P[static_cast<std::size_t>(k)] += p.C[row * n + i] * f[i];
      }
      load = std::fmax(0, rub.load.value(P.data()));
    }
    out.push_back(load);
  }
  return out;
}

std::vector<double> accelerations(const TouchProblem& p, const std::vector<double>& f) {
  return response_to(p.W, f, p.b);
}

// The largest difference of accelerations, each divided by sqrt(W) of its line.
double apart(const TouchProblem& p, const std::vector<double>& u, const std::vector<double>& v) {
  double out = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    if (const double own = p.W[i * u.size() + i]; own > 0)
      out = std::max(out, std::fabs(u[i] - v[i]) / std::sqrt(own));
  return out;
}

}  // namespace

std::vector<TouchSolution> solutions_beside(const TouchProblem& p, const TouchSolution& found) {
  std::vector<TouchSolution> out = {found};
  const auto joints =
      std::count_if(p.rubs.begin(), p.rubs.end(), [](const Rub& rub) { return rub.normal < 0; });
  if (!found.found || p.normals.size() + static_cast<std::size_t>(joints) > kMostCounted ||
      p.rubs.size() > kMostCounted)
    return out;
  TouchModes modes(p, found.loads, found.broken);
  if (modes.has_one_solution()) return out;
  const std::vector<double> nothing(p.b.size(), 0.0);
  double size = std::max(apart(p, p.b, nothing), apart(p, found.u, nothing));
  // Where nothing moves and nothing pulls, accelerations are rounding of what friction could do.
  for (std::size_t k = 0; k < p.rubs.size(); ++k) {
    const Rub& rub = p.rubs[k];
    const std::size_t line = static_cast<std::size_t>(rub.line);
    const double bound = std::max(rub.sliding.up, rub.sliding.down) * found.loads[k];
    size = std::max(size, bound * std::sqrt(std::max(0.0, p.W[line * p.b.size() + line])));
  }
  const bool stands = apart(p, found.u, nothing) <= kSame * size;
  for (const std::vector<double>& f : modes.find_all(stands)) {
    const std::vector<double> u = accelerations(p, f);
    if (std::any_of(out.begin(), out.end(), [&](const TouchSolution& other) {
          return apart(p, u, other.u) <= kSame * std::max(size, apart(p, u, nothing));
        }))
      continue;
    TouchSolution& more = out.emplace_back(found);
    more.f = f;
    more.u = u;
    more.loads = loads_at(p, f);
  }
  return out;
}

namespace {

// Seeks forces, loads of joints and what breaks away until they agree.
class TouchSearch {
 public:
  explicit TouchSearch(const TouchProblem& problem)
      : p_(problem),
        has_joints_(std::any_of(problem.rubs.begin(), problem.rubs.end(),
                                [](const Rub& rub) { return rub.normal < 0; })) {
    out_.f.assign(at(problem.n), 0.0);
    out_.broken.assign(problem.rubs.size(), 0);
  }

  TouchSolution solve();

 private:
  bool find_forces();
  bool iterate(std::vector<double>& loads, int whole);
  bool find_otherwise(const std::vector<double>& first, std::vector<double>& loads);
  bool solve_once(const std::vector<double>& loads);
  bool search_modes(const std::vector<double>& loads);
  bool break_away();

  const TouchProblem& p_;
  const bool has_joints_;
  TouchSolution out_;
};

TouchSolution TouchSearch::solve() {
  for (std::size_t round = 0; round <= p_.rubs.size(); ++round) {
    if (!find_forces()) return out_;
    if (!break_away()) break;
  }
  out_.found = true;
  return out_;
}

// Finds the forces with what has broken away so far; false where there are none.
bool TouchSearch::find_forces() {
  const std::vector<double> first = loads_at(p_, out_.f);
  std::vector<double> loads = first;
  bool found = iterate(loads, kMostLoads);
  if (has_joints_ && (!found || !out_.settled))
    found = find_otherwise(first, loads) || (found && !out_.none);
  if (!found) return false;
  out_.u = accelerations(p_, out_.f);
  out_.loads = std::move(loads);
  return true;
}

// Iterates loads and forces until they agree, from these loads on; false where there are no forces.
// whole: so many whole steps come first, half steps follow.
bool TouchSearch::iterate(std::vector<double>& loads, int whole) {
  out_.settled = !has_joints_;
  for (int k = 0; k < kMostHalved; ++k) {
    if (!solve_once(loads)) return false;
    if (!has_joints_) return true;
    std::vector<double> next = loads_at(p_, out_.f);
    double change = 0, size = 0;
    for (std::size_t j = 0; j < next.size(); ++j) {
      change = std::max(change, std::fabs(next[j] - loads[j]));
      size = std::max(size, next[j]);
      if (k >= whole) next[j] = (next[j] + loads[j]) / 2;
    }
    if (!std::isfinite(change)) return false;
    loads = std::move(next);
    out_.settled = change <= kSameLoad * size;
    if (out_.settled) return true;
  }
  return true;
}

// Is called if the iteration from the first loads has not settled. Iterates from other loads, then
// tries all modes. If both fail, returns false and leaves the result of the first iteration.
bool TouchSearch::find_otherwise(const std::vector<double>& first, std::vector<double>& loads) {
  const TouchSolution kept = out_;
  for (const double part : kOtherStarts) {
    std::vector<double> other = first;
    for (double& load : other) load *= part;
    if (!iterate(other, 0) || !out_.settled) continue;
    loads = std::move(other);
    return true;
  }
  out_ = kept;
  if (!search_modes(first)) return false;
  loads = loads_at(p_, out_.f);
  out_.by_modes = out_.settled = true;
  return true;
}

bool TouchSearch::solve_once(const std::vector<double>& loads) {
  if (FixedLoads(p_, loads, out_.broken).by_pivoting(out_.f)) return true;
  return !has_joints_ && search_modes(loads);
}

bool TouchSearch::search_modes(const std::vector<double>& loads) {
  TouchModes modes(p_, loads, out_.broken);
  const bool found = modes.find_one(out_.f);
  out_.searched = true;
  out_.was_cut |= modes.was_cut();
  out_.none = !found && modes.is_complete();
  return found;
}

// A rub that moves although it was at rest has broken away: it has the friction of sliding. Whether
// this changes a bound.
bool TouchSearch::break_away() {
  const std::size_t n = at(p_.n);
  double size = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (p_.W[i * n + i] > 0) {
      const double mobility = std::sqrt(p_.W[i * n + i]);
      size = std::max({size, std::fabs(p_.b[i]) / mobility, mobility * std::fabs(out_.f[i])});
    }
  bool changes = false;
  for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    const std::size_t i = at(rub.line);
    if (rub.way != 0 || out_.broken[j]) continue;
    if (std::fabs(out_.u[i]) <= kRounding * size * std::sqrt(p_.W[i * n + i])) continue;
    out_.broken[j] = 1;
    changes |= rub.sliding.up != rub.rest.up || rub.sliding.down != rub.rest.down;
  }
  return changes;
}

}  // namespace

TouchSolution solve_touch(const TouchProblem& problem) { return TouchSearch(problem).solve(); }

}  // namespace mbs
