// Expressions of one shape, which differ in nothing but their constants, evaluated several at once:
// each instruction of the program runs over kLanes of them, as a processor can work on them
// together. Values and derivatives are to the last bit those of Expression, each by itself.
#pragma once

#include <memory>
#include <vector>

#include "text/compiled_expression.h"

namespace mbs {

struct LaneProgram;

class ExpressionRows {
 public:
  static constexpr int kLanes = 4;
  static constexpr int kMostSlots = 256;  // first_slot + variables

  // Rows of the shape of `expression`, which is the first of them. Variable k is read from slot
  // first_slot + k; no slot before it is read. Of a variable k with is_angle[k] != 0 sine and
  // cosine are given.
  ExpressionRows(Expression expression, int first_slot, const std::vector<char>& is_angle);
  // Appends a row; false if it has another shape, or if it has a branch or a table: such an
  // expression stays alone.
  bool add(const Expression& expression);

  int count() const { return static_cast<int>(rows_.size()); }
  // Block b is rows kLanes b to kLanes (b + 1) - 1, or to the last.
  int blocks() const { return (count() + kLanes - 1) / kLanes; }
  int rows_in(int block) const;

  // All arrays have kLanes numbers per variable, one for each row of the block. Where the last
  // block has fewer rows, the numbers beyond them are read, too, but mean nothing.
  struct At {
    const double* variables;
    const double *sine = nullptr, *cosine = nullptr;  // of the angles
    const double* direction = nullptr;
  };
  // Of each row the value, and its derivatives with respect to its variables.
  void gradient(int block, const At& at, double* value, double* derivatives) const;
  // The same, and the second derivative of the value with respect to s at variables + s direction.
  void along(int block, const At& at, double* value, double* derivatives, double* second) const;

 private:
  const Program& program() const;
  void take_constants();
  template <bool kAlong>
  void run_alone(int row, int lane, const At& at, double* value, double* derivatives,
                 double* second) const;
  template <bool kAlong, int kWidth>
  bool run_together(int block, const At& at, double* value, double* derivatives,
                    double* second) const;
  template <bool kAlong>
  void run(int block, const At& at, double* value, double* derivatives, double* second) const;

  std::vector<Expression> rows_;
  int first_slot_ = 0;
  std::vector<int> by_;        // slots of the variables
  std::vector<int> register_;  // of each variable, -1 where the value does not depend on it
  std::shared_ptr<const LaneProgram> lanes_;  // null: row by row
  std::vector<double> constants_;  // of each block all constants, kLanes numbers for each of them
};

}  // namespace mbs
