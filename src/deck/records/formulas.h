// FORMULA, RELATION and VFORMULA, which mean the same in every dialect: the expression after the
// keyword and what it may read.
#pragma once

#include "deck/lines/record_reader.h"
#include "deck/names/input_names.h"
#include "deck/tables/rows.h"

namespace mbs {

class Parameters;
struct Tables;

// Whether an element of this kind is an expression.
bool has_formula(const RecordSpec& spec);
// Whether an input is a rate of a coordinate, a deformation or a point of a body.
bool is_velocity(InputKind kind);

// "= expression" at the end of the record into the row.
void take_formula(RecordReader& in, ElementRow& row);

// Whether the expressions of all formulas and relations read what they may: parameters, t (no
// relation), coordinates, deformations, points of bodies and angles between bodies, velocities of
// these (a VFORMULA only), but no states or forces; and whether a deck with VFORMULA asks of it
// what a row without a position can do. The tables have all that has names. False after an error.
bool check_formulas(const Tables& tables, const Parameters& parameters, Diagnostics& diagnostics);

}  // namespace mbs
