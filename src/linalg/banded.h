// The linear-time systems behind cubic splines (spline.h), on a table in scaled units: n >= 2
// points a distance h[i] > 0 apart (i = 0 .. n-2) with values y[i].
//
// Notation of Reinsch (Numer. Math. 10, 1967) and Green & Silverman (1994, section 2.1): curvatures
// g = s'' at the inner points, Q^T y = divided second differences, R tridiagonal with
// int s''^2 dt = g^T R g. A natural cubic spline has R g = Q^T s; the smoothing spline has
// (R + lambda Q^T Q) g = Q^T y and s = y - lambda Q g.
#pragma once

#include <vector>

#include "base/views.h"

namespace mbs {

// Natural interpolation: curvature[0 .. n-1] from R g = Q^T y, zero at both ends.
void interpolating_curvatures(ConstVector h, ConstVector y, Vector curvature);

// Smoothing spline for 0 < lambda < infinity, n >= 3: curvature[0 .. n-1], zero at both ends.
//
// The pentadiagonal matrix R + lambda Q^T Q has a condition number of about k^4, with k the number
// of points over which the spline averages; 1e5 rows of one smooth motion with noise put k near
// 1e4, beyond double precision. So the system is not formed: with R = L L^T it is the normal
// equation of  [Q; L^T/sqrt(lambda)] (lambda g) ~ [y; 0],  solved by Givens rotations, and only
// k^2 counts.
void smoothing_curvatures(ConstVector h, ConstVector y, double lambda, Vector curvature);

// The two sums that generalised cross-validation uses for one lambda.
struct InfluenceSums {
  double rss = 0;               // sum (y - s)^2
  double residual_freedom = 0;  // n - tr A, with s = A y
  double gcv(int n) const { return n * rss / (residual_freedom * residual_freedom); }
};

// Sums over the influence matrix A(lambda) in O(n) without forming a band of it.
//
// The smoothing spline is the best estimate of an integrated random walk (value, slope) seen
// through unit noise, the walk having intensity 1/lambda (Wahba, J. R. Statist. Soc. B 40, 1978;
// linear-time form: Kohn & Ansley, SIAM J. Sci. Stat. Comput. 8, 1987). One pass from the left and
// one from the right, brought together at point i, give the prediction of y[i] from all *other*
// points and its variance v; then 1 - A_ii = 1/(1 + v), and the residual is (y[i] - prediction)/(1
// + v). Sums of positive terms only: against extended precision, 1e5 rows, 34 decades of lambda, n
// - tr A was off by 3e-12 and RSS by 4e-13 at most. The bands of the inverse of R + lambda Q^T Q
// (Hutchinson & de Hoog, Numer. Math. 47, 1985) gave GCV to 5e-4 at lambda = 1e14, and negative
// pivots from 1e16 on.
class Influence {
 public:
  // h and y must outlive the object, n >= 3; allocates the workspace.
  Influence(ConstVector h, ConstVector y);
  // residual, if given, takes the n values y - s. They are free of the error of the curvatures,
  // which second differences would magnify.
  InfluenceSums evaluate(double lambda, Vector residual = {});

 private:
  // Value f and slope d predicted from one side, with their covariance [ff fd; fd dd].
  struct Side {
    double f, d, ff, fd, dd;
  };
  struct Prediction {
    double value, variance;
  };
  static Side start(double h, double y_first, double y_second, double q);
  static void predict(Side& s, double h, double q);
  static void update(Side& s, double y);
  static Prediction predict(const Side& left, const Side& right);
  static Prediction meet_one_point(const Side& side, double h, double y, double q);
  InfluenceSums three_points(double lambda, Vector residual) const;

  ConstVector h_, y_;
  std::vector<Side> left_;  // prediction of point i from points 0 .. i-1, for i >= 2
};

}  // namespace mbs
