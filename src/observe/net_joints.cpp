#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "observe/observers.h"

namespace mbs {

namespace {

std::vector<const NetJoint*> joints_of_plane(const Model& model) {
  std::vector<const NetJoint*> out;
  for (const NetJoint& joint : model.net_joints)
    if (!joint.i.in_space) out.push_back(&joint);
  return out;
}

}  // namespace

NetJointObserver::NetJointObserver(const Model& model)
    : model_(model),
      joints_(joints_of_plane(model)),
      first_row_(model.nx, -1),
      hints_(joints_.size()),
      lu_(3 * count_of(joints_)),
      loads_(3 * joints_.size()) {
  int rows = 0;
  for (const NetJoint* joint : joints_)
    for (const Body* body : {&joint->i, &joint->j})
      if (body->x >= 0 && first_row_[body->x] < 0) {
        first_row_[body->x] = rows;
        rows += 3;
      }
}

void NetJointObserver::lay_out(Layout& layout) const {
  if (joints_.empty()) return;
  TableLayout table{
      " NET JOINTS, LOAD ON BODY I", " JOINT   ", {"X", "Y", "FX", "FY", "M", "POWER"}, {}};
  for (int owner = -1; const NetJoint& joint : model_.net_joints) {
    Quantity what{Of::net_joint, ++owner};
    if (joint.i.in_space) continue;
    table.rows.push_back({fmt::format("{:9}", joint.number), layout.count()});
    for (const auto& [part, unit] :
         {std::pair{"x", unit::metre}, std::pair{"y", unit::metre}, std::pair{"fx", unit::newton},
          std::pair{"fy", unit::newton}, std::pair{"m", unit::effort_along(unit::radian)},
          std::pair{"power", unit::watt}}) {
      layout.add(fmt::format("netjoint{}.{}", joint.number, part), unit, what);
      ++what.component;
    }
  }
  layout.tables.push_back(std::move(table));
}

void NetJointObserver::place(const State& state, std::size_t k, double P[2]) {
  const NetJoint& joint = *joints_[k];
  if (joint.place.empty()) {
    const double c = std::cos(state.x[joint.i.phi]), s = std::sin(state.x[joint.i.phi]);
    P[0] = state.x[joint.i.x] + c * joint.xi - s * joint.eta;
    P[1] = state.x[joint.i.x + 1] + s * joint.xi + c * joint.eta;
    return;
  }
  for (std::size_t c = 0; c < 2; ++c) {
    double value[3];
    joint.place[c].evaluate(state.t, value, hints_[k][c]);
    P[c] = value[0];
  }
}

void NetJointObserver::act_on(const State& state, const Body& body, std::size_t k,
                              const double P[2], double sign) {
  if (body.x < 0) return;
  const Matrix A = lu_.matrix();
  const int row = first_row_[body.x], column = 3 * static_cast<int>(k);
  A(row, column) = sign;
  A(row + 1, column + 1) = sign;
  A(row + 2, column) = -sign * (P[1] - state.x[body.x + 1]);
  A(row + 2, column + 1) = sign * (P[0] - state.x[body.x]);
  A(row + 2, column + 2) = sign;
}

void NetJointObserver::observe(const State& state, const Dynamics& dynamics, double* out) {
  if (joints_.empty()) return;
  lu_.set_zero();
  double* place_of = out;
  for (std::size_t k = 0; k < joints_.size(); ++k, place_of += 6) {
    const NetJoint& joint = *joints_[k];
    place(state, k, place_of);
    act_on(state, joint.i, k, place_of, 1);
    act_on(state, joint.j, k, place_of, -1);
    for (const Body* body : {&joint.i, &joint.j}) {
      if (body->x < 0) continue;
      double* const need = loads_.data() + first_row_[body->x];
      need[0] = dynamics.reactions()[body->x];
      need[1] = dynamics.reactions()[body->x + 1];
      need[2] = dynamics.reactions()[body->phi];
    }
  }
  // The joints are trees, so their matrix is regular if their places are finite.
  if (lu_.factor() < 0)
    lu_.solve(loads_.data());
  else
    std::fill(loads_.begin(), loads_.end(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < joints_.size(); ++k, out += 6) {
    const NetJoint& joint = *joints_[k];
    const double turning = state.v[joint.i.phi] - (joint.j.phi < 0 ? 0 : state.v[joint.j.phi]);
    for (std::size_t c = 0; c < 3; ++c) out[2 + c] = loads_[3 * k + c];
    out[5] = out[4] * turning;
  }
}

}  // namespace mbs
