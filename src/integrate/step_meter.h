// Functions of time whose integrals over a step are known beside the run. A method integrates them
// with its own formula, as a meter that takes no part in error control: what it misses of them it
// misses of the momentum that they give.
#pragma once

#include "base/views.h"

namespace mbs {

class StepMeter {
 public:
  virtual ~StepMeter() = default;
  virtual int count() const = 0;
  virtual void values(double t, Vector f) = 0;
  // Whether `change` is near enough to their integrals from t0 to t1.
  virtual bool accepts(double t0, double t1, ConstVector change) = 0;
  // A step is taken that was not accepted, for it cannot be shortened any more.
  virtual void give_way() = 0;
  // The step that was asked about last is taken.
  virtual void commit() = 0;
};

}  // namespace mbs
