#include "run/frame/redundancy_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/redundancy.h"

namespace mbs {

namespace {

// A row that moves by more than this part of its terms is not redundant.
constexpr double kStays = 1e-6;
// The least size of its terms [m or rad].
constexpr double kLeastTerms = 1e-3;

}  // namespace

bool redundancy_holds(const Model& model, const Phase& phase, const Evaluation& here, double t,
                      Diagnostics& diagnostics) {
  for (int r = 0; r < model.ne; ++r) {
    if (!is_shed(phase, r)) continue;
    const double moved = std::fabs(here.e[r] - phase.e_fixed[r]);
    if (moved <= kStays * std::max(here.size[r], kLeastTerms)) continue;
    const Origin& origin = model.deformation_origin[r];
    diagnostics.error(
        origin.where, model.deformation_name(r),
        fmt::format("at t = {:.6g} it follows from the other joints no longer: it is {:.3g}", t,
                    here.e[r]),
        "the loop moves only near its start; let go what holds too much (RLSE)");
    return false;
  }
  return true;
}

}  // namespace mbs
