// Minimal coordinates of a mechanism with springs: as many numbers q as it has degrees of freedom.
// Deformations with springs, dampers or laws are preferred.
//
// In coordinates of space the direction of a stiff spring turns with the motion, and a linearly
// implicit method pays for that: its error grows with the stiffness. A stiff deformation that is an
// unknown itself keeps its direction, and its small value keeps its digits.
//
// The length of a spring is no coordinate near an extremum: two positions have the same length. So
// a deformation is chosen only where the motion ahead does not come near an extremum. A position is
// accepted as the position of q only if positions that q determines join it to the last accepted
// position: with J the derivative of the constraints and q,
//   |J(x)^-1 J(x0) - 1| < 1
// on a convex set of positions x says that no two of them have the same q.
#pragma once

#include <memory>
#include <string>

#include "solve/place/kinematics.h"

namespace mbs {

class FreedomCoordinates {
 public:
  // keeps_soft: whether soft deformations stay beside stiff ones where deformations are all the
  // coordinates. A Rosenbrock method needs that; one that holds the errors of q alone is more
  // accurate with coordinates of space.
  FreedomCoordinates(const Model& model, const Phase& phase, const Options& options,
                     bool keeps_soft)
      : model_(model), phase_(phase), options_(options), keeps_soft_(keeps_soft) {}

  // Whether there are free deformations with laws.
  static bool possible(const Model& model, const Phase& phase);
  // The choice of degrees of freedom, at a position, in which the fewest are coordinates of space:
  // free deformations with laws, stiff ones first, then angles between parts. Deformations that see
  // turns are left out.
  static Partition choose_shape(const Model& model, const Phase& phase, const Options& options,
                                ConstVector x);
  // Chooses q by pivoting at a placed state with velocities and accelerations. True where the
  // choice differs from the one before. is_chosen() is false where no deformation with a law is
  // suited to be a coordinate, or where q would determine the rest badly.
  bool choose(const State& state);
  bool is_chosen() const { return kinematics_ != nullptr; }
  int count() const { return partition_.freedom_count(); }
  const Options& options() const { return options_; }
  // q are its coordinates, then its deformations.
  const Partition& partition() const { return partition_; }

  // q and qd (count() each) of a state from its x and v; its accelerations from a and edd.
  void pack(const State& state, double* q, double* qd) const;
  void accelerations(const State& state, double* qdd) const;
  // Derivatives of the coordinates with respect to q at the last unpack(): nx x count().
  void directions(Matrix DF) const { kinematics_->solver().transfer(DF); }
  // The same without a matrix, at the last unpack(). lift(): z = DF rates, z nx. reduce(): the
  // generalised forces DF^T force, count() of them. add_constraint_stresses(): adds the stresses
  // with which the constraints balance a force on the coordinates to S (ne); balance() does both.
  // less: one number per deformation, taken off the rates; or null. At::held: the same at the
  // position that hold() has taken.
  enum class At { last, held };
  void lift(ConstVector rates, Vector z, At at = At::last,
            const std::vector<double>* less = nullptr) const;
  void reduce(ConstVector force, Vector generalised, At at = At::last) const;
  // The stresses S (ne) of constraints and of q that balance a force: De^T S = force on the
  // coordinates that follow q.
  void balance_all(ConstVector force, Vector S, At at) const;
  // Takes the position of a state and keeps its factors while unpack() goes to others. False where
  // it is singular.
  [[nodiscard]] bool hold(const State& state);
  Kinematics& held() { return *held_; }
  void add_constraint_stresses(ConstVector force, Vector S) const;
  void balance(ConstVector force, Vector generalised, Vector S) const;
  // The accelerations a (nx) of all coordinates for those of q; those of coordinates that move as
  // prescribed stand in a.
  void accelerate(ConstVector qdd, std::vector<double>& a) const {
    kinematics_->accelerate(qdd, a);
  }
  const Evaluation& evaluation() const { return kinematics_->evaluation(); }
  // spread(): the force (nx) of generalised forces that act on q alone, with the derivatives of
  // another position. read(): the rates of q in a motion z (nx) there.
  void spread(ConstVector generalised, const Evaluation& at, Vector force) const;
  void read(ConstVector z, const Evaluation& at, Vector rates) const;
  // Sets the last accepted state, from which unpack() finds others.
  void set_origin(const State& state);
  // x and v of all coordinates at state.t, by Newton's method from the motion of the origin.
  // `not_converged` where the position is so far from the origin that it may be a wrong one; a
  // state `between` accepted ones may be farther away than a state to be accepted.
  SolveStatus unpack(const double* q, const double* qd, bool between, State& state);
  // The iterates of a step. unpack_first(): the same from the position of the origin, as the motion
  // of a vibration that is left out leads astray. unpack_onward(): from the state that was unpacked
  // last, at the same time. Only an end of a step, which is to be accepted, must be near and holds
  // to rounding; in others the last correction of the position is not looked at.
  SolveStatus unpack_first(const double* q, const double* qd, State& state);
  SolveStatus unpack_onward(const double* q, const double* qd, bool is_end, State& state);
  // After unpack() of a state to be accepted: whether another choice may be better from here on.
  bool worn();

  // "node 3 X" or "PLTRUSS 1 (line 3), equation 1".
  std::string name(int k) const;

 private:
  Kinematics& kinematics(At at) const { return at == At::held ? *held_ : *kinematics_; }
  SolveStatus place(const double* q, const double* qd, Kinematics::From from, double most,
                    State& state);
  struct Candidates;
  std::vector<int> sprung_deformations(const State& state);
  double largest(const std::vector<double>& motion, double length) const;
  std::vector<double> position_ahead(const State& state, double length) const;
  std::vector<int> stiff_ones(const State& state, const Partition& chosen,
                              Kinematics& kinematics) const;
  Candidates candidates(const Evaluation& here, std::vector<double> stiffness) const;
  std::unique_ptr<Kinematics> use(const State& state, const std::vector<int>& sprung,
                                  Partition& chosen) const;
  bool stays(const std::vector<int>& sprung, const State& state);
  bool is_determinate(const Kinematics& choice);
  bool is_near(const State& state, double most);
  bool has_hardly_changed(double most);

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  bool keeps_soft_;
  Partition partition_;
  std::unique_ptr<Kinematics> kinematics_;  // null: no choice
  std::unique_ptr<Kinematics> held_;        // of the same choice; null: nothing is held
  double fresh_determinacy_ = 0;            // when the choice was made
  double best_determinacy_ = 0;             // of all choices
  bool complete_ = true;                    // as many deformations with laws as there can be
  bool left_ = false;                       // a trial state has left the neighbourhood
  int steps_ = 0;                           // accepted since the last choice
  int pause_ = 0;                           // steps before a trial state that leaves counts again
  bool is_at_end_ = false;                  // the position found last is the end of a step, ...
  bool is_at_origin_ = false;               // ... and has become the origin
  std::unique_ptr<State> origin_;
  std::vector<double> entries_;       // of the Jacobian at the origin
  std::vector<double> here_entries_;  // at the position found last
  // At the position that was found near the origin last, and how far it has changed there.
  std::vector<double> near_entries_;
  double near_change_ = 0;
  std::unique_ptr<Evaluation> between_;
  std::vector<double> values_, rates_, middle_, middle_entries_;
  mutable std::vector<double> given_, lifted_, stress_, row_;  // of lift() and what follows it
};

}  // namespace mbs
