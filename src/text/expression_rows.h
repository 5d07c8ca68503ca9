// Evaluates several expressions of one shape at once; they differ only in their constants. Each
// instruction of the program runs over kLanes rows together (SIMD). Values and derivatives equal
// the results of Expression to the last bit.
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

  // `expression` is the first row and gives the shape. Variable k is slot first_slot + k; slots
  // before first_slot are not read. For a variable k with is_angle[k] != 0 the caller gives sine
  // and cosine.
  ExpressionRows(Expression expression, int first_slot, const std::vector<char>& is_angle);
  // Appends a row; false if it has another shape, or a branch or a table. Such an expression is
  // evaluated alone.
  bool add(const Expression& expression);

  int count() const { return static_cast<int>(rows_.size()); }
  const Expression& row(int k) const { return rows_[static_cast<std::size_t>(k)]; }
  int first_slot() const { return first_slot_; }
  // Block b: rows kLanes b to kLanes (b + 1) - 1, or to the last row.
  int blocks() const { return (count() + kLanes - 1) / kLanes; }
  int rows_in(int block) const;

  // All arrays have kLanes numbers per variable, one per row of the block. If the last block has
  // fewer rows, the numbers of the missing rows are read but have no meaning.
  struct At {
    const double* variables;
    const double *sine = nullptr, *cosine = nullptr;  // of the angles
    const double* direction = nullptr;
  };
  // The value of each row and its derivatives with respect to its variables.
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
  std::vector<int> register_;  // register of each variable; -1: the value does not depend on it
  std::shared_ptr<const LaneProgram> lanes_;  // null: row by row
  std::vector<double> constants_;             // per block: kLanes numbers for each constant
};

}  // namespace mbs
