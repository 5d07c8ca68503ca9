// A program in the form in which ExpressionRows runs it over several rows at once. Private to
// text/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/expression_program.h"
#include "text/expression_rows.h"

namespace mbs {

// An instruction with the properties that do not depend on the numbers.
struct LaneStep {
  Operation operation;
  std::uint16_t result, a, b;
  // whether an operand has an adjoint, as it is no constant
  bool passes_a = false, passes_b = false;
  bool sets_a = false, sets_b = false;  // whether the backward sweep reaches the operand here first
  bool square = false;                  // a power of a constant 2
  int angle = -1;                       // variable whose given sine or cosine this is; -1: none
};

// The program of the lanes.
struct LaneProgram {
  std::vector<LaneStep> steps;  // steps that the value depends on
  std::vector<int> twos;        // constants that must be 2
  std::size_t constants, slots;
  std::uint16_t result;
};

// Finds the steps that the value depends on, from last to first, as in the backward sweep.
LaneProgram lane_program(const Program& program);
// Whether lanes can run it: few registers, no branch and no table.
bool runs_in_lanes(const Program& program);

}  // namespace mbs
