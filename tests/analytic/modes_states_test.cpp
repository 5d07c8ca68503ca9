// EIGEN about states that are not at rest, against closed forms: short elements beside long ones,
// and motions that nothing resists beside others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/deck.h"

namespace mbs {
namespace {

double relative(double got, double expected) { return std::fabs(got / expected - 1); }

// A mass on a spring of L = 0.4 m, whose length is a degree of freedom, beside a crank of 5 m: what
// is long there is no measure of the differences here. About a state that is not at rest,
//   x'' = -k e x/(L m),   e'' = (x x'' + y y'')/L = -k e/m - g y/L.
TEST(Modes, AShortSpringBesideALongCrank) {
  const double m = 1.4, k = 32, x = 0.06, y = 0.4, L = std::hypot(x, y), e = L - 0.55, g = 9.81;
  const test::RunResult run = test::run(fmt::format(
      R"(PLTRUSS 7 6 4
PLREV 8 10 11 12 13 0 0 -5 0
X 6 0 0
X 4 {} {}
X 10 20 0
X 12 25 0
FIX 6
FIX 10
FIX 11
DYNX 4 1
DYNX 13
DYNE 7 1
END HALT
XM 4 {}
XM 13 2
ESTIFF 7 {:.17g}
EREST 7 0.55
GRAVITY 0 -9.81
EIGEN
END END
)",
      x, y, m, k * 0.55));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double xx = -k * e / (L * m), xe = -k * x / m * (L - e) / (L * L), ex = g * x / (y * L),
               ee = -k / m - g * x * x / (L * L * y);
  const double half = (xx + ee) / 2, root = std::sqrt(half * half - xx * ee + xe * ex);
  std::vector<double> omegas;
  for (std::size_t row = 0; row < run.rows.size(); ++row)
    if (run.value(row, "omega") > 0) omegas.push_back(run.value(row, "omega"));
  ASSERT_GE(omegas.size(), 2u);
  EXPECT_LT(relative(omegas.front(), std::sqrt(std::fabs(half + root))), 1e-12);
  EXPECT_LT(relative(omegas.back(), std::sqrt(std::fabs(half - root))), 1e-12);
}

// A free body and a crank whose inertia is J2, joined by springs along both axes: two motions have
// no stiffness, and the others are those of the two springs on the mobility of both bodies there.
TEST(Modes, TwoMotionsWithoutStiffness) {
  const double m = 0.848, J = 0.251, J2 = 0.27, k[] = {22.303, 38.025}, a = 0.621, b = 0.17;
  for (int trial = 0; trial < 40; ++trial) {
    const double angle = 0.154, turned = 0.911 + 0.3 * trial;
    const double x = b * std::cos(turned), y = b * std::sin(turned), c = a * std::cos(angle),
                 s = a * std::sin(angle);
    const test::RunResult run = test::run(fmt::format(
        R"(PLREV 17 1 2 19 3 0 0 0 0
PLREV 20 19 3 10 4 {} 0 {} 0
X 1 0 0
X 19 0 0
X 3 {}
X 10 {:.17g} {:.17g}
X 4 {}
FIX 1
FIX 2
DYNX 3
DYNX 10 1
DYNX 10 2
DYNX 4
RLSE 20
END HALT
XM 3 {}
XM 10 {}
XM 4 {}
ESTIFF 20 {} {}
GRAVITY 0 -9.81
EIGEN
END END
)",
        b, -a, turned, x + c, y + s, angle, J2, m, J, k[0], k[1]));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double A[] = {1 / m + s * s / J + y * y / J2, -s * c / J - x * y / J2,
                        1 / m + c * c / J + x * x / J2};
    const double half = (A[0] * k[0] + A[2] * k[1]) / 2,
                 product = (A[0] * A[2] - A[1] * A[1]) * k[0] * k[1],
                 root = std::sqrt(half * half - product);
    ASSERT_EQ(run.rows.size(), 4u);
    EXPECT_EQ(run.value(1, "omega"), 0) << trial;
    EXPECT_LT(relative(run.value(2, "omega"), std::sqrt(half - root)), 1e-12) << trial;
    EXPECT_LT(relative(run.value(3, "omega"), std::sqrt(half + root)), 1e-12) << trial;
  }
}

}  // namespace
}  // namespace mbs
