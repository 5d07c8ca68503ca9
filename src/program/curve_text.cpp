// Lines of the report's head about the curves through tables.
#include <fmt/format.h>

#include <string_view>

#include "build/table_curves.h"
#include "deck/records/measured.h"
#include "deck/tables/tables.h"
#include "linalg/spline.h"
#include "program/report_head.h"
#include "text/time_table.h"
#include "text/units.h"

namespace mbs {

namespace {

std::string frequency(double value, const UnitSystem& units) {
  return units.time == "s" ? fmt::format("{:.4g} Hz", value)
                           : fmt::format("{:.4g} per {}", value, units.time);
}

std::string kind_of(const CurveChoice& choice, const UnitSystem& units) {
  switch (choice.way) {
    case Smoothing::interpolated:
      return "natural cubic spline through its table";
    case Smoothing::linear:
      return "straight lines through its table";
    case Smoothing::monotone:
      return "cubic through its table that keeps its shape";
    case Smoothing::cross_validated:
      return "cross-validated spline";
    case Smoothing::quintic:
      return "cross-validated quintic spline";
    case Smoothing::known_noise:
      return fmt::format("quintic spline for noise of {:.6g}", choice.number);
    case Smoothing::low_pass:
      break;
  }
  if (choice.number == 0)
    return "Butterworth filter of a cut-off by residual analysis, forwards and backwards";
  return fmt::format("Butterworth filter of {}, forwards and backwards",
                     frequency(choice.number, units));
}

std::string found(const SplineFit& fit, const UnitSystem& units) {
  switch (fit.choice) {
    case SplineChoice::interpolation:
      return "no smoothing";
    case SplineChoice::straight_line:
      return "a straight line";
    case SplineChoice::parabola:
      return "a parabola";
    case SplineChoice::low_pass:
      return fmt::format("{:.1f} parameters, rms {:.3e}", fit.parameters, fit.rms);
    case SplineChoice::smoothing:
      break;
  }
  return fmt::format("lambda {:.4e}, {:.1f} parameters, rms {:.3e}, cut-off {}", fit.lambda,
                     fit.parameters, fit.rms, frequency(fit.cutoff, units));
}

}  // namespace

std::string describe_curve(const SplineFit& fit, const CurveChoice& choice,
                           const UnitSystem& units) {
  const std::string kind = kind_of(choice, units);
  if (!smooths(choice)) return kind;
  const bool by_residuals = choice == Smoothing::low_pass && choice.number == 0;
  return kind + ": " + found(fit, units) +
         (by_residuals ? ", cut-off " + frequency(fit.cutoff, units) : "");
}

std::string describe_smoothed_loads(const Tables& tables, const UnitSystem& units) {
  std::string out;
  const auto add = [&](const std::string& label, std::string_view field, const TimeTable* table,
                       int column, const CurveChoice& choice) {
    if (!table || !smooths(choice)) return;
    const Motion curve = curve_through(*table, column, choice);
    out += fmt::format("{}: {} = {}\n", label, field,
                       describe_curve(curve.spline()->fit(), choice, units));
  };
  static constexpr std::string_view kForce[] = {"fx", "fy", "x", "y", "z"};
  for (const MeasuredForceRow& row : tables.forces.measured_forces)
    for (std::size_t k = 0; k < row.motions.size(); ++k)
      add(row.label, kForce[k], row.motions[k].table.get(), row.motions[k].column,
          row.motions[k].smoothing);
  for (const SpaceLoadRow& row : tables.forces.space_loads)
    for (std::size_t k = 0; k < row.motions.size(); ++k)
      add(row.label, fields_of_space_load(row)[k], row.motions[k].table.get(),
          row.motions[k].column, row.motions[k].smoothing);
  for (const NetJointRow& row : tables.forces.net_joints)
    for (std::size_t k = 0; k < row.place.size(); ++k)
      add(row.label, kForce[k + 2], row.place[k].table.get(), row.place[k].column,
          row.place[k].smoothing);
  for (const ChainKnown& row : tables.chain.knowns)
    if (row.variable != ChainVariable::phi)  // a motion
      add(row.label, "value", row.is.table.get(), 0, row.is.smoothing);
  for (const ChainRow& row : tables.chain.rows)
    for (const ChainRowTerm& term : row.terms)
      add(term.label, "value", term.is.table.get(), 0, term.is.smoothing);
  return out;
}

}  // namespace mbs
