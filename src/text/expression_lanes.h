// A program as ExpressionRows runs it over several rows at once. Private to text/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/expression_program.h"
#include "text/expression_rows.h"

namespace mbs {

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

}  // namespace mbs
