// PLBEAML where elements bend far: the arc and the circle of an end moment, the elastica under a
// tip force (tests/data/R10_flexible.json) and under an axial load (complete elliptic integrals), a
// turning beam, energy; and the range of all beams.
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"
#include "support/elastica.h"

namespace mbs {
namespace {

constexpr double kPi = 3.14159265358979323846;

// n beams along x, together 1 long, EI = 1, clamped at the left, elongation rigid.
std::string row_of(const std::string& keyword, int n, const std::string& tail, double EI = 1) {
  std::string out, dynamics;
  for (int k = 1; k <= n; ++k) {
    out += fmt::format("{0} {1} {2} {3} {4} {5}\nDYNE {1} 2 3\n", keyword, k, 2 * k - 1, 2 * k,
                       2 * k + 1, 2 * k + 2);
    dynamics += fmt::format("ESTIFF {} 1e6 {}\n", k, EI);
  }
  for (int k = 0; k <= n; ++k) out += fmt::format("X {} {:.17g} 0\n", 2 * k + 1, 1.0 * k / n);
  return out + "FIX 1\n" + (tail.find("INPUTX 2") == 0 ? "INPUTX 2\n" : "FIX 2\n") + "END HALT\n" +
         dynamics + tail + "END END\n";
}

struct Tip {
  double x, y, phi;
};
Tip tip_of(const test::RunResult& run, int n) {
  const std::string point = std::to_string(2 * n + 1), turn = std::to_string(2 * n + 2);
  return {run.value(0, "x" + point + "_1"), run.value(0, "x" + point + "_2"),
          run.value(0, "x" + turn + "_1")};
}
double distance(const Tip& a, const Tip& b) {
  return std::max({std::fabs(a.x - b.x), std::fabs(a.y - b.y), std::fabs(a.phi - b.phi)});
}

TEST(LargeBending, EndMomentBendsToTheExactArc) {
  for (const double a : {1.0, kPi, 2 * kPi})
    for (const int n : {2, 4, 8, 16}) {
      const test::RunResult run =
          test::run(row_of("PLBEAML", n, fmt::format("XF {} {:.17g}\nSTATIC\n", 2 * n + 2, a)));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_EQ(run.messages, "");
      const Tip exact = {std::sin(a) / a, (1 - std::cos(a)) / a, a};
      EXPECT_LT(distance(tip_of(run, n), exact), 1e-11) << a << " " << n;  // seen 4e-15
    }
}

TEST(LargeBending, TipForceConvergesWithTheFourthPower) {
  for (const double alpha : {1.0, 4.0, 10.0}) {
    const std::vector<double> row = test::elastica(alpha);
    std::vector<double> errors;
    for (const int n : {4, 8, 16}) {
      const test::RunResult run =
          test::run(row_of("PLBEAML", n, fmt::format("XF {} 0 -{}\nSTATIC\n", 2 * n + 1, alpha)));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      errors.push_back(distance(tip_of(run, n), {1 - row[3], -row[2], -row[1]}));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.15) << alpha;  // seen 4.05 at alpha 10
    EXPECT_NEAR(std::log2(errors[1] / errors[2]), 4, 0.15) << alpha;  // seen 4.02 at alpha 10
    EXPECT_LT(errors[2], 5e-7) << alpha;                              // seen 3.4e-7 at alpha 10
  }
}

// Beyond its Euler load a column is an elastica: with k = sin(half the turn of the tip), the load
// is K(k)^2 EI / L^2, the tip at 2 E / K - 1 along and 2 k / K across.
TEST(LargeBending, BuckledColumn) {
  const double turn = 2, k = std::sin(turn / 2);
  const double K = std::comp_ellint_1(k), E = std::comp_ellint_2(k);
  std::vector<double> errors;
  for (const int n : {4, 8}) {
    // A push across of 1e-9 says which way.
    const test::RunResult run = test::run(row_of("PLBEAML", n,
                                                 fmt::format(R"(XF {} -{:.17g} 1e-9
ITERSTEP 200 1
STATIC
)",
                                                             2 * n + 1, K * K)));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    errors.push_back(distance(tip_of(run, n), {2 * E / K - 1, 2 * k / K, turn}));
  }
  EXPECT_LT(errors[0], 5e-3);
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 4, 0.3);
}

// Wright et al. (1982): a uniform beam that turns with 6 sqrt(EI / rho L^4) about its clamped end
// flaps with 7.3604; in the plane of the rotation that is sqrt(7.3604^2 - 6^2).
TEST(LargeBending, TurningBeamGetsStiffer) {
  std::string masses;
  for (int k = 1; k <= 16; ++k) masses += fmt::format("EM {} 1\n", k);
  const test::RunResult run =
      test::run(row_of("PLBEAML", 16, "INPUTX 2 1  0 6\n" + masses + "STATIC\nEIGEN 1\n"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(0, "omega") / std::sqrt(7.3604 * 7.3604 - 36), 1,
              2.1e-5);  // half of the last digit of 7.3604; seen 7.7e-6
}

// A flexible pendulum, clamped nowhere but at its hinge, that folds under its own weight.
TEST(LargeBending, KeepsEnergy) {
  const test::RunResult run = test::run(R"(
PLBEAML 1  1 2  3 4
PLBEAML 2  3 4  5 6
PLBEAML 3  5 6  7 8
X 1  0 0
X 3  0.4 0
X 5  0.8 0
X 7  1.2 0
FIX 1
RLSE 1
RLSE 2
RLSE 3
END HALT
EM 1 1 1e-3
EM 2 1 1e-3
EM 3 1 1e-3
ESTIFF 1 200 0.05
ESTIFF 2 200 0.05
ESTIFF 3 200 0.05
GRAVITY 0 -9.81
DOF AUTO
INTEG STEP 1e-10 1e-10
TIMES 0 0.8 0.1
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  double folded = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-9);  // J, of 6.4; seen 7.2e-12
    for (const char* name : {"e1_2", "e2_2", "e3_2", "e1_3", "e2_3", "e3_3"})
      folded = std::max(folded, std::fabs(run.value(k, name)) / 0.4);
  }
  EXPECT_GT(folded, 0.5);  // rad from the chord; seen 0.57
}

// ---- the range of a beam ------------------------------------------------------------------------

TEST(BeamRange, StaticRefusesWhatIsBeyondAndSaysHowManyElementsAreNeeded) {
  for (const char* keyword : {"PLBEAM", "PLBEAMG"})
    for (const double moment : {4.0, 8.0, 16.0, 19.2}) {
      const test::RunResult run = test::run(row_of(keyword, 4,
                                                   fmt::format(R"(XF 10 {}
ITERSTEP 60 1
STATIC
)",
                                                               moment)));
      EXPECT_EQ(run.status, ExitStatus::solution_failed) << keyword << moment;
      EXPECT_TRUE(run.rows.empty());
      EXPECT_NE(run.messages.find("beyond its range"), std::string::npos) << run.messages;
      EXPECT_NE(run.messages.find("elements in place of this one, or PLBEAML"), std::string::npos);
    }
}

TEST(BeamRange, WarnsNearIt) {
  const test::RunResult near = test::run(row_of("PLBEAM", 4, "XF 10 2.8\nSTATIC\n"));
  EXPECT_EQ(near.status, ExitStatus::done);
  EXPECT_NE(near.messages.find("of its range; above 40 % its forces are rough"), std::string::npos)
      << near.messages;
  const test::RunResult fair = test::run(row_of("PLBEAM", 4, "XF 10 2\nSTATIC\n"));
  EXPECT_EQ(fair.messages, "");
}

// The tip of one beam is pushed until it would break.
TEST(BeamRange, MotionStopsBeyondIt) {
  const std::string motion = R"(XM 3 1
XM 4 0.1
XLAW 3 2 = 20*t
TIMES 0 4 0.1
)";
  const test::RunResult run = test::run(row_of("PLBEAM", 1, motion));
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("deformed beyond its range"), std::string::npos) << run.messages;
  EXPECT_GT(run.rows.size(), 3u);
}

// Bending without stiffness or mass is only measured: a bar between hinges may turn as it likes.
TEST(BeamRange, DoesNotMatterWhereNothingDependsOnIt) {
  const test::RunResult run = test::run(R"(
PLBEAM 1  1 2  3 4
X 1  0 0
X 3  1 0
FIX 1
FIX 2
FIX 4
DYNX 3 2
RLSE 1 2 3
END HALT
XM 3 1
GRAVITY 0 -9.81
TIMES 0 0.5 0.1
END END
)");
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.messages, "");
}

}  // namespace
}  // namespace mbs
