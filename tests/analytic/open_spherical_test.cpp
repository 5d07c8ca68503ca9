// A SPHERICAL that is driven apart, let go along an axis of space, or held by springs: the force
// acts at two places, and its couple comes from outside.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// The point of the body is moved along x of space by the drive; the body hangs on it. good_run
// fails where the audit finds moments that do not balance.
TEST(OpenSpherical, DrivenPointOfAPendulum) {
  const double m = 2, l = 0.3, J = 0.02;
  const test::RunResult run = test::good_run(fmt::format(
      "SPHERICAL 1  0 0  1 2  AT 0 0 0\nX 1  0 0 -{}\nINPUTE 1 1\nDYNX 2\nEND HALT\nXM 1  {}\n"
      "XM 2  {} 0 0 {} 0 {}\nGRAVITY 0 0 -9.81\nINPUTE 1 1 = -0.1*t^2\nINTEG STEP 1e-12 1e-12\n"
      "TIMESTEP 1 10\nEND END\n",
      l, m, J, J, J));
  // The joint accelerates by 0.2 along x: in its frame gravity leans. phi'' = -m l (g sin(phi) +
  // 0.2 cos(phi))/(J + m l^2), by RK4 with short steps.
  const auto rate = [&](double phi) {
    return -m * l * (9.81 * std::sin(phi) + 0.2 * std::cos(phi)) / (J + m * l * l);
  };
  double phi = 0, w = 0;
  const int steps = 20000;
  const double h = 1.0 / steps;
  for (int k = 0; k < steps; ++k) {
    const double k1 = w, j1 = rate(phi), k2 = w + h / 2 * j1, j2 = rate(phi + h / 2 * k1),
                 k3 = w + h / 2 * j2, j3 = rate(phi + h / 2 * k2), k4 = w + h * j3,
                 j4 = rate(phi + h * k3);
    phi += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), w += h / 6 * (j1 + 2 * j2 + 2 * j3 + j4);
  }
  EXPECT_NEAR(run.value(10, "x1_1"), 0.1 + l * std::sin(phi), 1e-10);
  EXPECT_NEAR(run.value(10, "x1_3"), -l * std::cos(phi), 1e-10);
}

TEST(OpenSpherical, LetGoOrOnSprings) {
  for (const bool springs : {false, true})
    for (const bool on_body : {false, true})
      test::good_run(fmt::format(
          "SPHERICAL 1  {}  1 2  AT 0 0 0\n{}X 1  0.1 0.2 -0.3\n{}END HALT\nXM 1  2\n"
          "XM 2  0.02 0 0 0.03 0 0.04\n{}{}DOF AUTO\nGRAVITY 0 0 -9.81\nTIMESTEP 0.3 6\nEND END\n",
          on_body ? "3 4" : "0 0", on_body ? "X 3  0 0 0.2\n" : "",
          springs ? "RLSE 1 1 2 3\n" : "RLSE 1 1\n",
          on_body ? "XM 3  1\nXM 4  0.02 0 0 0.01 0 0.02\n" : "",
          springs ? "ESTIFF 1 100 200 300\n" : ""));
}

}  // namespace
}  // namespace mbs
