// C3D files that tests/data/c3d/write_c3d.py wrote from the public description of the format: the
// numbers of three kinds of processor, whole and real, and force plates of four types.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "paths.h"
#include "support/folder.h"
#include "support/good_run.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = MBSIM_ROOT "/tests/data/c3d";

std::string joint(const std::string& table, const std::string& times = "0 0.04 0.01",
                  const std::string& head = "") {
  return fmt::format(R"({}1 0 0 0 0 0 0 0 0
0 0 0
{}
MASS 1 1 1
MOTION 1  0 0 0  0 0 0  0 0 0
NETJOINT 1 0 TABLE {}
)",
                     head, times, table);
}

std::string force(const std::string& table, const std::string& words = "THRESHOLD 20") {
  return fmt::format(R"(1 0 0 0 0 0 0 0 0
0 0 0
0 0.025 0.005
MASS 1 1 1
MOTION 1  0 0 0  0 0 0  0 0 0
FORCE 1 TABLE {} {}  # no foot here is meant
NETJOINT 1 0 AT 0 0
)",
                     words, table);
}

test::RunResult good(const std::string& deck, const std::string& folder = kFolder) {
  test::RunResult out = test::run(deck, {}, folder);
  EXPECT_EQ(out.status, ExitStatus::done) << out.messages;
  EXPECT_EQ(out.messages, "");
  return out;
}

void expect_error(const std::string& deck, const std::string& message,
                  const std::string& folder = kFolder) {
  const test::RunResult out = test::run(deck, {}, folder);
  EXPECT_EQ(out.status, ExitStatus::deck_error) << message;
  EXPECT_NE(out.messages.find(message), std::string::npos) << out.messages << "\n" << message;
}

constexpr const char* kWalks[] = {"intel_whole", "intel_real", "dec_whole",
                                  "dec_real",    "mips_whole", "mips_real"};

// All numbers are halves: every kind of number has them exactly.
TEST(C3dFiles, PlacesOfMarkers) {
  for (const char* file : kWalks) {
    const test::RunResult hip = good(
        joint(fmt::format(R"(LINEAR "{}.c3d" COLUMNS "Time" "R Hip.x" "anna:R Hip.y")", file)));
    const test::RunResult ankle = good(
        joint(fmt::format(R"(LINEAR "{}.c3d" COLUMNS 2 "R.Ankle.z" SCALE -1 "R.Ankle.y")", file)));
    for (int k = 0; k < 5; ++k) {
      EXPECT_NEAR(hip.value(k, "netjoint1.x"), 0.010 + 0.001 * k, 1e-15) << file;
      EXPECT_NEAR(hip.value(k, "netjoint1.y"), 0.900 + 0.001 * k, 1e-15);
      EXPECT_NEAR(ankle.value(k, "netjoint1.x"), 0.1, 1e-15);
      EXPECT_NEAR(ankle.value(k, "netjoint1.y"), 0.090 + 0.001 * k, 1e-15);
    }
    EXPECT_NE(hip.report.find("table: lengths of the file in mm; frame 1 is at time 0\n"),
              std::string::npos);
  }
}

TEST(C3dFiles, UnitsOfTheDeck) {
  const test::RunResult hip =
      good(joint(R"(LINEAR "dec_whole.c3d" COLUMNS "Time" "R Hip.x" "R Hip.y")", "0 40 10",
                 "UNITS mm kg ms\n"));
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(hip.value(k, "netjoint1.x"), 10.0 + k, 1e-12);
}

// A negative residual is a marker that was not seen.
TEST(C3dFiles, MissingMarkers) {
  for (const char* file : kWalks) {
    const std::string knee = fmt::format(R"("{}.c3d" COLUMNS "Time" "R Knee.x" "R Knee.y")", file);
    expect_error(joint(knee),
                 "error: NETJOINT 1: 'anna:R Knee.x' is missing in 1 of 5 rows, the first at t = "
                 "0.02; expected GAPS 0 or GAPS FILL behind TABLE");
    const test::RunResult filled = good(joint("GAPS FILL " + knee));
    for (int k = 0; k < 5; ++k)
      EXPECT_NEAR(filled.value(k, "netjoint1.x"), 0.0205 + 0.001 * k, 1e-12);
    EXPECT_NE(filled.report.find("2 of 10 cells empty"), std::string::npos);
  }
}

// Analog channels have four rows a frame: 400 Hz. They have an offset, a scale and a common scale.
TEST(C3dFiles, AnalogChannels) {
  for (const char* file : kWalks) {
    const test::RunResult got = good(fmt::format(R"(1 0 0 0 0 0 0 0 0
0 0 0
0 0.0475 0.0025
MASS 1 1 1
MOTION 1  0 0 0  0 0 0  0 0 0
FORCE 1 TABLE "{}.c3d" COLUMNS "Time" "Fx1" "Fx1" SCALE 2 "EMG 1" SCALE -1 "EMG 1"  # no foot is meant
NETJOINT 1 0 AT 0 0
)",
                                                 file));
    for (int k = 0; k < 20; ++k) {
      const double fx = 0.5 * k, fy = 2 * fx, x = k - 3.5, y = -x;
      EXPECT_NEAR(got.value(k, "netjoint1.fx"), -fx, 1e-12) << file;
      EXPECT_NEAR(got.value(k, "netjoint1.m"), -(x * fy - y * fx), 1e-11) << file;
    }
  }
}

// Channels of another rate than the markers, in volts where a force is wanted, and other mistakes.
TEST(C3dFiles, WhatIsWrongWithColumns) {
  expect_error(joint(R"("intel_real.c3d")"),
               "table file 'intel_real.c3d' has places of markers, and counts frames before the "
               "time; expected COLUMNS \"Time\" and columns; the columns are 1 'Frame#', 2 'Time', "
               "3 'anna:R Hip.x'");
  expect_error(joint(R"("intel_real.c3d" COLUMNS "Time" "R Hip.x" "Fx1")"),
               "column 12 of the file is in N where m is wanted");
  expect_error(joint(R"("intel_real.c3d" COLUMNS "Time" "R Hip.x" "EMG 1")"),
               "'anna:R Hip.x' and 'EMG 1' are measured at different rates: 100 and 400 Hz");
  expect_error(joint(R"("intel_real.c3d" COLUMNS "Frame#" "R Hip.x" "R Hip.y")"),
               "column 'Frame#' is no time; expected \"Time\" as the first column");
  expect_error(joint(R"("intel_real.c3d" COLUMNS 2 3 99)"), "has 13 columns");
  expect_error(joint(R"("intel_real.c3d" COLUMNS "Time" "R Hip.x" SCALE 0.001 "R Hip.y")"),
               "the file says its unit, and is multiplied by 0.001 already");
  expect_error(joint(R"("intel_real.c3d" COLUMNS "Time" "R Toe.x" "R Hip.y")"),
               "has no column, or more than one, with the heading 'R Toe.x'");
}

// 300 markers need two parameters of labels; frames begin at 101; 50000 is a number without sign.
TEST(C3dFiles, ManyMarkers) {
  const test::RunResult got =
      good(joint(R"(LINEAR "many.c3d" COLUMNS "Time" "M256.x" "M300.y")", "2 2.04 0.02"));
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(got.value(k, "netjoint1.x"), 0.256, 1e-15);
    EXPECT_NEAR(got.value(k, "netjoint1.y"), 0.600, 1e-15);
  }
  const test::RunResult count =
      good(joint(R"(LINEAR "many.c3d" COLUMNS "Time" "count" "M300.z")", "2 2.04 0.02"));
  const double counted[] = {10000, -10, 0};
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(count.value(k, "netjoint1.x"), counted[k], 1e-9);
}

// The same load through all types of plates, whose axes are not those of the laboratory: in the
// plane of x and z, then of y and z.
TEST(C3dFiles, ForcePlates) {
  for (const char* file : {"plate1", "plate2", "plate2_action", "plate3", "plate4"}) {
    const test::RunResult along = good(force(fmt::format(
        R"("{}.c3d" COLUMNS "Time" "plate1.fx" "plate1.fz" "plate1.px" "plate1.pz")", file)));
    const test::RunResult across = good(force(fmt::format(
        R"("{}.c3d" COLUMNS "Time" "plate1.fy" "plate1.fz" "plate1.py" "plate1.pz")", file)));
    for (int k = 0; k < 6; ++k) {
      const bool loaded = k > 0 && k < 4;
      const double x = 0.1 + 0.05 * k, y = 0.46, fz = loaded ? 800 : 0;
      EXPECT_NEAR(along.value(k, "netjoint1.fx"), loaded ? 30 : 0, 1e-4) << file;
      EXPECT_NEAR(along.value(k, "netjoint1.fy"), -fz, 1e-3) << file;
      EXPECT_NEAR(along.value(k, "netjoint1.m"), -x * fz, 1e-3) << file;
      EXPECT_NEAR(across.value(k, "netjoint1.fx"), loaded ? -10 : 0, 1e-4) << file;
      EXPECT_NEAR(across.value(k, "netjoint1.m"), -y * fz, 1e-3) << file;
    }
    const bool turned = std::string(file) == "plate2_action";
    EXPECT_EQ(along.report.find("its channels are the force on the plate") != std::string::npos,
              turned);
    EXPECT_EQ(along.report.find("ORIGIN has the wrong sign") != std::string::npos, turned);
  }
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class BrokenC3d : public test::InFolder {
 protected:
  void write(const std::string& bytes) const { InFolder::write("a.c3d", bytes); }
  void expect(const std::string& message) const {
    expect_error(joint(R"(LINEAR "a.c3d" COLUMNS "Time" "R Hip.x" "R Hip.y")"),
                 "error: NETJOINT 1: table file 'a.c3d' " + message);
  }
};

TEST_F(BrokenC3d, OneClearMessage) {
  const std::string whole = bytes_of(kFolder + "/intel_real.c3d");
  const auto changed = [&](std::size_t place, std::initializer_list<int> bytes) {
    std::string out = whole;
    for (const int b : bytes) out[place++] = static_cast<char>(b);
    return out;
  };
  write("");
  expect("is no C3D file: its second byte is 0x00 where 0x50 is expected");
  write("PathFileType\t4\n");
  expect("is no C3D file: its second byte is 0x61 where 0x50 is expected");
  write(whole.substr(0, 300));
  expect("ends in its head");
  write(whole.substr(0, 512));
  expect("ends before its parameters");
  write(whole.substr(0, 700));
  expect("is damaged at byte");
  write(changed(515, {99}));
  expect("has numbers of an unknown processor, 99");
  write(changed(0, {0}));
  expect("is damaged: its parameters would stand in its head");
  write(changed(16, {200, 0}));
  expect("ends before its first frame");
  write(changed(16, {0, 0}));
  expect("is damaged: its data begin in block 0");
  write(changed(8, {0x10, 0x27}));  // 10000 frames
  expect("ends in frame");
  write(changed(8, {0, 0}));
  expect("is damaged: its frames are 1 to 0");
  write(changed(2, {0xFF, 0xFF}));  // markers
  expect("ends in frame 1 of 5: it was cut short");
  write(changed(18, {0, 0}));
  expect("is damaged: 8 analog numbers a frame, and 0 of each channel");
  write(changed(2, {0, 0, 0, 0}));
  expect("has no markers and no analog channels");
}

// Files that are changed at random, mostly in head and parameters: an answer each time, no crash,
// no number that is none. The seeds are fixed.
TEST_F(BrokenC3d, RandomChanges) {
  const char* const files[] = {"intel_whole", "dec_real", "mips_whole",
                               "plate2",      "plate3",   "plate4"};
  std::mt19937 random(20261126);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int read = 0;
  for (int k = 0; k < 120; ++k) {
    const std::size_t which = below(6);
    std::string bytes = bytes_of(fmt::format("{}/{}.c3d", kFolder, files[which]));
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
      const std::size_t place =
          below(below(3) == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 1300));
      static constexpr int kBytes[] = {0, 1, 2, 127, 128, 255, 254, 80};
      bytes[place] = static_cast<char>(below(2) == 0 ? kBytes[below(8)] : below(256));
    }
    if (below(10) == 0) bytes.resize(below(bytes.size()));
    write(bytes);
    const std::string deck =
        which < 3
            ? joint(R"(GAPS FILL "a.c3d" COLUMNS "Time" "R Hip.x" "R Knee.y")")
            : force(R"("a.c3d" COLUMNS "Time" "plate1.fx" "plate1.fz" "plate1.px" "plate1.pz")",
                    "GAPS 0 THRESHOLD 20");
    const test::RunResult got = test::run(deck, {}, folder_.string());
    if (got.status == ExitStatus::done) {
      ++read;
      EXPECT_EQ(got.report.find("nan"), std::string::npos) << k;
      EXPECT_EQ(got.report.find("inf"), std::string::npos) << k;
    } else {
      EXPECT_NE(got.messages, "") << k;
    }
  }
  EXPECT_GT(read, 10);
  EXPECT_LT(read, 110);
}

}  // namespace
}  // namespace mbs
