#include "run/frame/scale.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/drawn.h"

namespace mbs::test {
namespace {

// Points of 2 and 3 kg, a bar of 4 kg/m and 0.5 m; moments of inertia weigh nothing.
TEST(ReportScale, MassIsThatOfPointsAndElements) {
  const Drawn m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.3 0.4\nX 3 0\nFIX 1\nDYNX 2\nDYNX 3\nRLSE 1\nEND "
      "HALT\nXM 1 2\nXM 2 3\nXM 3 50\nEM 1 4\nTIMESTEP 1 1\nEND END\n");
  EXPECT_NEAR(total_mass(m.model()), 2 + 3 + 4 * 0.5, 1e-14);
}

// A leaning beam of 3 kg/m and 0.5 m, whose mass couples x, y and angles.
TEST(ReportScale, MassOfALeaningBeam) {
  const Drawn m(
      "PLBEAM 1 1 2 3 4\nX 1 0 0\nX 2 53.13010235415598deg\nX 3 0.3 0.4\nX 4 "
      "53.13010235415598deg\nFIX 1\nFIX 2\nRLSE 1\nEND HALT\nEM 1 3\nESTIFF 1 1e3 1\n"
      "DOF AUTO\nTIMESTEP 1 1\nEND END\n");
  EXPECT_NEAR(total_mass(m.model()), 3 * 0.5, 1e-14);
}

TEST(ReportScale, WithoutMassItIsZero) {
  const Drawn m("PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.3 0.4\nFIX 1\nFIX 2\nRLSE 1\nEND END\n");
  EXPECT_EQ(total_mass(m.model()), 0);
  EXPECT_EQ(total_mass(Model{}), 0);
}

// Up to the last report time, which need not be the end.
TEST(ReportScale, DurationIsThatOfTheReport) {
  const Drawn m("X 1 0 0\nDYNX 1\nEND HALT\nXM 1 2\nTIMESTEP 1 1\nEND END\n");
  const Scale scale = report_scale(m.model(), 0.7, {1, 2.95, 0.5, {}});
  EXPECT_EQ(scale.length, 0.7);
  EXPECT_EQ(scale.mass, 2);
  EXPECT_NEAR(scale.time, 1.5, 1e-15);
}

}  // namespace
}  // namespace mbs::test
