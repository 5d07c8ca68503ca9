// The curves of tables.
#pragma once

#include "deck/tables/rows.h"
#include "laws/motion.h"

namespace mbs {

// Of a row that is no expression.
Motion make_motion(const MotionRow& row);

// The curve of a column (from 0) of a table. What GAPS FILL filled is no measurement: curves that
// smooth leave it out.
Motion curve_through(const TimeTable& table, int column, const CurveChoice& choice);

// Whether a curve goes near its rows and not through them.
bool smooths(const CurveChoice& choice);

}  // namespace mbs
