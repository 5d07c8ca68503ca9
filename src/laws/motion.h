// Motions in time of prescribed coordinates and deformations: a polynomial or a spline.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "linalg/spline.h"

namespace mbs {

// A small value type; copies share the spline. Evaluation makes no virtual call and no allocation.
// Units: those of the coordinate, t in seconds.
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

  // out = {position, velocity, acceleration} at t. `hint` as in Spline::evaluate; polynomials leave
  // it alone.
  void evaluate(double t, double out[3], int& hint) const;

  // Whether the motion is given at t: always for a polynomial, inside its table for a spline.
  bool covers(double t) const { return !spline_ || spline_->covers(t); }
  // Null for a polynomial.
  const Spline* spline() const { return spline_.get(); }

 private:
  std::array<double, kMaxCoefficients> c_{};
  std::shared_ptr<const Spline> spline_;
};

}  // namespace mbs
