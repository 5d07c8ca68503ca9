// The equations of a skeletal chain for one choice of unknowns among its variables by the matrix of
// Casius 2004: Newton-Euler equations of each segment, accelerations of the centres eliminated. It
// shares no code with solve/forces/balance.h and tests it (--cross-check). Behind the 7n + 5
// variables (chain_choice.h) stand the forces and moments of the constraints, as in MUSK (end of
// "Constraint equations": 13n + 5 variables); constraints that are not in use have none.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/views.h"
#include "linalg/lu.h"
#include "solve/chain/chain_geometry.h"

namespace mbs {

// Numbers of the equations that a deck adds: rows of 7n + 5 coefficients, and right sides.
struct ChainEquations {
  ChainEquations(int rows, int variables)
      : count(rows),
        coefficients(static_cast<std::size_t>(rows) * static_cast<std::size_t>(variables)),
        right_side(rows) {}
  int count;
  std::vector<double> coefficients;
  std::vector<double> right_side;
};

// Equations and unknown forces and moments that constraints add: two of each for a joint (the tip
// adds no forces, since its FRX and FRY are unknown), one of each for a locked angle and for equal
// angles.
struct ChainConstraintCounts {
  int equations = 0, forces = 0;
};
ChainConstraintCounts count_constraints(std::span<const ChainConstraint> constraints, int segments);

class ChainSystem {
 public:
  // `segments` give the structure of the chain; `constraints` are the constraints in force.
  ChainSystem(std::span<const ChainSegment> segments, std::span<const ChainConstraint> constraints,
              int more_equations);

  int variable_count() const { return 7 * n_ + 5; }
  // Forces and moments of the constraints.
  int constraint_count() const { return constraint_variables_; }

  // One flag per variable. The only call that allocates after construction.
  void choose(std::span<const char> unknown);
  int equation_count() const { return 3 * n_ + constraint_rows_ + more_; }
  int unknown_count() const { return unknowns_ + constraint_variables_; }

  // value: 7n + 5 numbers; only those of known variables are read. out: all variables, then the
  // forces and moments of the constraints. False if the choice is singular (rcond below 1e-12) or
  // the counts differ.
  bool solve(std::span<const ChainSegment> segments, ConstVector value, const ChainEquations& more,
             Vector out);
  // Reciprocal condition number of the system last solved, rows and columns scaled to largest
  // entries of 1.
  double rcond() { return factored_ ? lu_.rcond() : 0; }
  // After solve() was false: the unknowns that the equations leave open.
  std::vector<int> undetermined() const;

 private:
  void add(int row, int column, double value);
  void matrix_rows(std::span<const ChainSegment> segments);
  void constraint_row(const ChainConstraint& constraint, int row, int variable);
  void extra_rows(const ChainEquations& more);
  void scale();

  int n_;
  std::vector<ChainConstraint> constraints_;
  std::vector<int> parents_;
  int more_;
  int constraint_rows_ = 0, constraint_variables_ = 0, unknowns_ = 0;
  int rows_ = 0, columns_ = 0;
  ChainGeometry geometry_;
  std::vector<int> column_of_;    // of variables, then of constraint forces; -1 known
  std::vector<int> variable_of_;  // of each column
  std::vector<double> value_;     // known numbers while rows are written
  std::vector<double> a_, b_, row_scale_, column_scale_;
  Lu lu_{0, Elimination::loops};
  bool factored_ = false;
};

}  // namespace mbs
