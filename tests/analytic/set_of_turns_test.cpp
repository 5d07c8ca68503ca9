// SET of what a prescribed orientation reads: its angular velocity may jump, its orientation not.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

std::string motor(const std::string& motion, const std::string& set) {
  return "PARAM p = 0\nPARAM t0 = 0\nPARAM w = 2\nX 1 0 0 0\nX 2 ROT xyz 0.1 0.2 0.3\nFIX 1\n"
         "INPUTX 2\nEND HALT\nINPUTX 2 ROT " +
         motion + "\nXM 2 0.3 0 0 0.4 0 0.5\nEVENT faster WHEN t > 0.5 DO " + set +
         "\nTIMESTEP 1 4\nEND END\n";
}

// A spin about z of space, at 2 and then at 5 rad/s, from the angle that it has then.
TEST(SetOfTurns, SpinJumpsAndTheOrientationGoesOn) {
  const test::RunResult run = test::good_run(
      motor("AXIS 0 0 1 = p + w*(t - t0)", "SET p = p + w*(t - t0); SET t0 = t; SET w = 5"));
  ASSERT_EQ(run.events.size(), 1u);
  const std::size_t last = run.rows.size() - 1;
  double square = 0;
  for (const char* w : {"v2_1", "v2_2", "v2_3"}) square += std::pow(run.value(last, w), 2);
  EXPECT_NEAR(std::sqrt(square), 5, 1e-12);
  // The turn from the start, about z by 2 * 0.5 + 5 * 0.5: q = (cos, 0, 0, sin) o q at the start.
  const double c = std::cos(1.75), s = std::sin(1.75);
  const double q0[4] = {run.value(0, "x2_1"), run.value(0, "x2_2"), run.value(0, "x2_3"),
                        run.value(0, "x2_4")};
  const double q[4] = {c * q0[0] - s * q0[3], c * q0[1] - s * q0[2], c * q0[2] + s * q0[1],
                       c * q0[3] + s * q0[0]};
  double same = 0;
  for (int k = 0; k < 4; ++k) same += q[k] * run.value(last, "x2_" + std::to_string(k + 1));
  EXPECT_NEAR(std::fabs(same), 1, 1e-12);
}

// By angles of a sequence, with a body that is joined to what is turned.
TEST(SetOfTurns, AnglesOfASequence) {
  const test::RunResult run = test::good_run(
      "PARAM p = 0\nPARAM t0 = 0\nPARAM w = 1\nREVOLUTE 1 1 2 3 4 AT 1 0 0  0 1 0\nX 1 0 0 0\n"
      "X 3 1 0 -0.5\nFIX 1\nINPUTX 2\nDYNE 1 1\nEND HALT\n"
      "INPUTX 2 ROT xyz a = 0 ; b = 0 ; c = p + w*(t - t0)\nXM 2 0.3 0 0 0.3 0 0.5\nXM 3 2\n"
      "XM 4 0.1 0 0 0.1 0 0.1\n"
      "EVENT faster WHEN t > 0.5 DO SET p = 0.5; SET t0 = t; SET w = 3\n"
      "INTEG STEP 1e-11 1e-11\nTIMESTEP 1 4\nEND END\n");
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_NEAR(run.value(run.rows.size() - 1, "v2_3"), 3, 1e-12);
}

TEST(SetOfTurns, JumpOfTheOrientationIsRefused) {
  for (const char* motion :
       {"AXIS 0 0 1 = p + w*(t - t0)", "zyx a = p + w*(t - t0) ; b = 0 ; c = 0"}) {
    const test::RunResult run = test::run(motor(motion, "SET p = 1.25"));
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << run.messages;
    EXPECT_NE(run.messages.find("its SET would turn a body by 1.25 rad at once (INPUTX 2)"),
              std::string::npos)
        << run.messages;
  }
}

}  // namespace
}  // namespace mbs
