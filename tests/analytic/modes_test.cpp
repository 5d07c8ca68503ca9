// EIGEN against closed forms: oscillators with and without damping, pendula about the equilibrium
// that STATIC finds, rotating mechanisms, and the frequencies of Euler and Bernoulli's beam
// (tests/data/R10_flexible.json, 15 digits).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "paths.h"
#include "support/cantilever.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

using test::cantilever;
using test::CantileverFreedoms;

double relative(double got, double expected) { return std::fabs(got / expected - 1); }

// A mass of 2 on a truss of EA = 50 along x; tail adds to the dynamics.
std::string oscillator(const std::string& tail) {
  return R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
FIX 2 2
DYNX 2 1
RLSE 1
END HALT
XM 2 2
ESTIFF 1 50
)" + tail +
         "END END\n";
}

TEST(Modes, SpringAndMass) {
  const test::RunResult run = test::run(oscillator("EIGEN\n"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 1u);
  EXPECT_EQ(run.names[0], "mode");
  EXPECT_LT(relative(run.value(0, "omega"), 5), 1e-14);
  EXPECT_LT(relative(run.value(0, "frequency"), 2.5 / std::acos(-1.0)), 1e-14);
  EXPECT_EQ(run.value(0, "damping"), 0);
  EXPECT_EQ(run.value(0, "x2_1"), 1);
  EXPECT_EQ(run.value(0, "x1_1"), 0);
}

TEST(Modes, DampedOscillator) {
  for (const double c : {1.0, 10.0, 30.0}) {  // 2 m omega = 20 is critical
    const test::RunResult run = test::run(oscillator(fmt::format("EDAMP 1 {}\nEIGEN\n", c)));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double ratio = c / 20;
    if (ratio < 1) {
      ASSERT_EQ(run.rows.size(), 1u);
      EXPECT_LT(relative(run.value(0, "omega"), 5), 1e-14);
      EXPECT_LT(relative(run.value(0, "damping"), ratio), 1e-14);
      EXPECT_LT(relative(run.value(0, "imaginary"), 5 * std::sqrt(1 - ratio * ratio)), 1e-14);
      continue;
    }
    ASSERT_EQ(run.rows.size(), 2u);
    const double root = std::sqrt(ratio * ratio - 1);
    EXPECT_LT(relative(run.value(0, "real"), -5 * (ratio - root)), 1e-14);
    EXPECT_LT(relative(run.value(1, "real"), -5 * (ratio + root)), 1e-14);
    EXPECT_EQ(run.value(0, "damping"), 1);
    EXPECT_EQ(run.value(0, "frequency"), 0);
  }
}

// A free ring of n masses on trusses, with dampers as stiff as a part of the springs: three motions
// of the whole have two eigenvalues 0 each, exactly; those of vibrations are the roots of
// s^2 + b w^2 s + w^2 for each w of the ring without dampers.
TEST(Modes, OfAFreeRingWithDampers) {
  constexpr int n = 6;
  constexpr double kDamping = 0.01;
  const auto ring = [](const std::string& dampers) {
    std::string out;
    for (int k = 1; k <= n; ++k) out += fmt::format("PLTRUSS {} {} {}\n", k, k, k % n + 1);
    for (int k = 1; k <= n; ++k)  // every third mass, so that the ring keeps its shape
      out += fmt::format("PLTRUSS {} {} {}\n", n + k, k, (k + 1) % n + 1);
    for (int k = 1; k <= n; ++k)
      out +=
          fmt::format("X {} {:.17g} {:.17g}\nDYNX {}\n", k, 2 * std::cos(k * std::acos(-1.0) / 3),
                      2 * std::sin(k * std::acos(-1.0) / 3), k);
    for (int k = 1; k <= 2 * n; ++k) out += fmt::format("RLSE {}\n", k);
    out += "END HALT\n";
    for (int k = 1; k <= n; ++k) out += fmt::format("XM {} {}\n", k, 1 + 0.1 * k);
    for (int k = 1; k <= 2 * n; ++k) out += fmt::format("ESTIFF {} {}\n", k, 100 + 10 * k);
    if (!dampers.empty())
      for (int k = 1; k <= 2 * n; ++k)
        out += fmt::format("EDAMP {} {:.17g}\n", k, kDamping * (100 + 10 * k));
    return test::run(out + "EIGEN\nEND END\n");
  };
  const test::RunResult still = ring(""), damped = ring("with");
  ASSERT_EQ(still.status, ExitStatus::done) << still.messages;
  ASSERT_EQ(damped.status, ExitStatus::done) << damped.messages;
  for (int k = 0; k < 3; ++k) EXPECT_EQ(still.value(k, "omega"), 0) << k;
  for (int k = 0; k < 6; ++k) {
    EXPECT_EQ(damped.value(k, "omega"), 0) << k;
    EXPECT_EQ(damped.value(k, "damping"), 0) << k;
  }
  ASSERT_EQ(damped.rows.size(), still.rows.size() + 3);
  for (std::size_t k = 3; k < still.rows.size(); ++k) {
    const double w = still.value(k, "omega");
    EXPECT_LT(relative(damped.value(k + 3, "omega"), w), 1e-9) << k;
    EXPECT_LT(relative(damped.value(k + 3, "damping"), kDamping * w / 2), 1e-9) << k;
  }
}

// The same numbers from laws written in the deck; a law that pushes away makes the mode grow.
TEST(Modes, ExpressionLaws) {
  const test::RunResult law = test::run(oscillator("ELAW 1 1 = 22*e + e^3 + 2*ed\nEIGEN\n"));
  ASSERT_EQ(law.status, ExitStatus::done) << law.messages;
  EXPECT_LT(relative(law.value(0, "omega"), 6), 1e-11);
  EXPECT_LT(relative(law.value(0, "damping"), 2.0 / 24), 1e-11);
  const test::RunResult load = test::run(oscillator("XLAW 2 1 = 22 - 22*x - 2*v\nEIGEN\n"));
  ASSERT_EQ(load.status, ExitStatus::done) << load.messages;
  EXPECT_LT(relative(load.value(0, "omega"), 6), 1e-11);
  EXPECT_LT(relative(load.value(0, "damping"), 2.0 / 24), 1e-11);
  const test::RunResult away = test::run(oscillator("ELAW 1 1 = -58*e\nEIGEN\n"));
  ASSERT_EQ(away.status, ExitStatus::done) << away.messages;
  ASSERT_EQ(away.rows.size(), 2u);
  EXPECT_LT(relative(away.value(0, "real"), 2), 1e-11);  // seen 5e-16
  EXPECT_EQ(away.value(0, "damping"), -1);
  EXPECT_EQ(away.value(1, "damping"), 1);
}

// Two masses m and springs k in a row, the first to the ground: omega^2 = k/m (3 -+ sqrt 5) / 2.
TEST(Modes, ChainOfTwoMasses) {
  const test::RunResult run = test::run(
      R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 1 0
X 3 2 0
FIX 1
FIX 2 2
FIX 3 2
DYNX 2 1
DYNX 3 1
RLSE 1
RLSE 2
END HALT
XM 2 1
XM 3 1
ESTIFF 1 7
ESTIFF 2 7
EIGEN
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 2u);
  EXPECT_LT(relative(run.value(0, "omega"), std::sqrt(3.5 * (3 - std::sqrt(5)))), 1e-14);
  EXPECT_LT(relative(run.value(1, "omega"), std::sqrt(3.5 * (3 + std::sqrt(5)))), 1e-14);
  EXPECT_NEAR(run.value(0, "x2_1"), (std::sqrt(5) - 1) / 2, 1e-14);
  EXPECT_EQ(run.value(0, "x3_1"), 1);
  EXPECT_EQ(run.value(1, "x2_1"), 1);
  EXPECT_NEAR(run.value(1, "x3_1"), -(std::sqrt(5) - 1) / 2, 1e-14);
}

TEST(Modes, PendulumAboutItsEquilibrium) {
  const test::RunResult run = test::run(test::body_pendulum(1.2, "STATIC\nEIGEN\n"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 1u);
  const double expected = std::sqrt(3 * 9.81 * 0.7 / (0.2 + 3 * 0.7 * 0.7));
  EXPECT_LT(relative(run.value(0, "omega"), expected), 1e-12);
}

// ---- mechanisms that turn ----------------------------------------------------------------------

TEST(Modes, PendulumOnATurningDisc) {
  const test::RunResult run = test::run(test::pendulum_on_disc("STATIC\nEIGEN\n"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 1u);
  const double m = 2, J = 0.1, a = 0.5, l = 0.4, speed = 3;
  EXPECT_LT(relative(run.value(0, "omega"), speed * std::sqrt(m * a * l / (m * l * l + J))),
            1e-12);  // seen 9e-16
}

// A mass between two springs in a turning frame: Coriolis and centrifugal terms,
//   (kx - m W^2 - m w^2)(ky - m W^2 - m w^2) = 4 m^2 W^2 w^2.
TEST(Modes, GyroscopicTerms) {
  const test::RunResult run = test::run(
      R"(PLSDA 1 1 2 3 4  -1 0 0 0
PLSDA 2 1 2 3 4  0 -1 0 0
X 1 0 0
X 3 0 0
FIX 1
INPUTX 2
FIX 4
DYNE 1
DYNE 2
END HALT
XM 3 2
ESTIFF 1 50
ESTIFF 2 80
INPUTX 2 1 0.3 3 0
STATIC
EIGEN
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 2u);
  const double root = std::sqrt(332.0 * 332 - 16 * 1984.0);
  EXPECT_LT(relative(run.value(0, "omega"), std::sqrt((332 - root) / 8)), 1e-12);
  EXPECT_LT(relative(run.value(1, "omega"), std::sqrt((332 + root) / 8)), 1e-12);
  EXPECT_EQ(run.value(0, "damping"), 0);
  EXPECT_EQ(run.value(1, "real"), 0);
}

// ---- beams -------------------------------------------------------------------------------------

// Consistent mass: the error of a frequency falls with the fourth power of the element length.
TEST(Modes, CantileverConvergesToEulerBernoulli) {
  const auto reference =
      nlohmann::json::parse(test::read_all(MBSIM_ROOT "/tests/data/R10_flexible.json"));
  const std::vector<double> beta =
      reference.at("euler_bernoulli_frequencies").at("beta_L").at("clamped_free");
  std::vector<std::vector<double>> errors;
  for (int n : {1, 2, 4, 8, 16}) {
    const test::RunResult run =
        test::run(cantilever(n, 1e6, CantileverFreedoms::coordinates, "EIGEN 2\n"));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_EQ(run.rows.size(), 2u);
    errors.emplace_back();
    for (std::size_t k = 0; k < 2; ++k) {
      errors.back().push_back(run.value(k, "omega") / (beta[k] * beta[k]) - 1);
      EXPECT_GT(errors.back()[k], 0) << "a consistent mass never gives too low a frequency";
    }
  }
  RecordProperty("errors", fmt::format("{} {} {} {} {}", errors[0][0], errors[1][0], errors[2][0],
                                       errors[3][0], errors[4][0]));
  EXPECT_NEAR(errors[0][0], 3.53273 / 3.51602 - 1, 2e-5);  // textbooks: 3.533 with one element
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(std::log2(errors[2][k] / errors[3][k]), 4,
                k == 0 ? 0.05 : 0.2);  // seen 3.973 and 3.865
    EXPECT_NEAR(std::log2(errors[3][k] / errors[4][k]), 4,
                k == 0 ? 0.02 : 0.05);  // seen 3.993 and 3.968
  }
}

// Whatever the degrees of freedom are called, the frequencies are the same, and far from straight.
TEST(Modes, DoNotDependOnTheNamesOfTheFreedoms) {
  const std::string tail = R"(XF 9 0 -3
STATIC
EIGEN 5
)";
  const test::RunResult a = test::run(cantilever(4, 1e4, CantileverFreedoms::coordinates, tail));
  const test::RunResult b = test::run(cantilever(4, 1e4, CantileverFreedoms::deformations, tail));
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  for (std::size_t k = 0; k < 5; ++k)
    EXPECT_LT(relative(a.value(k, "omega"), b.value(k, "omega")), 1e-10) << k;
}

// A stiff axial spring beside soft bending costs no digits.
TEST(Modes, LowFrequenciesKeepTheirDigitsBesideHighOnes) {
  const test::RunResult stiff =
      test::run(cantilever(8, 1e10, CantileverFreedoms::coordinates, "EIGEN 1\n"));
  const test::RunResult rigid =
      test::run(cantilever(8, 1e10, CantileverFreedoms::bending, "EIGEN 1\n"));
  ASSERT_EQ(stiff.status, ExitStatus::done) << stiff.messages;
  ASSERT_EQ(rigid.status, ExitStatus::done) << rigid.messages;
  EXPECT_LT(relative(stiff.value(0, "omega"), rigid.value(0, "omega")), 1e-9);  // seen 5e-13
}

// ---- where to linearise ------------------------------------------------------------------------

// At the end of a motion; a linear oscillator has the same frequency everywhere.
TEST(Modes, AboutTheEndOfAMotion) {
  const test::RunResult run = test::run(oscillator(R"(STARTDX 2 1 1.1 0.4
TIMESTEP 0.7 7
EIGEN
)"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_LT(relative(run.value(0, "omega"), 5), 1e-14);
  EXPECT_NE(run.report.find("linearised about the motion at t = 0.7"), std::string::npos);
}

// An initial position that is not at rest: K = m g l cos(tilt), not that of the equilibrium.
TEST(Modes, AboutTheStart) {
  const test::RunResult run = test::run(test::body_pendulum(1.2, "EIGEN\n"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double expected = std::sqrt(3 * 9.81 * 0.7 * std::cos(1.2) / (0.2 + 3 * 0.7 * 0.7));
  EXPECT_LT(relative(run.value(0, "omega"), expected), 1e-11);
}

TEST(Modes, AMotionWithoutMassIsNamed) {
  const test::RunResult run = test::run(
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
FIX 2 2
DYNX 2 1
RLSE 1
END HALT
ESTIFF 1 50
STATIC
EIGEN
END END
)");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("a motion carries no mass"), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find("node 2 X"), std::string::npos) << run.messages;
}

// A free body has a mode of frequency zero, exactly.
TEST(Modes, RigidMotionHasFrequencyZero) {
  const test::RunResult run = test::run(
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1 2
FIX 2 2
DYNX 1 1
DYNX 2 1
RLSE 1
END HALT
XM 1 1
XM 2 3
ESTIFF 1 50
EIGEN
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 2u);
  EXPECT_EQ(run.value(0, "omega"), 0);
  EXPECT_NEAR(run.value(0, "x1_1"), 1, 1e-12);
  EXPECT_NEAR(run.value(0, "x2_1"), 1, 1e-12);
  EXPECT_LT(relative(run.value(1, "omega"), std::sqrt(50 * (1 + 1.0 / 3))), 1e-14);
}

// Found by the hunt: what rounding leaves of the stiffness of a rigid motion made an endless
// 1 / omega^2, which took four digits of the other frequencies. A mass on a slider and a free one
// are joined by a stretched spring; a constant load on the slider changes no frequency, and the sum
// of their squares is the trace of M^-1 K.
TEST(Modes, ARigidMotionDoesNotSpoilTheOthers) {
  const double l0x = 0.596180391708804 - 0.28044911632169683,
               l0y = 0.781103102284427 + 0.1368937596342084, l0 = std::hypot(l0x, l0y);
  // Direction of the slider, and where it stands.
  const double px = 0.8086210737297129 - 0.035, py = 0.3856485100442407 + 0.248, turn = -0.676;
  const double ux = std::cos(turn) * px - std::sin(turn) * py,
               uy = std::sin(turn) * px + std::cos(turn) * py, u = std::hypot(ux, uy);
  const double x = 0.24758124942624218,
               y = -0.1368937596342084 + (x - 0.28044911632169683) * uy / ux;
  const double dx = 0.698180391708804 - x, dy = 0.738103102284427 - y, l = std::hypot(dx, dy);
  const double k = 44.793 / l0, S = k * (l - l0), along = (dx * ux + dy * uy) / (l * u);
  const double trace =
      (k * along * along + S / l * (1 - along * along)) / 1.405 + (k + S / l) / 0.371;
  for (const char* load : {"0 0", "-1 0", "-1.736 0", "-10 0", "-100 0", "3 -20"}) {
    const test::RunResult run = test::run(R"(X 7 0 0
FIX 7
X 10 -0.676
FIX 10
X 18 0.28044911632169683 -0.1368937596342084
DYNX 18 1
X 12 0.263
X 8 0.596180391708804 0.781103102284427
DYNX 8
PLTRAN 1 7 10 18 12 0.035 -0.248 0.8086210737297129 0.3856485100442407 0.005 -0.078
PLTRUSS 9 18 8
RLSE 9 1
END HALT
STARTDX 18 1 0.24758124942624218
XM 18 1.405
XM 12 0.298
STARTDX 8 1 0.698180391708804
STARTDX 8 2 0.738103102284427
XM 8 0.371
ESTIFF 9 44.793
XF 18 )" + std::string(load) + "\nEIGEN\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_EQ(run.rows.size(), 3u);
    double sum = 0;
    for (std::size_t mode = 0; mode < 3; ++mode)
      sum += run.value(mode, "omega") * run.value(mode, "omega");
    EXPECT_LT(relative(sum, trace), 1e-12) << load;
    EXPECT_LT(run.value(0, "omega"), 1e-6) << load;
  }
}

// Each mass of a row is pushed as far as the one before it moves, and nothing pushes back: all
// values are 0, and only the last mass has a motion of its own.
TEST(Modes, MassesPushedOneByOne) {
  for (const int n : {2, 3, 5}) {
    std::string elements, values = "END HALT\n";
    for (int i = 1; i <= n; ++i) {
      elements += fmt::format("X {0} {0} 0\nPLTRUSS {0} {0} {1}\nFIX {0} 2\nDYNX {0} 1\nRLSE {0}\n",
                              i, i + 1);
      values += fmt::format("XM {} 1\n", i);
      if (i > 1) values += fmt::format("XLAW {} 1 = 3*(x{}_1 - {})\n", i, i - 1, i - 1);
    }
    elements += fmt::format("X {0} {0} 0\nFIX {0}\n", n + 1);
    const test::RunResult run = test::done(elements + values + "EIGEN\nEND END\n");
    ASSERT_EQ(run.rows.size(), static_cast<std::size_t>(2 * n));
    for (int mode = 0; mode < 2 * n; ++mode) {
      EXPECT_EQ(run.value(mode, "omega"), 0);
      for (int i = 1; i <= n; ++i)
        EXPECT_NEAR(std::fabs(run.value(mode, fmt::format("x{}_1", i))), i == n, 1e-3);
    }
  }
}

}  // namespace
}  // namespace mbs
