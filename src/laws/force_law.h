// The forces a mechanism carries: stresses of free deformations as functions of e and ed, loads of
// coordinates. All of them are sums of simple terms, kept as flat lists.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "deck/expression.h"
#include "deck/tables.h"
#include "laws/contact_law.h"
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

// What an expression of a chain may see: t, the angles and rates of the segments, the base.
struct ChainVariables {
  std::vector<int> angles;    // coordinates, one per segment
  int x = 0;                  // coordinates x, y = x, x + 1 of the first centre of gravity
  double d = 0;               // from the base to it
  std::vector<double> slots;  // t, x, y, xd, yd, then the angles, then their rates

  void read(double t, std::span<const double> position, std::span<const double> velocity) {
    const std::size_t n = angles.size(), at = static_cast<std::size_t>(x);
    for (std::size_t k = 0; k < n; ++k) {
      slots[5 + k] = position[static_cast<std::size_t>(angles[k])];
      slots[5 + n + k] = velocity[static_cast<std::size_t>(angles[k])];
    }
    const double dx = d * std::cos(slots[5]), dy = d * std::sin(slots[5]), w = slots[5 + n];
    slots[0] = t;
    slots[1] = position[at] - dx;
    slots[2] = position[at + 1] - dy;
    slots[3] = velocity[at] + w * dy;
    slots[4] = velocity[at + 1] - w * dx;
  }
};

// An expression of the chain's state, or a table over time, for one coordinate or deformation.
struct ChainLaw {
  Target target = Target::deformation;
  int index = 0;
  std::optional<Expression> expression;  // none: the table
  Motion table;

  double evaluate(double t) const {
    if (expression) return expression->eval();
    double out[3];
    int hint = 0;
    table.evaluate(t, out, hint);
    return out[0];
  }
};

struct ForceLaws {
  std::vector<double> prestress;      // ne
  std::vector<LinearTerm> stiffness;  // rows and columns are deformations
  std::vector<LinearTerm> damping;
  std::vector<ExpressionLaw> stress_laws;
  std::vector<ContactLaw> contacts;
  std::vector<double> load;  // nx: constant loads
  std::vector<PointForce> point_forces;
  std::vector<MeasuredForce> measured_forces;
  std::vector<ExpressionLaw> load_laws;
  std::unique_ptr<ChainVariables> chain;  // the expressions of chain_laws read their variables here
  std::vector<ChainLaw> chain_laws;
  std::array<double, 2> gravity{};  // acceleration [m/s^2]
};

}  // namespace mbs
