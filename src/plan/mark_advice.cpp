#include "plan/mark_advice.h"

#include <fmt/format.h>

#include "plan/observations.h"

namespace mbs {

std::string in_place_of_time(const MeasureRow& row, std::string_view mark) {
  return fmt::format(
      "a mark is known before: write {0}.t{1} here, and above it MARK {0} WHEN {2}{3}", mark,
      row.nth, row.condition,
      !row.passing_given               ? ""
      : row.passing == Passing::rising ? " RISING"
                                       : " FALLING");
}

}  // namespace mbs
