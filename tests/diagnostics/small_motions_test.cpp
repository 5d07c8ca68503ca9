// Motions that the tolerance abs does not resolve: by default it follows the size of the mechanism,
// and where it is too large all the same the verdict says so and names the line that would do.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

std::string oscillator(double amplitude, const std::string& integ) {
  return fmt::format(
      "X 1 {:.17g} 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 1\nXLAW 1 1 = -x1_1\n"
      "TIMESTEP 315.730 7\n{}END END\n",
      amplitude, integ);
}

void expect_cosine(const test::RunResult& run, double amplitude, double part) {
  ASSERT_EQ(run.rows.size(), 8u);
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "x1_1"), amplitude * std::cos(run.time(k)), part * amplitude);
}

TEST(SmallMotions, TheDefaultFollowsTheSize) {
  for (const double amplitude : {1e-7, 1e-6, 1e-4, 3e-3, 1e3})
    expect_cosine(test::good_run(oscillator(amplitude, "")), amplitude, 1e-5);
  expect_cosine(test::good_run(oscillator(1e-7, "INTEG DOP853\n")), 1e-7, 1e-5);
}

// A resonator of micrometres in SI units: 1e-9 kg on 1 N/m, amplitude 1e-9 m.
TEST(SmallMotions, AResonator) {
  const test::RunResult run = test::good_run(R"(PLSDA 1 1 2 3 4 0 0 0 0
X 1 0 0
X 3 1e-4 0
FIX 1
FIX 2
FIX 4
FIX 3 2
DYNX 3 1
RLSE 1
END HALT
XM 3 1e-9
ESTIFF 1 1
STARTDX 3 1 1.00001e-4
TIMES 0 0.01 0.001
END END
)");
  const double omega = std::sqrt(1e9);
  EXPECT_NEAR(run.value(10, "v3_1"), -1e-9 * omega * std::sin(.01 * omega), 2e-8);
}

void expect_named(const std::string& deck, const char* what, const std::string& line) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done);
  EXPECT_TRUE(run.verdict.bad()) << deck;
  EXPECT_NE(run.messages.find(what), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find(line + " would do"), std::string::npos) << run.messages;
}

TEST(SmallMotions, AToleranceThatIsTooLargeIsNamed) {
  for (const std::string method : {"STEP", "DOP853", "STIFF"}) {
    const std::string integ = "INTEG " + method + " 1e-9 1e-9\n";
    expect_named(oscillator(1e-7, integ), "the lengths move by at most",
                 "INTEG " + method + " 1e-12 1e-09");
  }
  expect_cosine(test::good_run(oscillator(1e-7, "INTEG STEP 1e-12 1e-9\n")), 1e-7, 1e-3);
}

// Angles, in the words of a chain and of a KABIOS deck.
TEST(SmallMotions, AnglesAreNamedToo) {
  expect_named(
      "SEGDYN\nSEGMENT 1 1 1 0.5 0.1\nSTATE 1 -1.570795 0\nGRAV 0 -9.81\nTIME 0 10 1\n"
      "INTEG STEP 1e-9 1e-9\nEND\n",
      "the angles move by at most", "INTEG STEP 1e-11 1e-09");
  expect_named(
      "2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 1e-6\n1 2 0 0 -0.5 0\n1\n0 10 1\nMASS 2 1 0.1\n"
      "RSDA 1 2 5 0 0\nINTEG DOP853 1e-9 1e-9\nEND\n",
      "the angles move by at most", "INTEG DOP853 1e-11 1e-09");
}

TEST(SmallMotions, StrictIsStatusFour) {
  RunSettings settings;
  settings.strict = true;
  EXPECT_EQ(test::run(oscillator(1e-7, "INTEG STEP 1e-9 1e-9\n"), settings).status,
            ExitStatus::check_failed);
}

// Fixed steps have no tolerance, and what rests has no motion to resolve.
TEST(SmallMotions, NothingToName) {
  test::good_run(oscillator(1e-7, "INTEG RK4 0.05\n"));
  test::good_run(oscillator(0, ""));
  test::good_run(
      "SEGDYN\nSEGMENT 1 1 1 0.5 0.1\nSTATE 1 -90deg 0\nGRAV 0 -9.81\nTIME 0 1 1\nEND\n");
}

}  // namespace
}  // namespace mbs
