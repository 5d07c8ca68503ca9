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
  static constexpr std::size_t kVariables = 3;

  ExpressionLaw(int index, int parameters, Expression expression)
      : index_(index), parameters_(parameters), expression_(std::move(expression)) {}

  int index() const { return index_; }  // of the coordinate or deformation
  // `slots` are the caller's, with kVariables variables and the parameters as they are now.
  double evaluate(double t, double value, double rate, Slots& slots) const {
    put(t, value, rate, slots);
    return expression_.value(slots.data());
  }
  struct Slopes {
    double by_value = 0, by_rate = 0;
  };
  Slopes slopes(double t, double value, double rate, Slots& slots) const {
    put(t, value, rate, slots);
    const int by[] = {parameters_ + 1, parameters_ + 2};
    double out[2];
    expression_.gradient(slots.data(), by, out);
    return {out[0], out[1]};
  }
  const Expression& expression() const { return expression_; }

 private:
  static void put(double t, double value, double rate, Slots& slots) {
    double* variables = slots.variables();
    variables[0] = t, variables[1] = value, variables[2] = rate;
  }
  int index_;
  int parameters_;  // slots before the variables
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
  std::vector<int> angles;  // coordinates, one per segment; without any there is no chain
  int x = 0;                // coordinates x, y = x, x + 1 of the first centre of gravity
  double d = 0;             // from the base to it

  std::size_t count() const { return angles.empty() ? 0 : 5 + 2 * angles.size(); }
  // slots: t, x, y, xd, yd, then the angles, then their rates.
  void read(double t, std::span<const double> position, std::span<const double> velocity,
            double* slots) const {
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

  double evaluate(double t, const Slots& slots) const {
    if (expression) return expression->value(slots.data());
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
  ChainVariables chain;  // of the expressions of chain_laws
  std::vector<ChainLaw> chain_laws;
  std::array<double, 2> gravity{};  // acceleration [m/s^2]
};

}  // namespace mbs
