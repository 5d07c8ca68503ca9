// Paths that just touch a circle at the start, however the mechanism stands, and paths whose points
// come inside a circle.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "support/good_run.h"

namespace mbs {
namespace {

// A rod on a pin in the ground. A path with a constant tension of 10 N runs over the pin's circle
// of 2 cm and just touches it at the start; the rod turns so that it begins to wrap. Its arm is
// then 2 cm, so that phi = w t + alpha/2 t^2 with alpha = 10 N 0.02 m / 0.02 kg m^2.
constexpr double kTurned = 0.5 * 10 * .02 / .02 * .04 * .04;

std::string native(double b, double w, double push, const std::string& rest) {
  return fmt::format(R"(PATH 1  9 8 -0.2 0.02  CIRCLE 9 8 0 0 0.02 RIGHT  9 2 0.2 0.02
X 9 0 0
X 8 {0:.17g}
X 2 {0:.17g}
FIX 9
FIX 8
DYNX 2
RLSE 1
END HALT
XM 2 0.02
ELAW 1 1 = 10
STARTVX 2 1 {1:.17g}
XF 2 {2:.17g}
{3}
TIMES 0 0.04 0.02
END END
)",
                     b, w, push, rest);
}

std::string kabios(double b, double w) {
  return fmt::format(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 {0:.17g}
1 2 0 0 0 0
1
0 0.04 0.02
MASS 2 1 0.02
VEL 2 0 0 {1:.17g}
PATH 1 {2:.17g} {3:.17g} CIRCLE 1 0 0 0.02 RIGHT 2 0.2 0.02
LAW PATH 1 = 10
END
)",
                     b, w, -.2 * std::cos(b) - .02 * std::sin(b),
                     -.2 * std::sin(b) + .02 * std::cos(b));
}

std::string chain(double b, double w) {
  return fmt::format(R"(SEGDYN
SEGMENT 1 1 0.3 0 0.02
STATE 1 {0:.17g} {1:.17g}
PATH 0 {2:.17g} {3:.17g} CIRCLE 0 0 0 0.02 RIGHT 1 0.2 0.02
LAW PATH 1 = 10
TIME 0 0.04 0.02
END
)",
                     b, w, -.2 * std::cos(b) - .02 * std::sin(b),
                     -.2 * std::sin(b) + .02 * std::cos(b));
}

constexpr double kDegree = M_PI / 180;

void expect_wrapped(const std::string& deck, const char* angle, double b, double end) {
  const test::RunResult run = test::good_run(deck);
  EXPECT_NEAR(run.value(run.rows.size() - 1, angle) - b, end, 2e-8) << deck;  // seen 1e-9
}

TEST(PathCircle, ATangentStartTurnsWithTheMechanism) {
  for (int k = -24; k <= 24; ++k) {
    const double b = 7.5 * k * kDegree;
    expect_wrapped(native(b, -10, 0, ""), "x2_1", b, -.4 + kTurned);
    expect_wrapped(native(b, -10, 0, "FORM FULL\nINTEG DOP853 1e-10 1e-10"), "x2_1", b,
                   -.4 + kTurned);
    expect_wrapped(native(b, -10, 0, "INTEG RK4 0.002"), "x2_1", b, -.4 + kTurned);
    expect_wrapped(native(b, -10, 0, "INTEG STIFF 1e-10 1e-10"), "x2_1", b, -.4 + kTurned);
    expect_wrapped(chain(b, -10), "phi1", b, -.4 + kTurned);
    expect_wrapped(kabios(b, -10), "body2.phi", b, -.4 + kTurned);
  }
}

// From rest the rod has only an acceleration.
TEST(PathCircle, ATangentStartFromRest) {
  for (int k = -24; k <= 24; ++k) {
    const double b = 7.5 * k * kDegree;
    expect_wrapped(native(b, 0, -4.2, ""), "x2_1", b, .5 * (.2 - 4.2) / .02 * .04 * .04);
    expect_wrapped(native(b, 0, -4.2, "INTEG RK4 0.001"), "x2_1", b,
                   .5 * (.2 - 4.2) / .02 * .04 * .04);
  }
}

// Turned the other way the path leaves the circle: J phid^2/2 + 10 L keeps its value, L the
// straight line between the two points.
TEST(PathCircle, ATangentStartLeaves) {
  for (int k = -24; k <= 24; ++k) {
    const double b = 7.5 * k * kDegree;
    const test::RunResult run = test::good_run(native(b, 10, 0, "INTEG DOP853 1e-11 1e-11"));
    const std::size_t last = run.rows.size() - 1;
    const double phi = run.value(last, "x2_1") - b, w = run.value(last, "v2_1");
    const double far = std::hypot(.2, .02), tilt = std::atan2(.02, .2);
    const double length = 2 * far * std::sin((M_PI - phi - 2 * tilt) / 2);
    EXPECT_NEAR(.01 * w * w + 10 * length, .01 * 100 + 10 * .4, 1e-9);
  }
}

std::string elbow(double insertion, const std::string& rest) {
  return fmt::format(R"(SEGDYN
SEGMENT 1  2.0 0.30 0.15 0.02
SEGMENT 2  1.5 0.30 0.15 0.02
STATE 1  0 0
STATE 2  0 0
DRIVE HINGE 1 = 0
DRIVE HINGE 2 = -2.5*t
PATH 1 -0.1 0.05  CIRCLE 1 0.15 -0.03 0.04 RIGHT  2 {} 0.0
TIME 0 1 0.05
{}END
)",
                     insertion, rest);
}

void expect_end(const test::RunResult& run, std::size_t rows, const std::string& text) {
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_EQ(run.rows.size(), rows);
  EXPECT_NE(run.messages.find(text), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find("PATH"), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find("lies inside the circle of place"), std::string::npos)
      << run.messages;
}

// The point comes to the rim where (0.04 cos 2.5 t, 0.03 - 0.04 sin 2.5 t) has the length 0.04.
TEST(PathCircle, APointThatComesInsideEndsTheRun) {
  const double t = std::asin(.03 * .03 / (2 * .03 * .04)) / 2.5;
  const std::string when = fmt::format("just after t = {:.7g}", t).substr(0, 24);
  for (const char* method : {"", "INTEG DOP853 1e-9 1e-9\n", "INTEG STIFF 1e-9 1e-9\n"})
    expect_end(test::run(elbow(-.11, method)), 4, when);
  expect_end(test::run(elbow(-.11, "INTEG RK4 0.001\n")), 4, "just after t = 0.153 ");
}

// The same without a force in the deck: a kinematic run.
TEST(PathCircle, APointThatComesInsideEndsAMotion) {
  for (const char* place : {"CIRCLE 1 2 0 -0.03 0.04 RIGHT", "PULLEY 1 2 0 -0.03 0.04 RIGHT"})
    expect_end(test::run(fmt::format(R"(PATH 1 1 2 -0.25 0.05 {} 1 3 0.04 0
X 1 0 0
X 2 0
X 3 0
FIX 1
FIX 2
RLSE 1
INPUTX 3
END HALT
INPUTX 3 1 = -2.5*t
TIMES 0 1 0.05
END END
)",
                                     place)),
               4, "just after t = 0.1537587");
}

TEST(PathCircle, APointInsideAtTheStart) {
  expect_end(test::run(elbow(-.115 - .03, "")), 0, "at t = 0 its place 3");
  expect_end(test::run(elbow(-.145, "INTEG RK4 0.001\n")), 0, "at t = 0 its place 3");
  // Nothing lies in the way to the circle, and the last point lies in the next one.
  expect_end(
      test::run(
          R"(PATH 1  9 8 -1 0.2  CIRCLE 9 8 0 0 0.1 RIGHT  CIRCLE 9 8 0.5 0 0.1 RIGHT  9 2 0.45 0.02
X 9 0 0
X 8 0
X 2 0
FIX 9
FIX 8
DYNX 2
RLSE 1
END HALT
XM 2 1
ESIG 1 1
TIMES 0 1 1
END END
)"),
      0, "circle of place 3");
}

// A point on the rim is none inside: the path goes on to it along the arc.
TEST(PathCircle, APointOnTheRim) {
  for (int k = 0; k < 20; ++k) {
    const double at = -.1 - .15 * k, b = .37 * k;
    const test::RunResult run = test::good_run(fmt::format(
        R"(PATH 1  9 8 -0.2 0.03  CIRCLE 9 8 0 0 0.03 RIGHT  9 2 {:.17g} {:.17g}
X 9 0 0
X 8 {:.17g}
X 2 {:.17g}
FIX 9
FIX 8
FIX 2
RLSE 1
END HALT
EREST 1 0
TIMES 0 1 1
END END
)",
        .03 * std::sin(-at), .03 * std::cos(at), b, b));
    EXPECT_NEAR(run.value(0, "e1_1"), .2 + .03 * -at, 1e-8);
  }
}

// A step that ends behind the circle, or right in its centre, has come inside before: the first
// time is named by every method.
TEST(PathCircle, AStepThatPassesTheCircleNamesTheFirstTime) {
  for (const std::string motion : {"1 - t", "1 - 0.7*t", "cos(pi*t/2)"})
    for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n"})
      for (const std::string times : {"0 2 0.5", "0 2 2"}) {
        const test::RunResult run = test::run(
            "PATH 1  9 8 -0.25 0.15   CIRCLE 9 8 0 0 0.1 RIGHT  1 2 0 0\nX 9 0 0\nX 8 0\nX 1 1 0\n"
            "X 2 0\nFIX 9\nFIX 8\nFIX 2\nFIX 1 2\nINPUTX 1 1\nRLSE 1\nEND HALT\nINPUTX 1 1 = " +
            motion + "\nXM 1 1\nESIG 1 100\nTIMES " + times + "\n" + method + "END END\n");
        const double t = motion == "1 - t"       ? 0.9
                         : motion == "1 - 0.7*t" ? 0.9 / 0.7
                                                 : std::acos(0.1) * 2 / M_PI;
        EXPECT_EQ(run.status, ExitStatus::solution_failed) << motion << method << times;
        EXPECT_NE(run.messages.find(fmt::format("just after t = {:.9g}", t).substr(0, 22)),
                  std::string::npos)
            << motion << method << times << run.messages;
        EXPECT_NE(run.messages.find("lies inside the circle of place 2"), std::string::npos)
            << run.messages;
      }
}

// Held ropes that shorten as their point comes to the rim: the length bends there without bound,
// and steps with error control come to a stand in front of it. Driven, the time is given. Pulled by
// a weight, or by a force of 10 N, it follows from the energy.
TEST(PathCircle, APointThatComesToTheRimIsNamed) {
  const auto rope = [](const char* ends, const std::string& rest) {
    return fmt::format(
        "PATH 1  1 9 0 0  PULLEY 2 9 0 0 0.1 LEFT  3 9 0 0\nX 1 0.5 0\nX 9 0\nX 2 0 0\n"
        "X 3 -0.1 -1\nFIX 2\nFIX 9\nFIX 1 2\n{}END HALT\n{}TIMES 0 1.2 0.4\nEND END\n",
        ends, rest);
  };
  // x = 0.5 - 0.4 s^2 takes the singular start out of the integral of dx/v.
  const auto time = [](bool weight) {
    constexpr int kPieces = 20000;
    constexpr double kRadius = 0.1;
    const auto length = [](double x) {
      return std::sqrt(x * x - kRadius * kRadius) - kRadius * std::acos(kRadius / x);
    };
    double sum = 0;
    for (int k = 0; k < kPieces; ++k) {
      const double s = (k + 0.5) / kPieces, x = 0.5 - 0.4 * s * s;
      const double slope = std::sqrt(x * x - kRadius * kRadius) / x;
      const double energy = (weight ? 9.81 : 10) * (length(0.5) - length(x));
      sum += 0.8 * s / std::sqrt(2 * energy / (weight ? 1 + slope * slope : 1));
    }
    return sum / kPieces;
  };
  const std::string driven = rope("FIX 3 1\nINPUTX 1 1\n",
                                  "INPUTX 1 1 = 0.5 - t/2\nXM 3 1\nGRAVITY 0 -9.81\n{}"),
                    hung = rope("FIX 3 1\n", "DOF AUTO\nXM 1 1\nXM 3 1\nGRAVITY 0 -9.81\n{}"),
                    pulled = rope("FIX 3\nRLSE 1\n", "DOF AUTO\nXM 1 1\nELAW 1 1 = 10\n{}");
  for (const char* method : {"", "INTEG DOP853 1e-10 1e-10\n", "INTEG STIFF 1e-9 1e-9\n"})
    for (const auto& [deck, t] :
         {std::pair(driven, 0.8), std::pair(hung, time(true)), std::pair(pulled, time(false))}) {
      const test::RunResult run = test::run(fmt::format(fmt::runtime(deck), method));
      EXPECT_EQ(run.status, ExitStatus::solution_failed);
      const std::string words = "just after t = ";
      const std::size_t found = run.messages.find(words);
      ASSERT_NE(found, std::string::npos) << run.messages;
      EXPECT_NEAR(std::stod(run.messages.substr(found + words.size())), t, 1e-8) << run.messages;
      EXPECT_NE(run.messages.find("its place 1 lies inside the circle of place 2"),
                std::string::npos)
          << run.messages;
    }
}

// A crank winds a rope round a circle of the ground: behind half a turn its arc would jump to the
// other side, by a turn less. The rows before are written.
TEST(PathCircle, EndsBehindHalfATurn) {
  for (const char* const kind : {"CIRCLE", "PULLEY"}) {
    const test::RunResult run = test::run(fmt::format(
        "2 1 0 1 0 1 0 0 0\n0 0 0\n0 0 0\n1 2 0 0 0 0\n1\n2 3 0 1 0\n0 6 0.25\n"
        "PATH 1 -1 0.05 {} 1 0 0 0.1 LEFT 2 0.5 0\nLAW PATH 1 = 10*e\nMASS 2 1 1\nEND\n",
        kind));
    const bool is_circle = std::string(kind) == "CIRCLE";
    EXPECT_EQ(run.status, is_circle ? ExitStatus::solution_failed : ExitStatus::done);
    EXPECT_EQ(run.messages.find("by more than half a turn") != std::string::npos, is_circle);
    ASSERT_EQ(run.rows.size(), is_circle ? 12u : 25u);
    // The rope runs on at r = 0.1 m/s from where it touches.
    const std::size_t last = run.rows.size() - 1;
    EXPECT_NEAR(run.value(last, "path1.e") - run.value(last - 1, "path1.e"), 0.025, 1e-9) << kind;
  }
}

// So does a kinematic run, whatever the rows: the arc of radius 0.1 begins where the crank of 0.5
// comes by and ends half a turn later. A motion to and fro below it goes on.
TEST(PathCircle, EndsBehindHalfATurnInKinematics) {
  const std::string deck =
      "PATH 1 1 2 -1 0.05 CIRCLE 1 2 0 0 0.1 LEFT 3 4 0.5 0\nX 1 0 0\nX 2 0\nX 3 0 0\nX 4 0\n"
      "FIX 1\nFIX 2\nFIX 3\nINPUTX 4\nRLSE 1\nEND HALT\n";
  for (const double row : {0.1, 0.5, 1.}) {
    const test::RunResult run =
        test::run(deck + fmt::format("INPUTX 4 1 = t\nTIMES 0 6 {}\nEND END\n", row));
    EXPECT_EQ(run.status, ExitStatus::solution_failed);
    EXPECT_NE(run.messages.find("just after t = 2.79023431"), std::string::npos) << run.messages;
    EXPECT_EQ(run.rows.size(), static_cast<std::size_t>(2.79 / row) + 1);
  }
  test::done(deck + "INPUTX 4 1 = 1.2 + 1.4*sin(3*t)\nTIMES 0 6 0.5\nEND END\n");
}

// So does STATIC at several times, and its load path. The equilibrium of one load, sought from the
// start, has a warning there. A moment of 25 N m leaves the crank below: 10 N m/rad and the rope's
// 10 N/m, which is longer by r per radian.
TEST(PathCircle, EndsBehindHalfATurnInStatics) {
  const std::string crank =
      "PATH 1 1 2 -1 0.05 CIRCLE 1 2 0 0 0.1 LEFT 3 4 0.5 0\nX 1 0 0\nX 2 0\nX 3 0 0\nX 4 0\n"
      "FIX 1\nFIX 2\nFIX 3\nRLSE 1\n";
  for (const double row : {0.1, 0.5, 1.}) {
    const test::RunResult run =
        test::run(crank + fmt::format("INPUTX 4\nEND HALT\nINPUTX 4 1 = t\nTIMES 0 6 {}\n"
                                      "STATIC\nEND END\n",
                                      row));
    EXPECT_EQ(run.status, ExitStatus::solution_failed);
    const std::string words = "just after t = ";
    const std::size_t found = run.messages.find(words);
    ASSERT_NE(found, std::string::npos) << run.messages;
    EXPECT_NEAR(std::stod(run.messages.substr(found + words.size())), 2.79023431, 0.01);
    EXPECT_EQ(run.rows.size(), static_cast<std::size_t>(2.79 / row) + 1);
  }
  const std::string loaded =
      crank +
      "PLTOR 2 2 4\nDYNX 4\nRLSE 2\nEND HALT\nESTIFF 1 10\nESTIFF 2 10\nXF 4 {}\n"
      "ITERSTEP 50 10{}\nSTATIC\nEND END\n";
  const char* const words = "by more than half a turn";
  for (const char* const arc : {"", " ARC"}) {
    const bool is_path = *arc != 0;
    const test::RunResult below = test::done(fmt::format(fmt::runtime(loaded), 25, arc));
    EXPECT_EQ(below.messages.find(words), std::string::npos) << below.messages;
    EXPECT_NEAR(below.value(below.rows.size() - 1, "x4_1"), 25 / 10.1, 1e-8);
    const test::RunResult above = test::run(fmt::format(fmt::runtime(loaded), 35, arc));
    EXPECT_EQ(above.status, is_path ? ExitStatus::solution_failed : ExitStatus::done);
    EXPECT_NE(above.messages.find(words), std::string::npos) << above.messages;
    EXPECT_EQ(above.value(above.rows.size() - 1, "x4_1") < 2.79023431, is_path);
  }
}

// A circle that the path would turn round by more than half a turn, if another circle did not hold
// it away, is no end: STATIC has the lengths of the run without it. A length that jumps ends both.
TEST(PathCircle, SeveralInStatics) {
  const auto deck = [](const std::string& path, const std::string& base, const std::string& motions,
                       const char* times, bool is_static) {
    return "PATH 1 " + path + "\nX 1 0 0\nX 2 0\nX 4 0\nX 11 " + base +
           "\nX 12 0\nFIX 1\nFIX 2\nFIX 11\nRLSE 1\nINPUTX 4\nINPUTX 12\nEND HALT\n" + motions +
           "TIMES " + times + (is_static ? "\nSTATIC" : "") + "\nEND END\n";
  };
  const auto held = [&](bool is_static) {
    return deck(
        "1 2 -0.552315 0.355576 CIRCLE 1 2 -0.498544 -0.125004 0.0809711 LEFT CIRCLE 11 12 "
        "-0.250155 0.445402 0.167408 LEFT 11 12 0.703778 0.264984",
        "-0.88268 0.908619", "INPUTX 4 1 = -0.5535*t\nINPUTX 12 1 = 0.71845*sin(2.56617*t)\n",
        "0 3 0.05", is_static);
  };
  const test::RunResult run = test::done(held(false)), rests = test::done(held(true));
  ASSERT_EQ(rests.rows.size(), run.rows.size());
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(rests.value(k, "e1_1"), run.value(k, "e1_1"), 1e-9) << k;
  const test::RunResult jumps = test::run(deck(
      "1 2 0.317219 -1.2398 CIRCLE 1 4 -0.107085 -0.481348 0.0354985 RIGHT CIRCLE 11 12 -0.275192 "
      "-0.150433 0.199786 RIGHT CIRCLE 11 12 0.0422682 0.33608 0.0638881 LEFT 1 4 -0.132175 "
      "-0.18388",
      "-0.847768 0.197062", "INPUTX 4 1 = 1.75631*t\nINPUTX 12 1 = 1.08726*sin(0.375639*t)\n",
      "0 3 0.2", true));
  EXPECT_EQ(jumps.status, ExitStatus::solution_failed);
  EXPECT_EQ(jumps.rows.size(), 3u);  // it jumps at 0.497
}

}  // namespace
}  // namespace mbs
