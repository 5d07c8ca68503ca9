// Masses of bodies of space with the centre of mass off the point, the ground of space, and the
// ways to say where a joint and an orientation are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kTurned[] = {0.8, 0.36, -0.48, 0};  // of norm 1
constexpr Vec3 kCentre = {0.1, -0.2, 0.3};
constexpr const char* kTensor = "0.05 0.006 -0.004 0.06 0.003 0.07";

std::string numbers(Vec3 a) { return fmt::format(" {:.17g} {:.17g} {:.17g}", a.x, a.y, a.z); }

// A body (1, 2) thrown and spun, with point 3 at its centre of mass; `masses` are its XM lines.
std::string thrown(const std::string& masses, const std::string& more = "") {
  double R[9];
  rotation_matrix(kTurned, R);
  const Vec3 place = {0.4, 0.5, -0.6};
  return fmt::format(
      "PINBODY 1 1 2 3\nX 1{}\nX 2 0.8 0.36 -0.48 0\nX 3{}\n{}DYNX 1\nDYNX 2\nEND HALT\n{}\n"
      "STARTVX 1 1 0.3\nSTARTVX 1 2 -0.2\nSTARTVX 1 3 1\nSTARTVX 2 1.5 -2.5 3\n"
      "GRAVITY 0.3 -0.2 -9.81\nINTEG DOP853 1e-13 1e-13\nTIMESTEP 1 10\nEND END\n",
      numbers(place), numbers(place + to_space(R, kCentre)), more, masses);
}

std::string body_mass(const std::string& inertia) {
  return fmt::format("BODYMASS 1 2 2 {} {}", numbers(kCentre), inertia);
}

double worst_of(const test::RunResult& a, const test::RunResult& b,
                const std::vector<std::string>& names) {
  double worst = 0;
  EXPECT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t k = 0; k < a.rows.size(); ++k)
    for (const std::string& name : names) {
      const double there = b.value(k, name);
      worst =
          std::max(worst, std::fabs(a.value(k, name) - there) / std::max(1.0, std::fabs(there)));
    }
  return worst;
}

const std::vector<std::string> kOfBody = {"x1_1",
                                          "x1_2",
                                          "x1_3",
                                          "a1_1",
                                          "a1_2",
                                          "a1_3",
                                          "x2_1",
                                          "x2_2",
                                          "x2_3",
                                          "x2_4",
                                          "v2_1",
                                          "v2_2",
                                          "v2_3",
                                          "a2_1",
                                          "a2_2",
                                          "a2_3",
                                          "cm.x",
                                          "cm.y",
                                          "cm.z",
                                          "cm.xd",
                                          "cm.zdd",
                                          "momentum.x",
                                          "momentum.angularx",
                                          "momentum.angulary",
                                          "momentum.angularz",
                                          "energy.kinetic",
                                          "energy.potential"};

// The same body by a point mass that PINBODY carries: no code in common for the coupling.
TEST(BodyMass, IsAMassThatTheBodyCarries) {
  const auto one = test::good_run(thrown(body_mass(kTensor)));
  const auto other = test::good_run(thrown(fmt::format("XM 3 2\nXM 2 {}", kTensor)));
  EXPECT_LT(worst_of(one, other, kOfBody), 1e-11);
}

// The centre of mass falls on a parabola, whatever the body does about it.
TEST(BodyMass, FallsWithItsCentre) {
  const auto run = test::good_run(thrown(body_mass(kTensor)));
  double R[9];
  rotation_matrix(kTurned, R);
  const Vec3 start = Vec3{0.4, 0.5, -0.6} + to_space(R, kCentre);
  const Vec3 speed = Vec3{0.3, -0.2, 1} + to_space(R, cross({1.5, -2.5, 3}, kCentre));
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    const Vec3 there = start + t * speed + t * t / 2 * Vec3{0.3, -0.2, -9.81};
    worst = std::max(
        {worst, std::fabs(run.value(k, "x3_1") - there.x),
         std::fabs(run.value(k, "x3_2") - there.y), std::fabs(run.value(k, "x3_3") - there.z),
         std::fabs(run.value(k, "cm.z") - there.z), std::fabs(run.value(k, "cm.zdd") + 9.81),
         std::fabs(run.value(k, "energy.balance"))});
  }
  EXPECT_LT(worst, 1e-11);
}

// Several masses of one body add up: two points and a tensor about the whole's centre.
TEST(BodyMass, AddsUp) {
  const std::string points =
      "BODYMASS 1 2 0.5 0.2 0 0.1 0 0 0 0 0 0\nBODYMASS 1 2 1.5 0 0.3 -0.2 0 0 0 0 0 0\n"
      "BODYMASS 1 2 0 0 0 0 0.05 0.006 -0.004 0.06 0.003 0.07";
  // by hand: c = (0.05, 0.225, -0.125); J = sum of m (r.r 1 - r r^T), r from c, and the tensor
  const Vec3 r1 = {0.15, -0.225, 0.225}, r2 = {-0.05, 0.075, -0.075};
  double J[6] = {0.05, 0.006, -0.004, 0.06, 0.003, 0.07};
  for (const auto& [m, r] : {std::pair{0.5, r1}, std::pair{1.5, r2}}) {
    const double square = dot(r, r);
    J[0] += m * (square - r.x * r.x), J[1] -= m * r.x * r.y, J[2] -= m * r.x * r.z;
    J[3] += m * (square - r.y * r.y), J[4] -= m * r.y * r.z, J[5] += m * (square - r.z * r.z);
  }
  const std::string whole = fmt::format(
      "BODYMASS 1 2 2 0.05 0.225 -0.125 {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}", J[0],
      J[1], J[2], J[3], J[4], J[5]);
  EXPECT_LT(worst_of(test::good_run(thrown(points)), test::good_run(thrown(whole)), kOfBody),
            1e-11);
}

// A tensor in axes turned by 90 degrees about z has x for y: Jx'x' = Jyy, Jx'y' = -Jxy, ...; CAD
// programs give products with the other sign.
TEST(BodyMass, TakesTurnedAxesAndProducts) {
  const auto plain = test::good_run(thrown(body_mass(kTensor)));
  const auto turned =
      test::good_run(thrown(body_mass("0.06 -0.006 0.003 0.05 0.004 0.07 TURN zxy 90deg 0 0")));
  const auto products =
      test::good_run(thrown(body_mass("0.05 -0.006 0.004 0.06 -0.003 0.07 PRODUCTS")));
  EXPECT_LT(worst_of(turned, plain, kOfBody), 1e-12);
  EXPECT_EQ(worst_of(products, plain, kOfBody), 0);
}

std::string messages_of(const std::string& deck) {
  return test::load(deck).diagnostics.format_all();
}

TEST(BodyMass, RefusesWhatNoBodyHas) {
  EXPECT_NE(messages_of(thrown("BODYMASS 1 2 -1 0 0 0 1 0 0 1 0 1")).find("mass is negative"),
            std::string::npos);
  EXPECT_NE(messages_of(thrown("BODYMASS 1 2 1 0 0 0 1 2 0 1 0 1")).find("is negative"),
            std::string::npos);
  // principal moments 1, 1, 2.5, hidden in turned axes
  EXPECT_NE(messages_of(thrown("BODYMASS 1 2 1 0 0 0 1.75 0.75 0 1.75 0 1")).find("larger than"),
            std::string::npos);
}

// An arm on a revolute joint to the ground swings as one that hangs on fixed nodes.
std::string arm(const std::string& joint, const std::string& held) {
  return fmt::format(
      "{}X 3 0.5 0.2 0.1\nX 4 ROT zxy 0.2 0.3 0.4\n{}DYNE 1 1\nEND HALT\n"
      "BODYMASS 3 4 2 0.1 0.05 0 0.05 0.006 -0.004 0.06 0.003 0.07\nGRAVITY 0 0 -9.81\n"
      "INTEG DOP853 1e-12 1e-12\nTIMESTEP 1 10\nEND END\n",
      joint, held);
}
const std::vector<std::string> kOfArm = {
    "x3_1",   "x3_2", "x3_3", "x4_1", "x4_2", "x4_3", "x4_4",       "e1_1",          "ed1_1",
    "edd1_1", "s1_2", "s1_3", "s1_4", "s1_5", "s1_6", "momentum.x", "energy.kinetic"};

TEST(GroundOfSpace, IsAFixedBody) {
  const std::string joint = "3 4  0.1 0.2 0.3  -0.2 0.1 0  1 2 0.5\n";
  const auto ground = test::good_run(arm("REVOLUTE 1 0 0 " + joint, ""));
  const auto fixed = test::good_run(arm("REVOLUTE 1 1 2 " + joint, "X 1 0 0 0\nFIX 1\nFIX 2\n"));
  EXPECT_LT(worst_of(ground, fixed, kOfArm), 1e-13);
  EXPECT_FALSE(ground.has("x0_1"));
  EXPECT_EQ(ground.report.find("\n    0"), std::string::npos);
}

TEST(GroundOfSpace, MayBeTheSecondBody) {
  // what is counted j against i changes its sign, and what is held of i on j does
  const auto first = test::good_run(arm("REVOLUTE 1 0 0 3 4 AT 0.3 0.1 0.2  0 1 0\n", ""));
  const auto second = test::good_run(arm("REVOLUTE 1 3 4 0 0 AT 0.3 0.1 0.2  0 1 0\n", ""));
  ASSERT_EQ(first.rows.size(), second.rows.size());
  double worst = 0;
  for (std::size_t k = 0; k < first.rows.size(); ++k)
    worst = std::max(worst, std::fabs(first.value(k, "e1_1") + second.value(k, "e1_1")));
  EXPECT_LT(worst, 1e-11);
}

TEST(GroundOfSpace, IsWrittenBack) {
  const std::string deck = arm("REVOLUTE 1 0 0 3 4 AT 0.3 0.1 0.2  0 1 0\n", "");
  const std::string echo = write_deck(test::load(deck).tables);
  EXPECT_NE(echo.find("REVOLUTE 1 0 0 3 4 0.3"), std::string::npos) << echo;
  EXPECT_EQ(echo.find("FIX"), std::string::npos) << echo;
  EXPECT_EQ(echo.find("X 0"), std::string::npos) << echo;
  EXPECT_EQ(worst_of(test::good_run(echo), test::good_run(deck), kOfArm), 0);
}

TEST(GroundOfSpace, RefusesHalfAGround) {
  const auto problem = [](const std::string& joint) { return messages_of(arm(joint, "")); };
  EXPECT_NE(problem("REVOLUTE 1 0 4 3 4 0 0 0 0 0 0 0 0 1\n").find("the ground has no node"),
            std::string::npos);
  EXPECT_NE(problem("REVOLUTE 1 0 0 0 0 0 0 0 0 0 0 0 0 1\n").find("joins the ground to itself"),
            std::string::npos);
  EXPECT_NE(problem("TRUSS 1 0 3\n").find("node p"), std::string::npos);
}

// AT and the axes of space mean the same joint as numbers in the bodies.
TEST(PlaceOfAJoint, InSpaceOrInTheBodies) {
  double R[9];
  const auto at = test::load(arm("REVOLUTE 1 0 0 3 4 AT 0.3 0.1 0.2  1 2 0.5  0 1 0\n", ""));
  rotation_matrix(at.tables.nodes[1].x.data(), R);
  const Vec3 s = to_body(R, Vec3{0.3, 0.1, 0.2} - Vec3{0.5, 0.2, 0.1});
  const auto written = test::good_run(
      arm(fmt::format("REVOLUTE 1 0 0 3 4 0.3 0.1 0.2 {} 1 2 0.5 0 1 0\n", numbers(s)), ""));
  const auto run = test::good_run(arm("REVOLUTE 1 0 0 3 4 AT 0.3 0.1 0.2  1 2 0.5  0 1 0\n", ""));
  EXPECT_LT(worst_of(run, written, kOfArm), 1e-13);
}

// With AXISJ the X lines are estimates: the body is turned until the axes meet.
TEST(PlaceOfAJoint, AxesOfTheSecondBody) {
  const auto run = test::good_run(
      "REVOLUTE 1 0 0 3 4  0 0 0  -0.2 0 0  0 0 1  1 0 0  AXISJ 0 1 0  1 0 0\n"
      "X 3 0.2 0.03 0.01\nX 4 ROT AXIS 1 0 0 80deg\nINPUTE 1 1\nEND HALT\nINPUTE 1 1 = 0.5*t\n"
      "TIMESTEP 1 2\nEND END\n");
  // Its y axis is that of the joint: at t = 0 the body is turned by 90 degrees about x, then about
  // z.
  const double half = std::sqrt(0.5);
  EXPECT_NEAR(run.value(0, "x4_1"), half, 1e-12);
  EXPECT_NEAR(run.value(0, "x4_2"), half, 1e-12);
  EXPECT_NEAR(run.value(0, "x3_1"), 0.2, 1e-12);
  EXPECT_NEAR(run.value(0, "x3_3"), 0, 1e-12);
  EXPECT_NEAR(run.value(2, "x3_1"), 0.2 * std::cos(0.5), 1e-12);
  EXPECT_NEAR(run.value(2, "x3_2"), 0.2 * std::sin(0.5), 1e-12);
}

std::array<double, 4> orientation_of(const test::Loaded& deck, int number) {
  for (const NodeRow& row : deck.tables.nodes)
    if (row.number == number) return row.x;
  return {};
}

// Turns one after the other about z: LIKE and FROM, whatever the order of the lines.
TEST(OrientationsFromOthers, FollowThem) {
  const auto deck = test::load(
      "HINGE 1 1 2 0 0 1\nHINGE 2 2 3 0 0 1\nHINGE 3 3 4 0 0 1\nX 4 LIKE 3\n"
      "X 3 ROT AXIS 0 0 1 20deg FROM 2\nX 2 ROT AXIS 0 0 1 30deg FROM 1\nX 1 ROT AXIS 1 0 0 90deg\n"
      "FIX 1\nRLSE 1 1\nRLSE 2 1\nDYNE 3 1\nEND HALT\nXM 4 1 0 0 1 0 1\nTIMESTEP 1 1\nEND END\n");
  EXPECT_EQ(deck.diagnostics.error_count(), 0) << deck.diagnostics.format_all();
  double R[9], turn = 50 * 0.017453292519943295;
  rotation_matrix(orientation_of(deck, 3).data(), R);
  // R = Rx(90) Rz(50)
  EXPECT_NEAR(R[0], std::cos(turn), 1e-15);
  EXPECT_NEAR(R[1], -std::sin(turn), 1e-15);
  EXPECT_NEAR(R[6], std::sin(turn), 1e-15);
  EXPECT_NEAR(R[5], -1, 1e-15);
  EXPECT_EQ(orientation_of(deck, 4), orientation_of(deck, 3));
}

TEST(OrientationsFromOthers, RefuseCirclesAndOtherNodes) {
  const auto problem = [](const std::string& lines) {
    return messages_of(
        "PINBODY 1 1 2 3\nHINGE 2 2 4 0 0 1\nX 1 0 0 0\nX 3 1 0 0\n" + lines +
        "FIX 1\nFIX 2\nDYNE 2 1\nEND HALT\nXM 4 1 0 0 1 0 1\nTIMESTEP 1 1\nEND END\n");
  };
  EXPECT_NE(problem("X 2 LIKE 4\nX 4 ROT VECTOR 0 0 1 FROM 2\n").find("in a circle: nodes 2, 4, 2"),
            std::string::npos);
  EXPECT_NE(problem("X 2 LIKE 3\n").find("node 3 is a space point"), std::string::npos);
  EXPECT_NE(problem("X 2 LIKE 9\n").find("node 9 is not defined"), std::string::npos);
}

}  // namespace
}  // namespace mbs
