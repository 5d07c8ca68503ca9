// The cubic through the values and slopes at both ends of a step.
#pragma once

namespace mbs {

struct CubicHermite {
  double start, change;   // value at the beginning, and its change in the step
  double slope0, slope1;  // by t
  double h;

  // At the part s of the step, 0 to 1.
  double value(double s) const {
    const double r = 1 - s;
    const double bend = r * (h * slope0 - change) - s * (h * slope1 - change);
    return start + s * (change + r * bend);
  }
  double rate(double s) const {
    const double r = 1 - s;
    return r * (1 - 3 * s) * slope0 + s * (3 * s - 2) * slope1 + 6 * s * r * change / h;
  }
};

}  // namespace mbs
