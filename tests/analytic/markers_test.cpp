// Bodies and joints from places of markers, and forces from the channels of plates.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "paths.h"
#include "support/folder.h"
#include "support/good_run.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

using Markers = test::InFolder;

// A shank that turns by more than half a turn: its centre, and its angle from proximal to distal.
struct Pose {
  double x, y, phi;
};
Pose shank(double t) { return {0.1 + 0.5 * t, 0.4 + 0.1 * t, 2.5 + 4 * t}; }

// The place of (xi, eta) in mm, with z up: x of the deck is -y of the file.
std::string cell(const Pose& p, double xi, double eta) {
  const double c = std::cos(p.phi), s = std::sin(p.phi);
  return fmt::format("\t55\t{:.17g}\t{:.17g}", -1000 * (p.x + c * xi - s * eta),
                     1000 * (p.y + s * xi + c * eta));
}

// Markers knee and ankle on the line of the bone, two beside the knee, three anywhere. `hidden`: a
// row without the third of these.
std::string trial(int rows, int hidden = -1, double noise = 0) {
  std::string out =
      "PathFileType\t4\t(X/Y/Z)\twalk.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n" +
      fmt::format("100\t{}\t7\tmm\n", rows) +
      "Frame#\tTime\tKNEE\t\t\tANKLE\t\t\tKNL\t\t\tKNM\t\t\tT1\t\t\tT2\t\t\tT3\t\t\n\n";
  for (int k = 0; k < rows; ++k) {
    const Pose p = shank(0.01 * k);
    out += fmt::format("{}\t{:.2f}", k + 1, 0.01 * k) + cell(p, -0.2, 0) + cell(p, 0.22, 0) +
           cell(p, -0.2, 0.05) + cell(p, -0.2, -0.05) + cell(p, -0.1 + noise, 0.06) +
           cell(p, 0.05, -0.07 + noise) +
           (k == hidden ? std::string("\t0\t0\t0") : cell(p, 0.12 - noise, 0.02)) + "\n";
  }
  return out;
}

std::string body(const std::string& motion, const std::string& joint = "AT 0 0",
                 const std::string& head = "MARKERS \"walk.trc\" AXES -y +z\n") {
  return fmt::format(R"(1 0 0 0 0 0 0 0 0
0 0 0
0 0.4 0.1
MASS 1 1 1
{}MOTION 1 {}
NETJOINT 1 0 {}
)",
                     head, motion, joint);
}

void expect_shank(const test::RunResult& got, double tolerance) {
  for (int k = 0; k <= 4; ++k) {
    const Pose p = shank(0.1 * k);
    EXPECT_NEAR(got.value(k, "body1.x"), p.x, tolerance);
    EXPECT_NEAR(got.value(k, "body1.y"), p.y, tolerance);
    EXPECT_NEAR(got.value(k, "body1.phi"), p.phi, tolerance);
  }
}

TEST_F(Markers, TwoMarkers) {
  write("walk.trc", trial(41));
  const test::RunResult got = good(body(R"(MARKERS NATURAL "KNEE" "ANKLE" AT 0.2)"));
  expect_shank(got, 1e-12);
  EXPECT_NE(got.report.find("# MOTION 1, table: from KNEE to ANKLE: 0.42 long on the average, SD "),
            std::string::npos)
      << got.report.substr(0, 500);
  EXPECT_NE(got.report.find("# MOTION 1, table: lengths of the file in mm"), std::string::npos);
  for (std::size_t row = 0; row < got.rows.size(); ++row)
    EXPECT_NEAR(got.value(row, "motion1.length"), 0.42, 1e-12);
}

// Lengths of the deck in mm.
TEST_F(Markers, UnitsOfTheDeck) {
  write("walk.trc", trial(41));
  const test::RunResult got =
      good("UNITS mm N s\n" + body(R"(MARKERS NATURAL "KNEE" "ANKLE" AT 200)"));
  EXPECT_NEAR(got.value(2, "body1.x"), 1000 * shank(0.2).x, 1e-9);
  EXPECT_NEAR(got.value(2, "body1.phi"), shank(0.2).phi, 1e-12);
}

TEST_F(Markers, MadeOfOthers) {
  write("walk.trc", trial(41));
  const std::string head = R"(MARKERS "walk.trc" AXES -y +z
MARKERS "joint" MIDDLE "KNL" "KNM"
MARKERS "side" FROM "joint" TO "ANKLE" AT 0.1 0.03
)";
  const test::RunResult got =
      good(body(R"(MARKERS NATURAL "joint" "ANKLE" AT 0.2)", R"(MARKERS "side")", head));
  expect_shank(got, 1e-12);
  for (int k = 0; k <= 4; ++k) {
    const Pose p = shank(0.1 * k);
    const double c = std::cos(p.phi), s = std::sin(p.phi), xi = -0.1, eta = 0.03;
    EXPECT_NEAR(got.value(k, "netjoint1.x"), p.x + c * xi - s * eta, 1e-12);
    EXPECT_NEAR(got.value(k, "netjoint1.y"), p.y + s * xi + c * eta, 1e-12);
  }
}

TEST_F(Markers, LeastSquares) {
  write("walk.trc", trial(41));
  const test::RunResult exact =
      good(body(R"(MARKERS NATURAL "T1" -0.1 0.06 "T2" 0.05 -0.07 "T3" 0.12 0.02)"));
  expect_shank(exact, 1e-12);
  // Markers that sit elsewhere than said: what remains, against the least over all frames near by.
  write("walk.trc", trial(41, -1, 0.004));
  const test::RunResult off =
      good(body(R"(MARKERS NATURAL "T1" -0.1 0.06 "T2" 0.05 -0.07 "T3" 0.12 0.02)"));
  const double said[3][2] = {{-0.1, 0.06}, {0.05, -0.07}, {0.12, 0.02}};
  const double real[3][2] = {{-0.096, 0.06}, {0.05, -0.066}, {0.116, 0.02}};
  const auto remains = [&](const Pose& f) {  // at t = 0, in the frame of the shank
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double c = std::cos(f.phi), s = std::sin(f.phi);
      sum += std::pow(f.x + c * said[k][0] - s * said[k][1] - real[k][0], 2) +
             std::pow(f.y + s * said[k][0] + c * said[k][1] - real[k][1], 2);
    }
    return std::sqrt(sum / 3);
  };
  const Pose p = shank(0);
  const double dx = off.value(0, "body1.x") - p.x, dy = off.value(0, "body1.y") - p.y;
  const Pose found = {std::cos(p.phi) * dx + std::sin(p.phi) * dy,
                      std::cos(p.phi) * dy - std::sin(p.phi) * dx,
                      off.value(0, "body1.phi") - p.phi};
  const double least = remains(found);
  EXPECT_GT(least, 1e-3);
  for (const double by : {-1e-5, 1e-5}) {
    EXPECT_GT(remains({found.x + by, found.y, found.phi}), least);
    EXPECT_GT(remains({found.x, found.y + by, found.phi}), least);
    EXPECT_GT(remains({found.x, found.y, found.phi + by}), least);
  }
  EXPECT_NE(off.report.find(fmt::format("3 markers of a rigid body: {:.3g} rms", least)),
            std::string::npos)
      << off.report.substr(0, 700);
}

// Local places from a trial at rest, in which the bone's ends are seen.
TEST_F(Markers, StaticTrial) {
  write("walk.trc", trial(41));
  write("static.trc", trial(2));
  const test::RunResult got =
      good(body(R"(MARKERS NATURAL "T1" "T2" "T3" STATIC "static.trc" "KNEE" "ANKLE" AT 0.2)"));
  expect_shank(got, 1e-12);
  EXPECT_NE(got.report.find("places of 3 markers in the body from 2 rows of 'static.trc'"),
            std::string::npos);
}

// Rows with a hidden marker are left out of what is smoothed, filled for what is not.
TEST_F(Markers, HiddenMarker) {
  write("walk.trc", trial(41, 20));
  const std::string three = R"("T1" -0.1 0.06 "T2" 0.05 -0.07 "T3" 0.12 0.02)";
  expect_error(body("MARKERS NATURAL " + three),
               "6:26: error: MOTION 1: a marker is missing in 1 of 41 rows, the first at t = 0.2; "
               "expected GAPS FILL behind MARKERS");
  expect_shank(good(body("MARKERS NATURAL GAPS FILL " + three)), 1e-5);
  const test::RunResult smooth = good(body("MARKERS GAPS FILL " + three));
  expect_shank(smooth, 1e-5);
  expect_shank(good(body(R"(MARKERS NATURAL "T1" -0.1 0.06 "T2" 0.05 -0.07)")), 1e-12);
}

// A deck that is written again has tables of the motion, and says what these leave out.
TEST_F(Markers, WhatAWrittenDeckLacks) {
  write("walk.trc", trial(41));
  const std::string deck = body(R"(MARKERS NATURAL "T1" -0.1 0.06 "T2" 0.05 -0.07 "T3" 0.12 0.02)");
  const test::RunResult shown = good(deck);
  EXPECT_NE(std::find(shown.names.begin(), shown.names.end(), "motion1.residual"),
            shown.names.end());
  Diagnostics echoed, converted;
  const DeckInput input{"deck", deck, folder_.string(), {}};
  EXPECT_NE(echo_deck(input, {}, echoed), "");
  EXPECT_EQ(echoed.format_all(),
            "deck: warning: --echo: the deck written has no markers any more, and so no "
            "motion1.residual; the run of this deck has them\n");
  EXPECT_NE(convert_deck(input, {}, converted), "");
  EXPECT_NE(converted.format_all().find("warning: --convert: the deck written has no markers"),
            std::string::npos)
      << converted.format_all();
}

TEST_F(Markers, WhatIsWrong) {
  write("walk.trc", trial(41));
  const std::string two = R"(MARKERS "KNEE" "ANKLE" AT 0.2)";
  expect_error(body(two, "AT 0 0", ""),
               "no line MARKERS names a file above; expected MARKERS \"file\" AXES +x +y above it");
  expect_error(body(two, "AT 0 0", "MARKERS \"walk.trc\"\n"), "AXES, MIDDLE or FROM is missing");
  expect_error(body(two, "AT 0 0", "MARKERS \"walk.trc\" AXLES\n"), "is no way to make a marker");
  expect_error(body(two, "AT 0 0", "MARKERS \"walk.trc\" AXES +x -x\n"), "both axes are the same");
  expect_error(body(two, "AT 0 0", "MARKERS \"walk.trc\" AXES +x up\n"), "'UP' is no axis");
  expect_error(body(two, "AT 0 0", "MARKERS \"none.trc\" AXES +x +y\n"),
               "'none.trc' does not exist");
  expect_error(
      body(two, "AT 0 0", "MARKERS \"walk.trc\" AXES +x +y\nMARKERS \"walk.trc\" AXES +x +y\n"),
      "a second file of markers");
  expect_error(body(R"(MARKERS "KNEE")"), "one marker gives no angle");
  expect_error(body(R"(MARKERS "KNEE" "ANKLE")"),
               "the place of the centre of mass is missing; expected AT c");
  expect_error(body(R"(MARKERS "KNEE" "ANKLE" "T1" AT 0.2)"),
               "more than two markers have no places in the body");
  expect_error(body(R"(MARKERS "KNEE" "TOE" AT 0.2)"),
               "has no column, or more than one, with the heading 'TOE.y'");
  expect_error(body(R"(MARKERS "KNEE" "ANKEL" AT 0.2)"), "did you mean 'ANKLE'?");
  expect_error(body(R"(MARKERS "KNEE" 0.1 0 "ANKLE")"), "1 of 2 markers have a place in the body");
  write("walk.trc", trial(41, 20));
  expect_error(body(R"(MARKERS GAPS 0 "T1" "T3" AT 0.2)"),
               "a place is not 0 where a marker is missing; expected GAPS FILL");
}

std::string forces(const std::string& one, const std::string& other = "") {
  return fmt::format(R"(2 0 0 0 0 0 0 0 0
0 0 0
0 0 0
0 0.025 0.005
MASS 1 1 1
MASS 2 1 1
MOTION 1  0 0 0  0 0 0  0 0 0
MOTION 2  0 0 0  0 0 0  0 0 0
FORCE 1 TABLE THRESHOLD 20 {}      # no foot here is meant
{}NETJOINT 1 0 AT 0 0
)",
                     one, other);
}

// The load of tests/data/c3d/write_c3d.py: (-30, 10, 800) N at x = 0.1 + 0.05 k, y = 0.46.
TEST_F(Markers, PlateOfC3d) {
  fs::copy_file(MBSIM_ROOT "/tests/data/c3d/plate3.c3d", folder_ / "plate3.c3d");
  const test::RunResult along = good(forces(R"("plate3.c3d" PLATE 1 AXES +x +z)"));
  const test::RunResult back = good(forces(R"("plate3.c3d" PLATE 1 AXES -y +z)"));
  for (int k = 1; k < 4; ++k) {
    EXPECT_NEAR(along.value(k, "netjoint1.fx"), 30, 1e-4);
    EXPECT_NEAR(along.value(k, "netjoint1.m"), -(0.1 + 0.05 * k) * 800, 1e-3);
    EXPECT_NEAR(back.value(k, "netjoint1.fx"), 10, 1e-4);
    EXPECT_NEAR(back.value(k, "netjoint1.m"), 0.46 * 800, 1e-3);
  }
  expect_error(forces(R"("plate3.c3d" PLATE 2 AXES +x +z)"), "has 1 force plate; expected plate 1");
  expect_error(forces(R"("plate3.c3d" PLATE 1 AXES +x +z)",
                      "FORCE 2 TABLE THRESHOLD 20 \"plate3.c3d\" COLUMNS \"Time\" \"plate1.fx\" "
                      "\"plate1.fz\" \"plate1.px\" \"plate1.pz\"\n"),
               "10:1: error: FORCE: FORCE 1 has this plate already: 'plate3.c3d', plate 1 of "
               "type 3; expected a plate for each force");
}

// Six channels about a point 30 mm below the surface, of a plate whose third axis points down, and
// the same of one whose third axis points up; the force on the plate, then that on the foot.
TEST_F(Markers, SixChannels) {
  const auto file = [](bool down, double sign) {
    std::string out = "t;Fx;Fy;Fz;Mx;My;Mz\n";
    for (int k = 0; k <= 6; ++k) {
      const double ahead = -40, side = 7, up = k > 0 && k < 5 ? 700 : 0, load = up / 700;
      // The force on the foot in the axes of the plate; the third is turned with the second.
      const double turn = down ? -1 : 1;
      const std::array<double, 3> f = {load * ahead, load * turn * side, turn * up};
      const std::array<double, 3> r = {0.02 * k - 0.05, 0.03, turn * 0.03};
      out += fmt::format("{:.3f}", 0.005 * k);
      for (const double v : {f[0], f[1], f[2], r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2],
                             r[0] * f[1] - r[1] * f[0]})
        out += fmt::format(";{:.17g}", sign * v);
      out += "\n";
    }
    return out;
  };
  for (const bool down : {false, true})
    for (const double sign : {1, -1}) {
      write("plate.csv", file(down, sign));
      const std::string columns =
          R"("plate.csv" CHANNELS "t" "Fx" "Fy" "Fz" "Mx" "My" "Mz" AXES +x )";
      const test::RunResult got =
          good(forces(columns + (down ? "-z" : "+z") + " DEPTH 30mm AT 0.6 0.01"));
      for (int k = 1; k < 5; ++k) {
        const double x = 0.6 + 0.02 * k - 0.05, y = 0.01;
        EXPECT_NEAR(got.value(k, "netjoint1.fx"), 40, 1e-12);
        EXPECT_NEAR(got.value(k, "netjoint1.fy"), -700, 1e-12);
        EXPECT_NEAR(got.value(k, "netjoint1.m"), -(x * 700 + y * 40), 1e-10);
      }
      EXPECT_EQ(got.report.find("its channels are the force on the plate") != std::string::npos,
                sign < 0);
    }
  const std::string six = R"("plate.csv" CHANNELS 1 2 3 4 5 6 7 )";
  expect_error(forces(six), "the axes are missing; expected AXES and two axes of the file");
  expect_error(forces(six + "AXES +x -z"), "the depth of the sensors is missing; expected DEPTH d");
  expect_error(forces(six + "AXES +x +y DEPTH 0"), "the upright axis of a plate is its third one");
  expect_error(forces(six + "AXES +x -z DEPTH -1"), "the depth is negative");
  expect_error(forces(six + "AXES +x -z DEPTH 0", "FORCE 2 TABLE " + six + "AXES +x -z DEPTH 0\n"),
               "FORCE: FORCE 1 has this plate already: 'plate.csv', plate of 1 2 3 4 5 6 7");
}

}  // namespace
}  // namespace mbs
