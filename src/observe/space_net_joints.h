// Loads of net joints of space: what bodies of prescribed motion exchange (observe/observers.h has
// those of the plane). A body of prescribed motion needs a force and a moment; the joint that leads
// towards the ground supplies those of all bodies behind it. Channels netjoint1.x .y .z, its place,
// .fu .fv .fw .mu .mv .mw, force and moment on body i at this place along the axes of body i,
// .power of the moment, .fx .fy .fz .mx .my .mz along the axes of space.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/space_vector.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"
#include "solve/forces/dynamics.h"

namespace mbs {

// In the words of the report; a quantity of Of::net_joint of space.
std::string meaning_of_space_load(const Quantity& what, const Model& model);

class SpaceNetJointObserver {
 public:
  explicit SpaceNetJointObserver(const Model& model);
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out);

  // The place of a joint, and the force and moment there on body i, along the axes of space.
  struct Carried {
    Vec3 place, force, moment;
  };
  // Those of all net joints of space at coordinates x with the reactions of the nodes.
  std::vector<Carried> carried(double t, const std::vector<double>& x, ConstVector reactions);
  // First coordinates of the points of all bodies that they join.
  std::vector<int> points() const;

 private:
  struct Joint {
    int owner = 0;              // index into Model::net_joints
    int outer = 0, inner = -1;  // indices into bodies_; inner -1: no body
    bool outer_is_i = true;     // else the inner body is body i
    std::array<int, 3> hints{};
  };
  // A body, and what it needs with all that hangs on it: the moment about its point.
  struct Load {
    Body body;
    Vec3 force, moment;
  };
  int index_of(const Body& body);
  Vec3 place(double t, const std::vector<double>& x, Joint& joint) const;

  const Model& model_;
  std::vector<Joint> joints_;      // in the order of Model::net_joints
  std::vector<int> from_outside_;  // indices into joints_, those far from the ground first
  std::vector<Load> bodies_;
};

}  // namespace mbs
