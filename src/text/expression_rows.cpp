#include "text/expression_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "text/expression_lanes.h"
#include "text/expression_program.h"

namespace mbs {

namespace {

bool is_same_shape(const Program& a, const Program& b) {
  return a.constants.size() == b.constants.size() && a.slots == b.slots && a.code == b.code &&
         a.result == b.result;
}

}  // namespace

ExpressionRows::ExpressionRows(Expression expression, int first_slot,
                               const std::vector<char>& is_angle)
    : first_slot_(first_slot) {
  rows_.push_back(std::move(expression));
  const std::size_t constants = program().constants.size();
  const std::vector<int>& slots = program().slots;
  for (std::size_t k = 0; k < is_angle.size(); ++k) {
    by_.push_back(first_slot + static_cast<int>(k));
    const auto it = std::find(slots.begin(), slots.end(), by_.back());
    register_.push_back(it == slots.end() ? -1
                                          : static_cast<int>(constants + (it - slots.begin())));
  }
  if (!runs_in_lanes(program())) return;
  LaneProgram lanes = lane_program(program());
  std::vector<char> counts(program().register_count(), 0);
  counts[program().result] = 1;
  for (LaneStep& step : lanes.steps) {
    counts[step.a] = counts[step.b] = 1;
    if (step.operation != Operation::sine && step.operation != Operation::cosine) continue;
    for (std::size_t k = 0; k < is_angle.size(); ++k)
      if (is_angle[k] != 0 && register_[k] == step.a) step.angle = static_cast<int>(k);
  }
  for (int& r : register_)
    if (r >= 0 && counts[r] == 0) r = -1;
  lanes_ = std::make_shared<const LaneProgram>(std::move(lanes));
  take_constants();
}

const Program& ExpressionRows::program() const { return *rows_.front().program_; }

// Unused lanes of the last block get the constants of the last row.
void ExpressionRows::take_constants() {
  const std::size_t n = program().constants.size();
  const int row = count() - 1, lane = row % kLanes;
  constants_.resize(n * kLanes * blocks());
  double* out = constants_.data() + n * kLanes * (blocks() - 1);
  for (std::size_t k = 0; k < n; ++k)
    for (int l = lane; l < kLanes; ++l) out[k * kLanes + l] = rows_[row].program_->constants[k];
}

bool ExpressionRows::add(const Expression& expression) {
  const Program& other = *expression.program_;
  if (!lanes_ || !is_same_shape(program(), other)) return false;
  for (const int k : lanes_->twos)
    if (other.constants[k] != 2) return false;
  rows_.push_back(expression);
  take_constants();
  return true;
}

int ExpressionRows::rows_in(int block) const { return std::min(kLanes, count() - block * kLanes); }

}  // namespace mbs
