// Contact forces in the joints of a chain under STATICOPT: the net joint force less what the
// muscles beyond the joint pull. A line of action is needed of each muscle, a PATH or a spring; the
// muscle presses the joint with its tension along that line.
#pragma once

#include <vector>

#include "base/views.h"
#include "laws/inputs.h"
#include "model/model.h"
#include "observe/layout.h"

namespace mbs {

struct Plan;

class JointContactForces {
 public:
  // Appends jcf1.fx .fy .f of each joint to the layout, which has the channels of STATICOPT: the
  // force of segment k - 1 on segment k in joint k itself, and its size. Nothing without a chain,
  // or where a muscle has a moment arm but no line.
  JointContactForces(const Plan& plan, const Model& model, Layout& layout);
  // De: at the position of `state`. Nothing without channels.
  void observe(const InputState& state, ConstVector De, Vector values) const;
  bool present() const { return !joints_.empty(); }

 private:
  struct Joint {
    int force = 0;            // channel of FRX; FRY follows
    std::vector<int> beyond;  // coordinates x of its segment and of all that hang on it
  };
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
