#include "observe/chain_values.h"

#include <algorithm>
#include <cmath>

#include "solve/chain_choice.h"

namespace mbs {

namespace {

using enum ChainVariable;
using Kind = ChainConstraint::Kind;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Rates of momentum along x and y and about the origin against what causes them.
struct Balance {
  std::array<double, 3> gap{}, size{};
  void add(int k, double term) {
    gap[at(k)] += term;
    size[at(k)] += std::fabs(term);
  }
  void force(double x, double y, double fx, double fy) {
    add(0, fx);
    add(1, fy);
    add(2, x * fy);
    add(2, -y * fx);
  }
  double worst() const {
    double out = 0;
    for (std::size_t k = 0; k < 3; ++k)
      if (size[k] > 0) out = std::max(out, std::fabs(gap[k]) / size[k]);
    return out;
  }
};

}  // namespace

ChainValues::ChainValues(const Chain& chain, const std::array<double, 2>& gravity)
    : chain_(chain),
      gravity_(gravity),
      n_(static_cast<int>(chain.segments.size())),
      segments_(chain.segments),
      geometry_(segments_),
      state_(segments_.size()) {}

void ChainValues::set(const ChainState& state, ConstVector variables,
                      std::span<const int> hold_column) {
  state_ = state;
  variables_.assign(variables.begin(), variables.end());
  hold_column_.assign(hold_column.begin(), hold_column.end());
  for (int i = 0; i < n_; ++i)
    segments_[at(i)].phi = state.q[at(i)], segments_[at(i)].phid = state.qd[at(i)];
  geometry_.update(segments_);
}

double ChainValues::variable(ChainVariable v, int i) const {
  return variables_[at(chain_variable_column(v, i, n_))];
}

double ChainValues::hold(std::size_t constraint, int k) const {
  const int first = hold_column_[constraint];
  return first < 0 ? 0 : variables_[at(first + k)];
}

std::array<double, 2> ChainValues::centre_velocity(int i) const {
  const ChainGeometry::Point& p = geometry_.centre(i);
  return {state_.qd[at(n_)] + p.xd, state_.qd[at(n_ + 1)] + p.yd};
}

std::array<double, 2> ChainValues::centre_acceleration(int i) const {
  const ChainGeometry::Point& p = geometry_.centre(i);
  std::array<double, 2> a = {variable(xdd, 0) + p.rest_x, variable(ydd, 0) + p.rest_y};
  for (int k = 0; k <= i; ++k) {
    a[0] += geometry_.centre_x(i, k) * variable(phidd, k);
    a[1] += geometry_.centre_y(i, k) * variable(phidd, k);
  }
  return a;
}

double ChainValues::lock_power(std::size_t constraint) const {
  const ChainConstraint& c = chain_.constraints[constraint];
  return c.kind == Kind::lock ? hold(constraint, 0) * state_.qd[at(c.first)] : 0;
}

double ChainValues::power() const {
  const std::vector<double>& v = state_.qd;
  const double xd = v[at(n_)], yd = v[at(n_ + 1)];
  const ChainGeometry::Point& tip = geometry_.joint(n_);
  double power = variable(frx, 0) * xd + variable(fry, 0) * yd - variable(frx, n_) * (xd + tip.xd) -
                 variable(fry, n_) * (yd + tip.yd) - variable(m, n_) * v[at(n_ - 1)];
  for (int i = 0; i < n_; ++i) {
    const double mass = segments_[at(i)].m;
    const auto [vx, vy] = centre_velocity(i);
    const int parent = chain_parent(segments_, i);
    power += (variable(fextx, i) - mass * gravity_[0]) * vx +
             (variable(fexty, i) - mass * gravity_[1]) * vy + variable(mext, i) * v[at(i)] +
             variable(m, i) * (v[at(i)] - (parent < 0 ? 0 : v[at(parent)]));
  }
  for (std::size_t k = 0; k < chain_.constraints.size(); ++k) {
    const ChainConstraint& c = chain_.constraints[k];
    const ChainGeometry::Point& p = geometry_.joint(c.first);
    if (c.kind == Kind::joint)
      power += hold(k, 0) * (xd + p.xd) + hold(k, 1) * (yd + p.yd);
    else
      power += hold(k, 0) * (v[at(c.first)] - (c.kind == Kind::equal ? v[at(c.second)] : 0));
  }
  return power;
}

Totals ChainValues::totals() const {
  Totals t;
  Balance balance;
  const double x = state_.q[at(n_)], y = state_.q[at(n_ + 1)];
  balance.force(x, y, variable(frx, 0), variable(fry, 0));
  balance.add(2, variable(m, 0));
  const ChainGeometry::Point& tip = geometry_.joint(n_);
  balance.force(x + tip.x, y + tip.y, -variable(frx, n_), -variable(fry, n_));
  balance.add(2, -variable(m, n_));
  for (int i = 0; i < n_; ++i) {
    const double mass = segments_[at(i)].m, J = segments_[at(i)].j, w = state_.qd[at(i)];
    const double cx = x + geometry_.centre(i).x, cy = y + geometry_.centre(i).y;
    const auto [vx, vy] = centre_velocity(i);
    const auto [ax, ay] = centre_acceleration(i);
    balance.force(cx, cy, variable(fextx, i) - mass * ax, variable(fexty, i) - mass * ay);
    balance.add(2, variable(mext, i));
    balance.add(2, -J * variable(phidd, i));
    t.mass += mass;
    t.velocity_slope += mass * (std::fabs(vx) + std::fabs(vy)) + J * std::fabs(w);
    t.position_slope += mass * (std::fabs(gravity_[0]) + std::fabs(gravity_[1])) +
                        std::fabs(variable(fextx, i)) + std::fabs(variable(fexty, i)) +
                        std::fabs(variable(mext, i)) + std::fabs(variable(m, i));
    t.kinetic += 0.5 * (mass * (vx * vx + vy * vy) + J * w * w);
    t.potential -= mass * (gravity_[0] * cx + gravity_[1] * cy);
    t.momentum[0] += mass * vx;
    t.momentum[1] += mass * vy;
    t.angular_momentum += mass * (cx * vy - cy * vx) + J * w;
    for (int c = 0; c < 2; ++c) {
      t.centre[at(c)] += mass * (c == 0 ? cx : cy);
      t.acceleration[at(c)] += mass * (c == 0 ? ax : ay);
    }
  }
  for (std::size_t k = 0; k < chain_.constraints.size(); ++k) {
    const ChainConstraint& c = chain_.constraints[k];
    const ChainGeometry::Point& p = geometry_.joint(c.first);
    if (c.kind == Kind::joint) balance.force(x + p.x, y + p.y, hold(k, 0), hold(k, 1));
    if (c.kind == Kind::lock) balance.add(2, hold(k, 0));
  }
  for (std::size_t c = 0; c < 2 && t.mass > 0; ++c) {
    t.centre[c] /= t.mass;
    t.velocity[c] = t.momentum[c] / t.mass;
    t.acceleration[c] /= t.mass;
  }
  t.power = power();
  t.momentum_gap = balance.worst();
  return t;
}

void ChainValues::put_joints(double* out) const {
  const auto n = static_cast<std::size_t>(n_);
  for (int k = 0; k <= n_; ++k) {
    *out++ = state_.q[n] + geometry_.joint(k).x;
    *out++ = state_.q[n + 1] + geometry_.joint(k).y;
  }
}

void ChainValues::put(double* out) const {
  for (int i = 0; i < n_; ++i) {
    *out++ = state_.q[at(i)];
    *out++ = state_.qd[at(i)];
    *out++ = variable(phidd, i);
    for (ChainVariable v : {frx, fry, m, fextx, fexty, mext}) *out++ = variable(v, i);
  }
  for (ChainVariable v : {frx, fry, m}) *out++ = variable(v, n_);
  for (const std::vector<double>* z : {&state_.q, &state_.qd}) {
    *out++ = (*z)[at(n_)];
    *out++ = (*z)[at(n_ + 1)];
  }
  *out++ = variable(xdd, 0);
  *out++ = variable(ydd, 0);
  for (std::size_t k = 0; k < chain_.constraints.size(); ++k) {
    const ChainConstraint& c = chain_.constraints[k];
    if (c.kind == Kind::joint && c.first == n_) continue;
    *out++ = hold(k, 0);
    if (c.kind == Kind::joint) *out++ = hold(k, 1);
    if (c.kind != Kind::lock) continue;
    *out++ = lock_power(k);
    *out++ = works_[k];
  }
}

}  // namespace mbs
