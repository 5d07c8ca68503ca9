#include "gragg.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hunt {

namespace {
constexpr int kColumns = 9;
std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The rates at one end of a step and at the four instants next to it, the nearest first.
using Ends = std::array<Numbers, 5>;

// Whether the rates have a kink between the end of a step and the instant next to it, a part `s` of
// time from it: there all sums of the extrapolation agree, since none has a rate from beyond it.
// The cubic through the four instants says what the rate at the end would be without it.
bool has_kink(const Ends& f, double s, double tolerance, const Numbers& y) {
  constexpr double kPart = 0.25;  // of the rates
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double off = f[0][i] - (4 * f[1][i] - 6 * f[2][i] + 4 * f[3][i] - f[4][i]);
    double size = 0;
    for (const Numbers& rates : f) size = std::max(size, std::fabs(rates[i]));
    if (s * std::fabs(off) > tolerance * (1 + std::fabs(y[i])) && std::fabs(off) > kPart * size)
      return true;
  }
  return false;
}

}  // namespace

bool gragg_step(const Rate& rate, double t, double& h, double tolerance, Numbers& y) {
  const std::size_t n = y.size();
  const Numbers f0 = rate(t, y);
  std::vector<Numbers> row;
  double error = 1e300;
  bool kink = false;
  for (int k = 1; k <= kColumns; ++k) {
    const int m = 2 * k;
    const double s = h / m;
    Numbers z0 = y, z1(n);
    Ends first{f0}, last;
    for (std::size_t i = 0; i < n; ++i) z1[i] = y[i] + s * f0[i];
    for (int j = 1; j < m; ++j) {
      const Numbers f = rate(t + j * s, z1);
      if (j < 5) first[at(j)] = f;
      if (m - j < 5) last[at(m - j)] = f;
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
      last[0] = rate(t + h, row.back());
      kink = has_kink(first, s, tolerance, y) || has_kink(last, s, tolerance, y);
      if (kink) break;
      y = row.back();
      h *= k < kColumns - 2 ? 1.6 : k < kColumns ? 1 : 0.8;
      return true;
    }
  }
  h /= !kink && std::isfinite(error) && error < 1e4 * tolerance ? 2 : 4;
  return false;
}

}  // namespace hunt
