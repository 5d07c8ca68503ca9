#include "observe/space_net_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

constexpr int kLoadNumbers = 16;
constexpr const char* kLoadParts[kLoadNumbers] = {
    "x", "y", "z", "fu", "fv", "fw", "mu", "mv", "mw", "power", "fx", "fy", "fz", "mx", "my", "mz"};
constexpr int kLoadPower = 9;

struct Frame {
  double R[9];
};

Frame frame_of(const Model& model, const Body& body, const std::vector<double>& x) {
  Frame out;
  const Orientation& turn = model.orientations[at(model.orientation_of[at(body.phi)])];
  rotation_matrix(turn.quaternion(x.data()).data(), out.R);
  return out;
}

Vec3 three(const std::vector<double>& of, int first) { return vec3(of.data() + first); }

}  // namespace

std::string meaning_of_space_load(const Quantity& what, const Model& model) {
  const int c = what.component, of_axis = c < kLoadPower ? c - 3 : c - kLoadPower - 1;
  const std::string owner = fmt::format("NETJOINT {}", model.net_joints[at(what.owner)].number);
  if (c < 3) return fmt::format("{} of {}", kLoadParts[c], owner);
  if (c == kLoadPower) return fmt::format("power of the moment of {}", owner);
  return fmt::format("{} {} on body i of {}", of_axis < 3 ? "force along" : "moment about",
                     (c < kLoadPower ? "uvw" : "xyz")[of_axis % 3], owner);
}

SpaceNetJointObserver::SpaceNetJointObserver(const Model& model) : model_(model) {
  for (int owner = 0; owner < count_of(model.net_joints); ++owner) {
    const NetJoint& joint = model.net_joints[at(owner)];
    if (!joint.i.in_space) continue;
    Joint one;
    one.owner = owner;
    one.outer = index_of(joint.i);
    one.inner = joint.j.x < 0 ? -1 : index_of(joint.j);
    joints_.push_back(one);
  }
  // Joints and bodies form trees. Each tree has one joint to no body, where the order begins.
  std::vector<char> is_reached(bodies_.size(), 0), is_taken(joints_.size(), 0);
  for (bool found = true; found;) {
    found = false;
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      Joint& joint = joints_[k];
      if (is_taken[k]) continue;
      const bool inner = joint.inner < 0 || is_reached[at(joint.inner)];
      if (!inner && !is_reached[at(joint.outer)]) continue;
      if (!inner) std::swap(joint.outer, joint.inner), joint.outer_is_i = false;
      is_taken[k] = is_reached[at(joint.outer)] = 1;
      from_outside_.push_back(static_cast<int>(k));
      found = true;
    }
  }
  std::reverse(from_outside_.begin(), from_outside_.end());
}

int SpaceNetJointObserver::index_of(const Body& body) {
  const auto it = std::find_if(bodies_.begin(), bodies_.end(),
                               [&body](const Load& of) { return of.body.x == body.x; });
  if (it != bodies_.end()) return static_cast<int>(it - bodies_.begin());
  bodies_.push_back({body, {}, {}});
  return count_of(bodies_) - 1;
}

void SpaceNetJointObserver::lay_out(Layout& layout) const {
  if (joints_.empty()) return;
  TableLayout table{" NET JOINTS: FORCE AND MOMENT ON BODY I AT THE JOINT, ALONG u v w OF BODY I",
                    " JOINT   ",
                    {"X", "Y", "Z", "FU", "FV", "FW", "MU", "MV", "MW", "POWER"},
                    {}};
  for (const Joint& joint : joints_) {
    const int number = model_.net_joints[at(joint.owner)].number;
    table.rows.push_back({fmt::format("{:9}", number), layout.count()});
    for (int c = 0; c < kLoadNumbers; ++c) {
      const int of_axis = c < kLoadPower ? c - 3 : c - kLoadPower - 1;
      layout.add(fmt::format("netjoint{}.{}", number, kLoadParts[c]),
                 c < 3             ? unit::metre
                 : c == kLoadPower ? unit::watt
                 : of_axis < 3     ? unit::newton
                                   : unit::effort_along(unit::radian),
                 {Of::net_joint, joint.owner, c});
    }
  }
  layout.tables.push_back(std::move(table));
}

std::vector<int> SpaceNetJointObserver::points() const {
  std::vector<int> out;
  for (const Load& load : bodies_) out.push_back(load.body.x);
  return out;
}

Vec3 SpaceNetJointObserver::place(double t, const std::vector<double>& x, Joint& joint) const {
  const NetJoint& of = model_.net_joints[at(joint.owner)];
  if (of.place.empty())
    return three(x, of.i.x) + to_space(frame_of(model_, of.i, x).R, {of.xi, of.eta, of.zeta});
  double P[3];
  for (std::size_t c = 0; c < 3; ++c) {
    double value[3];
    of.place[c].evaluate(t, value, joint.hints[c]);
    P[c] = value[0];
  }
  return vec3(P);
}

std::vector<SpaceNetJointObserver::Carried> SpaceNetJointObserver::carried(
    double t, const std::vector<double>& x, ConstVector reactions) {
  // Moments of reactions stand along the axes of their bodies.
  for (Load& load : bodies_) {
    const double* const r = reactions.data();
    load.force = vec3(r + load.body.x);
    load.moment = to_space(frame_of(model_, load.body, x).R, vec3(r + load.body.phi));
  }
  std::vector<Carried> out(joints_.size());
  for (const int k : from_outside_) {
    Joint& joint = joints_[at(k)];
    const Load outer = bodies_[at(joint.outer)];
    const Vec3 P = place(t, x, joint), at_outer = three(x, outer.body.x);
    Vec3 force = outer.force, moment = outer.moment + cross(at_outer - P, force);
    if (joint.inner >= 0) {
      Load& inner = bodies_[at(joint.inner)];
      inner.force = inner.force + force;
      inner.moment = inner.moment + moment + cross(P - three(x, inner.body.x), force);
    }
    if (!joint.outer_is_i) force = -1 * force, moment = -1 * moment;
    out[at(k)] = {P, force, moment};
  }
  return out;
}

void SpaceNetJointObserver::observe(const State& state, const Dynamics& dynamics, double* out) {
  if (joints_.empty()) return;
  const std::vector<Carried> all = carried(state.t, state.x, dynamics.reactions());
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const auto& [P, force, moment] = all[k];
    const NetJoint& of = model_.net_joints[at(joints_[k].owner)];
    const Frame i = frame_of(model_, of.i, state.x);
    Vec3 turning = to_space(i.R, three(state.v, of.i.phi));
    if (of.j.x >= 0)
      turning = turning - to_space(frame_of(model_, of.j, state.x).R, three(state.v, of.j.phi));
    double* const to = out + k * kLoadNumbers;
    for (int c = 0; c < 3; ++c) {
      to[c] = P[c];
      to[3 + c] = dot(force, axis(i.R, c)), to[6 + c] = dot(moment, axis(i.R, c));
      to[kLoadPower + 1 + c] = force[c], to[kLoadPower + 4 + c] = moment[c];
    }
    to[kLoadPower] = dot(moment, turning);
  }
}

}  // namespace mbs
