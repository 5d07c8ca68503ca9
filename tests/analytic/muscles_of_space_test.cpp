// Muscles of bodies of space, whose paths are lengths between points of bodies or polynomials of
// joint angles: lengths, rates and the moments about a ball, a hinge and a universal joint by their
// geometry.
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

constexpr const char* kMuscle =
    "FMAX 800 LOPT .13 LSLACK .3 PENNATION 12 START 0.3 .12 STIM = .4 + .3*sin(9*t)";

Vec3 three(const test::RunResult& run, std::size_t row, const std::string& start) {
  return {run.value(row, start + "1"), run.value(row, start + "2"), run.value(row, start + "3")};
}

// A humerus on its ball joint; two muscles from the trunk to the bone.
TEST(MusclesOfSpace, PullStraightAcrossABallJoint) {
  const test::RunResult run = test::good_run(fmt::format(
      "SPHERICAL 1  0 0  1 2  AT 0 0 0\n"
      "SDA 2  0 0  1 2   0.05 -0.1 0.25   0.02 0.03 0.06\n"
      "SDA 3  0 0  1 2   -0.1 0.12 0.2   -0.03 0 0.05\n"
      "X 1 0.05 0 -0.14\nX 2 ROT zxy 0.3 -0.2 0.4\nDYNX 2\nEND HALT\nXM 1 2.1\n"
      "XM 2 0.021 0.001 0 0.02 0 0.004\nSTARTVX 2 1 -2 0.5\nGRAVITY 0 0 -9.81\n"
      "MUSCLE DEL VSB OVER 2 1 {0}\nMUSCLE SUB THELEN OVER 3 1 {0}\nINTEG DOP853 1e-11 1e-11\n"
      "TIMESTEP 0.2 10\nEND END\n",
      kMuscle));
  // The joint in the body.
  double R0[9];
  const Vec3 x0 = {0.05, 0, -0.14};
  const double q0[4] = {run.value(0, "x2_1"), run.value(0, "x2_2"), run.value(0, "x2_3"),
                        run.value(0, "x2_4")};
  rotation_matrix(q0, R0);
  const Vec3 c = to_body(R0, x0);
  const double m = 2.1, J[3][3] = {{0.021, 0.001, 0}, {0.001, 0.02, 0}, {0, 0, 0.004}};
  const auto about_ball = [&](Vec3 w) {
    Vec3 out = m * (dot(c, c) * w - dot(c, w) * c);
    const auto row = [&](int k) { return J[k][0] * w.x + J[k][1] * w.y + J[k][2] * w.z; };
    return out + Vec3{row(0), row(1), row(2)};
  };
  double largest = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    double R[9];
    const double q[4] = {run.value(k, "x2_1"), run.value(k, "x2_2"), run.value(k, "x2_3"),
                         run.value(k, "x2_4")};
    rotation_matrix(q, R);
    const Vec3 x = three(run, k, "x1_"), w = three(run, k, "v2_"), wd = three(run, k, "a2_");
    Vec3 moment = cross(x, {0, 0, -9.81 * m});
    const auto muscle = [&](const std::string& name, Vec3 origin, Vec3 insertion) {
      const Vec3 P = x + to_space(R, insertion), d = P - origin;
      const double L = std::sqrt(dot(d, d)), F = run.value(k, name + ".f");
      const Vec3 u = (1 / L) * d, rate = cross(to_space(R, w), P);  // the ball is the origin
      EXPECT_NEAR(run.value(k, name + ".l"), L, 1e-12) << name << k;
      EXPECT_NEAR(run.value(k, name + ".ld"), dot(u, rate), 1e-11) << name << k;
      EXPECT_NEAR(run.value(k, name + ".power"), -F * dot(u, rate), 1e-9) << name << k;
      moment = moment + cross(P, -F * u);
      largest = std::max(largest, F);
    };
    muscle("DEL", {0.05, -0.1, 0.25}, {0.02, 0.03, 0.06});
    muscle("SUB", {-0.1, 0.12, 0.2}, {-0.03, 0, 0.05});
    const Vec3 needed = about_ball(wd) + cross(w, about_ball(w)), has = to_body(R, moment);
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(needed[a], has[a], 1e-9) << k;
  }
  EXPECT_GT(largest, 30);
}

// R = Rx(a) Ry(b): w = (a' cos b, b', a' sin b), and Lagrange's equations with -F dL/da, -F dL/db.
TEST(MusclesOfSpace, LieOverBothAnglesOfAUniversalJoint) {
  const test::RunResult run = test::good_run(fmt::format(
      "UNIVERSAL 1  0 0  1 2  0 0 0  0 0 0  1 0 0  0 1 0\nX 1 0 0 0\nX 2 ROT xyz 0 0 0\n"
      "DYNE 1 1 2\nEND HALT\nXM 1 1\nXM 2 0.3 0 0 0.2 0 0.1\nSTARTDE 1 1 0.2 1\nSTARTDE 1 2 -0.3 "
      "2\n"
      "MUSCLE ECU VSB OVER 1 1 .3 -.035 .002 OVER 1 2 0.02 .02 -.004 {}\n"
      "INTEG DOP853 1e-11 1e-11\nTIMESTEP 0.3 10\nEND END\n",
      kMuscle));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double a = run.value(k, "e1_1"), b = run.value(k, "e1_2"), ad = run.value(k, "ed1_1"),
                 bd = run.value(k, "ed1_2"), add = run.value(k, "edd1_1"),
                 bdd = run.value(k, "edd1_2");
    const double s = std::sin(b), c = std::cos(b), F = run.value(k, "ECU.f");
    EXPECT_NEAR(run.value(k, "ECU.l"), .32 - .035 * a + .002 * a * a + .02 * b - .004 * b * b,
                1e-13);
    const double Qa = -F * (-.035 + .004 * a), Qb = -F * (.02 - .008 * b);
    EXPECT_NEAR(add * (0.3 * c * c + 0.1 * s * s) + 2 * (0.1 - 0.3) * s * c * ad * bd, Qa, 1e-9);
    EXPECT_NEAR(0.2 * bdd - (0.1 - 0.3) * s * c * ad * ad, Qb, 1e-9);
  }
}

// An elbow that lies askew, with a brachialis of two wings: the moment about the hinge is the
// component of P x F along it, its arm the rate of its length by the angle.
TEST(MusclesOfSpace, TurnAHingeByTheComponentOfTheirMoment) {
  const Vec3 u = (1 / 3.0) * Vec3{1, 2, 2}, origin = {0.1, 0.05, 0.2},
             insertion = {-0.03, 0.06, 0.02};
  const test::RunResult run = test::good_run(
      "REVOLUTE 1  0 0  1 2  0 0 0  0 0 0  1 2 2\nSDA 2  0 0  1 2  0.1 0.05 0.2  -0.03 0.06 0.02\n"
      "X 1 0 0 0\nX 2 ROT xyz 0 0 0\nDYNE 1 1\nEND HALT\nXM 2 0.02 0 0 0.03 0 0.04\nXM 1 0\n"
      "MUSCLE BRA DGF RIGID OVER 2 1 FMAX 800 LOPT .13 LSLACK .18 START 0.3 STIM = .4 + "
      ".3*sin(9*t)\n"
      "STARTDE 1 1 0.3 -1\nINTEG DOP853 1e-11 1e-11\n"
      "TIMESTEP 0.3 6\nEND END\n");
  const double J = (0.02 + 4 * 0.03 + 4 * 0.04) / 9;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double angle = run.value(k, "e1_1");
    const auto turned = [&](double by) {
      return std::cos(by) * insertion + std::sin(by) * cross(u, insertion) +
             (1 - std::cos(by)) * dot(u, insertion) * u;
    };
    const auto length = [&](double by) {
      const Vec3 d = turned(by) - origin;
      return std::sqrt(dot(d, d));
    };
    const double arm = dot(u, cross(turned(angle), turned(angle) - origin)) / length(angle);
    EXPECT_NEAR((length(angle + 1e-5) - length(angle - 1e-5)) / 2e-5, arm, 1e-10);
    EXPECT_NEAR(run.value(k, "BRA.l"), length(angle), 1e-13);
    EXPECT_NEAR(J * run.value(k, "edd1_1"), -run.value(k, "BRA.f") * arm, 1e-9);
  }
}

// A KABIOS deck, as it is written out, and as a native deck: the same.
TEST(MusclesOfSpace, InKabiosDecks) {
  const std::string deck = fmt::format(
      "SPACE\n2 1 1 0 0 0 0 0\n1 0 0 0 1 0 0 0\n2 0.05 0 -0.14 SEQ zxy 0.3 -0.2 0.4\n"
      "SPHERICAL 1 2 AT 0 0 0\n1\n0 0.2 0.05\nMASS 2 2.1 0.021 0.001 0 0.02 0 0.004\n"
      "VEL 2 0 0 0 BODY 0 0 0\nGRAV 0 0 -9.81\nSDA 1 2 0.05 -0.1 0.25 0.02 0.03 0.06 0 0 0\n"
      "MUSCLE DEL VSB OVER SDA 2 {}\nMUSCLE SUB VSB OVER JOINT 2 1 0.02 1 FMAX 500 LOPT .13 "
      "LSLACK .2 ONSET 0.06 FROM 0.05 TO 0.8\nINTEG DOP853 1e-11 1e-11\nEND\n",
      kMuscle);
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics),
                    native = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  const test::RunResult run = test::good_run(deck);
  EXPECT_GT(run.value(1, "DEL.f"), 30);
  for (const std::string& text : {echo, native}) {
    const test::RunResult other = test::good_run(text);
    ASSERT_EQ(other.rows.size(), run.rows.size());
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      for (const char* name : {"DEL.f", "DEL.l", "SUB.f", "SUB.act", "SUB.l"})
        EXPECT_NEAR(other.value(k, name), run.value(k, name), 1e-8) << text << name << k;
    EXPECT_NEAR(run.value(2, "SUB.l"), run.value(2, "DEL.l") + 0.02, 1e-12);
  }
}

}  // namespace
}  // namespace mbs
