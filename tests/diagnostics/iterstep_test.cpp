// ITERSTEP acts on motions as well as on equilibria.
#include <gtest/gtest.h>

#include <string>

#include "support/process.h"

namespace mbs {
namespace {

// A pendulum whose start must be iterated: x is given, y follows.
test::Finished run(const std::string& iterstep) {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"),
                  R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0 -1
FIX 1
DYNX 2 1
END HALT
XM 2 1
STARTDX 2 1 0.5
GRAVITY 0 -9.81
TIMESTEP 0.1 1
)" + iterstep + "END END\n");
  return test::mbsim(scratch.file("deck.dat"));
}

TEST(Iterstep, LimitsTheIterationsOfAMotion) {
  EXPECT_EQ(run("").status, 0);
  EXPECT_EQ(run("ITERSTEP 20\n").status, 0);
  const test::Finished short_of = run("ITERSTEP 1\n");
  EXPECT_EQ(short_of.status, 3);
  EXPECT_NE(short_of.err.find("after 1 iterations"), std::string::npos) << short_of.err;
}

TEST(Iterstep, LoadStepsOfAMotionAreNotIgnoredInSilence) {
  EXPECT_EQ(run("ITERSTEP 20 1 1e-12\n").err, "");
  const test::Finished loads = run("ITERSTEP 20 3\n");
  EXPECT_EQ(loads.status, 0);
  EXPECT_NE(loads.err.find(":11:1: warning: ITERSTEP: 3 load steps have no effect on a motion"),
            std::string::npos)
      << loads.err;
}

}  // namespace
}  // namespace mbs
