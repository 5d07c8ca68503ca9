// Cuts parts out of an expression as separate expressions: the largest parts that read only the
// time, and addends.
#include <algorithm>
#include <cmath>
#include <utility>

#include "text/expression_program.h"

namespace mbs {

namespace {

// Whether a register depends only on live parameters and the time (alone), and whether it depends
// on the time.
struct Reads {
  bool alone = true, time = false;
};

// Calls `f` for each register that an instruction reads, once: an operation of one operand has it
// twice. The condition of a join and its first part are not among them.
template <class F>
void for_operands(const Program& program, const Instruction& i, F&& f) {
  f(i.a);
  if (i.operation < Operation::table && i.b != i.a) f(i.b);
  if (i.operation == Operation::surface) f(program.tables[i.b].second);
}

// Cuts the instructions that a register needs out of a program.
class PartCutter {
 public:
  explicit PartCutter(const Program& program)
      : program_(program), writer_(program.register_count(), -1) {
    for (std::size_t k = 0; k < program.code.size(); ++k)
      if (program.code[k].operation != Operation::branch)
        writer_[program.code[k].result] = static_cast<int>(k);
  }

  // The instruction that writes a register (for a choice the join); -1: a slot or a constant.
  int writer(std::uint16_t reg) const { return writer_[reg]; }
  std::uint16_t condition_of(const Instruction& join) const {
    return program_.code[program_.branch_of[join.b]].a;
  }

  // Instructions of operands stand directly before the instruction that reads them, so a part is
  // one range of instructions.
  Program cut(std::uint16_t reg) const {
    const int first = first_of(reg), last = writer_[reg];
    Program part;
    part.constants = program_.constants;
    part.slots = program_.slots;
    part.tables = program_.tables;
    part.results = program_.results;
    part.result = reg;
    part.origin = program_.origin;
    part.branch_of.assign(last - first + 1, 0);
    const auto moved = [first](std::uint16_t k) { return static_cast<std::uint16_t>(k - first); };
    for (int k = first; k <= last; ++k) {
      Instruction i = program_.code[k];
      if (i.operation >= Operation::branch) i.b = moved(i.b);
      if (i.operation == Operation::otherwise)
        part.branch_of[k - first] = moved(program_.branch_of[k]);
      part.code.push_back(i);
    }
    return part;
  }

 private:
  // The first instruction that a register needs.
  int first_of(std::uint16_t reg) const {
    const int k = writer_[reg];
    if (k < 0) return static_cast<int>(program_.code.size());
    const Instruction& i = program_.code[k];
    int first = k;
    for_operands(program_, i, [&](std::uint16_t of) { first = std::min(first, first_of(of)); });
    if (i.operation == Operation::join)
      first = std::min({first, first_of(program_.code[i.b].a), first_of(condition_of(i))});
    return first;
  }

  const Program& program_;
  std::vector<int> writer_;
};

class PartFinder {
 public:
  PartFinder(const Program& program, int parameters, int t)
      : program_(program),
        cutter_(program),
        parameters_(parameters),
        t_(t),
        reads_(program.register_count()) {
    for (std::size_t k = 0; k < program.slots.size(); ++k) {
      const int slot = program.slots[k];
      reads_[program.constants.size() + k] = {slot == t || slot < parameters, slot == t};
    }
    for (std::size_t k = 0; k < program.code.size(); ++k) note(static_cast<int>(k));
  }

  std::vector<Program> run() {
    take(program_.result);
    for (const Instruction& i : program_.code) {
      const Instruction& end = i.operation == Operation::branch ? program_.code[i.b] : i;
      if (reads_[end.result].alone) continue;  // inside a larger part
      for_operands(program_, i, [this](std::uint16_t of) { take(of); });
    }
    return std::move(out_);
  }

 private:
  void add(std::uint16_t to, std::uint16_t from) {
    reads_[to].alone = reads_[to].alone && reads_[from].alone;
    reads_[to].time = reads_[to].time || reads_[from].time;
  }

  void note(int k) {
    const Instruction& i = program_.code[k];
    if (i.operation == Operation::branch) return;
    for_operands(program_, i, [&](std::uint16_t of) { add(i.result, of); });
    if (i.operation == Operation::join) add(i.result, cutter_.condition_of(i));
  }

  // Takes a part that is not inside another one.
  void take(std::uint16_t reg) {
    if (cutter_.writer(reg) < 0 || !reads_[reg].alone || !reads_[reg].time) return;
    Program part = cutter_.cut(reg);
    for (int& slot : part.slots) slot = slot == t_ ? parameters_ : std::min(slot, parameters_);
    out_.push_back(std::move(part));
  }

  const Program& program_;
  PartCutter cutter_;
  int parameters_, t_;
  std::vector<Reads> reads_;
  std::vector<Program> out_;
};

// How a register depends on the varying slots.
enum class Evenness : std::uint8_t { constant, polynomial, uneven };

constexpr double kHighestPower = 8;

// Evenness of the result of an operation, from the evenness of its operands.
Evenness evenness_of(const Program& program, const Instruction& i, Evenness a, Evenness b) {
  switch (i.operation) {
    case Operation::negate:
      return a;
    case Operation::add:
    case Operation::subtract:
    case Operation::multiply:
      return std::max(a, b);
    case Operation::divide:
      return b == Evenness::constant ? a : Evenness::uneven;
    case Operation::power: {
      if (std::max(a, b) == Evenness::constant) return a;
      const double p = i.b < program.constants.size() ? program.constants[i.b] : -1;
      const bool whole = p >= 0 && p <= kHighestPower && p == std::trunc(p);
      return whole && b == Evenness::constant ? a : Evenness::uneven;
    }
    default:
      return std::max(a, b) == Evenness::constant ? Evenness::constant : Evenness::uneven;
  }
}

std::vector<Evenness> find_evenness(const Program& program, std::span<const char> varies) {
  std::vector<Evenness> out(program.register_count(), Evenness::constant);
  for (std::size_t k = 0; k < program.slots.size(); ++k)
    if (varies[program.slots[k]] != 0) out[program.constants.size() + k] = Evenness::polynomial;
  const PartCutter cutter(program);
  for (const Instruction& i : program.code) {
    if (i.operation == Operation::branch) continue;
    Evenness b = out[i.a];  // of the last operand
    for_operands(program, i, [&](std::uint16_t of) { b = out[of]; });
    if (i.operation == Operation::join)
      b = std::max(out[program.code[i.b].a], out[cutter.condition_of(i)]);
    out[i.result] = evenness_of(program, i, out[i.a], b);
  }
  return out;
}

}  // namespace

std::vector<Expression> Expression::uneven_addends(std::span<const char> varies) const {
  const std::vector<Evenness> evenness = find_evenness(*program_, varies);
  const PartCutter cutter(*program_);
  std::vector<Expression> out;
  std::vector<std::uint16_t> open{program_->result};
  while (!open.empty()) {
    const std::uint16_t reg = open.back();
    open.pop_back();
    if (evenness[reg] != Evenness::uneven) continue;
    const Instruction& i = program_->code[cutter.writer(reg)];
    const bool is_sum = i.operation == Operation::add || i.operation == Operation::subtract;
    if (is_sum) open.push_back(i.b);
    if (is_sum || i.operation == Operation::negate)
      open.push_back(i.a);
    else
      out.push_back(Expression(std::make_shared<const Program>(cutter.cut(reg))));
  }
  return out;
}

std::vector<Expression> Expression::time_parts(int parameters, int t) const {
  std::vector<Expression> out;
  std::vector<char> varies(parameters + 1, 0);
  varies.back() = 1;
  for (Program& part : PartFinder(*program_, parameters, t).run()) {
    Expression expression(std::make_shared<const Program>(std::move(part)));
    const Dependence how = expression.dependence(varies);
    if (how == Dependence::other) out.push_back(std::move(expression));
  }
  return out;
}

}  // namespace mbs
