// WELD, SCREW, BUSHING, SDA, CARDAN, RBEAM and SLIDER: against other elements that make the same
// mechanism, closed forms, and Newton's and Euler's equations of one body.
//
// One file above 400 lines: all joints are held against the same body, its wrench and the same
// pairs of decks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;
constexpr std::array<double, 6> kInertia = {0.05, 0.006, -0.004, 0.06, 0.003, 0.07};
constexpr double kMass = 2;

// Body (1, 2), free or driven by hand, and body (3, 4) on `joint`; both heavy, in a general
// position.
std::string pair_of(const std::string& joint, const std::string& classes,
                    const std::string& forces = "", const std::string& time = "0.5 10") {
  return fmt::format(
      "{}X 1 0 0 0\nX 2 ROT zxy 0.2 0.3 0.4\nX 3 0.5 0.2 0.1\nX 4 ROT zxy 0.2 0.3 0.4\n{}END HALT\n"
      "XM 1 3\nXM 2 0.1 0.01 0 0.12 0.01 0.09\nXM 3 {}\nXM 4 {}\n{}GRAVITY 0 0 {}\n"
      "INTEG DOP853 1e-13 1e-13\nTIMESTEP {}\nEND END\n",
      joint, classes, kMass, fmt::join(kInertia, " "), forces, -kG, time);
}

double largest_difference_of(const std::string& one, const std::string& other,
                             const std::vector<std::string>& names) {
  const auto a = test::good_run(one), b = test::good_run(other);
  double worst = a.rows.size() == b.rows.size() ? 0 : HUGE_VAL;
  for (std::size_t k = 0; k < a.rows.size() && worst < HUGE_VAL; ++k)
    for (const std::string& name : names) {
      const double there = b.value(k, name);
      worst =
          std::max(worst, std::fabs(a.value(k, name) - there) / std::max(1.0, std::fabs(there)));
    }
  return worst;
}

const std::vector<std::string> kOfPair = {"x1_1", "x1_2", "x1_3", "x2_1", "x2_2", "x2_3",
                                          "x2_4", "a1_1", "a1_2", "a1_3", "x3_1", "x3_2",
                                          "x3_3", "x4_1", "x4_2", "x4_3", "x4_4", "a3_1",
                                          "a3_2", "a3_3", "a4_1", "a4_2", "a4_3", "energy.kinetic"};
const std::string kFree = "DYNX 1\nDYNX 2\n";
const std::string kSpin = "STARTVX 2 1 2 -1\nSTARTVX 1 3 0.5\n";
const std::string kPlaces = "1 2 3 4  0.25 0.1 0.05  ";
// P_j of the place (0.25, 0.1, 0.05) of body i, both orientations being alike
std::string place_in_j() {
  std::array<double, 4> q = {1, 0, 0, 0};
  for (const Vec3 turn : {Vec3{0, 0, 0.2}, Vec3{0.3, 0, 0}, Vec3{0, 0.4, 0}}) {
    const double d[] = {turn.x, turn.y, turn.z};
    turn_by(q.data(), d);
  }
  double R[9];
  rotation_matrix(q.data(), R);
  const Vec3 s = Vec3{0.25, 0.1, 0.05} - to_body(R, {0.5, 0.2, 0.1});
  return fmt::format("{:.17g} {:.17g} {:.17g} ", s.x, s.y, s.z);
}
std::string at_place() { return kPlaces + place_in_j(); }

TEST(SameMechanism, WeldIsABallAndAHeldHinge) {
  EXPECT_LT(
      largest_difference_of(
          pair_of("WELD 1 " + at_place() + "1 2 3\n", kFree, kSpin),
          pair_of("SPHERICAL 1 " + at_place() + "\nHINGE 2 2 4 1 2 3\n", kFree, kSpin), kOfPair),
      1e-11);
}

TEST(SameMechanism, RevoluteIsABallAndAHinge) {
  EXPECT_LT(largest_difference_of(
                pair_of("REVOLUTE 1 " + at_place() + "0 0 1\n", kFree + "DYNE 1 1\n", kSpin),
                // the hinge's axis stands along the axes of space: z of body i
                pair_of("SPHERICAL 1 " + at_place() +
                            fmt::format("\nHINGE 2 2 4 {:.17g} {:.17g} {:.17g}\n",
                                        std::cos(0.2) * std::sin(0.4) +
                                            std::sin(0.2) * std::sin(0.3) * std::cos(0.4),
                                        std::sin(0.2) * std::sin(0.4) -
                                            std::cos(0.2) * std::sin(0.3) * std::cos(0.4),
                                        std::cos(0.3) * std::cos(0.4)),
                        kFree + "DYNE 2 1\n", kSpin),
                kOfPair),
            1e-11);
}

TEST(SameMechanism, ScrewIsACylinderAndARelation) {
  EXPECT_LT(largest_difference_of(
                pair_of("SCREW 1 " + at_place() + "0 0 1 LEAD 0.4\n", kFree + "DYNE 1 1\n", kSpin),
                pair_of("CYLINDRICAL 1 " + at_place() + "0 0 1\nRELATION 2 = 1*e1_2 - " +
                            fmt::format("{:.17g}", 0.4 / (2 * M_PI)) + "*e1_1\n",
                        kFree + "DYNE 1 1\n", kSpin),
                kOfPair),
            1e-11);
}

TEST(SameMechanism, RigidBeamIsAPinBody) {
  const std::string rest = "X 5 0.3 -0.2 0.4\n", body = "SPHERICAL 2 " + at_place() + "\n";
  const std::string forces = "XM 5 1.5\n" + kSpin;
  auto names = kOfPair;
  names.insert(names.end(), {"x5_1", "x5_2", "x5_3", "a5_3"});
  EXPECT_LT(largest_difference_of(
                pair_of("RBEAM 1 3 4 5 0.3 1 0.2\n" + body + rest, kFree + "DYNX 4\n", forces),
                pair_of("PINBODY 1 3 4 5\n" + body + rest, kFree + "DYNX 4\n", forces), names),
            1e-11);
}

// Along an axis of the body SLIDER is a PINBODY whose first displacement is free.
TEST(SameMechanism, SliderIsAPinBodyLetGo) {
  const auto deck = [](const std::string& slider, const std::string& classes) {
    return slider + "X 1 0 0 0\nX 3 0.3 0.1 -0.2\nFIX 1\n" + classes +
           "END HALT\nXM 2 0.05 0.006 -0.004 0.06 0.003 0.07\nXM 3 0.8\nSTARTVX 2 1 2 3\n"
           "ESTIFF 1 20 0 0\nGRAVITY 0 0 -9.81\nINTEG DOP853 1e-13 1e-13\nTIMESTEP 1 10\nEND END\n";
  };
  EXPECT_LT(largest_difference_of(deck("SLIDER 1 1 2 3 1 0 0\n", "DYNX 2\nDYNE 1 1\n"),
                                  deck("PINBODY 1 1 2 3\n", "DYNX 2\nDYNE 1 1\n"),
                                  {"x2_1", "x2_2", "x2_3", "x2_4", "x3_1", "x3_2", "x3_3", "a2_1",
                                   "a3_1", "a3_2", "a3_3", "e1_1", "s1_2"}),
            1e-11);
}

// Free unless named: a bead falls along a rod that is not upright.
TEST(Sliders, AreFree) {
  const auto run = test::good_run(
      "SLIDER 1 0 0 3 1 2 2\nX 3 0.1 0.2 0.2\nDYNX 3 1\nEND HALT\nXM 3 0.8\n"
      "GRAVITY 0 0 -9.81\nTIMESTEP 0.5 5\nEND END\n");
  // (1, 2, 2)/3 is the line
  EXPECT_NEAR(run.value(5, "e1_1"), -kG * 2 / 3 * 0.125, 1e-9);
  EXPECT_NEAR(run.value(5, "x3_1"), 0.1 - kG * 2 / 9 * 0.125, 1e-9);
  // across: minus the weight less its part along the line
  EXPECT_NEAR(std::hypot(run.value(5, "s1_2"), run.value(5, "s1_3")), 0.8 * kG * std::sqrt(5.0) / 3,
              1e-9);
}

// A held SDA is a bar between points that PINBODY carries; a free one is a spring between them.
TEST(SameMechanism, DistanceIsABar) {
  const std::string points =
      "PINBODY 2 1 2 5\nPINBODY 3 3 4 6\n" + std::string("X 5 0.1 0 0.2\nX 6 0.6 0.3 0.1\n");
  for (const bool held : {true, false}) {
    const std::string classes = "DYNX 1\nDYNX 2\nDYNX 4\n" +
                                std::string(held ? "" : "DYNX 3\nRLSE 1\n") +
                                (held ? "DYNX 3 1 2\n" : "");
    const std::string spring = held ? "" : "ESTIFF 1 300\nEDAMP 1 2\n";
    const std::string truss = held ? ""
                                   : fmt::format("ESTIFF 1 {:.17g}\nEDAMP 1 {:.17g}\n",
                                                 300 * std::sqrt(0.35), 2 * std::sqrt(0.35));
    // places of the two points in the bodies
    const auto loaded = test::load(pair_of("TRUSS 1 5 6\n" + points, classes));
    double R[9];
    std::array<Vec3, 2> s;
    for (const NodeRow& row : loaded.tables.nodes)
      if (row.number == 2) rotation_matrix(row.x.data(), R);
    s[0] = to_body(R, Vec3{0.1, 0, 0.2});
    s[1] = to_body(R, Vec3{0.6, 0.3, 0.1} - Vec3{0.5, 0.2, 0.1});
    const std::string line =
        fmt::format("SDA 1 1 2 3 4 {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", s[0].x,
                    s[0].y, s[0].z, s[1].x, s[1].y, s[1].z);
    auto names = kOfPair;
    names.push_back("s1_1");
    EXPECT_LT(
        largest_difference_of(pair_of(line + points, classes, spring + kSpin),
                              pair_of("TRUSS 1 5 6\n" + points, classes, truss + kSpin), names),
        1e-10);
  }
}

struct Body {
  Vec3 place, acceleration, w, spin;  // spin: the angular acceleration, along the axes of the body
  double R[9];
};
Vec3 vector_of(const test::RunResult& run, std::size_t k, const std::string& stem) {
  return {run.value(k, stem + "_1"), run.value(k, stem + "_2"), run.value(k, stem + "_3")};
}
Body body_of(const test::RunResult& run, std::size_t k, int p, int a) {
  Body out{vector_of(run, k, fmt::format("x{}", p)),
           vector_of(run, k, fmt::format("a{}", p)),
           vector_of(run, k, fmt::format("v{}", a)),
           vector_of(run, k, fmt::format("a{}", a)),
           {}};
  double q[4];
  for (int c = 0; c < 4; ++c) q[c] = run.value(k, fmt::format("x{}_{}", a, c + 1));
  rotation_matrix(q, out.R);
  return out;
}
Vec3 inertia_times(Vec3 w) {
  const auto& J = kInertia;
  return {J[0] * w.x + J[1] * w.y + J[2] * w.z, J[1] * w.x + J[3] * w.y + J[4] * w.z,
          J[2] * w.x + J[4] * w.y + J[5] * w.z};
}
// What the joint must give body (3, 4), of mass kMass and kInertia: the force, and the moment about
// its point, in space.
struct Wrench {
  Vec3 force, moment;
};
Wrench needed(const Body& b) {
  const Vec3 moment = inertia_times(b.spin) + cross(b.w, inertia_times(b.w));
  return {kMass * (b.acceleration + Vec3{0, 0, kG}), to_space(b.R, moment)};
}
double size_of(Vec3 a) { return std::sqrt(dot(a, a)); }

// The stresses of a joint are the force and the moment at P_j of body i on body j, along the axes
// of body i (u v w = x y z here); `wrench` puts them together.
template <class Make>
void expect_newton(const std::string& joint, const std::string& classes, Make wrench) {
  const auto run = test::good_run(pair_of(joint, classes, kSpin));
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const Body i = body_of(run, k, 1, 2), j = body_of(run, k, 3, 4);
    const Wrench of = wrench(run, k);
    const Vec3 force = to_space(i.R, of.force), moment = to_space(i.R, of.moment);
    // P_j is where body i has it along held directions; take it from body j itself
    double sj[3];
    std::sscanf(place_in_j().c_str(), "%lf %lf %lf", sj, sj + 1, sj + 2);
    const Vec3 arm = to_space(j.R, vec3(sj));
    const Wrench must = needed(j);
    worst = std::max(
        {worst, size_of(force - must.force), size_of(moment + cross(arm, force) - must.moment)});
  }
  EXPECT_LT(worst, 1e-10) << joint;
}

Vec3 stresses(const test::RunResult& run, std::size_t k, int a, int b, int c) {
  const auto s = [&](int d) { return d == 0 ? 0 : run.value(k, fmt::format("s1_{}", d)); };
  return {s(a), s(b), s(c)};
}

TEST(ForcesOfJoints, Weld) {
  expect_newton("WELD 1 " + at_place() + "1 0 0 0 1 0\n", kFree,
                [](const test::RunResult& run, std::size_t k) {
                  return Wrench{stresses(run, k, 1, 2, 3), stresses(run, k, 4, 5, 6)};
                });
}

TEST(ForcesOfJoints, Screw) {
  const double slope = 0.4 / (2 * M_PI);
  expect_newton("SCREW 1 " + at_place() + "1 0 0 0 1 0 LEAD 0.4\n", kFree + "DYNE 1 1\n",
                [&](const test::RunResult& run, std::size_t k) {
                  Wrench out{stresses(run, k, 2, 5, 6), stresses(run, k, 0, 3, 4)};
                  out.moment.x = -slope * out.force.x;  // an ideal thread does no work
                  return out;
                });
}

TEST(ForcesOfJoints, Revolute) {
  expect_newton("REVOLUTE 1 " + at_place() + "1 0 0 0 1 0\n", kFree + "DYNE 1 1\n",
                [](const test::RunResult& run, std::size_t k) {
                  return Wrench{stresses(run, k, 4, 5, 6), stresses(run, k, 0, 2, 3)};
                });
}

TEST(ForcesOfJoints, Prismatic) {
  expect_newton("PRISMATIC 1 " + at_place() + "1 0 0 0 1 0\n", kFree + "DYNE 1 1\n",
                [](const test::RunResult& run, std::size_t k) {
                  return Wrench{stresses(run, k, 0, 2, 3), stresses(run, k, 4, 5, 6)};
                });
}

// A thread counts its turns: 30 of them, three in each report step, advance by 30 leads.
TEST(Screws, CountTurns) {
  const auto run = test::good_run(
      "SCREW 1 0 0 3 4 AT 0 0 0 0 0 1 LEAD -0.02\nX 3 0 0 0\nINPUTE 1 1\nEND HALT\n"
      "INPUTE 1 1 = 188.49555921538759*t  # meant\nTIMESTEP 1 10\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "x3_3"), -0.6 * run.time(k), 1e-12);
    EXPECT_NEAR(run.value(k, "e1_2"), 0, 1e-12);
  }
}

// A body on a bushing at its centre, alike in all directions: F = -k d, M = -c theta along the axis
// of the turn, which both frames see alike. Turns of more than 90 degrees come about.
TEST(Bushings, PullTowardsTheRotationVector) {
  const auto run = test::good_run(
      "BUSHING 1 0 0 3 4 0 0 0 0 0 0 1 2 3 0 1 0\nX 3 0 0 0\nDYNE 1\nEND HALT\nXM 3 2\n"
      "XM 4 0.05 0.006 -0.004 0.06 0.003 0.07\nESTIFF 1 50 50 50 4 4 4\nSTARTDE 1 1 0 1\n"
      "STARTDE 1 2 0 -0.7\nSTARTDE 1 4 0 11\nSTARTDE 1 5 0 9\nSTARTDE 1 6 0 3\n"
      "INTEG DOP853 1e-12 1e-12\nTIMESTEP 1 20\nEND END\n");
  double worst = 0, largest = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const Body b = body_of(run, k, 3, 4);
    double q[4];
    for (int c = 0; c < 4; ++c) q[c] = run.value(k, fmt::format("x4_{}", c + 1));
    const double sine = std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double angle = 2 * std::atan2(q[0] < 0 ? -sine : sine, std::fabs(q[0]));
    const Vec3 theta = (sine > 0 ? angle / sine : 2) * Vec3{q[1], q[2], q[3]};
    largest = std::max(largest, std::fabs(angle));
    const Vec3 moment = inertia_times(b.spin) + cross(b.w, inertia_times(b.w));
    worst =
        std::max({worst, size_of(moment + 4 * theta), size_of(2 * b.acceleration + 50 * b.place),
                  std::fabs(run.value(k, "energy.balance"))});
  }
  EXPECT_GT(largest, 1.7);
  EXPECT_LT(worst, 1e-9);
}

// The force acts at P_j, and K may couple: 21 numbers, k15 couples travel along u with the turn
// about v.
TEST(Bushings, MayCouple) {
  const auto run = test::good_run(
      "BUSHING 1 0 0 3 4 0 0 0 0.1 0 -0.2 1 0 0 0 1 0\nX 3 -0.1 0 0.2\nDYNE 1\nEND HALT\nXM 3 2\n"
      "XM 4 0.05 0.006 -0.004 0.06 0.003 0.07\n"
      "ESTIFF 1 50 0 0 0 3 0  60 0 0 0 0  70 0 0 0  4 0 0  5 0  6\nSTARTDE 1 2 0 0.4\n"
      "STARTDE 1 5 0 1\nINTEG DOP853 1e-12 1e-12\nTIMESTEP 1 10\nEND END\n");
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double e1 = run.value(k, "e1_1"), e5 = run.value(k, "e1_5");
    worst = std::max({worst, std::fabs(run.value(k, "s1_1") - 50 * e1 - 3 * e5),
                      std::fabs(run.value(k, "s1_5") - 5 * e5 - 3 * e1),
                      std::fabs(run.value(k, "s1_2") - 60 * run.value(k, "e1_2"))});
    const Body b = body_of(run, k, 3, 4);
    const Vec3 force = {-run.value(k, "s1_1"), -run.value(k, "s1_2"), -run.value(k, "s1_3")};
    worst = std::max(worst, size_of(2 * b.acceleration - force));
    const Vec3 placed = b.place + to_space(b.R, {0.1, 0, -0.2});
    worst = std::max(worst, std::fabs(placed.x - e1));
  }
  EXPECT_LT(worst, 1e-11);
  const auto problem = [](const std::string& numbers) {
    return test::load(
               "BUSHING 1 0 0 3 4 0 0 0 0 0 0 1 0 0\nX 3 0 0 0\nDYNE 1\nEND HALT\nXM 3 2\n"
               "XM 4 1 0 0 1 0 1\nESTIFF 1 " +
               numbers + "\nTIMESTEP 1 10\nEND END\n")
        .diagnostics.format_all();
  };
  EXPECT_NE(problem("1 2 3 4 5 6 7").find("7 numbers"), std::string::npos);
  EXPECT_NE(problem("1 2 3 4 5 6 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0").find("first row"),
            std::string::npos);
}

TEST(Bushings, EndBeyondTheirRotationVector) {
  const auto run = test::run(
      "BUSHING 1 0 0 3 4 0 0 0 0 0 0 1 0 0\nX 3 0 0 0\nDYNE 1\nEND HALT\nXM 3 2\n"
      "XM 4 0.05 0 0 0.06 0 0.07\nESTIFF 1 50 50 50 0.1 0.1 0.1\nSTARTDE 1 4 0 11\n"
      "TIMESTEP 1 20\nEND END\n");
  EXPECT_NE(run.status, ExitStatus::done);
  EXPECT_NE(run.messages.find("beyond what its angles describe"), std::string::npos)
      << run.messages;
  EXPECT_NE(run.messages.find("162 degrees"), std::string::npos) << run.messages;
}

// A quaternion of the turns a, b, c about carried axes.
std::array<double, 4> turned_by(const std::string& axes, std::array<double, 3> angles) {
  std::array<double, 4> q = {1, 0, 0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 d = angles[k] * unit_axis(axes[k] - 'x');
    const double turn[] = {d.x, d.y, d.z};
    turn_by(q.data(), turn);
  }
  return q;
}

class Sequences : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Sequences,
                         testing::Values("xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx",
                                         "yxy", "yzy", "zxz", "zyz"),
                         [](const auto& instance) { return std::string(instance.param); });

// A body driven by three angles: its orientation is the product of the turns, its moment along each
// of the three axes is minus the stress of that angle. The first angle makes two turns.
TEST_P(Sequences, AnglesAndMoments) {
  const std::string axes = GetParam();
  const auto run = test::good_run(fmt::format(
      "SPHERICAL 2 0 0 3 4 0 0 0 0 0 0\nCARDAN 1 0 4 {}\nX 3 0 0 0\nX 4 ROT {} 0.3 0.8 0.2\n"
      "INPUTE 1\nEND HALT\nINPUTE 1 1 = 0.3 + 6*t + 3*t^2\nINPUTE 1 2 = 0.8 + 0.3*sin(2*t)\n"
      "INPUTE 1 3 = 0.2 - 3*t\nXM 3 2\nXM 4 {}\nTIMESTEP 1.2 12\nEND END\n",
      axes, axes, fmt::join(kInertia, " ")));
  double turns = 0, moments = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    const std::array<double, 3> angles = {0.3 + 6 * t + 3 * t * t, 0.8 + 0.3 * std::sin(2 * t),
                                          0.2 - 3 * t};
    const std::array<double, 4> q = turned_by(axes, angles);
    const Body b = body_of(run, k, 3, 4);
    double R[9];
    rotation_matrix(q.data(), R);
    for (int n = 0; n < 9; ++n) turns = std::max(turns, std::fabs(R[n] - b.R[n]));
    for (int n = 0; n < 3; ++n)
      turns = std::max(turns, std::fabs(run.value(k, fmt::format("e1_{}", n + 1)) -
                                        angles[static_cast<std::size_t>(n)]));
    // The three axes in the body: what later turns leave of them.
    std::array<Vec3, 3> axis_in_body;
    for (std::size_t n = 0; n < 3; ++n) {
      std::array<double, 3> later = {0, 0, 0};
      for (std::size_t m = n + 1; m < 3; ++m) later[m] = angles[m];
      double L[9];
      rotation_matrix(turned_by(axes, later).data(), L);
      axis_in_body[n] = to_body(L, unit_axis(axes[n] - 'x'));
    }
    const double speeds[] = {6 + 6 * t, 0.6 * std::cos(2 * t), -3};
    const Vec3 w =
        speeds[0] * axis_in_body[0] + speeds[1] * axis_in_body[1] + speeds[2] * axis_in_body[2];
    turns = std::max(turns, size_of(w - b.w));
    const Vec3 moment = inertia_times(b.spin) + cross(b.w, inertia_times(b.w));
    for (std::size_t n = 0; n < 3; ++n)
      moments = std::max(moments, std::fabs(dot(moment, axis_in_body[n]) +
                                            run.value(k, fmt::format("s1_{}", n + 1))));
  }
  EXPECT_LT(turns, 1e-11);
  EXPECT_LT(moments, 1e-9);
}

TEST(CardanAngles, RefuseTheLock) {
  const auto problem = [](const std::string& sequence, const std::string& turn) {
    return test::load("SPHERICAL 2 0 0 3 4 0 0 0 0 0 0\nCARDAN 1 0 4 " + sequence +
                      "\nX 3 0 0 0\n" + turn +
                      "DYNX 4\nEND HALT\nXM 4 1 0 0 1 0 1\nTIMESTEP 1 10\nEND END\n")
        .diagnostics.format_all();
  };
  EXPECT_NE(problem("zxz", "").find("second angle of 0 degrees"), std::string::npos);
  EXPECT_NE(problem("xyz", "X 4 ROT AXIS 0 1 0 -90deg\n").find("second angle of -90 degrees"),
            std::string::npos);
  EXPECT_EQ(problem("xyz", ""), "");
  EXPECT_NE(problem("xxy", "").find("is no sequence"), std::string::npos);
}

// A spring on an angle ends the run at the lock; without one the angles pass close by it.
TEST(CardanAngles, EndAtTheLockWhereTheyAreNeeded) {
  const auto deck = [](const std::string& spring) {
    return "REVOLUTE 2 0 0 3 4 AT 0 0 0 0 1 0.0004\nCARDAN 1 0 4 xyz\nX 3 0 0 0\nDYNE 2 1\nEND "
           "HALT\n"
           "XM 4 1 0 0 1 0 1\n" +
           spring + "STARTDE 2 1 0 3\nTIMESTEP 1 20\nEND END\n";
  };
  const auto run = test::run(deck("ESTIFF 1 0 0.1 0\n"));
  EXPECT_NE(run.messages.find("gimbal lock"), std::string::npos) << run.messages;
  const auto free = test::good_run(deck(""));
  for (std::size_t k = 0; k + 1 < free.rows.size(); ++k) {
    double R[9];
    rotation_matrix(
        turned_by("xyz", {free.value(k, "e1_1"), free.value(k, "e1_2"), free.value(k, "e1_3")})
            .data(),
        R);
    const Body b = body_of(free, k, 3, 4);
    for (int n = 0; n < 9; ++n) EXPECT_NEAR(R[n], b.R[n], 1e-9);
  }
}

// Gears: a bevel pair of 20 and 30 teeth, and a differential whose cage turns at the mean of its
// shafts.
TEST(GearsOfSpace, AreRelationsOfAngles) {
  const auto bevel = test::good_run(
      "REVOLUTE 1 0 0 1 2 AT 0 0 0 0 0 1\nREVOLUTE 2 0 0 3 4 AT 0 0 0 1 0 0\n"
      "RELATION 3 = 20*e1_1 + 30*e2_1\nX 1 0 0 0\nX 3 0 0 0\nDYNE 1 1\nEND HALT\n"
      "XM 2 1 0 0 1 0 0.02\nXM 4 0.05 0 0 1 0 1\nXF 2 0 0 0.7\nINTEG DOP853 1e-12 1e-12\nTIMESTEP "
      "5 10\nEND END\n");
  // (J1 + (2/3)^2 J2) a = M
  const double a = 0.7 / (0.02 + 0.05 * 4 / 9);
  for (std::size_t k = 0; k < bevel.rows.size(); ++k) {
    const double t = bevel.time(k);
    EXPECT_NEAR(bevel.value(k, "e1_1"), a * t * t / 2, 1e-9 * (1 + a * t * t));
    EXPECT_NEAR(bevel.value(k, "e2_1"), -a * t * t / 3, 1e-9 * (1 + a * t * t));
  }
  EXPECT_GT(bevel.value(10, "e1_1"), 60);  // many turns
  const auto differential = test::good_run(
      "REVOLUTE 1 0 0 1 2 AT 0 0 0 1 0 0\nREVOLUTE 2 0 0 3 4 AT 0 0 0 1 0 0\n"
      "REVOLUTE 3 0 0 5 6 AT 0 0 0 1 0 0\nRELATION 4 = 1*e1_1 + 1*e2_1 - 2*e3_1\n"
      "X 1 0 0 0\nX 3 0 0 0\nX 5 0 0 0\nDYNE 1 1\nDYNE 2 1\nEND HALT\nXM 2 0.1 0 0 1 0 1\n"
      "XM 4 0.1 0 0 1 0 1\nXM 6 0.4 0 0 1 0 1\nXF 6 2 0 0\nXF 2 -0.5 0 0\nINTEG DOP853 1e-12 "
      "1e-12\nTIMESTEP 1 10\nEND "
      "END\n");
  // J p'' + Jc (p'' + q'')/4 = M1 + Mc/2, J q'' + Jc (p'' + q'')/4 = Mc/2
  const double sum = (2 * 1.0 - 0.5) / (0.1 + 2 * 0.4 / 4), difference = -0.5 / 0.1;
  EXPECT_NEAR(differential.value(10, "e1_1"), (sum + difference) / 4, 1e-9);
  EXPECT_NEAR(differential.value(10, "e2_1"), (sum - difference) / 4, 1e-9);
  EXPECT_NEAR(differential.value(10, "e3_1"), sum / 4, 1e-9);
}

TEST(JointsOfSpace, RefuseFarTurns) {
  const auto problem = [](const std::string& joint) {
    return test::load(joint + "X 3 0 0 0\nEND HALT\nXM 4 1 0 0 1 0 1\nTIMESTEP 1 10\nEND END\n")
        .diagnostics.format_all();
  };
  EXPECT_NE(problem("WELD 1 0 0 3 4 0 0 0 0 0 0 1 0 0 0 1 0 AXISJ 0 -1 0 0.7 0 0.7\n")
                .find("begin turned"),
            std::string::npos);
  EXPECT_NE(problem("SCREW 1 0 0 3 4 0 0 0 0 0 0 1 0 0\n").find("no LEAD"), std::string::npos);
  EXPECT_NE(problem("WELD 1 0 0 3 4 0 0 0 0 0 0 0 0 0\n").find("its axis is 0 0 0"),
            std::string::npos);
  EXPECT_NE(problem("SDA 1 0 0 3 4 0 0 0 0 0 0\n").find("points coincide"), std::string::npos);
}

}  // namespace
}  // namespace mbs
