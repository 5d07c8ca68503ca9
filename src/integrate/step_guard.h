// Who has looked along the way of a step before it is tried. A trial that becomes shorter than that
// way, because it is rejected or cut, is asked about again: what the long way hides may show on the
// short one.
#pragma once

namespace mbs {

class StepGuard {
 public:
  virtual ~StepGuard() = default;
  // The largest length of a trial that would have the length h; infinite where h will do.
  virtual double longest(double h) = 0;
};

}  // namespace mbs
