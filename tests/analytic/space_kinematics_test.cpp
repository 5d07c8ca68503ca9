// Kinematic runs with bodies of space: the motion of a body is chosen in closed form, the lengths
// and places that drive it follow from it, and the run has to give the motion back.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

using Vector3 = std::array<double, 3>;

// p = (0.1 sin 2t, 0.05 cos 3t, 1 + 0.1 sin t) and R = Rz(psi) Rx(theta) with
// psi = 0.4 sin 1.5t, theta = 0.25 sin(2t + 0.5).
struct Pose {
  explicit Pose(double t)
      : p{0.1 * std::sin(2 * t), 0.05 * std::cos(3 * t), 1 + 0.1 * std::sin(t)},
        v{0.2 * std::cos(2 * t), -0.15 * std::sin(3 * t), 0.1 * std::cos(t)},
        a{-0.4 * std::sin(2 * t), -0.45 * std::cos(3 * t), -0.1 * std::sin(t)},
        psi(0.4 * std::sin(1.5 * t)),
        theta(0.25 * std::sin(2 * t + 0.5)) {
    const double psid = 0.6 * std::cos(1.5 * t), psidd = -0.9 * std::sin(1.5 * t),
                 thetad = 0.5 * std::cos(2 * t + 0.5), thetadd = -std::sin(2 * t + 0.5);
    const double c = std::cos(theta), s = std::sin(theta);
    // Along the axes of the body: Rx^T (0, 0, psid) + (thetad, 0, 0).
    w = {thetad, psid * s, psid * c};
    wd = {thetadd, psidd * s + psid * thetad * c, psidd * c - psid * thetad * s};
    q = {std::cos(psi / 2) * std::cos(theta / 2), std::cos(psi / 2) * std::sin(theta / 2),
         std::sin(psi / 2) * std::sin(theta / 2), std::sin(psi / 2) * std::cos(theta / 2)};
  }
  // The place, in space, of what lies at s in the body.
  Vector3 turned(const Vector3& s) const {
    const double c = std::cos(theta), d = std::sin(theta), e = std::cos(psi), f = std::sin(psi);
    const double y = c * s[1] - d * s[2], z = d * s[1] + c * s[2];
    return {e * s[0] - f * y, f * s[0] + e * y, z};
  }
  Vector3 p, v, a, w, wd;
  double psi, theta;
  std::array<double, 4> q;
};

constexpr Vector3 kBase[6] = {{1.2, 0.3, 0},   {1.1, -0.4, 0.1},  {-0.3, -1.2, 0},
                              {-0.9, -0.8, 0}, {-0.8, 0.9, -0.1}, {-0.2, 1.1, 0}};
constexpr Vector3 kJoint[6] = {{0.4, 0.35, -0.1}, {0.5, -0.3, -0.1},   {0.1, -0.6, 0.05},
                               {-0.6, -0.1, 0},   {-0.45, 0.2, -0.05}, {0.05, 0.55, 0.1}};

// The length of a leg as an expression of t, from the positions alone.
std::string length_of(int k) {
  const Vector3 &s = kJoint[k], &b = kBase[k];
  const std::string psi = "0.4*sin(1.5*t)", theta = "0.25*sin(2*t+0.5)";
  const std::string y = fmt::format("(cos({0})*({1})-sin({0})*({2}))", theta, s[1], s[2]);
  return fmt::format(
      "sqrt((0.1*sin(2*t)+cos({0})*({1})-sin({0})*{2}-({3}))^2"
      "+(0.05*cos(3*t)+sin({0})*({1})+cos({0})*{2}-({4}))^2"
      "+(1+0.1*sin(t)+sin({5})*({6})+cos({5})*({7})-({8}))^2)",
      psi, s[0], y, b[0], b[1], theta, s[1], s[2], b[2]);
}

// Platform (20, 21) on six legs with prescribed lengths.
std::string platform(const std::string& kinematics = "", const std::string& dynamics = "") {
  std::string deck, rests, motions;
  for (int k = 0; k < 6; ++k) {
    deck += fmt::format("TRUSS {0} {0} {1}\nPINBODY {1} 20 21 {1}\nFIX {0}\nINPUTE {0}\n", k + 1,
                        k + 11);
    deck += fmt::format("X {} {} {} {}\nX {} {} {} {}\n", k + 1, kBase[k][0], kBase[k][1],
                        kBase[k][2], k + 11, kJoint[k][0], kJoint[k][1], 1 + kJoint[k][2]);
    rests += fmt::format("EREST {} 1\n", k + 1);
    motions += fmt::format("INPUTE {} 1 = {} - 1\n", k + 1, length_of(k));
  }
  return deck + "X 20 0 0 1\n" + kinematics + "END HALT\n" + rests + motions + dynamics +
         "TIMESTEP 3 30\nEND END\n";
}

void expect_pose(const test::RunResult& run, const std::string& point, const std::string& turn,
                 double tolerance) {
  test::Error place, speed, acceleration;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const Pose at(run.time(k));
    // q and -q are one orientation.
    double sign = 0;
    for (std::size_t c = 0; c < 4; ++c)
      sign += at.q[c] * run.value(k, fmt::format("x{}_{}", turn, c + 1));
    for (std::size_t c = 0; c < 4; ++c)
      place.add(run.value(k, fmt::format("x{}_{}", turn, c + 1)), std::copysign(1, sign) * at.q[c]);
    for (std::size_t c = 0; c < 3; ++c) {
      speed.add(run.value(k, fmt::format("v{}_{}", turn, c + 1)), at.w[c]);
      acceleration.add(run.value(k, fmt::format("a{}_{}", turn, c + 1)), at.wd[c]);
      if (point.empty()) continue;
      place.add(run.value(k, fmt::format("x{}_{}", point, c + 1)), at.p[c]);
      speed.add(run.value(k, fmt::format("v{}_{}", point, c + 1)), at.v[c]);
      acceleration.add(run.value(k, fmt::format("a{}_{}", point, c + 1)), at.a[c]);
    }
  }
  EXPECT_LT(place.absolute(), tolerance);
  EXPECT_LT(speed.absolute(), tolerance);
  EXPECT_LT(acceleration.absolute(), tolerance);
}

TEST(SpaceKinematics, SixLegsGiveThePlatformsMotion) {
  const test::RunResult run = test::run(platform());
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 31u);
  EXPECT_FALSE(run.has("r20_1"));
  expect_pose(run, "20", "21", 1e-10);
  EXPECT_NE(run.report.find("ORIENTATIONS"), std::string::npos);
}

// Beside a slider of the plane, with measures; and ended by an event, which makes the run one of
// dynamics, although nothing has a mass.
TEST(SpaceKinematics, BesideAMechanismOfThePlane) {
  const std::string slider =
      "PLTRUSS 31 31 32\nPLTRUSS 32 32 33\nX 31 0 0\nX 32 0.6 0.8\nX 33 2.5 0\n"
      "FIX 31\nFIX 33 2\nINPUTX 33 1\n";
  // Its own judge of digits finds at least ten in every channel.
  RunSettings certified;
  certified.certify = true;
  const test::RunResult judged = test::run(platform(), certified);
  ASSERT_EQ(judged.status, ExitStatus::done) << judged.messages;
  const std::string smallest = "# smallest: ";
  const std::size_t at = judged.report.find(smallest);
  ASSERT_NE(at, std::string::npos);
  EXPECT_GE(std::strtol(judged.report.c_str() + at + smallest.size(), nullptr, 10), 10);

  const std::string drive = "INPUTX 33 1 = 2.4 - 0.3*sin(t)\n";
  const test::RunResult run =
      test::run(platform(slider, drive + "MEASURE highest = MAX x20_3\nMEASURE q = MAX x21_4\n"
                                         "MEASURE turned = x21_4 WHEN v21_3 == 0\n"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 31u);
  EXPECT_FALSE(run.has("energy.kinetic"));
  expect_pose(run, "20", "21", 1e-10);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double x = 2.4 - 0.3 * std::sin(run.time(k)), arm = std::hypot(0.6, 0.8);
    const double rod = std::hypot(1.9, 0.8);  // along x to where the circles meet
    EXPECT_NEAR(run.value(k, "x32_1"), (x * x + arm * arm - rod * rod) / (2 * x), 1e-12);
  }
  EXPECT_NEAR(run.measure("highest"), 1.1, 1e-10);  // at t = pi / 2
  // The largest q3, and where w3 = psid cos(theta) vanishes: at psi = 0.4.
  const double psi_end = std::numbers::pi / 3;
  const Pose turned(psi_end);
  EXPECT_NEAR(run.measure("turned"), turned.q[3], 1e-9);
  EXPECT_GE(run.measure("q"), turned.q[3]);

  const test::RunResult stopped =
      test::run(platform(slider, drive + "EVENT near WHEN x33_1 < 2.15 DO STOP\n"));
  ASSERT_EQ(stopped.status, ExitStatus::done) << stopped.messages;
  ASSERT_EQ(stopped.events.size(), 1u);
  EXPECT_NEAR(stopped.events.front().t, std::asin(0.25 / 0.3), 1e-9);
  EXPECT_EQ(stopped.rows.size(), 11u);  // 0 to 0.9 and the event
  expect_pose(stopped, "20", "21", 1e-10);
}

// Inverse dynamics: the forces of the legs hold the platform in its motion, by Newton and Euler.
TEST(SpaceKinematics, LegsCarryThePlatform) {
  constexpr double m = 3, g = 9.81;
  constexpr double J[9] = {0.2, 0.03, -0.02, 0.03, 0.3, 0.01, -0.02, 0.01, 0.4};
  for (const char* form : {"FORM REDUCED\n", "FORM FULL\n"}) {
    const test::RunResult run =
        test::run(platform("", std::string("XM 20 3\nXM 21 0.2 0.03 -0.02 0.3 0.01 0.4\n"
                                           "GRAVITY 0 0 -9.81\n") +
                                   form));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_EQ(run.rows.size(), 31u);
    expect_pose(run, "20", "21", 1e-10);
    test::Error force, moment;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const Pose at(run.time(k));
      Vector3 sum{}, about{};  // about the centre, along the axes of space
      for (std::size_t leg = 0; leg < 6; ++leg) {
        const Vector3 arm = at.turned(kJoint[leg]);
        Vector3 pull{};
        double length = 0;
        for (std::size_t c = 0; c < 3; ++c) {
          pull[c] = kBase[leg][c] - at.p[c] - arm[c];
          length += pull[c] * pull[c];
        }
        const double S = run.value(k, fmt::format("s{}_1", leg + 1)) / std::sqrt(length);
        for (std::size_t c = 0; c < 3; ++c) {
          sum[c] += S * pull[c];
          const std::size_t d = (c + 1) % 3, e = (c + 2) % 3;
          about[c] += S * (arm[d] * pull[e] - arm[e] * pull[d]);
        }
      }
      Vector3 L{}, Euler{};  // J w and J wd + w x J w along the axes of the body
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t d = 0; d < 3; ++d) {
          L[c] += J[3 * c + d] * at.w[d];
          Euler[c] += J[3 * c + d] * at.wd[d];
        }
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t d = (c + 1) % 3, e = (c + 2) % 3;
        Euler[c] += at.w[d] * L[e] - at.w[e] * L[d];
      }
      const Vector3 needed = at.turned(Euler);
      for (std::size_t c = 0; c < 3; ++c) {
        force.add(sum[c], m * (at.a[c] + (c == 2 ? g : 0)));
        moment.add(about[c], needed[c]);
      }
    }
    EXPECT_LT(force.absolute(), 1e-10) << form;
    EXPECT_LT(moment.absolute(), 1e-10) << form;
  }
}

// A body on a spherical joint, turned by three coordinates of two of its points.
TEST(SpaceKinematics, PointsTurnABodyOnASphericalJoint) {
  const std::string psi = "0.4*sin(1.5*t)", theta = "0.25*sin(2*t+0.5)";
  const test::RunResult run = test::run(
      "SPHERICAL 1 1 2 3 4 0 0 0 0 0 0\nPINBODY 2 1 2 5\nPINBODY 3 1 2 6\n"
      "X 1 0 0 0\nX 3 0 0 0\nX 5 1 0 0\nX 6 0 1 0\nFIX 3\nFIX 4\nINPUTX 5 2 3\nINPUTX 6 3\n"
      "END HALT\nINPUTX 5 2 = sin(" +
      psi + ")\nINPUTX 5 3 0\nINPUTX 6 3 = sin(" + theta + ")\nTIMESTEP 3 30\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 31u);
  expect_pose(run, "", "2", 1e-10);
}

// The point cannot leave the unit sphere: y = t ends in a dead position at t = 1.
TEST(SpaceKinematics, SaysADeadPosition) {
  const test::RunResult run = test::run(
      "SPHERICAL 1 1 2 3 4 0 0 0 0 0 0\nPINBODY 2 1 2 5\nPINBODY 3 1 2 6\n"
      "X 1 0 0 0\nX 3 0 0 0\nX 5 1 0 0\nX 6 0 1 0\nFIX 3\nFIX 4\nINPUTX 5 2 3\nINPUTX 6 3\n"
      "END HALT\nINPUTX 5 2 = t\nTIMESTEP 2 20\nEND END\n");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("toggle (dead) position; node 6 Y"), std::string::npos)
      << run.messages;
  EXPECT_NE(run.messages.find("toggle (dead) position"), std::string::npos) << run.messages;
}

// x and y of the point do not say to first order how high it is.
TEST(SpaceKinematics, SaysASingularStart) {
  const test::RunResult run = test::run(
      "SPHERICAL 1 1 2 3 4 0 0 0 0 0 0\nPINBODY 2 1 2 5\nPINBODY 3 1 2 6\n"
      "X 1 0 0 0\nX 3 0 0 0\nX 5 1 0 0\nX 6 0 1 0\nFIX 3\nFIX 4\nINPUTX 5 1 2\nINPUTX 6 3\n"
      "END HALT\nTIMESTEP 2 20\nEND END\n");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("mechanism"), std::string::npos) << run.messages;
}

// Three parallel legs carry a plate that only shifts. Where the legs lie flat (t = 1) the equations
// are singular and the motion is smooth: that row is interpolated.
TEST(SpaceKinematics, PassesTheFlatPositionOfThreeParallelLegs) {
  const test::RunResult run = test::run(
      "PARAM l = 2\nTRUSS 1 1 20\nTRUSS 2 2 12\nTRUSS 3 3 13\nPINBODY 4 20 21 12\n"
      "PINBODY 5 20 21 13\nX 1 0 0 0\nX 2 1 0 0\nX 3 0.3 1 0\n"
      "X 20 ${l*sin(0.5)} 0 ${l*cos(0.5)}\nX 12 ${1 + l*sin(0.5)} 0 ${l*cos(0.5)}\n"
      "X 13 ${0.3 + l*sin(0.5)} 1 ${l*cos(0.5)}\nX 21 1 0 0 0\nFIX 1\nFIX 2\nFIX 3\n"
      "INPUTX 20 2 3\nINPUTX 13 3\nEND HALT\n"
      "INPUTX 20 3 = l*cos(0.5 + (pi/2 - 0.5)*t)\nINPUTX 13 3 = l*cos(0.5 + (pi/2 - 0.5)*t)\n"
      "TIMESTEP 1.5 15\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 16u);
  const double rate = std::numbers::pi / 2 - 0.5;
  test::Error place, speed, acceleration;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double angle = 0.5 + rate * run.time(k);
    place.add(run.value(k, "x20_1"), 2 * std::sin(angle));
    speed.add(run.value(k, "v20_1"), 2 * rate * std::cos(angle));
    acceleration.add(run.value(k, "a20_1"), -2 * rate * rate * std::sin(angle));
    for (const char* c : {"1", "2", "3"}) {
      place.add(run.value(k, std::string("x21_") + std::to_string(c[0] - '0' + 1)), 0);
      speed.add(run.value(k, std::string("v21_") + c), 0);
      acceleration.add(run.value(k, std::string("a21_") + c), 0);
    }
  }
  EXPECT_LT(place.absolute(), 1e-9);
  EXPECT_LT(speed.absolute(), 1e-8);
  EXPECT_LT(acceleration.absolute(), 1e-7);
}

}  // namespace
}  // namespace mbs
