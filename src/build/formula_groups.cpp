#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "build/build_variable.h"

namespace mbs {

namespace {

// A derivative is constant if its values at several states differ by no more than this part.
constexpr double kConstantGradient = 1e-12;

// Whether a formula reads only coordinates, each by one name.
bool is_plain(const std::vector<FormulaInput>& inputs) {
  std::vector<int> columns;
  for (const FormulaInput& input : inputs) {
    if (input.kind != FormulaInput::Kind::coordinate || input.is_rate) return false;
    columns.push_back(input.columns.front());
  }
  std::sort(columns.begin(), columns.end());
  return std::adjacent_find(columns.begin(), columns.end()) == columns.end();
}

// Index of the input in batch.gather.
int place_of(const FormulaInput& input, const ElementBatch& batch) {
  return batch.row_start.back() + input.columns.front();
}

// Puts the last row of a plain group into the next lane of its block and fills the remaining lanes
// with it.
void add_lane(FormulaGroup& group, const std::vector<FormulaInput>& inputs,
              const ElementBatch& batch) {
  constexpr std::size_t kLanes = ExpressionRows::kLanes;
  const std::size_t row = group.rows.size() - 1, block = row / kLanes * kLanes * inputs.size();
  group.coordinate.resize(block + kLanes * inputs.size());
  group.entry.resize(group.coordinate.size());
  for (std::size_t k = 0; k < inputs.size(); ++k)
    for (std::size_t l = row % kLanes; l < kLanes; ++l) {
      const int place = place_of(inputs[k], batch);
      group.coordinate[block + k * kLanes + l] = batch.gather[place];
      group.entry[block + k * kLanes + l] = place;
    }
}

}  // namespace

void add_to_group(const Expression& expression, const std::vector<FormulaInput>& inputs,
                  int first_slot, const std::vector<int>& angles, const ElementBatch& batch,
                  FormulaRows& formulas) {
  const bool plain = is_plain(inputs);
  std::vector<char> is_angle(inputs.size(), 0);
  for (std::size_t k = 0; plain && k < inputs.size(); ++k)
    is_angle[k] =
        std::binary_search(angles.begin(), angles.end(), batch.gather[place_of(inputs[k], batch)]);
  auto group = std::find_if(formulas.groups.begin(), formulas.groups.end(), [&](FormulaGroup& g) {
    return g.plain == plain && g.is_angle == is_angle && g.expressions.add(expression);
  });
  if (group == formulas.groups.end()) {
    FormulaGroup made{{expression, first_slot, is_angle}, {}, {}, plain, is_angle, {}, {}};
    group = formulas.groups.insert(group, std::move(made));
  }
  group->rows.push_back(batch.count - 1);
  group->inputs.insert(group->inputs.end(), inputs.begin(), inputs.end());
  if (plain) add_lane(*group, inputs, batch);
}

bool has_constant_slopes(const Expression& expression, int first_slot, std::size_t inputs) {
  const std::size_t first = first_slot;
  std::vector<double> slots(first + inputs), here(inputs), there(inputs);
  std::vector<int> by(inputs);
  std::iota(by.begin(), by.end(), first_slot);
  expression.gradient(slots.data(), by, here.data());
  for (int trial = 1; trial <= 3; ++trial) {
    for (std::size_t k = 0; k < inputs; ++k)
      slots[first + k] = std::sin(static_cast<double>(k) + 1.7 * trial);
    expression.gradient(slots.data(), by, there.data());
    for (std::size_t k = 0; k < inputs; ++k)
      if (!(std::fabs(here[k] - there[k]) <=
            kConstantGradient * (std::fabs(here[k]) + std::fabs(there[k]))))
        return false;
  }
  return true;
}

}  // namespace mbs
