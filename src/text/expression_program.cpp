#include "text/expression_program.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "text/expression.h"
#include "text/expression_derivatives.h"
#include "text/expression_rises.h"

namespace mbs {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// An expression of c characters has at most c operands and operators; `?` makes two instructions,
// `:` one.
constexpr std::size_t kMostRegisters = 2 * kMaxExpressionLength;
constexpr std::size_t kFewRegisters = 128;

// f(r) with `count` registers on the stack.
template <class Register, class Function>
auto with_registers(std::size_t count, const Function& f) {
  if (count <= kFewRegisters) {
    Register r[kFewRegisters];
    return f(r);
  }
  Register r[kMostRegisters];
  return f(r);
}

// No constructor, so that unused registers cost nothing.
struct Rates {
  double first, second;
};

inline double apply_here(Operation operation, double a, double b) {
  using enum Operation;
  switch (operation) {
    case negate:
      return -a;
    case logical_not:
      return a == 0 ? 1.0 : 0.0;
    case add:
      return a + b;
    case subtract:
      return a - b;
    case multiply:
      return a * b;
    case divide:
      return a / b;
    case power:
      return b == 2 ? a * a : std::pow(a, b);
    case less:
      return a < b;
    case less_equal:
      return a <= b;
    case greater:
      return a > b;
    case greater_equal:
      return a >= b;
    case equal:
      return a == b;
    case not_equal:
      return a != b;
    case logical_and:
      return a != 0 && b != 0;
    case logical_or:
      return a != 0 || b != 0;
    case sine:
      return std::sin(a);
    case cosine:
      return std::cos(a);
    case tangent:
      return std::tan(a);
    case arc_sine:
      return std::asin(a);
    case arc_cosine:
      return std::acos(a);
    case arc_tangent:
      return std::atan(a);
    case arc_tangent2:
      return std::atan2(a, b);
    case hyperbolic_sine:
      return std::sinh(a);
    case hyperbolic_cosine:
      return std::cosh(a);
    case hyperbolic_tangent:
      return std::tanh(a);
    case exponential:
      return std::exp(a);
    case logarithm:
      return std::log(a);
    case logarithm10:
      return std::log10(a);
    case root:
      return std::sqrt(a);
    case magnitude:
      return std::fabs(a);
    case sign:
      return a > 0 ? 1.0 : a < 0 ? -1.0 : a;
    case step:
      return a < 0 ? 0.0 : 1.0;
    case floor:
      return std::floor(a);
    case ceiling:
      return std::ceil(a);
    case remainder:
      return std::fmod(a, b);
    case hypotenuse:
      return std::hypot(a, b);
    case minimum:
      return b < a ? b : a;
    case maximum:
      return a < b ? b : a;
    default:
      return is_rise(operation) ? evaluate_rise(operation, a).value : kNan;
  }
}

}  // namespace

double apply(Operation operation, double a, double b) { return apply_here(operation, a, b); }

bool has_two_operands(Operation operation) {
  using enum Operation;
  return (operation >= add && operation <= logical_or) || operation == arc_tangent2 ||
         (operation >= remainder && operation <= maximum);
}

// Writes the registers. False if an argument is outside its table; outside(instruction, registers)
// then says whether to continue.
template <class Outside>
bool Program::run(const double* slot_values, double* r, const Outside& outside) const {
  double* out = std::copy(constants.begin(), constants.end(), r);
  for (const int s : slots) *out++ = slot_values[s];
  bool inside = true;
  for (std::size_t k = 0; k < code.size(); ++k) {
    const Instruction i = code[k];
    if (i.operation < Operation::table) {
      r[i.result] = apply_here(i.operation, r[i.a], r[i.b]);
    } else if (i.operation == Operation::table) {
      const ExpressionTable& table = *tables[i.b].table;
      double y[3];
      table.evaluate(r[i.a], y);
      r[i.result] = y[0];
      if (!table.covers(r[i.a])) {
        inside = false;
        if (!outside(i, r)) return false;
      }
    } else if (i.operation == Operation::surface) {
      const TableCall& call = tables[i.b];
      r[i.result] = call.table->evaluate(r[i.a], r[call.second]).value;
      if (!call.table->covers(r[i.a], r[call.second])) {
        inside = false;
        if (!outside(i, r)) return false;
      }
    } else if (i.operation == Operation::branch) {
      if (r[i.a] == 0) k = i.b;  // the `otherwise` itself does nothing then
    } else {
      r[i.result] = r[i.a];
      if (i.operation == Operation::otherwise) k = i.b;
    }
  }
  return inside;
}

double Program::value(const double* slot_values) const {
  return with_registers<double>(register_count(), [&](double* r) {
    const bool inside =
        run(slot_values, r, [](const Instruction&, const double*) { return false; });
    return inside ? r[result] : kNan;
  });
}

void Program::fill(const double* slot_values, double* registers) const {
  run(slot_values, registers, [](const Instruction&, const double*) { return true; });
}

const TableCall* Program::left_table(const double* slot_values, double arguments[2]) const {
  if (tables.empty()) return nullptr;
  const TableCall* left = nullptr;
  with_registers<double>(register_count(), [&](double* r) {
    return run(slot_values, r, [&](const Instruction& i, const double* registers) {
      left = &tables[i.b];
      arguments[0] = registers[i.a];
      arguments[1] = registers[left->second];
      return false;
    });
  });
  return left;
}

namespace {

// Adds the adjoint of the result of an instruction to the adjoints of its operands. An adjoint of 0
// is skipped, so that an infinite slope spoils only the results that depend on it.
void pass_back(const Program& program, const Instruction& i, const double* r, double* adjoint) {
  const double weight = adjoint[i.result];
  if (weight == 0) return;
  auto add = [&](std::uint16_t to, double slope) {
    if (to >= program.constants.size() && slope != 0) adjoint[to] += weight * slope;
  };
  if (i.operation == Operation::table) {
    double y[3];
    program.tables[i.b].table->evaluate(r[i.a], y);
    return add(i.a, y[1]);
  }
  if (i.operation == Operation::surface) {
    const TableCall& call = program.tables[i.b];
    const ExpressionTable::Surface z = call.table->evaluate(r[i.a], r[call.second]);
    add(i.a, z.u);
    return add(call.second, z.w);
  }
  // The most frequent operations, without a call.
  switch (i.operation) {
    case Operation::add:
      add(i.a, 1);
      return add(i.b, 1);
    case Operation::subtract:
      add(i.a, 1);
      return add(i.b, -1);
    case Operation::multiply:
      add(i.a, r[i.b]);
      return add(i.b, r[i.a]);
    case Operation::power:
      if (i.b >= program.constants.size() || r[i.b] != 2) break;
      return add(i.a, 2 * r[i.a]);
    case Operation::root:
      return add(i.a, 0.5 / r[i.result]);
    default:
      break;
  }
  const bool in_b = i.b >= program.constants.size();
  const Slopes s = slopes(i.operation, r[i.a], r[i.b], r[i.result], in_b);
  add(i.a, s.a);
  add(i.b, s.b);
}

// The backward sweep from the result to the slots, through the branches that were taken.
void sweep_back(const Program& program, const double* r, double* adjoint) {
  std::fill_n(adjoint, program.register_count(), 0.0);
  adjoint[program.result] = 1;
  for (std::size_t k = program.code.size(); k-- > 0;) {
    const Instruction& i = program.code[k];
    if (i.operation == Operation::branch) continue;
    if (i.operation < Operation::branch) {
      pass_back(program, i, r, adjoint);
    } else if (i.operation == Operation::otherwise) {
      k = program.branch_of[k];  // the other side was taken
    } else {
      const Instruction& middle = program.code[i.b];
      const bool first = r[program.code[program.branch_of[i.b]].a] != 0;
      adjoint[first ? middle.a : i.a] += adjoint[i.result];
      if (first) k = i.b;
    }
  }
}

// First and second derivative of f(a, b) from the derivatives of a and b.
Rates chain(Operation operation, double a, double b, double f, Rates da, Rates db, bool in_b) {
  const bool moves_a = da.first != 0 || da.second != 0;
  const bool moves_b = in_b && (db.first != 0 || db.second != 0);
  Rates out{0, 0};
  if (!moves_a && !moves_b) return out;
  if (operation == Operation::add || operation == Operation::subtract) {
    const double sign = operation == Operation::add ? 1 : -1;
    if (moves_a) out = da;
    if (moves_b) out = {out.first + sign * db.first, out.second + sign * db.second};
    return out;
  }
  auto add = [](double& sum, double factor, double slope) {
    if (factor != 0 && slope != 0) sum += factor * slope;
  };
  if (operation == Operation::power && b == 2 && !moves_b) {
    add(out.first, da.first, 2 * a);
    add(out.second, da.second, 2 * a);
    add(out.second, da.first * da.first, 2);
    return out;
  }
  const Slopes s = slopes(operation, a, b, f, moves_b);
  const Curvatures c = curvatures(operation, a, b, f, moves_b);
  if (moves_a) {
    add(out.first, da.first, s.a);
    add(out.second, da.second, s.a);
    add(out.second, da.first * da.first, c.aa);
  }
  if (moves_b) {
    add(out.first, db.first, s.b);
    add(out.second, db.second, s.b);
    add(out.second, db.first * db.first, c.bb);
    add(out.second, 2 * da.first * db.first, c.ab);
  }
  return out;
}

Rates chain(const TableCall& call, double u, Rates du) {
  double y[3];
  call.table->evaluate(u, y);
  return {y[1] * du.first, y[1] * du.second + y[2] * du.first * du.first};
}

Rates chain(const TableCall& call, double u, double w, Rates du, Rates dw) {
  const ExpressionTable::Surface z = call.table->evaluate(u, w);
  return {z.u * du.first + z.w * dw.first,
          z.u * du.second + z.w * dw.second + 2 * z.uw * du.first * dw.first};
}

// The rates of all registers whose values are in r.
void run_rates(const Program& program, const double* r, const double* direction, Rates* d) {
  Rates* out = d;
  for (std::size_t k = 0; k < program.constants.size(); ++k) *out++ = {0, 0};
  for (const int s : program.slots) *out++ = {direction[s], 0};
  for (std::size_t k = 0; k < program.code.size(); ++k) {
    const Instruction& i = program.code[k];
    if (i.operation < Operation::table) {
      const bool two = has_two_operands(i.operation) && i.b >= program.constants.size();
      d[i.result] = chain(i.operation, r[i.a], r[i.b], r[i.result], d[i.a], d[i.b], two);
    } else if (i.operation == Operation::table) {
      d[i.result] = chain(program.tables[i.b], r[i.a], d[i.a]);
    } else if (i.operation == Operation::surface) {
      const TableCall& call = program.tables[i.b];
      d[i.result] = chain(call, r[i.a], r[call.second], d[i.a], d[call.second]);
    } else if (i.operation == Operation::branch) {
      if (r[i.a] == 0) k = i.b;
    } else {
      d[i.result] = d[i.a];
      if (i.operation == Operation::otherwise) k = i.b;
    }
  }
}

}  // namespace

void Program::take_derivatives(const double* adjoint, bool inside, std::span<const int> by,
                               double* derivatives) const {
  for (std::size_t k = 0; k < by.size(); ++k) {
    const auto it = std::find(slots.begin(), slots.end(), by[k]);
    derivatives[k] = it == slots.end() ? 0
                     : !inside         ? kNan
                                       : adjoint[constants.size() + (it - slots.begin())];
  }
}

double Program::gradient(const double* slot_values, std::span<const int> by,
                         double* derivatives) const {
  auto sweep = [&](double* r, double* adjoint) {
    const bool inside =
        run(slot_values, r, [](const Instruction&, const double*) { return false; });
    if (inside) sweep_back(*this, r, adjoint);
    take_derivatives(adjoint, inside, by, derivatives);
    return inside ? r[result] : kNan;
  };
  return with_registers<double>(register_count(), [&](double* r) {
    return with_registers<double>(register_count(),
                                  [&](double* adjoint) { return sweep(r, adjoint); });
  });
}

DerivativesAlong Program::along(const double* slot_values, const double* direction,
                                std::span<const int> by, double* derivatives) const {
  auto all = [&](double* r, double* adjoint, Rates* d) {
    const bool inside =
        run(slot_values, r, [](const Instruction&, const double*) { return false; });
    if (inside && !by.empty()) sweep_back(*this, r, adjoint);
    take_derivatives(adjoint, inside, by, derivatives);
    if (!inside) return DerivativesAlong{kNan, kNan, kNan};
    run_rates(*this, r, direction, d);
    return DerivativesAlong{r[result], d[result].first, d[result].second};
  };
  return with_registers<double>(register_count(), [&](double* r) {
    return with_registers<double>(register_count(), [&](double* adjoint) {
      return with_registers<Rates>(register_count(), [&](Rates* d) { return all(r, adjoint, d); });
    });
  });
}

}  // namespace mbs
