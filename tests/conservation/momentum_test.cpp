// Rates of momentum: differences of the reported momenta against reported loads and reactions, and
// the audit's own check.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

// A flexible pendulum, hung up at the origin.
const std::string kDeck =
    R"(PLBEAM 1 1 2 3 4
X 1 0 0
X 3 1 0
FIX 1
DYNX 2
DYNE 1 2 3
END HALT
EM 1 0.5 1e-3
XM 3 0.3
XM 4 0.01
ESTIFF 1 1e5 2
EDAMP 1 0 0.01
STARTDX 2 1 10deg 5
STARTDE 1 2 0.02
GRAVITY 1 -9.81
TIMESTEP 0.02 2000
ERROR 1e-13 1e-13
END END
)";

TEST(Momentum, RatesAreTheExternalForces) {
  const test::RunResult run = test::run(kDeck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  test::Error error[3];
  const char* const kMomentum[] = {"momentum.x", "momentum.y", "momentum.angular"};
  for (std::size_t k = 2; k + 2 < run.rows.size(); k += 50) {
    const double h = run.time(k + 1) - run.time(k);
    double external[3] = {0, 0, 0};
    for (const std::string node : {"1", "3"}) {
      auto value = [&](const std::string& letter, const char* c) {
        return run.value(k, letter + node + "_" + c);
      };
      const double fx = value("f", "1") + value("r", "1"), fy = value("f", "2") + value("r", "2");
      external[0] += fx;
      external[1] += fy;
      external[2] += value("x", "1") * fy - value("x", "2") * fx;
    }
    for (const std::string node : {"2", "4"})
      external[2] += run.value(k, "f" + node + "_1") + run.value(k, "r" + node + "_1");
    for (std::size_t m = 0; m < 3; ++m) {
      auto p = [&](std::size_t row) { return run.value(row, kMomentum[m]); };
      error[m].add((8 * (p(k + 1) - p(k - 1)) - (p(k + 2) - p(k - 2))) / (12 * h), external[m]);
    }
  }
  for (const test::Error& e : error) EXPECT_LT(e.relative(), 1e-9);  // seen 1.6e-11
}

// A joint that is open along y pushes along x beside its points: the force and their distance are a
// moment that the audit knows.
TEST(Momentum, OfAnOpenJoint) {
  const test::RunResult run = test::run(
      R"(PLREV 1 1 2 3 4 0 0 -0.3 0
X 1 0 0
X 3 0.3 0.1
FIX 1
FIX 2
DYNE 1 2
DYNX 4
END HALT
XM 3 2
XM 4 0.1
GRAVITY 1 -9.81
STARTDX 4 1 0 3
TIMESTEP 1 20
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const Figure* const balance = run.evidence.find(Check::momentum);
  ASSERT_NE(balance, nullptr);
  EXPECT_LT(balance->value, 1e-12);  // seen 9.1e-17; without the moment 0.2
}

TEST(Momentum, TheAuditHasAThreshold) {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), kDeck);
  const test::Finished good = test::mbsim("--set momentum=1e-12 " + scratch.file("deck.dat"));
  EXPECT_EQ(good.status, 0) << good.err;
  const test::Finished bad = test::mbsim("--set momentum=1e-30 " + scratch.file("deck.dat"));
  EXPECT_EQ(bad.status, 4);
  EXPECT_NE(bad.err.find("the rate of momentum against external forces is"), std::string::npos)
      << bad.err;
}

}  // namespace
}  // namespace mbs
