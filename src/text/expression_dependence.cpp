// How an expression depends on some of its variables, found from its operations.
#include "text/expression_program.h"

namespace mbs {

namespace {

using enum Dependence;

// `zero`: a constant 0, which is `none` but does not make a sum affine.
struct Part {
  Dependence kind = none;
  bool zero = false;
};

Part sum(Part a, Part b) {
  if (a.zero) return b;
  if (b.zero || a.kind == b.kind) return {a.kind, false};
  return {a.kind == other || b.kind == other ? other : affine, false};
}

// Dependence of an operation that is not linear in its operands.
Part of_both(Part a, Part b) { return {a.kind == none && b.kind == none ? none : other, false}; }

Part product(Part a, Part b) {
  if (a.zero || b.zero) return {none, true};
  if (a.kind == none) return b;
  return b.kind == none ? a : Part{other, false};
}

}  // namespace

Dependence Program::dependence(std::span<const char> varies) const {
  std::vector<Part> part(register_count());
  for (std::size_t k = 0; k < constants.size(); ++k) part[k].zero = constants[k] == 0;
  for (std::size_t k = 0; k < this->slots.size(); ++k)
    if (varies[this->slots[k]] != 0) part[constants.size() + k].kind = linear;
  for (const Instruction& i : code) {
    const Part a = part[i.a];
    switch (i.operation) {
      case Operation::negate:
        part[i.result] = a;
        break;
      case Operation::add:
      case Operation::subtract:
        part[i.result] = sum(a, part[i.b]);
        break;
      case Operation::multiply:
        part[i.result] = product(a, part[i.b]);
        break;
      case Operation::divide:
        part[i.result] = part[i.b].kind == none ? a : Part{other, false};
        break;
      case Operation::branch:  // the condition decides which part gives the value
        if (a.kind != none) return other;
        break;
      case Operation::otherwise:  // the first part ends; the join adds the second
        part[i.result] = a;
        break;
      case Operation::join:
        part[i.result] = sum(part[i.result], a);
        break;
      case Operation::table:
        part[i.result] = of_both(a, {});
        break;
      case Operation::surface:
        part[i.result] = of_both(a, part[tables[i.b].second]);
        break;
      default:
        part[i.result] = of_both(a, part[i.b]);
        break;
    }
  }
  return part[result].kind;
}

Dependence Expression::dependence(std::span<const char> varies) const {
  return program_->dependence(varies);
}

}  // namespace mbs
