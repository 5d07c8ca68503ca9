// Functions of time whose integrals over a step are known by other means than the run. A method
// integrates them with its own formula, as a meter that takes no part in error control: its error
// in these integrals is its error in the momentum that they give. Of the first functions, the
// loads, it integrates this momentum once more: what it misses there it misses in the way of what
// they push.
#pragma once

#include "base/views.h"

namespace mbs {

class StepMeter {
 public:
  virtual ~StepMeter() = default;
  virtual int count() const = 0;  // of functions
  virtual int loads() const = 0;  // so many of them, the first ones
  virtual void values(double t, Vector f) = 0;
  // Whether `change` is near enough to the integrals of the functions from t0 to t1. Behind these
  // follow the ways of the loads: the integrals over the step of what they have given since t0.
  virtual bool accepts(double t0, double t1, ConstVector change) = 0;
  // A step that was not accepted is taken, because it cannot be shortened any more.
  virtual void give_way() = 0;
  // The step of the last accepts() is taken.
  virtual void commit() = 0;
};

}  // namespace mbs
