// INPLANE against closed forms: a rod that falls on a smooth slope, a bead in a plane that turns as
// prescribed, and one in a plane that turns freely.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/space_vector.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

Vec3 three(const test::RunResult& run, std::size_t row, const std::string& stem) {
  return {run.value(row, stem + "1"), run.value(row, stem + "2"), run.value(row, stem + "3")};
}

// A rod of length 2 l stands with its end on a smooth plane askew, against gravity, and leans by
// theta. Its centre moves along the normal alone:
//   l^2 (sin^2 theta + 1/3) theta'^2 = 2 g l (cos theta_0 - cos theta).
TEST(InPlane, RodOnASmoothSlope) {
  constexpr double kMass = 2, kHalf = 0.4, kLean = 0.3, kThin = 1e-4;
  const Vec3 u = {0.36, 0.48, 0.8}, t = {0.8, -0.6, 0}, foot = {0.1, 0.2, 0.3};
  const Vec3 along = std::cos(kLean) * u + std::sin(kLean) * t;
  const Vec3 centre = foot + kHalf * along;
  const double J = kMass * kHalf * kHalf / 3;
  const auto inertia = [&](int i, int j) {
    return (i == j ? J : 0) - (J - kThin) * along[i] * along[j];
  };
  const test::RunResult run = test::good_run(fmt::format(
      "INPLANE 1  0 0  1 2  AT {} {} {}  {} {} {}\nX 1 {:.17g} {:.17g} {:.17g}\nX 2 1 0 0 0\n"
      "END HALT\nXM 1 {}\nXM 2 {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n"
      "GRAVITY {} {} {}\nDOF AUTO\nINTEG DOP853 1e-13 1e-13\nTIMESTEP 0.4 8\nEND END\n",
      foot.x, foot.y, foot.z, u.x, u.y, u.z, centre.x, centre.y, centre.z, kMass, inertia(0, 0),
      inertia(0, 1), inertia(0, 2), inertia(1, 1), inertia(1, 2), inertia(2, 2), -kG * u.x,
      -kG * u.y, -kG * u.z));
  ASSERT_EQ(run.rows.size(), 9u);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const Vec3 from = three(run, row, "x1_") - foot, v = three(run, row, "v1_");
    const double cosine = dot(from, u) / kHalf, sine = std::sqrt(1 - cosine * cosine);
    EXPECT_NEAR(dot(from, t), kHalf * std::sin(kLean), 1e-12);
    EXPECT_NEAR(dot(from, cross(u, t)), 0, 1e-12);
    const double inert = sine * sine + 1.0 / 3;
    const double rate2 = std::max(0.0, 2 * kG / kHalf * (std::cos(kLean) - cosine) / inert);
    EXPECT_NEAR(dot(v, u), -kHalf * sine * std::sqrt(rate2), 1e-10);
    const double second = (kG / kHalf * sine - sine * cosine * rate2) / inert;
    const double normal = kMass * (kG - kHalf * (cosine * rate2 + sine * second));
    EXPECT_NEAR(run.value(row, "s1_1"), normal, 1e-9);
  }
  EXPECT_GT(dot(three(run, 0, "x1_") - three(run, 8, "x1_"), u), 0.1);
}

// A bead that spins, its centre in a plane through the z axis; the plane is that of body (1, 2).
std::string bead(const std::string& of_plane, double mass, double r, double z, double w) {
  return fmt::format(
      "INPLANE 1  1 2  3 4  AT {0} 0 {1}  0 1 0\nX 1 0 0 0\nX 2 1 0 0 0\nX 3 {0} 0 {1}\nX 4 1 0 0 "
      "0\n{2}XM 3 {3}\nXM 4 0.01 0 0 0.01 0 0.01\nSTARTVX 3 1 0\nSTARTVX 3 2 {4:.17g}\n"
      "STARTVX 3 3 0.5\nSTARTVX 4 1 -2 3\nGRAVITY 0 0 {5}\nDOF AUTO\nINTEG DOP853 1e-13 1e-13\n"
      "TIMESTEP 1 10\nEND END\n",
      r, z, of_plane, mass, r * w, -kG);
}

// r'' = w^2 r and z'' = -g in the plane; the plane pushes with 2 m w r'.
TEST(InPlane, BeadInAPlaneThatTurnsAsPrescribed) {
  constexpr double kMass = 0.7, kStart = 0.3, kHeight = 2, kSpeed = 1.7;
  const test::RunResult run = test::good_run(
      bead(fmt::format("FIX 1\nINPUTX 2\nEND HALT\nINPUTX 2 ROT AXIS 0 0 1 = {}*t\n", kSpeed),
           kMass, kStart, kHeight, kSpeed));
  ASSERT_EQ(run.rows.size(), 11u);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row), r = kStart * std::cosh(kSpeed * t);
    const Vec3 x = three(run, row, "x3_");
    EXPECT_NEAR(x.x, r * std::cos(kSpeed * t), 1e-10);
    EXPECT_NEAR(x.y, r * std::sin(kSpeed * t), 1e-10);
    EXPECT_NEAR(x.z, kHeight + 0.5 * t - kG / 2 * t * t, 1e-10);
    const double r_rate = kStart * kSpeed * std::sinh(kSpeed * t);
    EXPECT_NEAR(run.value(row, "s1_1"), 2 * kMass * kSpeed * r_rate, 1e-9);
    // A ball turns on as it began.
    const Vec3 w = three(run, row, "v4_");
    EXPECT_NEAR(w.x, 1, 1e-11);
    EXPECT_NEAR(w.y, -2, 1e-11);
    EXPECT_NEAR(w.z, 3, 1e-11);
  }
}

// The plane turns freely about the z axis with the inertia I: (I + m r^2) w stays, r'' = w^2 r, by
// steps of RK4.
TEST(InPlane, BeadInAPlaneThatTurnsFreely) {
  constexpr double kMass = 0.7, kInertia = 0.09, kStart = 0.3, kSpeed = 2.5;
  const test::RunResult run = test::good_run(
      "REVOLUTE 2  0 0  1 2  AT 0 0 0  0 0 1\n" +
      bead(fmt::format("END HALT\nXM 1 1\nXM 2 0.05 0 0 0.05 0 {}\nSTARTDE 2 1 0 {}\n", kInertia,
                       kSpeed),
           kMass, kStart, 1, kSpeed));
  ASSERT_EQ(run.rows.size(), 11u);
  const double L = (kInertia + kMass * kStart * kStart) * kSpeed;
  std::array<double, 3> y = {kStart, 0, 0};  // r, r', angle
  const auto speed_at = [&](double r) { return L / (kInertia + kMass * r * r); };
  const auto rates = [&](const std::array<double, 3>& at) {
    const double w = speed_at(at[0]);
    return std::array<double, 3>{at[1], w * w * at[0], w};
  };
  const auto moved = [](std::array<double, 3> at, const std::array<double, 3>& by, double h) {
    for (std::size_t k = 0; k < 3; ++k) at[k] += h * by[k];
    return at;
  };
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double w = speed_at(y[0]);
    const Vec3 x = three(run, row, "x3_");
    EXPECT_NEAR(x.x, y[0] * std::cos(y[2]), 1e-9);
    EXPECT_NEAR(x.y, y[0] * std::sin(y[2]), 1e-9);
    EXPECT_NEAR(run.value(row, "e2_1"), y[2], 1e-9);
    EXPECT_NEAR(run.value(row, "v2_3"), w, 1e-9);
    // On the bead 2 m w r' + m w' r, which is -I w' / r by the moment on the plane.
    const double slows = -2 * kMass * y[0] * y[1] * w / (kInertia + kMass * y[0] * y[0]);
    EXPECT_NEAR(run.value(row, "s1_1"), -kInertia * slows / y[0], 1e-8);
    constexpr int kSteps = 200;
    const double h = 0.1 / kSteps;
    for (int k = 0; k < kSteps; ++k) {
      const auto k1 = rates(y), k2 = rates(moved(y, k1, h / 2)), k3 = rates(moved(y, k2, h / 2)),
                 k4 = rates(moved(y, k3, h));
      for (std::size_t c = 0; c < 3; ++c) y[c] += h / 6 * (k1[c] + 2 * k2[c] + 2 * k3[c] + k4[c]);
    }
  }
}

}  // namespace
}  // namespace mbs
