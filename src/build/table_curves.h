// Curves through tables.
#pragma once

#include "deck/tables/rows.h"
#include "laws/motion.h"

namespace mbs {

// The motion of a row that is no expression.
Motion make_motion(const MotionRow& row);

// The curve of a column (from 0) of a table. Smoothing curves ignore values filled by GAPS FILL,
// which are no measurements.
Motion curve_through(const TimeTable& table, int column, const CurveChoice& choice);

// Whether the curve smooths: it goes near its rows, not through them.
bool smooths(const CurveChoice& choice);

}  // namespace mbs
