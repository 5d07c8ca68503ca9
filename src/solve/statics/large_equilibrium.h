// Newton's method in the free coordinates x and the stresses S of springs and constraints, on the
// bordered tangent:
//   | K(S)  De^T | | dx |   | f - De^T S    |
//   | De    -C   | | dS | = | C (S - law(e)) |     and De dx = given - e of what is held
// The stresses come from the linear step, not from the law at the new position: a step that turns a
// stiff element also stretches it, by the square of the step, and the law would turn that into a
// large stress (hybrid stress, in the words of finite elements).
#pragma once

#include <string>
#include <vector>

#include "assembly/loads.h"
#include "assembly/state_rates.h"
#include "solve/statics/bordered_tangent.h"
#include "solve/statics/growing_motion.h"
#include "solve/statics/linearise.h"

namespace mbs {

class LargeEquilibrium {
 public:
  // linear says how much a motion turns angles and elements.
  LargeEquilibrium(const Model& model, const Phase& phase, Linearisation& linear);

  struct Result {
    bool found = false;
    bool judged = false;  // `stable` is known: the tangent is symmetric
    bool stable = false;
    bool was_there = false;  // the start was an equilibrium
    bool was_rough = false;  // a tangent on the way was not stable
    int soft = -1;           // the largest coordinate of a motion that nothing resists
    int iterations = 0;
    // The state whose change by another iteration would be the largest part of it; -1: none.
    int state = -1;
    double state_left = 0;
  };
  // A motion, with changes of stresses and of states.
  struct Change {
    std::vector<double> x, S, z;  // nx, ne, nz
  };
  // Starts from a state at rest that fulfils the constraints, with its stresses S (ne); x of the
  // state becomes the equilibrium at load_factor times the loads.
  Result solve(State& state, std::vector<double>& S, double load_factor, int most_iterations);

  // The change of a state in equilibrium, with its stresses S, while what is prescribed moves by
  // given_x (nx) and given_e (ne), in first order. False where the tangent there is singular.
  [[nodiscard]] bool find_response(const State& state, std::vector<double>& S, ConstVector given_x,
                                   ConstVector given_e, Change& change);
  // Forces (nx) that act beside loads and stresses from now on.
  void keep_forces(ConstVector forces) { kept_.assign(forces.begin(), forces.end()); }
  // What the velocities and accelerations of a state add to the forces on it (nx): inertia, and
  // what laws read.
  std::vector<double> forces_of_motion(const State& state, double load_factor);
  // The motion by which the mechanism gives way to forces (nx) where solve() has ended; returns
  // their work.
  double give_way(ConstVector force, Change& change);

  // Held and prescribed deformations stay as they are at a state.
  void hold(const State& state);
  // Resistances of coordinates to a slow motion stand in the place of masses from now on.
  void resist();
  // Goes downhill from such a state under the whole load, as a motion does that is slow and
  // viscous, until Newton's method needs no help. False where that is not reached, and where K is
  // not symmetric, so that nothing says where downhill is.
  bool descend(State& state, std::vector<double>& S);
  // Moves a state and its stresses a little along its softest motion, away from an equilibrium that
  // is not stable. False where the tangent there is singular.
  bool push(State& state, std::vector<double>& S);

  // From now on t is the load factor times `second`: prescribed coordinates and deformations move
  // with the rates that the state has at t = 0, where it fulfils the constraints, and laws read t.
  void follow_time(const State& start, double second);
  double time_at(double load_factor) const { return load_factor * second_; }
  // Moves the prescribed coordinates from the time of the state to t.
  void move_to(double t, State& state) const;
  // The name of a prescribed motion that does not move with these rates: placed is the state at the
  // same time with what is prescribed where its motion has it.
  std::string bent_motion(const State& state, const State& placed) const;

  // The steps of Newton's method one by one, for the path of equilibria (load_path.h).
  // evaluate(): the forces and gaps that are left; stresses that are no unknowns follow their laws.
  // factor(): false where the tangent there is singular. solve_rest(): the motion that removes what
  // is left; solve_for_load(): the motion for one unit of the load factor, prescribed coordinates
  // included.
  void evaluate(const State& state, double load_factor, std::vector<double>& S);
  [[nodiscard]] bool factor(const State& state, ConstVector S, double load_factor);
  void solve_rest(Change& change);
  void solve_for_load(const State& state, double load_factor, std::vector<double>& S,
                      Change& change);
  Change no_change() const;
  // How much a motion turns angles and elements at a state [rad].
  double turning(ConstVector motion, const State& state) { return linear_.turning(motion, state); }
  // The largest change of a state, as a part of its size so far.
  double state_turn(const Change& change, const State& state);
  // Moves a state and its stresses by a part of a change.
  void move(const Change& change, double part, State& state, std::vector<double>& S);
  // Negative pivots of the last factors; -1 where the tangent is not symmetric.
  int negative() const { return tangent_.is_symmetric() ? tangent_.negative() : -1; }
  // Whether anything resists velocities at the last tangent.
  bool is_damped() const { return tangent_.is_damped(); }
  LowestMotions judge_lowest_motions() { return mbs::judge_lowest_motions(model_, tangent_); }
  // Where it is not: whether an odd number of stiffnesses has changed its sign (+1, -1).
  int determinant_sign() const { return tangent_.determinant_sign(); }

 private:
  int soft_coordinate();
  void solve_difference(const std::vector<double>& low, const std::vector<double>& high,
                        double between, Change& change);
  void add_forces_at(const State& state, double load_factor, double factor, Vector sum);
  double resistance_of_motion(const State& state, bool is_singular);

  // A step turns no angle and no element farther [rad].
  static constexpr double kFarthest = 0.5;

  const Model& model_;
  const Phase& phase_;
  Linearisation& linear_;
  BorderedTangent tangent_;
  Evaluation here_;
  Inertia inertia_;
  Loads loads_;
  StateRates rates_;
  State with_rates_;
  std::vector<double> law_, force_, gap_, rate_, held_;
  std::vector<double> kept_;  // nx: beside loads and stresses; or empty
  struct Left {
    std::vector<double> force, gap, rate;
  };
  Left low_;                        // at one end of a difference
  std::vector<double> state_size_;  // nz: the largest value
  Change change_;
  // With time: of prescribed coordinates (nx) and deformations (ne); else empty.
  std::vector<double> x_rate_, e_rate_;
  double second_ = 1, most_rate_[2] = {0, 0};
};

}  // namespace mbs
