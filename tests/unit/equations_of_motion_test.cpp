#include "solve/forces/equations_of_motion.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// The trammel: a rod of 5 m whose ends slide on the axes, at (3, 0) and (0, 4), the first with v.
std::string trammel(double m1, double m2, double v) {
  return fmt::format(
      "PLTRUSS 1 1 2\nX 1 3 0\nX 2 0 4\nFIX 1 2\nFIX 2 1\nDYNX 1 1\nEND HALT\nXM 1 {}\nXM 2 {}\n"
      "GRAVITY 0 -10\nSTARTVX 1 1 {}\nTIMESTEP 1 1\nEND END\n",
      m1, m2, v);
}

// y = sqrt(25 - x^2): y' = -3/4, y'' = -25/64. (m1 + m2 y'^2) xdd = -y' m2 (g + y'' v^2).
TEST(EquationsOfMotion, TrammelByHand) {
  for (const Form form : {Form::reduced, Form::full})
    for (const double v : {0.0, 1.6}) {
      DynamicMechanism m(trammel(2, 4, v), form);
      ASSERT_TRUE(m.accelerate());
      const double mass = 2 + 4 * 9 / 16., slope = -0.75, bend = -25. / 64 * v * v;
      const double xdd = -slope * 4 * (10 + bend) / mass;
      EXPECT_NEAR(m.a(1), xdd, 1e-13);
      EXPECT_NEAR(m.a(2, 1), slope * xdd + bend, 1e-13);
      EXPECT_NEAR(m.S(1), -2 * xdd / 0.6, 1e-13);  // pushes the first end
      EXPECT_NEAR(m.r(1, 1), 20 - 0.8 * m.S(1), 1e-12);
      EXPECT_NEAR(m.r(2, 0), -0.6 * m.S(1), 1e-12);
      const Matrix DF = m.dynamics->equations()->transfer();
      EXPECT_NEAR(DF(m.coordinate(1), 0), 1, 1e-15);
      EXPECT_NEAR(DF(m.coordinate(2, 1), 0), slope, 1e-15);
      if (form != Form::reduced) continue;
      EXPECT_NEAR(m.dynamics->equations()->reduced_mass()(0, 0), mass, 1e-13);
    }
}

// A mass of zero is legal where the motion has another one.
TEST(EquationsOfMotion, OneMassIsEnough) {
  for (const Form form : {Form::reduced, Form::full}) {
    DynamicMechanism m(trammel(0, 4, 0), form);
    ASSERT_TRUE(m.accelerate());
    EXPECT_NEAR(m.a(2, 1), -10, 1e-13);  // falls freely
    EXPECT_NEAR(m.a(1), 10 / 0.75, 1e-13);
    EXPECT_NEAR(m.S(1), 0, 1e-12);
  }
}

TEST(EquationsOfMotion, TheMasslessMotionIsNamed) {
  DynamicMechanism m(trammel(0, 0, 0), Form::reduced);
  ASSERT_TRUE(m.start());
  EXPECT_EQ(m.dynamics->accelerate(m.place(), m.state).kind, SolveKind::singular);
  EXPECT_EQ(m.dynamics->equations()->massless_coordinate(), m.coordinate(1));
}

TEST(EquationsOfMotion, FreeCoordinatesAreThoseWithoutAReaction) {
  DynamicMechanism m(trammel(2, 4, 0));
  ASSERT_TRUE(m.accelerate());
  const EquationsOfMotion& equations = *m.dynamics->equations();
  EXPECT_TRUE(equations.is_free(m.coordinate(1, 0)));
  EXPECT_FALSE(equations.is_free(m.coordinate(1, 1)));
  EXPECT_EQ(equations.balance(), nullptr);
  EXPECT_TRUE(equations.given_are_finite());
}

}  // namespace
}  // namespace mbs::test
