#include "laws/chain_inputs.h"

namespace mbs {

void ChainInputs::add(const ChainQuantity& quantity, double* target, double offset,
                      const Parameters& parameters, const std::string& record,
                      Diagnostics& diagnostics) {
  Input input{target, offset, {}, {}, 0};
  if (quantity.table) {
    input.table = Motion::table(std::make_shared<const Spline>(
        Spline::interpolate(quantity.table->t, quantity.table->columns[0])));
  } else if (!quantity.text.empty()) {
    const std::vector<std::string> names = chain_variable_names((slots_.size() - 5) / 2);
    std::vector<Variable> variables;
    for (std::size_t k = 0; k < names.size(); ++k) variables.push_back({names[k], &slots_[k]});
    input.expression = Expression::compile(quantity.text, quantity.text_at, variables, parameters,
                                           diagnostics, record);
  } else {
    input.offset += quantity.value;
  }
  inputs_.push_back(std::move(input));
}

void ChainInputs::evaluate() {
  for (Input& input : inputs_) {
    double value = 0;
    if (input.expression) value = input.expression->eval();
    if (input.table) {
      double motion[3];
      input.table->evaluate(slots_[0], motion, input.hint);
      value = motion[0];
    }
    *input.target = input.offset + value;
  }
}

}  // namespace mbs
