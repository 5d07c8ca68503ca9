// Functions of time whose integrals over a step are known by other means than the run. A method
// integrates them with its own formula, as a meter that takes no part in error control: its error
// in these integrals is its error in the momentum that they give.
#pragma once

#include "base/views.h"

namespace mbs {

class StepMeter {
 public:
  virtual ~StepMeter() = default;
  virtual int count() const = 0;
  virtual void values(double t, Vector f) = 0;
  // Whether `change` is near enough to the integrals of the functions from t0 to t1.
  virtual bool accepts(double t0, double t1, ConstVector change) = 0;
  // A step that was not accepted is taken, because it cannot be shortened any more.
  virtual void give_way() = 0;
  // The step of the last accepts() is taken.
  virtual void commit() = 0;
};

}  // namespace mbs
