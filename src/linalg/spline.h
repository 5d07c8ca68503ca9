// Cubic and quintic splines: natural interpolation, natural smoothing, and smoothing by generalised
// cross-validation or for known noise; a low-pass filter; cubics that keep the shape of the rows;
// and straight lines between rows. Units are the caller's: t usually in seconds, y in metres or
// radians.
#pragma once

#include <array>
#include <vector>

#include "base/index.h"
#include "base/views.h"

namespace mbs {

enum class SplineChoice { interpolation, smoothing, straight_line, parabola, low_pass };

// The choice made for a table, for the report.
struct SplineFit {
  SplineChoice choice = SplineChoice::interpolation;
  double lambda = 0;      // of sum (y - s)^2 + lambda int s''^2 dt, in t^3, or int s'''^2 dt, in
                          // t^5; 0 = interpolation, infinity = line or parabola of least squares
  double parameters = 0;  // tr A, effective number of parameters: n (interpolation) to 2 (line)
  double rms = 0;         // sqrt(sum (y - s)^2 / n), in units of y
  int degree = 3;         // 5: quintic
  double cutoff = 0;      // frequency of which 1/sqrt 2 passes, in 1/t; 0: all waves pass, or none
};

// A spline is immutable once made; evaluation keeps no hidden state and allocates nothing.
//
// Tables: t and y of n >= 2 finite numbers each, t strictly increasing; the caller has checked
// them. Two points give the straight line through them. All work is O(n).
class Spline {
 public:
  // s(t_i) = y_i, s'' = 0 at both ends.
  static Spline interpolate(ConstVector t, ConstVector y);

  // s(t_i) = y_i; s' and s'' are equal at both ends, and so is y: one period. Three points at
  // least.
  static Spline periodic(ConstVector t, ConstVector y);

  // s(t_i) = y_i, straight between the rows.
  static Spline polygon(ConstVector t, ConstVector y);

  // s(t_i) = y_i, a cubic between the rows with the slopes of Fritsch and Butland (SIAM J. Sci.
  // Stat. Comput. 5, 1984): it rises and falls where the rows do, and has its extremes only at
  // rows. s' is continuous, s'' jumps at the rows.
  static Spline monotone(ConstVector t, ConstVector y);

  // The minimiser of sum (y_i - s(t_i))^2 + lambda int s''^2 dt (Reinsch, Numer. Math. 10, 1967),
  // 0 <= lambda <= infinity.
  static Spline smooth(ConstVector t, ConstVector y, double lambda);

  // The lambda whose GCV = n RSS / (n - tr A)^2 is smallest (Craven & Wahba, Numer. Math. 31,
  // 1979), looked for between interpolation and the straight line; either of these is taken where
  // the minimum lies at that end. Interpolation is taken, too, where there is no reason for another
  // choice: for n <= 3, where GCV does not depend on lambda, and where the noise found is no more
  // than the rounding of y.
  static Spline cross_validate(ConstVector t, ConstVector y);

  // The same splines of degree 5. interpolate_quintic: s(t_i) = y_i and s''' = s'''' = 0 at both
  // ends, which is a parabola through three rows. smooth_quintic: the minimiser of sum (y_i -
  // s(t_i))^2 + lambda int s'''^2 dt, which tends to the parabola of least squares.
  // cross_validate_quintic: the lambda of the smallest GCV; n <= 4 is interpolated.
  static Spline interpolate_quintic(ConstVector t, ConstVector y);
  static Spline smooth_quintic(ConstVector t, ConstVector y, double lambda);
  static Spline cross_validate_quintic(ConstVector t, ConstVector y);

  // Degree 5, for noise whose standard deviation is known: the lambda with the smallest expected
  // mean square error from the truth.
  static Spline with_known_noise(ConstVector t, ConstVector y, double sd);

  // The quintic through the rows after a Butterworth filter of second order, run forwards and
  // backwards (linalg/butterworth.h). Rows that are not even are resampled at even distances of
  // spacing_to_filter(t) from the quintic through them. The cut-off is that of both passes, in 1/t,
  // and below kHighestCutoff/spacing_to_filter(t).
  static Spline low_pass(ConstVector t, ConstVector y, double cutoff);

  // out = {s, s', s''} at t; outside the table the end tangents go on straight, and the end
  // parabolas of degree 5. `hint` is any number, best the one that the last call for a nearby t has
  // left: it saves the binary search.
  void evaluate(double t, double out[3], int& hint) const;

  // The ranges of {s, s', s''} for t between two times, from < to, and the first row between them
  // at which the slope jumps; nan where there is none.
  struct Range {
    double value[2], slope[2], curvature[2];
    double kink;
  };
  Range range(double from, double to) const;

  // Whether t lies in the table, give or take 1e-6 of the mean spacing and the rounding of t (a
  // step count times a step may end a little past the last row).
  bool covers(double t) const;
  double first_time() const { return knots_.front().t; }
  double last_time() const { return knots_.back().t; }
  int size() const { return count_of(knots_); }
  // Time of row k, from 0, and how many derivatives are continuous there: 0, 1, 2 or 4.
  double time(int k) const { return knots_[k].t; }
  int smoothness() const { return smoothness_; }
  // The value of the curve at row k, which smoothing moves away from the table.
  double value(int k) const { return knots_[k].value; }
  // The smallest and largest value of the curve between its first and last row, and where.
  struct Extreme {
    double t = 0, value = 0;
  };
  std::array<Extreme, 2> extremes() const;
  const SplineFit& fit() const { return fit_; }

 private:
  struct Knot {
    double t, value, curvature;
    double curvature_before = 0;  // on the other side of the row; differs where s'' jumps
    double fourth = 0;            // s'''', for degree 5
  };
  Spline(ConstVector t, ConstVector value, ConstVector curvature, const SplineFit& fit);
  static Spline quintic(ConstVector t, ConstVector value, ConstVector curvature, ConstVector fourth,
                        SplineFit fit);
  int interval(double t, int hint) const;
  template <class Look>
  void look_at_turns(int piece, const Look& look) const;
  void evaluate_quintic(const Knot& p, const Knot& q, double t, double out[3]) const;

  std::vector<Knot> knots_;
  SplineFit fit_;
  int smoothness_ = 2;
};

}  // namespace mbs
