// Linearisation where constraints exist only as rates (a wheel that rolls, one angular velocity of
// a body that is held while the body turns): the kinematic coordinates z, positions that the
// velocities of the degrees of freedom do not count. A change of position is DF dq + N dz, with N_k
// the motion in which constraint k slips at the rate 1 and the degrees of freedom rest; dz_k = W_k
// change, with W_k the row of De, or 1 for the angular velocity that is held.
//   dq' = du - G dq - G_z dz
//   dz' = P (dq, dz),   P c = W (v' - ad(v) c) + W' c
//   M du' + C du + K dq + K_z dz = 0
// v' is the change of all velocities with the position at the same velocities of the degrees of
// freedom, ad(v) c = w x (turn of c) of bodies that turn, W' the rate of W in the motion.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/space_vector.h"
#include "solve/statics/eighth_order.h"
#include "solve/statics/linearise.h"

namespace mbs {

namespace {

// Entries below this part of the terms whose sum they are count as 0.
constexpr double kEntryRounding = 1e-9;

}  // namespace

// Angular velocities that are held one by one while the body turns about another axis. A body that
// is held as a whole, or moves as prescribed, has its position from the time alone.
void Linearisation::find_held_turns(const State& state) {
  held_turns_.clear();
  for (const Orientation& of : model_.orientations) {
    const double* const w = state.v.data() + of.first;
    const auto is_held = [&](int c) { return phase_.x_class[of.first + c] == Class::fixed; };
    if (is_held(0) && is_held(1) && is_held(2)) continue;
    if (w[0] == 0 && w[1] == 0 && w[2] == 0) continue;
    for (int c = 0; c < 3; ++c)
      if (is_held(c)) held_turns_.push_back({at(of.first + c), at(of.first)});
  }
}

void Linearisation::find_kinematic_motions(Kinematics& kinematics, const State& state) {
  kinematic_rows_.clear();
  find_held_turns(state);
  const Partition& p = kinematics.partition();
  for (const ElementBatch& batch : model_.batches) {
    if (!batch.type->has_rates()) continue;
    const int first = batch.first_deformation, ne = batch.type->ne, end = first + batch.count * ne;
    for (const int r : p.rows)
      if (r >= first && r < end && batch.type->is_rate((r - first) % ne))
        kinematic_rows_.push_back(r);
  }
  const std::size_t nx = model_.nx, m = kinematic(), n = n_;
  N_.assign(nx * m, 0.0);
  K_z_.assign(n * m, 0.0);
  A_z_.assign(kept_.size() * m, 0.0);
  G_z_ = K_z_;
  P_.assign(m * (n + m), 0.0);
  std::vector<double> motion(nx), slip(model_.ne);
  for (std::size_t k = 0; k < m; ++k) {
    std::fill(motion.begin(), motion.end(), 0.0);
    std::fill(slip.begin(), slip.end(), 0.0);
    const bool rolls = k < kinematic_rows_.size();
    (rolls ? slip[kinematic_rows_[k]]
           : motion[held_turns_[k - kinematic_rows_.size()].coordinate]) = 1;
    kinematics.solver().solve(motion, !rolls, slip, nullptr);
    std::copy(motion.begin(), motion.end(), N_.begin() + static_cast<std::ptrdiff_t>(k * nx));
  }
}

// The rates of the rows of De in the motion, by differences along it.
void Linearisation::find_turning_rows(const State& state) {
  row_rates_.assign(base_.De.size(), 0.0);
  if (!moving_ || !(largest(state.v) > 0)) return;
  const double s = eighth_order::step * step_along(state.v, state);
  std::vector<double> x;
  for (int k = 1; k <= 4; ++k)
    for (const int side : {1, -1}) {
      x = state.x;
      move_coordinates(model_, state.v, side * k * s, x);
      evaluate_position(model_, x, work_);
      const double w = side * eighth_order::weights[k - 1] / s;
      for (std::size_t i = 0; i < row_rates_.size(); ++i) row_rates_[i] += w * work_.De[i];
    }
}

// ad(v) d: what bodies that turn see of a change d.
void Linearisation::turn_with_bodies(const State& state, ConstVector d, Vector out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (const Orientation& of : model_.orientations) {
    const std::size_t first = of.first;
    const Vec3 seen = cross(vec3(state.v.data() + first), vec3(d.data() + first));
    for (std::size_t c = 0; c < 3; ++c) out[first + c] = seen[static_cast<int>(c)];
  }
}

// Column c of P, of the change d with which change_ has been found; unit: the change along d that
// moves the mechanism by about its own size.
void Linearisation::kinematic_column(const State& state, ConstVector d, double unit,
                                     std::size_t c) {
  const std::size_t m = kinematic(), rows = kinematic_rows_.size();
  if (m == 0 || !moving_) return;
  turn_with_bodies(state, d, product_);
  std::vector<double> rate(model_.ne), size(model_.ne);
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k) {
    const std::size_t r = model_.entry_row[k], i = model_.entry_column[k];
    const double parts[] = {base_.De[k] * change_.v[i], -base_.De[k] * product_[i],
                            row_rates_[k] * d[i]};
    for (const double part : parts) rate[r] += part, size[r] += std::fabs(part);
    size[r] += std::fabs(base_.De[k] * state.v[i]) / unit;
  }
  const auto put = [&](std::size_t k, double of, double terms) {
    P_[c * m + k] = std::fabs(of) > kEntryRounding * terms ? of : 0;
  };
  for (std::size_t k = 0; k < rows; ++k) put(k, rate[kinematic_rows_[k]], size[kinematic_rows_[k]]);
  for (std::size_t k = rows; k < m; ++k) {
    const HeldTurn& held = held_turns_[k - rows];
    const Vec3 w = vec3(state.v.data() + held.first), turn = vec3(d.data() + held.first);
    put(k, -product_[held.coordinate],
        std::sqrt(dot(w, w)) * std::max(std::sqrt(dot(turn, turn)), 1 / unit));
  }
}

// The columns of the kinematic coordinates, after those of the degrees of freedom.
void Linearisation::kinematic_columns(Dynamics& dynamics, const State& state,
                                      const std::vector<int>& x_freedoms) {
  const std::size_t nx = model_.nx, n = n_, m = kinematic();
  for (std::size_t k = 0; k < m; ++k) {
    const ConstVector d(N_.data() + k * nx, nx);
    const double unit = step_along(d, state);
    change_along(dynamics, state, d, unit);
    laws_.add_rates(A_z_.data() + k * kept_.size());
    project(change_.force, K_z_, static_cast<int>(k));
    kinematic_column(state, d, unit, n + k);
    turn_with_bodies(state, d, product_);
    for (std::size_t j = 0; j < x_freedoms.size(); ++j) G_z_[k * n + j] = product_[x_freedoms[j]];
  }
}

// Sets entries of K and K_z that are rounding of the forces to 0, so that what nothing depends on
// is found (the turn of a wheel, the heading of a bicycle).
void Linearisation::clear_rounding(const State& state) {
  const std::size_t nx = model_.nx, n = n_, m = kinematic();
  if (m == 0) return;
  std::vector<double> terms(nx);
  evaluate_acceleration(model_, state.x, state.v, work_);
  inertia_.evaluate(model_, state.x, state.v, work_);
  evaluate_loads(model_, phase_, state.t, state.x, state.v, state.z, work_, inertia_, loads_);
  for (std::size_t i = 0; i < nx; ++i) terms[i] = std::fabs(loads_.f[i]) + std::fabs(loads_.h[i]);
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k)
    terms[model_.entry_column[k]] += std::fabs(base_.De[k] * S_[model_.entry_row[k]]);
  // Of forces on degrees of freedom of the mass 1.
  double largest_force = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double force = 0;
    for (std::size_t k = 0; k < nx; ++k) force += std::fabs(DF_[i * nx + k]) * terms[k];
    largest_force = std::max(largest_force, force / std::sqrt(M_[i * (n + 1)]));
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      largest_force = std::max(largest_force,
                               std::fabs(K_[j * n + i]) * scale_[j] / std::sqrt(M_[i * (n + 1)]));
  const auto clear = [&](std::vector<double>& K, std::size_t j, double unit) {
    for (std::size_t i = 0; i < n; ++i)
      if (std::fabs(K[j * n + i]) * unit <=
          kEntryRounding * largest_force * std::sqrt(M_[i * (n + 1)]))
        K[j * n + i] = 0;
  };
  for (std::size_t j = 0; j < n; ++j) clear(K_, j, scale_[j]);
  for (std::size_t k = 0; k < m; ++k) clear(K_z_, k, step_along({N_.data() + k * nx, nx}, state));
}

}  // namespace mbs
