// Laws that fixed steps do not resolve. A law that goes most of a way within a small part of one
// step, as friction in words of tanh does where a velocity turns, acts on that step by chance: the
// error of the run is then proportional to the step, whatever the order of the method. A law that
// goes a large part of its range in one step, as a stiff penalty does, asks for shorter steps, too.
// The first kind decides how the run is compared with a finer one; both are named where that
// comparison is bad.
#pragma once

#include <vector>

#include "assembly/loads.h"
#include "base/diagnostics.h"
#include "integrate/integrator_settings.h"
#include "model/model.h"
#include "model/phase.h"

namespace mbs {

class LawLeaps {
 public:
  LawLeaps(const Model& model, const Phase& phase);

  // The run begins, or goes on behind a jump of the motion: the next state has none before it.
  void begin() { is_first_ = true; }
  // After an accepted step, whose last evaluation is in the loads.
  void note(double t, const Loads& loads);

  // Whether a law has leapt within a step.
  bool any() const;
  // Warns of the law that is worst resolved, if there is one. error: of the run, as a part of what
  // it may be.
  void warn(const IntegratorSettings& method, double error, Diagnostics& diagnostics) const;

 private:
  struct Law {
    const Expression* expression;
    double value = 0, change = 0;  // at the last state, and in the step before it
    double low = 0, high = 0;      // range so far
    bool has_range = false;
    long long leaps = 0;
    // The largest leap, or the largest change in a step, and where it was.
    double leap = 0, from = 0, to = 0, at = 0;
    double stride = 0, stride_from = 0, stride_to = 0, stride_at = 0;
    double width() const { return high - low; }
  };
  bool leaps(const Law& law, double from, double to, const Slots& now);
  static bool strides(const Law& law);

  const LawInputs& inputs_;
  std::vector<Law> laws_;
  Slots last_, between_;
  bool is_first_ = true;
};

}  // namespace mbs
