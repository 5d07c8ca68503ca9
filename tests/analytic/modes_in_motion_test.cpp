// Frequencies by EIGEN, those seen in a free oscillation, and closed forms: all the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

double value(const test::RunResult& run, std::size_t row, const std::string& name) {
  const auto it = std::find(run.names.begin(), run.names.end(), name);
  EXPECT_NE(it, run.names.end()) << name;
  return run.rows.at(row).at(static_cast<std::size_t>(it - run.names.begin()));
}

// From the first two downward zero crossings of a channel around `middle`.
double frequency_seen(const test::RunResult& run, const std::string& name, double middle) {
  std::vector<double> crossings;
  for (std::size_t k = 1; k < run.rows.size() && crossings.size() < 2; ++k) {
    const double a = value(run, k - 1, name) - middle, b = value(run, k, name) - middle;
    if (!(a > 0 && b <= 0)) continue;
    const double t = value(run, k - 1, "t"), h = value(run, k, "t") - t;
    crossings.push_back(t + h * a / (a - b));  // a sine is straight at its zeros, to third order
  }
  if (crossings.size() < 2) return 0;
  return 2 * std::numbers::pi / (crossings[1] - crossings[0]);
}

TEST(ModesInMotion, SpringChain) {
  const std::string head =
      R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 1 0
X 3 2 0
FIX 1
FIX 2 2
FIX 3 2
RLSE 1
RLSE 2
DYNX 2 1
DYNX 3 1
END HALT
ESTIFF 1 100
ESTIFF 2 100
XM 2 1
XM 3 1
)";
  const test::RunResult modes = test::run(head + "EIGEN\nEND END\n");
  ASSERT_EQ(modes.rows.size(), 2u);
  for (std::size_t m = 0; m < 2; ++m) {
    const double sign = m == 0 ? -1 : 1;
    const double exact = std::sqrt(100 * (3 + sign * std::sqrt(5.0)) / 2);
    // x3 / x2 of the shape, where the motion starts at rest
    EXPECT_NEAR(value(modes, m, "omega") / exact, 1, 1e-13);
    const test::RunResult motion =
        test::run("PARAM r = " + std::string(m == 0 ? "(1+sqrt(5))/2" : "(1-sqrt(5))/2") + "\n" +
                  head + "STARTDX 2 1 1.001\nSTARTDX 3 1 ${2+0.001*r}" +
                  "\nTIMESTEP 3 3000\nERROR 1e-14 1e-12\nEND END\n");
    const double seen = frequency_seen(motion, "x2_1", 1);
    EXPECT_NEAR(seen / exact, 1, 1e-8);  // seen 1.2e-9 and 1.7e-9
  }
}

// A rod of length 1 slides along both axes, a mass of 2 at its end on the x axis and one of 3 at
// the other. With x as degree of freedom m(x) x'' + m'(x) x'^2 / 2 = 0, m = 2 + 3 x^2 / (1 - x^2),
// which is linearised by hand. Towards x = 1 the position is singular.
TEST(ModesInMotion, MovingLadderNearItsToggle) {
  for (const double x : {0.5, 0.9, 0.99, 0.9998, 0.999998}) {
    const double speed = 0.7, u = 1 - x * x;
    const test::RunResult run = test::run(fmt::format(R"(PLTRUSS 1 1 2
X 1 {} 0
X 2 0 {}
FIX 1 2
FIX 2 1
DYNX 1 1
END HALT
XM 1 2
XM 2 3
STARTVX 1 1 {}
EIGEN
END END
)",
                                                      x, std::sqrt(u), speed));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double m = 2 + 3 * x * x / u, m1 = 6 * x / (u * u),
                 m2 = 6 * (u + 4 * x * x) / (u * u * u);
    const double g = m1 / m, by_rate = -g * speed;
    const double by_place = -(m2 / m - g * g) * speed * speed / 2;
    const double sum = by_rate, product = -by_place;  // of the two eigenvalues
    const double root = sum * sum / 4 - product;
    // Rounding of x and of u, which the deck gives rounded, near the toggle.
    const double allowed = 1e-10 + 1e-14 / u;
    const double size = std::fabs(sum) / 2 + std::sqrt(std::fabs(root));
    ASSERT_EQ(run.rows.size(), root < 0 ? 1u : 2u) << x;
    std::vector<double> found;
    for (std::size_t k = 0; k < run.rows.size(); ++k) found.push_back(value(run, k, "real"));
    if (root < 0) {
      EXPECT_NEAR(found[0] / size, sum / 2 / size, allowed) << x;
      EXPECT_NEAR(std::fabs(value(run, 0, "imaginary")) / size, std::sqrt(-root) / size, allowed);
    } else {
      std::sort(found.begin(), found.end());
      EXPECT_NEAR(found[0] / size, (sum / 2 - std::sqrt(root)) / size, allowed) << x;
      EXPECT_NEAR(found[1] / size, (sum / 2 + std::sqrt(root)) / size, allowed) << x;
    }
  }
}

// What a lock has worked in the motion before: as without EIGEN.
TEST(ModesInMotion, WorkOfALock) {
  const std::string deck = R"(SEGDYN
MEASURE work = LAST lock1.work
SEGMENT 1 1.5 .35 .15 .02
SEGMENT 2 1.5 .35 .15 .02
STATE 1 .3 2
STATE 2 -.5 0
GRAV 0 -9.81
LOCK PHI 1
TIME 0 .4 .1
INTEG DOP853 1e-12 1e-12
)";
  const test::RunResult motion = test::run(deck + "END\n"),
                        modes = test::run(deck + "EIGEN\nEND\n");
  ASSERT_EQ(motion.status, ExitStatus::done) << motion.messages;
  ASSERT_EQ(modes.status, ExitStatus::done) << modes.messages;
  EXPECT_GT(std::fabs(motion.measure("work")), .1);
  EXPECT_NEAR(modes.measure("work"), motion.measure("work"), 1e-9);
}

// All work since the start, which the energy balance of the state counts: as without EIGEN.
TEST(ModesInMotion, WorkOfTheMotion) {
  const std::string deck =
      "PLREV 1 1 2 3 4 0 0 -0.2 0\nX 1 0 0\nX 2 0\nX 3 0.2 0\nX 4 0\nINPUTX 1\nFIX 2\nEND HALT\n"
      "INPUTX 1 1 = 0.1*sin(3*t)\nDOF AUTO\nXM 3 1\nXM 4 0.02\nGRAVITY 0 -9.81\nXDAMP 4 0.1\n"
      "TIMES 0 1 0.5\nMEASURE work = LAST energy.work\nMEASURE balance = LAST energy.balance\n";
  const test::RunResult motion = test::run(deck + "END END\n"),
                        modes = test::run(deck + "EIGEN\nEND END\n");
  ASSERT_EQ(motion.status, ExitStatus::done) << motion.messages;
  ASSERT_EQ(modes.status, ExitStatus::done) << modes.messages;
  EXPECT_LT(motion.measure("work"), -1);
  EXPECT_NEAR(modes.measure("work"), motion.measure("work"), 1e-7);
  EXPECT_NEAR(modes.measure("balance"), 0, 1e-6);
}

// Beams of 0.2 m, in metres and in millimetres: the modes of a motion depend on the degrees of
// freedom, and are those of the ones that the deck names. The values of the first mode come from
// differences of the accelerations of these degrees of freedom (central, by 1e-5).
TEST(ModesInMotion, OfTheDegreesOfFreedomThatTheDeckNames) {
  const auto deck = [](double length, const std::string& units) {
    std::string out = units;
    for (int i = 0; i < 3; ++i)
      out += fmt::format("PLBEAM {0} {1} {2} {3} {4}\nDYNE {0} 2 3\n", i + 1, 2 * i + 1, 2 * i + 2,
                         2 * i + 3, 2 * i + 4);
    for (int i = 0; i < 4; ++i) out += fmt::format("X {} {:.17g} 0\n", 2 * i + 1, 0.2 * i * length);
    out += "FIX 1\nX 90 0\nFIX 90\nPLTOR 4 90 2\nRLSE 4\nDYNX 2\nEND HALT\n";
    for (int i = 0; i < 3; ++i)
      out += fmt::format("EM {0} {1:.17g} {2:.17g}\nESTIFF {0} 1e7 {3:.17g}\n", i + 1, 0.3 / length,
                         1e-4 * length, std::pow(length, 3));
    return out + fmt::format(
                     "ESTIFF 4 {:.17g}\nXF 7 0 {:.17g}\nTIMES 0 0.2 0.2\n"
                     "INTEG DOP853 1e-10 1e-10\nEIGEN\nEND END\n",
                     10 * length * length, -2 * length);
  };
  const test::RunResult metres = test::run(deck(1, "")),
                        millimetres = test::run(deck(1000, "UNITS mm kg s\n"));
  for (const test::RunResult* run : {&metres, &millimetres}) {
    ASSERT_EQ(run->status, ExitStatus::done) << run->messages;
    EXPECT_NEAR(value(*run, 0, "omega"), 9.4381, 1e-3);
    EXPECT_NEAR(value(*run, 0, "real"), 0.0667, 1e-4);
  }
  for (std::size_t mode = 0; mode < 7; ++mode)
    EXPECT_NEAR(value(metres, mode, "omega") / value(millimetres, mode, "omega"), 1, 1e-6);
}

}  // namespace
}  // namespace mbs
