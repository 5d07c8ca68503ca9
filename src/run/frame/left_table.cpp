#include "run/frame/left_table.h"

#include <fmt/format.h>

namespace mbs {

void report_left_table(const LeftTable& left, double t, Diagnostics& diagnostics) {
  diagnostics.error(left.where, "", fmt::format("at t = {:.9g} {}", t, left.problem),
                    left.expected);
}

}  // namespace mbs
