// Muscles linearised by their exact derivatives (EIGEN) against differences of accelerations and of
// the rates of their states, about random states of a double pendulum that moves. One muscle with
// an elastic tendon and pennate fibres crosses both joints, one with a rigid tendon lies over a
// distance and is stimulated by what it reads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <random>

#include "linalg/eigen.h"
#include "support/deck.h"

namespace mbs {
namespace {

constexpr std::size_t kSize = 7;
// Angles, rates; activation of the elastic one and strain of its tendon, activation of the rigid
// one.
using States = std::array<double, kSize>;

constexpr double kOptimal = 0.1, kSlack = 0.23, kHeight = 0.34202014332566873;  // sin 20 degrees

// Of the fibre along the tendon, from the path and the strain.
double along(const States& s) {
  const double a = s[0], b = s[1] - s[0];
  const double length = .33 + a * (-.03 + a * .004) + b * (.02 + b * (-.005 + b * .001));
  return (length - kSlack * (1 + s[5])) / kOptimal;
}

std::string deck(const char* model, const char* other, const States& s, const std::string& job) {
  const double fibre = kOptimal * std::hypot(along(s), kHeight);
  return fmt::format(
      "PLREV 1 1 2 3 4 0 0 -0.5 0\nPLREV 2 3 4 5 6 0.5 0 -0.35 0\nPLSDA 3 1 2 5 6 0 0.3 0.1 0.2\n"
      "PLTOR 4 4 6\nX 1 0 0\nX 2 0\nX 3 0.5 0\nX 4 0\nX 5 1.35 0\nX 6 0\nFIX 1\nFIX 2\n"
      "RLSE 3\nRLSE 4\nDYNX 4\nDYNX 6\nEND HALT\nXM 3 2\nXM 4 0.2\nXM 5 1\nXM 6 0.05\n"
      "GRAVITY 0 -9.81\n"
      "MUSCLE ONE {} ARM 1 .33 -.03 .004 ARM 4 0 .02 -.005 .001 FMAX 300 LOPT {} LSLACK .23 "
      "PENNATION 20 START {:.17g} {:.17g} STIM = .4 + .1*x4_1 + .05*v6_1\n"
      "MUSCLE TWO {} RIGID OVER 3 1 FMAX 40 LOPT 1 LSLACK .2 START {:.17g} "
      "STIM = .5 + .2*ONE.act - .1*e3_1\n"
      "STARTDX 4 1 {:.17g} {:.17g}\nSTARTDX 6 1 {:.17g} {:.17g}\n{}\nEND END\n",
      model, kOptimal, s[4], fibre, other, s[6], s[0], s[2], s[1], s[3], job);
}

States rates(const char* model, const char* other, const States& s) {
  const test::RunResult run = test::run(deck(model, other, s, "TIMES 0 0 1"));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  const double cosine = along(s) / std::hypot(along(s), kHeight);
  return {s[2],
          s[3],
          run.value(0, "a4_1"),
          run.value(0, "a6_1"),
          run.value(0, "ONE.actd"),
          (run.value(0, "ONE.ld") - run.value(0, "ONE.lced") / cosine) / kSlack,
          run.value(0, "TWO.actd")};
}

TEST(MuscleDerivatives, ModesAboutRandomStates) {
  std::mt19937 random(12);
  std::uniform_real_distribution<double> any(-.3, .3);
  const std::pair<const char*, const char*> models[] = {
      {"VSB", "DGF"}, {"VSB SET MUSK", "THELEN"}, {"DGF", "VSB SET 1993"}, {"THELEN HATZE", "VSB"}};
  double worst = 0;
  for (int round = 0; round < 16; ++round) {
    const auto& [model, other] = models[round % 4];
    const double angle = any(random);
    const States s = {angle,           angle + any(random),  any(random),
                      any(random),     .3 + any(random) / 2, .03 + any(random) / 15,
                      .4 + any(random)};
    std::vector<double> A(kSize * kSize, 0.0), unit(kSize * kSize, 0.0);
    const double h = 1e-5;
    for (std::size_t k = 0; k < kSize; ++k) {
      unit[k * (kSize + 1)] = 1;
      for (const auto& [place, weight] :
           {std::pair(-2, 1.0), std::pair(-1, -8.0), std::pair(1, 8.0), std::pair(2, -1.0)}) {
        States moved = s;
        moved[k] += place * h;
        const States f = rates(model, other, moved);
        for (std::size_t i = 0; i < kSize; ++i) A[k * kSize + i] += weight * f[i] / (12 * h);
      }
    }
    const GeneralEigen expected = general_eigen(static_cast<int>(kSize), A, unit);
    ASSERT_TRUE(expected.ok);
    const test::RunResult run = test::run(deck(model, other, s, "EIGEN"));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_GE(run.rows.size(), 4u);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const std::complex<double> value(run.value(k, "real"), run.value(k, "imaginary"));
      double nearest = 1e9;
      for (const auto& one : expected.values) nearest = std::min(nearest, std::abs(one - value));
      worst = std::max(worst, nearest / (1 + std::abs(value)));
    }
  }
  EXPECT_LT(worst, 1e-6);
}

}  // namespace
}  // namespace mbs
