// Finds the times at which the conditions of measures (WHEN) come about, as events are found.
#pragma once

#include <vector>

#include "integrate/events.h"
#include "linalg/chebyshev.h"
#include "linalg/past_polynomial.h"
#include "run/measures/measure_functions.h"
#include "run/measures/measure_sampler.h"

namespace mbs {

class MeasureConditions {
 public:
  // which: indices into all.functions; rough: they are sampled by rough samples. Both references
  // outlive this.
  MeasureConditions(MeasureFunctions& all, std::vector<int> which, bool rough,
                    MeasureSampler& sampler);
  MeasureConditions(const MeasureConditions&) = delete;
  MeasureConditions& operator=(const MeasureConditions&) = delete;

  void start(double t) { locator_.start(t, {}); }
  // Values after a jump, at the slots sampled last.
  void jump(double t);
  // Finds the conditions that come about in a stretch.
  void scan(double from, double to);

  // True where condition i of `which` stays on its side, the polynomial's extremes included.
  bool is_quiet(std::size_t i, const Chebyshev& p, const Chebyshev::Values& values) const;
  // The same for the last step, from the values at its ends; begin: the value where it began.
  bool is_quiet(std::size_t i, const PastPolynomial::Shape& shape, double begin) const;

  // For the event locator.
  EvalStatus events(double t, ConstVector y, Vector g);

 private:
  MeasuredFunction& function(std::size_t i) const { return all_.functions[which_[i]]; }
  void note_hit(const EventHit& hit);

  MeasureFunctions& all_;
  std::vector<int> which_;
  bool rough_;
  MeasureSampler& sampler_;
  EventLocator locator_;
};

}  // namespace mbs
