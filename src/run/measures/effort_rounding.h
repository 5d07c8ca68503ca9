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
  // first_slot: of the first channel. length: the longest lever arm [m], which compares forces with
  // moments, lengths with angles.
  EffortRounding(const Layout& layout, int first_slot, double length);

  // Notes the largest force and acceleration of a sample of all channels.
  void note(const double* slots);
  // By how much a function of these channels may vary from rounding alone, to first order.
  double of(const Expression& f, const double* slots) const;

 private:
  enum Kind { force, acceleration };
  struct Part {
    int slot;
    Kind kind;
    double scale;  // its own over that of a force, or of an acceleration of a point
  };
  std::vector<Part> parts_;
  std::array<double, 2> largest_{};
};

}  // namespace mbs
