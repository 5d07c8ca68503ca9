// Checks of a deck's tables over time before a run.
#include <fmt/format.h>

#include "base/index.h"
#include "build/table_curves.h"
#include "deck/lines/curve_checks.h"
#include "deck/lines/gaps.h"
#include "deck/records/run_records.h"
#include "deck/tables/tables.h"
#include "linalg/spline.h"
#include "program/checks.h"
#include "text/time_table.h"

namespace mbs {

namespace {

struct CurvePlace {
  SourceLocation where;
  const std::string& record;
  const TimeGrid& grid;
  Diagnostics& diagnostics;
};

// Measured rows must cover the run, and the curve must look like its rows.
void check_column(const TimeTable& table, int column, const CurveChoice& choice,
                  const Spline& curve, const CurvePlace& place) {
  if (!smooths(choice))
    return warn_of_curve(curve, table.t, table.columns[at(column)], place.where, place.record,
                         place.diagnostics);
  const KnownRows known = known_rows(table, column);
  if (known.t.size() < 2) return;
  TimeTable stretch;
  stretch.t = {known.t.front(), known.t.back()};
  if (known.t.size() < table.t.size() && place.grid.step > 0 && !covers(stretch, place.grid))
    place.diagnostics.error(
        place.where, place.record,
        fmt::format("value {} is empty at an end of its table, where nothing can be smoothed: {}",
                    column + 1, cover_problem(stretch, place.grid)),
        "expected a run within what was measured, or NATURAL, which holds the last value");
  warn_of_curve(curve, known.t, known.y, place.where, place.record, place.diagnostics);
}

void check_curve(const MotionRow& row, const Motion& motion, const TimeGrid& grid,
                 Diagnostics& diagnostics) {
  if (row.table && motion.spline())
    check_column(*row.table, row.column, row.smoothing, *motion.spline(),
                 {row.where, row.label, grid, diagnostics});
}

void check_quantity(const ChainQuantity& is, const CurvePlace& place) {
  if (!is.table) return;
  const Motion curve = curve_through(*is.table, 0, is.smoothing);
  check_column(*is.table, 0, is.smoothing, *curve.spline(), place);
}

}  // namespace

void check_tables(const Tables& tables, const Model& model, Diagnostics& diagnostics) {
  const bool has_mass = !tables.forces.masses.empty() || !tables.chain.segments.empty();
  for (std::size_t k = 0; k < tables.motions.size(); ++k) {
    const MotionRow& row = tables.motions[k];
    if (row.table && row.smoothing == Smoothing::linear && has_mass)
      diagnostics.error(row.where, row.label,
                        "straight lines between its rows would need infinite forces: the velocity "
                        "jumps at each of them, and there are masses",
                        "expected MONOTONE, NATURAL or SMOOTH for a prescribed position");
    check_curve(row, model.motions[k], tables.time, diagnostics);
  }
  const auto& forces = tables.forces.measured_forces;
  for (std::size_t k = 0; k < forces.size(); ++k)
    for (std::size_t c = 0; c < forces[k].motions.size(); ++c)
      check_curve(forces[k].motions[c], model.forces.measured_forces[k].motions[c], tables.time,
                  diagnostics);
  for (const SpaceLoadRow& row : tables.forces.space_loads)
    for (const MotionRow& motion : row.motions)
      if (motion.table) check_curve(motion, make_motion(motion), tables.time, diagnostics);
  for (const NetJointRow& row : tables.forces.net_joints)
    for (const MotionRow& motion : row.place)
      if (motion.table) check_curve(motion, make_motion(motion), tables.time, diagnostics);
  for (const ChainKnown& row : tables.chain.knowns)
    if (row.variable != ChainVariable::phi)  // checked as a motion
      check_quantity(row.is, {row.where, row.label, tables.time, diagnostics});
  for (const ChainRow& row : tables.chain.rows)
    for (const ChainRowTerm& term : row.terms)
      check_quantity(term.is, {term.where, term.label, tables.time, diagnostics});
}

}  // namespace mbs
