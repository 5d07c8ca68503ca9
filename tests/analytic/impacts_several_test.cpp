// An impact that several velocities fit: the one nearest to the motion before is taken, and the
// report says so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kInertia = 0.05, kX = -1.6, kY = -1.1, kPhi = -0.7;

// A body of 1 kg meets two walls with two of its points; `swapped`: the other one first.
std::string body(bool swapped, double angle, const std::string& form) {
  const double b = angle;
  const std::string one = "0.6 0.7 0  0.6 0.7 1 0";
  const std::string other =
      fmt::format("-0.9 -0.6 0  -0.9 -0.6 {:.17g} {:.17g}", std::cos(b), std::sin(b));
  return fmt::format(R"(PLCLINE {0}  1 2 8 9  {2}
PLCLINE {1}  1 2 8 9  {3}
X 1 0 0
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 1
XM 2 {4}
STARTVX 1 1 {5}
STARTVX 1 2 {6}
STARTVX 2 1 {7}
CONTACT 1 RIGID 0 1 1
CONTACT 2 RIGID 0 1 1
{8}TIMES 0 1e-9 1e-9
END END
)",
                     swapped ? 2 : 1, swapped ? 1 : 2, one, other, kInertia, kX, kY, kPhi, form);
}

// Both slips go on, backwards along both walls: no gap rates, friction N along both. Two equations
// for the two normal impulses. It may as well stop dead, or leave the second wall.
TEST(ImpactsOfSeveralSolutions, TheNearestOneIsTaken) {
  const double b = -30 * 3.14159265358979323846 / 180;
  const std::array<std::array<double, 2>, 2> at = {{{0.6, 0.7}, {-0.9, -0.6}}},
                                             t = {{{1, 0}, {std::cos(b), std::sin(b)}}};
  std::array<std::array<double, 3>, 2> gap{}, force{};  // rows; of a unit normal impulse
  for (std::size_t k = 0; k < 2; ++k) {
    const std::array<double, 2> n = {-t[k][1], t[k][0]};
    const std::array<double, 2> f = {n[0] + t[k][0], n[1] + t[k][1]};
    gap[k] = {n[0], n[1], at[k][0] * n[1] - at[k][1] * n[0]};
    force[k] = {f[0], f[1], (at[k][0] * f[1] - at[k][1] * f[0]) / kInertia};
  }
  const auto times = [](const std::array<double, 3>& a, const std::array<double, 3>& c) {
    return a[0] * c[0] + a[1] * c[1] + a[2] * c[2];
  };
  const std::array<double, 3> v = {kX, kY, kPhi};
  const double w00 = times(gap[0], force[0]), w01 = times(gap[0], force[1]),
               w10 = times(gap[1], force[0]), w11 = times(gap[1], force[1]);
  const double u0 = times(gap[0], v), u1 = times(gap[1], v), det = w00 * w11 - w01 * w10;
  const double P0 = (-u0 * w11 + u1 * w01) / det, P1 = (-u1 * w00 + u0 * w10) / det;
  ASSERT_GT(P0, 0.1);
  ASSERT_GT(P1, 0.1);
  for (const bool swapped : {false, true})
    for (const char* form : {"", "FORM FULL\n", "INTEG GALPHA 1e-8 1e-8\nFORM FULL\n"}) {
      const test::RunResult run = test::done(body(swapped, b, form));
      EXPECT_NE(run.report.find("solutions fit the impact"), std::string::npos) << run.report;
      const char* const names[] = {"v1_1", "v1_2", "v2_1"};
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(run.value(0, names[i]), v[i] + force[0][i] * P0 + force[1][i] * P1, 1e-9)
            << names[i] << swapped << form;
    }
}

// A wheel rolls against a kerb or a wall. It turns about the edge, or climbs, and leaves the
// ground: its angular momentum about the place of the touch stays. With much friction it could also
// stand dead, wedged between ground and kerb; but that takes an impulse of the ground which nothing
// asks for.
TEST(ImpactsOfSeveralSolutions, WheelLeavesTheGroundAtAKerb) {
  constexpr double m = 10, J = 0.8, r = 0.3;
  for (const double h : {0.05, 0.15, 0.25, 0.35}) {
    const double arm = std::max(r - h, 0.0);
    const double time = (0.5 - std::sqrt(r * r - arm * arm)) / 3;
    const double w = -10 * (J + m * r * arm) / (J + m * r * r);
    for (const double mu : {0.6, 1.2, 2.0, 5.0}) {
      if (h > 0.2 && mu < 1) continue;  // it slips
      for (const char* const form : {"REDUCED", "FULL"}) {
        const test::RunResult run = test::run(
            fmt::format("2 0 0 1 0 0 0 0 0\n0 0 0\n0 {0} 0\n1\n0 {1:.17g} {1:.17g}\nMASS 2 {2} "
                        "{3}\nVEL 2 3 0 -10\n"
                        "GRAV EARTH\nFORM {4}\nCONTACT 2 1 LINE 0 0 {0}  0 0 1 0  RIGID 0 {5} {5}\n"
                        "CONTACT 2 1 POLYGON 0 0 {0}  0.5 -1  0.5 {6} 4 {6} 4 -1  RIGID 0 {5} {5}\n"
                        "MEASURE turn = body2.phid WHEN t > {7:.17g}\n",
                        r, time + 1e-3, m, J, form, mu, h, time + 1e-9));
        EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
        EXPECT_NEAR(run.measure("turn"), w, 1e-6) << "h " << h << ", mu " << mu << ' ' << form;
      }
    }
  }
}

}  // namespace
}  // namespace mbs
