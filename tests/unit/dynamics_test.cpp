#include "solve/forces/dynamics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// 2 kg on a rod of 1 m along (0.6, -0.8), which moves across it with 3 m/s.
constexpr const char* kPendulum =
    "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nDYNX 2 1\nEND HALT\nXM 2 2\n"
    "STARTVX 2 1 2.4\nGRAVITY 0 -10\nTIMESTEP 1 1\nEND END\n";

// Along the rod S = m (g 0.8 + v^2), across it a = -g 0.6; the support carries the rod.
TEST(Dynamics, PendulumByHand) {
  for (const Form form : {Form::reduced, Form::full, Form::automatic}) {
    DynamicMechanism m(kPendulum, form);
    ASSERT_TRUE(m.accelerate());
    const double S = 2 * (8 + 9);
    EXPECT_NEAR(m.v(2, 1), 1.8, 1e-14);
    EXPECT_NEAR(m.S(1), S, 1e-13);
    EXPECT_NEAR(m.a(2, 0), -0.6 * S / 2, 1e-13);
    EXPECT_NEAR(m.a(2, 1), -10 + 0.8 * S / 2, 1e-13);
    EXPECT_NEAR(m.r(1, 0), -0.6 * S, 1e-13);  // the support holds against the pull of the rod
    EXPECT_NEAR(m.r(1, 1), 0.8 * S, 1e-13);
    EXPECT_EQ(m.r(2, 0), 0);
    EXPECT_NEAR(m.state.edd[0], 0, 1e-13);
    EXPECT_EQ(m.a(1), 0);
  }
}

// What accelerate_briefly() leaves out, complete() gives.
TEST(Dynamics, BriefAndCompleteIsAccelerate) {
  DynamicMechanism whole(kPendulum), brief(kPendulum);
  ASSERT_TRUE(whole.accelerate());
  ASSERT_TRUE(brief.start());
  const Accelerated at = brief.dynamics->accelerate_briefly(brief.place(), brief.state);
  ASSERT_TRUE(at.ok());
  EXPECT_EQ(brief.state.a, whole.state.a);
  EXPECT_EQ(brief.S(1), whole.S(1));
  brief.dynamics->complete(at, brief.state);
  EXPECT_EQ(brief.state.edd, whole.state.edd);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(brief.dynamics->reactions()[i], whole.dynamics->reactions()[i]);
}

// A weight on two bars, 3-4-5: nothing moves, each bar is pressed with m g / (2 * 0.8).
TEST(Dynamics, WithoutADegreeOfFreedomStressesAreStatics) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 3 4\nX 3 6 0\nFIX 1\nFIX 3\nEND HALT\nXM 2 4\n"
      "GRAVITY 0 -10\nTIMESTEP 1 1\nEND END\n");
  ASSERT_TRUE(m.accelerate());
  EXPECT_EQ(m.dynamics->placement().partition().freedom_count(), 0);
  EXPECT_NEAR(m.S(1), -25, 1e-13);
  EXPECT_NEAR(m.S(2), -25, 1e-13);
  EXPECT_NEAR(m.r(1, 1) + m.r(3, 1), 40, 1e-13);
  EXPECT_NEAR(m.r(1, 0), 15, 1e-13);
}

// A driven support pulls 3 kg with 2 m/s2 through a bar: 6 N.
TEST(Dynamics, ADriveGivesTheForceOfTheInertia) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1 2\nFIX 2 2\nINPUTX 1 1\nEND HALT\n"
      "INPUTX 1 1 0 0 2\nXM 2 3\nTIMESTEP 1 1\nEND END\n");
  ASSERT_TRUE(m.accelerate());
  EXPECT_NEAR(m.a(2), 2, 1e-15);
  EXPECT_NEAR(m.r(1), 6, 1e-14);
  EXPECT_NEAR(m.S(1), -6, 1e-14);
}

TEST(Dynamics, BothFormsNameTheSameMasslessMotion) {
  for (const Form form : {Form::reduced, Form::full}) {
    DynamicMechanism m(
        "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nDYNX 2 1\nEND HALT\nXM 1 2\n"
        "TIMESTEP 1 1\nEND END\n",
        form);
    ASSERT_TRUE(m.start());
    const SolveStatus status = m.dynamics->accelerate(m.place(), m.state);
    EXPECT_EQ(status.kind, SolveKind::singular);
    EXPECT_EQ(status.column, m.coordinate(2));
  }
}

TEST(Dynamics, AStateThatCouldNotBePlacedHasNoAcceleration) {
  DynamicMechanism m(kPendulum, Form::automatic, false);
  ASSERT_TRUE(m.start());
  m.state.x[m.coordinate(2)] = 1.5;  // the rod does not reach so far
  const Placed at = m.dynamics->place(m.state, false);
  EXPECT_FALSE(at.ok());
  EXPECT_EQ(m.dynamics->accelerate(at, m.state).kind, at.status().kind);
}

// z' = 3 x - z of the deck is left in the state by every acceleration.
TEST(Dynamics, RatesOfStatesAreFilled) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nDYNX 2 1\nEND HALT\nXM 2 2\n"
      "ODE z 0.5 RATE 3*x2_1 - z\nTIMESTEP 1 1\nEND END\n");
  ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  EXPECT_NEAR(m.state.zd[0], 1.8 - 0.5, 1e-15);
}

}  // namespace
}  // namespace mbs::test
