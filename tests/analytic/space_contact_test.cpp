// SPLANE: points and balls of bodies of space that touch planes, by CONTACT without friction:
// impacts of a corner, a box on the floor, a penalty contact, a plane that a body carries.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// Without weight a body comes along the normal and strikes with one corner. With r the arm and n
// the normal the impulse is j = (1 + e) u/(1/m + (r x n).J^-1 (r x n)).
TEST(SpaceContact, CornerThatStrikes) {
  const double m = 2, J[] = {0.02, 0.03, 0.035}, u = 1.5, far = 0.3;
  double q[4] = {1, 0, 0, 0}, R[9];
  const double turn[] = {0.4, -0.9, 0.3};
  turn_by(q, turn);
  rotation_matrix(q, R);
  const Vec3 n = unit_vector({1, -2, 2}), s = {0.2, 0.15, -0.1}, arm = to_space(R, s);
  const Vec3 start = (far - dot(n, arm)) * n, v = -u * n;
  for (const double e : {0.4, 0.7, 1.0}) {
    const test::RunResult run = test::good_run(fmt::format(
        "SPLANE 1  1 2  {} {} {} 0  PLANE {:.17g} {:.17g} {:.17g}\nX 1  {:.17g} {:.17g} {:.17g}\n"
        "X 2  {:.17g} {:.17g} {:.17g} {:.17g}\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 {}\n"
        "XM 2 {} 0 0 {} 0 {}\nSTARTVX 1 1 {:.17g}\nSTARTVX 1 2 {:.17g}\nSTARTVX 1 3 {:.17g}\n"
        "CONTACT 1 RIGID {}\nINTEG STEP 1e-12 1e-12\nTIMESTEP 0.25 5\nEND END\n",
        s.x, s.y, s.z, n.x, n.y, n.z, start.x, start.y, start.z, q[0], q[1], q[2], q[3], m, J[0],
        J[1], J[2], v.x, v.y, v.z, e));
    const Vec3 lever = to_body(R, cross(arm, n));
    const double mobility =
        1 / m + lever.x * lever.x / J[0] + lever.y * lever.y / J[1] + lever.z * lever.z / J[2];
    const double j = (1 + e) * u / mobility;
    const std::size_t last = run.rows.size() - 1;
    const Vec3 after = (-u + j / m) * n, spin = j * cross(arm, n);
    const char* const axes = "xyz";
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(run.value(last, fmt::format("v1_{}", c + 1)), after[c], 1e-10) << e;
      EXPECT_NEAR(run.value(last, fmt::format("x1_{}", c + 1)),
                  (start + far / u * v + (0.25 - far / u) * after)[c], 1e-10);
      // The centre moves on a line through the origin.
      EXPECT_NEAR(run.value(last, fmt::format("momentum.angular{}", axes[c])), spin[c], 1e-9);
    }
  }
}

std::string box(double height, const std::string& start, const std::string& model,
                const std::string& tail) {
  std::string out;
  int e = 0;
  for (const double x : {0.2, -0.2})
    for (const double y : {0.1, -0.1})
      for (const double z : {0.15, -0.15})
        out += fmt::format("SPLANE {}  1 2  {} {} {} 0  PLANE 0 0 1\n", ++e, x, y, z);
  out += fmt::format("X 1  0 0 {}\nX 2 {}\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 3\n", height, start);
  out += "XM 2 0.0325 0 0  0.0625 0  0.05\nGRAVITY 0 0 -9.81\n";
  for (int k = 1; k <= e; ++k) out += fmt::format("CONTACT {} {}\n", k, model);
  return out + tail + "END END\n";
}

// A box that falls flat bounces as a ball does, and comes to rest on four corners that carry it.
TEST(SpaceContact, BoxThatFallsFlat) {
  const double h = 0.5, e = 0.5;
  const test::RunResult run = test::done(
      box(0.15 + h, "1 0 0 0", "RIGID 0.5", "INTEG STEP 1e-12 1e-12\nTIMESTEP 2.5 50\n"));
  const double down = std::sqrt(2 * h / 9.81);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t");
    // Flights between the bounces, which begin with the speed e^n v.
    double begin = -down, speed = 9.81 * down;
    while (speed > 1e-9 && t > begin + 2 * speed / 9.81) begin += 2 * speed / 9.81, speed *= e;
    const double in = t - begin;
    const double z = speed > 1e-9 ? speed * in - 9.81 * in * in / 2 : 0;
    EXPECT_NEAR(run.value(k, "x1_3") - 0.15, z, 1e-8) << t;
  }
  double weight = 0;
  for (int c = 1; c <= 8; ++c)
    weight += run.value(run.rows.size() - 1, fmt::format("contact{}.n", c));
  EXPECT_NEAR(weight, 3 * 9.81, 1e-8);
}

// Fallen askew without loss it keeps its energy, whatever strikes; with loss it lies down in the
// end.
TEST(SpaceContact, BoxThatFallsAskew) {
  const test::RunResult lively = test::done(
      box(0.9, "ROT xyz 0.3 0.5 0.2", "RIGID 1", "INTEG STEP 1e-11 1e-11\nTIMESTEP 2 20\n"));
  const double E = lively.value(0, "energy.kinetic") + lively.value(0, "energy.potential");
  for (std::size_t k = 0; k < lively.rows.size(); ++k) {
    EXPECT_NEAR((lively.value(k, "energy.kinetic") + lively.value(k, "energy.potential")) / E, 1,
                1e-7);
    // Nothing pushes sideways.
    EXPECT_NEAR(lively.value(k, "x1_1"), 0, 1e-10);
  }
  const test::RunResult dull = test::done(
      box(0.9, "ROT xyz 0.3 0.5 0.2", "RIGID 0", "INTEG STEP 1e-11 1e-11\nTIMESTEP 6 12\n"));
  const std::size_t last = dull.rows.size() - 1;
  double lowest = HUGE_VAL;
  for (int c = 1; c <= 8; ++c)
    lowest = std::min(lowest, dull.value(last, fmt::format("contact{}.gap", c)));
  EXPECT_NEAR(lowest, 0, 1e-7);
  EXPECT_LT(dull.value(last, "energy.potential"), 3 * 9.81 * 0.25);
}

// A ball that a spring of the floor turns back: in touch for half a period.
TEST(SpaceContact, PenaltyTurnsABallBack) {
  const double k = 4000, m = 1.2, u = 2, far = 0.4;
  const test::RunResult run = test::good_run(fmt::format(
      "SPLANE 1  1 2  0 0 0 0.1  PLANE 0 0 1 THROUGH 5 6 1\nX 1  0 0 {}\nX 2 1 0 0 0\nDYNX 1\nDYNX "
      "2\n"
      "END HALT\nXM 1 {}\nXM 2 0.1 0 0 0.1 0 0.1\nSTARTVX 1 3 {}\nCONTACT 1 PENALTY {} 1 0\n"
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 0.6 6\nEND END\n",
      1.1 + far, m, -u, k));
  const double out = far / u + M_PI * std::sqrt(m / k);
  EXPECT_NEAR(run.value(6, "x1_3"), 1.1 + u * (0.6 - out), 1e-9);
}

// On a plane that a body carries: a lift that goes up evenly is struck with the relative speed.
TEST(SpaceContact, PlaneOfABody) {
  const test::RunResult run = test::good_run(
      "SPLANE 1  1 2  0.1 0.2 0 0  ON 3 4 PLANE 0 0 1 THROUGH 0 0 0.5\nPRISMATIC 2  0 0  3 4  AT 0 "
      "0 0 "
      "0 0 1\nX 1  0 0 2\nX 2 1 0 0 0\nX 3  0 0 0\nDYNX 1\nFIX 2\nINPUTE 2 1\nEND HALT\n"
      "INPUTE 2 1 = 0.8*t\nXM 1 1\nSTARTVX 1 3  -1\nCONTACT 1 RIGID 0.5\nINTEG STEP 1e-12 1e-12\n"
      "TIMESTEP 1.2 6\nEND END\n");
  EXPECT_NEAR(run.value(6, "x1_3"), 2 - 1.5 / 1.8 + 1.7 * (1.2 - 1.5 / 1.8), 1e-10);
  EXPECT_NEAR(run.value(6, "v1_3"), 0.8 + 0.5 * 1.8, 1e-10);
}

TEST(SpaceContact, Refusals) {
  const auto said = [](const std::string& line) {
    return test::run(
               "SPLANE 1  1 2  0 0 0 0  PLANE 0 0 1\nX 1 0 0 1\nX 2 1 0 0 0\nDYNX 1\nDYNX 2\n"
               "END HALT\nXM 1 1\nXM 2 1 0 0 1 0 1\n" +
               line + "\nTIMESTEP 1 4\nEND END\n")
        .messages;
  };
  for (const char* const line : {"CONTACT 1 RIGID 0 0.3 0.3", "FRICTION 1  1 1  0.3"})
    EXPECT_NE(said(line).find("the friction of a SPLANE has a direction"), std::string::npos);
}

}  // namespace
}  // namespace mbs
