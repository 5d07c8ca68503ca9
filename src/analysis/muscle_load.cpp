#include "analysis/muscle_load.h"

#include <algorithm>
#include <cmath>

#include "laws/muscle_curves.h"
#include "linalg/lu.h"

namespace mbs {

namespace {

constexpr int kIterations = 500;
constexpr double kConverged = 1e-14;  // of a tension's range
constexpr double kStep = 1e-5;        // of it, for second derivatives

using G = Gradient<1>;

// Activation and relative force with their derivatives by the tension.
struct LoadGradient {
  G activation, relative;
};

LoadGradient load_gradient(const Muscle& muscle, const MusclePath& path, double tension) {
  const MuscleConstants& c = muscle.constants;
  G f(tension / c.fmax);
  f.d[0] = 1 / c.fmax;
  G x((path.length - c.lslack) / c.lopt);
  if (!c.rigid) x = x - tendon_strain(c, f) * (c.lslack / c.lopt);
  const G fibre = muscle.height == 0 ? x : sqrt(x * x + muscle.height * muscle.height);
  const G contractile = f * fibre / x - parallel_force(c, fibre);
  LoadGradient out;
  out.relative = contractile / force_length(c, fibre);
  out.activation = activation_of(c, out.relative, fibre);
  return out;
}

// Newton's method on the conditions of Karush, Kuhn and Tucker; tensions that meet a bound are held
// there until their multipliers let them go.
class LoadSharing {
 public:
  LoadSharing(const std::vector<LoadedMuscle>& muscles, const std::vector<double>& arms,
              const std::vector<double>& wanted, MuscleCriterion criterion)
      : muscles_(muscles),
        arms_(arms),
        wanted_(wanted),
        criterion_(criterion),
        n_(muscles.size()),
        m_(wanted.size()),
        F_(n_),
        multipliers_(m_),
        held_(n_, 0) {
    for (std::size_t k = 0; k < n_; ++k) F_[k] = 0.9 * muscles[k].lowest + 0.1 * muscles[k].highest;
  }

  SharedLoad solve() {
    SharedLoad out;
    for (int i = 0; i < kIterations && !out.ok; ++i) {
      double moved = 0;
      if (!step(moved)) return out;
      out.ok = moved <= kConverged && !let_go();
    }
    out.tensions = F_;
    for (std::size_t r = 0; r < m_; ++r) {
      double sum = 0;
      for (std::size_t k = 0; k < n_; ++k) sum += arms_[r * n_ + k] * F_[k];
      out.made.push_back(sum);
    }
    return out;
  }

 private:
  double range(std::size_t k) const { return muscles_[k].highest - muscles_[k].lowest; }

  // Half the derivative of the square.
  double slope(std::size_t k, double F) const {
    const LoadGradient g = load_gradient(*muscles_[k].muscle, muscles_[k].path, F);
    const G& r = criterion_ == MuscleCriterion::force ? g.relative : g.activation;
    return r.value * r.d[0];
  }
  double curvature(std::size_t k) const {
    const double h = kStep * range(k);
    const double low = std::max(F_[k] - h, muscles_[k].lowest),
                 high = std::min(F_[k] + h, muscles_[k].highest);
    const double rise = (slope(k, high) - slope(k, low)) / (high - low);
    const double least = 1e-8 / (range(k) * range(k));
    return std::isfinite(rise) ? std::max(rise, least) : least;
  }

  // False where the moments do not depend on the tensions that are not held.
  bool step(double& moved) {
    std::vector<std::size_t> free;
    for (std::size_t k = 0; k < n_; ++k)
      if (held_[k] == 0) free.push_back(k);
    const std::size_t n = free.size();
    Lu lu(static_cast<int>(n + m_));
    lu.set_zero();
    const Matrix a = lu.matrix();
    std::vector<double> rhs(n + m_);
    const auto at = [](std::size_t i) { return static_cast<int>(i); };
    for (std::size_t j = 0; j < n; ++j) {  // in parts of the range
      const std::size_t k = free[j];
      a(at(j), at(j)) = curvature(k) * range(k) * range(k);
      rhs[j] = -slope(k, F_[k]) * range(k);
      for (std::size_t r = 0; r < m_; ++r)
        a(at(n + r), at(j)) = a(at(j), at(n + r)) = arms_[r * n_ + k] * range(k);
    }
    for (std::size_t r = 0; r < m_; ++r) {
      rhs[n + r] = wanted_[r];
      for (std::size_t k = 0; k < n_; ++k) rhs[n + r] -= arms_[r * n_ + k] * F_[k];
    }
    if (lu.factor() >= 0) return false;
    lu.solve(rhs.data());
    double part = 1;
    std::size_t blocking = n;
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t k = free[j];
      moved = std::max(moved, std::fabs(rhs[j]));
      const double d = rhs[j] * range(k), to = F_[k] + d;
      if (!std::isfinite(d)) return false;
      const double bound = d < 0 ? muscles_[k].lowest : muscles_[k].highest;
      if ((d < 0 ? to >= bound : to <= bound) || d == 0) continue;
      const double reach = (bound - F_[k]) / d;
      if (reach < part) part = reach, blocking = j;
    }
    for (std::size_t j = 0; j < n; ++j) F_[free[j]] += part * rhs[j] * range(free[j]);
    for (std::size_t r = 0; r < m_; ++r) multipliers_[r] = rhs[n + r];
    if (blocking < n) {
      const std::size_t k = free[blocking];
      held_[k] = rhs[blocking] < 0 ? -1 : 1;
      F_[k] = held_[k] < 0 ? muscles_[k].lowest : muscles_[k].highest;
      moved = 1;
    }
    return true;
  }

  // The one at a bound that wants to leave it most; false where none does.
  bool let_go() {
    std::size_t worst = n_;
    double most = 1e-12;
    for (std::size_t k = 0; k < n_; ++k) {
      if (held_[k] == 0 || range(k) <= 0) continue;
      double g = slope(k, F_[k]);
      for (std::size_t r = 0; r < m_; ++r) g += arms_[r * n_ + k] * multipliers_[r];
      const double inward = held_[k] < 0 ? -g : g;
      if (inward * range(k) > most) most = inward * range(k), worst = k;
    }
    if (worst == n_) return false;
    held_[worst] = 0;
    return true;
  }

  const std::vector<LoadedMuscle>& muscles_;
  const std::vector<double>& arms_;
  const std::vector<double>& wanted_;
  MuscleCriterion criterion_;
  std::size_t n_, m_;
  std::vector<double> F_, multipliers_;
  std::vector<int> held_;  // -1, 1: at its lower, upper bound
};

}  // namespace

MuscleLoad muscle_load(const Muscle& muscle, const MusclePath& path, double tension) {
  const LoadGradient g = load_gradient(muscle, path, tension);
  return {g.activation.value, g.relative.value};
}

SharedLoad share_load(const std::vector<LoadedMuscle>& muscles, const std::vector<double>& arms,
                      const std::vector<double>& wanted, MuscleCriterion criterion) {
  return LoadSharing(muscles, arms, wanted, criterion).solve();
}

}  // namespace mbs
