// The runs of a certificate that are made another way than by tighter tolerances.
#pragma once

#include <string>
#include <vector>

#include "integrate/integrator.h"
#include "plan/method.h"

namespace mbs {

struct OtherWay {
  IntegrationRow integration;
  double most_steps = 0;  // more are not worth it; 0: any
  std::string label;
  int parts = 2;  // of each report step
};

// tightest: of the rerun with the tightest tolerances; chosen, steps: of the first run. At most
// two: with half the longest step, given or taken, and by a method of another family.
std::vector<OtherWay> other_ways(const IntegrationRow& tightest, const IntegratorSettings& chosen,
                                 const IntegratorStats& steps, double report_step);

// Of a kinematic run, which has no steps but those from one report time to the next: other ones.
std::vector<OtherWay> other_times(const IntegrationRow& row);

}  // namespace mbs
