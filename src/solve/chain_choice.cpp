#include "solve/chain_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace mbs {

namespace {

using enum ChainVariable;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

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
  if (column < joints)
    return fmt::format("{} {}", kNames[at(column / (n + 1))], column % (n + 1) + 1);
  return fmt::format("{} {}", kNames[at(3 + (column - joints) / n)], (column - joints) % n + 1);
}

void choose_forward(const Chain& chain, std::span<const char> active, std::span<char> unknown) {
  const int n = static_cast<int>(chain.segments.size());
  auto flag = [&](ChainVariable v, int i) -> char& {
    return unknown[at(chain_variable_column(v, i, n))];
  };
  std::fill(unknown.begin(), unknown.end(), 0);
  for (int i = 0; i < n; ++i) {
    flag(frx, i) = flag(fry, i) = i > 0 || !chain.free_base;
    flag(phidd, i) = 1;
  }
  flag(xdd, 0) = flag(ydd, 0) = chain.free_base;
  for (std::size_t k = 0; k < chain.constraints.size(); ++k) {
    const ChainConstraint& c = chain.constraints[k];
    if (c.kind == ChainConstraint::Kind::joint && c.first == n && active[k])
      flag(frx, n) = flag(fry, n) = 1;
  }
}

ChainChoice::ChainChoice(int n)
    : unknown(at(chain_variable_count(n))), value(at(chain_variable_count(n))) {}

int ChainChoice::unknown_count() const {
  return static_cast<int>(std::count(unknown.begin(), unknown.end(), 1));
}

ChainSolution solve_chain(std::span<const ChainSegment> segments, const ChainChoice& choice) {
  ChainSystem system(segments, {}, 0);
  system.choose(choice.unknown);
  ChainSolution out;
  if (system.unknown_count() < system.equation_count()) return out;
  std::vector<double> value(choice.value.size());
  const bool solved =
      system.solve(segments, choice.value, ChainEquations(0, system.variable_count()), value);
  if (system.unknown_count() == system.equation_count()) out.rcond = system.rcond();
  if (solved)
    out.value = std::move(value);
  else
    out.undetermined = system.undetermined();
  return out;
}

namespace {

// Forces, moments, angular accelerations, linear accelerations.
std::size_t dimension(int column, int n) {
  const int joints = 3 * (n + 1);
  if (column >= 7 * n + 3) return 3;
  if (column < joints) return column < 2 * (n + 1) ? 0 : 1;
  return at(std::max(0, (column - joints) / n - 1));
}

struct Difference {
  Difference(ConstVector a, ConstVector b, int n) {
    for (int j = 0; j < chain_variable_count(n); ++j) {
      const std::size_t d = dimension(j, n);
      largest[d] = std::max({largest[d], std::fabs(a[at(j)]), std::fabs(b[at(j)])});
      worst[d] = std::max(worst[d], std::fabs(a[at(j)] - b[at(j)]));
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

double chain_difference(const ChainSolution& a, const ChainSolution& b, int n) {
  return Difference(a.value, b.value, n).relative();
}

double chain_difference(ConstVector a, ConstVector b, std::span<const ChainSegment> segments) {
  Difference d(a, b, static_cast<int>(segments.size()));
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
