// Which degrees of freedom describe a motion, and states brought onto the constraints with them:
// degrees of freedom stay, the rest follows.
#pragma once

#include <cmath>
#include <memory>

#include "solve/place/kinematics.h"

namespace mbs {

class Placement {
 public:
  // The degrees of freedom that the user named are kept unless may_choose, as long as they
  // determine the motion well. Without names they are chosen by pivoting.
  Placement(const Model& model, const Phase& phase, const Options& options, bool may_choose);

  // First position from estimates, then velocities, 0 for fixed variables; sets the scales. Chooses
  // degrees of freedom where none are named. `singular` with a column where the partition cannot be
  // used.
  Placed start(State& state);

  // Goes on from a state whose positions fulfil the constraints: in a new phase of the same motion.
  // Velocities are left alone. Chooses degrees of freedom where those named do not suffice;
  // `singular` where the constraints have not full rank.
  SolveStatus resume(const State& state);

  // Brings x and v onto the constraints, degrees of freedom kept; factors the Jacobian. With
  // between_steps it chooses the degrees of freedom again where their choice has turned bad; inside
  // a step only where nothing else helps, since two choices agree on the constraints only.
  Placed place(State& state, bool between_steps);
  // Like place(), without another choice; the driven nodes must be at their places.
  Placed place_directly(State& state);
  // Whether the last place() ended in a nearly singular position, where errors are large.
  bool is_weak() const { return is_weak_; }
  // Whether the degrees of freedom hardly determine the position, a passage or not.
  bool is_poor() const { return is_poor_; }
  // The weak position is no passage: the choice of degrees of freedom alone is bad.
  void refuse_passage() { is_weak_ = false; }
  // Restores x and v as the last place() was given them.
  void take_back(State& state) const { state.x = given_x_, state.v = given_v_; }
  // Whether the Jacobian at the present position is as good as at an ordinary one.
  bool is_sound() const;

  // After place() of a state that an integrator has accepted: whether the degrees of freedom named
  // by the user have just passed a position where they do not determine the motion.
  SolveStatus accept(const State& state);
  // Whether degrees of freedom that the user has named are all there are, and are kept.
  bool keeps_names() const {
    return !may_choose_ && !is_relieved_ && partition().freedom_count() > 0;
  }
  // Whether those named by the user determine the motion so badly that others have taken their
  // place. They may have ceased to determine it since (solve/place/named_freedoms.h).
  bool is_relieved() const { return is_relieved_; }

  // Empty as long as none has been found.
  const Partition& partition() const;
  Kinematics& kinematics() { return *kinematics_; }
  const Kinematics& kinematics() const { return *kinematics_; }
  // renewals(): how often the kinematics has got another partition; choices(): how often the
  // degrees of freedom have been chosen again during a run.
  long long renewals() const { return renewals_; }
  long long choices() const { return choices_; }

 private:
  void use(const Partition& partition);
  Partition choose(const State& state, const std::vector<int>& preferred) const;
  State before_start(const Partition& partition, const State& state) const;
  Placed begin(const Partition& partition, State& state);
  bool choose_again(State& state, Placed& placed);
  void relieve(State& state, Placed& placed);
  bool has_jumped(const State& state, double& part) const;

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  bool may_choose_;
  std::unique_ptr<Kinematics> kinematics_;
  double fresh_pivot_ = 0;  // when the partition was chosen
  double best_pivot_ = 0;   // of any partition so far
  bool is_weak_ = false, is_poor_ = false;
  long long renewals_ = 0, choices_ = 0;
  bool is_relieved_ = false;
  double looked_pivot_ = 0;         // of the named ones: the largest since others were looked for
  double lowest_pivot_ = HUGE_VAL;  // since the last accepted state
  int accepted_sign_ = 0;
  std::vector<double> accepted_x_;
  double accepted_t_ = 0;
  std::vector<double> given_x_, given_v_;  // of the state to be placed
};

}  // namespace mbs
