// The linear-time passes behind quintic smoothing splines (half order 3), on a table in scaled
// units: n >= 4 points a distance h[i] > 0 apart (i = 0 .. n-2) with values y[i].
//
// Such a spline is the best estimate of a random walk integrated twice (value f, slope d, curvature
// a), the walk having intensity 1/lambda, seen through unit noise (Wahba, J. R. Statist. Soc. B 40,
// 1978), as the cubic spline is of a walk integrated once (banded.h). One pass from either side
// predicts the state at point i from the points there; both passes together predict y[i] from all
// *other* points with a variance v, whence 1 - A_ii = 1/(1 + v), and, with y[i], the state itself.
// No band of the equations is formed, whose condition number grows with the sixth power of the
// number of points over which the spline averages.
#pragma once

#include <array>
#include <vector>

#include "base/views.h"
#include "linalg/banded.h"

namespace mbs {

class QuinticInfluence {
 public:
  // h and y must outlive the object, n >= 4; allocates the workspace.
  QuinticInfluence(ConstVector h, ConstVector y);

  // 0 < lambda < infinity. If given, `residual` takes the n values y - s and `curvature` the n
  // values s''.
  InfluenceSums evaluate(double lambda, Vector residual = {}, Vector curvature = {});
  // Curvatures of the natural spline through the points: s''' = s'''' = 0 at both ends.
  void interpolate(Vector curvature);

 private:
  // f, d, a predicted, with their covariance.
  struct State {
    double f, d, a, ff, fd, fa, dd, da, aa;
  };
  // A value at a distance ahead: y = row . (f, d, a), with noise of this variance.
  struct Sight {
    double row[3], y, variance;
  };
  // Prediction of point i from all other points: the value, its variance, and the curvature with
  // its covariance with the value.
  struct Prediction {
    double value, variance, curvature, covariance;
  };
  struct Intensities {
    double noise, walk;
  };

  static State start(const std::array<Sight, 3>& sights);
  static void predict(State& s, double h, double walk);
  static void update(State& s, double y, double noise);
  static void update(State& s, const Sight& sight);
  static State reversed(State s);
  static Prediction meet(const State& left, const State& right);
  static Prediction prediction(const State& s) { return {s.f, s.ff, s.a, s.fa}; }

  // The sights of the one or two points before point i (back) or after it on the state at i. The
  // slope points towards these points. Each sight is free of the noise of the other.
  int few_sights(std::size_t i, bool back, Intensities of, Sight out[2]) const;
  State begin(bool from_right, Intensities of) const;
  void pass(bool from_right, Intensities of, std::vector<State>& out) const;
  Prediction of_others(std::size_t i, Intensities of) const;
  Prediction of_few(std::size_t i, Intensities of) const;
  InfluenceSums run(Intensities of, Vector residual, Vector curvature);

  ConstVector h_, y_;
  // left_: prediction of point i from the three or more points before it; right_: from those after
  // it, the slope pointing backwards.
  std::vector<State> left_, right_;
};

}  // namespace mbs
