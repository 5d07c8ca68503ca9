#include "linalg/butterworth.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

namespace mbs {
namespace {

constexpr double kPeriods = 3, kFewestRows = 9;  // length of the continuation

// y = (b x + 2 b x' + b x'' - a1 y' - a2 y''), from the analog filter by the bilinear transform
// that keeps the cut-off in its place.
struct OnePass {
  explicit OnePass(double cutoff) {
    const double k = std::tan(std::numbers::pi * cutoff / kCutoffOfBoth);
    const double all = 1 + std::numbers::sqrt2 * k + k * k;
    b = k * k / all;
    a1 = 2 * (k * k - 1) / all;
    a2 = (1 - std::numbers::sqrt2 * k + k * k) / all;
  }
  // Runs from first to last, as if all values before the first were equal to it.
  template <class Iterator>
  void run(Iterator first, Iterator last) {
    before = (2 * b - a1 + b - a2) * *first, before_that = (b - a2) * *first;
    for (; first != last; ++first) *first = next(*first);
  }
  double next(double x) {
    const double y = b * x + before;
    before = 2 * b * x - a1 * y + before_that;
    before_that = b * x - a2 * y;
    return y;
  }

  double b, a1, a2;
  // What earlier values add to the next y and to the one after it.
  double before = 0, before_that = 0;
};

}  // namespace

double spacing_to_filter(ConstVector t) {
  std::vector<double> h(t.size() - 1);
  for (std::size_t i = 0; i + 1 < t.size(); ++i) h[i] = t[i + 1] - t[i];
  const auto middle = h.begin() + static_cast<std::ptrdiff_t>(h.size() / 2);
  std::nth_element(h.begin(), middle, h.end());
  const double mean = (t.back() - t.front()) / static_cast<double>(h.size());
  return std::clamp(*middle, mean / 4, mean);
}

void low_pass(Vector y, double cutoff) {
  assert(cutoff > 0 && cutoff < kHighestCutoff);
  const std::size_t n = y.size();
  if (n < 2) return;
  const double wanted = std::max(kFewestRows, std::ceil(kPeriods / cutoff));
  const std::size_t more =
      wanted < static_cast<double>(n - 1) ? static_cast<std::size_t>(wanted) : n - 1;
  // Subtracts the first value: a filter leaves constants alone, and a large one would cost digits.
  const double first = y[0];
  std::vector<double> x(n + 2 * more);
  for (std::size_t i = 0; i < n; ++i) x[more + i] = y[i] - first;
  const double last = x[more + n - 1];
  for (std::size_t k = 1; k <= more; ++k) {
    x[more - k] = -x[more + k];
    x[more + n - 1 + k] = 2 * last - x[more + n - 1 - k];
  }
  OnePass filter(cutoff);
  filter.run(x.begin(), x.end());
  filter.run(x.rbegin(), x.rend());
  for (std::size_t i = 0; i < n; ++i) y[i] = first + x[more + i];
}

// The sum of the squares of the impulse response of one pass.
double kept_by_low_pass(double cutoff) {
  OnePass filter(cutoff);
  double sum = 0;
  const int steps = static_cast<int>(std::min(1e7, 20 / cutoff + 100));
  for (int k = 0; k < steps; ++k) {
    const double y = filter.next(k == 0 ? 1 : 0);
    sum += y * y;
  }
  return sum;
}

namespace {

// Where the residual is noise, and how many cut-offs the line is drawn through.
constexpr double kNoiseFrom = 0.1, kNoiseTo = 0.25;
constexpr int kOnLine = 16, kBisections = 40;

double rms_taken_away(ConstVector y, double cutoff) {
  std::vector<double> left(y.begin(), y.end());
  low_pass(left, cutoff);
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += (y[i] - left[i]) * (y[i] - left[i]);
  return std::sqrt(sum / static_cast<double>(y.size()));
}

// The value at 0 of the line of least squares through the residuals of noise.
double rms_of_noise(ConstVector y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int k = 0; k <= kOnLine; ++k) {
    const double x = kNoiseFrom + (kNoiseTo - kNoiseFrom) * k / kOnLine, r = rms_taken_away(y, x);
    n += 1, sx += x, sy += r, sxx += x * x, sxy += x * r;
  }
  return (sy * sxx - sx * sxy) / (n * sxx - sx * sx);
}

}  // namespace

double cutoff_by_residuals(ConstVector y) {
  const double noise = rms_of_noise(y);
  double low = 1 / static_cast<double>(y.size()), high = kNoiseTo;
  if (!(noise > rms_taken_away(y, high))) return high;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = (low + high) / 2;
    (rms_taken_away(y, middle) > noise ? low : high) = middle;
  }
  return high;
}

}  // namespace mbs
