// The runs of a certificate that change the steps or the method, not only the tolerances.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/certify/certify_parts.h"
#include "run/motion/dynamic_system.h"

namespace mbs {

namespace {

// Another method may take kWorthSteps times the steps of the first run. Without a limit an explicit
// method could take very many steps, if the deck has an implicit method for a reason.
constexpr double kWorthSteps = 30;
// Another method may always take this number of steps, which is quick.
constexpr double kQuickSteps = 20'000;
// abs and rel of the other method if the first run has fixed steps.
constexpr double kBesideFixed = 1e-10;

double shorter_of(double a, double b) { return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b); }

}  // namespace

std::vector<OtherWay> other_ways(const IntegrationRow& tightest, const IntegratorSettings& chosen,
                                 const IntegratorStats& steps, double report_step) {
  const bool fixed = is_fixed_step(chosen.method, chosen.h);
  std::vector<OtherWay> out;
  if (!fixed) {
    OtherWay half{tightest, 0, ""};
    const double longest = shorter_of(chosen.hmax, steps.longest);
    half.integration.hmax = shorter_of(longest, std::fabs(report_step)) / 2;
    half.label = fmt::format("{}, half steps", chosen.method);
    out.push_back(std::move(half));
  }
  OtherWay other{tightest, std::max(kQuickSteps, kWorthSteps * static_cast<double>(steps.accepted)),
                 ""};
  IntegrationRow& row = other.integration;
  row.method = is_automatic(row) || chosen.method == "STEP" || is_implicit(chosen.method) ? "DOP853"
                                                                                          : "STEP";
  row.h = 0;
  row.rho = -1;
  if (fixed) row.abs = row.rel = kBesideFixed, row.hmax = 0;
  other.label = fmt::format("{} abs {:.3g} rel {:.3g}", row.method, row.abs, row.rel);
  out.push_back(std::move(other));
  return out;
}

std::vector<OtherWay> other_times(const IntegrationRow& row) {
  return {{row, 0, "report times a third apart", 3}};
}

}  // namespace mbs
