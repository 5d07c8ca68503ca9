#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "model/owner.h"
#include "run/motion/suspects.h"
#include "solve/place/partition.h"
#include "solve/place/prescribed_motion.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr int kMostFits = 30;
// Damping of the Levenberg-Marquardt method: first value, factors, largest value.
constexpr double kDamping = 1e-3, kHarder = 8, kSofter = 0.2, kHardest = 1e12;
// The fit ends when the misfit shrinks by no more than this part.
constexpr double kStands = 1e-12;
// kTurnsTried: a coordinate that turns is tried from so many angles.
constexpr int kTurnsTried = 4;
// kAround: a point is tried from so many places around its neighbours, too.
constexpr int kAround = 4;
// Misfits of two places are alike if they differ by no more than this part of the mechanism.
constexpr double kAsGood = 1e-9;
// Two places are one if no coordinate differs by more than this, times the size plus 1.
constexpr double kSamePlace = 1e-6;

const Unit& unit_of(const Model& model, int row) {
  const ElementRange& owner = owner_of(model, row);
  return owner.type->spec.deformations[at(row - owner.first)].unit;
}

// Gauss elimination without pivoting, for a positive definite matrix.
void solve_definite(std::vector<std::vector<double>> a, std::vector<double>& b) {
  const int n = count_of(b);
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const double f = a[at(i)][at(k)] / a[at(k)][at(k)];
      for (int j = k; j < n; ++j) a[at(i)][at(j)] -= f * a[at(k)][at(j)];
      b[at(i)] -= f * b[at(k)];
    }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) b[at(k)] -= a[at(k)][at(j)] * b[at(j)];
    b[at(k)] /= a[at(k)][at(k)];
  }
}

}  // namespace

Misfit::Misfit(const Built& built, const State& state)
    : model_(built.model),
      phase_(built.phase),
      estimates_(state.x),
      held_(constrained_deformations(built.phase)),
      here_(built.model),
      gap_(held_.size()) {
  State at_start = state;
  const Partition none;
  PrescribedMotion motion(model_, phase_, none);
  motion.prescribe(at_start);
  driven_ = at_start.x, target_ = motion.e();
  here_.wraps = phase_.wraps.empty() ? nullptr : &phase_.wraps;
  evaluate_position(model_, estimates_, here_);
  double squares = 0;
  int lengths = 0;
  for (const int r : held_)
    if (unit_of(model_, r) == unit::metre)
      squares += here_.size[at(r)] * here_.size[at(r)], ++lengths;
  length_ = squares > 0 ? std::sqrt(squares / lengths) : 1;
  for (const int r : held_) {
    const Unit& unit = unit_of(model_, r);
    const bool is_number = unit == unit::metre || unit == unit::radian || !(here_.size[at(r)] > 0);
    weight_.push_back(unit == unit::metre ? 1 : length_ / (is_number ? 1 : here_.size[at(r)]));
  }
}

void Misfit::evaluate(const std::vector<double>& x) const {
  evaluate_position(model_, x, here_);
  for (std::size_t k = 0; k < held_.size(); ++k)
    gap_[k] = weight_[k] * (here_.e[at(held_[k])] - target_[at(held_[k])]);
}

double Misfit::size(const std::vector<int>& rows) const {
  double squares = 0;
  for (std::size_t k = 0; k < held_.size(); ++k)
    if (std::find(rows.begin(), rows.end(), held_[k]) == rows.end()) squares += gap_[k] * gap_[k];
  return std::isfinite(squares) ? std::sqrt(squares) : HUGE_VAL;
}

double Misfit::without(const std::vector<int>& rows) const {
  evaluate(driven_);
  return size(rows);
}

// The mean place of the points that share constraints with these coordinates.
std::array<double, 2> Misfit::amid(const std::vector<int>& coordinates) const {
  const auto is_own = [&](int i) {
    return std::find(coordinates.begin(), coordinates.end(), i) != coordinates.end();
  };
  std::vector<char> shares(at(model_.ne));
  for (int e = 0; e < count_of(model_.entry_row); ++e)
    if (is_own(model_.entry_column[at(e)])) shares[at(model_.entry_row[at(e)])] = 1;
  std::vector<char> beside(at(model_.nx));
  for (int e = 0; e < count_of(model_.entry_row); ++e)
    if (shares[at(model_.entry_row[at(e)])] != 0) beside[at(model_.entry_column[at(e)])] = 1;
  std::array<double, 2> sum{};
  int points = 0;
  for (const Node& node : model_.nodes)
    if (is_planar_place(node.kind) && beside[at(node.first)] != 0 && !is_own(node.first)) {
      for (int c = 0; c < 2; ++c) sum[at(c)] += driven_[at(node.first + c)];
      ++points;
    }
  return {sum[0] / std::max(points, 1), sum[1] / std::max(points, 1)};
}

std::vector<Misfit::Moved> Misfit::moved(const std::vector<int>& coordinates) const {
  int turning = -1, point = -1;
  for (const int i : coordinates)
    if (turns(model_, i)) turning = i;
  for (const Node& node : model_.nodes)
    if (is_planar_place(node.kind) && count_of(coordinates) > 1 &&
        std::find(coordinates.begin(), coordinates.end(), node.first) != coordinates.end())
      point = node.first;
  const std::array<double, 2> middle = point < 0 ? std::array<double, 2>{} : amid(coordinates);
  std::vector<Moved> out;
  for (int k = 0; k < (turning < 0 ? 1 : kTurnsTried); ++k)
    for (int m = 0; m < (point < 0 ? 1 : 1 + kAround); ++m) {
      Moved one{0, driven_};
      for (const int i : coordinates) one.x[at(i)] = estimates_[at(i)];
      if (turning >= 0) one.x[at(turning)] += 2 * kPi * k / kTurnsTried;
      if (m > 0)
        for (int c = 0; c < 2; ++c)
          one.x[at(point + c)] =
              middle[at(c)] + length_ * std::cos(2 * kPi * m / kAround - c * kPi / 2);
      improve(coordinates, one);
      out.push_back(std::move(one));
    }
  // Of equally good places, the place found from nearer to the estimates comes first.
  std::stable_sort(out.begin(), out.end(), [this](const Moved& a, const Moved& b) {
    return std::round(a.misfit / (kAsGood * length_)) < std::round(b.misfit / (kAsGood * length_));
  });
  const auto is_same = [&](const Moved& a, const Moved& b) {
    return std::all_of(coordinates.begin(), coordinates.end(), [&](int i) {
      return std::fabs(a.x[at(i)] - b.x[at(i)]) <= kSamePlace * (length_ + 1);
    });
  };
  out.erase(std::unique(out.begin(), out.end(), is_same), out.end());
  return out;
}

void Misfit::improve(const std::vector<int>& coordinates, Moved& out) const {
  const int n = count_of(coordinates);
  std::vector<int> place(at(model_.nx), -1), held(at(model_.ne), -1);
  for (int k = 0; k < n; ++k) place[at(coordinates[at(k)])] = k;
  for (int k = 0; k < count_of(held_); ++k) held[at(held_[at(k)])] = k;
  evaluate(out.x);
  out.misfit = size({});
  double damping = kDamping;
  for (int step = 0; step < kMostFits && damping < kHardest; ++step) {
    std::vector<std::vector<double>> rows(held_.size());
    for (int e = 0; e < count_of(model_.entry_row); ++e) {
      const int k = place[at(model_.entry_column[at(e)])], r = held[at(model_.entry_row[at(e)])];
      if (k < 0 || r < 0) continue;
      rows[at(r)].resize(at(n));
      rows[at(r)][at(k)] += weight_[at(r)] * here_.De[at(e)];
    }
    std::vector<std::vector<double>> normal(at(n), std::vector<double>(at(n)));
    std::vector<double> down(at(n));
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (int i = 0; i < n && !rows[r].empty(); ++i) {
        down[at(i)] -= rows[r][at(i)] * gap_[r];
        for (int j = 0; j < n; ++j) normal[at(i)][at(j)] += rows[r][at(i)] * rows[r][at(j)];
      }
    if (!(dot(down, down) > 0)) return;
    const Moved before = out;
    for (; damping < kHardest; damping *= kHarder) {
      std::vector<std::vector<double>> damped = normal;
      for (int i = 0; i < n; ++i)
        damped[at(i)][at(i)] += damping * (normal[at(i)][at(i)] > 0 ? normal[at(i)][at(i)] : 1);
      std::vector<double> move = down;
      solve_definite(std::move(damped), move);
      for (int i = 0; i < n; ++i)
        out.x[at(coordinates[at(i)])] = before.x[at(coordinates[at(i)])] + move[at(i)];
      evaluate(out.x);
      out.misfit = size({});
      if (out.misfit < before.misfit) break;
      out = before;
    }
    if (!(out.misfit < before.misfit * (1 - kStands))) {
      out = before;
      return;
    }
    damping *= kSofter;
  }
}

}  // namespace mbs
