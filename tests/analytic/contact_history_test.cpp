// What rests depends on the present state, not on how fast contacts have been before.
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

// One ball is shot at the ground with 1e5 m/s and stays there. The other one falls on it by 1e-5 m
// some time later: it strikes with 1.4 cm/s, a ten millionth of that, and bounces by half.
TEST(RigidContacts, AFastImpactIsForgotten) {
  const test::RunResult run = test::run(R"(PLCLINE 1  1 9  8 9   0 0  0   0 0  1 0
PLCLINE 2  2 9  8 9   0 0  0   0 0  1 0
X 1  0 1e-5
X 2  1 1
X 8  0 0
X 9  0
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1  1
XM 2  1
STARTVX 2 2 -1e5
GRAVITY 0 -10
CONTACT 1 RIGID  0.5
CONTACT 2 RIGID  0
INTEG STEP 1e-12 1e-12
TIMESTEP 0.002 1
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double t = std::sqrt(2e-5 / 10), v = 10 * t;
  const auto fast = test::strikes_of(run, StrikeKind::bounce, "CONTACT 2");
  ASSERT_EQ(fast.size(), 1u) << run.report;
  EXPECT_EQ(fast[0].strike.gap.after, 0);
  const auto slow = test::strikes_of(run, StrikeKind::bounce, "CONTACT 1");
  ASSERT_EQ(slow.size(), 1u) << run.report;
  EXPECT_NEAR(slow[0].t, t, 1e-9);
  EXPECT_NEAR(slow[0].strike.gap.before, -v, 1e-8);
  EXPECT_NEAR(slow[0].strike.gap.after, v / 2, 1e-8);
}

}  // namespace
}  // namespace mbs
