#include "integrate/fastest_rate.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mbs {

namespace {

constexpr int kPasses = 30, kCounted = 8;  // the last passes count; an oscillation needs two each
constexpr double kLength = 1e-7;           // of the largest component: the length of a difference

}  // namespace

double fastest_rate(const OdeSystem& system, double t, ConstVector y) {
  const std::size_t n = y.size(), pairs = static_cast<std::size_t>(system.pairs),
                    moving = n - static_cast<std::size_t>(system.quadratures);
  // Rates of the pairs have another unit and do not count.
  const auto size = [&](ConstVector d) {
    double out = 0;
    for (std::size_t i = 0; i < moving; ++i)
      if (i < pairs || i >= 2 * pairs) out = std::max(out, std::abs(d[i]));
    return out;
  };
  std::vector<double> at(y.begin(), y.end()), f(n), there(n), d(n);
  if (!system.rhs(system.context, t, y, f).ok()) return 0;
  for (std::size_t i = 0; i < moving; ++i) d[i] = std::cos(1.0 + static_cast<double>(i * i));
  const double largest = size(y), step = kLength * (largest > 0 ? largest : 1);
  double growth = 0;  // logarithm
  for (int pass = 0; pass < kPasses; ++pass) {
    const double length = size(d);
    if (!(length > 0) || !std::isfinite(length)) return 0;
    for (std::size_t i = 0; i < moving; ++i) {
      d[i] /= length;
      at[i] = y[i] + step * d[i];
    }
    if (!system.rhs(system.context, t, at, there).ok()) return 0;
    for (std::size_t i = 0; i < moving; ++i) d[i] = (there[i] - f[i]) / step;
    if (pass >= kPasses - kCounted) growth += std::log(size(d));
  }
  return std::isfinite(growth) ? std::exp(growth / kCounted) : 0;
}

}  // namespace mbs
