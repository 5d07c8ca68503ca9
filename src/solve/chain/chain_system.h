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
#include "plan/chain.h"

namespace mbs {

// Positions and motion of the joints of a chain: the chain rule of Casius 2004 along the segments
// that lead from the base to a joint.

// Joint k (from 0) is the proximal end of segment k, joint n the distal end of the last segment.
class ChainGeometry {
 public:
  explicit ChainGeometry(std::span<const ChainSegment> segments);

  // Takes phi and phid of the segments; no allocation.
  void update(std::span<const ChainSegment> segments);

  // Position and velocity relative to the base; rest_x, rest_y: acceleration while PHIDD, XDD and
  // YDD are all 0.
  struct Point {
    double x = 0, y = 0, xd = 0, yd = 0, rest_x = 0, rest_y = 0;
  };
  const Point& joint(int k) const { return joint_[k]; }
  const Point& centre(int i) const { return centre_[i]; }
  // d x / d phi and d y / d phi of joint k, one per segment: the factors of PHIDD in its
  // acceleration.
  std::span<const double> joint_x(int k) const { return row(x_, k); }
  std::span<const double> joint_y(int k) const { return row(y_, k); }
  // d x / d phi_k and d y / d phi_k of the centre of gravity of segment i.
  double centre_x(int i, int k) const {
    return by_phi(joint_x(i), i, k, -centre(i).y + joint(i).y);
  }
  double centre_y(int i, int k) const { return by_phi(joint_y(i), i, k, centre(i).x - joint(i).x); }

 private:
  // Relative to joint i, the centre moves only with the angle of segment i.
  static double by_phi(std::span<const double> joint, int i, int k, double own) {
    return joint[k] + (i == k ? own : 0);
  }
  std::span<const double> row(const std::vector<double>& z, int k) const {
    const std::size_t n = n_;
    return {z.data() + static_cast<std::size_t>(k) * n, n};
  }
  int n_;
  std::vector<Point> joint_, centre_;
  std::vector<double> x_, y_;  // n + 1 rows of n
};

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
