// Joints and springs in reports: where they are, the bodies that they join, lengths and forces.
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

TEST(JointChannels, PinsOfAFourBar) {
  const test::RunResult run = test::run(
      R"(NAME REVOLUTE 2 elbow
MEASURE right = MAX elbow.x
MEASURE far = MAX hypot(rev2.x, rev2.y)
4 4 0 1 0 1 0 0 0
0 0 0
0.5 0.8 60deg
2.6 2.6 30deg
3.5 1.8 60deg
1 2  0 0  -1 0
2 3  1 0  -2 0
3 4  2 0  2 0
4 1  -2 0  2.5 0
1
2 3  60deg 6.283 0
0 1 0.05
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double phi = run.value(k, "body2.phi");
    EXPECT_NEAR(run.value(k, "rev1.x"), 0, 1e-12);
    EXPECT_NEAR(run.value(k, "rev2.x"), 2 * std::cos(phi), 1e-11);
    EXPECT_NEAR(run.value(k, "rev2.y"), 2 * std::sin(phi), 1e-11);
    EXPECT_NEAR(std::hypot(run.value(k, "rev3.x") - run.value(k, "rev2.x"),
                           run.value(k, "rev3.y") - run.value(k, "rev2.y")),
                4, 1e-11);
    EXPECT_NEAR(run.value(k, "rev4.x"), 2.5, 1e-12);
  }
  EXPECT_NEAR(run.measure("right"), 2, 1e-10);
  EXPECT_NEAR(run.measure("far"), 2, 1e-11);
}

TEST(JointChannels, SliderAndSpringOfATail) {
  // A mass on a slider, drawn to the origin from (0, 3) by a spring: length sqrt(x^2 + 9).
  const test::RunResult run = test::run(
      R"(2 0 1 1 0 0 0 0 0
0 0 0
4 0 0
1 2  0 0  1 0  0.5 0
1
0 1 0.1
MASS 2  2 0.1
SDA 1 2  0 3  0 0  10 1 0.5
RSDA 1 2  3 0.2 0
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double x = run.value(k, "body2.x"), xd = run.value(k, "body2.xd");
    const double length = std::hypot(x, 3), rate = x * xd / length;
    EXPECT_NEAR(run.value(k, "tran1.x"), x + 0.5, 1e-12);
    EXPECT_NEAR(run.value(k, "sda1.length"), length, 1e-12);
    EXPECT_NEAR(run.value(k, "sda1.rate"), rate, 1e-11);
    EXPECT_NEAR(run.value(k, "sda1.f"), 10 * (length - 1) + 0.5 * rate, 1e-10);
    EXPECT_NEAR(run.value(k, "sda1.power"), -run.value(k, "sda1.f") * rate, 1e-9);
    EXPECT_NEAR(run.value(k, "rsda1.angle"), 0, 1e-12);
    EXPECT_NEAR(run.value(k, "rsda1.m"), -0.6, 1e-11);
  }
  EXPECT_NE(run.report.find(" TRANSLAT   I   J"), std::string::npos) << run.report;
  EXPECT_NE(run.report.find("        1   1   2"), std::string::npos) << run.report;
  EXPECT_NE(run.report.find(" SDA        I   J         F     POWER    LENGTH      RATE\n"),
            std::string::npos)
      << run.report;
}

TEST(JointChannels, OfChainsAndNativeDecks) {
  for (const std::string known : {"", "KNOWN PHIDD 2 0\nUNKNOWN M 2\n"}) {
    const test::RunResult run =
        test::run(
            R"(SEGDYN
SEGMENT 1 2 1 0.5 0.1
SEGMENT 2 1 0.8 0.3 0.05
STATE 1 0.3 1
STATE 2 1.2 -1
)" + known + "TIME 0 0.4 0.1\nEND\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double a = run.value(k, "phi1"), b = run.value(k, "phi2");
      EXPECT_NEAR(run.value(k, "joint1.x"), 0, 1e-12);
      EXPECT_NEAR(run.value(k, "joint2.x"), std::cos(a), 1e-11);
      EXPECT_NEAR(run.value(k, "joint2.y"), std::sin(a), 1e-11);
      EXPECT_NEAR(run.value(k, "joint3.y"), std::sin(a) + 0.8 * std::sin(b), 1e-11);
    }
  }
  const test::RunResult native = test::run(
      R"(PLREV 7 1 2 11 12  0.25 0  -0.5 0
X 1 0 1
X 2 0
X 11 0.75 1
X 12 0
FIX 1
FIX 2
DYNX 12
END HALT
XM 11 1
XM 12 0.1
GRAVITY 0 -9.81
TIMESTEP 0.5 5
END END
)");
  ASSERT_EQ(native.status, ExitStatus::done) << native.messages;
  EXPECT_NEAR(native.value(5, "rev7.x"), 0.25, 1e-12);
  EXPECT_NEAR(native.value(5, "rev7.y"), 1, 1e-12);
}

}  // namespace
}  // namespace mbs
