// REDUNDANT LEAST beside a flat position, where forces in the plane of a parallelogram of space
// have a pole: what its hinges share across the plane against the least sum of squares of the
// equations of equilibrium.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kWeight = 9.81, kArm = 0.7, kStart = M_PI / 3;
constexpr std::array<double, 3> kMass = {1, 0.5, 1};
// 0.6 N m turn the rocker: crank and rocker 0.1 + 0.25 kg m^2, the coupler 0.5 kg at 1 m.
constexpr double kAlpha = 0.6 / (2 * 0.35 + 0.5);

struct Share {
  double force = 0, moment = 0;
};

// The forces along the hinges and the moments across them: A s = weights, with A^T z = s.
std::array<Share, 4> least_shares(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const double joint[4][2] = {{0, 0}, {c, s}, {2 + c, s}, {2, 0}};
  const double centre[3][2] = {{c / 2, s / 2}, {1 + c, s}, {2 + c / 2, s / 2}};
  const int between[4][2] = {{-1, 0}, {0, 1}, {1, 2}, {-1, 2}};
  double A[9][12] = {}, M[9][10] = {};
  for (int k = 0; k < 4; ++k)
    for (int side = 0; side < 2; ++side) {
      const int body = between[k][side];
      if (body < 0) continue;
      const double sign = side == 0 ? -1 : 1, x = joint[k][0] - centre[body][0],
                   y = joint[k][1] - centre[body][1];
      A[3 * body][3 * k] += sign;
      A[3 * body + 1][3 * k] += sign * y;
      A[3 * body + 2][3 * k] -= sign * x;
      A[3 * body + 1][3 * k + 1] += sign * kArm;
      A[3 * body + 2][3 * k + 2] += sign * kArm;
    }
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 9; ++j)
      for (int k = 0; k < 12; ++k) M[i][j] += A[i][k] * A[j][k];
  for (int body = 0; body < 3; ++body)
    M[3 * body][9] = kMass[static_cast<std::size_t>(body)] * kWeight;
  for (int i = 0; i < 9; ++i) {
    int pivot = i;
    for (int r = i; r < 9; ++r)
      if (std::fabs(M[r][i]) > std::fabs(M[pivot][i])) pivot = r;
    std::swap(M[i], M[pivot]);
    for (int r = 0; r < 9; ++r) {
      const double factor = M[r][i] / M[i][i];
      for (int j = i; j < 10 && r != i; ++j) M[r][j] -= factor * M[i][j];
    }
  }
  double sum[12] = {};
  for (int i = 0; i < 9; ++i)
    for (int k = 0; k < 12; ++k) sum[k] += A[i][k] * M[i][9] / M[i][i];
  std::array<Share, 4> out;
  for (std::size_t k = 0; k < 4; ++k)
    out[k] = {sum[3 * k], kArm * std::hypot(sum[3 * k + 1], sum[3 * k + 2])};
  return out;
}

std::string parallelogram(const char* way, double end) {
  const double c = std::cos(kStart), s = std::sin(kStart);
  std::string out = fmt::format(
      "REVOLUTE 1  0 0  1 2  AT 0 0 0  0 0 1\nREVOLUTE 2  1 2  3 4  AT {0:.17g} {1:.17g} 0  0 0 1\n"
      "REVOLUTE 3  3 4  5 6  AT {2:.17g} {1:.17g} 0  0 0 1\nREVOLUTE 4  0 0  5 6  AT 2 0 0  0 0 1\n"
      "X 1 {3:.17g} {4:.17g} 0\nX 3 {5:.17g} {1:.17g} 0\nX 5 {6:.17g} {4:.17g} 0\n",
      c, s, 2 + c, c / 2, s / 2, 1 + c, 2 + c / 2);
  out += "DYNE 1 1\nEND HALT\nDOF AUTO\n";
  for (int body = 0; body < 3; ++body)
    out += fmt::format("XM {} {}\nXM {} 0.1 0 0 0.1 0 0.1\n", 2 * body + 1,
                       kMass[static_cast<std::size_t>(body)], 2 * body + 2);
  return out + fmt::format(
                   "GRAVITY 0 0 -{}\nXF 6 0 0 0.6\nSTARTDE 1 1 0 1\nREDUNDANT LEAST LENGTH {}\n"
                   "INTEG {}\nTIMES 0 {:.17g} {:.17g}\nEND END\n",
                   kWeight, kArm, way, end, end / 2);
}

TEST(LeastSharesFlat, AcrossThePlaneOfAParallelogram) {
  const double flat = (std::sqrt(1 + 2 * kAlpha * 2 * M_PI / 3) - 1) / kAlpha;
  for (const char* way : {"STEP", "DOP853", "STIFF", "RK4 0.002", "GALPHA 1e-8 1e-8"})
    for (const double beside : {1e-4, -1e-3, 1e-2, 3e-2}) {
      const test::RunResult run = test::good_run(parallelogram(way, flat + beside));
      ASSERT_EQ(run.rows.size(), 3u);
      const double t = run.time(2), angle = kStart + t + kAlpha / 2 * t * t;
      // In the plane the force has a pole.
      const double pole = std::hypot(run.value(2, "rev3.fv"), run.value(2, "rev3.fw"));
      EXPECT_GT(pole * std::fabs(std::sin(angle)), 0.1) << way << beside;
      const std::array<Share, 4> expected = least_shares(angle);
      for (int k = 0; k < 4; ++k) {
        const std::string joint = fmt::format("rev{}.", k + 1);
        const Share& share = expected[static_cast<std::size_t>(k)];
        EXPECT_NEAR(std::fabs(run.value(2, joint + "fu")), std::fabs(share.force), 1e-9) << way;
        EXPECT_NEAR(std::hypot(run.value(2, joint + "mv"), run.value(2, joint + "mw")),
                    share.moment, 1e-9)
            << way << beside;
      }
    }
}

}  // namespace
}  // namespace mbs
