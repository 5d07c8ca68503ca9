// Both ends of a rod that falls flat strike at one instant: their impacts are one problem, whatever
// rounding says about which end comes first.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kDrop = 0.2, kGravity = 9.81;

// A rod of 1 m and 2 kg.
std::string rod(double t0, double e, const std::string& method) {
  return fmt::format(R"(PLTRUSS 1 1 2
X 1 0 {}
X 2 1 {}
FIX 1 1
END HALT
EM 1 2
GRAVITY 0 -{}
EVENT left WHEN x1_2 < 0 DO IMPACT X 1 2 FLOOR e = {}
EVENT right WHEN x2_2 < 0 DO IMPACT X 2 2 FLOOR e = {}
DOF AUTO
INTEG {}
TIMES {:.17g} {:.17g} 0.1
END END
)",
                     kDrop, kDrop, kGravity, e, e, method, t0, t0 + 1);
}

// The n-th approach has the speed e^(n-1) v, and each end takes half of (1 + e) m of it. The weight
// is borne from the last bounce on, without impulses. Heights of bounces below abs are lost.
void expect_together(double t0, double e, const std::string& method) {
  const test::RunResult run = test::done(rod(t0, e, method));
  const double v = std::sqrt(2 * kGravity * kDrop);
  const double lost = method.starts_with("GALPHA") ? 2e-4 : 1e-5;
  const std::size_t last = run.rows.size() - 1;
  for (const char* end : {"r1_2.impulse", "r2_2.impulse"})
    EXPECT_NEAR(run.value(last, end), (1 + e) * v / (1 - e), lost * v) << end << t0 << method << e;
  EXPECT_NEAR(run.value(last, "x1_2"), 0, 1e-8) << t0 << method << e;
  EXPECT_NEAR(run.value(last, "x2_2"), 0, 1e-8) << t0 << method << e;
}

TEST(FlatRods, BothEndsStrikeTogether) {
  for (const std::string method : {"STEP 1e-12 1e-12", "DOP853 1e-10 1e-10", "STIFF 1e-8 1e-8",
                                   "RK4 0.005", "GALPHA 1e-8 1e-8"})
    for (const double t0 : {0.0, 3.7, 1000.0, 1e5}) expect_together(t0, 0.55, method);
  for (const double t0 : {0.1, -5.3, 1000.0})
    for (const double e : {0.0, 0.4}) expect_together(t0, e, "DOP853 1e-10 1e-10");
}

// A stiff triangle above three floors of its own: it goes on without turning.
TEST(FlatRods, ThreePointsStrikeTogether) {
  for (const double t0 : {3.7, 1000.0})
    for (const std::string method : {"STEP 1e-12 1e-12", "RK4 0.005"})
      for (const double e : {0.4, 1.0}) {
        const double slope = std::sqrt(0.25 + 0.09);
        const test::RunResult run = test::done(fmt::format(
            R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
PLTRUSS 3 3 1
X 1 0 {0}
X 2 1 {0}
X 3 0.6 {1:.17g}
FIX 1 1
END HALT
EM 1 2
EM 2 1
EM 3 3
GRAVITY 0 -{2}
EVENT left WHEN x1_2 < 0 DO IMPACT X 1 2 FLOOR e = {3}
EVENT right WHEN x2_2 < 0 DO IMPACT X 2 2 FLOOR e = {3}
EVENT top WHEN x3_2 < {4:.17g} DO IMPACT X 3 2 FLOOR e = {3}
DOF AUTO
INTEG {5}
TIMES {6:.17g} {7:.17g} 0.1
END END
)",
            kDrop, kDrop + slope, kGravity, e, slope, method, t0, t0 + 0.3));
        const double v = std::sqrt(2 * kGravity * kDrop), t = 0.3 - v / kGravity;
        const double height = e * v * t - kGravity * t * t / 2;
        const std::size_t last = run.rows.size() - 1;
        EXPECT_NEAR(run.value(last, "x1_2"), height, 1e-9) << t0 << method << e;
        EXPECT_NEAR(run.value(last, "x2_2"), height, 1e-9) << t0 << method << e;
        EXPECT_NEAR(run.value(last, "x3_2"), slope + height, 1e-9) << t0 << method << e;
      }
}

// A stop of an event beneath the left end, a contact beneath the right one.
TEST(FlatRods, AStopAndAContactStrikeTogether) {
  for (const double t0 : {0.0, 3.7, 12.25}) {
    const test::RunResult run = test::done(fmt::format(R"(FORMULA 2 = x2_2
PLTRUSS 1 1 2
X 1 0 {}
X 2 1 {}
FIX 1 1
RLSE 2 1
END HALT
EM 1 2
GRAVITY 0 -{}
CONTACT 2 RIGID 0.4
EVENT left WHEN x1_2 < 0 DO IMPACT X 1 2 FLOOR e = 0.4
DOF AUTO
INTEG STEP 1e-12 1e-12
TIMES {:.17g} {:.17g} 0.1
END END
)",
                                                       kDrop, kDrop, kGravity, t0, t0 + 0.3));
    // Behind the first bounce.
    const double v = std::sqrt(2 * kGravity * kDrop), t = 0.3 - v / kGravity;
    const std::size_t last = run.rows.size() - 1;
    for (const char* end : {"x1_2", "x2_2"})
      EXPECT_NEAR(run.value(last, end), 0.4 * v * t - kGravity * t * t / 2, 1e-9) << end << t0;
  }
}

}  // namespace
}  // namespace mbs
