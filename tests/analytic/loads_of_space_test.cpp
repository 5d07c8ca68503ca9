// Forces at points of bodies of space and moments along axes of space, against Newton and Euler in
// the test, against a point that a PINBODY carries, and from planar decks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "base/space_vector.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

Vec3 vector_in_row(const test::RunResult& run, std::size_t row, const std::string& name) {
  return {run.value(row, name + "_1"), run.value(row, name + "_2"), run.value(row, name + "_3")};
}

// R v and R^T v, by the quaternion of the row.
Vec3 turned_by(const test::RunResult& run, std::size_t row, int node, Vec3 v, bool back) {
  const double q0 = run.value(row, fmt::format("x{}_1", node));
  const double sign = back ? -1 : 1;
  const Vec3 q = {sign * run.value(row, fmt::format("x{}_2", node)),
                  sign * run.value(row, fmt::format("x{}_3", node)),
                  sign * run.value(row, fmt::format("x{}_4", node))};
  const Vec3 twice = 2 * cross(q, v);
  return v + q0 * twice + cross(q, twice);
}

// A body with its mass centre at its point and principal axes: m a = F, J wd + w x J w = M.
TEST(LoadsOfSpace, PointForcesAndMomentsByNewtonAndEuler) {
  const test::RunResult run = test::good_run(
      "X 1 0.3 0.1 0\nX 2 ROT xyz 0.3 0.4 0.5\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\n"
      "XM 2 0.1 0 0 0.2 0 0.25\nPFORCE 1  1 2  0.3 -0.2 0.1  3 4 5\n"
      "PFORCE 2  1 2  0.1 0.05 -0.2  FX = 2*sin(3*t) ; FY = 1 ; FZ = -2*v1_1 ; IN BODY\n"
      "PFORCE 3  1 2  0 0.4 0  FX = 0 ; FY = -v1_2 ; FZ = cos(t)\nXF 2 SPACE 0.1 0.2 -0.3\n"
      "XLAW 2 1 = -0.1*v\nSTARTVX 2 1 2 3\nINTEG STEP 1e-11 1e-11\nTIMESTEP 1 5\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t");
    const Vec3 v = vector_in_row(run, k, "v1"), w = vector_in_row(run, k, "v2");
    const Vec3 dead = {3, 4, 5}, follower = {2 * std::sin(3 * t), 1, -2 * v.x},
               law = {0, -v.y, std::cos(t)};
    const Vec3 force = dead + turned_by(run, k, 2, follower, false) + law;
    const Vec3 moment = cross(Vec3{0.3, -0.2, 0.1}, turned_by(run, k, 2, dead, true)) +
                        cross(Vec3{0.1, 0.05, -0.2}, follower) +
                        cross(Vec3{0, 0.4, 0}, turned_by(run, k, 2, law, true)) +
                        turned_by(run, k, 2, {0.1, 0.2, -0.3}, true) + Vec3{-0.1 * w.x, 0, 0};
    const Vec3 Jw = {0.1 * w.x, 0.2 * w.y, 0.25 * w.z};
    const Vec3 euler = moment - cross(w, Jw);
    const Vec3 a = vector_in_row(run, k, "a1"), wd = vector_in_row(run, k, "a2");
    EXPECT_NEAR(a.x, force.x / 2, 1e-12) << t;
    EXPECT_NEAR(a.y, force.y / 2, 1e-12) << t;
    EXPECT_NEAR(a.z, force.z / 2, 1e-12) << t;
    EXPECT_NEAR(wd.x, euler.x / 0.1, 1e-11) << t;
    EXPECT_NEAR(wd.y, euler.y / 0.2, 1e-11) << t;
    EXPECT_NEAR(wd.z, euler.z / 0.25, 1e-11) << t;
  }
}

// The same force on a point that a PINBODY carries; the deck as it was understood runs alike.
TEST(LoadsOfSpace, PointForceIsThatOfACarriedPoint) {
  const std::string body = "X 1 0 0 0\nX 2 ROT zxy 1 0.2 0.3\nDYNX 1\nDYNX 2\n",
                    rest =
                        "BODYMASS 1 2  2  0.1 0 0.05  0.1 0.01 0  0.2 0  0.15\n"
                        "STARTVX 2 1 2 3\nINTEG STEP 1e-12 1e-12\nTIMESTEP 1 4\nEND END\n";
  const std::string at = "PFORCE 7  1 2  0.3 -0.2 0.1  3 4 5\nXF 2 0.1 0.2 0.3\n";
  const test::RunResult forced = test::good_run(body + "END HALT\n" + at + rest);
  // The point in the starting position, by turns about z, x and y.
  const double c1 = std::cos(1.0), s1 = std::sin(1.0), c2 = std::cos(0.2), s2 = std::sin(0.2),
               c3 = std::cos(0.3), s3 = std::sin(0.3);
  const Vec3 y = {c3 * 0.3 + s3 * 0.1, -0.2, -s3 * 0.3 + c3 * 0.1};
  const Vec3 x = {y.x, c2 * y.y - s2 * y.z, s2 * y.y + c2 * y.z};
  const test::RunResult carried = test::good_run(
      "PINBODY 1 1 2 3\n" + body +
      fmt::format("X 3 {:.17g} {:.17g} {:.17g}\n", c1 * x.x - s1 * x.y, s1 * x.x + c1 * x.y, x.z) +
      "END HALT\nXF 3 3 4 5\nXF 2 0.1 0.2 0.3\n" + rest);
  const std::size_t last = forced.rows.size() - 1;
  for (const char* name : {"x1_1", "x1_2", "x1_3", "x2_2", "v2_1", "v2_2", "v2_3", "a2_1",
                           "energy.work", "energy.kinetic"})
    EXPECT_NEAR(forced.value(last, name), carried.value(last, name), 1e-9) << name;

  Diagnostics diagnostics;
  const std::string echo =
      convert_deck({"deck", body + "END HALT\n" + at + rest, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  const test::RunResult again = test::good_run(echo);
  EXPECT_EQ(again.value(last, "a2_1"), forced.value(last, "a2_1")) << echo;
}

TEST(LoadsOfSpace, WhatIsNotThereIsSaid) {
  const auto refusal = [](const std::string& line) {
    const test::RunResult run = test::run(
        "X 1 0 0 0\nX 2 ROT zxy 1 0.2 0.3\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 1\n"
        "XM 2 1 0 0 1 0 1\n" +
        line + "\nTIMESTEP 1 1\nEND END\n");
    EXPECT_EQ(run.status, ExitStatus::deck_error) << line;
    return run.messages;
  };
  EXPECT_EQ(refusal("PFORCE 1 1 2 AT 0 0 0  1 2 3"),
            "deck:8:14: error: PFORCE 1: a force of space acts at a point of its body; expected xi "
            "eta zeta, then fx fy fz or FX = ...; expressions read tables: FX = spline(\"file\", "
            "t)\n");
  EXPECT_EQ(refusal("PFORCE 1 1 2 0 0 0  1 2"),
            "deck:8:24: error: PFORCE 1: fz is missing; expected: PFORCE k p a xi eta zeta fx fy "
            "fz (a body of space)\n");
  EXPECT_EQ(refusal("PFORCE 1 1 2 0 0 0  FX = x ; FY = 0 ; FZ = 0").substr(0, 40),
            "deck:8:26: error: PFORCE 1: 'x' has no v");
  EXPECT_EQ(refusal("PFORCE 1 2 2 0 0 0 1 2 3"),
            "deck:8:10: error: PFORCE 1: node 2 is an orientation; expected a space point node\n");
  EXPECT_EQ(refusal("XF 2 SPACE 1 2"),
            "deck:8:15: error: XF 2: mz is missing; expected: XF n SPACE mx my mz (an "
            "orientation)\n");
  EXPECT_EQ(refusal("XF 1 SPACE 1 2 3"),
            "deck:8:6: error: XF 1: fx is 'SPACE'; expected a number\n");
  EXPECT_EQ(refusal("NETJOINT 1 1 2 0 0  0 0"),
            "deck:8:12: error: NETJOINT 1: bodies of space have no NETJOINT; expected a joint "
            "between the two bodies that is driven (INPUTE of a REVOLUTE, of a CARDAN beside a "
            "SPHERICAL): its channels, as rev1.fx and rev1.mx, are the load\n");
}

// A rod of the plane with a dead force and one that goes with it.
TEST(LoadsOfSpace, PlanarForcesConverted) {
  const std::string plane =
      "PLREV 1 1 2 3 4  0 0 -0.5 0\nX 1 0 0\nX 3 0.5 0\nFIX 1\nFIX 2\nDYNX 4\nEND HALT\nXM 3 1\n"
      "XM 4 0.1\nPFORCE 1 3 4  0.5 0.1  1 2\n"
      "PFORCE 2 3 4  0.4 -0.2  FX = sin(t) ; FY = -v3_1 ; IN BODY\nINTEG STEP 1e-12 1e-12\n"
      "TIMESTEP 2 8\nEND END\n";
  Diagnostics diagnostics;
  const std::string deck = convert_deck_to_space({"deck", plane, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  const test::RunResult flat = test::good_run(plane), space = test::good_run(deck);
  for (std::size_t k = 0; k < flat.rows.size(); ++k) {
    EXPECT_NEAR(space.value(k, "x3_1"), flat.value(k, "x3_1"), 1e-9) << k;
    EXPECT_NEAR(space.value(k, "a4_3"), flat.value(k, "a4_1"), 1e-9) << k;
    EXPECT_NEAR(space.value(k, "energy.work"), flat.value(k, "energy.work"), 1e-9) << k;
  }
}

}  // namespace
}  // namespace mbs
