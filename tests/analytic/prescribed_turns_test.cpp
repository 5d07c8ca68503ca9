// Orientations that move as prescribed: their matrices from the definition of each sequence,
// angular velocities and accelerations from differences of these matrices, driving moments by
// Euler's equations; tables; a hand whose pose is prescribed.
//
// One file above 400 lines: every test takes its matrices, rates and moments from the same
// sequences.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using M3 = std::array<std::array<double, 3>, 3>;
using V3 = std::array<double, 3>;

M3 product(const M3& a, const M3& b) {
  M3 out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t j = 0; j < 3; ++j) out[i][k] += a[i][j] * b[j][k];
  return out;
}

// Rodrigues' formula, about a unit vector.
M3 turn_about(const V3& u, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  M3 out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) out[i][k] = (1 - c) * u[i] * u[k] + (i == k ? c : 0);
  out[0][1] -= s * u[2], out[1][0] += s * u[2];
  out[0][2] += s * u[1], out[2][0] -= s * u[1];
  out[1][2] -= s * u[0], out[2][1] += s * u[0];
  return out;
}

M3 turn_about(char axis, double angle) {
  return turn_about({axis == 'x' ? 1. : 0., axis == 'y' ? 1. : 0., axis == 'z' ? 1. : 0.}, angle);
}

M3 matrix_of(const test::RunResult& run, std::size_t row, int node) {
  double q[4];
  for (int c = 0; c < 4; ++c) q[c] = run.value(row, fmt::format("x{}_{}", node, c + 1));
  return {{{1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]),
            2 * (q[1] * q[3] + q[0] * q[2])},
           {2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]),
            2 * (q[2] * q[3] - q[0] * q[1])},
           {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
            1 - 2 * (q[1] * q[1] + q[2] * q[2])}}};
}

double difference(const M3& a, const M3& b) {
  double out = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) out = std::max(out, std::fabs(a[i][k] - b[i][k]));
  return out;
}

// Differences of eighth order.
constexpr double kWeights[] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};

// The angular velocity along the axes of the body: the vector of R^T R'.
template <class Matrix>
V3 spin(const Matrix& R, double t, double h) {
  M3 rate{};
  for (int k = 1; k <= 4; ++k)
    for (int side : {1, -1}) {
      const M3 there = R(t + side * k * h);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) rate[i][j] += side * kWeights[k - 1] * there[i][j] / h;
    }
  const M3 here = R(t);
  const auto entry = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += here[k][i] * rate[k][j];
    return sum;
  };
  return {(entry(2, 1) - entry(1, 2)) / 2, (entry(0, 2) - entry(2, 0)) / 2,
          (entry(1, 0) - entry(0, 1)) / 2};
}

template <class Matrix>
void expect_motion(const test::RunResult& run, const Matrix& R, const M3& J) {
  constexpr double kStep = 0.01;
  ASSERT_GT(run.rows.size(), 3u);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row);
    EXPECT_LE(difference(matrix_of(run, row, 2), R(t)), 1e-14);
    const V3 w = spin(R, t, kStep);
    V3 wd{};
    for (int k = 1; k <= 4; ++k)
      for (int side : {1, -1}) {
        const V3 there = spin(R, t + side * k * kStep, kStep);
        for (std::size_t c = 0; c < 3; ++c) wd[c] += side * kWeights[k - 1] * there[c] / kStep;
      }
    V3 L{}, Jwd{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) L[i] += J[i][k] * w[k], Jwd[i] += J[i][k] * wd[k];
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t n = (c + 1) % 3, o = (c + 2) % 3;
      const std::string name = fmt::format("2_{}", c + 1);
      EXPECT_NEAR(run.value(row, "v" + name), w[c], 1e-10) << t;
      EXPECT_NEAR(run.value(row, "a" + name), wd[c], 1e-9) << t;
      // What drives it: M - w x L = J wd.
      EXPECT_NEAR(run.value(row, "r" + name), Jwd[c] + w[n] * L[o] - w[o] * L[n], 1e-9) << t;
    }
  }
}

constexpr M3 kInertia = {{{0.3, 0.02, -0.01}, {0.02, 0.4, 0.03}, {-0.01, 0.03, 0.5}}};

std::string body(const std::string& x, const std::string& motion) {
  return "X 1  0 0 0\nX 2  " + x +
         "\nFIX 1\nINPUTX 2\nEND HALT\nXM 2  0.3 0.02 -0.01  0.4 0.03  0.5\nINPUTX 2  " + motion +
         "\nTIMESTEP 2 8\nEND END\n";
}

class PrescribedSequences : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, PrescribedSequences,
                         testing::Values("xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx",
                                         "yxy", "yzy", "zxz", "zyz"),
                         [](const auto& sequence) { return sequence.param; });

TEST_P(PrescribedSequences, AnglesByExpressions) {
  const std::string axes = GetParam();
  const auto a = [](double t) { return 0.6 * std::sin(t); };
  const auto b = [](double t) { return 0.8 + 0.3 * t * t; };
  const auto c = [](double t) { return -2 * t + 0.2 * std::cos(3 * t); };
  for (const bool in_space : {false, true}) {
    const test::RunResult run = test::good_run(
        body("1 0 0 0", "ROT " + axes + (in_space ? " SPACE" : "") +
                            " a = 0.6*sin(t) ; b = 0.8 + 0.3*t^2 ; c = -2*t + 0.2*cos(3*t)"));
    expect_motion(
        run,
        [&](double t) {
          const M3 A = turn_about(axes[0], a(t)), B = turn_about(axes[1], b(t)),
                   C = turn_about(axes[2], c(t));
          return in_space ? product(C, product(B, A)) : product(A, product(B, C));
        },
        kInertia);
  }
}

TEST(PrescribedTurns, AboutAnAxisFromItsX) {
  const V3 u = {2. / 3, -1. / 3, 2. / 3};
  const M3 first = turn_about('x', 0.7);
  const test::RunResult run =
      test::good_run(body("ROT AXIS 1 0 0 0.7", "ROT AXIS 2 -1 2 = 5*t + sin(2*t)"));
  expect_motion(
      run, [&](double t) { return product(turn_about(u, 5 * t + std::sin(2 * t)), first); },
      kInertia);
}

// Rows of a motion about a fixed axis, with signs at random: exact at the rows, and in between the
// velocities are the rates of the orientation.
TEST(PrescribedTurns, TableOfFourNumbers) {
  std::string rows;
  const V3 u = {0.6, 0, 0.8};
  for (int k = 0; k <= 40; ++k) {
    const double t = 0.05 * k, half = std::sin(2 * t) / 2 + t, sign = k % 3 == 0 ? -1 : 1;
    rows += fmt::format(" {} {} {} {} {}", t, sign * std::cos(half), sign * u[0] * std::sin(half),
                        0, sign * u[2] * std::sin(half));
  }
  const test::RunResult at_rows = test::good_run(body("1 0 0 0", "ROT TABLE NATURAL" + rows));
  for (std::size_t row = 0; row < at_rows.rows.size(); ++row) {
    const double t = at_rows.time(row);
    EXPECT_LE(difference(matrix_of(at_rows, row, 2), turn_about(u, std::sin(2 * t) + 2 * t)),
              1e-13);
  }
  std::string fine = body("1 0 0 0", "ROT TABLE NATURAL" + rows);
  fine.replace(fine.find("TIMESTEP 2 8"), 12, "TIMESTEP 2 20000");
  const test::RunResult run = test::good_run(fine);
  double off = 0;
  for (std::size_t row = 2; row + 2 < run.rows.size(); row += 37) {
    double rate[3];
    for (int c = 0; c < 3; ++c) {
      const auto w = [&](std::size_t k) { return run.value(k, fmt::format("v2_{}", c + 1)); };
      rate[c] = (8 * (w(row + 1) - w(row - 1)) - (w(row + 2) - w(row - 2))) / (12 * 1e-4);
      off = std::max(off, std::fabs(rate[c] - run.value(row, fmt::format("a2_{}", c + 1))));
    }
  }
  EXPECT_LE(off, 1e-3);  // the third derivative of the spline jumps by a few units at the rows
  for (std::size_t row = 1; row + 1 < run.rows.size(); row += 37) {
    const M3 before = matrix_of(run, row - 1, 2), after = matrix_of(run, row + 1, 2),
             here = matrix_of(run, row, 2);
    double w = 0;
    for (std::size_t k = 0; k < 3; ++k) w += here[k][2] * (after[k][1] - before[k][1]) / 2e-4;
    EXPECT_NEAR(run.value(row, "v2_1"), w, 1e-6);
  }
}

TEST(PrescribedTurns, TableOfAngles) {
  std::string rows;
  for (int k = 0; k <= 40; ++k) {
    const double t = 0.05 * k;
    rows += fmt::format(" {} {} {} {}", t, 0.3 * t, 0.5, -t);
  }
  const test::RunResult run = test::good_run(body("1 0 0 0", "ROT zxy TABLE NATURAL" + rows));
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row);
    const M3 R =
        product(turn_about('z', 0.3 * t), product(turn_about('x', 0.5), turn_about('y', -t)));
    EXPECT_LE(difference(matrix_of(run, row, 2), R), 1e-13);
  }
}

// Without a motion it stays, also where no mass is in the deck.
TEST(PrescribedTurns, WithoutAMotionItStays) {
  const test::RunResult run = test::good_run(
      "PINBODY 1  1 2 3\nX 1  0 0 0\nX 2  ROT AXIS 0 0 1 0.5\nX 3  1 0 0\nINPUTX 1\nINPUTX 2\n"
      "END HALT\nINPUTX 1 1 = t\nTIMESTEP 1 2\nEND END\n");
  EXPECT_NEAR(run.value(2, "x3_1"), 2, 1e-14);
  EXPECT_LE(difference(matrix_of(run, 2, 2), turn_about('z', 0.5)), 1e-14);
}

// An arm with six hinges whose hand follows a pose: the angles of the report give the pose back.
TEST(PrescribedTurns, PoseOfAHandOnSixHinges) {
  const V3 axes[6] = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}};
  // Places of the hinges and of the hand in the position of the X lines.
  const V3 places[7] = {{0, 0, 0},     {0, 0, 0.4}, {0.5, 0, 0.4}, {0.7, 0, 0.3},
                        {0.9, 0, 0.3}, {1, 0, 0.2}, {1.1, 0, 0.2}};
  std::string deck, x = "X 1  0 0 0\n";
  for (int k = 0; k < 6; ++k) {
    const std::size_t n = static_cast<std::size_t>(k);
    const V3 from = k == 0 ? V3{0, 0, 0} : places[n], to = places[n + 1];
    // Body k + 1 has its point at the next hinge; the hinge lies at the point of body k.
    deck += fmt::format("REVOLUTE {}  {} {}  {} {}   0 0 0  {} {} {}   {} {} {}\n", k + 1,
                        2 * k + 1, 2 * k + 2, 2 * k + 3, 2 * k + 4, from[0] - to[0],
                        from[1] - to[1], from[2] - to[2], axes[n][0], axes[n][1], axes[n][2]);
    x += fmt::format("X {}  {} {} {}\n", 2 * k + 3, to[0], to[1], to[2]);
  }
  deck += x + R"(FIX 1
FIX 2
INPUTX 13
INPUTX 14
END HALT
INPUTX 13 1 = 1.1 - 0.15*t
INPUTX 13 2 = 0.2*sin(t)
INPUTX 13 3 = 0.2 + 0.1*t
INPUTX 14 ROT zyx a = 0.3*t ; b = 0.2*sin(2*t) ; c = 0.4*t
TIMESTEP 1.5 30
END END
)";
  const test::RunResult run = test::good_run(deck);
  ASSERT_EQ(run.rows.size(), 31u);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row);
    M3 R = turn_about('x', 0);
    V3 at = {0, 0, 0};
    for (std::size_t k = 0; k < 6; ++k) {
      R = product(R, turn_about(axes[k], run.value(row, fmt::format("e{}_1", k + 1))));
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          at[i] += R[i][j] * (places[k + 1][j] - (k == 0 ? 0 : places[k][j]));
    }
    const M3 pose =
        product(turn_about('z', 0.3 * t),
                product(turn_about('y', 0.2 * std::sin(2 * t)), turn_about('x', 0.4 * t)));
    EXPECT_LE(difference(R, pose), 1e-12) << t;
    EXPECT_NEAR(at[0], 1.1 - 0.15 * t, 1e-12);
    EXPECT_NEAR(at[1], 0.2 * std::sin(t), 1e-12);
    EXPECT_NEAR(at[2], 0.2 + 0.1 * t, 1e-12);
  }
}

// Inverse dynamics of an arm with six driven hinges. Its moments from the motion of the masses
// alone, whose momenta are differenced: the moment about hinge k of all that changes beyond it.
TEST(PrescribedTurns, TorquesOfAnArmWithSixHinges) {
  const V3 axes[6] = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}};
  const V3 arms[6] = {{0, 0, 0.4}, {0.5, 0, 0},    {0.2, 0, -0.1},
                      {0.2, 0, 0}, {0.1, 0, -0.1}, {0.1, 0, 0}};
  const double m[6] = {5, 3, 2, 1, 0.7, 0.4};
  const auto angle = [](std::size_t k, double t) {
    const double n = static_cast<double>(k);
    return 0.4 * std::sin((1 + 0.3 * n) * t) + 0.1 * (n - 2) * t * t;
  };
  std::string deck = "X 1 0 0 0\nFIX 1\nFIX 2\n", joints, motions;
  V3 place{};
  for (std::size_t k = 0; k < 6; ++k) {
    // The mass stands at the far end, where the next hinge is.
    joints += fmt::format("REVOLUTE {0}  {1} {2}  {3} {4}   0 0 0  {5} {6} {7}   {8} {9} {10}\n",
                          k + 1, 2 * k + 1, 2 * k + 2, 2 * k + 3, 2 * k + 4, -arms[k][0],
                          -arms[k][1], -arms[k][2], axes[k][0], axes[k][1], axes[k][2]);
    for (std::size_t c = 0; c < 3; ++c) place[c] += arms[k][c];
    deck += fmt::format("X {}  {} {} {}\nINPUTE {} 1\n", 2 * k + 3, place[0], place[1], place[2],
                        k + 1);
    motions += fmt::format(
        "INPUTE {0} 1 = 0.4*sin({1}*t) + {2}*t^2\nXM {3} {4}\nXM {5}  {6} 0 0  {7} 0  {8}\n", k + 1,
        1 + 0.3 * static_cast<double>(k), 0.1 * (static_cast<double>(k) - 2), 2 * k + 3, m[k],
        2 * k + 4, 0.01 * m[k], 0.02 * m[k], 0.015 * m[k]);
  }
  const test::RunResult run = test::done(joints + deck + "END HALT\n" + motions +
                                         "GRAVITY 0 0 -9.81\nTIMESTEP 2 8\nEND END\n");
  struct Body {
    M3 R;
    V3 far, momentum, spin;  // spin: the angular momentum about its mass, in space
  };
  const auto body_at = [&](std::size_t wanted, double t) {
    M3 R = turn_about('x', 0);
    V3 far{};
    for (std::size_t k = 0; k <= wanted; ++k) {
      R = product(R, turn_about(axes[k], angle(k, t)));
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) far[i] += R[i][j] * arms[k][j];
    }
    return Body{R, far, {}, {}};
  };
  constexpr double kStep = 0.01;
  const auto moving = [&](std::size_t k, double t) {
    Body out = body_at(k, t);
    for (int n = 1; n <= 4; ++n)
      for (int side : {1, -1})
        for (std::size_t c = 0; c < 3; ++c)
          out.momentum[c] +=
              m[k] * side * kWeights[n - 1] * body_at(k, t + side * n * kStep).far[c] / kStep;
    const V3 w = spin([&](double at) { return body_at(k, at).R; }, t, kStep);
    const double J[3] = {0.01 * m[k], 0.02 * m[k], 0.015 * m[k]};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) out.spin[i] += out.R[i][j] * J[j] * w[j];
    return out;
  };
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row);
    for (std::size_t k = 0; k < 6; ++k) {
      const V3 hinge = k == 0 ? V3{} : body_at(k - 1, t).far;
      V3 moment{};
      for (std::size_t b = k; b < 6; ++b) {
        V3 force{0, 0, 9.81 * m[b]}, turn{};  // less the weight
        for (int n = 1; n <= 4; ++n)
          for (int side : {1, -1}) {
            const Body there = moving(b, t + side * n * kStep);
            for (std::size_t c = 0; c < 3; ++c) {
              force[c] += side * kWeights[n - 1] * there.momentum[c] / kStep;
              turn[c] += side * kWeights[n - 1] * there.spin[c] / kStep;
            }
          }
        const V3 far = body_at(b, t).far;
        for (std::size_t c = 0; c < 3; ++c) {
          const std::size_t n = (c + 1) % 3, o = (c + 2) % 3;
          moment[c] += turn[c] + (far[n] - hinge[n]) * force[o] - (far[o] - hinge[o]) * force[n];
        }
      }
      const M3 R = k == 0 ? turn_about('x', 0) : body_at(k - 1, t).R;
      double torque = 0;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) torque += moment[i] * R[i][j] * axes[k][j];
      EXPECT_NEAR(-run.value(row, fmt::format("s{}_1", k + 1)), torque, 1e-8) << k << ' ' << t;
    }
  }
}

// Let go at an instant, a body that is turned about a principal axis turns on by itself.
TEST(PrescribedTurns, LetGo) {
  const test::RunResult run = test::good_run(
      "X 2  ROT AXIS 1 0 0 0.7\nINPUTX 2\nEND HALT\nXM 2  3 0 0  4 0  6\n"
      "INPUTX 2 ROT AXIS 0 ${-sin(0.7)} ${cos(0.7)} = 2*t\nEVENT one WHEN t > 0.5 DO RELEASE X 2\n"
      "TIMESTEP 2 4\nEND END\n");
  const V3 u = {0, -std::sin(0.7), std::cos(0.7)};
  for (std::size_t row = 0; row < run.rows.size(); ++row)
    EXPECT_LE(difference(matrix_of(run, row, 2),
                         product(turn_about(u, 2 * run.time(row)), turn_about('x', 0.7))),
              1e-8);
}

std::string refused(const std::string& motion, const std::string& named = "INPUTX 2") {
  const test::RunResult run =
      test::run("X 1  0 0 0\nX 2  1 0 0 0\nFIX 1\n" + named + "\nEND HALT\nXM 2  1 0 0  1 0  1\n" +
                motion + "\nTIMESTEP 1 1\nEND END\n");
  EXPECT_EQ(run.status, ExitStatus::deck_error) << motion;
  return run.messages;
}

TEST(PrescribedTurns, WhatIsRefused) {
  const auto says = [](const std::string& messages, const std::string& text) {
    EXPECT_NE(messages.find(text), std::string::npos) << messages << '\n' << text;
  };
  says(refused("INPUTX 2 1 = t"), "an angular velocity of node 2 has no value to prescribe");
  says(refused("INPUTX 2 ROT AXIS 0 0 0 = t"), "the axis of the turn is 0 0 0");
  says(refused("INPUTX 2 ROT xxy a = t ; b = t ; c = t"), "'XXY' is no turn");
  says(refused("INPUTX 2 ROT zxy a = t ; c = t ; b = t"), "where b was expected");
  says(refused("INPUTX 2 ROT zxy a = t ; b = t"), "c");
  says(refused("", "INPUTX 2 1 2"), "is an orientation, of which only a part is named");
  says(refused("INPUTX 2 ROT TABLE 0 1 0 0 0  1 0 1 0 0"), "rows 1 and 2 differ by 180 degrees");
  says(refused("INPUTX 2 ROT TABLE 0 1 0 0 0  1 0.5 0.5 0 0"), "row 2 has the norm");
  says(refused("INPUTX 2 ROT AXIS 0 0 1 = t\nEVENT one WHEN t > 0.5 DO RELEASE X 2 1"),
       "moves as prescribed, and only a part of it is named");
  says(refused("INPUTX 2 ROT AXIS 0 0 1 = t", "DYNX 2"), "node 2 is not prescribed");
}

// A base starts far from its X; the body on it has an estimate beside the base of X. It comes
// along: its position is that of the base, turned, and its joint counts from X.
TEST(PrescribedTurns, WhatIsJoinedComesAlongFromFarEstimates) {
  for (const char* joint : {"REVOLUTE", "PRISMATIC", "WELD"}) {
    for (double angle = 0.4; angle < 3.1; angle += 0.3) {
      const std::string rest = joint == std::string("WELD") ? "" : "INPUTE 1 1 0.2 0.3\n";
      const test::RunResult run = test::good_run(
          std::string(joint) +
          " 1 3 4 1 2 AT 0.4 0.1 0.2  0.1 0.2 1\nX 1 0.4 0 1\n"
          "X 2 ROT xyz 0.3 0.2 0.9\nX 3 0.1 -0.1 0.2\nX 4 ROT zxy -0.7 -0.8 -0.9\nINPUTX 3\n"
          "INPUTX 4\n" +
          (rest.empty() ? "" : "INPUTE 1 1\n") +
          fmt::format("END HALT\nINPUTX 4 ROT AXIS 1 2 -2 = {:.3f} + t\n", angle) + rest +
          "XM 1 2\nXM 2 0.3 0 0 0.3 0 0.3\nTIMESTEP 0.5 1\nEND END\n");
      // R of the base times the point of the joint in the base, as it was in X.
      const M3 turn = turn_about(V3{1. / 3, 2. / 3, -2. / 3}, angle);
      const M3 base = matrix_of(run, 0, 4), body = matrix_of(run, 0, 2);
      const M3 base_at_x = product(product(turn_about('z', -0.7), turn_about('x', -0.8)),
                                   turn_about('y', -0.9)),
               body_at_x = product(product(turn_about('x', 0.3), turn_about('y', 0.2)),
                                   turn_about('z', 0.9));
      EXPECT_LT(difference(base, product(turn, base_at_x)), 1e-12) << joint << angle;
      V3 u = {0.1, 0.2, 1};
      const double length = std::sqrt(1.05);
      for (double& part : u) part /= length;
      const bool turns = joint == std::string("REVOLUTE");
      const M3 free = turn_about(u, turns ? 0.2 : 0);
      EXPECT_LT(difference(body, product(turn, product(free, body_at_x))), 1e-9) << joint << angle;
    }
  }
}

// With its axis reversed a hinge has no tilt either, but no angle: where no line names the angle,
// nothing but its rate tells. The body comes along with the base, its axis with that of the base.
TEST(PrescribedTurns, HingesAreNotAssembledReversed) {
  const test::RunResult run = test::good_run(
      "REVOLUTE 1 3 4 1 2 AT 0 0 0.2 0.1 0.2 1\nX 1 0.4 0 1\nX 2 ROT xyz 0.782 0.385 0.534\n"
      "X 3 0.1 -0.1 0.2\nX 4 ROT zxy 0.077 -0.551 0.113\nINPUTX 3\nINPUTX 4\nDYNX 2 3\nEND HALT\n"
      "INPUTX 3 2 = 0.861 + 0.2*t\n"
      "INPUTX 4 ROT xyz a = 1.919 - 0.361*t ; b = 1 - 0.622*t^2 ; c = 0.945*sin(t)\n"
      "BODYMASS 1 2 2 0.1 0 0.1 0.6 0 0.1 0.7 0 0.3\nGRAVITY 1 2 -9\nTIMESTEP 1 4\nEND END\n");
  // The axis at X along the axes of each body, by R^T of the X lines.
  const auto along_body = [](const M3& R, const V3& u) {
    V3 out{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) out[i] += R[k][i] * u[k];
    return out;
  };
  const auto in_space = [](const M3& R, const V3& u) {
    V3 out{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) out[i] += R[i][k] * u[k];
    return out;
  };
  const double length = std::sqrt(1.05);
  const V3 axis = {0.1 / length, 0.2 / length, 1 / length};
  const V3 of_base = along_body(
      product(product(turn_about('z', 0.077), turn_about('x', -0.551)), turn_about('y', 0.113)),
      axis);
  const V3 of_body = along_body(
      product(product(turn_about('x', 0.782), turn_about('y', 0.385)), turn_about('z', 0.534)),
      axis);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const V3 i = in_space(matrix_of(run, k, 4), of_base),
             j = in_space(matrix_of(run, k, 2), of_body);
    EXPECT_NEAR(i[0] * j[0] + i[1] * j[1] + i[2] * j[2], 1, 1e-9) << k;
    EXPECT_LT(std::fabs(run.value(k, "e1_1")), 10) << k;
  }
}

}  // namespace
}  // namespace mbs
