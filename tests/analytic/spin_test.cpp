// SPIN, an angular velocity as an input: constant ones against quaternions, coning against the
// product of three turns, their moments against Euler's equations; PRESCRIBE by an event.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kW[] = {0.7, -1.1, 2.3};

std::string deck(const std::string& inputs) {
  return "SPIN 1  0 2\nPINBODY 2  1 2 3\nX 1  0 0 0\nX 2  ROT xyz 0.3 0.8 -0.4\nX 3  0.2 0.1 0.4\n"
         "FIX 1\n" +
         inputs + "INTEG STEP 1e-13 1e-13\nTIMESTEP 2 8\nEND END\n";
}

// q0 o exp(w t/2) for an angular velocity along the axes of the body, exp(w t/2) o q0 along those
// of space.
TEST(Spin, ConstantAngularVelocity) {
  for (const bool in_space : {true, false}) {
    const int first = in_space ? 1 : 4;
    std::string inputs = fmt::format("INPUTE 1 {} {} {}\nEND HALT\n", first, first + 1, first + 2);
    for (int c = 0; c < 3; ++c) inputs += fmt::format("INPUTE 1 {} RATE {}\n", first + c, kW[c]);
    inputs += "XM 2  0.02 0 0 0.03 0 0.04\nXM 3  0.5\n";
    const test::RunResult run = test::good_run(deck(inputs));
    double q0[4];
    for (int c = 0; c < 4; ++c) q0[c] = run.value(0, fmt::format("x2_{}", c + 1));
    const double size = std::sqrt(kW[0] * kW[0] + kW[1] * kW[1] + kW[2] * kW[2]);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double half = size * run.value(k, "t") / 2;
      double turn[] = {std::cos(half), 0, 0, 0};
      for (int c = 0; c < 3; ++c) turn[c + 1] = std::sin(half) * kW[c] / size;
      const double *const a = in_space ? turn : q0, *const b = in_space ? q0 : turn;
      const double q[] = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
      for (int c = 0; c < 4; ++c)
        EXPECT_NEAR(run.value(k, fmt::format("x2_{}", c + 1)), q[c], 1e-11) << in_space << k << c;
    }
  }
}

// R = Rz(a t) Rx(lean) Rz(b t): along the axes of the body w = (a sin(lean) sin(b t),
// a sin(lean) cos(b t), a cos(lean) + b). The moments are those of Euler's equations.
TEST(Spin, Coning) {
  const double a = 3, b = -5, lean = 0.4, J[] = {0.02, 0.03, 0.04};
  const double p = a * std::sin(lean), r = a * std::cos(lean) + b;
  const test::RunResult run = test::good_run(fmt::format(
      "SPIN 1  0 2\nX 1  0 0 0\nX 2  ROT zxz 0 {} 0\nFIX 1\nINPUTE 1 4 5 6\nEND HALT\n"
      "INPUTE 1 4 RATE = {}*sin({}*t)\nINPUTE 1 5 RATE = {}*cos({}*t)\nINPUTE 1 6 RATE {}\n"
      "XM 2  {} 0 0 {} 0 {}\nOUT a = rot2.zxz_1\nOUT b = rot2.zxz_2\n"
      "OUT c = rot2.zxz_3\nINTEG STEP 1e-13 1e-13\nTIMESTEP 1 10\nEND END\n",
      lean, p, b, p, b, r, J[0], J[1], J[2]));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t"), s = std::sin(b * t), c = std::cos(b * t);
    EXPECT_NEAR(run.value(k, "a"), a * t, 1e-10) << k;
    EXPECT_NEAR(run.value(k, "b"), lean, 1e-10) << k;
    EXPECT_NEAR(run.value(k, "c"), b * t, 1e-10) << k;
    const double w[] = {p * s, p * c, r}, wd[] = {p * b * c, -p * b * s, 0};
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, l = (i + 2) % 3;
      const double moment = J[i] * wd[i] + (J[l] - J[j]) * w[j] * w[l];
      EXPECT_NEAR(run.value(k, fmt::format("s1_{}", 4 + i)), -moment, 1e-10) << k << i;
    }
  }
}

// The relative angular velocity of two bodies, in the axes of both; a damper of it is viscous
// friction in a ball joint.
TEST(Spin, DamperInABallJoint) {
  const double J = 0.05, c = 0.02;
  const test::RunResult run = test::good_run(
      fmt::format("SPHERICAL 1  0 0  1 2  AT 0 0 0\nSPIN 2  0 2\nX 1  0 0 0\nDYNX 2\nEND HALT\n"
                  "XM 2  {0} 0 0 {0} 0 {0}\nEDAMP 2  {1} {1} {1} 0 0 0\nSTARTVX 2  {2} {3} {4}\n"
                  "INTEG STEP 1e-12 1e-12\nTIMESTEP 4 8\nEND END\n",
                  J, c, kW[0], kW[1], kW[2]));
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(run.value(k, fmt::format("ed2_{}", i + 1)),
                  kW[i] * std::exp(-c / J * run.value(k, "t")), 1e-10);
}

// An event gives an angular velocity of a body along an axis of space, and lets it go again.
TEST(Spin, PrescribedByAnEvent) {
  const test::RunResult run = test::good_run(
      "SPHERICAL 1  0 0  1 2  AT 0 0 0\nSPIN 2  0 2\nX 1  0 0 0\nDYNX 2\nEND HALT\n"
      "XM 2  0.02 0 0 0.02 0 0.02\nSTARTVX 2  1 0 0.5\n"
      "EVENT motor WHEN t > 1 DO PRESCRIBE E 2 3 3 0.5\nEVENT off WHEN t > 2 DO RELEASE E 2 3\n"
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 3 6\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t");
    EXPECT_NEAR(run.value(k, "ed2_1"), 1, 1e-10) << t;
    if (t != 1) {
      EXPECT_NEAR(run.value(k, "ed2_3"), t < 1 ? 0.5 : t < 2 ? 3 + 0.5 * (t - 1) : 3.5, 1e-10) << t;
    }
  }
}

// In a kinematic run a SPIN measures: what a gyroscope on a body that is led round a cone shows.
TEST(Spin, MeasuresInAKinematicRun) {
  const double a = 3, b = -5, lean = 0.4;
  const test::RunResult run = test::good_run(
      fmt::format("SPIN 1  0 2\nX 1  0 0 0\nX 2  ROT zxz 0 {} 0\nFIX 1\nINPUTX 2\nEND HALT\n"
                  "INPUTX 2 ROT zxz a = {}*t ; b = {} ; c = {}*t\nTIMESTEP 2 8\nEND END\n",
                  lean, a, lean, b));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t"), p = a * std::sin(lean);
    const double w[] = {b * std::sin(lean) * std::sin(a * t),
                        -b * std::sin(lean) * std::cos(a * t),
                        a + b * std::cos(lean),
                        p * std::sin(b * t),
                        p * std::cos(b * t),
                        a * std::cos(lean) + b};
    for (int c = 0; c < 6; ++c)
      EXPECT_NEAR(run.value(k, fmt::format("ed1_{}", c + 1)), w[c], 1e-11) << k << c;
  }
}

TEST(Spin, RateIsForRates) {
  const std::string text = test::run(
                               "REVOLUTE 1  0 0  1 2  AT 0 0 0  1 0 0\nX 1  0 0 0\nINPUTE 1 1\n"
                               "END HALT\nINPUTE 1 1 RATE = t\nTIMESTEP 1 2\nEND END\n")
                               .messages;
  EXPECT_NE(text.find("RATE is for what exists only as a rate"), std::string::npos) << text;
}

}  // namespace
}  // namespace mbs
