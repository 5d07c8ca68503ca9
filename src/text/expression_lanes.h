// One program over several rows at once: the inside of ExpressionRows. Private to text/.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/expression_program.h"
#include "text/expression_rows.h"

namespace mbs {

// Programs with more registers run row by row.
inline constexpr std::size_t kMostLaneRegisters = 128;

struct alignas(32) Lanes {
  double of[ExpressionRows::kLanes];
};

// An instruction, and what is known of it before any number is.
struct LaneStep {
  Operation operation;
  std::uint16_t result, a, b;
  bool passes_a = false, passes_b = false;  // whether an operand has an adjoint: it is no constant
  bool sets_a = false, sets_b = false;  // whether the sweep back reaches it here for the first time
  bool square = false;                  // a power of a constant 2
  int angle = -1;  // the variable whose sine or cosine it is, if these are given
};

// The program as the lanes run it.
struct LaneProgram {
  std::vector<LaneStep> steps;  // those that the value depends on
  std::vector<int> twos;        // constants that must be 2
  std::size_t constants, slots;
  std::uint16_t result;
};

// The steps that the value depends on, from the last to the first as the sweep back goes.
LaneProgram lane_program(const Program& program);
// Whether it has neither too many registers nor branches and tables.
bool runs_in_lanes(const Program& program);

// The registers of several rows in the course of an evaluation. Lanes from `count` on only repeat
// the last row, so functions are not called for them. What counts for nothing is multiplied all the
// same: where that makes a sum no number the caller takes the rows one by one.
class LaneRun {
 public:
  LaneRun(const LaneProgram& program, int count, const ExpressionRows::At& at,
          const double* constants)
      : program_(program), count_(count), at_(at) {
    for (std::size_t k = 0; k < program.constants; ++k)
      std::copy_n(constants + k * ExpressionRows::kLanes, ExpressionRows::kLanes, value_[k].of);
  }

  Lanes& value(std::size_t k) { return value_[k]; }
  Lanes& adjoint(std::size_t k) { return adjoint_[k]; }
  Lanes& first(std::size_t k) { return first_[k]; }
  Lanes& second(std::size_t k) { return second_[k]; }

  void run_values() {
    for (const LaneStep& i : program_.steps) value_of(i);
  }
  void sweep_back();
  void run_rates() {
    for (std::size_t k = 0; k < program_.constants; ++k) first_[k] = second_[k] = {};
    for (std::size_t k = 0; k < program_.slots; ++k) second_[program_.constants + k] = {};
    for (const LaneStep& i : program_.steps) rates_of(i);
  }

 private:
  // out = f(l) for the rows that are there; the others repeat the last.
  template <class Function>
  void call(Lanes& out, const Function& f) const;
  void value_of(const LaneStep& i);
  void slopes_of(const LaneStep& i);
  void rates_of(const LaneStep& i);
  void add_curvature(const LaneStep& i);

  const LaneProgram& program_;
  int count_;
  const ExpressionRows::At& at_;
  Lanes value_[kMostLaneRegisters], adjoint_[kMostLaneRegisters];
  Lanes first_[kMostLaneRegisters], second_[kMostLaneRegisters];
  // Of the step that writes a register.
  Lanes slope_a_[kMostLaneRegisters], slope_b_[kMostLaneRegisters];
};

}  // namespace mbs
