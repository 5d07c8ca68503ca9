// Moment arms of muscles about joints whose bodies carry others along: a patella that turns with
// the knee by a RELATION, a FORMULA or gears, or slides in a loop of its own. The arm about a joint
// is dL/dtheta while the joint turns, what is coupled to it follows, and all other joints of the
// muscle and of STATICOPT or MUSCLESTART rest. Joints that depend on one another by a loop of
// bodies do not follow: about each of them all that lies beyond turns as one
// (model/crossed_joints.h).
#pragma once

#include <utility>
#include <vector>

#include "model/model.h"
#include "model/phase.h"

namespace mbs {

class CoupledArms {
 public:
  // `joints`: those that the deck names beside the muscles.
  CoupledArms(const Model& model, const std::vector<Muscle>& muscles,
              const std::vector<CrossedJoints>& crossings, const std::vector<MuscleTerm>& joints);

  // Whether anything may follow; where not, update() does nothing.
  bool any() const { return !couplings_.empty() || slides_; }
  // Per muscle, 1: joints on its way depend on one another by a loop of bodies, which is left out.
  std::vector<char> dependent(const Phase& phase, ConstVector De) const;
  // Finds what follows at a position whose De is given, before the arms there are asked for.
  void update(const Phase& phase, ConstVector De);
  // All arms of muscle k, one per channel, as mbs::moment_arms().
  void moment_arms(std::size_t k, const InputState& s, ConstVector De, Vector arms) const;
  // Of muscle k about joint r, as mbs::arm_about().
  double arm_about(std::size_t r, std::size_t k, const InputState& s, ConstVector De) const;

 private:
  // x[plus] - x[minus].
  struct Angle {
    int plus = 0, minus = 0;
    bool operator==(const Angle&) const = default;
  };
  // An element that holds bodies together: its rows and the bodies, by their graph nodes.
  struct Holder {
    int first = 0, count = 0;
    std::vector<int> bodies;
    bool is_pin = false, is_joint = false;
  };
  // Of one muscle: rates of its lengths and angles while a joint turns at 1 rad/s and others
  // follow.
  struct Followed {
    std::vector<Angle> angles;   // the joints of the deck first
    std::vector<double> length;  // one per crossing: dL/dtheta; nan: what lies beyond turns as one
    std::vector<double> term;    // joints x terms; nan in the first of a joint: as above
  };

  void find_holders();
  bool is_held(const Phase& phase, const Holder& holder) const;
  void add_row(int deformation, const Phase& phase, ConstVector De, Vector row) const;
  std::vector<char> left_out(const Phase& phase, const Followed& of) const;
  int freedom(const Followed& of, const std::vector<char>& out, const Phase& phase,
              ConstVector De) const;
  static std::size_t place_of(const Followed& of, int plus, int minus);
  void follow(std::size_t k, const Phase& phase, ConstVector De);

  const Model& model_;
  const std::vector<Muscle>& muscles_;
  const std::vector<CrossedJoints>& crossings_;
  const std::vector<MuscleTerm>& joints_;
  std::vector<Holder> holders_, couplings_;
  bool slides_ = false;
  std::vector<std::vector<std::pair<int, int>>> entries_;  // of a deformation: De entry, coordinate
  std::vector<int> body_of_;        // nx: angle coordinate of its body, or itself
  std::vector<Followed> followed_;  // one per muscle
};

}  // namespace mbs
