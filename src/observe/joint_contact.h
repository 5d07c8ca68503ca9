// Contact forces in joints under STATICOPT: the net joint force less what the muscles beyond the
// joint pull. A line of action is needed of each muscle, a PATH or a spring; the muscle presses the
// joint with its tension along that line. The joint must be the only one that carries force between
// the bodies on its two sides: in a loop another one could bear a part of the pull.
#pragma once

#include <utility>
#include <vector>

#include "base/views.h"
#include "laws/inputs.h"
#include "model/model.h"
#include "observe/layout.h"

namespace mbs {

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

}  // namespace mbs
