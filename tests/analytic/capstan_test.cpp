// Ropes that rub on drums and posts, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// Rope round a drum: the one weight sinks, the other sinks, or neither.
TEST(JointFriction, Capstan) {
  const double k = std::exp(0.4 * M_PI);
  for (const double m : {30.0, 2.0, 0.3}) {
    const test::RunResult run = test::good_run(fmt::format(
        R"(RELATION 1 = -x1_2 - x2_2
RELATION 2 = -x2_2
X 1 0 -1
X 2 1 -1
FIX 1 1
FIX 2 1
END HALT
DOF AUTO
XM 1 2
XM 2 {}
GRAVITY 0 -9.81
FRICTION 1 2 1 CAPSTAN ${{pi}} 0.4
TIMESTEP 1 4
END END
)",
        m));
    const double sinks = m > 2 * k   ? kG * (m - 2 * k) / (m + 2 * k)
                         : 2 > m * k ? -kG * (2 - m * k) / (2 + m * k)
                                     : 0;
    EXPECT_NEAR(run.value(4, "friction1.slip"), sinks / 2, 1e-12);   // seen 7e-16
    const double here = m * (kG - sinks), there = 2 * (kG + sinks);  // the pulls
    EXPECT_NEAR(run.value(2, "friction1.load"), there, 1e-11);
    EXPECT_NEAR(run.value(2, "friction1.f"), here - there, 1e-11);
    if (sinks != 0) {
      EXPECT_NEAR(here / there, sinks > 0 ? k : 1 / k, 1e-13);
    }
  }
}

// A rope from a winch of radius a on segment 1 over a post to one of radius b on segment 2, with a
// moment on either, in a chain. With u the acceleration of the rope towards winch 2,
//   T1 = (M1 + J1 u/a)/a,   T2 = (M2 - J2 u/b)/b,   T2 = k T1 or T1 = k T2
TEST(JointFriction, CapstanOfAChain) {
  const double angle = 2.5, mu = 0.3, k = std::exp(mu * angle);
  const double a = 0.1, b = 0.25, J1 = 0.02, J2 = 0.3, M1 = 4;
  const double low = M1 / a / k * b, high = M1 / a * k * b;  // M2 between them holds
  for (const double M2 : {low * 0.5, low * 0.999, low * 1.001, high * 0.999, high * 1.001, 60.0}) {
    const test::RunResult run = test::good_run(fmt::format(
        R"(SEGDYN
SEGMENT 1  1 0.1 0 {}
SEGMENT 2  1 0.1 0 {}
ATTACH 2 1 0
STATE 1  0.3 0
STATE 2  -0.7
KNOWN MEXT 1 {:.17g}
KNOWN MEXT 2 {:.17g}
RELATION = {a}*phi1 + {b}*phi2
RELATION = {b}*phi2
FRICTION RELATION 1 OVER RELATION 2 CAPSTAN {} {}
TIME 0 1 0.25
END
)",
        J1, J2, M1, M2, angle, mu, fmt::arg("a", a), fmt::arg("b", b)));
    const double up = (M2 / b - k * M1 / a) / (J2 / (b * b) + k * J1 / (a * a)),
                 down = (k * M2 / b - M1 / a) / (k * J2 / (b * b) + J1 / (a * a));
    const double u = M2 > high ? up : M2 < low ? down : 0;
    const double T1 = (M1 + J1 * u / a) / a, T2 = (M2 - J2 * u / b) / b;
    EXPECT_NEAR(run.value(4, "friction1.slip"), u / 2, 1e-12 * (1 + std::fabs(u))) << M2;
    EXPECT_NEAR(run.value(4, "phi2"), -0.7 + u / 2 / b, 1e-11) << M2;
    EXPECT_NEAR(run.value(4, "phi1"), 0.3 - u / 2 / a, 1e-11) << M2;
    EXPECT_NEAR(run.value(2, "friction1.load"), T1, 1e-10) << M2;
    EXPECT_NEAR(run.value(2, "friction1.f"), T2 - T1, 1e-10) << M2;
    EXPECT_NEAR(run.value(2, "relation1.s"), T1, 1e-10) << M2;
    if (u != 0) {
      EXPECT_NEAR(T2 / T1, u > 0 ? k : 1 / k, 1e-12);
    }
  }
}

}  // namespace
}  // namespace mbs
