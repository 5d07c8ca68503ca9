// STATICOPT: joint moments of the motion shared by muscles that do not act on the mechanism.
// Tendons do not stretch, so the tension is F = P + a A (P passive, A at full activation, at the
// length and velocity of the fibre). The sum of (F/FMAX)^p or of a^p is minimal, while all muscles
// together make the moments and a stays within its bounds (Crowninshield and Brand 1981).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "assembly/evaluation.h"
#include "base/diagnostics.h"
#include "base/views.h"
#include "build/coupled_arms.h"
#include "laws/inputs.h"
#include "laws/load_sharing.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"
#include "plan/muscles.h"

namespace mbs {

// Contact forces in joints under STATICOPT: the net joint force less what the muscles beyond the
// joint pull. A line of action is needed of each muscle, a PATH or a spring; the muscle presses the
// joint with its tension along that line. The joint must be the only one that carries force between
// the bodies on its two sides: in a loop another one could bear a part of the pull.
struct Phase;
struct Plan;

class JointContactForces {
 public:
  // Appends jcf1.fx .fy .f of each joint to the layout, which has the channels of STATICOPT: the
  // force in joint k itself, on the body or segment on which the net force acts, and its size. In a
  // chain these are the joints of segments, else revolute joints (PLREV). Nothing where a muscle
  // has a moment arm but no line, nor, outside of chains, beside events or contacts, which may
  // close loops.
  JointContactForces(const Plan& plan, const Model& model, const Phase& phase, Layout& layout);
  // De: at the position of `state`. Nothing without channels.
  void observe(const InputState& state, ConstVector De, Vector values) const;
  bool present() const { return !joints_.empty(); }

 private:
  struct Joint {
    int number = 0;                // "2" of jcf2
    int fx = 0, fy = 0;            // channels of the net force
    std::vector<int> beyond = {};  // coordinates x on one side of it, where the net force acts ...
    int entry = -1;                // ... or, with this entry of De, as it says: d(e1)/d(x)
  };
  void find_pulls(const Layout& layout);
  void find_in_chain(const Plan& plan, const Layout& layout);
  void find_revolutes(const Phase& phase, const Layout& layout);
  Joint force_of(int e, int number, const Layout& layout) const;
  struct Pull {
    int muscle = 0, term = 0;
    int tension = 0;                           // channel
    std::vector<std::pair<int, int>> entries;  // of De, and their coordinates
  };
  const Model& model_;
  std::vector<Joint> joints_;
  std::vector<Pull> pulls_;
  std::size_t first_ = 0;
};

struct Plan;

class StaticOptimisation {
 public:
  // Appends tables and channels to the layout, which has all others: sol.f (tension) .act .fmost
  // (tension at full activation) .l .ld (path) .lce (fibre) .arm2 .m2 (about joint 2), and moment2
  // reserve2 of each joint: the wanted moment, and the part of it that the muscles do not make.
  // Nothing without STATICOPT. Errors (a moment that no channel has) go to `diagnostics`.
  StaticOptimisation(const Plan& plan, const Model& model, const Phase& phase, Layout& layout,
                     Diagnostics& diagnostics);

  // Fills the channels of STATICOPT from the channels before them.
  void observe(const State& state, const Phase& phase, Vector values);

 private:
  void lay_out(const Plan& plan, Layout& layout) const;
  int stress_of(const Plan& plan, const Quantity& channel, std::size_t r) const;
  void find_out(const Plan& plan, const Layout& layout, int channel, std::size_t r);
  double less_others(std::size_t r, const State& state, const Phase& phase, ConstVector values);
  bool is_hinge_of(const ElementRange& range, const MuscleTerm& joint) const;
  double made_by_others(int deformation, const State& state) const;

  const Model& model_;
  StaticOptRow row_;
  std::vector<int> wanted_from_;  // channels
  // The deformation whose stress the channel is, the part of muscles with a stimulation included;
  // -1: the channel is no such stress.
  std::vector<int> stress_;
  // A moment that OUT lines compute from such stresses.
  struct OfStresses {
    std::vector<Layout::Out> outs;  // in their order, the moment last; none: it is taken as it is
    std::vector<std::pair<int, int>> stresses;  // channel, deformation
  };
  std::vector<OfStresses> outs_;  // of each joint
  Slots slots_;                   // of the OUT lines
  std::size_t first_ = 0;
  // At the present time.
  std::vector<TensionLimits> limits_;
  std::vector<TensionParts> parts_;
  std::vector<double> arms_, wanted_, of_muscle_;
  bool crosses_ = false;  // a muscle lies over a length between bodies
  Evaluation lengths_;
  CoupledArms coupled_;
  std::optional<JointContactForces> contact_;
};

}  // namespace mbs
