#include "draw/plot/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/scene/drawn_tolerances.h"

namespace mbs {

namespace {

// Axes compute with a wider range than double: the span of two doubles may be larger than any
// double, a step smaller.
using Wide = long double;

Wide wide_nice_below(Wide value) {
  const Wide power = std::pow(Wide(10), std::floor(std::log10(value) + Wide(tolerance::drawn)));
  for (const Wide factor : {Wide(5), Wide(2)})
    if (factor * power <= value * (1 + Wide(tolerance::drawn))) return factor * power;
  return power;
}

constexpr int kMostTicks = 1000;

}  // namespace

double nice_below(double value) {
  return value > 0 && std::isfinite(value) ? static_cast<double>(wide_nice_below(value)) : 0;
}

Ticks linear_ticks(Wide low, Wide high, int most) {
  Ticks out;
  const Wide span = high - low;
  if (!(span > 0)) return {{static_cast<double>(low)}, {fmt::format("{:.6g}", low)}};
  // The smallest round step with no more than `most` ticks.
  Wide step = wide_nice_below(span / std::max(1, most));
  while (span / step > most + Wide(tolerance::drawn)) {
    const Wide next = 2 * step;
    step = wide_nice_below(next * (1 + Wide(tolerance::drawn)));
    if (step < next * Wide(0.99)) step = wide_nice_below(Wide(2.6) * step);
  }
  const Wide first = std::ceil(low / step - Wide(tolerance::drawn));
  const Wide largest = std::max(std::fabs(low), std::fabs(high));
  const int magnitude = static_cast<int>(std::floor(std::log10(largest)));
  const int fine = static_cast<int>(std::floor(std::log10(step) + Wide(tolerance::drawn)));
  const bool scientific = magnitude >= 6 || magnitude < -4;
  for (int k = 0; k < kMostTicks; ++k) {
    const Wide at = (first + k) * step;
    if (!(at <= high + Wide(tolerance::drawn) * span)) break;
    const double value = at == 0 ? 0 : static_cast<double>(at);
    if (!std::isfinite(value)) continue;  // room beyond the largest number
    out.at.push_back(value);
    out.labels.push_back(value == 0   ? "0"
                         : scientific ? fmt::format("{:.{}e}", value, std::max(0, magnitude - fine))
                                      : fmt::format("{:.{}f}", value, std::max(0, -fine)));
  }
  // 1.5e+06 is read more quickly than 1.5e+006; zeros behind the exponent's sign go.
  for (std::string& label : out.labels)
    if (const std::size_t e = label.find('e'); e != label.npos) {
      const int power = std::stoi(label.substr(e + 1));
      label = fmt::format("{}e{}", label.substr(0, e), power);
    }
  return out;
}

Ticks log_ticks(Wide low, Wide high, int most) {
  Ticks out;
  const Wide from = std::floor(std::log10(low) + Wide(tolerance::drawn)),
             to = std::ceil(std::log10(high) - Wide(tolerance::drawn));
  const int decades = static_cast<int>(to - from);
  const int every = std::max(1, (decades + std::max(1, most) - 1) / std::max(1, most));
  const std::vector<double> factors =
      decades <= 2 ? std::vector<double>{1, 2, 5} : std::vector<double>{1};
  for (int k = 0; k <= decades; k += every)
    for (const double factor : factors) {
      const Wide at = factor * std::pow(Wide(10), from + k);
      const auto value = static_cast<double>(at);
      if (at < low * (1 - Wide(tolerance::drawn)) || at > high * (1 + Wide(tolerance::drawn)) ||
          value == 0 || !std::isfinite(value))
        continue;
      out.at.push_back(value);
      const bool plain = value >= 1e-3 && value < 1e5;  // shown without an exponent
      out.labels.push_back(plain ? fmt::format("{:.4g}", value)
                                 : fmt::format("{:.0g}e{}", factor, static_cast<int>(from) + k));
    }
  return out;
}

}  // namespace mbs
