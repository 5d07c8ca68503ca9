// A held path is a bar and a held wheel is glued to what it rolls on: where the one pushes and the
// other is pulled, a rope would be slack and a wheel would lift. The run says so, with the time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kGravity = 9.81;

// By Simpson's rule.
double integral(const std::function<double(double)>& f, double from, double to) {
  constexpr int kPieces = 2000;
  const double h = (to - from) / kPieces;
  double sum = f(from) + f(to);
  for (int k = 1; k < kPieces; ++k) sum += (k % 2 == 0 ? 2 : 4) * f(from + k * h);
  return sum * h / 3;
}

void expect_named(const std::string& deck, const std::string& who, const std::string& what) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NE(run.messages.find(who), std::string::npos) << run.messages << deck;
  EXPECT_NE(run.messages.find(what), std::string::npos) << run.messages << deck;
}

// A bob on a rope of 1 m that starts below with v0.
std::string bob(double v0, const std::string& rest) {
  return fmt::format(
      "PATH 1  1 9 0 0  2 9 0 0\nX 1 0 0\nX 9 0\nX 2 0 -1\nFIX 1\nFIX 9\nEND HALT\nDOF AUTO\nXM 2 "
      "1\n"
      "STARTVX 2 1 {:.17g}\nGRAVITY 0 -9.81\n{}END END\n",
      v0, rest);
}

// It is slack from cos(phi) = (2 - v0^2/g)/3 on, phi counted from below.
double slack_at(double v0) {
  const double phi = std::acos((2 - v0 * v0 / kGravity) / 3);
  return integral(
      [v0](double p) { return 1 / std::sqrt(v0 * v0 - 2 * kGravity * (1 - std::cos(p))); }, 0, phi);
}

TEST(Pushing, ARopeThatWouldBeSlackIsNamedWithItsTime) {
  const std::string what = fmt::format("it pushes from t = {:.6g} on", slack_at(5.5));
  for (const std::string method : {"", "FORM FULL\n", "INTEG DOP853\n", "INTEG STIFF 1e-9 1e-9\n",
                                   "INTEG RK4 0.001\n", "INTEG GALPHA 1e-9 1e-9\n"})
    expect_named(bob(5.5, method + "TIMES 0 1.5 0.1\n"), "PATH 1", what);
}

// The rows lie where it is taut: above it pushes, and swings back through it.
TEST(Pushing, BetweenTheRows) {
  expect_named(bob(5.5, "TIMES 0 2 2\n"), "PATH 1",
               fmt::format("it pushes from t = {:.6g}", slack_at(5.5)));
}

// The same bob as the centre of a free body of a KABIOS deck.
TEST(Pushing, InAKabiosDeck) {
  expect_named(
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 -1 0\n1\n0 1.5 0.1\nMASS 2 1 0.1\nVEL 2 5.5 0 0\n"
      "GRAV 0 -9.81\nPATH 1 0 0  2 0 0\nEND\n",
      "PATH 1", fmt::format("it pushes from t = {:.6g}", slack_at(5.5)));
}

// A strut under a load, by its weight at rest and in an equilibrium.
TEST(Pushing, FromTheStartAndInAnEquilibrium) {
  const std::string strut =
      "PATH 1  1 9 0 0  2 9 0 0\nX 1 0 0\nX 9 0\nX 2 0 1\nFIX 1\nFIX 9\nFIX 2 1\nEND HALT\nXM 2 1\n"
      "GRAVITY 0 -9.81\n";
  expect_named(strut + "TIMES 0 1 0.5\nEND END\n", "PATH 1", "it pushes from t = 0 on");
  expect_named(
      "PATH 1  1 9 0 0  2 9 0 0\nPLTRUSS 2 2 3\nX 1 0 0\nX 9 0\nX 2 0 1\nX 3 1 1\nFIX 1\nFIX 9\n"
      "FIX 3\nRLSE 2\nEND HALT\nDOF AUTO\nXM 2 1\nESTIFF 2 400\nGRAVITY 0 -9.81\nSTATIC\nTIMES 0 1 "
      "0.5\n"
      "END END\n",
      "PATH 1", "it pushes in the equilibrium");
}

// Taut all the way: small swings, and full turns.
TEST(Pushing, WhatPullsIsNotNamed) {
  for (const double v0 : {1.0, 4.0, 8.0})
    EXPECT_EQ(test::good_run(bob(v0, "TIMES 0 1.5 0.1\n")).messages, "") << v0;
}

// A solid disc of radius 0.1 rolls off a disc of radius 0.5, at rest 0.2 rad beside the top. It
// would leave at cos(theta) = 4/7 cos(0.2).
std::string off_a_disc(const std::string& rest) {
  return fmt::format(
      "PLCCIRC 1  1 2  8 9   0 0  0.1   0 0  0.5\nX 1 {:.17g} {:.17g}\nX 2 0\nX 8 0 0\nX 9 0\n"
      "FIX 8\nFIX 9\nDYNX 1 1\nEND HALT\nXM 1 2\nXM 2 0.01\nGRAVITY 0 -9.81\n{}END END\n",
      0.6 * std::sin(0.2), 0.6 * std::cos(0.2), rest);
}

double leaves_at() {
  const double top = std::cos(0.2);
  const auto f = [top](double s) {  // theta = 0.2 + s^2
    const double rate = 4 * kGravity / (3 * 0.6);
    if (s == 0) return 2 / std::sqrt(rate * std::sin(0.2));
    return 2 * s / std::sqrt(rate * (top - std::cos(0.2 + s * s)));
  };
  return integral(f, 0, std::sqrt(std::acos(4 * top / 7) - 0.2));
}

TEST(Pushing, AWheelThatWouldLiftIsNamedWithItsTime) {
  const std::string what = fmt::format("it has to be pulled to it from t = {:.6g} on", leaves_at());
  for (const std::string method : {"", "INTEG DOP853\n", "INTEG RK4 0.001\n"})
    expect_named(off_a_disc(method + "TIMES 0 0.8 0.05\n"), "PLCCIRC 1", what);
}

// It rolls up inside a ring, of 0.5 and 0.1 m, from below with v0, and would fall at
// cos(phi) = (4 - 3 v0^2/(0.4 g))/7.
TEST(Pushing, AWheelInARing) {
  constexpr double kV = 3;
  const double phi = std::acos((4 - 3 * kV * kV / (0.4 * kGravity)) / 7);
  const double time = integral(
      [](double p) {
        return 0.4 / std::sqrt(kV * kV - 4 * kGravity * 0.4 / 3 * (1 - std::cos(p)));
      },
      0, phi);
  const std::string what = fmt::format("it has to be pulled to it from t = {:.6g} on", time);
  for (const std::string method : {"", "INTEG DOP853\n", "FORM FULL\n"})
    expect_named(
        "2 0 0 1 0 0 0 0 0\n0 0 0\n0 -0.4 0\n1\n0 0.5 0.1\nMASS 2 2 0.01\nVEL 2 3 0 -30\n"
        "GRAV 0 -9.81\nROLL 2 1 CIRCLE  0 0 0.1   0 0 -0.5\n" +
            method + "END\n",
        "ROLL 1", what);
}

// What rests on its line is pressed, and what hangs below it from the start is meant to.
TEST(Pushing, AWheelOnALine) {
  const std::string wheel =
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0.3 0\n1\n0 1 0.5\nMASS 2 10 0.45\nVEL 2 2 0 "
      "-6.6666666666666667\n"
      "ROLL 2 1 LINE  0 0 0.3   0 0 1 0\n";
  EXPECT_EQ(test::good_run(wheel + "GRAV 0 9.81\nEND\n").messages, "");
  EXPECT_EQ(test::good_run(wheel + "GRAV 0 -9.81\nEND\n").messages, "");
}

}  // namespace
}  // namespace mbs
