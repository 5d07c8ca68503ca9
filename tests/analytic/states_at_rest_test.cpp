// STATIC and EIGEN with states of the deck, against closed forms.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

#include "support/deck.h"

namespace mbs {
namespace {

using Complex = std::complex<double>;

// An actuator whose goal is a position: 20 x = m, 0 = 3 (0.2 - x) - m.
const char* const kPosition =
    R"(PLTOR 1 1 2
X 1 0
X 2 0
FIX 1
DYNX 2 1
RLSE 1
END HALT
XM 2 0.5
XLAW 2 1 = -20*x - 4*v + m
ODE m EQUILIBRIUM RATE (3*(0.2 - x2_1) - m)/0.1
)";

TEST(States, StaticFindsStatesAndPositionTogether) {
  const test::RunResult run = test::run(std::string(kPosition) + "STATIC\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(0, "x2_1"), 0.6 / 23, 1e-15);
  EXPECT_NEAR(run.value(0, "m"), 12.0 / 23, 1e-15);
  EXPECT_NEAR(run.value(0, "m.rate"), 0, 1e-14);
}

// An integrator: its own rate says nothing about its value, the balance of forces does. A gravity
// of 9 on an arm of 0.5 with a mass of 2 at 1 rad takes 2 9 0.5 cos(1) from it.
TEST(States, StaticFindsWhatAnIntegratorHolds) {
  const test::RunResult run = test::run(
      R"(PLREV 1 1 2 3 4 0 0 -0.5 0
X 1 0 0
X 2 0
X 3 0.5 0
X 4 0
FIX 1
FIX 2
DYNX 4 1
END HALT
XM 3 2
XM 4 0.1
GRAVITY 0 -9
XLAW 4 1 = -30*(x - 1) - 20*q
ODE q EQUILIBRIUM RATE x4_1 - 1
ODE kept 0.25 RATE -kept
STATIC
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(0, "x4_1"), 1, 1e-12);
  EXPECT_NEAR(run.value(0, "q"), -9 * std::cos(1.0) / 20, 1e-12);
  EXPECT_EQ(run.value(0, "kept"), 0.25);
}

// A state with a start keeps it: 20 x = m.
TEST(States, StaticKeepsAStateWithAStart) {
  std::string deck = kPosition;
  deck.replace(deck.find("EQUILIBRIUM"), 11, "0.5");
  const test::RunResult run = test::run(deck + "STATIC\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(0, "x2_1"), 0.025, 1e-15);
  EXPECT_EQ(run.value(0, "m"), 0.5);
}

// (0.5 s^2 + 4 s + 20) (0.1 s + 1) + 3 = 0
TEST(States, EigenvaluesOfAMassWithAnActuator) {
  const auto characteristic = [](Complex s) {
    return (0.5 * s * s + 4.0 * s + 20.0) * (0.1 * s + 1.0) + 3.0;
  };
  for (const char* about : {"", "STATIC\n"}) {
    const test::RunResult run = test::run(std::string(kPosition) + "EIGEN\n" + about + "END END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_EQ(run.rows.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k) {
      const Complex s(run.value(k, "real"), run.value(k, "imaginary"));
      EXPECT_LT(std::abs(characteristic(s)), 1e-11) << s.real() << " " << s.imag();
      // m = -3 x / (0.1 s + 1) in each mode.
      const Complex m(run.value(k, "m"), run.value(k, "m.im"));
      EXPECT_LT(std::abs(m * (0.1 * s + 1.0) + 3.0), 1e-11);
      EXPECT_EQ(run.value(k, "x2_1"), 1);
    }
    EXPECT_GT(run.value(0, "imaginary"), 1);
    EXPECT_EQ(run.value(1, "imaginary"), 0);
  }
}

TEST(States, EigenvaluesOfStatesAlone) {
  const test::RunResult run = test::run(
      R"(END HALT
ODE q 1 RATE p
ODE p 0 RATE -4*q - 0.4*p
ODE lag 0 RATE (q - lag)/0.01
EIGEN
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 2u);
  EXPECT_NEAR(run.value(0, "real"), -0.2, 1e-13);
  EXPECT_NEAR(run.value(0, "imaginary"), std::sqrt(4 - 0.04), 1e-13);
  EXPECT_NEAR(run.value(1, "real"), -100, 1e-11);
}

// The same in motion: an arm that a motor turns, x = 1 + integral, linearised at the end of a run
// where its speed is constant.
TEST(States, EigenvaluesInMotion) {
  const test::RunResult run = test::run(
      R"(PLTOR 1 1 2
X 1 0
X 2 0
FIX 1
DYNX 2 1
RLSE 1
END HALT
XM 2 0.5
STARTVX 2 1 3
XLAW 2 1 = -2*(v - 3) + m
ODE m 0 RATE -4*m + v2_1 - 3
TIMESTEP 1 2
EIGEN
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  // s ((0.5 s + 2)(s + 4) - 1) = 0: 0, -4 +- sqrt(2)
  ASSERT_EQ(run.rows.size(), 3u);
  EXPECT_NEAR(run.value(0, "real"), 0, 1e-13);
  EXPECT_NEAR(run.value(1, "real"), -4 + std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(run.value(2, "real"), -4 - std::sqrt(2.0), 1e-12);
}

// Muscles with elastic tendons, from a start far from their balance: what STATIC finds is where a
// damped motion comes to rest. Newton's method has led fibres there beyond their paths.
TEST(States, StaticFindsFibresAndTendonsInBalance) {
  const auto deck = [](const std::string& job) {
    return R"(FIX 1 1
FIX 1 2
FIX 2 1
X 1 0 0
X 2 0
X 3 0.08947829689876521 -0.2796719836959348
X 4 -0.963
PLREV 1 1 2 3 4 -0.055 -0.1 -0.23 -0.016
PLTOR 2 2 4
RLSE 2
PLRACK 3 1 2 3 4 -0.026 0.039 0.088 0.9903550441960673 0.13855282904150834
RLSE 3
PLRACK 4 1 2 3 4 -0.051 -0.093 -0.15 0.9026106653961321 -0.43045788030090887
RLSE 4
DYNX 4 1
END HALT
GRAVITY -0.339 -5.27
XM 3 0.504
XM 4 0.05
EREST 2 0.118
ESTIFF 2 19.77
EDAMP 2 0.903
ESTIFF 3 125.44
EDAMP 3 1.004
ESIG 3 0.408
ESTIFF 4 91.07
EDAMP 4 0.931
MUSCLE first VSB SET 1993 SLOPFAC 1.01 OVER 2 1 0.2226 -0.089 FMAX 82.13 LOPT 0.125 LSLACK 0.1 STIM = 0.223
MUSCLE second VSB PENNATION 15 SLOPFAC 1.01 OVER 2 1 0.2615 -0.038 FMAX 114.583 LOPT 0.172 LSLACK 0.101 STIM = 0.211 + 0.015*sin(x4_1)
)" + job + "END END\n";
  };
  const test::RunResult rest = test::run(deck("STATIC\n")),
                        motion = test::run(deck("TIMES 0 30 30\nINTEG STIFF 1e-9 1e-9\n"));
  ASSERT_EQ(rest.status, ExitStatus::done) << rest.messages;
  ASSERT_EQ(motion.status, ExitStatus::done) << motion.messages;
  for (const char* const channel : {"x4_1", "first.f", "second.f", "first.lce", "second.lce"})
    EXPECT_NEAR(rest.value(0, channel), motion.value(1, channel),
                1e-6 * (1 + std::fabs(motion.value(1, channel))))
        << channel;
  EXPECT_NEAR(rest.value(0, "first.lced"), 0, 1e-12);
}

}  // namespace
}  // namespace mbs
