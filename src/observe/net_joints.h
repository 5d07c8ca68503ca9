// Loads of net joints (inverse dynamics of measured motion, Winter 2009 chapter 5, Otten 2003):
// each body of prescribed motion needs a force and a moment r at its centre. The net joints supply
// them: the sum over joints of (f, m + arm x f) is r for every body that they touch. The joints are
// trees, so the 3n equations of n joints have one solution.
#pragma once

#include "linalg/lu.h"
#include "observe/layout.h"
#include "solve/forces/dynamics.h"

namespace mbs {

class NetJointObserver {
 public:
  explicit NetJointObserver(const Model& model);

  // netjoint1.x .y .fx .fy .m .power: place [m], force [N] and moment [N m] on body i, power [W] of
  // the moment.
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out);

 private:
  void place(const State& state, std::size_t k, double P[2]);
  // Adds the force and moment of joint k at P to the equations of a body, with a sign.
  void act_on(const State& state, const Body& body, std::size_t k, const double P[2], double sign);

  const Model& model_;
  std::vector<int> first_row_;  // nx: first row of the body with this x coordinate
  std::vector<std::array<int, 2>> hints_;
  Lu lu_;
  std::vector<double> loads_;
};

}  // namespace mbs
