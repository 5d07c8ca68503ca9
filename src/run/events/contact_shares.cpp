// How redundant contacts share their normal forces: for the friction of a wheel whose gap others
// hold, and for a report.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "run/events/contact_forces.h"
#include "run/events/contact_modes.h"
#include "solve/impact/even_shares.h"

namespace mbs {

namespace {

// Normal forces of redundant contacts: a part of W below kRounded is rounding; the iteration of
// their shares ends with changes below kSameShare.
constexpr double kRounded = 1e-10, kSameShare = 1e-10;
constexpr int kMostShares = 50;

}  // namespace

// Whether a wheel touches, pushes nothing because others hold its gap, and would not turn with the
// ground for want of friction.
bool ContactForces::has_idle_wheel() const {
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    if (of_[k].push < 0 || of_[k].rub < 0) continue;
    const Rub& rub = problem_.rubs[static_cast<std::size_t>(of_[k].rub)];
    const bool idle = solution_.f[static_cast<std::size_t>(of_[k].normal)] <= weightless_ &&
                      acceleration(of_[k].normal) <= still_;
    if (idle && rub.way == 0 && std::fabs(acceleration(rub.line)) > still_) return true;
  }
  return false;
}

// Finds ContactSet::shares: the least squares of the normal forces of all closed contacts, which
// are their projection on the range of W. False where nothing is redundant.
bool ContactForces::find_shares() {
  std::vector<std::size_t> closed;  // contacts
  for (std::size_t k = 0; k < set_.contacts.size(); ++k)
    if (of_[k].push >= 0 && moves(of_[k].normal) && acceleration(of_[k].normal) <= still_)
      closed.push_back(k);
  const std::size_t m = closed.size(), n = lines_.size();
  const auto line = [&](std::size_t i) { return static_cast<std::size_t>(of_[closed[i]].normal); };
  std::vector<std::vector<double>> left, range;  // columns of W, and an orthonormal basis of them
  double largest = 0;
  for (std::size_t j = 0; j < m; ++j) {
    std::vector<double>& column = left.emplace_back();
    for (std::size_t i = 0; i < m; ++i) column.push_back(problem_.W[line(i) * n + line(j)]);
    largest = std::max(largest, std::sqrt(dot(column, column)));
  }
  while (!left.empty()) {
    const auto by_size = [](const auto& a, const auto& b) { return dot(a, a) < dot(b, b); };
    const auto most = std::max_element(left.begin(), left.end(), by_size);
    const double size = std::sqrt(dot(*most, *most));
    if (!(size > kRounded * largest)) break;
    std::vector<double> q = *most;
    left.erase(most);
    for (double& value : q) value /= size;
    for (std::vector<double>& column : left) {
      const double along = dot(q, column);
      for (std::size_t i = 0; i < m; ++i) column[i] -= along * q[i];
    }
    range.push_back(std::move(q));
  }
  if (range.size() == m) return false;
  const std::size_t all = set_.contacts.size();
  set_.shares.assign(all * all, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j)
      for (const std::vector<double>& q : range)
        set_.shares[closed[i] * all + closed[j]] += q[i] * q[j];
  return true;
}

void ContactForces::share_among_wheels() {
  const auto rolls = [](const Contact& c) { return c.rolls; };
  if (set_.shares.empty() && std::any_of(set_.contacts.begin(), set_.contacts.end(), rolls))
    find_shares();
}

// Limits the friction of wheels at rest by their shares of the normal forces. The shares depend on
// friction in turn and are iterated. If they do not settle, or if a contact would pull, the first
// solution stays.
void ContactForces::stand_by_shares() {
  const TouchProblem coupled = problem_;
  const TouchSolution first = solution_;
  const std::size_t all = set_.contacts.size(), n = lines_.size(), loads = problem_.P0.size();
  const auto share = [&](std::size_t k) {
    double N = 0;
    for (std::size_t j = 0; j < all; ++j)
      if (of_[j].normal >= 0)
        N += set_.shares[k * all + j] * solution_.f[static_cast<std::size_t>(of_[j].normal)];
    return N;
  };
  problem_.P0.resize(loads + all, 0.0);
  problem_.C.resize((loads + all) * n, 0.0);
  for (std::size_t k = 0; k < all; ++k) {
    if (of_[k].rub < 0 || set_.shares[k * all + k] == 0) continue;
    Rub& rub = problem_.rubs[static_cast<std::size_t>(of_[k].rub)];
    if (rub.way != 0) continue;
    rub.normal = -1;
    rub.load = {FrictionKind::contact, static_cast<int>(loads + k), 0};
  }
  bool settled = false, pulls = false;
  for (int round = 0; round < kMostShares && !settled && !pulls && solution_.found; ++round) {
    double change = 0, size = 0;
    for (std::size_t k = 0; k < all; ++k) {
      if (set_.shares[k * all + k] == 0) continue;
      const double N = share(k);
      pulls |= N < -weightless_;
      change = std::max(change, std::fabs(N + problem_.P0[loads + k]));
      size = std::max(size, std::fabs(N));
      problem_.P0[loads + k] = -N;
    }
    settled = change <= kSameShare * size;
    if (!settled && !pulls) solution_ = solve_touch(problem_);
  }
  const bool found = solution_.found && settled && !pulls;
  problem_ = coupled;
  if (found) return;
  solution_ = first;
  set_.shares.clear();
}

// Which way a closed contact slides; 0: it stands.
int ContactForces::way_at(const Contact& c, const State& state) const {
  const bool stands = c.mode == ContactMode::stick || c.mode == ContactMode::carried || c.rolls;
  if (stands) return 0;
  if (c.mode == ContactMode::slide && c.sign != 0) return c.sign < 0 ? -1 : 1;
  const double w = c.slip_rate(state), a = state.edd[c.e2()];
  if (std::fabs(w) > tolerance::contact_zero * set_.speed) return w < 0 ? -1 : 1;
  return std::fabs(a) > ContactModes::rounding_of_accelerations(state) ? (a < 0 ? -1 : 1) : 0;
}

bool ContactForces::share_evenly(const State& now, const Dynamics& present, Impulses& added,
                                 std::vector<char>& open) {
  TouchProblem problem = problem_;
  problem.b.assign(lines_.size(), 0.0);
  TouchSolution shared;
  shared.u = problem.b;
  for (const int line : lines_)
    shared.f.push_back(0 - present.own_stress(static_cast<std::size_t>(line)));
  for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
    const Contact& c = set_.contacts[k];
    if (of_[k].normal < 0) continue;
    if (of_[k].slip >= 0 && c.has_friction()) {
      Rub rub{of_[k].slip, count_of(problem.normals), c.at_rest, c.sliding, way_at(c, now), {}};
      shared.u[static_cast<std::size_t>(rub.line)] = rub.way;
      problem.rubs.push_back(rub);
    }
    problem.normals.push_back(of_[k].normal);
  }
  shared.broken.assign(problem.rubs.size(), 0);
  shared.loads.assign(problem.rubs.size(), 0.0);
  const std::vector<double> before = shared.f;
  std::vector<char> open_lines;
  if (!mbs::share_evenly(problem, shared, &open_lines)) return false;
  added = {};
  added.R.assign(at_.model.nx, 0.0);
  added.L.assign(at_.model.ne, 0.0);
  for (std::size_t i = 0; i < lines_.size(); ++i)
    added.L[static_cast<std::size_t>(lines_[i])] = before[i] - shared.f[i];
  open.assign(set_.contacts.size(), 0);
  for (std::size_t k = 0; k < open.size(); ++k)
    open[k] = of_[k].normal >= 0 && open_lines[static_cast<std::size_t>(of_[k].normal)] != 0;
  State still = at_.state;
  const std::vector<double> same = still.v;
  share_impulses(at_.model, at_.phase, *at_.dynamics, *motion_, same, still, added);
  return true;
}

bool EvenForces::put(const State& state) {
  const bool any_spare = std::any_of(set_.contacts.begin(), set_.contacts.end(),
                                     [](const Contact& c) { return c.mode == ContactMode::spare; });
  if (!any_spare) return false;
  if (!free_) free_.emplace(site_.plan, site_.built, site_.settings, site_.diagnostics);
  free_->phase = site_.phase;
  free_->state = state;
  ContactForces forces(set_, *free_);
  Impulses added;
  if (!forces.find_closed() || !forces.share_evenly(state, *site_.dynamics, added, open_))
    return false;
  const ConstVector S = site_.dynamics->stresses(), r = site_.dynamics->reactions();
  S_.assign(S.begin(), S.end());
  r_.assign(r.begin(), r.end());
  for (std::size_t k = 0; k < S_.size(); ++k) S_[k] += added.L[k];
  for (std::size_t i = 0; i < r_.size(); ++i) r_[i] += added.R[i];
  site_.dynamics->exchange_efforts(S_, r_);
  return true;
}

}  // namespace mbs
