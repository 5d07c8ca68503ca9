// Bodies of space that places of markers, or tables of their own, lead (KABIOS): against the motion
// from which the markers were written.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "support/folder.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using MarkersOfSpace = test::InFolder;

// A body that turns about an axis askew, by more than a whole turn in 0.4 s.
struct PoseOfSpace {
  Vec3 x;
  std::array<double, 4> q;
  double R[9];
};
PoseOfSpace pose(double t) {
  const double half = 0.5 * (0.4 + 17 * t);
  PoseOfSpace out{
      {0.1 + 0.5 * t, 0.4 - 0.2 * t, 0.2 + t * t},
      {std::cos(half), std::sin(half) / 3, std::sin(half) * 2 / 3, std::sin(half) * -2 / 3},
      {}};
  rotation_matrix(out.q.data(), out.R);
  return out;
}
Vec3 place_of(const PoseOfSpace& p, Vec3 s) { return p.x + to_space(p.R, s); }

// In mm, with z up: y of the deck is z of the file, z of the deck is -y of it.
std::string cell_of(Vec3 v) {
  return fmt::format("\t{:.17g}\t{:.17g}\t{:.17g}", 1000 * v.x, -1000 * v.z, 1000 * v.y);
}

// P at (-0.2, 0, 0), Q at (0.3, 0, 0) and S at (0.1, 0.25, 0) in the body, T1 to T4 anywhere.
// hidden: a row without T3. off: how far T1 and T2 are from their places.
constexpr Vec3 kT[] = {
    {-0.1, 0.06, 0.02}, {0.05, -0.07, 0.03}, {0.12, 0.02, -0.05}, {0.02, 0.04, 0.09}};
std::string space_trial(int rows, int hidden = -1, double off = 0) {
  std::string out = "PathFileType\t4\t(X/Y/Z)\twalk.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n" +
                    fmt::format("100\t{}\t7\tmm\n", rows) +
                    "Frame#\tTime\tP\t\t\tQ\t\t\tS\t\t\tT1\t\t\tT2\t\t\tT3\t\t\tT4\t\t\n\n";
  for (int k = 0; k < rows; ++k) {
    const PoseOfSpace p = pose(0.01 * k);
    out += fmt::format("{}\t{:.2f}", k + 1, 0.01 * k);
    for (const Vec3 s : {Vec3{-0.2, 0, 0}, Vec3{0.3, 0, 0}, Vec3{0.1, 0.25, 0},
                         kT[0] + Vec3{off, 0, -off}, kT[1] + Vec3{0, off, 0}})
      out += cell_of(place_of(p, s));
    out += k == hidden ? std::string("\t0\t0\t0") : cell_of(place_of(p, kT[2]));
    out += cell_of(place_of(p, kT[3])) + "\n";
  }
  return out;
}

const std::string kFourMarkers =
    "\"T1\" -0.1 0.06 0.02 \"T2\" 0.05 -0.07 0.03 \"T3\" 0.12 0.02 -0.05 \"T4\" 0.02 0.04 0.09";

std::string led(const std::string& motion, const std::string& joint = "AT 0 0 0",
                const std::string& head = "MARKERS \"walk.trc\" AXES +x +z -y\n") {
  return fmt::format(
      "SPACE\n1 0 0 0 0 0 0 0\n1 0 0 0 1 0 0 0\n0 0.4 0.1\nMASS 1 1 1 0 0 1 0 1\n{}MOTION 1 "
      "{}\nNETJOINT 1 0 {}\n",
      head, motion, joint);
}

void expect_pose(const test::RunResult& got, double tolerance) {
  ASSERT_EQ(got.rows.size(), 5u);
  for (std::size_t k = 0; k < got.rows.size(); ++k) {
    const PoseOfSpace p = pose(0.1 * static_cast<double>(k));
    double along = 0;
    for (std::size_t c = 0; c < 4; ++c) along += p.q[c] * got.value(k, fmt::format("body1.q{}", c));
    EXPECT_NEAR(std::fabs(along), 1, tolerance);
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(got.value(k, fmt::format("body1.{}", "xyz"[c])), p.x[c], tolerance);
  }
}

TEST_F(MarkersOfSpace, TheFrameOfThree) {
  write("walk.trc", space_trial(41));
  const test::RunResult got = good(led(R"(MARKERS NATURAL "P" "Q" "S" AT 0.2 0 0)"));
  expect_pose(got, 1e-12);
  for (std::size_t k = 0; k < got.rows.size(); ++k)
    EXPECT_NEAR(got.value(k, "motion1.length"), 0.5, 1e-12);
  // The turn goes on: 17 rad/s about the axis, in the middle of the run where the curve is free of
  // its ends.
  for (const auto& [name, part] :
       {std::pair{"wx", 1.0}, std::pair{"wy", 2.0}, std::pair{"wz", -2.0}})
    EXPECT_NEAR(got.value(2, fmt::format("body1.{}", name)), part / 3 * 17, 1e-3);
  EXPECT_NE(got.report.find("# MOTION 1, table: from P to Q: 0.5 long on the average"),
            std::string::npos)
      << got.report.substr(0, 600);
}

TEST_F(MarkersOfSpace, LeastSquares) {
  write("walk.trc", space_trial(41));
  expect_pose(good(led("MARKERS NATURAL " + kFourMarkers)), 1e-12);
  // Markers that sit elsewhere: no frame near by leaves less.
  write("walk.trc", space_trial(41, -1, 0.006));
  const test::RunResult off = good(led("MARKERS NATURAL " + kFourMarkers));
  const PoseOfSpace p = pose(0);
  const Vec3 real[] = {kT[0] + Vec3{0.006, 0, -0.006}, kT[1] + Vec3{0, 0.006, 0}, kT[2], kT[3]};
  const auto remains = [&](Vec3 x, std::array<double, 4> q) {
    double R[9], sum = 0;
    rotation_matrix(q.data(), R);
    for (int k = 0; k < 4; ++k) {
      const Vec3 d = x + to_space(R, kT[k]) - place_of(p, real[k]);
      sum += dot(d, d) / 4;
    }
    return std::sqrt(sum);
  };
  const Vec3 x = {off.value(0, "body1.x"), off.value(0, "body1.y"), off.value(0, "body1.z")};
  const std::array<double, 4> q = {off.value(0, "body1.q0"), off.value(0, "body1.q1"),
                                   off.value(0, "body1.q2"), off.value(0, "body1.q3")};
  const double least = remains(x, q);
  EXPECT_GT(least, 1e-3);
  EXPECT_NEAR(off.value(0, "motion1.residual"), least, 1e-12);
  for (int c = 0; c < 3; ++c)
    for (const double by : {-1e-5, 1e-5}) {
      EXPECT_GT(remains(x + by * unit_axis(c), q), least);
      std::array<double, 4> turned = q;
      const double d[] = {c == 0 ? by : 0, c == 1 ? by : 0, c == 2 ? by : 0};
      turn_by(turned.data(), d);
      EXPECT_GT(remains(x, turned), least);
    }
}

// Places in the body from a trial at rest; lengths of the deck in mm.
TEST_F(MarkersOfSpace, AStaticTrialAndUnits) {
  write("walk.trc", space_trial(41));
  write("static.trc", space_trial(2));
  expect_pose(
      good(led(R"(MARKERS NATURAL "T1" "T2" "T3" STATIC "static.trc" "P" "Q" "S" AT 0.2 0 0)")),
      1e-12);
  const test::RunResult mm =
      good("UNITS mm N s\n" + led(R"(MARKERS NATURAL "P" "Q" "S" AT 200 0 0)"));
  EXPECT_NEAR(mm.value(2, "body1.z"), 1000 * pose(0.2).x.z, 1e-9);
}

// Markers that are made of others, as places of a net joint.
TEST_F(MarkersOfSpace, MadeOfOthers) {
  write("walk.trc", space_trial(41));
  for (const auto& [line, s] :
       {std::pair{R"(FRAME "P" "Q" "S" AT 0.1 0.02 -0.07)", Vec3{-0.1, 0.02, -0.07}},
        std::pair{R"(FROM "P" TO "Q" AT 0.1)", Vec3{-0.1, 0, 0}},
        std::pair{R"(MIDDLE "P" "S")", Vec3{-0.05, 0.125, 0}}}) {
    const test::RunResult got =
        good(led(R"(MARKERS NATURAL "P" "Q" "S" AT 0.2 0 0)", R"(MARKERS "made")",
                 fmt::format("MARKERS \"walk.trc\" AXES +x +z -y\nMARKERS \"made\" {}\n", line)));
    for (std::size_t k = 0; k < got.rows.size(); ++k) {
      const Vec3 there = place_of(pose(0.1 * static_cast<double>(k)), s);
      for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(got.value(k, fmt::format("netjoint1.{}", "xyz"[c])), there[c], 1e-12) << line;
    }
  }
}

// A row without a marker is left out; the frame goes on through it by the curve.
TEST_F(MarkersOfSpace, HiddenMarker) {
  write("walk.trc", space_trial(41, 20));
  expect_error(led("MARKERS NATURAL " + kFourMarkers),
               "7:26: error: MOTION 1: a marker is missing in 1 of 41 rows, the first at t = 0.2; "
               "expected GAPS FILL behind MARKERS");
  expect_pose(good(led("MARKERS NATURAL GAPS FILL " + kFourMarkers)), 1e-5);
  write("walk.trc", space_trial(41, 40));
  expect_error(led("MARKERS NATURAL GAPS FILL " + kFourMarkers), "the table from 0 to 0.39");
}

// Rows of numbers and of angles lead a body, too, and a deck that is written again has such rows.
TEST_F(MarkersOfSpace, WrittenDecks) {
  write("walk.trc", space_trial(41));
  for (const bool by_angles : {false, true}) {
    std::string rows = by_angles ? "TABLE NATURAL" : "TABLE Q NATURAL";
    for (int k = 0; k <= 40; ++k) {
      const PoseOfSpace p = pose(0.01 * k);
      rows += fmt::format(" &\n{} {:.17g} {:.17g} {:.17g}", 0.01 * k, p.x.x, p.x.y, p.x.z);
      // zxy: a turn about z of 9 t alone.
      rows += by_angles
                  ? fmt::format(" {:.17g} 0 0", 0.3 + 9 * 0.01 * k)
                  : fmt::format(" {:.17g} {:.17g} {:.17g} {:.17g}", p.q[0], p.q[1], p.q[2], p.q[3]);
    }
    const test::RunResult got = good(led(rows));
    if (!by_angles) expect_pose(got, 1e-12);
    for (std::size_t k = 0; by_angles && k < got.rows.size(); ++k) {
      EXPECT_NEAR(got.value(k, "body1.phi1"), 0.3 + 0.9 * static_cast<double>(k), 1e-12);
      EXPECT_NEAR(got.value(k, "body1.wz"), 9, 1e-9);
    }
    for (const std::string& deck : {led(rows), led("MARKERS " + kFourMarkers)}) {
      Diagnostics echoed, converted;
      const DeckInput input{"deck", deck, folder_.string(), {}};
      const std::string echo = echo_deck(input, {}, echoed),
                        native = convert_deck(input, {}, converted);
      EXPECT_FALSE(echoed.has_errors()) << echoed.format_all();
      EXPECT_FALSE(converted.has_errors()) << converted.format_all();
      const test::RunResult here = good(deck), again = good(echo), there = good(native);
      for (std::size_t k = 0; k < here.rows.size(); ++k)
        for (const char* name : {"netjoint1.fx", "netjoint1.fz", "netjoint1.mu"}) {
          EXPECT_NEAR(again.value(k, name), here.value(k, name), 1e-9);
          EXPECT_NEAR(there.value(k, name), here.value(k, name), 1e-9);
        }
    }
  }
}

TEST_F(MarkersOfSpace, WhatIsWrong) {
  write("walk.trc", space_trial(41));
  const std::string three = R"(MARKERS "P" "Q" "S" AT 0.2 0 0)";
  const auto with_head = [&](const std::string& head) { return led(three, "AT 0 0 0", head); };
  expect_error(with_head(""),
               "6:18: error: MOTION 1: no line MARKERS names a file above; expected MARKERS "
               "\"file\" AXES +x +y +z above it");
  expect_error(with_head("MARKERS \"walk.trc\" AXES +x +y\n"),
               "6:30: error: MARKERS: an axis is missing");
  expect_error(with_head("MARKERS \"walk.trc\" AXES +x +y +y\n"), "two axes are the same");
  expect_error(with_head("MARKERS \"walk.trc\" AXES +x +z +y\n"),
               "6:25: error: MARKERS: these axes are left-handed, and the motion would be that of "
               "a mirror image");
  expect_error(led(three, R"(MARKERS "m")",
                   "MARKERS \"walk.trc\" AXES +x +z -y\nMARKERS \"m\" FROM \"P\" TO \"Q\" AT 0.1 "
                   "0.2\n"),
               "a line of space has no left side");
  expect_error(led(R"(MARKERS "P" "Q" AT 0.2 0 0)"),
               "two markers leave open the turn about their line; expected three markers or more");
  expect_error(led(three, "\"P\""), "'P' stands where MARKERS must; expected MARKERS \"P\"");
  expect_error(led(three, "MARKER \"P\""), "'MARKER' is no place; did you mean 'MARKERS'?");
  expect_error(led(R"(MARKERS "P" TO "Q" "S" AT 0.2 0 0)"), "'TO' stands between the markers");
  expect_error(led(R"(MARKERS "P")"), "one marker gives no orientation");
  expect_error(led(R"(MARKERS "P" "Q" "P" AT 0.2 0 0)"), "marker 'P' is given twice");
  expect_error(led(R"(MARKERS "P" "Q" "S")"), "the origin of the body is missing; expected AT");
  expect_error(led(R"(MARKERS "P" "Q" "S" AT 0.2)"), "eta is missing");
  expect_error(led(R"(MARKERS "P" "Q" "S" "T1" AT 0.2 0 0)"),
               "more than three markers have no places in the body");
  expect_error(led(R"(MARKERS "P" 0 0 0 "Q" 0.5 0 0 "S")"), "2 of 3 markers have a place");
  expect_error(led(R"(MARKERS "P" 0 0 0 "Q" 0.5 0 0 "S" 0.3 0 0)"),
               "the places of its markers lie on one line");
  expect_error(led(R"(MARKERS "P" 0 0 "Q" 0.5 0 0 "S" 0.3 0 0.1)"), "zeta");
  expect_error(led(R"(MARKERS "P" "Q" "TOE" AT 0.2 0 0)"), "'TOE.x'");
  expect_error(led("MARKRES \"P\""), "did you mean 'MARKERS'?");
  expect_error(led("0 0 0 0 0 0"), "a body of space takes no numbers here");
  expect_error(led("\"walk.trc\""), "stands where TABLE or MARKERS must");
  expect_error(led("TABLE 0 0 0 0 0 0 0 0.2 0 0 0 0 0 0"), "the table from 0 to 0.2;");
  expect_error(led("TABLE Q 0 0 0 0 2 0 0 0 1 0 0 0 1 0 0 0"), "has the norm");
  expect_error(led(three + "\nMOTION 1 " + three), "MOTION 1");
  expect_error(led(three + "\nDRIVE 1 X = t"), "MOTION 1");
  write("walk.trc", space_trial(31));
  expect_error(led(three), "the table from 0 to 0.3;");
}

}  // namespace
}  // namespace mbs
