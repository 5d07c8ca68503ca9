// Advice for an expression that names a measure of time, whose value only comes with the end of the
// run: a mark of the name `mark` that has the same time.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

struct MeasureRow;

std::string in_place_of_time(const MeasureRow& row, std::string_view mark);

}  // namespace mbs
