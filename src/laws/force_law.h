// The forces a mechanism carries: stresses of free deformations as functions of e and ed, loads of
// coordinates. All of them are sums of simple terms, kept as flat lists.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "deck/expression.h"
#include "laws/motion.h"

namespace mbs {

// stress[row] += value * rate[column]: one entry of an element's K or C matrix.
struct LinearTerm {
  int row = 0;
  int column = 0;
  double value = 0;
};

// An expression of the deck in three variables: t, and value and rate of one coordinate (x, v) or
// deformation (e, ed).
class ExpressionLaw {
 public:
  using Slots = std::array<double, 3>;

  ExpressionLaw(int index, std::unique_ptr<Slots> slots, Expression expression)
      : index_(index), slots_(std::move(slots)), expression_(std::move(expression)) {}

  int index() const { return index_; }  // of the coordinate or deformation
  double evaluate(double t, double value, double rate) const {
    *slots_ = {t, value, rate};
    return expression_.eval();
  }

 private:
  int index_;
  std::unique_ptr<Slots> slots_;  // the expression reads its variables here
  Expression expression_;
};

// A constant force in global components at a point fixed in a body.
struct PointForce {
  int x = 0;    // coordinates x, y = x, x + 1 of the body
  int phi = 0;  // coordinate of its angle
  double xi = 0, eta = 0, fx = 0, fy = 0;
};

// A measured force fx, fy and the point x, y in space it acts at, over time.
struct MeasuredForce {
  int x = 0;    // coordinates x, y = x, x + 1 of the body
  int phi = 0;  // coordinate of its angle
  std::array<Motion, 4> motions;
};

struct ForceLaws {
  std::vector<double> prestress;      // ne
  std::vector<LinearTerm> stiffness;  // rows and columns are deformations
  std::vector<LinearTerm> damping;
  std::vector<ExpressionLaw> stress_laws;
  std::vector<double> load;  // nx: constant loads
  std::vector<PointForce> point_forces;
  std::vector<MeasuredForce> measured_forces;
  std::vector<ExpressionLaw> load_laws;
  std::array<double, 2> gravity{};  // acceleration [m/s^2]
};

}  // namespace mbs
