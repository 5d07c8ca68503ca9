#include "run/measures/measure_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/parameters.h"

namespace mbs {

MeasureSampler::MeasureSampler(const Parameters& parameters, std::size_t channels,
                               std::vector<Layout::Out> outs)
    : slots_(parameters.live_count(), channels + 1),
      parameters_(parameters.live_count()),
      channels_(channels),
      rates_(parameters_ + channels + 1),
      outs_(std::move(outs)) {
  set_parameters(parameters.live_values());
}

bool MeasureSampler::sample(double t, bool rough) {
  if (!broken_.empty()) return false;
  double* const variables = slots_.variables();
  if (rough && sampled_ >= Sampled::rough && variables[0] == t) return true;
  if (!rough && has_exact_ && exact_[0] == t) {
    std::copy(exact_.begin(), exact_.end(), variables);
    sampled_ = Sampled::exact;
    return true;
  }
  sampled_ = Sampled::none;
  variables[0] = t;
  if (!source_->sample(t, rough, {variables + 1, channels_})) return give_up(t), false;
  if (rough)
    for (const Layout::Out& out : outs_)
      variables[1 + out.channel] = out.expression.value(slots_.data());
  sampled_ = rough ? Sampled::rough : Sampled::exact;
  if (!rough) {
    exact_.assign(variables, variables + 1 + channels_);
    has_exact_ = true;
  }
  return true;
}

const double* MeasureSampler::rates() {
  if (sampled_ == Sampled::rough_with_rates) return rates_.data();
  double* const rates = rates_.data() + parameters_;
  rates[0] = 1;
  if (!source_->rates({rates + 1, channels_})) return nullptr;
  for (const Layout::Out& out : outs_)
    rates[1 + out.channel] = out.expression.along(slots_.data(), rates_.data()).first;
  if (sampled_ == Sampled::rough) sampled_ = Sampled::rough_with_rates;
  return rates_.data();
}

void MeasureSampler::give_up(double t) {
  if (!broken_.empty()) return;
  broken_ = source_->is_ended() ? fmt::format("the run was ended before t = {:.9g}", t)
                                : fmt::format("the mechanism cannot be evaluated at t = {:.9g}", t);
}

}  // namespace mbs
