// Removes the readings of a force plate while nobody stands on it.
#pragma once

#include <cstddef>
#include <memory>

#include "text/time_table.h"

namespace mbs {

// `table`: so many components of the force, fx fy, of space fx fy fz, then its place. A row is
// unloaded if its force is 0 or below the threshold; its force becomes 0. It gets the place of the
// last loaded row before; the row just before the next contact gets the place of the next row. So
// force and moment change linearly to and from 0, and the place is never interpolated between two
// contacts. A single unloaded row between two loaded ones gets the place of the first. The head of
// the report says what changed.
std::shared_ptr<const TimeTable> without_unloaded(std::shared_ptr<const TimeTable> table,
                                                  double threshold, std::size_t forces);

// Whether rows of the table are those of an unloaded plate.
bool has_unloaded(const TimeTable& table);

// The table with `shift` added to its times.
std::shared_ptr<const TimeTable> shifted(std::shared_ptr<const TimeTable> table, double shift);

// A plate that is unloaded in its first row has no force before it, and one that is unloaded in its
// last row has none behind it: the table then goes from `start` to `end` with rows of no force. A
// curve swings between rows far apart: at both ends it has up to most_rows rows at the mean spacing
// of the table. The head of the report says so.
std::shared_ptr<const TimeTable> without_end(std::shared_ptr<const TimeTable> table, double start,
                                             double end, std::size_t forces, int most_rows);

}  // namespace mbs
