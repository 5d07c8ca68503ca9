#include "deck/lines/curve_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace mbs {

namespace {

// Part of the range of the rows.
constexpr double kDoubtful = 0.1;

}  // namespace

void warn_of_curve(const Spline& curve, const std::vector<double>& y, SourceLocation where,
                   const std::string& record, Diagnostics& diagnostics) {
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  const double range = *high - *low;
  if (!(range > 0)) return;
  const auto [least, most] = curve.extremes();
  const double below = *low - least.value, above = most.value - *high;
  if (std::max(below, above) > kDoubtful * range) {
    const Spline::Extreme& end = above > below ? most : least;
    diagnostics.warning(
        where, record,
        fmt::format("between its rows the curve goes to {:.6g} at {:.6g}, but the rows lie between "
                    "{:.6g} and {:.6g}",
                    end.value, end.t, *low, *high),
        "LINEAR or MONOTONE stays within the rows");
  }
  double moved = 0;
  int worst = 0;
  for (int k = 0; k < curve.size(); ++k) {
    const double off = std::fabs(curve.value(k) - y[at(k)]);
    if (off > moved) moved = off, worst = k;
  }
  if (moved > kDoubtful * range)
    diagnostics.warning(
        where, record,
        fmt::format(
            "the smoothing moves its row at {:.6g} from {:.6g} to {:.6g}, by {:.0f} % of the "
            "range of the rows",
            curve.time(worst), y[at(worst)], curve.value(worst), 100 * moved / range),
        "NATURAL or MONOTONE goes through the rows");
}

}  // namespace mbs
