#include "program/table_checks.h"

#include "base/index.h"
#include "build/build_forces.h"
#include "deck/lines/curve_checks.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

void check_curve(const MotionRow& row, const Motion& motion, Diagnostics& diagnostics) {
  if (row.table && motion.spline())
    warn_of_curve(*motion.spline(), row.table->columns[at(row.column)], row.where, row.label,
                  diagnostics);
}

void check_quantity(const std::string& label, SourceLocation where, const ChainQuantity& is,
                    Diagnostics& diagnostics) {
  if (!is.table) return;
  const Motion curve = curve_through(*is.table, 0, is.smoothing);
  warn_of_curve(*curve.spline(), is.table->columns[0], where, label, diagnostics);
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
    check_curve(row, model.motions[k], diagnostics);
  }
  const auto& forces = tables.forces.measured_forces;
  for (std::size_t k = 0; k < forces.size(); ++k)
    for (std::size_t c = 0; c < forces[k].motions.size(); ++c)
      check_curve(forces[k].motions[c], model.forces.measured_forces[k].motions[c], diagnostics);
  for (const NetJointRow& row : tables.forces.net_joints)
    for (const MotionRow& motion : row.place)
      if (motion.table) check_curve(motion, make_motion(motion), diagnostics);
  for (const ChainKnown& row : tables.chain.knowns)
    check_quantity(row.label, row.where, row.is, diagnostics);
  for (const ChainRow& row : tables.chain.rows)
    for (const ChainRowTerm& term : row.terms)
      check_quantity(term.label, term.where, term.is, diagnostics);
}

}  // namespace mbs
