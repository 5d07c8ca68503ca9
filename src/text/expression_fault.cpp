// Why an expression has no value.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "text/compiled_expression.h"
#include "text/expression_origin.h"
#include "text/expression_program.h"
#include "text/names.h"

namespace mbs {
namespace {

constexpr std::size_t kMostNamed = 6;  // values of variables in a message

struct NoValue {
  std::string problem, expected;
};

NoValue left(const TableCall& call, const double at[2]) {
  const ExpressionTable& table = *call.table;
  const std::string name = printable(std::filesystem::path(table.name()).filename().string());
  if (table.is_surface())
    return {
        fmt::format("the argument ({:.9g}, {:.9g}) lies outside table '{}'", at[0], at[1], name),
        fmt::format("expected the first from {:.9g} to {:.9g}, the second from {:.9g} to {:.9g}",
                    table.first(), table.last(), table.first_second(), table.last_second())};
  return {fmt::format("the argument {:.9g} lies outside table '{}'", at[0], name),
          fmt::format("expected a value from {:.9g} to {:.9g}", table.first(), table.last())};
}

// Why an operation of these finite numbers has no finite value; empty where its value is only too
// large for a number.
NoValue fault_of(Operation operation, double a, double b) {
  using enum Operation;
  const auto inverse = [&](const char* name) {
    return NoValue{
        fmt::format("the argument {} of {} lies outside -1 to 1", a, name),
        fmt::format("take {}(max(-1, min(1, u))), choose with ?:, or end the run earlier", name)};
  };
  const auto logarithm_of = [&](const char* name) {
    return NoValue{fmt::format("the argument {} of {} is not above 0", a, name),
                   "choose with ?: what holds there, or end the run earlier"};
  };
  switch (operation) {
    case arc_sine:
      return inverse("asin");
    case arc_cosine:
      return inverse("acos");
    case logarithm:
      if (a > 0) return {};
      return logarithm_of("log");
    case logarithm10:
      if (a > 0) return {};
      return logarithm_of("log10");
    case root:
      return {fmt::format("the argument {} of sqrt lies below 0", a),
              "take sqrt(max(0, u)), choose with ?:, or end the run earlier"};
    case divide:
    case remainder:
      if (b != 0) return {};
      return {fmt::format("{} is divided by 0", a),
              "choose with ?: what holds there, or begin elsewhere or end the run earlier"};
    case power:
      if (a > 0 || (a < 0 && b == std::floor(b))) return {};
      return {fmt::format("({})^({}) has no value", a, b),
              "take abs(u)^n or max(0, u)^n, choose with ?:, or end the run earlier"};
    default:
      return {};
  }
}

// An evaluation whose operations that have been carried out are kept.
class Trace {
 public:
  Trace(const Program& program, const double* slots)
      : program_(program), r_(program.register_count()), writer_(r_.size(), -1) {
    program.fill(slots, r_.data());
    for (std::size_t k = 0; k < program.code.size(); ++k) {
      const Instruction i = program.code[k];
      if (i.operation == Operation::branch) {
        if (r_[i.a] == 0) k = i.b;
        continue;
      }
      writer_[i.result] = static_cast<int>(k);
      if (i.operation == Operation::otherwise) k = i.b;
    }
  }

  // Goes from a register, whose value is not finite, to the operation that gave none; a register
  // without an operation is a constant or a slot.
  std::size_t origin(std::size_t reg) const {
    while (writer_[reg] >= 0) {
      const auto [a, b] = operands(reg);
      if (std::isfinite(r_[a]) && std::isfinite(r_[b])) break;
      reg = std::isfinite(r_[a]) || std::isnan(r_[b]) ? b : a;
    }
    return reg;
  }
  // Empty where the value is read, or only too large.
  NoValue fault(std::size_t origin) const {
    if (writer_[origin] >= 0) {
      const auto [a, b] = operands(origin);
      return fault_of(program_.code[static_cast<std::size_t>(writer_[origin])].operation, r_[a],
                      r_[b]);
    }
    if (origin >= program_.constants.size()) return {};
    return {"its numbers give none", "look for a division by 0, and for roots and logarithms"};
  }
  // " (x1_2 = 0.5, v1_2 = -3)": the slots from which the value of the register follows.
  std::string values_text(std::size_t reg, const double* slots) const {
    std::vector<char> feeds(r_.size(), 0);
    std::vector<std::size_t> open{reg};
    while (!open.empty()) {
      const std::size_t next = open.back();
      open.pop_back();
      if (feeds[next] != 0) continue;
      feeds[next] = 1;
      if (writer_[next] < 0) continue;
      const auto [a, b] = operands(next);
      open.push_back(a);
      open.push_back(b);
    }
    const auto is_read = [&](const NamedSlot& named) {
      for (std::size_t k = 0; k < program_.slots.size(); ++k)
        if (program_.slots[k] == named.slot) return feeds[program_.constants.size() + k] != 0;
      return false;
    };
    std::string out;
    std::size_t count = 0;
    for (const NamedSlot& named : program_.origin.slots)
      if (is_read(named) && ++count <= kMostNamed)
        out +=
            fmt::format("{}{} = {:.9g}", count == 1 ? " (" : ", ", named.name, slots[named.slot]);
    return out.empty() ? out : out + (count > kMostNamed ? ", ...)" : ")");
  }

  // The first table whose argument has no value; else the register of the value.
  std::size_t suspect() const {
    for (const int k : writer_) {
      if (k < 0) continue;
      const Instruction& i = program_.code[static_cast<std::size_t>(k)];
      const bool surface = i.operation == Operation::surface;
      if (!surface && i.operation != Operation::table) continue;
      if (!std::isfinite(r_[i.a])) return i.a;
      if (surface && !std::isfinite(r_[program_.tables[i.b].second]))
        return program_.tables[i.b].second;
    }
    return program_.result;
  }
  bool is_finite(std::size_t reg) const { return std::isfinite(r_[reg]); }

 private:
  std::pair<std::size_t, std::size_t> operands(std::size_t reg) const {
    const Instruction& i = program_.code[static_cast<std::size_t>(writer_[reg])];
    if (i.operation == Operation::surface) return {i.a, program_.tables[i.b].second};
    return {i.a, has_two_operands(i.operation) ? i.b : i.a};
  }

  const Program& program_;
  std::vector<double> r_;
  std::vector<int> writer_;  // of each register; -1: a constant or a slot
};

}  // namespace

std::optional<MissingValue> Expression::missing_value(const double* slots) const {
  const Program& program = *program_;
  double at[2] = {};
  const TableCall* const call = program.left_table(slots, at);
  if (call && std::isfinite(at[0]) && (!call->table->is_surface() || std::isfinite(at[1]))) {
    NoValue fault = left(*call, at);
    return MissingValue{call->where, std::move(fault.problem), std::move(fault.expected)};
  }
  if (!call && std::isfinite(program.value(slots))) return {};
  const Trace trace(program, slots);
  const std::size_t suspect = trace.suspect();
  if (trace.is_finite(suspect)) return {};
  const std::size_t origin = trace.origin(suspect);
  NoValue fault = trace.fault(origin);
  if (fault.problem.empty()) return {};
  const std::string& record = program.origin.record;
  return MissingValue{
      program.origin.where,
      fmt::format("{} has no value: {}{}", record.empty() ? "the expression" : record,
                  fault.problem, trace.values_text(origin, slots)),
      std::move(fault.expected)};
}

}  // namespace mbs
