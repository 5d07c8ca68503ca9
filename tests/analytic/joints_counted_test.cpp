// Joints that rub among all that touches: how many solutions fit is counted, and said.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::good_run;

// A slider of 2 kg in a guide of length L = 0.2 m, its centre of mass h = 0.5 m beside it, moves on
// with 1 m/s under a moment of 3 N m. The forces at the ends of the guide, without gravity,
// N1 + N2 = 2 |M - F h|/L, and F = mu (N1 + N2): with 2 mu h/L above 1 two frictions fit,
//   F = 2 mu M/(L + 2 mu h)   and   2 mu M/(2 mu h - L).
struct Guide {
  double mu = 0.3, M = 3, h = 0.5, L = 0.2, m = 2;
  double small() const { return 2 * mu * M / (L + 2 * mu * h); }

  std::string kabios(const std::string& how) const {
    return fmt::format(R"(2 0 1 1 0 0 0 0 0
0 0 0
0 {2} 0
1 2   0 0  1 0   0 {3}
1
0 0.01 0.01
MASS 2  {4} 0.1
VEL 2  1 0 0
LAW BODY 2 PHI = {1}
FRICTION TRANSLATIONAL 1  {5} {0}
{6}END
)",
                       mu, M, h, -h, m, L, how);
  }
  std::string native(const std::string& how) const {
    return fmt::format(R"(PLTRAN 1  1 9  2 3   0 0  1 0  0 {3}
PLCLINE 2  2 3  1 9  0 {3} 0  0 0 1 0
X 1  0 0
X 9  0
X 2  0 {2}
X 3  0
FIX 1
FIX 9
RLSE 2 1
END HALT
DOF AUTO
XM 2  {4}
XM 3  0.1
STARTVX 2 1 1
XLAW 3 1 = {1}
FRICTION 1  2 2  {5} {0}
TIMES 0 0 1
{6}END END
)",
                       mu, M, h, -h, m, L, how);
  }
};

int count_of_lines(const std::string& report, const std::string& text) {
  int out = 0;
  for (std::size_t k = report.find(text); k != std::string::npos; k = report.find(text, k + 1))
    ++out;
  return out;
}

TEST(JointsCounted, AGuideWithTwoSolutions) {
  for (const std::string how : {"", "FORM FULL\n", "FORM REDUCED\n"}) {
    const Guide guide;
    const test::RunResult kabios = good_run(guide.kabios(how));
    EXPECT_EQ(count_of_lines(kabios.report, "at t = 0: 2 solutions fit"), 1) << kabios.report;
    EXPECT_NEAR(kabios.value(0, "body2.xdd"), -guide.small() / guide.m, 1e-9) << how;
    const test::RunResult native = good_run(guide.native(how));
    EXPECT_EQ(count_of_lines(native.report, "at t = 0: 2 solutions fit"), 1) << native.report;
    EXPECT_NEAR(native.value(0, "a2_1"), -guide.small() / guide.m, 1e-9) << how;
  }
}

// A longer guide has one solution, and no line.
TEST(JointsCounted, ALongGuideHasOne) {
  Guide guide;
  guide.L = 0.4;
  const test::RunResult run = good_run(guide.kabios(""));
  EXPECT_EQ(count_of_lines(run.report, "solutions fit"), 0) << run.report;
  EXPECT_NEAR(run.value(0, "body2.xdd"), -guide.small() / guide.m, 1e-9);
}

// So has one without a moment that moves slowly under gravity: what presses is its weight.
TEST(JointsCounted, WeightThatPressesMoreHasOne) {
  Guide guide;
  guide.h = 0.1;
  const test::RunResult run = good_run(guide.kabios("GRAV 0 -9.81\n"));
  EXPECT_EQ(count_of_lines(run.report, "solutions fit"), 0) << run.report;
}

// A mass on a rod, whose pin of radius r rubs: S(v^2/l) and friction along the motion make
// F = mu r sqrt(N^2 + T^2)/l with T = F. One solution.
TEST(JointsCounted, APinHasOne) {
  const test::RunResult run = good_run(R"(2 1 0 1 0 0 0 0 0
0 0 0
1 0 0
1 2  0 0  -1 0
1
0 0.01 0.01
MASS 2  2 1e-6
VEL 2  0 3 3
FRICTION REVOLUTE 1  0.2 0.5
END
)");
  EXPECT_EQ(count_of_lines(run.report, "solutions fit"), 0) << run.report;
  const double c = 0.5 * 0.2, N = 2 * 9, F = c * N / std::sqrt(1 - c * c);
  EXPECT_NEAR(run.value(0, "body2.phidd"), -F / 2, 1e-4);
}

// A rod that leans against its motion with mu above 4/3 finds no forces (Painleve). Beside it lie
// balls, which belong to the same problem: with nine of them not all modes can be tried.
TEST(JointsCounted, TheSearchSaysWhereItEnds) {
  const double phi = std::atan(2.0);
  for (const int balls : {2, 9}) {
    std::string deck = fmt::format("{} 0 0 1 0 0 0 0 0\n0 0 0\n{:.17g} {:.17g} {:.17g}\n",
                                   balls + 2, std::cos(phi), std::sin(phi), phi);
    for (int k = 0; k < balls; ++k) deck += fmt::format("{} 0.1 0\n", k + 3);
    deck += "1\n0 1 1\nMASS 2 1 0.33333333333333\nVEL 2 -2 0 0\nGRAV 0 -9.81\n";
    for (int k = 0; k < balls; ++k) deck += fmt::format("MASS {} 1 0.01\n", k + 3);
    deck += "CONTACT 2 1 LINE -1 0 0  0 0 1 0  RIGID 0 2 2\n";
    for (int k = 0; k < balls; ++k)
      deck += fmt::format("CONTACT {} 1 LINE 0 0 0.1  0 0 1 0  RIGID 0 0.5 0.5\n", k + 3);
    const test::RunResult run = test::run(deck + "END\n");
    EXPECT_EQ(run.status, ExitStatus::deck_error) << run.report;
    EXPECT_EQ(run.messages.find("more than eight contacts and joints touch") != std::string::npos,
              balls > 8)
        << run.messages;
    EXPECT_EQ(run.messages.find("no forces fit what slides") != std::string::npos, balls < 8)
        << run.messages;
  }
}

}  // namespace
}  // namespace mbs
