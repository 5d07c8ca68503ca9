#include "laws/chain_inputs.h"

#include <numeric>

namespace mbs {

void ChainInputs::add(const ChainQuantity& quantity, double* target, double offset,
                      const std::string& record, Diagnostics& diagnostics) {
  Input input{target, offset, {}, {}, 0};
  if (quantity.table) {
    input.table = Motion::table(std::make_shared<const Spline>(
        Spline::interpolate(quantity.table->t, quantity.table->columns[0])));
  } else if (!quantity.text.empty()) {
    const std::vector<std::string_view> variables(names_.begin(), names_.end());
    input.expression = Expression::compile(quantity.text, quantity.text_at, variables, parameters_,
                                           diagnostics, record);
  } else {
    input.offset += quantity.value;
  }
  inputs_.push_back(std::move(input));
}

std::optional<LeftTable> ChainInputs::left_table() const {
  for (const Input& input : inputs_)
    if (input.expression)
      if (auto left = input.expression->left_table(slots_.data())) return left;
  return {};
}

void ChainInputs::by_states(std::size_t k, Vector out) const {
  const int first = parameters_.live_count() + static_cast<int>(names_.size() - states_);
  std::vector<int> by(states_);
  std::iota(by.begin(), by.end(), first);
  inputs_[k].expression->gradient(slots_.data(), by, out.data());
}

void ChainInputs::evaluate() {
  for (Input& input : inputs_) {
    double value = 0;
    if (input.expression) value = input.expression->value(slots_.data());
    if (input.table) {
      double motion[3];
      input.table->evaluate(slots_.variables()[0], motion, input.hint);
      value = motion[0];
    }
    *input.target = input.offset + value;
  }
}

}  // namespace mbs
