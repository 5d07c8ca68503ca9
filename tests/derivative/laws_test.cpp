// Laws linearised by their exact derivatives (EIGEN) against differences of accelerations, about
// random states of a double pendulum that moves: the laws read degrees of freedom, coordinates
// that depend on them, deformations, a point and the angle of a joint.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <random>

#include "linalg/eigen.h"
#include "support/deck.h"

namespace mbs {
namespace {

using State4 = std::array<double, 4>;  // angles and rates

std::string deck(const State4& s, const std::string& job) {
  return fmt::format(
      R"(PLREV 1 1 2 3 4 0 0 -0.5 0
PLREV 2 3 4 5 6 0.5 0 -0.35 0
PLSDA 3 1 2 5 6 0 0.3 0.1 0.2
POINT 1 5 6 0.3 -0.1
X 1 0 0
X 2 0
X 3 0.5 0
X 4 0
X 5 1.35 0
X 6 0
FIX 1
FIX 2
RLSE 3
DYNX 4
DYNX 6
END HALT
XM 3 2
XM 4 0.2
XM 5 1
XM 6 0.05
GRAVITY 0 -9.81
ELAW 3 1 = 5*e + 3*x5_2*cos(x4_1) + 0.5*v3_1*e + 0.2*ed
XLAW 4 1 = -2*point1.y - 0.3*point1.xd*x + sin(rev2.angle)
XLAW 5 2 = -0.7*ed3_1 - 0.4*v6_1*x3_1 + 0.1*x^2
STARTDX 4 1 {:.17g} {:.17g}
STARTDX 6 1 {:.17g} {:.17g}
{}
END END
)",
      s[0], s[2], s[1], s[3], job);
}

std::array<double, 2> accelerations(const State4& s) {
  const test::RunResult run = test::run(deck(s, "TIMES 0 0 1"));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  return {run.value(0, "a4_1"), run.value(0, "a6_1")};
}

TEST(LawDerivatives, ModesAboutRandomStates) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1.5, 1.5);
  double worst = 0;
  for (int round = 0; round < 20; ++round) {
    const State4 s = {any(random), any(random), any(random), any(random)};
    // y' = (rates, accelerations), by differences of order 4.
    std::vector<double> A(16, 0.0), unit(16, 0.0);
    for (std::size_t k = 0; k < 4; ++k) unit[5 * k] = 1;
    A[2 * 4 + 0] = A[3 * 4 + 1] = 1;
    const double h = 1e-3;
    for (std::size_t k = 0; k < 4; ++k)
      for (const auto& [place, weight] :
           {std::pair(-2, 1.0), std::pair(-1, -8.0), std::pair(1, 8.0), std::pair(2, -1.0)}) {
        State4 moved = s;
        moved[k] += place * h;
        const auto a = accelerations(moved);
        for (std::size_t i = 0; i < 2; ++i) A[k * 4 + 2 + i] += weight * a[i] / (12 * h);
      }
    const GeneralEigen expected = general_eigen(4, A, unit);
    ASSERT_TRUE(expected.ok);
    const test::RunResult run = test::run(deck(s, "EIGEN"));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const std::complex<double> value(run.value(k, "real"), run.value(k, "imaginary"));
      double nearest = 1e9;
      for (const auto& other : expected.values)
        nearest = std::min(nearest, std::abs(other - value));
      worst = std::max(worst, nearest / (1 + std::abs(value)));
    }
  }
  EXPECT_LT(worst, 1e-8);  // seen 3e-11, the error of the differences
}

}  // namespace
}  // namespace mbs
