// Writes the records of muscles.
#include <fmt/format.h>

#include <cmath>

#include "deck/lines/writing.h"
#include "deck/records/muscle_records.h"
#include "deck/records/muscle_units.h"
#include "deck/tables/tables.h"
#include "text/expression.h"
#include "text/number.h"

namespace mbs {

namespace {

std::string write_constants(const MuscleRow& row, const UnitSystem& units) {
  MuscleConstants plain;
  set_model(row.model, plain);
  if (!row.set.empty()) set_of_constants(row.set, plain);
  convert_constants(units, plain);
  std::string out;
  for (const MuscleConstant& c : muscle_constants()) {
    const double value = row.constants.*(c.member);
    if (value == plain.*(c.member)) continue;
    double shown = value;
    if (c.degrees) {  // the number of degrees that converts to exactly these radians
      shown = value / kDegree;
      for (int i = -4; i <= 4; ++i) {
        double near = value / kDegree;
        for (int j = 0; j < std::abs(i); ++j) near = std::nextafter(near, i < 0 ? -1e9 : 1e9);
        if (near * kDegree == value) shown = near;
      }
    }
    out += fmt::format(" {}{}", c.name, write_numbers({shown}));
  }
  if (row.constants.rigid && !row.is_shared) out += " RIGID";
  if (row.constants.activation != plain.activation)
    out += plain.activation == Activation::hatze ? " FIRST" : " HATZE";
  return out;
}

// The MUSCLE record without its stimulation.
std::string write_muscle(const MuscleRow& row, const UnitSystem& units,
                         const DescribeArm& describe) {
  std::string out =
      fmt::format("MUSCLE {} {}{}", row.name, row.model, row.set.empty() ? "" : " SET " + row.set);
  for (const MuscleArm& arm : row.arms) {
    const ArmWords words = describe(arm);
    out += fmt::format(" {} {}", arm.over ? "OVER" : "ARM", words.text);
    double sign = 1;
    for (const double coefficient : arm.coefficients) {
      out += write_numbers({coefficient * sign});
      sign *= words.sign;
    }
  }
  return out + write_constants(row, units);
}

std::string write_static_opt(const StaticOptRow& row, const DescribeArm& describe) {
  if (!row.given) return {};
  std::string out = "STATICOPT MOMENT";
  for (std::size_t k = 0; k < row.joints.size(); ++k)
    out += fmt::format(" {}{} {}", row.joints[k].over ? "OVER " : "", describe(row.joints[k]).text,
                       row.channels[k]);
  if (row.criterion == MuscleCriterion::activation) out += " LEAST ACTIVATION";
  if (row.power != 2) out += fmt::format(" POWER {}", row.power);
  if (row.least != 0 || row.most != 1) out += " BETWEEN" + write_numbers({row.least, row.most});
  return out + "\n";
}

}  // namespace

std::string write_muscles(const Tables& tables, const DescribeArm& describe) {
  std::string out;
  const UnitSystem& units = tables.units();
  for (const MuscleRow& row : tables.shared_muscles)
    out += write_muscle(row, units, describe) + "\n";
  for (const MuscleRow& row : tables.muscles) {
    out += write_muscle(row, units, describe);
    if (row.has_start) {
      out += " START" + write_numbers({row.start_act});
      if (!row.constants.rigid) out += write_numbers({row.start_fibre});
    }
    if (row.has_onset) {
      out += " ONSET" + write_numbers({row.onset});
      if (row.has_from) out += " FROM" + write_numbers({row.from});
      if (row.to != 1) out += " TO" + write_numbers({row.to});
    } else {
      out += " STIM = " + resolve_parameters(row.text, *tables.parameters);
    }
    out += "\n";
  }
  out += write_static_opt(tables.static_opt, describe);
  const MuscleStartRow& start = tables.muscle_start;
  if (!start.given) return out;
  out += start.rest ? "MUSCLESTART REST" : "MUSCLESTART MOMENT";
  for (std::size_t k = 0; k < start.joints.size(); ++k) {
    const ArmWords words = describe(start.joints[k]);
    out += fmt::format(" {}{}{}", start.joints[k].over ? "OVER " : "", words.text,
                       write_numbers({start.moments[k] * words.sign}));
  }
  if (start.criterion == MuscleCriterion::activation) out += " LEAST ACTIVATION";
  if (start.least != 0 || start.most != 1)
    out += " BETWEEN" + write_numbers({start.least, start.most});
  return out + "\n";
}

}  // namespace mbs
