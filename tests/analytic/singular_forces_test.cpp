// Forces next to a flat position, where the equations are singular: the motion is smooth, and where
// the two branches that meet want different forces the force has a pole. Parallelograms in closed
// form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

const char* const kWays[] = {"STEP", "DOP853", "STIFF", "RK4 0.002", "GALPHA 1e-8 1e-8"};

// The first time at which theta = pi/3 + t + alpha/2 t^2 is pi.
double flat_at(double alpha) { return (std::sqrt(1 + 2 * alpha * 2 * M_PI / 3) - 1) / alpha; }

// Bodies of 1 kg, 0.1 kg m^2: crank, rocker; coupler of 0.5 kg. A torque of 0.6 N m turns the
// rocker: (2 (0.1 + 0.25) + 0.5) alpha = 0.6. The coupler does not turn, so that its ends take half
// of its inertia each, across: fy = -ay/4. Moments on the rocker give fx.
TEST(SingularForces, ATorqueOnTheRocker) {
  constexpr double kAlpha = 0.5;
  for (const char* way : kWays)
    for (const double beside : {1e-5, 1e-4, -1e-3, 1e-3, 1e-2, 2e-2, 3e-2}) {
      const double h = (flat_at(kAlpha) + beside) / 2;
      const test::RunResult run = test::good_run(fmt::format(R"(4 4 0 1 0 0 0 0 0
0 0 0
0.25 0.43301270189221932 60deg
1.5 0.86602540378443865 0
2.25 0.43301270189221932 60deg
1 2   0 0  -0.5 0
2 3   0.5 0  -1 0
3 4   1 0   0.5 0
4 1  -0.5 0   2 0
1
0 {:.17g} {:.17g}
INTEG {}
MASS 2 1 0.1
MASS 3 0.5 0.1
MASS 4 1 0.1
VEL 2 -0.43301270189221932 0.25 1
VEL 3 -0.86602540378443865 0.5 0
VEL 4 -0.43301270189221932 0.25 1
LAW BODY 4 3 = 0.6
END
)",
                                                             3 * h, h, way));
      ASSERT_EQ(run.rows.size(), 4u);
      for (const std::size_t k : {2u, 3u}) {
        const double t = run.time(k), theta = M_PI / 3 + t + kAlpha / 2 * t * t;
        const double rate = 1 + kAlpha * t;
        const double ay = kAlpha * std::cos(theta) - rate * rate * std::sin(theta), fy = -ay / 4;
        const double fx = (0.6 - 0.35 * kAlpha + std::cos(theta) * fy) / std::sin(theta);
        EXPECT_NEAR(run.value(k, "body4.phi"), theta, 1e-8) << way << beside;
        EXPECT_NEAR(run.value(k, "body4.phidd"), kAlpha, 1e-7) << way << beside;
        // The angle is right to 1e-10 with GALPHA, and the force is the inverse of its distance.
        EXPECT_NEAR(run.value(k, "rev3.fx") / fx, 1, 2e-6 + 3e-11 / std::fabs(std::sin(theta)))
            << way << beside;
        EXPECT_NEAR(run.value(k, "rev3.fy"), fy, 1e-6) << way << beside;
      }
    }
}

// A parallelogram of rods without mass and of this length, on feet two lengths apart, with points
// of 1 kg; 0.2 N per length pull along the circle of the second one.
std::string rods(double length, const std::string& run) {
  return fmt::format(R"(PLTRUSS 1 1 3
PLTRUSS 2 3 4
PLTRUSS 3 2 4
X 1 0 0
X 2 {0:.17g} 0
X 3 {1:.17g} {2:.17g}
X 4 {3:.17g} {2:.17g}
FIX 1
FIX 2
DYNX 3 1
END HALT
DOF AUTO
XM 3 1
XM 4 1
XLAW 4 1 = -0.2*x4_2
XLAW 4 2 = 0.2*(x4_1 - {0:.17g})
STARTVX 3 1 {4:.17g}
{5}
END END
)",
                     2 * length, length / 2, length * std::sqrt(.75), 2.5 * length,
                     -length * std::sqrt(.75), run);
}

// Points of 1 kg on rods without mass, 0.2 N along the circle of the second one: half of it goes
// through the coupler, whose pull is -0.1/sin(theta). Without interpolation the motion went on to
// the other branch with GALPHA, and steps of STIFF came to a stand in front of the place.
TEST(SingularForces, APullAlongACircle) {
  constexpr double kAlpha = 0.1;
  for (const char* way : kWays)
    for (const double beside : {1e-4, -1e-3, 1e-3, 1e-2, 3e-2}) {
      const double h = (flat_at(kAlpha) + beside) / 2;
      const test::RunResult run =
          test::good_run(rods(1, fmt::format("INTEG {}\nTIMES 0 {:.17g} {:.17g}", way, 3 * h, h)));
      ASSERT_EQ(run.rows.size(), 4u);
      for (const std::size_t k : {2u, 3u}) {
        const double t = run.time(k), theta = M_PI / 3 + t + kAlpha / 2 * t * t;
        const double rate = 1 + kAlpha * t;
        EXPECT_NEAR(run.value(k, "x4_1"), 2 + std::cos(theta), 1e-7) << way << beside;
        EXPECT_NEAR(run.value(k, "x3_2"), std::sin(theta), 1e-7) << way << beside;
        for (const char* of : {"a3_2", "a4_2"})
          EXPECT_NEAR(run.value(k, of), kAlpha * std::cos(theta) - rate * rate * std::sin(theta),
                      2e-7)
              << way << beside;
        EXPECT_NEAR(run.value(k, "s2_1") * std::sin(theta), -0.1,
                    1e-6 + 1e-8 / std::fabs(std::sin(theta)))
            << way << beside;
      }
    }
}

// Points on rods have no arm that says how large the mechanism is; the motion is the same in every
// unit of length. Rods of 0.31 m went on to the other branch with DOP853 1e-12 and GALPHA.
TEST(SingularForces, OfEverySize) {
  for (const double length : {0.03, 310.0})
    for (const char* way : {"STEP", "DOP853", "DOP853 1e-12 1e-12", "STIFF", "RK4 0.002",
                            "GALPHA 1e-8 1e-8", "GALPHA 1e-9 1e-9"}) {
      const test::RunResult run =
          test::good_run(rods(length, fmt::format("INTEG {}\nTIMES 0 5 0.25", way)));
      ASSERT_EQ(run.rows.size(), 21u);
      for (std::size_t k = 0; k < run.rows.size(); ++k) {
        const double t = run.time(k), theta = M_PI / 3 + t + 0.05 * t * t;
        EXPECT_NEAR(run.value(k, "x4_1") / length, 2 + std::cos(theta), 1e-5) << way << length;
        EXPECT_NEAR(run.value(k, "s2_1") / length * std::sin(theta), -0.1, 1e-5) << way << length;
      }
    }
}

// A top that turns much faster bends the path through the neighbours; the parallelogram beside it
// has nothing to do with it. DOP853 and GALPHA went on to the other branch with verdict good, and
// STIFF came to a stand.
TEST(SingularForces, BesideAFastTop) {
  for (const double spin : {10.0, 100.0})
    for (const char* way : {"DOP853 1e-11 1e-11", "STIFF 1e-9 1e-9", "GALPHA 1e-8 1e-8"}) {
      const test::RunResult run = test::good_run(fmt::format(R"(TRUSS 1  1 2
TRUSS 2  3 4
TRUSS 3  2 3
X 1 0 0 0
X 2 0.385 0 0.66683956685848754
X 3 2.385 0 0.66683956685848754
X 4 2 0 0
FIX 1
FIX 4
FIX 2 2
FIX 3 2
DYNX 2 1
PINBODY 4  5 6 7
X 5  3 0 0
X 6  ROT AXIS 1 0 0 0.5
X 7  3 -0.047942553860420303 0.087758256189037279
FIX 5
DYNX 6
END HALT
DOF AUTO
XM 7  1
XM 6  0.04 0 0  0.04 0  0.02
STARTVX 6 3  {}  # meant
XM 2  1
XM 3  1
XLAW 3 1 = -0.2*x3_3
XLAW 3 3 = 0.2*(x3_1 - 2)
XLAW 7 3 = -3
STARTVX 2 1 -2.0005187005754626
INTEG {}
TIMES 0 1.5 0.05
END END
)",
                                                             spin, way));
      ASSERT_EQ(run.rows.size(), 31u);
      for (std::size_t k = 0; k < run.rows.size(); ++k) {
        const double t = run.time(k), theta = M_PI / 3 + 3 * t + 0.05 * t * t;
        EXPECT_NEAR(run.value(k, "x3_1"), 2 + 0.77 * std::cos(theta), 1e-6) << way << spin;
      }
    }
}

}  // namespace
}  // namespace mbs
