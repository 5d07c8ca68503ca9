// The motion of a SpaceMechanism in maximal coordinates: places and velocities of the centres of
// mass, orientations and angular velocities, every condition with its multiplier.
#pragma once

#include "gragg.h"
#include "space.h"
#include "space_functions.h"

namespace hunt {

class SpaceOracle {
 public:
  explicit SpaceOracle(const SpaceMechanism& m);
  int unknowns() const { return unknowns_; }
  // The rows of all conditions that hold, over the velocities, at the X lines.
  std::vector<Numbers> held() const { return held(rows(home_)); }
  // The row of a velocity of a node, and that of a deformation.
  Numbers row_of(const NodeFreedom& freedom) const;
  Numbers row_of(int element, int deformation) const;
  double value(int element, int deformation) const;  // at the X lines
  // Of each body the velocity of its node and its angular velocity along its own axes.
  std::vector<Vector3> start_velocities();
  // Rows at the report times, as far as the motion stays far from what is singular.
  std::vector<Row> motion(double push, std::uint64_t direction);

 private:
  static constexpr int kState = 13;  // numbers of a body: centre of mass, q, its velocity, w
  // Of every element: values, rates, the part of the accelerations that velocities make, and the
  // rows over the velocities.
  struct ElementRows {
    std::vector<Numbers> value, rate, rest;
    std::vector<std::vector<Numbers>> gradient;
    bool regular = true;
  };
  struct Solved {
    Numbers a;
    std::vector<Numbers> stress;
    bool good = false;
  };

  // What holds a deformation now: nothing, the joint or a drive, or an event, with its motion.
  struct Hold {
    bool held = false, by_event = false;
    double t = 0, rate = 0, acceleration = 0;
  };
  const SpaceBody& body(int k) const { return m_.bodies[static_cast<std::size_t>(k)]; }
  // The node of body k along the line through the state with velocities u and accelerations a.
  Pose pose(const Numbers& state, int k, const Numbers& u, const Numbers& a) const;
  Numbers speeds(const Numbers& state) const;
  ElementRows rows(const Numbers& state) const;
  // Angles go on from the last step.
  void wind(std::size_t e, Numbers& value) const;
  bool holds(std::size_t e, std::size_t d) const { return holds_[e][d].held; }
  // Derivatives of what is prescribed to a deformation that is held: 1 its rate, 2 its
  // acceleration.
  double prescribed(std::size_t e, std::size_t d, double t, int derivative) const;
  std::vector<Numbers> held(const ElementRows& s) const;
  // False where what is held afterwards depends on itself.
  bool keep_independent(const ElementRows& s, double least);
  bool happen(const SpaceEvent& event, Numbers& state);
  Numbers node_row(const Numbers& state, const NodeFreedom& f) const;
  // How well the named degrees of freedom determine the motion, and the sign of the determinant.
  struct Determinacy {
    double quality = 0;
    bool negative = false;
  };
  // Velocities from those of the degrees of freedom; displace: rates that lead to their start
  // values within unit time, drives at rest.
  bool find_speeds(const Numbers& state, bool displace, Numbers& u,
                   Determinacy* determinacy = nullptr) const;
  // Whether the named degrees of freedom determine the motion about as well as at the start, and
  // have not passed a place where they say nothing.
  bool are_determining(const Numbers& state);
  static void move(const SpaceBody& b, const double* u, const double* y, double* rate);
  Numbers places_move(const Numbers& state, const Numbers& u) const;
  bool displace(Numbers& state);
  bool set_speeds(Numbers& state) const;
  bool advance(double& t, double end, Numbers& state);
  bool integrate(double t, double end, Numbers& state, const Rate& rate);
  // M a = what acts, without the elements.
  void body_terms(const Numbers& state, Matrix& M, Numbers& b) const;
  Solved solve(double t, const Numbers& state) const;
  bool channels(double t, const Numbers& state, Row& row) const;
  void joint_channels(std::size_t e, const ElementRows& s, const Solved& solved,
                      const Numbers& state, Row& row) const;
  // What the element does to body j, at its point there; on the ground, what it does not do to i.
  void wrench(std::size_t e, const ElementRows& s, const Solved& solved, const Numbers& state,
              const std::string& name, Row& row) const;

  const SpaceMechanism& m_;
  std::vector<int> first_;
  int unknowns_ = 0;
  std::vector<Fitting> fittings_;
  std::vector<std::vector<Hold>> holds_;
  bool has_happened_ = false;
  std::vector<bool> kept_;
  std::vector<Numbers> winding_;
  Determinacy first_determinacy_;
  Numbers home_;
};

}  // namespace hunt
