#include "solve/touch_problem.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/lu.h"
#include "solve/lemke.h"

namespace mbs {

namespace {

// Iterations of the loads of joints: whole steps first, then half ones.
constexpr int kMostLoads = 50, kMostHalved = 250;
constexpr int kMostSearched = 200000;  // modes that the search looks at
// What rounding leaves of a force or an acceleration, as a part of the largest.
constexpr double kRounding = 1e-11;
constexpr double kSameLoad = 1e-12;  // changes of loads below this part of the largest are none

// One line force f = `by` times an unknown.
struct Term {
  int line;
  double by;
};

// The problem for loads of joints that are known, all lines scaled to W(i, i) = 1 and b to 1.
class FixedLoads {
 public:
  FixedLoads(const TouchProblem& problem, const std::vector<double>& loads,
             const std::vector<char>& broken)
      : p_(problem), loads_(loads), broken_(broken), scale_(problem.n, 0.0) {
    for (std::size_t i = 0; i < scale_.size(); ++i) {
      const double own = p_.W[i * scale_.size() + i];
      scale_[i] = own > 0 ? 1 / std::sqrt(own) : 0;
      size_ = std::max(size_, std::fabs(p_.b[i]) * scale_[i]);
    }
    // With joints that are pressed although nothing accelerates, their friction is the size.
    for (std::size_t j = 0; j < p_.rubs.size(); ++j)
      if (p_.rubs[j].normal < 0 && scale_[p_.rubs[j].line] > 0)
        size_ = std::max(size_, most(j, 1) * loads_[j] / scale_[p_.rubs[j].line]);
    if (!(size_ > 0)) size_ = 1;
  }

  bool by_pivoting(std::vector<double>& f) {
    make();
    std::vector<double> z;
    if (!solve_lcp(M_, q_, z)) return false;
    read(z, f);
    return true;
  }

  bool by_search(std::vector<double>& f);

 private:
  struct Unknown {
    std::vector<Term> terms;  // forces per unit of it
  };
  const FrictionBounds& bounds(std::size_t j) const {
    const Rub& rub = p_.rubs[j];
    return rub.way != 0 || broken_[j] ? rub.sliding : rub.rest;
  }
  // Coefficient of friction that pushes the slip in this direction.
  double most(std::size_t j, int direction) const {
    return direction > 0 ? bounds(j).down : bounds(j).up;
  }
  double w(int i, int k) const {
    return p_.W[at(i) * scale_.size() + at(k)] * scale_[i] * scale_[k];
  }
  double b(int i) const { return p_.b[i] * scale_[i] / size_; }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  // A force of 1 on line i in the problem, as scaled.
  double scaled(int i, double force) const { return force / scale_[i]; }
  bool acts(int line) const { return scale_[line] > 0; }

  void make();
  void read(const std::vector<double>& z, std::vector<double>& f) const;
  std::vector<Term> terms_of_normal(std::size_t k, const std::vector<int>& ways) const;
  bool try_modes(const std::vector<char>& closed, const std::vector<int>& ways,
                 const std::vector<char>& sticks, std::vector<double>& f) const;

  const TouchProblem& p_;
  const std::vector<double>& loads_;
  const std::vector<char>& broken_;
  std::vector<double> scale_;
  double size_ = 0;
  std::vector<Unknown> unknowns_;
  std::vector<double> known_;  // scaled forces that are known: sliding joints
  std::vector<double> M_, q_;
};

// The scaled forces of a normal force of 1, with the friction of what slides and is pressed by it.
std::vector<Term> FixedLoads::terms_of_normal(std::size_t k, const std::vector<int>& ways) const {
  const int line = p_.normals[k];
  std::vector<Term> out{{line, 1}};
  for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    if (rub.normal != static_cast<int>(k) || ways[j] == 0 || !acts(rub.line)) continue;
    const double force = -ways[j] * most(j, -ways[j]);
    out.push_back({rub.line, scaled(rub.line, force * scale_[line])});
  }
  return out;
}

void FixedLoads::make() {
  unknowns_.clear();
  known_.assign(scale_.size(), 0.0);
  std::vector<int> ways, place(p_.normals.size(), -1);
  for (const Rub& rub : p_.rubs) ways.push_back(rub.way);
  for (std::size_t k = 0; k < p_.normals.size(); ++k) {
    if (!acts(p_.normals[k])) continue;
    place[k] = count_of(unknowns_);
    unknowns_.push_back({terms_of_normal(k, ways)});
  }
  const std::size_t normals = unknowns_.size();
  std::vector<std::size_t> resting;
  for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    if (!acts(rub.line) || !(most(j, 1) > 0) || !(most(j, -1) > 0)) continue;
    if (rub.way == 0 && (rub.normal < 0 || place[rub.normal] >= 0)) resting.push_back(j);
    if (rub.way != 0 && rub.normal < 0)
      known_[rub.line] = scaled(rub.line, -rub.way * most(j, -rub.way) * loads_[j] / size_);
  }
  for (const std::size_t j : resting) {
    const int line = p_.rubs[j].line;
    unknowns_.push_back({{{line, 1}}});
    unknowns_.push_back({{{line, -1}}});
  }
  const std::size_t forces = unknowns_.size(), n = forces + resting.size();
  M_.assign(n * n, 0.0);
  q_.assign(n, 0.0);
  const auto acceleration = [&](std::size_t row, int line, double sign) {
    q_[row] = sign * b(line);
    for (std::size_t i = 0; i < known_.size(); ++i)
      q_[row] += sign * w(line, static_cast<int>(i)) * known_[i];
    for (std::size_t c = 0; c < forces; ++c)
      for (const Term& term : unknowns_[c].terms)
        M_[row * n + c] += sign * w(line, term.line) * term.by;
  };
  for (std::size_t k = 0; k < p_.normals.size(); ++k)
    if (place[k] >= 0) acceleration(at(place[k]), p_.normals[k], 1);
  for (std::size_t r = 0; r < resting.size(); ++r) {
    const std::size_t j = resting[r], plus = normals + 2 * r, slack = forces + r;
    const Rub& rub = p_.rubs[j];
    acceleration(plus, rub.line, 1);
    acceleration(plus + 1, rub.line, -1);
    M_[plus * n + slack] = M_[(plus + 1) * n + slack] = 1;
    const double larger = std::max(most(j, 1), most(j, -1));
    M_[slack * n + plus] = -larger / most(j, 1);
    M_[slack * n + plus + 1] = -larger / most(j, -1);
    if (rub.normal >= 0)
      M_[slack * n + at(place[rub.normal])] =
          scaled(rub.line, larger * scale_[p_.normals[rub.normal]]);
    else
      q_[slack] = scaled(rub.line, larger * loads_[j] / size_);
  }
}

void FixedLoads::read(const std::vector<double>& z, std::vector<double>& f) const {
  f = known_;
  for (std::size_t c = 0; c < unknowns_.size(); ++c)
    for (const Term& term : unknowns_[c].terms) f[term.line] += term.by * z[c];
  for (std::size_t i = 0; i < f.size(); ++i) f[i] *= size_ * scale_[i];
}

// Forces of these modes; false where they are not determined, or do not agree with the modes.
bool FixedLoads::try_modes(const std::vector<char>& closed, const std::vector<int>& ways,
                           const std::vector<char>& sticks, std::vector<double>& f) const {
  std::vector<double> known(scale_.size(), 0.0);
  std::vector<Unknown> unknowns;
  std::vector<int> rows;
  std::vector<int> place(p_.normals.size(), -1);
  for (std::size_t k = 0; k < closed.size(); ++k) {
    if (!closed[k]) continue;
    place[k] = count_of(unknowns);
    unknowns.push_back({terms_of_normal(k, ways)});
    rows.push_back(p_.normals[k]);
  }
  for (std::size_t j = 0; j < ways.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    if (sticks[j]) {
      unknowns.push_back({{{rub.line, 1}}});
      rows.push_back(rub.line);
    } else if (rub.normal < 0 && ways[j] != 0 && acts(rub.line)) {
      known[rub.line] = scaled(rub.line, -ways[j] * most(j, -ways[j]) * loads_[j] / size_);
    }
  }
  const int n = count_of(rows);
  Lu factor(n);
  std::vector<double> x(n);
  for (int r = 0; r < n; ++r) {
    x[r] = -b(rows[r]);
    for (std::size_t i = 0; i < known.size(); ++i)
      x[r] -= w(rows[r], static_cast<int>(i)) * known[i];
    for (int c = 0; c < n; ++c) {
      double sum = 0;
      for (const Term& term : unknowns[c].terms) sum += w(rows[r], term.line) * term.by;
      factor.matrix()(r, c) = sum;
    }
  }
  if (n > 0) {
    if (factor.factor() >= 0 || !(factor.pivot_ratio() > tolerance::dependent_line)) return false;
    factor.solve(x.data());
  }
  std::vector<double> forces = known;
  for (int c = 0; c < n; ++c)
    for (const Term& term : unknowns[c].terms) forces[term.line] += term.by * x[c];
  double size = 1;
  for (const double force : forces) size = std::max(size, std::fabs(force));
  const double tiny = kRounding * size;
  const auto acceleration = [&](int line) {
    double u = b(line);
    for (std::size_t i = 0; i < forces.size(); ++i) u += w(line, static_cast<int>(i)) * forces[i];
    return u;
  };
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const int line = p_.normals[k];
    if (!acts(line)) continue;
    if (closed[k] ? forces[line] < -tiny : acceleration(line) < -tiny) return false;
  }
  for (std::size_t j = 0; j < ways.size(); ++j) {
    const Rub& rub = p_.rubs[j];
    if (rub.way != 0 || !acts(rub.line)) continue;
    const double load = rub.normal < 0 ? loads_[j] / size_
                        : place[rub.normal] >= 0
                            ? forces[p_.normals[rub.normal]] * scale_[p_.normals[rub.normal]]
                            : 0;
    const double force = forces[rub.line];
    if (sticks[j] && (force > scaled(rub.line, most(j, 1) * load) + tiny ||
                      force < -scaled(rub.line, most(j, -1) * load) - tiny))
      return false;
    if (!sticks[j] && ways[j] * acceleration(rub.line) < -tiny) return false;
  }
  f = std::move(forces);
  for (std::size_t i = 0; i < f.size(); ++i) f[i] *= size_ * scale_[i];
  return true;
}

// All modes, one after the other: of each normal that it pushes or parts, of each rub at rest that
// it stands or goes one way.
bool FixedLoads::by_search(std::vector<double>& f) {
  std::vector<char> closed(p_.normals.size()), sticks(p_.rubs.size());
  std::vector<int> ways(p_.rubs.size()), choice;
  std::vector<int> count;  // of choices: normals, then rubs
  for (const int line : p_.normals) count.push_back(acts(line) ? 2 : 1);
  for (std::size_t j = 0; j < p_.rubs.size(); ++j) {
    const bool rubs = most(j, 1) > 0 && most(j, -1) > 0;
    count.push_back(p_.rubs[j].way == 0 && acts(p_.rubs[j].line) && rubs ? 3 : 1);
  }
  choice.assign(count.size(), 0);
  for (int looked = 0; looked < kMostSearched; ++looked) {
    bool same = false;  // a rub without force looks alike in all of its modes
    for (std::size_t k = 0; k < closed.size(); ++k) closed[k] = count[k] == 2 && choice[k] == 0;
    for (std::size_t j = 0; j < ways.size(); ++j) {
      const std::size_t c = closed.size() + j;
      const Rub& rub = p_.rubs[j];
      const bool parted = rub.normal >= 0 && !closed[rub.normal];
      ways[j] = count[c] == 1 ? rub.way : choice[c] == 1 ? 1 : choice[c] == 2 ? -1 : 0;
      sticks[j] = count[c] == 3 && choice[c] == 0 && !parted;
      if (!parted) continue;
      same |= choice[c] != 0;
      if (rub.way == 0) ways[j] = 0;
    }
    if (!same && try_modes(closed, ways, sticks, f)) return true;
    std::size_t c = 0;
    while (c < choice.size() && ++choice[c] == count[c]) choice[c++] = 0;
    if (c == choice.size()) return false;
  }
  return false;
}

std::vector<double> loads_at(const TouchProblem& p, const std::vector<double>& f) {
  std::vector<double> out;
  const std::size_t n = static_cast<std::size_t>(p.n);
  for (const Rub& rub : p.rubs) {
    double load = 0;
    if (rub.normal < 0) {
      std::array<double, 2> P{};
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

}  // namespace

TouchSolution solve_touch(const TouchProblem& p) {
  TouchSolution out;
  const std::size_t n = static_cast<std::size_t>(p.n);
  out.f.assign(n, 0.0);
  out.broken.assign(p.rubs.size(), 0);
  const bool has_joints =
      std::any_of(p.rubs.begin(), p.rubs.end(), [](const Rub& rub) { return rub.normal < 0; });
  const auto find_accelerations = [&] {
    out.u = p.b;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) out.u[i] += p.W[i * n + k] * out.f[k];
  };
  const auto solve_once = [&](const std::vector<double>& loads) {
    FixedLoads fixed(p, loads, out.broken);
    if (fixed.by_pivoting(out.f)) return true;
    out.searched = true;
    return fixed.by_search(out.f);
  };
  for (std::size_t round = 0; round <= p.rubs.size(); ++round) {
    std::vector<double> loads = loads_at(p, out.f);
    out.settled = !has_joints;
    for (int k = 0; k < kMostHalved; ++k) {
      if (!solve_once(loads)) return out;
      if (!has_joints) break;
      std::vector<double> next = loads_at(p, out.f);
      double change = 0, size = 0;
      for (std::size_t j = 0; j < next.size(); ++j) {
        change = std::max(change, std::fabs(next[j] - loads[j]));
        size = std::max(size, next[j]);
        if (k >= kMostLoads) next[j] = (next[j] + loads[j]) / 2;
      }
      loads = std::move(next);
      out.settled = change <= kSameLoad * size;
      if (out.settled) break;
    }
    find_accelerations();
    out.loads = std::move(loads);
    // What moves although it was at rest has broken away: it has the friction of sliding.
    double size = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (p.W[i * n + i] > 0) {
        const double mobility = std::sqrt(p.W[i * n + i]);
        size = std::max({size, std::fabs(p.b[i]) / mobility, mobility * std::fabs(out.f[i])});
      }
    bool more = false;
    for (std::size_t j = 0; j < p.rubs.size(); ++j) {
      const Rub& rub = p.rubs[j];
      const std::size_t i = static_cast<std::size_t>(rub.line);
      if (rub.way != 0 || out.broken[j]) continue;
      if (std::fabs(out.u[i]) <= kRounding * size * std::sqrt(p.W[i * n + i])) continue;
      out.broken[j] = 1;
      more |= rub.sliding.up != rub.rest.up || rub.sliding.down != rub.rest.down;
    }
    if (!more) break;
  }
  out.found = true;
  return out;
}

}  // namespace mbs
