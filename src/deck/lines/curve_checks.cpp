#include "deck/lines/curve_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/spline.h"

namespace mbs {

namespace {

// Part of the range of the rows.
constexpr double kDoubtful = 0.1;

}  // namespace

void warn_of_curve(const Spline& curve, const std::vector<double>& t, const std::vector<double>& y,
                   SourceLocation where, const std::string& record, Diagnostics& diagnostics) {
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
  double worst_value = 0;
  std::size_t worst = 0;
  int hint = 0;
  for (std::size_t k = 0; k < t.size(); ++k) {
    double out[3];
    curve.evaluate(t[k], out, hint);
    const double off = std::fabs(out[0] - y[k]);
    if (off > moved) moved = off, worst = k, worst_value = out[0];
  }
  if (moved > kDoubtful * range)
    diagnostics.warning(
        where, record,
        fmt::format(
            "the smoothing moves its row at {:.6g} from {:.6g} to {:.6g}, by {:.0f} % of the "
            "range of the rows",
            t[worst], y[worst], worst_value, 100 * moved / range),
        "NATURAL or MONOTONE goes through the rows");
}

}  // namespace mbs
