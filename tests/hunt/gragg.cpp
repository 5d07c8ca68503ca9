#include "gragg.h"

#include <algorithm>
#include <cmath>

namespace hunt {

namespace {
constexpr int kColumns = 9;
std::size_t at(int i) { return static_cast<std::size_t>(i); }
}  // namespace

bool gragg_step(const Rate& rate, double t, double& h, double tolerance, Numbers& y) {
  const std::size_t n = y.size();
  const Numbers f0 = rate(t, y);
  std::vector<Numbers> row;
  double error = 1e300;
  for (int k = 1; k <= kColumns; ++k) {
    const int m = 2 * k;
    const double s = h / m;
    Numbers z0 = y, z1(n);
    for (std::size_t i = 0; i < n; ++i) z1[i] = y[i] + s * f0[i];
    for (int j = 1; j < m; ++j) {
      const Numbers f = rate(t + j * s, z1);
      for (std::size_t i = 0; i < n; ++i) {
        const double z2 = z0[i] + 2 * s * f[i];
        z0[i] = z1[i];
        z1[i] = z2;
      }
    }
    std::vector<Numbers> next{z1};
    for (int c = 1; c < k; ++c) {
      const double ratio = static_cast<double>(k) / (k - c);
      const Numbers& better = next[at(c - 1)];
      const Numbers& worse = row[at(c - 1)];
      Numbers z(n);
      for (std::size_t i = 0; i < n; ++i)
        z[i] = better[i] + (better[i] - worse[i]) / (ratio * ratio - 1);
      next.push_back(z);
    }
    if (k >= 3) {
      error = 0;
      for (std::size_t i = 0; i < n; ++i)
        error = std::max(error, std::fabs(next.back()[i] - next[at(k - 2)][i]) /
                                    (1 + std::fabs(next.back()[i])));
    }
    row = std::move(next);
    if (!std::isfinite(error)) break;
    if (error < tolerance) {
      y = row.back();
      h *= k < kColumns - 2 ? 1.6 : k < kColumns ? 1 : 0.8;
      return true;
    }
  }
  h /= std::isfinite(error) && error < 1e4 * tolerance ? 2 : 4;
  return false;
}

}  // namespace hunt
