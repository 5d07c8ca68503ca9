#include "build/table_curves.h"

#include <memory>

#include "base/index.h"
#include "base/views.h"
#include "deck/lines/gaps.h"
#include "linalg/spline.h"
#include "text/time_table.h"

namespace mbs {

namespace {

Spline curve_of(ConstVector t, ConstVector y, const CurveChoice& choice) {
  switch (choice.way) {
    case Smoothing::cross_validated:
      return Spline::cross_validate(t, y);
    case Smoothing::interpolated:
      return Spline::interpolate(t, y);
    case Smoothing::monotone:
      return Spline::monotone(t, y);
    case Smoothing::quintic:
      return Spline::cross_validate_quintic(t, y);
    case Smoothing::known_noise:
      return Spline::with_known_noise(t, y, choice.number);
    case Smoothing::low_pass:
      return Spline::low_pass(t, y, choice.number);
    case Smoothing::linear:
      break;
  }
  return Spline::polygon(t, y);
}

}  // namespace

bool smooths(const CurveChoice& choice) {
  return choice != Smoothing::interpolated && choice != Smoothing::linear &&
         choice != Smoothing::monotone;
}

Motion curve_through(const TimeTable& table, int column, const CurveChoice& choice) {
  const KnownRows known =
      smooths(choice) ? known_rows(table, column) : KnownRows{table.t, table.columns[at(column)]};
  // A curve needs two rows: with a single known value the filled table is used, which is constant.
  const bool enough = known.t.size() >= 2;
  const ConstVector t = enough ? known.t : table.t,
                    y = enough ? known.y : table.columns[at(column)];
  return Motion::table(std::make_shared<const Spline>(curve_of(t, y, choice)));
}

Motion make_motion(const MotionRow& row) {
  if (!row.table) return Motion::polynomial(row.coefficients);
  return curve_through(*row.table, row.column, row.smoothing);
}

}  // namespace mbs
