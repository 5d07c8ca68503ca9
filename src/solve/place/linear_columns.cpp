#include <algorithm>

#include "solve/place/position_solver.h"

namespace mbs {

// An entry that is constant at all positions has no derivative by another coordinate either, so the
// other entries do not depend on the coordinate of its column.
LinearColumns::LinearColumns(const Model& model, const JacobianBlock& block) {
  const bool rates_only = std::any_of(model.batches.begin(), model.batches.end(),
                                      [](const ElementBatch& b) { return b.type->has_rates(); });
  if (rates_only || !model.orientations.empty()) return;
  std::vector<int> place(model.nx, -1);  // among the columns
  std::vector<char> in_block(model.ne, 0);
  for (int k = 0; k < block.column_count(); ++k) place[block.columns()[k]] = k;
  for (int r : block.rows()) in_block[r] = 1;
  for (std::size_t k = 0; k < model.entry_row.size(); ++k) {
    const int row = model.entry_row[k], column = place[model.entry_column[k]];
    if (column < 0 || model.entry_zero[k]) continue;
    if (!model.entry_constant[k]) return;
    if (!in_block[row]) beside_.push_back({k, row, column});
  }
  linear_ = true;
}

void LinearColumns::follow(const JacobianBlock& block, ConstVector correction, ConstVector target,
                           Evaluation& evaluation) const {
  for (int r : block.rows()) evaluation.e[r] = target[r];
  for (const Beside& b : beside_)
    evaluation.e[b.row] +=
        evaluation.De[b.entry] * correction[b.column] * block.column_scale(b.column);
}

}  // namespace mbs
