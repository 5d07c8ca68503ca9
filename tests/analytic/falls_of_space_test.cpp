// STATIC of bodies of space that start far from an equilibrium: it goes downhill. A pendulum on a
// torsion spring against its closed form, and bodies on springs, which have an energy with a least
// value, from starts anywhere.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

// A mass on a stiff bushing that turns about x against a spring of 1 N m/rad: m g L sin a = a.
TEST(FallsOfSpace, ATiltedPendulumFalls) {
  double a = 1.5;
  for (int k = 0; k < 50; ++k) a -= (1.5 * std::sin(a) - a) / (1.5 * std::cos(a) - 1);
  for (const double tilt : {0.1, 0.6, 1., 2., 2.5}) {
    const test::RunResult run = test::good_run(
        fmt::format("X 1 0 0 0\nX 2 1 0 0 0\nPINBODY 2 1 2 3\nX 3 0 0 0.5\n"
                    "BUSHING 1 0 0 1 2 0 0 0 0 0 0 1 0 0 0 1 0\nFIX 1\nDYNX 2\nEND HALT\nXM 3 1\n"
                    "GRAVITY 0 0 -3\nESTIFF 1 0 0 0 1 3 2\nSTARTDX 2 ROT xyz {} 0 0\nSTATIC\n"
                    "END END\n",
                    tilt));
    ASSERT_EQ(run.rows.size(), 1u);
    EXPECT_NEAR(run.value(0, "x3_2"), -0.5 * std::sin(a), 1e-8) << tilt;
    EXPECT_NEAR(run.value(0, "x3_3"), 0.5 * std::cos(a), 1e-8) << tilt;
    EXPECT_NE(run.report.find("equilibrium: stable"), std::string::npos) << tilt;
  }
}

// Bodies anywhere on springs between them and the ground.
class Bodies {
 public:
  explicit Bodies(unsigned seed) : generator_(seed) {}

  std::string deck(int bodies, bool forces_follow) {
    std::string nodes, springs, values;
    for (int b = 1, e = 0; b <= bodies; ++b) {
      nodes += fmt::format("X {}{}\nX {} ROT xyz{}\nDYNX {}\nDYNX {}\n", 2 * b - 1, place(1), 2 * b,
                           place(1), 2 * b - 1, 2 * b);
      values += fmt::format("XM {} 1\nXM {} 0.1 0 0 0.1 0 0.1\n", 2 * b - 1, 2 * b);
      for (int k = 0; k < 4; ++k) {
        const std::string before =
            k % 2 == 0 || b == 1 ? "0 0" : fmt::format("{} {}", 2 * b - 3, 2 * b - 2);
        springs += fmt::format("SDA {} {} {} {}{}{}\nRLSE {}\n", ++e, before, 2 * b - 1, 2 * b,
                               place(1.2), place(0.4), e);
        values += fmt::format("ESTIFF {0} 100\nEREST {0} 0.5\n", e);
      }
      if (!forces_follow) continue;
      values += fmt::format("PFORCE {0} {1} {2}{3}{4} IN BODY\nPTORQUE {0} {2}{5}\n", b, 2 * b - 1,
                            2 * b, place(0.2), place(4), place(1.5));
    }
    return nodes + springs + "END HALT\n" + values + "GRAVITY 0 0 -9.81\nSTATIC\nEND END\n";
  }

 private:
  std::string place(double size) {
    const auto number = [&] {
      return size * (2.0 * static_cast<double>(generator_()) / 4294967295.0 - 1);
    };
    const double x = number(), y = number(), z = number();
    return fmt::format(" {:.4f} {:.4f} {:.4f}", x, y, z);
  }
  std::mt19937 generator_;
};

TEST(FallsOfSpace, BodiesOnSpringsComeToRest) {
  Bodies random(11);
  for (const int bodies : {1, 1, 1, 1, 1, 1, 2, 2, 3, 6}) {
    const std::string deck = random.deck(bodies, false);
    const test::RunResult run = test::good_run(deck);
    EXPECT_NE(run.report.find("equilibrium: stable"), std::string::npos) << deck;
  }
}

// Forces in the axes of bodies and moments of space have no energy; the springs lead near to the
// equilibrium all the same.
TEST(FallsOfSpace, BodiesUnderForcesThatFollowComeToRest) {
  Bodies random(12);
  for (const int bodies : {1, 1, 1, 1, 1, 1, 1, 1, 2, 2}) {
    const std::string deck = random.deck(bodies, true);
    const test::RunResult run = test::done(deck);
    EXPECT_NE(run.report.find("unbalanced below 1e-09"), std::string::npos) << deck;
  }
}

}  // namespace
}  // namespace mbs
