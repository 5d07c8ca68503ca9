#include "draw/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"

namespace mbs {

double nice_below(double value) {
  if (!(value > 1e-300) || !std::isfinite(value)) return 0;  // no power of ten lies below
  const double power = std::pow(10.0, std::floor(std::log10(value) + tolerance::drawn));
  for (const double factor : {5.0, 2.0})
    if (factor * power <= value * (1 + tolerance::drawn)) return factor * power;
  return power;
}

Ticks linear_ticks(double low, double high, int most) {
  Ticks out;
  const double span = high - low;
  if (!(span > 0)) return {{low}, {fmt::format("{:.6g}", low)}};
  // The smallest round step with no more than `most` ticks.
  double step = nice_below(span / std::max(1, most));
  while (span / step > most + tolerance::drawn) {
    const double next = 2 * step;
    step = nice_below(next * (1 + tolerance::drawn));
    if (step < next * 0.99) step = nice_below(2.6 * step);
  }
  const double first = std::ceil(low / step - tolerance::drawn);
  const double largest = std::max(std::fabs(low), std::fabs(high));
  const int magnitude = static_cast<int>(std::floor(std::log10(largest)));
  const int fine = static_cast<int>(std::floor(std::log10(step) + tolerance::drawn));
  const bool scientific = magnitude >= 6 || magnitude < -4;
  for (double k = first; k * step <= high + tolerance::drawn * span; ++k) {
    const double value = k * step == 0 ? 0 : k * step;
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

Ticks log_ticks(double low, double high, int most) {
  Ticks out;
  const double from = std::floor(std::log10(low) + tolerance::drawn),
               to = std::ceil(std::log10(high) - tolerance::drawn);
  const int decades = static_cast<int>(to - from);
  const int every = std::max(1, (decades + most - 1) / most);
  const std::vector<double> factors =
      decades <= 2 ? std::vector<double>{1, 2, 5} : std::vector<double>{1};
  for (int k = 0; k <= decades; k += every)
    for (const double factor : factors) {
      const double value = factor * std::pow(10.0, from + k);
      if (value < low * (1 - tolerance::drawn) || value > high * (1 + tolerance::drawn)) continue;
      out.at.push_back(value);
      const bool plain = value >= 1e-3 && value < 1e5;  // shown without an exponent
      out.labels.push_back(plain ? fmt::format("{:.4g}", value)
                                 : fmt::format("{:.0g}e{}", factor, from + k));
    }
  return out;
}

}  // namespace mbs
