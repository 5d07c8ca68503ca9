#include "nodes/turn_chart.h"

#include <gtest/gtest.h>

#include <cmath>

#include "nodes/node_type.h"

namespace mbs {
namespace {

// Along d(t) = d0 + d1 t + d2 t^2 of a chart, w by differences of q o exp(d / 2), wd by differences
// of w; small, medium and long vectors, those at which series end included.
TEST(TurnChart, VelocitiesAndRatesBelongToTheTurn) {
  for (const double size : {0.0, 1e-5, 0.1499, 0.1501, 1.0, 2.9}) {
    const double d0[3] = {0.6 * size, -0.48 * size, 0.64 * size}, d1[3] = {0.3, 0.7, -0.2},
                 d2[3] = {-0.4, 0.1, 0.5};
    const auto turn = [&](double t, double* d, double* dd) {
      for (int c = 0; c < 3; ++c) {
        d[c] = d0[c] + d1[c] * t + d2[c] * t * t;
        dd[c] = d1[c] + 2 * d2[c] * t;
      }
    };
    const auto w_at = [&](double t, double* w) {
      double d[3], dd[3];
      turn(t, d, dd);
      turn_velocity(d, dd, w);
    };
    const double h = 0.01;
    double d[3], dd[3], w[3], found[3] = {0, 0, 0}, wd[3] = {0, 0, 0};
    turn(0, d, dd);
    turn_velocity(d, dd, w);
    const auto orientation = [&](double t, double* q) {
      double there[3], rate[3];
      turn(t, there, rate);
      q[0] = 0.5, q[1] = -0.5, q[2] = 0.1, q[3] = 0.7;
      kOrientationNode.retract(there, q);
    };
    constexpr double kWeights[] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};
    double here[4];
    orientation(0, here);
    for (int k = 1; k <= 4; ++k)
      for (int side : {1, -1}) {
        double there[4], step[3], w_there[3];
        orientation(side * k * h, there);
        kOrientationNode.difference(here, there, step);
        w_at(side * k * h, w_there);
        for (int c = 0; c < 3; ++c) {
          found[c] += side * kWeights[k - 1] * step[c] / h;
          wd[c] += side * kWeights[k - 1] * w_there[c] / h;
        }
      }
    double rate[3], second[3];
    turn_rates(d, w, wd, rate, second);
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(w[c], found[c], 1e-12) << size;
      EXPECT_NEAR(rate[c], dd[c], 1e-12) << size;
      EXPECT_NEAR(second[c], 2 * d2[c], 1e-11) << size;
    }
  }
}

}  // namespace
}  // namespace mbs
