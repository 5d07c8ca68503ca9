// Files of laboratories: markers (.trc) and columns over time (.mot, .sto), as their public
// descriptions have them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/folder.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using MotionFiles = test::InFolder;

// Three markers in mm; the second is hidden in the third row by zeros, in the fourth by nothing.
std::string markers(const std::string& facts = "100\t100\t4\t3\tmm\t100\t1\t4") {
  return "PathFileType\t4\t(X/Y/Z)\twalk.trc\n"
         "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\t"
         "OrigNumFrames\n" +
         facts +
         "\n"
         "Frame#\tTime\tR.Hip\t\t\tanna:R Knee\t\t\tR.Ankle\t\t\n"
         "\t\tX1\tY1\tZ1\tX2\tY2\tZ2\tX3\tY3\tZ3\n"
         "\n"
         "1\t0.00\t10\t900\t100\t20.5\t500\t110\t30\t90\t100\n"
         "2\t0.01\t11\t901\t100\t21.5\t501\t110\t31\t91\t100\n"
         "3\t0.02\t12\t902\t100\t0\t0.000\t0\t32\t92\t100\n"
         "4\t0.03\t13\t903\t100\t\t\t\t33\t93\t100\n"
         "5\t0.04\t14\t904\t100\t24.5\t504\t110\t34\t94\t100\n";
}
constexpr const char* kFiveRows = "100\t100\t5\t3\tmm\t100\t1\t5";

std::string joint(const std::string& table, const std::string& head = "") {
  return fmt::format(R"({}1 0 0 0 0 0 0 0 0
0 0 0
0 0.04 0.01
MASS 1 1 1
MOTION 1  0 0 0  0 0 0  0 0 0
NETJOINT 1 0 TABLE {}
)",
                     head, table);
}

TEST_F(MotionFiles, PlacesOfMarkers) {
  write("walk.trc", markers(kFiveRows));
  const test::RunResult hip =
      good(joint(R"(LINEAR "walk.trc" COLUMNS "Time" "R.Hip.x" "R.Hip.y")"));
  const test::RunResult depth = good(joint(R"(LINEAR "walk.trc" COLUMNS 2 5 SCALE -1 4)"));
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR(hip.value(k, "netjoint1.x"), 0.010 + 0.001 * k, 1e-15);
    EXPECT_NEAR(hip.value(k, "netjoint1.y"), 0.900 + 0.001 * k, 1e-15);
    EXPECT_NEAR(depth.value(k, "netjoint1.x"), -0.1, 1e-15);
  }
  EXPECT_NE(hip.report.find("# NETJOINT 1, table: lengths of the file in mm\n"), std::string::npos);
}

// A deck in mm keeps them, and one in ms has the times of the file in ms.
TEST_F(MotionFiles, MarkersInTheUnitsOfTheDeck) {
  write("walk.trc", markers(kFiveRows));
  std::string deck =
      joint(R"(LINEAR "walk.trc" COLUMNS "Time" "R.Hip.x" "R.Hip.y")", "UNITS mm kg ms\n");
  deck.replace(deck.find("0 0.04 0.01"), 11, "0 40 10");
  const test::RunResult hip = good(deck);
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(hip.value(k, "netjoint1.x"), 10.0 + k, 1e-12);
}

// Markers at 0 0 0 and empty ones are missing: an error without GAPS, filled with it.
TEST_F(MotionFiles, MissingMarkers) {
  write("walk.trc", markers(kFiveRows));
  const std::string knee = R"("walk.trc" COLUMNS "Time" "R Knee.x" "anna:R Knee.y")";
  expect_error(joint(knee),
               "walk.trc:9:19: error: table row 3: column 6 is empty; expected a "
               "number; GAPS 0 or GAPS FILL");
  const test::RunResult filled = good(joint("GAPS FILL " + knee));
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR(filled.value(k, "netjoint1.x"), 0.0205 + 0.001 * k, 1e-12);
    EXPECT_NEAR(filled.value(k, "netjoint1.y"), 0.500 + 0.001 * k, 1e-12);
  }
  EXPECT_NE(filled.report.find("4 of 10 cells empty"), std::string::npos);
}

TEST_F(MotionFiles, WhatIsWrongWithMarkers) {
  const std::string hip = R"("walk.trc" COLUMNS "Time" "R.Hip.x" "R.Hip.y")";
  write("walk.trc", markers(kFiveRows));
  expect_error(joint(R"("walk.trc")"),
               "6:20: error: NETJOINT 1: table file 'walk.trc' has places of markers, and counts "
               "frames before the time; expected COLUMNS \"Time\" and columns; the columns are 1 "
               "'Frame#', 2 'Time', 3 'R.Hip.x'");
  expect_error(joint(R"("walk.trc" COLUMNS "Time" "R.Hip.x" SCALE 0.001 "R.Hip.y")"),
               "6:46: error: NETJOINT 1: the file says its unit, and is multiplied by 0.001 "
               "already; expected the column without SCALE");
  expect_error(joint(R"("walk.trc" COLUMNS "Time" "R.Toe.x" "R.Hip.y")"),
               "has no column, or more than one, with the heading 'R.Toe.x'");
  write("walk.trc", markers("100\t100\t5\t3\tkg\t100\t1\t5"));
  expect_error(joint(hip),
               "walk.trc:3:13: error: table: 'kg' is no length; expected the unit of "
               "the places of markers: mm, cm or m");
  write("walk.trc", markers("100\t100\t5\t4\tmm\t100\t1\t5"));
  expect_error(joint(hip),
               "walk.trc:4:1: error: table: 3 markers are named where 4 are said to be");
  write("walk.trc", markers("100\t100"));
  expect_error(joint(hip), "walk.trc:3:1: error: table: it does not say its Units");
  write("walk.trc", "PathFileType\t4\n");
  expect_error(joint(hip), "error: table: it does not say its Units");
  write("walk.trc", markers());
  const test::RunResult said = run(joint("LINEAR " + hip));
  EXPECT_NE(said.messages.find("6:27: warning: NETJOINT 1: table file 'walk.trc' says that it has "
                               "4 rows, and has 5; is all of it there?"),
            std::string::npos)
      << said.messages;
}

// Angles and lengths of a body over time, and a heading with a comment that begins with a number.
std::string storage(const std::string& in_degrees) {
  return "Coordinates\nversion=1\nnRows=3\nnColumns=4\n" + in_degrees +
         "\n\n3 rows of made-up numbers\nendheader\n"
         "time\tpelvis_tx\tpelvis_ty\tpelvis_tilt\n"
         "0\t0.5\t0.9\t0\n0.1\t0.6\t0.9\t9\n0.2\t0.7\t0.9\t18\n";
}

std::string body(const std::string& columns, const std::string& head = "") {
  return fmt::format(R"({}1 0 0 0 0 0 0 0 0
0.5 0.9 0
0 0.2 0.1
MASS 1 1 1
MOTION 1 TABLE NATURAL "ik.sto"{}
NETJOINT 1 0 AT 0 0
)",
                     head, columns);
}

TEST_F(MotionFiles, AnglesOfStorageFiles) {
  const double degree = std::acos(-1.0) / 180;
  write("ik.sto", storage("inDegrees=yes"));
  for (const char* columns :
       {"", " COLUMNS 1 2 3 4", R"( COLUMNS "time" "pelvis_tx" "pelvis_ty" "pelvis_tilt" DEG)"}) {
    const test::RunResult got = good(body(columns));
    EXPECT_NEAR(got.value(2, "body1.phi"), 18 * degree, 1e-15);
    EXPECT_NEAR(got.value(2, "body1.x"), 0.7, 1e-15);
    EXPECT_NE(got.report.find("# MOTION 1, table: angles of the file in degrees\n"),
              std::string::npos);
  }
  // The file counts, not the deck: its angles are in degrees, its lengths in what the deck says.
  write("ik.sto", storage("inDegrees=no"));
  const test::RunResult radians = good(body("", "UNITS m kg s deg\n"));
  EXPECT_NEAR(radians.value(2, "body1.phi"), 18, 1e-12);
  write("ik.sto", storage("note=none"));
  const test::RunResult silent = good(body("", "UNITS m kg s deg\n"));
  EXPECT_NEAR(silent.value(2, "body1.phi"), 18 * degree, 1e-15);
}

// Accelerations of a chain in degrees per second squared; moments are no angles.
TEST_F(MotionFiles, RatesOfAngles) {
  write("id.sto", "name\ninDegrees=yes\nendheader\ntime acceleration\n0 90\n1 180\n");
  const auto chain = [](const char* known, const char* unknown) {
    return fmt::format(R"(SEGDYN
SEGMENT 1 2 1 0.5 0.5
STATE 1 0 0
KNOWN {} 1 TABLE "id.sto"
{}TIME 0 1 0.5
END
)",
                       known, unknown);
  };
  EXPECT_NEAR(good(chain("PHIDD", "UNKNOWN M 1\n")).value(2, "phidd1"), std::acos(-1.0), 1e-12);
  EXPECT_NEAR(good(chain("M", "")).value(2, "phidd1"), 180, 1e-9);
}

TEST_F(MotionFiles, WhatIsWrongWithStorage) {
  write("ik.sto", storage("inDegrees=maybe"));
  expect_error(body(""),
               "ik.sto:5:1: error: table: inDegrees is 'maybe'; expected inDegrees=yes "
               "or inDegrees=no");
  write("ik.sto", storage("inDegrees=no"));
  expect_error(body(" COLUMNS 1 2 3 4 DEG"),
               "the file says inDegrees=no; expected the column without DEG");
}

// Without its end the head would be skipped as headings, and the angles taken as radians.
TEST_F(MotionFiles, AHeadWithoutItsEnd) {
  std::string text = storage("inDegrees=yes");
  text.erase(text.find("endheader\n"), 10);
  write("ik.sto", text);
  expect_error(
      body(""),
      "ik.sto:5:1: error: table: 'inDegrees=yes' stands in a head without an end; expected "
      "a line endheader above the headings of the columns");
}

// A function takes the numbers as they stand, so that the expression has to convert degrees.
TEST_F(MotionFiles, FunctionsOfFilesInDegrees) {
  write("ik.sto", storage("inDegrees=yes"));
  const auto chain = [](const std::string& angle) {
    return "SEGDYN\nSEGMENT 1 2 1 0.5 0.5\nSTATE 1 0 0\nOUT shown = " + angle +
           "\nTIME 0 0.2 0.1\nEND\n";
  };
  const test::RunResult told = good(chain("spline(\"ik.sto\", t, 3)*deg"));
  EXPECT_NEAR(told.value(1, "shown"), std::acos(-1.0) / 20, 1e-15);
  EXPECT_NEAR(good(chain("table(\"ik.sto\", t, 1)")).value(1, "shown"), 0.6, 1e-15);
  for (const char* twice : {"spline(\"ik.sto\", t, 3)",
                            "spline(\"ik.sto\", t, 3)*deg\nOUT again = spline(\"ik.sto\", t, 3)"}) {
    const test::RunResult silent = run(chain(twice));
    EXPECT_EQ(silent.status, ExitStatus::done);
    EXPECT_NE(silent.messages.find("warning: OUT"), std::string::npos) << silent.messages;
    EXPECT_NE(silent.messages.find("table file 'ik.sto' says inDegrees=yes, and a function takes "
                                   "its numbers as they stand: 'pelvis_tilt' is in degrees; "
                                   "expected the function times deg"),
              std::string::npos)
        << silent.messages;
  }
  write("ik.sto", storage("inDegrees=no"));
  good(chain("spline(\"ik.sto\", t, 3)"));
}

// Heel strike between two rows: the force rises from 0 at the last unloaded one, and its place is
// that of the first loaded one all the way. After toe-off the last place is held.
constexpr const char* kPlate =
    "t;fx;fy;x;y\n0;0;0;0;0\n0,01;0;3;9;9\n0,02;-30;600;0,4;0\n0,03;-20;700;0,42;0\n"
    "0,04;0;2;-9;9\n0,05;;;;\n0,06;0;0;0;0\n0,07;-50;500;0,9;0\n0,08;-40;300;0,92;0\n";

std::string foot(const std::string& words) {
  return fmt::format(R"(1 0 0 0 0 0 0 0 0
0 0 0
0 0.08 0.005
MASS 1 1 1
MOTION 1  0 0 0  0 0 0  0 0 0
FORCE 1 TABLE {} "plate.csv"    # no foot here is meant
NETJOINT 1 0 AT 0 0
)",
                     words);
}

TEST_F(MotionFiles, PlateUnloaded) {
  write("plate.csv", kPlate);
  const test::RunResult got = good(foot("GAPS 0 THRESHOLD 20"));
  EXPECT_NE(
      got.report.find("# FORCE 1, table: 5 of 9 rows unloaded, below 20: force 0, place held"),
      std::string::npos)
      << got.report.substr(0, 600);
  // Moments about the origin: those of the rows, halves of them between a loaded and an unloaded
  // row.
  const double down = 0.4 * 600, up = 0.42 * 700, again = 0.9 * 500, last = 0.92 * 300;
  const double moments[] = {0, 0, 0, down / 2, down,      0.41 * 650, up,         up / 2, 0,
                            0, 0, 0, 0,        again / 2, again,      0.91 * 400, last};
  for (int k = 0; k <= 16; ++k) {
    EXPECT_NEAR(got.value(k, "netjoint1.m"), -moments[k], 1e-11) << 0.005 * k;
    if (k <= 2) {
      EXPECT_EQ(got.value(k, "netjoint1.m"), 0);
    }
  }
  // A plate that nobody steps on is noise from one end to the other.
  const test::RunResult noise = good(foot("GAPS 0 THRESHOLD 800"));
  EXPECT_NE(
      noise.report.find("# FORCE 1, table: 9 of 9 rows unloaded, below 800: force 0, place held"),
      std::string::npos)
      << noise.report.substr(0, 600);
  for (std::size_t k = 0; k < noise.rows.size(); ++k) {
    EXPECT_EQ(noise.value(k, "netjoint1.m"), 0);
    EXPECT_EQ(noise.value(k, "netjoint1.fy"), 0);
  }
}

// Without a threshold only rows without any force are unloaded.
TEST_F(MotionFiles, PlateWithoutThreshold) {
  write("plate.csv", "0 0 0 0 0\n0.02 0 600 0.4 0\n0.04 0 500 0.5 0\n0.06 0 0 0 0\n0.08 0 0 0 0\n");
  const test::RunResult got = good(foot(""));
  EXPECT_NEAR(got.value(2, "netjoint1.m"), -0.4 * 300, 1e-11);
  EXPECT_NEAR(got.value(10, "netjoint1.m"), -0.5 * 250, 1e-11);
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", foot(""), folder_.string(), {}}, {}, diagnostics);
  EXPECT_EQ(test::done(echo).value(10, "netjoint1.m"), got.value(10, "netjoint1.m"));
  expect_error(foot("THRESHOLD 0"),
               "6:25: error: FORCE: threshold is 0; expected a positive force");
}

}  // namespace
}  // namespace mbs
