// Moment arms of muscles about joints with coupled bodies: a patella that turns with the knee by a
// RELATION, a FORMULA or gears, or slides in its own loop. The arm about a joint is dL/dtheta while
// the joint turns, the bodies coupled to it follow, and all other joints of the muscle and of
// STATICOPT or MUSCLESTART rest. Joints that depend on each other by a loop of bodies do not
// follow: all bodies beyond such a joint turn as one body (model/crossed_joints.h).
#pragma once

#include <utility>
#include <vector>

#include "model/model.h"
#include "model/phase.h"

namespace mbs {

class CoupledArms {
 public:
  // `joints`: the joints that the deck names besides the muscles.
  CoupledArms(const Model& model, const std::vector<Muscle>& muscles,
              const std::vector<CrossedJoints>& crossings, const std::vector<MuscleTerm>& joints);

  // Whether any body may follow; if not, update() does nothing.
  bool any() const { return !couplings_.empty() || slides_; }
  // Per muscle, 1: joints on its way depend on each other by a loop of bodies; the loop is left
  // out.
  std::vector<char> dependent(const Phase& phase, ConstVector De) const;
  // Finds the rates of coupled bodies at the position of De; call it before the arms there are
  // read.
  void update(const Phase& phase, ConstVector De);
  // All arms of muscle k, one per channel, as mbs::moment_arms().
  void moment_arms(std::size_t k, const InputState& s, ConstVector De, Vector arms) const;
  // The arm of muscle k about joint r, as mbs::arm_about().
  double arm_about(std::size_t r, std::size_t k, const InputState& s, ConstVector De) const;

 private:
  // x[plus] - x[minus].
  struct Angle {
    int plus = 0, minus = 0;
    bool operator==(const Angle&) const = default;
  };
  // An element that holds bodies together: its deformations and its bodies, by their graph nodes.
  struct Holder {
    int first = 0, count = 0;
    std::vector<int> bodies;
    bool is_pin = false, is_joint = false;
  };
  // Rates of lengths and angles of one muscle while a joint turns at 1 rad/s and coupled bodies
  // follow.
  struct Followed {
    std::vector<Angle> angles;   // `joints` come first
    std::vector<double> length;  // one per crossing: dL/dtheta; nan: the bodies beyond turn as one
    std::vector<double> term;    // joints x terms; nan: as in `length`
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
  // per deformation: De entries and their coordinates
  std::vector<std::vector<std::pair<int, int>>> entries_;
  std::vector<int> body_of_;        // nx: angle coordinate of its body, or itself
  std::vector<Followed> followed_;  // one per muscle
};

}  // namespace mbs
