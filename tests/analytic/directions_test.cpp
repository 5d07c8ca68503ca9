// Directions of the axes of bodies (dirx2_1 ...) in VFORMULA, FORMULA and laws, against closed
// forms and against elements that say the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/sleigh.h"

namespace mbs {
namespace {

// Chaplygin's sleigh as a body of space: it does not move across its first axis at a point behind
// its mass centre.
TEST(Directions, SleighInSpace) {
  const test::Sleigh start = test::sleigh_at(0);
  const test::RunResult run = test::good_run(fmt::format(
      R"(VFORMULA 1 = dirx2_2*v1_1 + diry2_2*v1_2 + dirz2_2*v1_3 - {}*v2_3
X 1 0 0 0
X 2 1 0 0 0
FIX 1 3
FIX 2 1 2
END HALT
XM 1 {}
XM 2 0.2 0 0 0.2 0 {}
STARTVX 1 1 {:.17g}
STARTVX 1 2 {:.17g}
STARTVX 2 3 {:.17g}
DOF AUTO
TIMESTEP 4 20
INTEG DOP853 1e-12 1e-12
END END
)",
      test::Sleigh::kBehind, test::Sleigh::kMass, test::Sleigh::kInertia, start.v,
      test::Sleigh::kBehind * start.w, start.w));
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const test::Sleigh at = test::sleigh_at(run.time(k));
    const double c = std::cos(at.phi), s = std::sin(at.phi);
    worst = std::max(worst, std::fabs(run.value(k, "v2_3") - at.w));
    const double across = test::Sleigh::kBehind * at.w;
    worst = std::max(worst, std::fabs(run.value(k, "v1_1") - (c * at.v - s * across)));
    worst = std::max(worst, std::fabs(run.value(k, "v1_2") - (s * at.v + c * across)));
  }
  EXPECT_LT(worst, 1e-10);
}

// An axis of a body that is kept level by a formula, and by a deformation of UNIVERSAL.
TEST(Directions, AxisKeptLevel) {
  const auto tumble = [](const std::string& level) {
    return test::good_run(level + R"(
X 3  0 0 0
X 4  ROT AXIS 0 0 1 0.3
DYNX 3
DYNX 4 1 3
END HALT
XM 3  1
XM 4  0.02 0.001 0.002  0.03 -0.003  0.04
STARTVX 4 1  1
STARTVX 4 3  2
XF 4  0.01 0.02 0.03
INTEG DOP853 1e-12 1e-12
TIMESTEP 2 20
END END
)");
  };
  const test::RunResult formula = tumble("FORMULA 1 = dirz4_1"),
                        joint = tumble(
                            R"(UNIVERSAL 1  1 2  3 4  0 0 0  0 0 0  0 0 1  ${cos(0.3)} ${sin(0.3)} 0
RLSE 1 1 2 4 5 6
X 1  0 0 0
X 2  1 0 0 0
FIX 1
FIX 2)");
  double worst = 0, turned = 0;
  for (std::size_t k = 0; k < formula.rows.size(); ++k) {
    for (const char* channel : {"x4_1", "x4_2", "x4_3", "x4_4", "v4_1", "v4_2", "v4_3", "a4_1"})
      worst = std::max(worst, std::fabs(formula.value(k, channel) - joint.value(k, channel)));
    worst = std::max(worst, std::fabs(formula.value(k, "s1_1") - joint.value(k, "s1_3")));
    turned = std::max(turned, std::fabs(formula.value(k, "v4_2")));
  }
  EXPECT_LT(worst, 1e-10);
  EXPECT_GT(turned, 0.1);
}

// The weight of a top as a law of two directions.
TEST(Directions, WeightOfATop) {
  const auto top = [](const std::string& kinematics, const std::string& dynamics) {
    return test::good_run(fmt::format(R"({}
X 1  0 0 0
X 2  ROT AXIS 1 0 0 0.5
FIX 1
DYNX 2
END HALT
{}
STARTVX 2 3  40
INTEG DOP853 1e-12 1e-12
TIMESTEP 0.5 10
END END
)",
                                      kinematics, dynamics));
  };
  const test::RunResult carried = top("PINBODY 1  1 2 3\nX 3  0 ${-0.1*sin(0.5)} ${0.1*cos(0.5)}",
                                      "XM 3 1\nXM 2  0.04 0 0  0.04 0  0.02\nGRAVITY 0 0 -9.81"),
                        law = top("",
                                  "XM 2  0.05 0 0  0.05 0  0.02\n"
                                  "XLAW 2 1 = 0.981*dirz2_2\nXLAW 2 2 = -0.981*dirz2_1");
  double worst = 0;
  for (std::size_t k = 0; k < law.rows.size(); ++k)
    for (const char* channel : {"x2_1", "x2_2", "x2_3", "x2_4", "v2_1", "v2_2", "a2_1"})
      worst = std::max(worst, std::fabs(law.value(k, channel) - carried.value(k, channel)));
  EXPECT_LT(worst, 1e-9);
}

}  // namespace
}  // namespace mbs
