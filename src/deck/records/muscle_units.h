// The units of the numbers of MUSCLE records.
#pragma once

#include "plan/muscle_constants.h"
#include "text/units.h"

namespace mbs {

// LOPT and FMAX are counted as 1 in the units of the others.
Unit unit_of_constant(const MuscleConstant& constant);

// Of a0 + a1 x + a2 x^2 ..., a length; x is an angle, or a length where the muscle lies over one.
Unit unit_of_coefficient(bool over, std::size_t power);

// Constants in m, N and s -> those of a system of units.
void convert_constants(const UnitSystem& to, MuscleConstants& constants);

}  // namespace mbs
