// The reruns of a certificate and its text.
#pragma once

#include <string>
#include <vector>

#include "integrate/integrator.h"
#include "plan/method.h"
#include "run/frame/certificate.h"

namespace mbs {

struct OtherWay {
  IntegrationRow integration;
  double most_steps = 0;  // the run ends at more steps; 0: no limit
  std::string label;
  int parts = 2;  // each report step is divided into so many
};

// tightest: of the rerun with the tightest tolerances; chosen, steps: of the first run. At most two
// ways: half the longest step (given or taken), and a method of another family.
std::vector<OtherWay> other_ways(const IntegrationRow& tightest, const IntegratorSettings& chosen,
                                 const IntegratorStats& steps, double report_step);

// For a kinematic run, whose steps go from one report time to the next: other report times.
std::vector<OtherWay> other_times(const IntegrationRow& row);

struct Least {
  bool any = false;
  int digits = 0;
  std::size_t channel = 0;
};

// The channel with the fewest digits; any: false if no channel has digits.
Least least_of(const std::vector<Certificate::Digits>& channels);

// A line for each channel, and a line for the channel with the fewest digits.
std::string describe_channels(const std::vector<Channel>& names,
                              const std::vector<Certificate::Digits>& channels);

}  // namespace mbs
