// FORMULA and RELATION, which mean the same in every dialect: the expression after the keyword and
// what it may read.
#pragma once

#include "deck/record_reader.h"
#include "deck/tables.h"

namespace mbs {

// "= expression" at the end of the record into the row.
void take_formula(RecordReader& in, ElementRow& row);

// Whether the expressions of all formulas and relations read what they may: parameters, t (a
// formula only), coordinates, deformations, points of bodies and angles between bodies, but no
// velocities, states or forces. The tables hold all that has names. False after an error.
bool check_formulas(const Tables& tables, const Parameters& parameters, Diagnostics& diagnostics);

}  // namespace mbs
