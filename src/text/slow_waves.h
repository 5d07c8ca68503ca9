// Expressions that are slow: products and sums of polynomials and of sines and cosines whose
// arguments are linear in the varying slots. Where these arguments change by little, such an
// expression has no narrow places: nine of its values show all that it does.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "text/compiled_expression.h"

namespace mbs {

// Where slot k changes by d[k], the waves in each product turn by `turn` times |d[slot]| [rad],
// summed over all entries, at most.
struct SlowWave {
  int slot;
  double turn;
};

// Largest sum of the turns of the waves in a product for which an expression counts as slow [rad].
constexpr double kSlowTurn = 1;

// The waves of an expression; none: it is no such expression. The slots k with varies[k] != 0
// vary. A hypot(), sqrt() or abs() of such an expression, and products with it, count too: they
// have corners, but these show on both sides.
std::optional<std::vector<SlowWave>> slow_waves(const Expression& expression,
                                                std::span<const char> varies);

}  // namespace mbs
