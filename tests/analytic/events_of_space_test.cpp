// Events on joints and orientations of space: stops, locks, releases, FORWARD, PRESCRIBE and SET,
// against the plane's own elements, and against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/space_vector.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

std::string numbers(Vec3 a) { return fmt::format(" {:.17g} {:.17g} {:.17g}", a.x, a.y, a.z); }

// A pendulum that strikes a stop, is locked and let go, in a plane askew, against that of PLREV.
TEST(EventsOfSpace, PendulumAskewIsThePlanarOne) {
  const char* const kEvents =
      "EVENT stop WHEN {} > 0.2 DO IMPACT {} CEILING e = 0.6\n"
      "EVENT lock WHEN t > 1.2 DO FIX {}\nEVENT go WHEN t > 1.5 DO RELEASE {}\n"
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 2 20\nEND END\n";
  const auto events = [&](const char* angle, const char* target) {
    return fmt::format(fmt::runtime(kEvents), angle, target, target, target);
  };
  const test::RunResult flat = test::good_run(
      "PLREV 1  1 2 3 4  0 0  0 0.5\nX 1 0 0\nX 2 0\nX 3 0 -0.5\nX 4 0\nFIX 1\nFIX 2\nDYNX 4\n"
      "END HALT\nXM 3 1\nXM 4 0.1\nGRAVITY 0 -9.81\nSTARTDX 4 1 -0.5 -1\n" +
      events("x4_1", "X 4 1"));
  const Vec3 x = {0.36, 0.48, -0.8}, y = {-0.8, 0.6, 0}, n = {0.48, 0.64, 0.6};
  const test::RunResult run = test::good_run(
      fmt::format(
          "REVOLUTE 1  0 0  1 2  AT 0 0 0 {}\nX 1 {}\nX 2 AXES x{} z{}\nDYNE 1 1\nEND HALT\n"
          "XM 1 1\nXM 2 0.3 0 0 0.25 0 0.1\nGRAVITY {}\nSTARTDE 1 1 -0.5 -1\n",
          numbers(n), numbers(-0.5 * y), numbers(x), numbers(n), numbers(-9.81 * y)) +
      events("rev1.angle", "E 1 1"));
  ASSERT_EQ(run.rows.size(), flat.rows.size());
  ASSERT_EQ(run.events.size(), flat.events.size());
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "e1_1"), flat.value(k, "x4_1"), 1e-9) << k;
    EXPECT_NEAR(run.value(k, "ed1_1"), flat.value(k, "v4_1"), 1e-8) << k;
  }
}

// A turntable carries an arm on a second hinge, across the first. Locking the second keeps the
// angular momentum about the vertical.
TEST(EventsOfSpace, LockOfTheSecondHingeKeepsAngularMomentum) {
  const test::RunResult run = test::good_run(
      "REVOLUTE 1  0 0  1 2  AT 0 0 0  0 0 1\nREVOLUTE 2  1 2  3 4  AT 0.3 0 0  1 2 0\n"
      "X 1  0 0 0\nX 3  0.5 0.1 0.2\nDYNE 1 1\nDYNE 2 1\nEND HALT\nXM 1  2\nXM 2  0.1 0 0 0.2 0 "
      "0.3\n"
      "XM 3  1.5\nXM 4  0.02 0.003 0  0.03 0.001 0.04\nSTARTDE 1 1  0 2\nSTARTDE 2 1  0 -3\n"
      "EVENT lock WHEN t > 0.3 DO FIX E 2 1\nINTEG STEP 1e-12 1e-12\nTIMESTEP 0.6 6\nEND END\n");
  const std::size_t last = run.rows.size() - 1;
  const double before = run.value(0, "momentum.angularz");
  EXPECT_NEAR(run.value(last, "momentum.angularz"), before, 1e-10 * std::fabs(before));
  EXPECT_NEAR(run.value(last, "ed2_1"), 0, 1e-13);
  // All turns about the vertical now, as one body: I w = L with I of the parts where they are.
  const double w = run.value(last, "ed1_1");
  Vec3 r = {run.value(last, "x3_1"), run.value(last, "x3_2"), 0};
  double q[4];
  for (int c = 0; c < 4; ++c) q[c] = run.value(last, fmt::format("x4_{}", c + 1));
  // The vertical in the arm: the third row of its matrix.
  const Vec3 u = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                  1 - 2 * (q[1] * q[1] + q[2] * q[2])};
  const Vec3 Ju = {0.02 * u.x + 0.003 * u.y, 0.003 * u.x + 0.03 * u.y + 0.001 * u.z,
                   0.001 * u.y + 0.04 * u.z};
  const double I = 0.3 + 1.5 * dot(r, r) + dot(u, Ju);
  EXPECT_NEAR(w * I / before, 1, 1e-10);
}

// A hinge that breaks: the body flies on, its centre along a parabola, its angular velocity as it
// was (a ball of inertia).
TEST(EventsOfSpace, HingeThatBreaks) {
  const test::RunResult run = test::good_run(
      "REVOLUTE 1  0 0  1 2  AT 0 0 0  1 1 0\nX 1  0.2 -0.1 -0.4\nDYNE 1 1\nEND HALT\nXM 1  1.3\n"
      "XM 2  0.05 0 0 0.05 0 0.05\nGRAVITY 0 0 -9.81\nSTARTDE 1 1  0 4\n"
      "EVENT break WHEN t > 0.25 DO RELEASE E 1\nINTEG STEP 1e-12 1e-12\nTIMESTEP 1 20\nEND END\n");
  const std::size_t at = 6, last = run.rows.size() - 1;  // t = 0.3, 1
  const double T = run.value(last, "t") - run.value(at, "t");
  for (int c = 1; c <= 3; ++c) {
    const double g = c == 3 ? -9.81 : 0;
    const double fallen = run.value(at, fmt::format("x1_{}", c)) +
                          run.value(at, fmt::format("v1_{}", c)) * T + 0.5 * g * T * T;
    EXPECT_NEAR(run.value(last, fmt::format("x1_{}", c)), fallen, 1e-9) << c;
    EXPECT_NEAR(run.value(last, fmt::format("v2_{}", c)), run.value(at, fmt::format("v2_{}", c)),
                1e-10);
  }
}

// FORWARD: the moment of the motor stays, so the wheel goes on with the acceleration that it has.
TEST(EventsOfSpace, ForwardKeepsTheMomentOfAMotor) {
  const test::RunResult run = test::good_run(
      "REVOLUTE 1  0 0  1 2  AT 0 0 0  1 2 2\nX 1  0 0 0\nINPUTE 1 1\nEND HALT\n"
      "INPUTE 1 1 = 0.5*t^3\nXM 1  2\nXM 2  0.1 0 0 0.1 0 0.1\nEVENT let WHEN t > 1 DO FORWARD\n"
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 2 4\nEND END\n");
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "e1_1"), 0.5 + 1.5 + 1.5, 1e-9);  // 0.5 t^3, then 3 rad/s2
  EXPECT_NEAR(run.value(last, "ed1_1"), 1.5 + 3, 1e-9);
  EXPECT_NEAR(std::fabs(run.value(last, "s1_1")), 0.3, 1e-10);
}

// A motor whose angle an event prescribes anew, and whose speed an event sets.
TEST(EventsOfSpace, PrescribedAndSetAngles) {
  const test::RunResult run = test::good_run(
      "PARAM speed = 2\nREVOLUTE 1  0 0  1 2  AT 0 0 0  0 0 1\nREVOLUTE 2  0 0  3 4  AT 0 1 0  0 1 "
      "0\n"
      "X 1  0 0 0\nX 3  0 1 0\nDYNE 1 1\nINPUTE 2 1\nEND HALT\nPARAM from = 0\nPARAM since = 0\n"
      "INPUTE 2 1 = from + speed*(t - since)\nXM 2  0.1 0 0 0.1 0 0.05\nXM 4  0.1 0 0 0.1 0 0.05\n"
      "STARTDE 1 1  0 2\nEVENT p WHEN t > 0.5 DO PRESCRIBE E 1 1 3.0 1.0\n"
      "EVENT q WHEN t > 0.7 DO RELEASE E 1 1\n"
      "EVENT s WHEN rev2.angle > 1 DO SET from = rev2.angle; SET since = t; SET speed = 3\n"
      "TIMESTEP 1 4\nEND END\n");
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "e1_1"), 1 + 3 * 0.2 + 0.02 + 3.2 * 0.3, 1e-9);
  EXPECT_NEAR(run.value(last, "e2_1"), 1 + 3 * 0.5, 1e-9);
}

// A free body whose spin about its third axis is stopped: the other two angular velocities stay,
// and go on as they are, since J1 w1' = (J2 - J3) w2 w3 and w3 is 0.
TEST(EventsOfSpace, OneAngularVelocityIsStopped) {
  const std::string deck =
      "X 1  0 0 0\nX 2  ROT xyz 0.3 -0.5 0.8\nDYNX 1\nDYNX 2\nEND HALT\nXM 1  1\n"
      "XM 2  0.2 0 0  0.3 0  0.4\nSTARTVX 2  1 -2 3\nINTEG STEP 1e-12 1e-12\nTIMESTEP 0.4 4\n";
  const std::string body = "PINBODY 1  1 2 3\nX 3  0.1 0 0\n";
  const test::RunResult run =
      test::good_run(body + deck + "EVENT stop WHEN t > 0.2 DO FIX X 2 3\nEND END\n");
  const test::RunResult free = test::good_run(body + deck + "END END\n");
  const std::size_t at = 2, last = run.rows.size() - 1;
  for (int c = 1; c <= 3; ++c)
    EXPECT_NEAR(run.value(last, fmt::format("v2_{}", c)),
                c == 3 ? 0 : free.value(at, fmt::format("v2_{}", c)), 1e-10);
  const test::RunResult held =
      test::good_run(body + deck + "EVENT stop WHEN t > 0.2 DO FIX X 2\nEND END\n");
  for (int c = 1; c <= 4; ++c)
    EXPECT_NEAR(held.value(last, fmt::format("x2_{}", c)), free.value(at, fmt::format("x2_{}", c)),
                1e-10);
  const test::RunResult struck =
      test::good_run(body + deck + "EVENT hit WHEN t > 0.2 DO IMPACT X 2 3 e = 0.5\nEND END\n");
  // Right after it, by the momenta: kinetic energy falls by 3/8 J3 w3^2.
  const double w3 = free.value(at, "v2_3");
  EXPECT_NEAR(struck.value(last, "energy.kinetic"),
              free.value(last, "energy.kinetic") - 0.375 * 0.4 * w3 * w3, 1e-10);
}

}  // namespace
}  // namespace mbs
