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

// A force at a place of space, constant or by expressions, in both dialects: Newton and Euler.
TEST(LoadsOfSpace, ForceAtAPlaceOfSpace) {
  const double J[3][3] = {{0.1, 0.01, 0}, {0.01, 0.2, 0.02}, {0, 0.02, 0.15}};
  const std::string rest = "INTEG STEP 1e-11 1e-11\n";
  const std::string places[] = {"AT 0.3 -0.4 1.2  3 4 5",
                                "AT 0.3 -0.4 1.2  FX = 3*cos(t) ; FY = 4 ; FZ = 5 - 2*t"};
  for (const bool kabios : {false, true})
    for (const int way : {0, 1}) {
      const std::string deck =
          kabios ? "SPACE\n2 0 1 0 0 0 0 0\n1 0 0 0 1 0 0 0\n2 0.1 0.2 0.3 SEQ zxy 1 0.2 0.3\n1\n"
                   "0 1 0.25\nMASS 2 2  0.1 0.01 0  0.2 0.02  0.15\nVEL 2 0.5 0 0 BODY 1 2 3\n"
                   "FORCE 2 " +
                       places[way] + "\n" + rest + "END\n"
                 : "X 1 0.1 0.2 0.3\nX 2 ROT zxy 1 0.2 0.3\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\n"
                   "XM 2  0.1 0.01 0  0.2 0.02  0.15\nSTARTVX 1 1 0.5\nSTARTVX 2 1 2 3\n"
                   "PFORCE 7 1 2 " +
                       places[way] + "\nTIMESTEP 1 4\n" + rest + "END END\n";
      const test::RunResult run = test::good_run(deck);
      ASSERT_EQ(run.rows.size(), 5u);
      for (std::size_t row = 0; row < 5; ++row) {
        const auto value = [&](const std::string& native, const std::string& other) {
          return run.value(row, kabios ? other : native);
        };
        const double t = run.value(row, "t");
        const double F[3] = {way == 1 ? 3 * std::cos(t) : 3, 4, way == 1 ? 5 - 2 * t : 5};
        const double P[3] = {0.3, -0.4, 1.2};
        double q[4], w[3], wd[3], d[3];
        for (int c = 0; c < 4; ++c)
          q[c] = value(fmt::format("x2_{}", c + 1), fmt::format("body2.q{}", c));
        for (int c = 0; c < 3; ++c) {
          w[c] = value(fmt::format("v2_{}", c + 1), fmt::format("body2.w{}", c + 1));
          wd[c] = value(fmt::format("a2_{}", c + 1), fmt::format("body2.w{}d", c + 1));
          const std::string x(1, "xyz"[c]);
          d[c] = P[c] - value(fmt::format("x1_{}", c + 1), "body2." + x);
          EXPECT_NEAR(2 * value(fmt::format("a1_{}", c + 1), "body2." + x + "dd"), F[c], 1e-9);
        }
        const double M[3] = {d[1] * F[2] - d[2] * F[1], d[2] * F[0] - d[0] * F[2],
                             d[0] * F[1] - d[1] * F[0]};
        const double R[3][3] = {
            {1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]),
             2 * (q[1] * q[3] + q[0] * q[2])},
            {2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]),
             2 * (q[2] * q[3] - q[0] * q[1])},
            {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
             1 - 2 * (q[1] * q[1] + q[2] * q[2])}};
        double h[3];
        for (int r = 0; r < 3; ++r) h[r] = J[r][0] * w[0] + J[r][1] * w[1] + J[r][2] * w[2];
        for (int c = 0; c < 3; ++c) {
          const int next = (c + 1) % 3, last = (c + 2) % 3;
          const double moment = R[0][c] * M[0] + R[1][c] * M[1] + R[2][c] * M[2];
          EXPECT_NEAR(J[c][0] * wd[0] + J[c][1] * wd[1] + J[c][2] * wd[2] + w[next] * h[last] -
                          w[last] * h[next],
                      moment, 1e-9)
              << kabios << way << row;
        }
      }
    }
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
  EXPECT_EQ(refusal("PFORCE 1 1 2 TABLE \"f.txt\""),
            "deck:8:20: error: PFORCE 1: table file 'f.txt' does not exist; paths are relative to "
            "the deck\n");
  EXPECT_EQ(refusal("PFORCE 1 1 2 \"f.txt\""),
            "deck:8:14: error: PFORCE 1: a file stands where TABLE must; expected TABLE \"file\" "
            "COLUMNS t fx fy fz x y z\n");
  EXPECT_EQ(refusal("PFORCE 1 1 2 TABLE \"f.c3d\" PLATE 1 AXES +x +y"),
            "deck:8:28: error: PFORCE 1: PLATE gives a force of the plane; expected COLUMNS t fx "
            "fy fz x y z\n");
  EXPECT_EQ(refusal("PFORCE 1 1 2 0.1 0 0 TABLE 0 1 2 3 0.5 1 2 3"),
            "deck:8:28: error: PFORCE 1: the run goes from t = 0 to 1, the table from 0 to 0.5; "
            "expected a table that covers the run\n");
  EXPECT_EQ(refusal("PTORQUE 1 1 0 0 1"),
            "deck:8:11: error: PTORQUE 1: node 1 is a space point; expected an orientation node\n");
  EXPECT_EQ(refusal("PFORCE 1 1 2 AT 0 0 0  FX = 1 ; FY = 0 ; FZ = 0 ; IN BODY"),
            "deck:8:51: error: PFORCE 1: a force AT a place of space has components along the axes "
            "of space; expected nothing behind them\n");
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
