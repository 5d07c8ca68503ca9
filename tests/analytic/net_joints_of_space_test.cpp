// POINT and NETJOINT on bodies of space, against places, velocities and loads by Newton and Euler
// along the axes of space in the test: matrices of turns about fixed axes, the inertia as a tensor
// of space, every body by itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/space_vector.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// f(t) with two rates.
struct Course {
  double value, rate, second;
};

// A body that turns about the fixed axis u (a unit vector) by `turn`, its point at x.
struct LedBody {
  Vec3 u, x, v, a;
  Course turn;
  double J[3][3] = {};  // along its axes, about the centre of mass
  double m = 0;
  Vec3 c;  // centre of mass in the body

  Vec3 turned(Vec3 s) const {  // Rodrigues
    const double cosine = std::cos(turn.value), sine = std::sin(turn.value);
    return cosine * s + sine * cross(u, s) + (1 - cosine) * dot(u, s) * u;
  }
  Vec3 turned_back(Vec3 s) const {
    const double cosine = std::cos(turn.value), sine = std::sin(turn.value);
    return cosine * s - sine * cross(u, s) + (1 - cosine) * dot(u, s) * u;
  }
  Vec3 spin() const { return turn.rate * u; }
  Vec3 place(Vec3 s) const { return x + turned(s); }
  Vec3 velocity(Vec3 s) const { return v + cross(spin(), turned(s)); }
  Vec3 acceleration(Vec3 s) const {
    return a + cross(turn.second * u, turned(s)) + cross(spin(), cross(spin(), turned(s)));
  }
  // J of space times a vector of space.
  Vec3 inertia(Vec3 w) const {
    const Vec3 b = turned_back(w);
    const auto row = [&](int k) { return J[k][0] * b.x + J[k][1] * b.y + J[k][2] * b.z; };
    return turned({row(0), row(1), row(2)});
  }
  // The force that it needs, and the moment about the place P.
  Vec3 force(Vec3 gravity) const { return m * (acceleration(c) - gravity); }
  Vec3 moment(Vec3 gravity, Vec3 P) const {
    return inertia(turn.second * u) + cross(spin(), inertia(spin())) +
           cross(place(c) - P, force(gravity));
  }
};

void expect_vector(const test::RunResult& run, std::size_t row, const std::string& owner,
                   const std::array<const char*, 3>& parts, Vec3 expected, double tolerance) {
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(run.value(row, owner + parts[static_cast<std::size_t>(k)]), expected[k], tolerance)
        << owner << parts[static_cast<std::size_t>(k)] << " in row " << row;
}

constexpr std::array<const char*, 3> kPlace = {"x", "y", "z"}, kSpeed = {"xd", "yd", "zd"},
                                     kAcceleration = {"xdd", "ydd", "zdd"},
                                     kForce = {"fx", "fy", "fz"}, kMoment = {"mx", "my", "mz"},
                                     kForceI = {"fu", "fv", "fw"}, kMomentI = {"mu", "mv", "mw"};

LedBody trunk(double t) {
  LedBody out;
  out.u = (1 / 7.0) * Vec3{2, 3, 6};
  out.turn = {0.7 * std::sin(2 * t), 1.4 * std::cos(2 * t), -2.8 * std::sin(2 * t)};
  out.x = {0.3 * t * t, 0.1, 1.2 - 0.2 * t};
  out.v = {0.6 * t, 0, -0.2};
  out.a = {0.6, 0, 0};
  out.m = 8;
  const double J[3][3] = {{0.4, 0.02, -0.03}, {0.02, 0.5, 0.01}, {-0.03, 0.01, 0.2}};
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 3; ++k) out.J[r][k] = J[r][k];
  return out;
}

LedBody arm(double t) {
  LedBody out;
  out.u = (1 / 3.0) * Vec3{-2, 1, 2};
  out.turn = {t + 0.4 * t * t, 1 + 0.8 * t, 0.8};
  out.x = {0.2, 0.5 * std::sin(t), 1.5};
  out.v = {0, 0.5 * std::cos(t), 0};
  out.a = {0, -0.5 * std::sin(t), 0};
  out.m = 3;
  for (int r = 0; r < 3; ++r) out.J[r][r] = 0.05 + 0.02 * r;
  return out;
}

// Its centre of mass beside its point.
LedBody hand(double t) {
  LedBody out;
  out.u = {0, 0, 1};
  out.turn = {-1.5 * t, -1.5, 0};
  out.x = {0.4 + 0.1 * t, 0.3, 1.6};
  out.v = {0.1, 0, 0};
  out.m = 0.5;
  out.c = {0.1, -0.05, 0.02};
  for (int r = 0; r < 3; ++r) out.J[r][r] = 0.002 + 0.001 * r;
  return out;
}

constexpr const char* kBodies =
    "X 1 0 0.1 1.2\nX 2 ROT xyz 0 0 0\nX 3 0.2 0 1.5\nX 4 ROT xyz 0 0 0\nX 5 0.4 0.3 1.6\n"
    "X 6 ROT xyz 0 0 0\nINPUTX 1\nINPUTX 2\nINPUTX 3\nINPUTX 4\nINPUTX 5\nINPUTX 6\n";
constexpr const char* kMotions =
    "END HALT\nINPUTX 1 1 = 0.3*t^2\nINPUTX 1 3 = 1.2 - 0.2*t\n"
    "INPUTX 2 ROT AXIS 2 3 6 = 0.7*sin(2*t)\nINPUTX 3 2 = 0.5*sin(t)\n"
    "INPUTX 4 ROT AXIS -2 1 2 = t + 0.4*t^2\nINPUTX 5 1 = 0.4 + 0.1*t\n"
    "INPUTX 6 ROT AXIS 0 0 1 = -1.5*t\n";
// BODYMASS: inertia about the centre of mass.
constexpr const char* kMasses =
    "XM 1 8\nXM 2 0.4 0.02 -0.03 0.5 0.01 0.2\nXM 3 3\nXM 4 0.05 0 0 0.07 0 0.09\n"
    "BODYMASS 5 6 0.5 0.1 -0.05 0.02 0.002 0 0 0.003 0 0.004\nGRAVITY 0.5 0 -9.81\n";

TEST(PointsOfSpace, PlaceVelocityAndAcceleration) {
  const test::RunResult run = test::good_run(
      fmt::format("{}POINT 3  1 2  0.3 -0.2 0.5\nPOINT 1  3 4  0 0 0\nPOINT 7  5 6  0 0 -0.4\n{}"
                  "TIMESTEP 1.5 6\nEND END\n",
                  kBodies, kMotions));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    const auto expect = [&](const char* owner, const LedBody& body, Vec3 s) {
      expect_vector(run, k, owner, kPlace, body.place(s), 1e-13);
      expect_vector(run, k, owner, kSpeed, body.velocity(s), 1e-12);
      expect_vector(run, k, owner, kAcceleration, body.acceleration(s), 1e-11);
    };
    expect("point3.", trunk(t), {0.3, -0.2, 0.5});
    expect("point1.", arm(t), {});
    expect("point7.", hand(t), {0, 0, -0.4});
  }
}

// In free flight, against a node that a PINBODY carries, and in the deck as it was understood.
TEST(PointsOfSpace, AsANodeThatABodyCarries) {
  const std::string head = "X 1 0 0 1\nX 2 ROT zxz 0.4 0.5 -0.2\nDYNX 1\nDYNX 2\n",
                    rest =
                        "END HALT\nXM 1 2\nXM 2 0.1 0 0 0.2 0 0.25\nSTARTVX 1 1 3\n"
                        "STARTVX 2 1 2 -1\nGRAVITY 0 0 -9.81\nINTEG STEP 1e-11 1e-11\n"
                        "TIMESTEP 1 4\nEND END\n";
  const std::string deck = head + "POINT 2 1 2 0.2 0.1 -0.3\n" + rest;
  // The same place along the axes of space at the start: R s, R = Rz(0.4) Rx(0.5) Rz(-0.2).
  const Vec3 s = {0.2, 0.1, -0.3};
  const auto about_z = [](double angle, Vec3 of) {
    return Vec3{std::cos(angle) * of.x - std::sin(angle) * of.y,
                std::sin(angle) * of.x + std::cos(angle) * of.y, of.z};
  };
  const Vec3 one = about_z(-0.2, s),
             two = {one.x, std::cos(0.5) * one.y - std::sin(0.5) * one.z,
                    std::sin(0.5) * one.y + std::cos(0.5) * one.z},
             P = about_z(0.4, two);
  const test::RunResult carried = test::good_run(
      "PINBODY 1 1 2 3\n" + head + fmt::format("X 3 {} {} {}\n", P.x, P.y, 1 + P.z) + rest);
  Diagnostics diagnostics;
  const std::string echo = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  EXPECT_NE(echo.find("POINT 2 1 2 0.2 0.1 -0.3\n"), std::string::npos) << echo;
  for (const std::string& text : {deck, echo}) {
    const test::RunResult run = test::good_run(text);
    ASSERT_EQ(run.rows.size(), carried.rows.size());
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      for (int c = 0; c < 3; ++c) {
        const std::string axis(1, "xyz"[c]);
        EXPECT_NEAR(run.value(k, "point2." + axis), carried.value(k, fmt::format("x3_{}", c + 1)),
                    1e-10);
        EXPECT_NEAR(run.value(k, "point2." + axis + "d"),
                    carried.value(k, fmt::format("v3_{}", c + 1)), 1e-10);
        EXPECT_NEAR(run.value(k, "point2." + axis + "dd"),
                    carried.value(k, fmt::format("a3_{}", c + 1)), 1e-9);
      }
  }
}

TEST(NetJointsOfSpace, ATreeByNewtonAndEuler) {
  // The trunk stands on the ground; the arm, first named, hangs on it; the hand, named second, on
  // the arm, with a force that pulls it.
  const test::RunResult run = test::good_run(
      fmt::format("{}{}{}PFORCE 1  5 6  0.1 0.2 0.3  4 -5 6\n"
                  "NETJOINT 3  3 4  5 6  0.05 0.1 -0.3\nNETJOINT 2  3 4  1 2  -0.1 0.2 0.15\n"
                  "NETJOINT 1  1 2  0 0  AT 0.2 -0.1 0.05\nTIMESTEP 1.5 6\nEND END\n",
                  kBodies, kMotions, kMasses));
  const Vec3 g = {0.5, 0, -9.81}, pull = {4, -5, 6};
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    const LedBody a = trunk(t), b = arm(t), c = hand(t);
    const auto expect = [&](const std::string& owner, const LedBody& i, Vec3 P, Vec3 force,
                            Vec3 moment, Vec3 turning) {
      expect_vector(run, k, owner, kPlace, P, 1e-13);
      expect_vector(run, k, owner, kForce, force, 1e-10);
      expect_vector(run, k, owner, kMoment, moment, 1e-10);
      expect_vector(run, k, owner, kForceI, i.turned_back(force), 1e-10);
      expect_vector(run, k, owner, kMomentI, i.turned_back(moment), 1e-10);
      EXPECT_NEAR(run.value(k, owner + "power"), dot(moment, turning), 1e-10);
    };
    const Vec3 wrist = b.place({0.05, 0.1, -0.3}), shoulder = b.place({-0.1, 0.2, 0.15}),
               foot = {0.2, -0.1, 0.05}, pulled = c.place({0.1, 0.2, 0.3});
    const Vec3 of_hand = c.force(g) - pull;
    const auto moment_of_hand = [&](Vec3 P) { return c.moment(g, P) - cross(pulled - P, pull); };
    // On the arm, body i of the wrist, acts the opposite of what the hand needs.
    expect("netjoint3.", b, wrist, -1 * of_hand, -1 * moment_of_hand(wrist), b.spin() - c.spin());
    expect("netjoint2.", b, shoulder, b.force(g) + of_hand,
           b.moment(g, shoulder) + moment_of_hand(shoulder), b.spin() - a.spin());
    expect("netjoint1.", a, foot, a.force(g) + b.force(g) + of_hand,
           a.moment(g, foot) + b.moment(g, foot) + moment_of_hand(foot), a.spin());
  }
}

// A measured place goes along a line; beside it stands a net joint of the plane.
TEST(NetJointsOfSpace, MeasuredPlacesBesideThePlane) {
  const std::string deck = fmt::format(
      "{}X 11 0.1 0.5\nX 12 0.3\nINPUTX 11\nINPUTX 12\n{}INPUTX 11 1 0.1 0.5 -1.2\n{}XM 11 3.5\n"
      "XM 12 0.05\nNETJOINT 1 3 4 0 0 TABLE NATURAL 0 1 2 3  1 1.5 2 2  2 2 2 1\n"
      "NETJOINT 2 5 6 0 0 0 0 0\nNETJOINT 4 11 12 0 0 AT 0 0.45\nNETJOINT 3 1 2 0 0 0 0 0\n"
      "TIMESTEP 1.5 3\nEND END\n",
      kBodies, kMotions, kMasses);
  const test::RunResult run = test::good_run(deck);
  const Vec3 g = {0.5, 0, -9.81};
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    const LedBody b = arm(t);
    const Vec3 P = {1 + 0.5 * t, 2, 3 - t};
    expect_vector(run, k, "netjoint1.", kPlace, P, 1e-12);
    expect_vector(run, k, "netjoint1.", kForce, b.force(g), 1e-10);
    expect_vector(run, k, "netjoint1.", kMoment, b.moment(g, P), 1e-10);
    EXPECT_NEAR(run.value(k, "netjoint4.fx"), 3.5 * (-1.2 - 0.5), 1e-12);
    EXPECT_NEAR(run.value(k, "netjoint4.fy"), 0, 1e-12);
  }
}

TEST(NetJointsOfSpace, WhatIsWrongIsSaid) {
  const auto refusal = [](const std::string& line, const std::string& behind) {
    const test::RunResult run = test::run(
        fmt::format("{}X 11 0.1 0.5\nX 12 0.3\nFIX 11\nFIX 12\n{}\n{}{}{}\nTIMESTEP 1 1\nEND END\n",
                    kBodies, line, kMotions, kMasses, behind));
    EXPECT_EQ(run.status, ExitStatus::deck_error) << line << behind;
    return run.messages;
  };
  EXPECT_EQ(refusal("POINT 1 1 2 0.1 0.2", ""),
            "deck:17:20: error: POINT 1: zeta is missing; expected: POINT k p a xi eta zeta (a "
            "body of space)\n");
  EXPECT_EQ(refusal("POINT 1 1 3 0.1 0.2 0", ""),
            "deck:17:11: error: POINT 1: node 3 is a space point; expected an orientation node\n");
  EXPECT_EQ(refusal("POINT 1 2 1 0.1 0.2 0", ""),
            "deck:17:9: error: POINT 1: node 2 is an orientation; expected a space point node\n");
  EXPECT_EQ(refusal("POINT 1 1 9 0.1 0.2 0", ""),
            "deck:17:11: error: POINT 1: node 9 is not defined; expected a node of an element, or "
            "one given by X\n");
  EXPECT_EQ(refusal("", "NETJOINT 1 1 2 0 0 0.1 0.2"),
            "deck:32:27: error: NETJOINT 1: zeta is missing; expected: NETJOINT k p a q b xi eta "
            "zeta (bodies of space)\n");
  EXPECT_EQ(refusal("", "NETJOINT 1 1 2 11 12 0.1 0.2 0.3"),
            "deck:32:16: error: NETJOINT 1: node 11 is a point; expected a space point node\n");
  EXPECT_EQ(refusal("", "NETJOINT 1 11 12 1 2 0.1 0.2"),
            "deck:32:18: error: NETJOINT 1: node 1 is a space point; expected a point node of the "
            "plane\n");
  EXPECT_EQ(refusal("", "NETJOINT 1 1 2 3 9 0.1 0.2 0.3"),
            "deck:32:18: error: NETJOINT 1: node 9 is not defined; expected a node of an element, "
            "or one given by X\n");
  EXPECT_EQ(refusal("", "NETJOINT 1 1 2 0 0 AT 0.1 0.2"),
            "deck:32:30: error: NETJOINT 1: z is missing; expected: AT x y z\n");
  EXPECT_EQ(refusal("", "NETJOINT 1 1 2 3 4 0 0 0"),
            "deck:32:1: error: NETJOINT: nothing outside carries the net joints of node 1; one "
            "body of each chain needs a net joint to no body (0)\n");
  EXPECT_EQ(refusal("", "NETJOINT 1 1 2 0 0 0 0 0\nNETJOINT 2 1 2 0 0 0 0 0").substr(0, 71),
            "deck:33:1: error: NETJOINT 2: closes a loop of net joints, whose loads ");
  EXPECT_EQ(refusal("", "NETJOINT 1 1 2 0 0 0 0 0\nNETJOINT 2 1 4 3 6 0 0 0"),
            "deck:33:1: error: NETJOINT 2: node 1 is the point of two bodies, which share its "
            "load; expected a point of its own for each body\n");
  EXPECT_EQ(refusal("POINT 1 1 2 0.1 0.2 0.3", "XLAW 11 1 = -point1.xdd"),
            "deck:32:14: error: XLAW 11 1: a law cannot read 'point1.xdd'; it reads the place and "
            "the velocity of a point: point1.x .y .z .xd .yd .zd\n");
}

}  // namespace
}  // namespace mbs
