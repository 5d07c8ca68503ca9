// The oracle in time: closing the mechanism, arcs round pulleys, and Gragg's extrapolation of the
// modified midpoint rule.
#include <algorithm>
#include <cmath>

#include "gragg.h"
#include "oracle.h"

namespace hunt {

namespace {
// Degrees of freedom that turn bad and good again are seen in steps of this or less [s].
constexpr double kLongest = 0.03;
// A kink of the forces is passed in steps that are too short for it to matter.
constexpr double kShortest = 1e-15;
constexpr long kMostEvaluations = 15000;
constexpr double kWeakFreedoms = 3e-2;
// A system worse than this has no digits to compare.
constexpr double kSingular = 1e-7;
constexpr double kTurn = 6.283185307179586477;
constexpr double kLeastArc = -kTurn / 8;
}  // namespace

bool Oracle::project(double t, Numbers& x, Numbers& v, const std::vector<bool>& held) const {
  Numbers a, e, ed, edd, now, D2e;
  prescribe(t, x, v, a, e, ed, edd);
  std::vector<int> moved;
  for (int i : free_)
    if (held.empty() || !held[at(i)]) moved.push_back(i);
  std::vector<int> closed;  // what positions can violate
  for (int c : constrained_)
    if (!rate_only_[at(c)]) closed.push_back(c);
  Matrix De;
  const auto rows_of = [&](const std::vector<int>& rows) {
    Matrix D(static_cast<int>(rows.size()), static_cast<int>(moved.size()));
    for (int k = 0; k < D.rows; ++k)
      for (int j = 0; j < D.columns; ++j) D(k, j) = De(rows[at(k)], moved[at(j)]);
    return D;
  };
  if (constrained_.empty()) return true;
  if (moved.size() < constrained_.size()) return false;
  double before = 1e300;
  for (int iteration = 0; iteration < 50; ++iteration) {
    place(x, v, now, De, D2e);
    Numbers b;
    double worst = 0;
    for (int c : closed) {
      b.push_back(e[at(c)] - now[at(c)]);
      worst = std::max(worst, std::fabs(b.back()));
    }
    if (!std::isfinite(worst)) return false;
    if (worst < 1e-15 || (worst < 1e-12 && worst >= before / 2)) {
      b.clear();
      for (int c : constrained_) {
        b.push_back(ed[at(c)]);
        for (int j = 0; j < nx_; ++j) b.back() -= De(c, j) * v[at(j)];
      }
      const Numbers dv = least_norm(rows_of(constrained_), b);
      for (std::size_t j = 0; j < moved.size(); ++j) v[at(moved[j])] += dv[j];
      return true;
    }
    before = worst;
    const Numbers dx = least_norm(rows_of(closed), b);
    for (std::size_t j = 0; j < moved.size(); ++j) x[at(moved[j])] += dx[j];
  }
  return false;
}

bool Oracle::start(Numbers& x, Numbers& v) const {
  for (std::size_t k = 0; k < references_.size(); ++k)
    if (turning_of(m_.elements[k]).component >= 0) references_[k].direction = first_arc_[k];
  x = m_.x.empty() ? x0_ : m_.x;
  v = m_.v.empty() ? Numbers(at(nx_), 0) : m_.v;
  return project(m_.t0, x, v, {}) && wind(x);
}

void Oracle::wind_as(const Oracle& other) {
  for (std::size_t k = 0; k < references_.size(); ++k)
    if (turning_of(m_.elements[k]).component >= 0)
      references_[k].direction = other.references_[k].direction;
}

void Oracle::wind_by(const Numbers& x, const std::function<double(const Element&, int)>& said) {
  Numbers e, D2e;
  Matrix De;
  place(x, Numbers(at(nx_), 0), e, De, D2e);
  for (std::size_t k = 0; k < references_.size(); ++k) {
    const Turning turning = turning_of(m_.elements[k]);
    if (turning.component < 0 || turning.period == 0) continue;
    const double off = said(m_.elements[k], turning.component) -
                       e[at(deformation(static_cast<int>(k), turning.component))];
    references_[k].direction = references_[k].arc + kTurn * std::round(off / turning.period);
  }
}

bool Oracle::wind(const Numbers& x) const {
  bool stays = true;
  Numbers e, D2e;
  Matrix De;
  place(x, Numbers(at(nx_), 0), e, De, D2e);
  for (std::size_t k = 0; k < references_.size(); ++k) {
    if (turning_of(m_.elements[k]).component < 0) continue;
    references_[k].direction = references_[k].arc;
    stays &= m_.elements[k].kind != Kind::pulley || references_[k].arc > kLeastArc;
  }
  return stays;
}

bool Oracle::stays_determined(const Numbers& from, const Numbers& to, double before) const {
  constexpr int kLooks = 8;
  Numbers between = to;
  for (int k = 1; k <= kLooks; ++k) {
    for (std::size_t i = 0; i < to.size(); ++i)
      between[i] = from[i] + (to[i] - from[i]) * k / kLooks;
    const double now = freedom_quality(between);
    if ((now < 0) != (before < 0) || std::fabs(now) < kWeakFreedoms) return false;
  }
  return true;
}

bool Oracle::advance(double& t, double end, Numbers& x, Numbers& v, double tolerance) const {
  const std::size_t n = free_.size();
  double H = kLongest;
  const Rate rate = [&](double s, const Numbers& y) {
    Numbers px = x, pv = v;
    for (std::size_t i = 0; i < n; ++i) px[at(free_[i])] = y[i], pv[at(free_[i])] = y[n + i];
    const Numbers a = accelerations(s, px, pv);
    Numbers out(2 * n);
    for (std::size_t i = 0; i < n; ++i) out[i] = y[n + i], out[n + i] = a[at(free_[i])];
    return out;
  };
  const double before = freedom_quality(x);
  while (end - t > 1e-14 * std::max(1.0, std::fabs(end))) {
    if (evaluations > kMostEvaluations || H < kShortest * std::max(1.0, std::fabs(t))) return false;
    const bool last = H >= (end - t) * (1 - 1e-12);
    const double h = last ? end - t : H;
    if (sample(t, x, v).quality < kSingular) return false;
    Numbers y(2 * n);
    for (std::size_t i = 0; i < n; ++i) y[i] = x[at(free_[i])], y[n + i] = v[at(free_[i])];
    H = h;
    if (!gragg_step(rate, t, H, tolerance, y)) continue;
    H = std::min(H, kLongest);
    const Numbers old = x;
    for (std::size_t i = 0; i < n; ++i) x[at(free_[i])] = y[i], v[at(free_[i])] = y[n + i];
    t = last ? end : t + h;
    if (!project(t, x, v, {}) || !wind(x)) return false;
    // Degrees of freedom that turned bad on the way end the run.
    if (before != 1 && !stays_determined(old, x, before)) return false;
  }
  t = end;  // however little of the way was left
  return true;
}

}  // namespace hunt
