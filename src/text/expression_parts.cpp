// The largest parts of an expression that read the time alone, as expressions of their own.
#include <algorithm>
#include <utility>

#include "text/expression_program.h"

namespace mbs {

namespace {

// What is known of a register: whether it reads nothing but live parameters and the time, and
// whether it reads the time.
struct Reads {
  bool alone = true, time = false;
};

class PartFinder {
 public:
  PartFinder(const Program& program, int parameters, int t)
      : program_(program),
        parameters_(parameters),
        t_(t),
        reads_(program.register_count()),
        writer_(reads_.size(), -1) {
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
      if (reads_[end.result].alone) continue;  // of a larger part
      take(i.a);
      if (i.operation < Operation::table) take(i.b);
      if (i.operation == Operation::surface) take(program_.tables[i.b].second);
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
    writer_[i.result] = k;
    add(i.result, i.a);
    if (i.operation < Operation::table) add(i.result, i.b);
    if (i.operation == Operation::surface) add(i.result, program_.tables[i.b].second);
    if (i.operation == Operation::join) add(i.result, condition_of(i));
  }
  std::uint16_t condition_of(const Instruction& join) const {
    return program_.code[program_.branch_of[join.b]].a;
  }

  // The first instruction that a register needs.
  int first_of(std::uint16_t reg) const {
    const int k = writer_[reg];
    if (k < 0) return static_cast<int>(program_.code.size());
    const Instruction& i = program_.code[k];
    int first = std::min(k, first_of(i.a));
    if (i.operation < Operation::table) first = std::min(first, first_of(i.b));
    if (i.operation == Operation::surface)
      first = std::min(first, first_of(program_.tables[i.b].second));
    if (i.operation == Operation::join)
      first = std::min({first, first_of(program_.code[i.b].a), first_of(condition_of(i))});
    return first;
  }

  // A part that is not inside another one: operands stand right before what reads them, so its
  // instructions are those from its first one to the one that writes it.
  void take(std::uint16_t reg) {
    const int last = writer_[reg];
    if (last < 0 || !reads_[reg].alone || !reads_[reg].time) return;
    const int first = first_of(reg);
    Program part;
    part.constants = program_.constants;
    part.slots = program_.slots;
    for (int& slot : part.slots) slot = slot == t_ ? parameters_ : std::min(slot, parameters_);
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
    out_.push_back(std::move(part));
  }

  const Program& program_;
  int parameters_, t_;
  std::vector<Reads> reads_;
  std::vector<int> writer_;  // the instruction that writes a register; the join of a choice
  std::vector<Program> out_;
};

}  // namespace

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
