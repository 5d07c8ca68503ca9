// Positions that are not corrected by adding numbers: orientations; and rows that exist only as
// rates.
#include <algorithm>

#include "solve/kinematics.h"

namespace mbs {

void Kinematics::move_turning(State& state, const std::vector<double>& correction,
                              double fraction) {
  std::fill(shift_.begin(), shift_.end(), 0.0);
  for (int k = 0; k < block_.column_count(); ++k)
    shift_[block_.columns()[k]] = correction[k] * block_.column_scale(k);
  move_coordinates(model_, shift_, fraction, state.x);
}

// A deformation that exists only as a rate has no residual of position. Corrections must not change
// it, so the mechanism stays where the motion has brought it along this deformation.
void Kinematics::find_rates_only() {
  for (const ElementBatch& batch : model_.batches) {
    if (!batch.type->rates_only) continue;
    rate_only_.resize(block_.row_count());
    const int first = batch.first_deformation, end = first + batch.count * batch.type->ne;
    for (int k = 0; k < block_.row_count(); ++k)
      if (block_.rows()[k] >= first && block_.rows()[k] < end) rate_only_[k] = 1;
  }
}

}  // namespace mbs
