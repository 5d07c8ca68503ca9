// Roots of functions that are expensive, may fail, and are best evaluated at several points at a
// time. This file does not depend on decks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mbs {

// Values of a vector function at many points; Values are empty at a point where the function fails.
using Values = std::vector<double>;
using EvaluateAll = std::function<std::vector<Values>(const std::vector<Values>& points)>;

struct RootResult {
  bool found = false;
  Values x, f;          // the best point seen, and the function there
  std::string problem;  // why there is no root
};

// One unknown between two bounds. A change of sign is sought on ever denser grids; the function may
// fail at some points. Chandrupatla's method (1997, Advances in Engineering Software 28(3)) narrows
// the bracket: by an inverse quadratic step where that is sure to help, else by halving. It ends
// where f is 0 or the bracket has the width of rounding. A change of sign across which the function
// jumps is no root.
RootResult find_root(const EvaluateAll& evaluate, double from, double to);

struct NewtonUnknown {
  double start = 0, step = 1;      // step: the size of a change that matters
  std::optional<double> from, to;  // bounds, which are never left
};

// As many equations as unknowns: Newton's method with a line search on the sum of squares, each
// equation in units of its scale, and the Jacobian from `jacobian`, or by central differences where
// `jacobian` is empty. Where Newton's method stops away from a root, the homotopy f(x) = (1 - s)
// f(start) is followed from s = 0 to 1; a step in s is halved where Newton's method fails.
// tolerance: of f in units of its scale.
using Jacobian = std::function<std::optional<std::vector<double>>(const Values& x)>;
RootResult find_roots(const EvaluateAll& evaluate, const Jacobian& jacobian,
                      const std::vector<NewtonUnknown>& unknowns, double tolerance);

}  // namespace mbs
