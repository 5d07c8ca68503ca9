// Finds the times at which the conditions of measures (WHEN) come true, in the way events are
// found.
#pragma once

#include <vector>

#include "integrate/events.h"
#include "linalg/chebyshev.h"
#include "linalg/past_polynomial.h"
#include "run/measures/measure_functions.h"
#include "run/measures/measure_sampler.h"

namespace mbs {

class MeasureConditions : private EventFunctions {
 public:
  // which: indices into all.functions; rough: rough samples are enough for them. `all` and
  // `sampler` outlive this object.
  MeasureConditions(MeasureFunctions& all, std::vector<int> which, bool rough,
                    MeasureSampler& sampler);
  MeasureConditions(const MeasureConditions&) = delete;
  MeasureConditions& operator=(const MeasureConditions&) = delete;

  void start(double t) { locator_.start(t, {}); }
  // Takes the values after a jump at time t from the slots sampled last.
  void jump(double t);
  // Finds the conditions that come true in a stretch.
  void scan(double from, double to);

  // True if condition i of `which` keeps its sign, at the extremes of the polynomial too.
  bool is_quiet(std::size_t i, const Chebyshev& p, const Chebyshev::Values& values) const;
  // True if condition i of `which` keeps its sign in the last step, judged by the ends of steps;
  // begin: its value at the beginning of the step.
  bool is_quiet(std::size_t i, const PastPolynomial::Shape& shape, double begin) const;
  // True if condition i of `which` has the sign of its present side at all points.
  bool keeps_side(std::size_t i, const Chebyshev::Values& values) const;

 private:
  int count() const override { return static_cast<int>(which_.size()); }
  EvalStatus evaluate(double t, ConstVector y, Vector g) override;
  MeasuredFunction& function(std::size_t i) const { return all_.functions[which_[i]]; }
  void note_hit(const EventHit& hit);

  MeasureFunctions& all_;
  std::vector<int> which_;
  bool rough_;
  MeasureSampler& sampler_;
  EventLocator locator_;
};

}  // namespace mbs
