// What laws read, and how it changes: against the channels of the CSV and against differences.
#include "laws/inputs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/deck.h"

namespace mbs {
namespace {

// Random states of four coordinates of a body and another angle, two deformations, a state.
struct Numbers {
  double t = 0;
  std::vector<double> x, v, e, ed, z;
  explicit Numbers(std::mt19937& random) {
    std::uniform_real_distribution<double> any(-2, 2);
    t = any(random);
    for (std::vector<double>* list : {&x, &v, &e, &ed, &z})
      for (int k = 0; k < 4; ++k) list->push_back(any(random));
  }
  InputState state() const { return {t, x, v, e, ed, z}; }
  Numbers moved(const Numbers& along, double s) const {
    Numbers out = *this;
    out.t += s * along.t;
    const auto move = [s](std::vector<double>& a, const std::vector<double>& b) {
      for (std::size_t k = 0; k < a.size(); ++k) a[k] += s * b[k];
    };
    move(out.x, along.x), move(out.v, along.v), move(out.e, along.e), move(out.ed, along.ed);
    move(out.z, along.z);
    return out;
  }
};

TEST(Inputs, ChangesAgreeWithDifferences) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  double worst = 0;
  for (int round = 0; round < 2000; ++round) {
    const Numbers here(random), along(random);
    // Changes of a direction are turns: tests/analytic/directions_test.cpp.
    for (int kind = 0; kind <= static_cast<int>(InputKind::point_velocity); ++kind) {
      Input input{static_cast<InputKind>(kind), 0, round % 2, 2, 0, any(random), any(random)};
      // Order 4: f(-2h) .. f(2h).
      const double h = 2e-3;
      double difference = 0;
      for (const auto& [place, weight] :
           {std::pair(-2, 1.0), std::pair(-1, -8.0), std::pair(1, 8.0), std::pair(2, -1.0)})
        difference += weight * input.value(here.moved(along, place * h).state()) / (12 * h);
      worst = std::max(worst, std::fabs(difference - input.change(here.state(), along.state())));
    }
  }
  EXPECT_LT(worst, 2e-9);  // seen 9e-11, the error of the difference
}

// Every channel that a law may read has, as a load, the value that the CSV shows.
TEST(Inputs, AreTheChannelsOfTheReport) {
  const std::string kinematics =
      R"(PLREV 7 1 2 3 4  0.1 0.2 -0.5 0.05
PLSDA 9 1 2 3 4  0 0 0.2 0.1
PLCLINE 8 3 4 1 2 0.5 0 0.1 0 -3 1 0
X 1 0.3 -0.2
X 2 0.4
X 3 0.6 0.3
X 4 0.2
X 5 0 0
FIX 1
FIX 2
FIX 5 2
DYNX 4
DYNX 5 1
RLSE 9
RLSE 8
POINT 3 3 4 0.4 -0.3
END HALT
)";
  const std::string rest =
      R"(XM 3 1
XM 4 0.2
XM 5 1
ESTIFF 9 5
CONTACT 8 PENALTY 1e3 1.5 0.1
GRAVITY 1 -2
STARTDX 4 1 0.5 -1.5
TIMES 0 0.1 0.1
)";
  for (const char* name : {"x3_1", "x3_2", "x4_1", "v3_1", "V3_2", "v4_1", "e9_1", "ed9_1", "e7_1",
                           "rev7.angle", "point3.x", "point3.y", "point3.xd", "Point3.yd",
                           "contact8.gap", "contact8.slip", "contact8.slipd"}) {
    const test::RunResult run =
        test::run(kinematics + rest + "XLAW 5 1 = 3 + " + name + "\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << name << run.messages;
    std::string lower = name;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (std::size_t row = 0; row < 2; ++row)
      EXPECT_NEAR(run.value(row, "a5_1"), 1 + 3 + run.value(row, lower), 1e-14) << name;
  }
}

// A beam without stiffness may bend as it likes, unless a law reads how far.
TEST(Inputs, ARangeThatALawReads) {
  const auto deck = [](const char* law) {
    return std::string(
               R"(PLBEAM 1 1 2 3 4
X 1 0 0
X 2 0
X 3 1 0
X 4 0
X 5 0
FIX 1
FIX 2
FIX 3
RLSE 1
DYNX 4
DYNX 5
END HALT
XM 4 1
XM 5 1
STARTVX 4 1 2
XLAW 5 1 = )") +
           law + "\nTIMES 0 1 0.25\nEND END\n";
  };
  EXPECT_EQ(test::run(deck("x4_1")).status, ExitStatus::done);
  const test::RunResult run = test::run(deck("e1_3"));
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("deformed beyond its range"), std::string::npos) << run.messages;
}

// The gap of a point of a chain's second segment above the ground, as a moment, and what it is by
// the angles and the base.
TEST(Inputs, AGapOfAChain) {
  const auto deck = [](const std::string& law) {
    return R"(SEGDYN
SEGMENT 1 1 0.5 0.2 0.1
SEGMENT 2 1 0.4 0.2 0.1
STATE 1 1.2 0.5
STATE 2 0.4 -1
BASE 0 1
FREE BASE
GRAV 0 -9.81
CONTACT 2 LINE 0.4 0 0 0 -5 1 0 PENALTY 1e3 1 0
KNOWN MEXT 1 = )" +
           law + "\nTIME 0 0.4 0.1\nINTEG DOP853 1e-12 1e-12\nEND\n";
  };
  const test::RunResult gap = test::run(deck("contact1.gap")),
                        sum = test::run(deck("y + 0.5*sin(phi1) + 0.4*sin(phi2) + 5"));
  ASSERT_EQ(gap.status, ExitStatus::done) << gap.messages;
  ASSERT_EQ(sum.status, ExitStatus::done) << sum.messages;
  for (std::size_t row = 0; row < gap.rows.size(); ++row) {
    EXPECT_NEAR(gap.value(row, "mext1"), gap.value(row, "contact1.gap"), 1e-14);
    EXPECT_NEAR(gap.value(row, "phi1"), sum.value(row, "phi1"), 1e-11);  // seen 2e-14
  }
}

}  // namespace
}  // namespace mbs
