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

}  // namespace
}  // namespace mbs
