// Writes the program of an expression from checked pieces in the order of the text. Private to
// text/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/expression_program.h"

namespace mbs {

class ProgramWriter {
 public:
  ProgramWriter();
  void constant(double value);
  void slot(int index);
  void prefix(Operation operation);
  void binary(Operation operation);
  void question();  // the ? of ?:
  void colon();
  void open();
  // The part between brackets or commas is complete and becomes one operand.
  void comma();
  void close();
  // Replaces the last `arguments` operands by the value of a function. minimum and maximum take any
  // number of arguments.
  void call(Operation operation, int arguments);
  void call(TableCall table);

  Program finish();

 private:
  // Precedence, weakest first; a bracket stops all pending operations.
  enum class Level : std::uint8_t { bracket, choice, either, both, compare, sum, product, power };
  struct Pending {
    Level level;
    Operation operation;
    std::size_t at = 0;  // of `branch` and `otherwise`: the instruction
  };
  // Source of an operand, until registers are assigned.
  enum class Source : std::uint8_t { constant, slot, result };
  struct Operand {
    Source source;
    std::uint16_t index;
  };
  struct Step {
    Operation operation;
    Operand a, b;              // b = a for an operation of one operand
    std::uint16_t result = 0;  // index
    std::uint16_t extra = 0;   // Instruction::b if it is no register
  };

  static Level level_of(Operation operation);
  // Emits the pending operations since the last bracket that are stronger than `level`, or equal to
  // it (as_strong).
  void carry_out_pending(Level level, bool as_strong);
  void carry_out(const Pending& pending);
  void emit(Operation operation, Operand a, Operand b);
  Operand take();
  Operand new_result();
  std::uint16_t next() const { return static_cast<std::uint16_t>(steps_.size()); }
  std::vector<char> constants_used(Operand value) const;

  std::vector<double> constants_;
  std::vector<int> slots_;
  std::vector<Step> steps_;
  std::vector<TableCall> tables_;
  std::vector<std::uint16_t> branch_of_;
  std::size_t results_ = 0;
  std::vector<Operand> operands_;
  std::vector<Pending> pending_;
};

}  // namespace mbs
