#include "run/frame/missing_value.h"

#include <fmt/format.h>

namespace mbs {

void report_missing_value(const MissingValue& left, double t, Diagnostics& diagnostics) {
  diagnostics.error(left.where, "", fmt::format("at t = {:.9g} {}", t, left.problem),
                    left.expected);
}

}  // namespace mbs
