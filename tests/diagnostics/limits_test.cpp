// What ends a run that would not end, or not in time: LIMIT in every kind of run, and chatter of
// contacts. Rows done so far are written.
#include <gtest/gtest.h>

#include "support/process.h"

namespace mbs {
namespace {

test::Finished run(const std::string& deck) {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), deck);
  return test::mbsim("--timeout 60 '" + scratch.file("deck.dat") + "'");
}

void expect_ended(const test::Finished& done, int status, const std::string& message) {
  EXPECT_EQ(done.status, status) << done.err;
  EXPECT_NE(done.err.find(message), std::string::npos) << done.err;
  EXPECT_NE(done.err.find("last good state, t = "), std::string::npos) << done.err;
}

constexpr const char* kRod = R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
)";

TEST(Limits, TimeOfAKinematicRun) {
  const test::Finished done = run(std::string(kRod) +
                                  R"(RLSE 1
INPUTX 2
END HALT
INPUTX 2 1 1 0.1 0
INPUTX 2 2 0 0.2 0
LIMIT TIME 0.05
TIMESTEP 1 100000000
END END
)");
  expect_ended(done, 5, "ended by the time limit (LIMIT)");
  EXPECT_NE(done.out.find(" TIME = "), std::string::npos);
}

// On the way to the end of the motion that EIGEN linearises about.
TEST(Limits, TimeAndStepsBeforeModes) {
  const std::string rest =
      R"(DYNX 2 2
END HALT
XM 2 1
STARTVX 2 2 1e-6
TIMESTEP 1e6 1
INTEG RK4 1e-4
EIGEN
LIMIT )";
  expect_ended(run(kRod + rest + "TIME 0.05\nEND END\n"), 5, " by the time limit (LIMIT)");
  expect_ended(run(kRod + rest + "STEPS 20\nEND END\n"), 5,
               "stopped at t = 0.002 by the limit of 20 steps");
}

std::string ball(double height, const std::string& rest) {
  return "PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0\nX 1 0 " + std::to_string(height) +
         "\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\nDYNX 1\nEND HALT\nXM 1 1\n" + rest + "\nEND END\n";
}

// The impacts and the openings of contacts count: the tenth is one too many.
TEST(Limits, ContactsAreEvents) {
  const char* end = "\nGRAVITY 0 -9.81\nTIMESTEP 5 5\nLIMIT EVENTS 9";
  const char* message = "CONTACT 1: at t = ";
  const char* limit = "it is one event more than the 9 allowed";
  for (const char* law : {"CONTACT 1 RIGID 0.9", "CONTACT 1 PENALTY 1e4 1 0"}) {
    const test::Finished done = run(ball(0.2, law + std::string(end)));
    expect_ended(done, 5, message);
    expect_ended(done, 5, limit);
    EXPECT_NE(done.out.find("TIME =     1.0000"), std::string::npos);
  }
  // Bounces in free flight, 2 sqrt(0.4/9.81) 0.9^k: the tenth at 2.1 s.
  const test::Finished enough = run(ball(0.2, R"(CONTACT 1 RIGID 0.9
GRAVITY 0 -9.81
TIMESTEP 2 5
LIMIT EVENTS 9)"));
  EXPECT_EQ(enough.status, 0) << enough.err;
  // The impulses of a contact at rest are no events.
  const test::Finished many = run(ball(0, R"(CONTACT 1 IMPULSES 0 1e-3
GRAVITY 0 -9.81
TIMESTEP 1 5
LIMIT EVENTS 9)"));
  EXPECT_EQ(many.status, 0) << many.err;
  EXPECT_NE(many.out.find("impacts, normal impulses"), std::string::npos);
}

// The force blows the ball up while it lies and lets it fall while it does not: there is no motion
// that a rigid contact allows.
TEST(Limits, AChatteringContactEndsTheRun) {
  const test::Finished done =
      run(ball(0.1, "XLAW 1 2 = 1 - 2*step(x)\nCONTACT 1 RIGID 0\nTIMESTEP 1 5"));
  expect_ended(done, 3, "CONTACT 1: the events chatter: 100 of them from t = 0.44721");
  EXPECT_NE(done.err.find("(CONTACT 1); expected forces that do not jump"), std::string::npos);
  EXPECT_NE(done.out.find("report times done: 3 of 6"), std::string::npos);
}

// 12 N against the motion stop it after 1/12 s; then 8 N push it on until it moves, and back. The
// law is named that does so, before the contact has stuck and slipped a hundred times.
TEST(Limits, StickAndSlipWithoutEnd) {
  const test::Finished done = run(ball(0,
                                       R"(GRAVITY 0 -10
XLAW 1 1 = 8 - 16*step(v)
CONTACT 1 RIGID 0 0.5 0.4
STARTVX 1 1 1
TIMESTEP 1 5)"));
  expect_ended(done, 3, "XLAW 1 1: at t = 0.0833333 its value jumps to and fro between -8 and 8");
}

// Bounces that become shorter have an end of their own, however many there are.
TEST(Limits, ASeriesOfBouncesIsNoChatter) {
  const test::Finished done =
      run(ball(1e-6, "CONTACT 1 RIGID 0.9 BOUNCES 1000\nGRAVITY 0 -9.81\nTIMESTEP 2e4 5"));
  EXPECT_EQ(done.status, 0) << done.err;
}

}  // namespace
}  // namespace mbs
