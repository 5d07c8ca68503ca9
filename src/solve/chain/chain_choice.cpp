#include "solve/chain/chain_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/index.h"

namespace mbs {

namespace {

using enum ChainVariable;

}  // namespace

int chain_variable_count(int n) { return 7 * n + 5; }

int chain_variable_column(ChainVariable variable, int index, int n) {
  const int kind = static_cast<int>(variable);
  if (variable <= m) return kind * (n + 1) + index;
  if (variable <= phidd) return 3 * (n + 1) + (kind - 3) * n + index;
  return 7 * n + 3 + (variable == ydd ? 1 : 0);
}

std::string chain_variable_name(int column, int n) {
  static constexpr std::array<const char*, 7> kNames = {"FRX",   "FRY",  "M",    "FEXTX",
                                                        "FEXTY", "MEXT", "PHIDD"};
  if (column >= 7 * n + 3) return column == 7 * n + 3 ? "XDD" : "YDD";
  const int joints = 3 * (n + 1);
  if (column < joints) return fmt::format("{} {}", kNames[column / (n + 1)], column % (n + 1) + 1);
  return fmt::format("{} {}", kNames[3 + (column - joints) / n], (column - joints) % n + 1);
}

namespace {

// Forces, moments, angular accelerations, linear accelerations.
std::size_t dimension(int column, int n) {
  const int joints = 3 * (n + 1);
  if (column >= 7 * n + 3) return 3;
  if (column < joints) return column < 2 * (n + 1) ? 0 : 1;
  return std::max(0, (column - joints) / n - 1);
}

struct Difference {
  Difference(ConstVector a, ConstVector b, int n) {
    for (int j = 0; j < chain_variable_count(n); ++j) {
      const std::size_t d = dimension(j, n);
      largest[d] = std::max({largest[d], std::fabs(a[j]), std::fabs(b[j])});
      worst[d] = std::max(worst[d], std::fabs(a[j] - b[j]));
    }
  }
  double relative() const {
    double out = 0;
    for (std::size_t d = 0; d < worst.size(); ++d)
      out = std::max(out, worst[d] / std::max(largest[d], std::numeric_limits<double>::min()));
    return out;
  }
  std::array<double, 4> largest{}, worst{};
};

}  // namespace

double chain_difference(ConstVector a, ConstVector b, int n) {
  return Difference(a, b, n).relative();
}

double chain_difference(ConstVector a, ConstVector b, std::span<const ChainSegment> segments) {
  Difference d(a, b, count_of(segments));
  double length = 0, mass = 0;
  for (const ChainSegment& s : segments) {
    length = std::max({length, s.l, std::fabs(s.d)});
    mass += s.m;
  }
  if (length == 0) length = 1;
  d.largest[0] = std::max(d.largest[0], d.largest[1] / length);
  d.largest[1] = std::max(d.largest[1], d.largest[0] * length);
  d.largest[3] = std::max(d.largest[3], d.largest[2] * length);
  if (mass > 0) d.largest[3] = std::max(d.largest[3], d.largest[0] / mass);
  d.largest[2] = std::max(d.largest[2], d.largest[3] / length);
  return d.relative();
}

}  // namespace mbs
