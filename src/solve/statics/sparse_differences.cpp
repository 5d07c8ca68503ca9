// The differenced part of the sparse linearisation: which coordinates are displaced together, how
// far, and what changes with them.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "model/owner.h"
#include "solve/statics/eighth_order.h"
#include "solve/statics/sparse_linearisation.h"

namespace mbs {

void SparseLinearisation::find_columns() {
  const auto couple = [this](int i, int j) {
    if (unknown_[i] >= 0 && unknown_[j] >= 0) columns_[j].beside.push_back(i);
  };
  std::vector<std::vector<int>> columns_of(model_.ne);
  for (std::size_t s = 0; s < model_.entry_row.size(); ++s) {
    const int r = model_.entry_row[s], j = model_.entry_column[s];
    if (model_.entry_zero[s] != 0) continue;
    std::vector<int>& known = columns_of[r];
    if (std::find(known.begin(), known.end(), j) != known.end()) continue;  // counts once
    known.push_back(j);
    columns_[j].places.push_back(static_cast<int>(s));
  }
  for (const std::vector<int>& row : columns_of)
    for (const int i : row)
      for (const int j : row) couple(i, j);
  inertia_.each_entry([&](int i, int j, double) { couple(i, j); });
  for (Column& column : columns_) {
    std::sort(column.beside.begin(), column.beside.end());
    column.beside.erase(std::unique(column.beside.begin(), column.beside.end()),
                        column.beside.end());
    column.by_x.assign(column.beside.size(), 0.0);
    column.by_v = column.by_x;
  }
}

// Coordinates of one colour change no force and no row in common. Held ones have a colour, too, for
// find_steps().
void SparseLinearisation::find_colours() {
  std::vector<std::vector<char>> coordinates, rows;  // of each colour: taken
  for (int j = 0; j < model_.nx; ++j) {
    const Column& column = columns_[j];
    if (column.beside.empty() && column.places.empty()) continue;
    const auto fits = [&](std::size_t c) {
      return std::none_of(column.beside.begin(), column.beside.end(),
                          [&](int i) { return coordinates[c][i] != 0; }) &&
             std::none_of(column.places.begin(), column.places.end(),
                          [&](int s) { return rows[c][model_.entry_row[s]] != 0; });
    };
    std::size_t c = 0;
    while (c < colours_.size() && !fits(c)) ++c;
    if (c == colours_.size()) {
      colours_.emplace_back();
      coordinates.emplace_back(model_.nx, 0);
      rows.emplace_back(model_.ne, 0);
    }
    colours_[c].push_back(j);
    for (const int i : column.beside) coordinates[c][i] = 1;
    for (const int s : column.places) rows[c][model_.entry_row[s]] = 1;
  }
}

// Steps that turn an element by eighth_order::step [rad]. D2e(d, d) over De d is the rate at which
// its direction turns, 1 / length for a place; sqrt(D2e(angle, angle) D2e(place, place)) over De of
// places is that for an angle, lever arm / length. All coordinates of a place have the step of the
// shortest element there: a place that moves along an element turns it once it moves across.
void SparseLinearisation::find_steps(const State& state) {
  std::vector<double> turning(model_.nx, 0.0), d(model_.nx, 0.0), second(model_.entry_row.size());
  const std::vector<char> is_angle = turning_flags(model_);
  std::vector<double> widest(model_.ne, 0.0), most(model_.ne, 0.0);  // of places
  for (const std::vector<int>& colour : colours_) {
    for (const int j : colour) d[j] = 1;
    evaluate_acceleration(model_, state.x, d, work_);
    for (const int j : colour) {
      d[j] = 0;
      for (const int s : columns_[j].places) {
        const int r = model_.entry_row[s];
        second[s] = std::fabs(work_.D2e_vv[r]);
        if (is_angle[j] != 0) continue;
        widest[r] = std::max(widest[r], std::fabs(base_.De[s]));
        most[r] = std::max(most[r], second[s]);
      }
    }
  }
  for (int j = 0; j < model_.nx; ++j)
    for (const int s : columns_[j].places) {
      const int r = model_.entry_row[s];
      if (!(widest[r] > 0)) continue;
      const double size = is_angle[j] != 0 ? std::sqrt(second[s] * most[r]) : second[s];
      turning[j] = std::max(turning[j], size / widest[r]);
    }
  for (const int i : model_.turning) turning[i] = std::max(turning[i], 1.0);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const Node& node : model_.nodes) {
    if (node_type(node.kind).role != NodeRole::place) continue;
    double rate = 0;
    for (int c = 0; c < coordinate_count(node.kind); ++c) {
      rate = std::max(rate, turning[node.first + c]);
      low = std::min(low, state.x[node.first + c]);
      high = std::max(high, state.x[node.first + c]);
    }
    for (int c = 0; c < coordinate_count(node.kind); ++c) turning[node.first + c] = rate;
  }
  const double extent = high > low ? high - low : 1;
  rate_of_motion_ = 0;
  for (int i = 0; i < model_.nx; ++i)
    rate_of_motion_ =
        std::max(rate_of_motion_, std::fabs(state.v[i]) / (is_angle[i] != 0 ? 1 : extent));
  for (std::size_t i = 0; i < step_.size(); ++i)
    step_[i] = eighth_order::step * (turning[i] > 0 ? 1 / turning[i] : extent);
}

void SparseLinearisation::evaluate_at(ConstVector x, ConstVector v, const State& state,
                                      ConstVector S) {
  evaluate_acceleration(model_, x, v, work_);
  inertia_.evaluate(model_, x, v, work_);
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia_.add_mass_times(fall_, force_);
  inertia_.add_velocity_forces(force_);
  for (double& one : force_) one = -one;
  subtract_transposed_times(model_, work_, S, force_);
  for (double& one : force_) one = -one;
  std::fill(rate_.begin(), rate_.end(), 0.0);
  add_derivative_times(model_, work_, v, rate_);
  acceleration_ = work_.D2e_vv;
  add_derivative_times(model_, work_, state.a, acceleration_);
}

// Displaces the coordinates of a colour. False where the steps are too long.
bool SparseLinearisation::displace(const std::vector<int>& colour, const State& state,
                                   ConstVector S) {
  constexpr double kSixthOrder[] = {3. / 4, -3. / 20, 1. / 60, 0};
  // Of the derivatives of a column, and of what is displaced over its step: rounding.
  constexpr double kAgrees = 1e-6, kRounding = 1e-10;
  std::vector<double> x, d(state.v.size(), 0.0);
  std::vector<std::vector<double>> lower(colour.size());
  for (const int j : colour) d[j] = step_[j];
  for (std::size_t c = 0; c < colour.size(); ++c) {
    Column& column = columns_[colour[c]];
    std::fill(column.by_x.begin(), column.by_x.end(), 0.0);
    for (const int s : column.places) rate_by_x_[s] = acceleration_by_x_[s] = 0;
    lower[c].assign(column.beside.size() + 2 * column.places.size(), 0.0);
  }
  double most[3] = {};  // force, rate, acceleration
  for (int k = 1; k <= 4; ++k)
    for (const int side : {1, -1}) {
      x = state.x;
      move_coordinates(model_, d, side * k, x);
      evaluate_at(x, state.v, state, S);
      most[0] = std::max(most[0], largest(force_));
      most[1] = std::max(most[1], largest(rate_));
      most[2] = std::max(most[2], largest(acceleration_));
      for (std::size_t c = 0; c < colour.size(); ++c) {
        const double by = side / step_[colour[c]], weight = by * eighth_order::weights[k - 1],
                     low = by * kSixthOrder[k - 1];
        Column& column = columns_[colour[c]];
        std::size_t n = 0;
        for (; n < column.beside.size(); ++n) {
          column.by_x[n] += weight * force_[column.beside[n]];
          lower[c][n] += low * force_[column.beside[n]];
        }
        for (const int s : column.places) {
          const int r = model_.entry_row[s];
          rate_by_x_[s] += weight * rate_[r];
          lower[c][n++] += low * rate_[r];
          acceleration_by_x_[s] += weight * acceleration_[r];
          lower[c][n++] += low * acceleration_[r];
        }
      }
    }
  for (std::size_t c = 0; c < colour.size(); ++c) {
    const Column& column = columns_[colour[c]];
    const double rounding = kRounding / step_[colour[c]];
    double size[3] = {}, off[3] = {};
    const auto compare = [&](int kind, double high, double low) {
      size[kind] = std::max(size[kind], std::fabs(high));
      off[kind] = std::max(off[kind], std::fabs(high - low));
    };
    std::size_t n = 0;
    for (; n < column.beside.size(); ++n) compare(0, column.by_x[n], lower[c][n]);
    for (const int s : column.places) {
      compare(1, rate_by_x_[s], lower[c][n++]);
      compare(2, acceleration_by_x_[s], lower[c][n++]);
    }
    for (int kind = 0; kind < 3; ++kind)
      if (off[kind] > kAgrees * size[kind] + rounding * most[kind]) return false;
  }
  return true;
}

void SparseLinearisation::difference(const State& state, ConstVector S) {
  constexpr int kTries = 8;
  constexpr double kShorter = 0.2;
  for (Column& column : columns_) {
    std::fill(column.by_v.begin(), column.by_v.end(), 0.0);
  }
  std::fill(acceleration_by_v_.begin(), acceleration_by_v_.end(), 0.0);
  const double fastest = largest(state.v);
  std::vector<double> v(state.v.begin(), state.v.end());
  for (std::vector<int> colour : colours_) {
    std::erase_if(colour, [this](int j) { return unknown_[j] < 0; });
    if (colour.empty()) continue;
    // Where order 6 of the same values is another, the step is too long.
    for (int tries = 0; tries < kTries && !displace(colour, state, S); ++tries)
      for (const int j : colour) step_[j] *= kShorter;
    if (!(fastest > 0)) continue;
    // h and D2e(v, v) are quadratic in v: one difference is exact.
    for (const int side : {1, -1}) {
      for (const int j : colour) v[j] = state.v[j] + side * fastest;
      evaluate_at(state.x, v, state, S);
      const double weight = side / (2 * fastest);
      for (const int j : colour) {
        Column& column = columns_[j];
        for (std::size_t n = 0; n < column.beside.size(); ++n)
          column.by_v[n] += weight * force_[column.beside[n]];
        for (const int s : column.places)
          acceleration_by_v_[s] += weight * work_.D2e_vv[model_.entry_row[s]];
      }
    }
    for (const int j : colour) v[j] = state.v[j];
  }
}

}  // namespace mbs
