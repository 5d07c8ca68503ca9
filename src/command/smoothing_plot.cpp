#include "command/smoothing_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/tables/tables.h"
#include "draw/scene/recording.h"
#include "linalg/spline.h"
#include "program/smoothed_columns.h"
#include "text/names.h"
#include "text/units.h"

namespace mbs {

namespace {

constexpr std::size_t kCurveRows = 600;
constexpr std::size_t kMostColumns = 12;  // that a message lists
constexpr double kShownOfNoise = 5;
constexpr double kSameCutoff = 1e-9;  // relative

// The name of a unit where the deck says its units.
std::string unit_name(const Tables& tables, Unit unit) {
  const UnitSystem& units = tables.units();
  return shows_units(tables) && unit.known ? units.shown(unit) : "";
}

void add_raw(const Tables& tables, const SmoothedColumn& column, Plot& plot) {
  const std::string unit = unit_name(tables, column.unit);
  plot.measured.push_back({column.name + ", rows", column.t, column.y, unit});
  PlotCurve curve{column.name, {}, {}, unit};
  const double from = column.t.front(), to = column.t.back();
  int hint = 0;
  for (std::size_t k = 0; k <= kCurveRows; ++k) {
    const double t = from + (to - from) * static_cast<double>(k) / kCurveRows;
    double value[3];
    column.curve.evaluate(t, value, hint);
    curve.x.push_back(t);
    curve.y.push_back(value[0]);
  }
  plot.xname = "t";
  plot.xunit = unit_name(tables, unit::second);
  plot.curves.push_back(std::move(curve));
}

// Returns the part of the residual that is worth seeing: where the filter takes away the motion
// itself, it is far above the noise.
double add_residual(const Tables& tables, const SmoothedColumn& column, Plot& plot) {
  const std::string unit = unit_name(tables, column.unit);
  const ResidualAnalysis found = residual_analysis(column);
  PlotCurve noise{fmt::format("noise {:.2g}", found.noise), {0, found.cutoff.back()}, {}, unit};
  for (const double x : noise.x) noise.y.push_back(found.noise + found.slope * x);
  plot.curves.push_back({column.name, found.cutoff, found.rms, unit});
  plot.curves.push_back(std::move(noise));
  const double cutoff = column.curve.spline()->fit().cutoff;
  const auto same = std::find_if(
      plot.events.begin(), plot.events.end(),
      [&](const RunEvent& event) { return std::fabs(event.t - cutoff) < kSameCutoff * cutoff; });
  if (same != plot.events.end())
    same->label = fmt::format("{:.4g}", cutoff);
  else if (cutoff > 0 && cutoff < found.cutoff.back())
    plot.events.push_back({cutoff, fmt::format("{}: {:.4g}", column.name, cutoff)});
  const std::string time = unit_name(tables, unit::second);
  plot.xname = "cut-off";
  plot.xunit = time.empty() ? "" : time == "s" ? "Hz" : "1/" + time;
  plot.yname = with_unit("rms of the residual", unit);
  return found.noise > 0 ? kShownOfNoise * found.noise : found.rms.front();
}

}  // namespace

void add_smoothing(const Tables& tables, PlotSettings& settings, Plot& plot,
                   Diagnostics& diagnostics) {
  const std::string option = settings.raw ? "plot --raw" : "plot --residual";
  const std::vector<SmoothedColumn> all = smoothed_columns(tables);
  if (all.empty())
    return diagnostics.error({}, option, "the deck smooths no table",
                             "expected SMOOTH behind TABLE or MARKERS, or a MOTION without a word");
  std::vector<std::string> names;
  for (const SmoothedColumn& column : all) names.push_back(column.name);
  std::vector<std::string> wanted = settings.columns;
  if (wanted.empty()) wanted.push_back(names.front());
  double highest = 0;
  for (const std::string& name : wanted) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const SmoothedColumn& column) {
      return are_same_name(column.name, name);
    });
    if (found == all.end()) {
      const std::size_t count = std::min(kMostColumns, names.size());
      diagnostics.error(
          {}, option, fmt::format("'{}' is no smoothed table", printable(name)),
          fmt::format(
              "expected {}{}",
              fmt::join(names.begin(), names.begin() + static_cast<long>(count), ", "),
              count < names.size() ? fmt::format(" or {} more", names.size() - count) : ""));
      continue;
    }
    if (settings.raw)
      add_raw(tables, *found, plot);
    else
      highest = std::max(highest, add_residual(tables, *found, plot));
  }
  if (settings.yrange.empty() && highest > 0) settings.yrange = {0, highest};
}

}  // namespace mbs
