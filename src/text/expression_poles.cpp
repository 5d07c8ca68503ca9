#include "text/expression_poles.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "text/expression_program.h"
#include "text/number.h"

namespace mbs {

namespace {

// Whether each register varies with the slots. A choice is taken to vary.
std::vector<char> find_varying(const Program& program, const std::vector<char>& varies) {
  std::vector<char> out(program.register_count(), 0);
  for (std::size_t k = 0; k < program.slots.size(); ++k)
    out[program.constants.size() + k] = varies[static_cast<std::size_t>(program.slots[k])];
  for (const Instruction& i : program.code) {
    if (i.operation == Operation::branch) continue;
    if (i.operation >= Operation::surface)
      out[i.result] = 1;
    else
      out[i.result] = static_cast<char>(
          out[i.a] != 0 || (i.operation < Operation::table && out[i.b] != 0) ? 1 : 0);
  }
  return out;
}

}  // namespace

Poles::Poles(Expression expression, std::vector<char> varies) : expression_(std::move(expression)) {
  const Program& program = expression_.program();
  const std::vector<char> varying = find_varying(program, varies);
  std::vector<int> writer(program.register_count(), -1);
  for (std::size_t k = 0; k < program.code.size(); ++k)
    if (program.code[k].operation != Operation::branch)
      writer[program.code[k].result] = static_cast<int>(k);
  for (const Instruction& i : program.code) {
    if (i.operation == Operation::divide) add(i.b, writer, varying);
    if (i.operation == Operation::tangent && varying[i.a] != 0) divisors_.push_back({i.a, true});
    const bool is_constant = i.b < program.constants.size();
    if (i.operation == Operation::power && is_constant && program.constants[i.b] < 0)
      add(i.a, writer, varying);
  }
  if (any()) registers_.resize(program.register_count());
}

// Adds the factors of a register that is divided by: a square is zero without a change of its sign.
void Poles::add(std::uint16_t of, const std::vector<int>& writer, const std::vector<char>& varies) {
  if (varies[of] == 0) return;
  const Program& program = expression_.program();
  if (writer[of] >= 0) {
    const Instruction& i = program.code[static_cast<std::size_t>(writer[of])];
    switch (i.operation) {
      case Operation::multiply:
        add(i.a, writer, varies);
        if (i.b != i.a) add(i.b, writer, varies);
        return;
      case Operation::divide:
      case Operation::negate:
      case Operation::root:
      case Operation::magnitude:
        return add(i.a, writer, varies);
      case Operation::power:
        if (i.b < program.constants.size() && program.constants[i.b] > 0)
          return add(i.a, writer, varies);
        break;
      default:
        break;
    }
  }
  divisors_.push_back({of, false});
}

void Poles::sides(const double* slots, double* out) {
  std::fill(registers_.begin(), registers_.end(), std::numeric_limits<double>::quiet_NaN());
  expression_.program().fill(slots, registers_.data());
  for (const Divisor& divisor : divisors_) {
    const double x = registers_[divisor.of];
    *out++ = !std::isfinite(x)    ? kUnknown
             : divisor.is_tangent ? std::floor(x / kPi + 0.5)
             : x > 0              ? 1
             : x < 0              ? -1
                                  : 0;
  }
}

}  // namespace mbs
