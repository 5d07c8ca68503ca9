// EIGEN with a number of modes of large mechanisms in motion, in space and with states: against
// printed numbers, closed forms and modes by dense matrices.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

#include "support/cantilever.h"
#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kPi = 3.14159265358979323846;

// A blade of n beams that keep their length, clamped at the centre of a hub that turns with
// `speed`.
test::RunResult turning_blade(int n, double speed, const std::string& job) {
  std::string out, dynamics;
  for (int k = 1; k <= n; ++k) {
    out += fmt::format("PLBEAM {} {} {} {} {}\nDYNE {} 2 3\n", k, 2 * k - 1, 2 * k, 2 * k + 1,
                       2 * k + 2, k);
    dynamics += fmt::format("EM {} 1\nESTIFF {} 0 1\n", k, k);
  }
  for (int k = 0; k <= n; ++k) out += fmt::format("X {} {:.17g} 0\n", 2 * k + 1, 1.0 * k / n);
  return test::run(out + "FIX 1\nINPUTX 2\nEND HALT\n" + dynamics +
                   fmt::format("INPUTX 2 1 0 {} 0\n", speed) + job + "\nEND END\n");
}

// The end of a blade with EI = rho = L = 1 that vibrates with w in the plane in which it turns: its
// moment and its shear from two motions of the root, by Runge and Kutta along
//   d4y/dx4 - d/dx (speed^2 (1 - x^2) / 2 dy/dx) = (w^2 + speed^2) y,
// whose determinant is 0 at a frequency.
double blade_determinant(double speed, double w) {
  constexpr int kSteps = 400;
  double end[2][2];
  for (int motion = 0; motion < 2; ++motion) {
    std::array<double, 4> y{};  // y, its first two derivatives, the shear
    y[motion == 0 ? 2 : 3] = 1;
    const auto rate = [&](double x, const std::array<double, 4>& u) {
      const double pull = speed * speed * (1 - x * x) / 2;
      return std::array<double, 4>{u[1], u[2], u[3] + pull * u[1], (w * w + speed * speed) * u[0]};
    };
    const double h = 1.0 / kSteps;
    for (int n = 0; n < kSteps; ++n) {
      std::array<double, 4> k[4], at = y;
      for (int stage = 0; stage < 4; ++stage) {
        const double part = stage == 0 ? 0 : stage == 3 ? 1 : 0.5;
        if (stage > 0)
          for (std::size_t i = 0; i < 4; ++i) at[i] = y[i] + part * h * k[stage - 1][i];
        k[stage] = rate((n + part) * h, at);
      }
      for (std::size_t i = 0; i < 4; ++i)
        y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    end[motion][0] = y[2];
    end[motion][1] = y[3];
  }
  return end[0][0] * end[1][1] - end[0][1] * end[1][0];
}

// Also as printed: flapping 4.7973 and 13.1702 at the speeds 3 and 12 (Wright, Smith, Thresher and
// Wang 1982); in the plane of the turning the square is less by that of the speed.
TEST(LargeMotionModes, TurningBlade) {
  for (const double speed : {3.0, 12.0}) {
    const test::RunResult half = turning_blade(40, speed, "EIGEN 3"),
                          run = turning_blade(80, speed, "EIGEN 3");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_EQ(run.rows.size(), 3u);
    EXPECT_NE(run.report.find("the lowest 3 of 160, not counted"), std::string::npos) << run.report;
    for (std::size_t k = 0; k < 3; ++k) {
      // Straight elements: an error of second order.
      const double w = (4 * run.value(k, "imaginary") - half.value(k, "imaginary")) / 3;
      EXPECT_LT(blade_determinant(speed, w * (1 - 2e-5)) * blade_determinant(speed, w * (1 + 2e-5)),
                0)
          << speed << " " << k << " " << w;
      EXPECT_NEAR(run.value(k, "real"), 0, 1e-6);
      if (k == 0) {
        EXPECT_NEAR(std::hypot(w, speed), speed == 3 ? 4.7973 : 13.1702, 1e-4);
      }
    }
  }
}

// Released under its load, where all rates are 0 and nothing rests.
TEST(LargeMotionModes, AcceleratingStart) {
  const auto run = [](const char* job) {
    return test::run(test::cantilever(24, 1e4, test::CantileverFreedoms::deformations,
                                      fmt::format("XF 49 0.4 -0.7\n{}\n", job)));
  };
  const test::RunResult all = run("EIGEN"), few = run("EIGEN 4");
  ASSERT_EQ(few.rows.size(), 4u) << few.messages;
  EXPECT_NE(few.report.find("the lowest 4 of 72, not counted"), std::string::npos) << few.report;
  for (std::size_t k = 0; k < 4; ++k)
    for (const char* part : {"real", "imaginary", "x49_2", "x25_2"})
      EXPECT_NEAR(few.value(k, part), all.value(k, part), 1e-7 * few.value(k, "omega"))
          << k << part;
}

// A chain of n equal masses on springs of 1600 N/m, the end held; each mass pushed by an actuator
// of first order, force' = (-g v - force) / T. With w^2 of the chain alone:
//   (s^2 + w^2) (1 + T s) + g s = 0.
TEST(LargeMotionModes, ActuatorsOnAChain) {
  const int n = 70;
  const double g = 0.8, T = 0.25;
  std::string deck, tail;
  for (int k = 1; k <= n; ++k) {
    deck += fmt::format("PLTRUSS {0} {0} {1}\nX {1} {0} 0\nFIX {1} 2\nRLSE {0}\nDYNX {1} 1\n", k,
                        k + 1);
    tail += fmt::format(
        "ESTIFF {0} 1600\nXM {1} 1\nODE f{1} 0 RATE (-{2}*v{1}_1 - f{1})/{3}\n"
        "XLAW {1} 1 = f{1}\n",
        k, k + 1, g, T);
  }
  const test::RunResult run =
      test::run(deck + "X 1 0 0\nFIX 1\nEND HALT\n" + tail + "EIGEN 5\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 5u);
  EXPECT_NE(run.report.find("the lowest 5 of 70, not counted"), std::string::npos) << run.report;
  for (std::size_t row = 0; row < 5; ++row) {
    const std::complex<double> s(run.value(row, "real"), run.value(row, "imaginary"));
    double nearest = HUGE_VAL;
    for (int j = 1; j <= n; ++j) {
      const double w = 80 * std::sin((2 * j - 1) * kPi / (2 * (2 * n + 1)));
      nearest = std::min(nearest, std::abs((s * s + w * w) * (1.0 + T * s) + g * s) / (w * w));
    }
    EXPECT_LT(nearest, 1e-9) << s;
  }
}

// A chain of n joints of two turns each, hung in space: each frequency twice, those of the chain of
// the plane. Heavy points on rods without mass: the equations of the hanging chain of n points have
// the frequencies sqrt(g / l x), x the zeros of Laguerre's polynomial of degree n.
double laguerre(int n, double x) {
  double before = 1, now = 1 - x;
  for (int k = 1; k < n; ++k) {
    const double next = ((2 * k + 1 - x) * now - k * before) / (k + 1);
    before = now;
    now = next;
  }
  return now;
}

TEST(LargeMotionModes, HangingChainOfBodiesInSpace) {
  const int n = 32;
  std::string deck, tail;
  for (int k = 1; k <= n; ++k) {
    const int p = 2 * k - 1;
    deck += fmt::format(
        "UNIVERSAL {}  {} {}  {} {}   0 0 0   0 0 1   1 0 0  0 1 0\nDYNE {} 1 2\nX {} 0 0 {}\n", k,
        p, p + 1, p + 2, p + 3, k, p + 2, -k);
    tail += fmt::format("XM {} 1\nXM {} 1e-9 0 0 1e-9 0 1e-9\n", p + 2, p + 3);
  }
  const test::RunResult run = test::run(deck + "X 1 0 0 0\nFIX 1\nFIX 2\nEND HALT\n" + tail +
                                        "GRAVITY 0 0 -9.81\nEIGEN 6\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 6u);
  EXPECT_NE(run.report.find("the lowest 6 of 64, counted: none is missing"), std::string::npos)
      << run.report;
  for (std::size_t k = 0; k < 6; ++k) {
    const double w = run.value(k, "omega"), x = w * w / 9.81;
    // The polynomial changes its sign there.
    EXPECT_LT(laguerre(n, x * (1 - 1e-6)) * laguerre(n, x * (1 + 1e-6)), 0) << w;
    if (k % 2 == 1) {
      EXPECT_NEAR(w, run.value(k - 1, "omega"), 1e-8);
    }
  }
}

// A free beam with dampers: three motions that nothing resists, which dense matrices find.
TEST(LargeMotionModes, FreeWithDampers) {
  const auto free_beam = [](const char* job) {
    std::string deck, tail;
    for (int k = 1; k <= 24; ++k) {
      deck += fmt::format("PLBEAM {} {} {} {} {}\nRLSE {}\n", k, 2 * k - 1, 2 * k, 2 * k + 1,
                          2 * k + 2, k);
      tail += fmt::format("ESTIFF {0} 1e4 1\nEM {0} 1\nEDAMP {0} 0 1e-3\n", k);
    }
    for (int k = 0; k <= 24; ++k) deck += fmt::format("X {} {:.17g} 0\n", 2 * k + 1, k / 24.0);
    return test::run(deck + "END HALT\n" + tail + "DOF AUTO\nSTATIC\n" + job + "\nEND END\n");
  };
  const test::RunResult all = free_beam("EIGEN"), few = free_beam("EIGEN 7");
  ASSERT_EQ(all.status, few.status);
  ASSERT_EQ(few.rows.size(), all.status == ExitStatus::done ? 7u : 0u) << few.messages;
  for (std::size_t k = 0; k < few.rows.size(); ++k) EXPECT_EQ(few.rows[k], all.rows[k]) << k;
}

}  // namespace
}  // namespace mbs
