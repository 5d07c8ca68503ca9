#include "laws/motion.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "linalg/spline.h"

namespace mbs {

Motion Motion::uniform(double position, double velocity, double acceleration) {
  Motion motion;
  motion.c_ = {position, velocity, acceleration / 2};
  return motion;
}

Motion Motion::polynomial(std::span<const double> c) {
  assert(c.size() <= kMaxCoefficients);
  Motion motion;
  std::copy(c.begin(), c.end(), motion.c_.begin());
  return motion;
}

Motion Motion::table(std::shared_ptr<const Spline> spline) {
  assert(spline);
  Motion motion;
  motion.spline_ = std::move(spline);
  return motion;
}

Motion Motion::expression(Expression expression) {
  Motion motion;
  motion.expression_ = std::move(expression);
  return motion;
}

void Motion::follow(double t, double out[3], MotionSlots& slots) const {
  slots.slots.variables()[0] = t;
  const DerivativesAlong taylor = expression_->along(slots.slots.data(), slots.along.data());
  out[0] = taylor.value;
  out[1] = taylor.first;
  out[2] = taylor.second;
}

std::optional<MissingValue> Motion::missing_value(double t, MotionSlots& slots) const {
  if (!expression_) return {};
  slots.slots.variables()[0] = t;
  return expression_->missing_value(slots.slots.data());
}

void Motion::evaluate(double t, double out[3], int& hint) const {
  if (spline_) return spline_->evaluate(t, out, hint);
  // Horner's scheme for the polynomial, its derivative and half its second derivative.
  double p = 0, v = 0, half_a = 0;
  for (std::size_t k = kMaxCoefficients; k-- > 0;) {
    half_a = half_a * t + v;
    v = v * t + p;
    p = p * t + c_[k];
  }
  out[0] = p;
  out[1] = v;
  out[2] = 2 * half_a;
}

}  // namespace mbs
