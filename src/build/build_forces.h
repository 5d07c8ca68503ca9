// The part of build_model() that deals with masses, laws, loads and initial values.
#pragma once

#include "base/diagnostics.h"
#include "deck/tables/rows.h"
#include "model/model.h"

namespace mbs {

struct Tables;

// Of a row that is no expression.
Motion make_motion(const MotionRow& row);

// The curve of a column (from 0) of a table.
Motion curve_through(const TimeTable& table, int column, Smoothing smoothing);

// EREST first: stiffness and mass follow the reference length.
void build_forces(const Tables& tables, Model& model, Diagnostics& diagnostics);

}  // namespace mbs
