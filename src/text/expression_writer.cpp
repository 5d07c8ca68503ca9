#include "text/expression_writer.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace mbs {

ProgramWriter::Level ProgramWriter::level_of(Operation operation) {
  using enum Operation;
  switch (operation) {
    case logical_or:
      return Level::either;
    case logical_and:
      return Level::both;
    case add:
    case subtract:
      return Level::sum;
    case multiply:
    case divide:
    case negate:
    case logical_not:
      return Level::product;
    case power:
      return Level::power;
    case branch:
    case otherwise:
      return Level::choice;
    default:
      return Level::compare;
  }
}

// Most expressions are short.
ProgramWriter::ProgramWriter() {
  constexpr std::size_t kShort = 8;
  constants_.reserve(kShort);
  operands_.reserve(kShort);
  pending_.reserve(kShort);
}

void ProgramWriter::constant(double value) {
  const auto same = [&](double c) {
    return std::bit_cast<std::uint64_t>(c) == std::bit_cast<std::uint64_t>(value);
  };
  const auto it = std::find_if(constants_.begin(), constants_.end(), same);
  operands_.push_back({Source::constant, static_cast<std::uint16_t>(it - constants_.begin())});
  if (it == constants_.end()) constants_.push_back(value);
}

void ProgramWriter::slot(int index) {
  const auto it = std::find(slots_.begin(), slots_.end(), index);
  operands_.push_back({Source::slot, static_cast<std::uint16_t>(it - slots_.begin())});
  if (it == slots_.end()) slots_.push_back(index);
}

ProgramWriter::Operand ProgramWriter::take() {
  const Operand operand = operands_.back();
  operands_.pop_back();
  return operand;
}

ProgramWriter::Operand ProgramWriter::new_result() {
  return operands_.emplace_back(Operand{Source::result, static_cast<std::uint16_t>(results_++)});
}

// An operation of constants is computed here once; its value is the same.
void ProgramWriter::emit(Operation operation, Operand a, Operand b) {
  if (a.source == Source::constant && b.source == Source::constant)
    return constant(apply(operation, constants_[a.index], constants_[b.index]));
  steps_.push_back({operation, a, b, new_result().index});
}

void ProgramWriter::prefix(Operation operation) {
  pending_.push_back({level_of(operation), operation});
}

void ProgramWriter::binary(Operation operation) {
  const Level level = level_of(operation);
  carry_out_pending(level, level != Level::power);
  pending_.push_back({level, operation});
}

void ProgramWriter::carry_out_pending(Level level, bool as_strong) {
  while (!pending_.empty()) {
    const Pending last = pending_.back();
    if (last.level == Level::bracket || last.level < level) return;
    if (last.level == level && !as_strong) return;
    pending_.pop_back();
    carry_out(last);
  }
}

void ProgramWriter::carry_out(const Pending& pending) {
  using enum Operation;
  const Operand b = take();
  if (pending.operation == negate || pending.operation == logical_not)
    return emit(pending.operation, b, b);
  if (pending.operation != otherwise) {
    const Operand a = take();
    return emit(pending.operation, a, b);
  }
  const std::uint16_t result = new_result().index;
  steps_[pending.at].result = result;
  steps_[pending.at].extra = next();
  steps_.push_back({join, b, b, result, static_cast<std::uint16_t>(pending.at)});
}

void ProgramWriter::question() {
  carry_out_pending(Level::choice, false);
  const Operand condition = take();
  pending_.push_back({Level::choice, Operation::branch, steps_.size()});
  steps_.push_back({Operation::branch, condition, condition});
}

void ProgramWriter::colon() {
  carry_out_pending(Level::choice, false);
  while (pending_.back().operation == Operation::otherwise) {  // inner choices
    const Pending inner = pending_.back();
    pending_.pop_back();
    carry_out(inner);
  }
  Pending& choice = pending_.back();
  const std::size_t branch = std::exchange(choice.at, steps_.size());
  choice.operation = Operation::otherwise;
  steps_[branch].extra = next();
  branch_of_.resize(steps_.size() + 1);
  branch_of_.back() = static_cast<std::uint16_t>(branch);
  const Operand value = take();
  steps_.push_back({Operation::otherwise, value, value});
}

void ProgramWriter::open() { pending_.push_back({Level::bracket, Operation::negate}); }

void ProgramWriter::comma() { carry_out_pending(Level::choice, true); }

void ProgramWriter::close() {
  comma();
  pending_.pop_back();
}

void ProgramWriter::call(Operation operation, int arguments) {
  if (operation == Operation::minimum || operation == Operation::maximum) {
    const std::vector<Operand> all(operands_.end() - arguments, operands_.end());
    operands_.resize(operands_.size() - all.size() + 1);
    for (std::size_t k = 1; k < all.size(); ++k) emit(operation, take(), all[k]);
    return;
  }
  const Operand b = take(), a = arguments == 2 ? take() : b;
  emit(operation, a, b);
}

void ProgramWriter::call(TableCall table) {
  const bool surface = table.table->is_surface();
  const Operand w = take(), u = surface ? take() : w;
  const auto index = static_cast<std::uint16_t>(tables_.size());
  steps_.push_back(
      {surface ? Operation::surface : Operation::table, u, w, new_result().index, index});
  tables_.push_back(std::move(table));
}

// Constants that instructions read; folding leaves unused ones.
std::vector<char> ProgramWriter::constants_used(Operand value) const {
  std::vector<char> used(constants_.size());
  auto note = [&](Operand operand) {
    if (operand.source == Source::constant) used[operand.index] = 1;
  };
  note(value);
  for (const Step& step : steps_) note(step.a), note(step.b);
  return used;
}

Program ProgramWriter::finish() {
  comma();
  const Operand value = take();
  Program out;
  const std::vector<char> used = constants_used(value);
  std::vector<std::uint16_t> place(constants_.size());
  for (std::size_t k = 0; k < constants_.size(); ++k) {
    if (!used[k]) continue;
    place[k] = static_cast<std::uint16_t>(out.constants.size());
    out.constants.push_back(constants_[k]);
  }
  out.slots = std::move(slots_);
  auto register_of = [&](Source source, std::uint16_t index) {
    std::size_t at = index;
    if (source == Source::constant) at = place[index];
    if (source != Source::constant) at += out.constants.size();
    if (source == Source::result) at += out.slots.size();
    return static_cast<std::uint16_t>(at);
  };
  for (const Step& s : steps_) {
    const bool special = s.operation >= Operation::table;
    out.code.push_back({s.operation, register_of(Source::result, s.result),
                        register_of(s.a.source, s.a.index),
                        special ? s.extra : register_of(s.b.source, s.b.index)});
  }
  out.branch_of = std::move(branch_of_);
  for (const Step& s : steps_)
    if (s.operation == Operation::surface)
      tables_[s.extra].second = register_of(s.b.source, s.b.index);
  out.tables = std::move(tables_);
  out.results = results_;
  out.result = register_of(value.source, value.index);
  return out;
}

}  // namespace mbs
