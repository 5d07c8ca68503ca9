// What lies between the rows of a table, which columns of a file are meant, and angles that wrap.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "linalg/spline.h"
#include "support/folder.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// A mass of 10 kg on a rail, pushed by 100 N that come up within a second and stay for nine.
std::string pushed(const std::string& table, const std::string& more = "") {
  return fmt::format(R"(1 0 0 0 1 0 0 0 0
0 0 0
1 3
0 10 1
MASS 1 10 1
FORCE 1 TABLE {}
{})",
                     table, more);
}
constexpr const char* kRampAndHold = "0 0 0 0 0   1 100 0 0 0   10 100 0 0 0";

double speed_of(const test::RunResult& run) { return run.value(10, "body1.xd"); }

TEST(TableCurves, ForcesAreStraightBetweenTheirRows) {
  for (const char* word : {"", "LINEAR "}) {
    const test::RunResult run = test::good_run(pushed(std::string(word) + kRampAndHold));
    EXPECT_NEAR(speed_of(run), (50 + 900) / 10.0, 1e-5);
    for (int k = 1; k <= 10; ++k) EXPECT_NEAR(run.value(k, "body1.xdd"), 10, 1e-12);
  }
}

// The cubic of the ramp begins with the slope (11 100 - 0)/10 and ends level.
TEST(TableCurves, MonotoneForces) {
  const test::RunResult run = test::good_run(pushed(std::string("MONOTONE ") + kRampAndHold));
  EXPECT_NEAR(speed_of(run), (50 + 110 / 12.0 + 900) / 10, 1e-5);
  EXPECT_NEAR(run.value(5, "body1.xdd"), 10, 1e-12);
}

TEST(TableCurves, OvershootIsSaid) {
  const test::RunResult run = test::run(pushed(std::string("NATURAL ") + kRampAndHold));
  EXPECT_EQ(run.status, ExitStatus::done);
  EXPECT_NE(run.messages.find("6:23: warning: FORCE 1: between its rows the curve goes to 255.885"),
            std::string::npos)
      << run.messages;
}

TEST(TableCurves, StrongSmoothingIsSaid) {
  const test::RunResult run = test::run(R"(X 1 0 0
FIX 1 2
INPUTX 1 1
END HALT
INPUTX 1 1 TABLE 0 0  1 1  2 0  3 1  4 0  5 1  6 0
TIMES 0 6 1
END END
)");
  EXPECT_EQ(run.status, ExitStatus::done);
  EXPECT_NE(run.messages.find("the smoothing moves its row at 1 from 1 to 0.428571, by 57 %"),
            std::string::npos)
      << run.messages;
}

TEST(TableCurves, PositionsInStraightLines) {
  const auto deck = [](const char* word, const char* mass) {
    return fmt::format(R"(X 1 0 0
FIX 1 2
INPUTX 1 1
END HALT
INPUTX 1 1 TABLE {} 0 0 4 0 5 0.1 10 0.1
{}TIMES 0 10 0.5
END END
)",
                       word, mass);
  };
  const test::RunResult still = test::good_run(deck("LINEAR", ""));
  EXPECT_NEAR(still.value(9, "x1_1"), 0.05, 1e-15);
  EXPECT_NEAR(still.value(9, "v1_1"), 0.1, 1e-15);
  const test::RunResult monotone = test::good_run(deck("MONOTONE", "XM 1 1\n"));
  for (int k = 0; k <= 8; ++k) EXPECT_NEAR(monotone.value(k, "x1_1"), 0, 1e-15);
  EXPECT_NEAR(monotone.value(9, "x1_1"), 0.05, 1e-15);
  const test::RunResult refused = test::run(deck("LINEAR", "XM 1 1\n"));
  EXPECT_EQ(refused.status, ExitStatus::deck_error);
  EXPECT_NE(refused.messages.find("would need infinite forces"), std::string::npos)
      << refused.messages;
}

TEST(TableCurves, KnownMomentsAreStraightAndAccelerationsSmooth) {
  const auto first = [](const char* choice) {
    return test::good_run(fmt::format(R"(SEGDYN
SEGMENT 1 2 1 0.5 0.5
STATE 1 0 0
{}
TIME 0 2 0.25
END
)",
                                      choice));
  };
  // J of the bar about the pin is 1.
  const test::RunResult moment = first("KNOWN M 1 TABLE 0 0 1 4 2 0");
  EXPECT_NEAR(moment.value(2, "phidd1"), 2, 1e-9);
  const test::RunResult natural = first("KNOWN M 1 TABLE NATURAL 0 0 1 4 2 0");
  EXPECT_NEAR(natural.value(2, "phidd1"), 2.75, 1e-9);  // 4 (3u - u^3)/2 at u = 1/2
}

// The slopes of Fritsch and Butland at unequal rows.
TEST(TableCurves, MonotoneSlopes) {
  const std::vector<double> t{0, 1, 3, 4}, y{0, 1, 2, 4};
  const Spline curve = Spline::monotone(t, y);
  EXPECT_EQ(curve.smoothness(), 1);
  int hint = 0;
  double at[3];
  for (int k = 0; k < 4; ++k) {
    curve.evaluate(t[k], at, hint);
    EXPECT_NEAR(at[0], y[k], 1e-15);
  }
  curve.evaluate(1, at, hint);
  EXPECT_NEAR(at[1], 9 / (5 / 1.0 + 4 / 0.5), 1e-15);
  curve.evaluate(3 - 1e-9, at, hint);
  const double before = at[1];
  curve.evaluate(3, at, hint);
  EXPECT_NEAR(at[1], before, 1e-7);
  EXPECT_NEAR(at[1], 9 / (4 / 0.5 + 5 / 2.0), 1e-15);
  const auto [least, most] = curve.extremes();
  EXPECT_EQ(least.value, 0);
  EXPECT_EQ(most.value, 4);
}

// s(u) = (3u - u^3)/2 on each side of the middle row: a natural spline of 0 1 0, whose largest
// value lies there; and one that overshoots.
TEST(TableCurves, ExtremesOfASpline) {
  const std::vector<double> t{0, 1, 2, 3}, y{0, 0, 1, 1};
  const Spline curve = Spline::interpolate(t, y);
  const auto [least, most] = curve.extremes();
  double low = 0, high = 0;
  int hint = 0;
  for (int k = 0; k <= 30000; ++k) {
    double at[3];
    curve.evaluate(k * 1e-4, at, hint);
    low = std::min(low, at[0]), high = std::max(high, at[0]);
  }
  EXPECT_NEAR(least.value, low, 1e-8);
  EXPECT_NEAR(most.value, high, 1e-8);
  EXPECT_LT(least.value, -0.05);
}

using TableFiles = test::InFolder;

constexpr const char* kPlate =
    "grf\nversion=1\nnRows=3\nendheader\n"
    "time\tground_force_vx\tground_force_vy [N]\tground force "
    "vz\tground_force_px\tground_force_py\n"
    "0\t0\t700\t0\t550\t0\n0.1\t0\t700\t0\t550\t0\n0.2\t0\t700\t0\t550\t0\n";

std::string foot(const std::string& table) {
  return fmt::format(R"(1 0 0 0 0 0 0 0 0
0.5 0.3 -1.4
0 0.2 0.1
MASS 1 4.4 0.09
MOTION 1  0.5 0 0 0.3 0 0 -1.4 0 0
FORCE 1 TABLE "plate.mot"{}
NETJOINT 1 0 AT 0.5 0.3
)",
                     table);
}

TEST_F(TableFiles, AnotherNumberOfColumnsIsAnError) {
  write("plate.mot", kPlate);
  const test::RunResult refused = run(foot(""));
  EXPECT_EQ(refused.status, ExitStatus::deck_error);
  for (const char* said : {"it has 6 columns where 5 are wanted", "1 'time'", "2 'ground_force_vx'",
                           "3 'ground_force_vy [N]'", "4 'ground force vz'"})
    EXPECT_NE(refused.messages.find(said), std::string::npos) << refused.messages;
}

// A spreadsheet ends rows with empty cells.
TEST_F(TableFiles, EmptyCellsAtTheEndAreNoColumns) {
  write("push.csv", "t;F;;\n0;1;;\n1;3;;\n");
  const test::RunResult run = TableFiles::run(R"(SEGDYN
SEGMENT 1 2 1 0.5 0.5
STATE 1 0 0
KNOWN M 1 TABLE "push.csv"
TIME 0 1 0.5
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(1, "phidd1"), 2, 1e-9);
}

// 700 N upwards 0.05 m to the right of the joint: the moment of the joint holds it.
TEST_F(TableFiles, ColumnsByNumberAndHeading) {
  write("plate.mot", kPlate);
  for (const char* columns :
       {" COLUMNS 1 2 3 5 SCALE 0.001 6",
        " COLUMNS \"time\" \"Ground_Force_vx\" \"ground_force_vy\" \"ground_force_px\" SCALE 0.001 "
        "\"ground force vz\""}) {
    const test::RunResult right = run(foot(columns));
    ASSERT_EQ(right.status, ExitStatus::done) << right.messages;
    EXPECT_EQ(right.messages, "");
    EXPECT_NEAR(right.value(0, "netjoint1.m"), -35, 1e-11);
  }
  const test::RunResult wrong = run(foot(" COLUMNS \"time\" \"fx\" 3 5 6"));
  EXPECT_NE(wrong.messages.find("heading 'fx'"), std::string::npos) << wrong.messages;
  EXPECT_NE(wrong.messages.find("2 'ground_force_vx'"), std::string::npos) << wrong.messages;
}

TEST_F(TableFiles, DegreesOfAColumn) {
  write("angle.csv", "t,angle (deg)\n0,0\n1,90\n2,180\n");
  const test::RunResult turned = run(R"(X 1 0
INPUTX 1
END HALT
INPUTX 1 1 TABLE NATURAL "angle.csv" COLUMNS "t" "angle" DEG
TIMES 0 2 0.5
END END
)");
  ASSERT_EQ(turned.status, ExitStatus::done) << turned.messages;
  for (int k = 0; k <= 4; ++k) EXPECT_NEAR(turned.value(k, "x1_1"), std::acos(-1.0) / 4 * k, 1e-14);
}

std::string wrapped(double slope, int rows) {
  std::string out;
  for (int k = 0; k < rows; ++k)
    out += fmt::format("{} {:.15g}\n", k * 0.1, std::remainder(3 + slope * k, 2 * std::acos(-1.0)));
  return out;
}

TEST_F(TableFiles, AnglesWithinATurnAreUnwrapped) {
  const std::string deck = R"(X 1 0
INPUTX 1
END HALT
INPUTX 1 1 TABLE NATURAL "angle.txt"
TIMES 0 2 0.05
END END
)";
  write("angle.txt", wrapped(0.7, 21));  // to 17 rad: behind pi, 3 pi and 5 pi
  const test::RunResult turned = run(deck);
  ASSERT_EQ(turned.status, ExitStatus::done) << turned.messages;
  EXPECT_NE(turned.report.find("unwrapped: 3 whole turns taken away"), std::string::npos);
  for (int k = 0; k <= 40; ++k) EXPECT_NEAR(turned.value(k, "x1_1"), 3 + 0.35 * k, 1e-12);
  // Most steps are of more than half a turn: the rows do not say how far it turns.
  write("angle.txt", "0 0\n0.5 4\n1 8\n1.5 12\n2 16\n");
  const test::RunResult open = run(deck);
  EXPECT_NE(open.report.find("leave open"), std::string::npos);
  EXPECT_NEAR(open.value(40, "x1_1"), 16, 1e-12);
}

// One row of noise beside the cut goes back over it.
TEST_F(TableFiles, OneNoisyRowAcrossTheCut) {
  const double turn = 2 * std::acos(-1.0), angles[] = {2.7, 2.9, 3.08, 3.2, 3.12, 3.3, 3.5, 3.7};
  std::string rows;
  for (int k = 0; k < 8; ++k)
    rows += fmt::format("{} {:.15g}\n", k, std::remainder(angles[k], turn));
  write("angle.txt", rows);
  const test::RunResult turned = run(R"(X 1 0
INPUTX 1
END HALT
INPUTX 1 1 TABLE MONOTONE "angle.txt"
TIMES 0 7 1
END END
)");
  ASSERT_EQ(turned.status, ExitStatus::done) << turned.messages;
  EXPECT_NE(turned.report.find("unwrapped: 3 whole turns"), std::string::npos);
  for (int k = 0; k < 8; ++k) EXPECT_NEAR(turned.value(k, "x1_1"), angles[k], 1e-13);
  // Two steps the same way are no noise: a wheel that turns by most of a turn a row.
  write("angle.txt", "0 0\n1 0.1\n2 6\n3 12\n4 12.1\n5 12.2\n6 12.3\n7 12.4\n");
  const test::RunResult fast = run(R"(X 1 0
INPUTX 1
END HALT
INPUTX 1 1 TABLE MONOTONE "angle.txt"
TIMES 0 7 1
END END
)");
  EXPECT_NEAR(fast.value(3, "x1_1"), 12, 1e-13);
  EXPECT_NE(fast.report.find("2 steps of more than half a turn left"), std::string::npos);
}

// In an expression, too, where it moves an angle: with a factor, degrees, and something beside it.
TEST_F(TableFiles, AnglesInExpressionsAreUnwrapped) {
  const auto turn = [this](const std::string& expression) {
    return run("X 1 0\nINPUTX 1\nEND HALT\nINPUTX 1 1 = " + expression +
               "\nTIMES 0 2 0.05\nEND END\n");
  };
  write("angle.txt", wrapped(0.7, 21));
  std::string degrees;
  for (int k = 0; k < 21; ++k)
    degrees +=
        fmt::format("{} 7 {:.15g}\n", k * 0.1,
                    std::remainder(3 + 0.7 * k, 2 * std::acos(-1.0)) * 180 / std::acos(-1.0));
  write("degrees.txt", degrees);
  for (const char* expression :
       {"spline(\"angle.txt\", t)", "monotone(\"angle.txt\", t) - 0.25*t + t/4",
        "-(-table(\"angle.txt\", t))", "spline(\"degrees.txt\", t, 2)*pi/180"}) {
    const test::RunResult turned = turn(expression);
    ASSERT_EQ(turned.status, ExitStatus::done) << turned.messages;
    EXPECT_NE(turned.report.find("unwrapped: 3 whole turns taken away"), std::string::npos)
        << expression;
    for (int k = 0; k <= 40; k += 2)
      EXPECT_NEAR(turned.value(k, "x1_1"), 3 + 0.35 * k, 1e-11) << expression;
  }
  // What is no constant times the table at t is left as it is, and so is a length.
  const test::RunResult sine = turn("sin(table(\"angle.txt\", t))");
  EXPECT_EQ(sine.report.find("unwrapped"), std::string::npos);
  EXPECT_NEAR(sine.value(40, "x1_1"), std::sin(17), 1e-12);
  const test::RunResult length =
      run("X 1 0 0\nFIX 1 2\nINPUTX 1 1\nEND HALT\nINPUTX 1 1 = table(\"angle.txt\", t)\n"
          "TIMES 0 2 0.05\nEND END\n");
  ASSERT_EQ(length.status, ExitStatus::done) << length.messages;
  EXPECT_NEAR(length.value(40, "x1_1"), std::remainder(17, 2 * std::acos(-1.0)), 1e-12);
}

TEST_F(TableFiles, DegreesOfAForceAreRefused) {
  write("moment.csv", "t,m\n0,0\n1,90\n");
  const test::RunResult wrong = run(R"(SEGDYN
SEGMENT 1 1 0.2 0.1 0.01
STATE 1 10deg
KNOWN M 1 TABLE "moment.csv" COLUMNS "t" "m" DEG
TIME 0 1 0.5
END
)");
  EXPECT_EQ(wrong.status, ExitStatus::deck_error);
  EXPECT_NE(wrong.messages.find("DEG is for angles"), std::string::npos) << wrong.messages;
}

TEST(TableCurves, RowsOfTheDeckAreNeverUnwrapped) {
  const test::RunResult run = test::good_run(R"(X 1 0
INPUTX 1
END HALT
INPUTX 1 1 TABLE MONOTONE 0 0 1 1 2 5.5 3 6.5
TIMES 0 3 1
END END
)");
  EXPECT_NEAR(run.value(2, "x1_1"), 5.5, 1e-15);
}

TEST_F(TableFiles, CurvesInExpressions) {
  write("f.txt", "0 0\n1 1\n2 1\n");
  const test::RunResult run = TableFiles::run(R"(X 1 0 0
FIX 1 2
INPUTX 1 1
END HALT
INPUTX 1 1 = monotone("f.txt", t)
TIMES 0 2 0.5
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(1, "x1_1"), 0.6875, 1e-15);
  EXPECT_NEAR(run.value(3, "x1_1"), 1, 1e-15);
}

}  // namespace
}  // namespace mbs
