#include "study/search/root.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "base/tolerances.h"
#include "linalg/lu.h"
#include "text/number.h"

namespace mbs {

namespace {

// ---- one unknown -------------------------------------------------------------------------------

// The grids have 2^1 to 2^kLevels intervals.
constexpr int kLevels = 6;
// A function jumps where it changes by more than this part of its size across a bracket of the
// width of rounding.
constexpr double kJump = 1e-4;
constexpr int kMostSteps = 200;

struct Estimate {
  double x = 0, f = 0;
};

class OneRoot {
 public:
  OneRoot(const EvaluateAll& evaluate, double from, double to)
      : evaluate_(evaluate), from_(from), to_(to) {}

  RootResult find() {
    sample(0);
    for (int level = 1; level <= kLevels; ++level) {
      if (look()) return result_;
      if (stopped_) break;
      sample(level);
    }
    if (look()) return result_;
    if (jump_)
      result_.problem = fmt::format("it changes its sign at {} by a jump", format_number(*jump_));
    else if (known_.empty())
      result_.problem = "it has no value at any point looked at";
    else
      result_.problem = fmt::format("it does not change its sign at {} points between {} and {}",
                                    known_.size(), format_number(from_), format_number(to_));
    return result_;
  }

 private:
  // Evaluates the function at xs. False where it fails at all of them.
  bool take(const std::vector<double>& xs) {
    std::vector<Values> points;
    for (double x : xs) points.push_back({x});
    const std::vector<Values> values = evaluate_(points);
    bool any = false;
    for (std::size_t k = 0; k < xs.size(); ++k) {
      if (values[k].empty() || !std::isfinite(values[k][0])) continue;
      any = true;
      known_[xs[k]] = values[k][0];
      most_ = std::max(most_, std::fabs(values[k][0]));
      if (result_.f.empty() || std::fabs(values[k][0]) < std::fabs(result_.f[0]))
        result_.x = {xs[k]}, result_.f = {values[k][0]};
    }
    return any;
  }

  void sample(int level) {
    const int parts = 1 << level;
    std::vector<double> xs;
    for (int k = 0; k <= parts; ++k)
      if (level == 0 || k % 2 == 1)
        xs.push_back(k == parts ? to_ : from_ + (to_ - from_) * k / parts);
    if (!take(xs) && level > 0) stopped_ = known_.empty() && level >= 4;
  }

  // Narrows every known change of sign that has not been tried.
  bool look() {
    const std::map<double, double> grid = known_;
    for (auto b = grid.begin(); b != grid.end(); ++b) {
      if (b->second == 0) return result_.found = true;
      if (b == grid.begin()) continue;
      const auto a = std::prev(b);
      if (a->second * b->second > 0 || (jump_ && a->first <= *jump_ && *jump_ <= b->first))
        continue;
      if (narrow({a->first, a->second}, {b->first, b->second})) return true;
    }
    return false;
  }

  // A point between a and b with a value, as near as possible to a + t (b - a).
  std::optional<Estimate> between(const Estimate& a, const Estimate& b, double t) {
    const double x = a.x + t * (b.x - a.x);
    if (take({x})) return Estimate{x, known_.at(x)};
    std::vector<double> others;
    for (double s : {0.5, 0.25, 0.75, 0.1, 0.9}) others.push_back(a.x + s * (b.x - a.x));
    if (!take(others)) return {};
    std::optional<Estimate> best;
    for (double other : others)
      if (const auto it = known_.find(other); it != known_.end())
        if (!best || std::fabs(other - x) < std::fabs(best->x - x)) best = {other, it->second};
    return best;
  }

  bool narrow(Estimate a, Estimate b) {
    Estimate c = a;
    double t = 0.5;
    for (int step = 0; step < kMostSteps; ++step) {
      const std::optional<Estimate> next = between(a, b, t);
      if (!next) return jump_ = a.x + 0.5 * (b.x - a.x), false;
      if ((next->f > 0) == (a.f > 0)) {
        c = a;
      } else {
        c = b;
        b = a;
      }
      a = *next;
      const Estimate& best = std::fabs(a.f) < std::fabs(b.f) ? a : b;
      const double limit = (2 * tolerance::epsilon * std::fabs(best.x) +
                            tolerance::epsilon * std::fabs(to_ - from_)) /
                           std::fabs(b.x - a.x);
      if (best.f == 0 || limit > 0.5) {
        if (best.f != 0 && std::fabs(a.f - b.f) > kJump * most_) return jump_ = best.x, false;
        result_.x = {best.x}, result_.f = {best.f};
        return result_.found = true;
      }
      const double xi = (a.x - b.x) / (c.x - b.x), phi = (a.f - b.f) / (c.f - b.f);
      t = 0.5;
      if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
        t = a.f / (b.f - a.f) * (c.f / (b.f - c.f)) +
            (c.x - a.x) / (b.x - a.x) * (a.f / (c.f - a.f)) * (b.f / (c.f - b.f));
      t = std::clamp(t, limit, 1 - limit);
    }
    return jump_ = a.x, false;
  }

  const EvaluateAll& evaluate_;
  double from_, to_, most_ = 0;
  std::map<double, double> known_;
  std::optional<double> jump_;
  bool stopped_ = false;
  RootResult result_;
};

// ---- several unknowns --------------------------------------------------------------------------

constexpr int kMostIterations = 50;
constexpr double kDifference = 1e-4;  // relative to NewtonUnknown::step
constexpr std::array<double, 6> kDamping = {1, 0.5, 0.25, 0.1, 0.03, 0.01};
constexpr double kFirstHomotopy = 0.25, kLastHomotopy = 1.0 / 256;
// Tolerance of each step of the homotopy.
constexpr double kOnTheWay = 1e-3;

class Newton {
 public:
  Newton(const EvaluateAll& evaluate, const Jacobian& jacobian,
         const std::vector<NewtonUnknown>& unknowns, double tolerance)
      : evaluate_(evaluate),
        jacobian_(jacobian),
        unknowns_(unknowns),
        tolerance_(tolerance),
        n_(unknowns.size()) {}

  RootResult find() {
    RootResult out;
    Values x;
    for (const NewtonUnknown& unknown : unknowns_) x.push_back(unknown.start);
    const Values start = x;
    Values f = value(x);
    if (f.empty()) return out.problem = "it has no value at the start", out;
    if (!set_scale(x, f)) return out.problem = "it has no derivatives at the start", out;
    const Values f_start = f;
    bool done = solve(x, f, Values(n_, 0.0), tolerance_);
    if (!done) done = follow(start, f_start, x, f);
    out.found = done;
    out.x = best_x_, out.f = best_f_;
    if (!done)
      out.problem =
          "neither Newton's method nor continuation from the start comes to a point that meets "
          "them";
    return out;
  }

 private:
  Values value(const Values& x) { return evaluate_({x}).front(); }

  double size(const Values& f, const Values& offset) const {
    double out = 0;
    for (std::size_t i = 0; i < n_; ++i)
      out = std::max(out, std::fabs(f[i] - offset[i]) / scale_[i]);
    return out;
  }

  // The derivatives df_i/dx_j, row by row; empty where the function fails.
  std::vector<double> derivatives(const Values& x) {
    if (jacobian_)
      if (auto known = jacobian_(x)) return *known;
    std::vector<Values> points;
    for (std::size_t j = 0; j < n_; ++j)
      for (double side : {-1.0, 1.0}) {
        Values p = x;
        p[j] = within(j, p[j] + side * kDifference * unknowns_[j].step);
        points.push_back(std::move(p));
      }
    const std::vector<Values> f = evaluate_(points);
    std::vector<double> out(n_ * n_);
    for (std::size_t j = 0; j < n_; ++j) {
      const Values &low = f[2 * j], &high = f[2 * j + 1];
      if (low.empty() || high.empty()) return {};
      const double dx = points[2 * j + 1][j] - points[2 * j][j];
      for (std::size_t i = 0; i < n_; ++i) out[i * n_ + j] = (high[i] - low[i]) / dx;
    }
    return out;
  }

  double within(std::size_t j, double x) const {
    const NewtonUnknown& unknown = unknowns_[j];
    if (unknown.from) x = std::max(x, *unknown.from);
    if (unknown.to) x = std::min(x, *unknown.to);
    return x;
  }

  bool set_scale(const Values& x, const Values& f) {
    const std::vector<double> J = derivatives(x);
    if (J.empty()) return false;
    scale_.assign(n_, 0);
    for (std::size_t i = 0; i < n_; ++i) {
      scale_[i] = std::fabs(f[i]);
      for (std::size_t j = 0; j < n_; ++j)
        scale_[i] += std::fabs(J[i * n_ + j]) * unknowns_[j].step;
      if (!(scale_[i] > 0)) scale_[i] = 1;
    }
    return true;
  }

  void note(const Values& x, const Values& f) {
    const double s = size(f, Values(n_, 0.0));
    if (s < best_) best_ = s, best_x_ = x, best_f_ = f;
  }

  // Solves f(x) = offset from x on; x and f become the best point.
  bool solve(Values& x, Values& f, const Values& offset, double tolerance) {
    note(x, f);
    for (int iteration = 0; iteration < kMostIterations; ++iteration) {
      const double now = size(f, offset);
      if (now <= tolerance::epsilon) return true;
      Values step;
      if (!newton_step(x, f, offset, step)) return now <= tolerance;
      std::vector<Values> points;
      for (double damping : kDamping) {
        Values p = x;
        for (std::size_t j = 0; j < n_; ++j) p[j] = within(j, p[j] + damping * step[j]);
        points.push_back(std::move(p));
      }
      const std::vector<Values> values = evaluate_(points);
      std::size_t best = points.size();
      double least = now;
      for (std::size_t k = 0; k < points.size(); ++k) {
        if (values[k].empty() || !(size(values[k], offset) < least)) continue;
        best = k;
        least = size(values[k], offset);
      }
      if (best == points.size()) return now <= tolerance;  // nothing better: rounding, or a valley
      x = points[best];
      f = values[best];
      note(x, f);
    }
    return size(f, offset) <= tolerance;
  }

  bool newton_step(const Values& x, const Values& f, const Values& offset, Values& step) {
    const std::vector<double> J = derivatives(x);
    if (J.empty()) return false;
    Lu lu(static_cast<int>(n_));
    Matrix a = lu.matrix();
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        a(static_cast<int>(i), static_cast<int>(j)) = J[i * n_ + j] * unknowns_[j].step / scale_[i];
    if (lu.factor() >= 0) return false;
    step.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) step[i] = (offset[i] - f[i]) / scale_[i];
    lu.solve(step.data());
    for (std::size_t j = 0; j < n_; ++j) {
      step[j] *= unknowns_[j].step;
      if (!std::isfinite(step[j])) return false;
    }
    return true;
  }

  // Follows the homotopy from the start.
  bool follow(const Values& start, const Values& f_start, Values& x, Values& f) {
    Values reached = start, f_reached = f_start;
    double s = 0, ds = kFirstHomotopy;
    while (s < 1) {
      const double next = std::min(1.0, s + ds);
      Values offset = f_start;
      for (double& value : offset) value *= 1 - next;
      x = reached, f = f_reached;
      if (solve(x, f, offset, next < 1 ? kOnTheWay : tolerance_)) {
        s = next, ds *= 2;
        reached = x, f_reached = f;
      } else if ((ds /= 2) < kLastHomotopy) {
        return false;
      }
    }
    return true;
  }

  const EvaluateAll& evaluate_;
  const Jacobian& jacobian_;
  const std::vector<NewtonUnknown>& unknowns_;
  double tolerance_;
  std::size_t n_;
  Values scale_, best_x_, best_f_;
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

RootResult find_root(const EvaluateAll& evaluate, double from, double to) {
  return OneRoot(evaluate, from, to).find();
}

RootResult find_roots(const EvaluateAll& evaluate, const Jacobian& jacobian,
                      const std::vector<NewtonUnknown>& unknowns, double tolerance) {
  return Newton(evaluate, jacobian, unknowns, tolerance).find();
}

}  // namespace mbs
