#include "solve/place/angle_locks.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace mbs {

AngleLocks::AngleLocks(const Model& model, const std::vector<int>& held)
    : model_(&model),
      rates_(model.counted_angles.size(), std::numeric_limits<double>::quiet_NaN()) {
  if (!model.is_spatial()) return;
  std::vector<char> is_held(at(model.ne), 0);
  for (const int r : held) is_held[at(r)] = 1;
  for (std::size_t k = 0; k < model.counted_angles.size(); ++k) {
    const int angle = model.counted_angles[k].deformation;
    const auto of = std::find_if(model.elements.begin(), model.elements.end(),
                                 [angle](const ElementRange& one) {
                                   return angle >= one.first && angle < one.first + one.type->ne;
                                 });
    bool is_free = true;
    for (int r = of->first; r < of->first + of->type->ne; ++r)
      is_free = is_free && is_held[at(r)] == 0;
    if (!is_free) continue;
    Row row{k, {}};
    for (int entry = 0; entry < model.derivative_count; ++entry)
      if (model.entry_row[at(entry)] == angle) row.entries.push_back(at(entry));
    rows_.push_back(std::move(row));
  }
}

void AngleLocks::note(const Evaluation& here, ConstVector v) {
  constexpr double kPart = 0.4;      // of the distance
  constexpr double kNearest = 1e-3;  // rad; nearer motions pass through the lock
  longest_ = std::numeric_limits<double>::infinity();
  for (const Row& row : rows_) {
    double rate = 0, slopes = 0, turns = 0;
    for (const std::size_t entry : row.entries) {
      const double slope = here.De[entry], turn = v[at(model_->entry_column[entry])];
      rate += slope * turn;
      slopes += slope * slope;
      turns += turn * turn;
    }
    rates_[row.angle] = rate;
    const double distance = std::max(kNearest, 1 / std::sqrt(slopes / 2));
    if (turns > 0) longest_ = std::min(longest_, kPart * distance / std::sqrt(2 * turns));
  }
}

}  // namespace mbs
