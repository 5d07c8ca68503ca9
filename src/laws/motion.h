// Motions in time of prescribed coordinates and deformations: a polynomial, a spline or an
// expression of t and parameters.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "text/compiled_expression.h"

namespace mbs {

class Spline;

// Slots for the expressions of motions; each run has its own.
struct MotionSlots {
  explicit MotionSlots(std::size_t parameters) : slots(parameters, 1), along(parameters + 1) {
    along.back() = 1;
  }
  Slots slots;                // live parameters and t
  std::vector<double> along;  // the direction of t
};

// A small value type; copies share the spline. Evaluation makes no virtual call and no allocation.
// Units are those of the coordinate; t is in seconds.
class Motion {
 public:
  static constexpr int kMaxCoefficients = 6;

  // Rest at zero.
  Motion() = default;
  // position + velocity t + acceleration t^2 / 2.
  static Motion uniform(double position, double velocity, double acceleration);
  // c[0] + c[1] t + ... + c[5] t^5, at most kMaxCoefficients of them.
  static Motion polynomial(std::span<const double> c);
  // `spline` is not null.
  static Motion table(std::shared_ptr<const Spline> spline);

  // The expression reads only t; velocity and acceleration are its derivatives.
  static Motion expression(Expression expression);

  // The same motion as a velocity: position 0. For what exists only as a rate.
  Motion as_rate() const {
    Motion out = *this;
    out.is_rate_ = true;
    return out;
  }

  // out = {position, velocity, acceleration} at t. `hint`: as in Spline::evaluate; polynomials do
  // not use it. Values of an expression may be nan or infinite.
  void evaluate(double t, double out[3], int& hint, MotionSlots& slots) const {
    expression_ ? follow(t, out, slots) : evaluate(t, out, hint);
    if (is_rate_) out[2] = out[1], out[1] = out[0], out[0] = 0;
  }
  // The same for a motion that is no expression and no rate.
  void evaluate(double t, double out[3], int& hint) const;

  // Null for a polynomial or an expression.
  const Spline* spline() const { return spline_.get(); }
  bool is_expression() const { return expression_.has_value(); }
  const std::optional<Expression>& expression() const { return expression_; }
  // Why the expression has no value at t: the first table left or operation without a value, if
  // any.
  std::optional<MissingValue> missing_value(double t, MotionSlots& slots) const;

 private:
  void follow(double t, double out[3], MotionSlots& slots) const;

  std::array<double, kMaxCoefficients> c_{};
  std::shared_ptr<const Spline> spline_;
  std::optional<Expression> expression_;
  bool is_rate_ = false;
};

}  // namespace mbs
