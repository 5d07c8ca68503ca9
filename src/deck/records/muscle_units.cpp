#include "deck/records/muscle_units.h"

namespace mbs {

Unit unit_of_constant(const MuscleConstant& constant) {
  if (constant.unit == "N") return unit::newton;
  if (constant.unit == "m") return unit::metre;
  if (constant.unit == "s" || constant.unit == "s/LOPT") return unit::second;
  if (constant.unit == "1/s" || constant.unit == "LOPT/s") return unit::number / unit::second;
  return unit::number;
}

Unit unit_of_coefficient(Unit along, std::size_t power) {
  Unit out = unit::metre;
  for (; power > 0; --power) out = out / along;
  return out;
}

void convert_constants(const UnitSystem& to, MuscleConstants& constants) {
  for (const MuscleConstant& c : muscle_constants()) {
    double& value = constants.*(c.member);
    value = in_units(value, unit_of_constant(c), to);
  }
}

}  // namespace mbs
