#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "deck/records/measured.h"
#include "deck/records/stride_records.h"
#include "linalg/spline.h"

namespace mbs {

namespace {

// An extreme counts where the curve comes back from it by this part of its range.
constexpr double kComesBack = 0.25;
// Markers are lost where the next row with them is farther away than this many usual steps.
constexpr double kLost = 3;
// The pelvis of a walk goes at least this part of the range of the foot about it.
constexpr double kWalks = 0.5;

TableColumns columns_of(const HeelToe& asked) {
  TableColumns out{1, count_of(asked.markers), Gaps::fill};
  TableColumn column;
  column.heading = "Time";
  column.where = asked.markers.front().where;
  out.chosen.push_back(column);
  for (const Token& marker : asked.markers) {
    column.heading = marker.text + "." + asked.axis;
    column.where = marker.where;
    out.chosen.push_back(column);
    out.units.push_back(unit::metre);
  }
  out.exact = true;
  return out;
}

// The place of the largest value between two times: the zero of the rate.
double turn_between(const Spline& curve, double from, double to) {
  int hint = 0;
  double value[3];
  for (int k = 0; k < 100 && to > from; ++k) {
    const double middle = 0.5 * (from + to);
    if (!(middle > from && middle < to)) break;
    curve.evaluate(middle, value, hint);
    (value[1] > 0 ? from : to) = middle;
  }
  return 0.5 * (from + to);
}

// A peak between two rows where the markers were seen.
struct Peak {
  double t, before, behind;
};

// The peaks of the curve from which it comes back on both sides.
std::vector<Peak> peaks(const Spline& curve, const std::vector<double>& t) {
  std::vector<double> y;
  int hint = 0;
  for (const double at : t) {
    double value[3];
    curve.evaluate(at, value, hint);
    y.push_back(value[0]);
  }
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  const double part = kComesBack * (*high - *low);
  std::vector<Peak> out;
  bool rises = true;  // since the last turn
  std::size_t best = 0;
  for (std::size_t k = 1; k < y.size(); ++k) {
    if (rises ? y[k] > y[best] : y[k] < y[best]) best = k;
    if (rises ? y[k] < y[best] - part : y[k] > y[best] + part) {
      if (rises && best > 0) {
        const double peak = turn_between(curve, t[best - 1], t[best + 1]);
        out.push_back(peak < t[best] ? Peak{peak, t[best - 1], t[best]}
                                     : Peak{peak, t[best], t[best + 1]});
      }
      rises = !rises;
      best = k;
    }
  }
  return out;
}

}  // namespace

std::optional<std::vector<double>> find_heel_toe(RecordReader& in, const LexedDeck& deck,
                                                 const HeelToe& asked, Diagnostics& diagnostics,
                                                 const std::string& label) {
  const auto table = rows_of_file(in, deck, asked.file, columns_of(asked), diagnostics, label);
  if (!table || !in.ok()) return {};
  std::vector<char> missing(table->t.size(), 0);
  for (const auto& rows : table->empty_rows)
    for (const std::size_t row : rows) missing[row] = 1;
  std::vector<double> t, ahead, pelvis;
  const double n = count_of(asked.markers) - 1;
  for (std::size_t row = 0; row < table->t.size(); ++row) {
    if (missing[row]) continue;
    double mean = 0;
    for (std::size_t c = 1; c < table->columns.size(); ++c) mean += table->columns[c][row] / n;
    t.push_back(table->t[row]);
    pelvis.push_back(mean);
    ahead.push_back(table->columns[0][row] - mean);
  }
  if (t.size() < 5) {
    in.fail(asked.markers.front().where,
            fmt::format("these markers are seen together in {} rows alone", t.size()),
            "expected five or more");
    return {};
  }
  const auto [low, high] = std::minmax_element(ahead.begin(), ahead.end());
  const double way = pelvis.back() - pelvis.front();
  if (asked.direction == 0 && !(std::fabs(way) > kWalks * (*high - *low))) {
    in.fail(
        asked.file.where,
        fmt::format("the pelvis goes {:.3g} along {}, so the direction of the walk is not known",
                    way, asked.axis),
        fmt::format("expected ALONG +{0} or ALONG -{0}, as on a treadmill", asked.axis));
    return {};
  }
  const double direction = asked.direction != 0 ? asked.direction : way;
  const bool turned = (direction < 0) == asked.heel;  // the heel has a peak, the toe a trough
  if (turned)
    for (double& value : ahead) value = -value;
  std::vector<double> steps, out;
  for (std::size_t row = 1; row < t.size(); ++row) steps.push_back(t[row] - t[row - 1]);
  std::nth_element(steps.begin(), steps.begin() + count_of(steps) / 2, steps.end());
  const double lost = kLost * steps[steps.size() / 2];
  for (const Peak& peak : peaks(Spline::cross_validate_quintic(t, ahead), t)) {
    out.push_back(peak.t);
    if (peak.behind - peak.before > lost)
      diagnostics.warning(
          asked.markers.front().where, label,
          fmt::format(
              "its time {:.6g} lies where the markers are not seen, between {:.6g} and {:.6g}",
              peak.t, peak.before, peak.behind),
          "it is that of a curve drawn over the gap; a plate, or AT, may know it better");
  }
  return out;
}

}  // namespace mbs
