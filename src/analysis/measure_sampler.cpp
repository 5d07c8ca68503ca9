#include "analysis/measure_sampler.h"

#include <fmt/format.h>

namespace mbs {

MeasureSampler::MeasureSampler(const Parameters& parameters, std::size_t channels)
    : slots_(static_cast<std::size_t>(parameters.live_count()), channels + 1),
      parameters_(static_cast<std::size_t>(parameters.live_count())),
      channels_(channels),
      rates_(parameters_ + channels + 1) {
  set_parameters(parameters.live_values());
}

bool MeasureSampler::sample(double t, bool rough) {
  if (!broken_.empty()) return false;
  double* const variables = slots_.variables();
  variables[0] = t;
  if (source_->sample(t, rough, {variables + 1, channels_})) return true;
  give_up(t);
  return false;
}

const double* MeasureSampler::rates() {
  double* const rates = rates_.data() + parameters_;
  rates[0] = 1;
  return source_->rates({rates + 1, channels_}) ? rates_.data() : nullptr;
}

void MeasureSampler::give_up(double t) {
  if (broken_.empty()) broken_ = fmt::format("the mechanism cannot be evaluated at t = {:.9g}", t);
}

}  // namespace mbs
