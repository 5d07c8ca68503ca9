// Measures of forces and the impulses of impacts: sums contain them, other functions say that they
// cannot.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

// A ball of 1 kg falls from 1 m and bounces elastically.
constexpr const char* kBall = R"(PLCLINE 1 1 9 8 9  0 0 0  0 0 1 0
X 1 0 1
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
END HALT
XM 1 1
GRAVITY 0 -9.81
CONTACT 1 RIGID 1
)";
const double kPeriod = 2 * std::sqrt(2 / 9.81);

test::RunResult ten_bounces(const std::string& more) {
  return test::run(kBall + fmt::format("TIMES 0 {0:.17g} {0:.17g}\n", 10 * kPeriod) + more +
                   "END END\n");
}

// The force of an impact has an integral: in ten periods what the ground gives is its weight times
// the time.
TEST(MeasureImpulses, OfImpacts) {
  const test::RunResult run = ten_bounces(fmt::format(R"(OUT twice = 2*contact1.n
MEASURE mean = AVG contact1.n
MEASURE ground = INTEG r8_2
MEASURE both = AVG twice
MEASURE half = INTEG contact1.n TO {:.17g}
MEASURE most = MAX contact1.n
MEASURE mass = AVG abs(contact1.n)
)",
                                                      4.75 * kPeriod));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.measure("mean"), 9.81, 1e-7);
  EXPECT_NEAR(std::fabs(run.measure("ground")), 98.1 * kPeriod, 1e-6);
  EXPECT_NEAR(run.measure("both"), 2 * 9.81, 2e-7);
  EXPECT_NEAR(run.measure("half"), 5 * 9.81 * kPeriod, 1e-6);
  // What has no such value says so.
  EXPECT_EQ(run.measure("most"), 0);
  EXPECT_NE(run.messages.find("MEASURE most: its value is without the impulses of 10 impacts"),
            std::string::npos)
      << run.messages;
  EXPECT_NE(run.messages.find("MEASURE mass: its value is without"), std::string::npos);
  EXPECT_NE(run.report.find("(without the impulses of 10 impacts)"), std::string::npos);
}

// A ball that bounces ten times: what is made of its normal force otherwise than as a sum has no
// impulses and says so, whatever its slope at a force of 0 is; so do OUT lines of it, and products
// with velocities. What does not read the force, and its own sums, say nothing.
TEST(MeasureImpulses, FunctionsOfForcesWithoutThemSaySo) {
  for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n"}) {
    const test::RunResult run = ten_bounces(R"(OUT root = sqrt(contact1.n + 4)
OUT pair = 2*root
MEASURE square = INTEG contact1.n^2
MEASURE pushed = AVG (contact1.n > 5 ? 1 : 0)
MEASURE rooted = INTEG root
MEASURE paired = MAX pair
MEASURE worked = INTEG contact1.n*v1_2
MEASURE root_mean = RMS contact1.n
MEASURE sum = INTEG contact1.n + v1_2^2
MEASURE kept = INTEG x1_2^2
)" + method);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (const char* const name : {"square", "pushed", "rooted", "paired", "worked", "root_mean"})
      EXPECT_NE(run.messages.find(fmt::format(
                    "MEASURE {}: its value is without the impulses of 10 impacts", name)),
                std::string::npos)
          << name << method << run.messages;
    for (const char* const name : {"sum", "kept"})
      EXPECT_EQ(run.messages.find(fmt::format("MEASURE {}:", name)), std::string::npos)
          << run.messages;
    // The momentum of ten bounces, and 1/3 v^2 T of each flight.
    const double fall = std::sqrt(2 * 9.81);
    EXPECT_NEAR(run.measure("sum"), 98.1 * kPeriod + 10 * kPeriod * fall * fall / 3, 1e-5)
        << method;
  }
}

}  // namespace
}  // namespace mbs
