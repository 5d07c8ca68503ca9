// FORMULA, RELATION and VFORMULA, which are equal in every dialect: the expression after the
// keyword and the names that it may read.
#pragma once

#include "deck/lines/record_reader.h"
#include "deck/names/input_names.h"
#include "deck/tables/rows.h"

namespace mbs {

class Parameters;

// Whether an element of this kind is an expression.
bool has_formula(const RecordSpec& spec);
// Whether an input is the rate of a coordinate, of a deformation or of a point of a body.
bool is_velocity(InputKind kind);

// Checks the names in all formulas and relations. Allowed are parameters, t (not in a RELATION),
// coordinates, deformations, points of bodies, angles between bodies, and velocities of these (only
// in a VFORMULA), but no states or forces. Also checks that the deck uses a VFORMULA only as a row
// without a position can be used. The tables must have everything with names. False after an error.
bool check_formulas(const LawNames& known, const Parameters& parameters, Diagnostics& diagnostics);

}  // namespace mbs
