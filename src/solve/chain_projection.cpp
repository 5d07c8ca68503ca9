#include "solve/chain_projection.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"

namespace mbs {

namespace {

using Kind = ChainConstraint::Kind;

constexpr int kIterations = 30;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double largest(const std::vector<double>& z, int count) {
  double most = 0;
  for (int k = 0; k < count; ++k) most = std::max(most, std::fabs(z[at(k)]));
  return most;
}

}  // namespace

ChainProjection::ChainProjection(std::span<const ChainSegment> segments,
                                 std::span<const ChainConstraint> constraints,
                                 const ChainState& start)
    : segments_(segments.begin(), segments.end()),
      geometry_(segments),
      active_(constraints.size(), 1),
      t0_(start.t) {
  const std::size_t n = segments_.size();
  for (std::size_t i = 0; i < n; ++i) segments_[i].phi = start.q[i], segments_[i].phid = 0;
  geometry_.update(segments_);
  for (const ChainConstraint& row : constraints) {
    Held held{row, 0, 0};
    if (row.kind == Kind::joint) {
      held.a = row.placed ? row.x : start.q[n] + geometry_.joint(row.first).x;
      held.b = row.placed ? row.y : start.q[n + 1] + geometry_.joint(row.first).y;
    } else if (row.kind == Kind::lock) {
      held.a = start.q[at(row.first)];
      held.b = start.qd[at(row.first)];
    } else {
      held.a = start.q[at(row.first)] - start.q[at(row.second)];
    }
    all_.push_back(held);
  }
  hold(active_);
}

void ChainProjection::hold(std::span<const char> active) {
  std::copy(active.begin(), active.end(), active_.begin());
  rows_ = 0;
  for (std::size_t k = 0; k < all_.size(); ++k)
    if (active_[k]) rows_ += all_[k].constraint.kind == Kind::joint ? 2 : 1;
  J_.assign(at(rows_) * (segments_.size() + 2), 0.0);
  g_.assign(at(rows_), 0.0);
  gd_ = rhs_ = g_;
  lu_.resize(rows_);
}

// Violations g, their derivatives J, and rates gd = J qd - what they ought to be.
void ChainProjection::evaluate(const ChainState& state) {
  const std::size_t n = segments_.size(), width = n + 2;
  for (std::size_t i = 0; i < n; ++i)
    segments_[i].phi = state.q[i], segments_[i].phid = state.qd[i];
  geometry_.update(segments_);
  std::fill(J_.begin(), J_.end(), 0.0);
  std::size_t row = 0;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    if (!active_[k]) continue;
    const Held& held = all_[k];
    const ChainConstraint& c = held.constraint;
    double* const J = J_.data() + row * width;
    if (c.kind == Kind::joint) {
      const ChainGeometry::Point& p = geometry_.joint(c.first);
      std::copy_n(geometry_.joint_x(c.first).begin(), n, J);
      std::copy_n(geometry_.joint_y(c.first).begin(), n, J + width);
      J[n] = J[width + n + 1] = 1;
      g_[row] = state.q[n] + p.x - held.a;
      g_[row + 1] = state.q[n + 1] + p.y - held.b;
      gd_[row] = state.qd[n] + p.xd;
      gd_[row + 1] = state.qd[n + 1] + p.yd;
      row += 2;
      continue;
    }
    J[at(c.first)] = 1;
    if (c.kind == Kind::lock) {
      g_[row] = state.q[at(c.first)] - held.a - held.b * (state.t - t0_);
      gd_[row] = state.qd[at(c.first)] - held.b;
    } else {
      J[at(c.second)] = -1;
      g_[row] = state.q[at(c.first)] - state.q[at(c.second)] - held.a;
      gd_[row] = state.qd[at(c.first)] - state.qd[at(c.second)];
    }
    ++row;
  }
}

// z -= J^T (J J^T)^-1 rhs over what may move.
bool ChainProjection::correct(std::vector<double>& z, std::span<const char> movable) {
  const std::size_t width = z.size();
  auto moves = [&](std::size_t k) { return movable.empty() || movable[k]; };
  const Matrix A = lu_.matrix();
  for (int i = 0; i < rows_; ++i)
    for (int j = 0; j < rows_; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < width; ++k)
        if (moves(k)) sum += J_[at(i) * width + k] * J_[at(j) * width + k];
      A(i, j) = sum;
    }
  if (lu_.factor() >= 0 || lu_.pivot_ratio() < tolerance::dependent_line) return false;
  lu_.solve(rhs_.data());
  for (std::size_t k = 0; k < width; ++k) {
    if (!moves(k)) continue;
    for (int i = 0; i < rows_; ++i) z[k] -= J_[at(i) * width + k] * rhs_[at(i)];
  }
  return true;
}

bool ChainProjection::positions(ChainState& state, std::span<const char> movable) {
  if (rows_ == 0) return true;
  double before = -1;
  for (int k = 0; k < kIterations; ++k) {
    evaluate(state);
    const double gap = largest(g_, rows_);
    if (!std::isfinite(gap)) return false;
    // Rounding may leave a little more than tolerance::position_polish: then it no longer falls.
    if (gap < tolerance::position_polish || (before >= 0 && gap < 1e-11 && gap > 0.5 * before))
      return true;
    before = gap;
    std::copy(g_.begin(), g_.end(), rhs_.begin());
    if (!correct(state.q, movable)) return false;
  }
  return false;
}

bool ChainProjection::rates(ChainState& state, std::span<const char> movable) {
  if (rows_ == 0) return true;
  evaluate(state);
  std::copy(gd_.begin(), gd_.end(), rhs_.begin());
  return correct(state.qd, movable);
}

ChainProjection::Gap ChainProjection::gap(const ChainState& state) {
  evaluate(state);
  return {largest(g_, rows_), largest(gd_, rows_)};
}

}  // namespace mbs
