// The equations of motion linearised about a state, in the degrees of freedom q:
//   M dqdd + C dqd + K dq = 0,   M dqdd + C dqd + K dq = -d(DF^T (g - M a))
// (van Soest 1992 (A16) varied). With the stresses S of the constraints held at their values in the
// state, the second-order transfer function drops out: along x + s DF_j
//   K_j = -DF^T d/ds [ f - h - De^T S - M a ],  S of a law following e and ed,
// is exact, since De^T S balances the calculable coordinates. Laws enter by their own derivatives
// (De^T (dS/de) De) with respect to all that they read, so that stiff springs leave no rounding
// errors of differences behind; the rest, smooth functions of the geometry, is differenced to
// eighth order.
//
// Where the mechanism moves (prescribed motions included), v and a follow x with qd and qdd held:
// gyroscopic terms stand in C, centrifugal and other inertia terms in K. Coefficients are those of
// the instant.
//
// With states z of the deck, z' = f, whose values laws may read:
//   M dqdd + C dqd + K dq + Z dz = 0,   dz' = A dq + B dqd + D dz
#pragma once

#include <vector>

#include "solve/forces/dynamics.h"
#include "solve/statics/linear_laws.h"

namespace mbs {

class Linearisation {
 public:
  Linearisation(const Model& model, const Phase& phase);

  // At a state after Dynamics::find_imbalance() or accelerate(), whose stresses are used; its
  // handle holds afterwards. Loads and prestress count load_factor times. side: the side of kinks
  // of laws that is taken (move_aside()).
  void evaluate(Dynamics& dynamics, const Placed& at, const State& state, double load_factor,
                double side = 0);

  int size() const { return n_; }
  const Model& model() const { return model_; }
  // n x n, column-major, in the order of the partition's degrees of freedom.
  const std::vector<double>& M() const { return M_; }
  const std::vector<double>& C() const { return C_; }
  // The part of C of inertia alone; what laws add is left out.
  const std::vector<double>& gyroscopic() const { return gyroscopic_; }
  const std::vector<double>& K() const { return K_; }
  // For each degree of freedom: the stiffness of its springs if no terms of De DF cancelled. K has
  // rounding relative to this stiffness.
  const std::vector<double>& spring_terms() const { return spring_terms_; }
  // For states of the deck: Z is n x nz, A and B nz x n, D nz x nz, column-major.
  const std::vector<double>& Z() const { return Z_; }
  const std::vector<double>& A() const { return A_; }
  const std::vector<double>& B() const { return B_; }
  const std::vector<double>& D() const { return D_; }
  // Where degrees of freedom are angular velocities of a body that turns: the changes of position
  // dq, seen from the body, grow at the rates  dq' = (change of the velocities) - G dq. The
  // matrices above belong to changes of velocities. Empty: G = 0.
  const std::vector<double>& frame() const { return frame_; }
  // Turns about the axes of a body do not commute. Where forces are left on the degrees of freedom
  // (n), moments on turns among them, the stiffness of forces with an energy has a part that is not
  // symmetric: K_ij - K_ji = (w_i x w_j) m, w the angular velocities of the motions, m the moments.
  // out: that difference (n x n).
  void skew_of_turns(const std::vector<double>& moments, std::vector<double>& out) const;
  // Kinematic coordinates z, where constraints exist only as rates (kinematic_coordinates.cpp): how
  // many, N (nx x m), K_z and G_z (n x m), P (m x (n + m)), and their part in the rates of the
  // states of the deck A_z (nz x m).
  std::size_t kinematic() const { return kinematic_rows_.size() + held_turns_.size(); }
  bool rolls() const { return !kinematic_rows_.empty(); }
  const std::vector<double>& N() const { return N_; }
  const std::vector<double>& K_z() const { return K_z_; }
  const std::vector<double>& G_z() const { return G_z_; }
  const std::vector<double>& P() const { return P_; }
  const std::vector<double>& A_z() const { return A_z_; }
  // First-order transfer functions, nx x n.
  const std::vector<double>& DF() const { return DF_; }
  // A change of degree of freedom j that moves the mechanism by about its own size or one radian.
  const std::vector<double>& scales() const { return scale_; }
  // The length with which lengths are compared [m]: the longest lever arm, or the extent of the
  // mechanism.
  double length() const { return length_; }
  // How much a motion d (nx) turns angles and elements [rad], to first order.
  double turning(ConstVector d, const State& state);
  // How far a motion d (nx) takes coordinates [rad], lengths as parts of length().
  double motion_along(ConstVector d) const;
  // True where velocities or accelerations took part.
  bool moving() const { return moving_; }

 private:
  struct Displaced {  // the results at a displaced state, of which differences are taken
    std::vector<double> force, v, ed;
  };
  double typical_length(const State& state) const;
  double turning_across(ConstVector d, const State& state);
  double step_along(ConstVector d, const State& state);
  double sure_step(Dynamics& dynamics, const State& state, ConstVector d, double s);
  void displaced(Dynamics& dynamics, const State& state, ConstVector d, double s, Displaced& out);
  double spring_terms_along(ConstVector d);
  void change_along(Dynamics& dynamics, const State& state, ConstVector d, double unit);
  void stiffness_column(Dynamics& dynamics, const State& state, int j);
  void damping_column(Dynamics& dynamics, const Placed& placed, const State& state, int j);
  void inertia_forces(Dynamics& dynamics, State& state, Evaluation& here, Vector out);
  void state_column(const State& state, int j);
  void find_turns(const std::vector<int>& x_freedoms);
  void find_frame(const State& state);
  void project(ConstVector force, std::vector<double>& out, int j) const;
  // kinematic_coordinates.cpp
  void find_held_turns(const State& state);
  void find_kinematic_motions(Kinematics& kinematics, const State& state);
  void find_turning_rows(const State& state);
  void turn_with_bodies(const State& state, ConstVector d, Vector out) const;
  void kinematic_column(const State& state, ConstVector d, double unit, std::size_t c);
  void kinematic_columns(Dynamics& dynamics, const State& state,
                         const std::vector<int>& x_freedoms);
  void clear_rounding(const State& state);

  const Model& model_;
  const Phase& phase_;
  Inertia inertia_;
  Loads loads_;
  LinearLaws laws_;
  Evaluation base_, work_;
  State trial_;
  Displaced change_, sample_;
  int n_ = 0;
  double load_factor_ = 1;
  bool moving_ = false;
  double length_ = 1;
  std::vector<char> is_angle_, acts_;  // acts_: acting_rows()
  std::vector<double> S_, dS_, de_, ded_, qdd_, M_, C_, gyroscopic_, K_, frame_, DF_, scale_,
      product_, Z_, A_, B_, D_, still_, kept_;  // still_, kept_: zero changes (nx, nz)
  std::vector<double> spring_terms_, elongation_;
  // A degree of freedom that turns a body about one of its axes, and the velocities about the next
  // axis and the last.
  struct Turn {
    std::size_t freedom, next, last;
  };
  std::vector<Turn> turns_;
  struct HeldTurn {
    std::size_t coordinate, first;  // first: of its orientation
  };
  std::vector<int> kinematic_rows_;  // deformations
  std::vector<HeldTurn> held_turns_;
  std::vector<double> N_, K_z_, G_z_, P_, A_z_, row_rates_;  // row_rates_: rates of De
};

}  // namespace mbs
