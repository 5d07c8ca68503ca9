// The units of the numbers of MUSCLE records.
#pragma once

#include "plan/muscle_constants.h"
#include "text/units.h"

namespace mbs {

// The unit of a constant. Lengths in LOPT and forces in FMAX are plain numbers.
Unit unit_of_constant(const MuscleConstant& constant);

// The unit of coefficient a_power of the length a0 + a1 x + a2 x^2 ...; x has the unit `along`,
// which the reader of OVER says as that of a field "along" (RecordReader::say_unit).
Unit unit_of_coefficient(Unit along, std::size_t power);

// Converts constants from m, N and s to a system of units.
void convert_constants(const UnitSystem& to, MuscleConstants& constants);

}  // namespace mbs
