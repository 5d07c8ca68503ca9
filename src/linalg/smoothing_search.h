// The amount of smoothing. The lambda of a smoothing spline of degree 2 m - 1, which minimises sum
// (y - s)^2 + lambda int (d^m s/dt^m)^2 dt, is chosen where a score of lambda is smallest.
#pragma once

#include <functional>
#include <vector>

#include "base/views.h"
#include "linalg/banded.h"

namespace mbs {

// The table without its line of least squares, both axes scaled to order one. A smoothing spline
// leaves straight lines alone, so nothing is lost, and large offsets cost no digits. In scaled
// units the mean spacing is 1 and lambda is lambda / spacing^(2 m - 1).
struct ScaledTable {
  ScaledTable(ConstVector t, ConstVector y);
  std::size_t size() const { return y.size(); }
  // Whether the table is its line, up to rounding.
  bool is_straight() const;
  double unit_lambda(int m) const;

  std::vector<double> h, y, line;  // scaled spacings, scaled y - line; line in units of y
  double unit_t = 1, unit_y = 0;   // mean spacing, largest |y - line|
  double largest_y = 0, shortest_h;
};

// A range of log10 of scaled lambda that covers all splines: below it the spline interpolates,
// above it the spline is a polynomial of degree m - 1, to about 1e-9. Stiffness falls with the
// power 2 m - 1 of the shortest spacing; for the softest bending shape of the whole table, with the
// power 2 m of the number of rows. The floor keeps the search short where two rows nearly coincide.
struct LambdaRange {
  double low, high;
};
LambdaRange lambda_range(const ScaledTable& table, int m);

double mean_square(ConstVector r);

// The score of a lambda: the less the better. It is never below -level; rounding of the size of
// `level` decides nothing.
struct LambdaScore {
  std::function<InfluenceSums(double)> sums;  // of a scaled lambda
  std::function<double(const InfluenceSums&)> value;
  double level = 0;
};

// Scaled lambda with the smallest score: 0 or infinity where that lies at an end of the range, or
// where no other lambda is better by more than rounding.
double best_lambda(const ScaledTable& table, int m, const LambdaScore& score);

// The frequency (per unit of time) of which a smoothing spline of half order m lets 1/sqrt 2 pass:
// the cut-off of the Butterworth filter with the same response when it runs forwards and backwards.
// `spacing`: the mean spacing.
double equivalent_cutoff(double lambda, double spacing, int m);
// The lambda with this cut-off.
double lambda_of_cutoff(double cutoff, double spacing, int m);

}  // namespace mbs
