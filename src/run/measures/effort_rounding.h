// The rounding error of forces, moments and accelerations. They are sums of terms, so a sum that is
// nearly zero has the rounding error of its largest terms.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "observe/layout.h"
#include "text/compiled_expression.h"

namespace mbs {

class EffortRounding {
 public:
  EffortRounding() = default;
  // first_slot: slot of the first channel. length: the longest lever arm [m], which relates forces
  // to moments and lengths to angles.
  EffortRounding(const Layout& layout, int first_slot, double length);

  // Notes the largest force and acceleration of a sample of all channels.
  void note(const double* slots);
  // Rounding error of a function of these channels, to first order.
  double of(const Expression& f, const double* slots) const;

 private:
  enum Kind { force, acceleration };
  struct Part {
    int slot;
    Kind kind;
    // its rounding over that of a force, or of the acceleration of a point
    double scale;
  };
  std::vector<Part> parts_;
  std::array<double, 2> largest_{};
};

}  // namespace mbs
