// SUBJECT lines: signs of clinics, per kilogram, work, and the residual of the whole body, against
// closed forms and against the same walk to the other side.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/diagnostics.h"
#include "program/run_deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kPi = 3.14159265358979323846, kDegree = kPi / 180;

double measured(const test::RunResult& run, const std::string& name) {
  for (const MeasureValue& value : run.measures)
    if (value.name == name) return value.value;
  ADD_FAILURE() << "no measure " << name;
  return NAN;
}

std::string converted(const std::string& deck) {
  Diagnostics diagnostics;
  std::string out = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  return out;
}

std::string echoed(const std::string& deck) {
  Diagnostics diagnostics;
  std::string out = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  return out;
}

// A shank of 3.5 kg that swings about its knee, 0.19 m above its centre, without gravity: phi =
// -80 deg - 0.4 cos 3t, from straight down -90 deg. Its moment about the knee is I phi''.
constexpr double kMass = 3.5, kJ = 0.05, kArm = 0.19, kSwing = 0.4, kOmega = 3;
constexpr double kInertia = kJ + kMass * kArm * kArm;

std::string chain(const std::string& subject, double end = 2 * kPi / kOmega) {
  return fmt::format(R"(SEGDYN
{}SEGMENT 1 7 0.4 0.2 0.1
SEGMENT 2 {} 0.45 {} {}
STATE 1 -90deg
STATE 2 -100deg
DRIVE HINGE 1 = -90*deg
DRIVE HINGE 2 = -10*deg - {}*cos({}*t)
TIME 0 {} {}
END
)",
                     subject, kMass, kArm, kJ, kSwing, kOmega, end, end / 40);
}

TEST(Subject, AnglesMomentsAndPowersHaveTheSignsOfClinics) {
  const test::RunResult run =
      test::good_run(chain("SUBJECT MASS 70\nSUBJECT HIP 0 1\nSUBJECT KNEE 1 2\n"));
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row), turned = -10 * kDegree - kSwing * std::cos(kOmega * t),
                 rate = kSwing * kOmega * std::sin(kOmega * t),
                 moment = kInertia * kSwing * kOmega * kOmega * std::cos(kOmega * t);
    // The shank turns counter-clockwise out of the thigh: to the front, which extends the knee.
    EXPECT_NEAR(run.value(row, "knee.angle"), -turned / kDegree, 1e-8);
    EXPECT_NEAR(run.value(row, "knee.moment"), moment / 70, 1e-8);
    EXPECT_NEAR(run.value(row, "knee.power"), moment * rate / 70, 1e-8);
    EXPECT_NEAR(run.value(row, "hip.angle"), 0, 1e-8);
  }
  // In each period the shank is accelerated twice to I (A omega)^2/2 and stopped again.
  const double work = kInertia * kSwing * kSwing * kOmega * kOmega / 70;
  EXPECT_NEAR(measured(run, "knee_work_positive"), work, 1e-7 * work);
  EXPECT_NEAR(measured(run, "knee_work_negative"), -work, 1e-7 * work);
}

TEST(Subject, ExternalMomentsAreTheOpposite) {
  const std::string joint = "SUBJECT KNEE 1 2\n";
  const test::RunResult internal = test::good_run(chain("SUBJECT MASS 70\n" + joint)),
                        external = test::good_run(chain("SUBJECT MASS 70 EXTERNAL\n" + joint));
  for (std::size_t row = 0; row < internal.rows.size(); ++row) {
    EXPECT_EQ(internal.value(row, "knee.moment"), -external.value(row, "knee.moment"));
    EXPECT_EQ(internal.value(row, "knee.power"), external.value(row, "knee.power"));
    EXPECT_EQ(internal.value(row, "knee.angle"), external.value(row, "knee.angle"));
  }
  EXPECT_NE(external.report.find("EXTERNAL MOMENTS"), std::string::npos);
}

// Trunk, thigh, shank and foot that walk to one side, with a force under the foot; `side` 1: to the
// right, -1: the mirror image.
std::string walk(int side, const std::string& subject) {
  std::string deck = subject + "4 0 0 0 0 0 0 0 0\n0 1.2 1.5\n0 0.7 -1.5\n0 0.3 -1.8\n0.1 0 -0.2\n";
  deck += "0.05 0.95 0.05\nGRAV 0 -9.81\n";
  const double mass[] = {40, 7, 3.5, 1.1},
               level[] = {kPi / 2 - 0.05, -kPi / 2 + 0.1, -kPi / 2 - 0.25, -0.2};
  const double height[] = {0.03, 0.4, 0.5, 0.45}, phase[] = {0.5, 0.3, -0.7, -1.1};
  for (int i = 0; i < 4; ++i) {
    deck += fmt::format("MASS {} {} {}\nMOTION {} TABLE NATURAL", i + 1, mass[i], 0.02 * mass[i],
                        i + 1);
    for (int k = 0; k <= 100; ++k) {
      const double t = 0.01 * k, phi = level[i] + height[i] * std::sin(6 * t + phase[i]),
                   x = 1.2 * t + 0.02 * std::sin(12 * t) + 0.05 * i * std::cos(6 * t),
                   y = 1.2 - 0.35 * i + 0.01 * std::cos(12 * t + i);
      deck += fmt::format(" {} {} {} {}", t, side * x, y, side > 0 ? phi : kPi - phi);
    }
    deck += "\n";
  }
  deck += "FORCE 4 TABLE";
  for (int k = 0; k <= 10; ++k) {
    const double t = 0.1 * k;
    deck += fmt::format(" {} {} {} {} 0", t, side * (30 - 60 * t), 400 + 100 * std::sin(3 * t),
                        side * (1.2 * t + 0.03 - 0.05 * t));
  }
  return deck +
         "\nNETJOINT 1 0 0 0\nNETJOINT 2 1 -0.18 0\nNETJOINT 2 3 0.23 0\n"
         "NETJOINT 4 3 -0.05 0\nEND\n";
}

const std::string kLines =
    "SUBJECT HIP 1 2\nSUBJECT KNEE 2 3\nSUBJECT ANKLE 3 4\nSUBJECT RESIDUAL 1\n";

TEST(Subject, AWalkToTheLeftHasTheSameNumbers) {
  const test::RunResult right = test::good_run(walk(1, "SUBJECT MASS 60\n" + kLines)),
                        left = test::good_run(walk(-1, "SUBJECT MASS 60 LEFT\n" + kLines));
  ASSERT_EQ(right.rows.size(), left.rows.size());
  test::Error worst;
  for (std::size_t row = 0; row < right.rows.size(); ++row)
    for (const std::string joint : {"hip", "knee", "ankle"})
      for (const std::string what : {".angle", ".moment", ".power"})
        worst.add(right.value(row, joint + what), left.value(row, joint + what));
  EXPECT_LT(worst.absolute(), 1e-9);
  for (const std::string joint : {"hip", "knee", "ankle"})
    EXPECT_NEAR(measured(right, joint + "_work_positive"), measured(left, joint + "_work_positive"),
                1e-8);
  // One NETJOINT names the proximal body first, another the distal one: against the angles and
  // loads of the bodies themselves.
  for (std::size_t row = 0; row < right.rows.size(); ++row) {
    const auto phi = [&](int i) { return right.value(row, fmt::format("body{}.phi", i)); };
    EXPECT_NEAR(right.value(row, "hip.angle"), (phi(2) - phi(1) + kPi) / kDegree, 1e-9);
    EXPECT_NEAR(right.value(row, "knee.angle"), (phi(2) - phi(3)) / kDegree, 1e-9);
    EXPECT_NEAR(right.value(row, "ankle.angle"), (phi(4) - phi(3) - kPi / 2) / kDegree, 1e-9);
    EXPECT_NEAR(right.value(row, "hip.moment"), -right.value(row, "netjoint2.m") / 60, 1e-12);
    EXPECT_NEAR(right.value(row, "knee.moment"), -right.value(row, "netjoint3.m") / 60, 1e-12);
    EXPECT_NEAR(right.value(row, "ankle.moment"), -right.value(row, "netjoint4.m") / 60, 1e-12);
    EXPECT_NEAR(right.value(row, "knee.power"), right.value(row, "netjoint3.power") / 60, 1e-12);
    EXPECT_EQ(right.value(row, "residual.fx"), right.value(row, "netjoint1.fx"));
    EXPECT_EQ(right.value(row, "residual.m"), right.value(row, "netjoint1.m"));
  }
}

TEST(Subject, EveryDialectHasTheSameNumbers) {
  for (const std::string& deck :
       {walk(1, "SUBJECT MASS 60\n" + kLines),
        chain("SUBJECT MASS 70\nSUBJECT HIP 0 1\nSUBJECT KNEE 1 2 left_knee ZERO 5deg\n"
              "SUBJECT KNEE 2 1 back ZERO 10deg\n")}) {
    const test::RunResult own = test::good_run(deck), native = test::good_run(converted(deck)),
                          again = test::good_run(echoed(deck));
    for (std::size_t k = 0; k < own.names.size(); ++k) {
      const std::string& name = own.names[k];
      if (!name.ends_with(".angle") && !name.ends_with(".moment") && name != "knee.power" &&
          name != "left_knee.power" && !name.starts_with("residual."))
        continue;
      for (std::size_t row = 0; row < own.rows.size(); ++row) {
        EXPECT_NEAR(native.value(row, name), own.rows[row][k], 1e-9) << name;
        EXPECT_EQ(again.value(row, name), own.rows[row][k]) << name;
      }
    }
    EXPECT_EQ(own.measures.size(), native.measures.size());
  }
}

// A body at rest that weighs 98.1 N on a plate that says 90 N and is 0.1 m beside its centre.
TEST(Subject, TheResidualIsWhatTheForcesLeave) {
  const test::RunResult run = test::good_run(R"(SUBJECT RESIDUAL 1
OUT twice = 2*residual.fy
MEASURE share = residual_force_peak/98.1
1 0 0 0 0 0 0 0 0
0 1 0
0 1 0.5
MASS 1 10 1
GRAV 0 -9.81
MOTION 1  0 0 0  1 0 0  0 0 0
FORCE 1 AT 0.1 0  3 90
NETJOINT 1 0 AT 0 1
END
)");
  EXPECT_NEAR(run.value(0, "residual.fx"), -3, 1e-12);
  EXPECT_NEAR(run.value(0, "residual.fy"), 8.1, 1e-12);
  EXPECT_NEAR(run.value(0, "twice"), 16.2, 1e-12);
  // About (0, 1), where the joint is: the plate makes 0.1*90 + 1*3.
  EXPECT_NEAR(run.value(0, "residual.m"), -12, 1e-12);
  EXPECT_NEAR(measured(run, "residual_force_rms"), std::hypot(3, 8.1), 1e-9);
  EXPECT_NEAR(measured(run, "residual_force_peak"), std::hypot(3, 8.1), 1e-9);
  EXPECT_NEAR(measured(run, "residual_moment_rms"), 12, 1e-9);
  EXPECT_NEAR(measured(run, "residual_moment_peak"), 12, 1e-9);
  EXPECT_NEAR(measured(run, "share"), std::hypot(3, 8.1) / 98.1, 1e-9);
}

TEST(Subject, UnitsOfTheDeckDoNotMatter) {
  const auto deck = [](const std::string& units, const std::string& mass, double length,
                       double force) {
    return fmt::format(R"({}SUBJECT MASS {}
SUBJECT KNEE 0 1 ZERO -90deg
1 0 0 0 0 0 0 0 0
0 {} -80deg
0 0.1 0.1
MASS 1 {} {}
GRAV 0 {}
MOTION 1  0 {} 0  {} 0 0  -80deg 0 -120deg
FORCE 1 AT 0 0  {} {}
NETJOINT 1 0  {} 0
END
)",
                       units, mass, 0.4 * length, mass, force * length * 0.05, -9.81 * length,
                       0.2 * length, 0.4 * length, 3 * force, 20 * force, -0.19 * length);
  };
  // With mm, N and s the unit of mass is the tonne.
  const test::RunResult metres = test::good_run(deck("", "3.5", 1, 1));
  const test::RunResult millimetres = test::good_run(deck("UNITS mm N s rad\n", "0.0035", 1000, 1));
  for (const std::string what : {"knee.angle", "knee.moment", "knee.power"})
    EXPECT_NEAR(millimetres.value(0, what), metres.value(0, what), 1e-9) << what;
}

// A kinematic deck has angles alone.
TEST(Subject, ARunWithoutForcesHasAngles) {
  const test::RunResult run = test::good_run(R"(SUBJECT KNEE 1 2 ZERO 10deg
2 1 0 1 0 1 0 0 0
0 0 0
0.5 0 0
1 2   0 0   -0.5 0
1
2 3   -0.3 -0.5 0
0 0.5 0.1
)");
  EXPECT_NEAR(run.value(0, "knee.angle"), 0.3 / kDegree + 10, 1e-9);
  EXPECT_NE(run.report.find("the angle alone, the run has no forces"), std::string::npos);
}

// ASSEMBLE makes a channel, too, which stands before those of the subject: the table shows the
// angle.
TEST(Subject, TheTableShowsItsOwnChannels) {
  const test::RunResult run = test::done(R"(SUBJECT KNEE 2 3 ZERO 20deg
4 4 0 1 0 1 0 0 0
0 0 0
0.5 0.8 60deg
2.6 2.6 30deg
3.5 1.8 60deg
1 2   0 0   -1 0
2 3   1 0   -2 0
3 4   2 0   2 0
4 1  -2 0   2.5 0
1
2 3   60deg 1 0
0 0.1 0.1
ASSEMBLE 1 MIRRORED
)");
  const std::size_t heads = run.report.find("ANGLE\n", run.report.find("JOINTS OF THE SUBJECT"));
  ASSERT_NE(heads, std::string::npos) << run.report;
  const std::size_t row = run.report.find("knee ", heads);
  EXPECT_NEAR(std::stod(run.report.substr(row + 5)), run.value(0, "knee.angle"), 6e-4);
  EXPECT_GT(std::abs(run.value(0, "knee.angle")), 5);
}

TEST(Subject, AnAngleThatNobodyHasIsToldOnce) {
  const test::RunResult run = test::done(chain("SUBJECT MASS 70\nSUBJECT KNEE 1 2\n", 0.5));
  EXPECT_EQ(run.messages, "");
  const test::RunResult turned =
      test::done(chain("SUBJECT MASS 70\nSUBJECT KNEE 1 2 ZERO 180deg\n"));
  // The row at which it is farthest from what a knee has.
  double lowest = 0;
  for (std::size_t row = 0; row < turned.rows.size(); ++row)
    lowest = std::min(lowest, turned.value(row, "knee.angle"));
  EXPECT_NE(turned.messages.find(fmt::format("the angle knee.angle is {:.4g} degrees; people "
                                             "have -30 to 175",
                                             lowest)),
            std::string::npos)
      << turned.messages;
  EXPECT_NE(turned.report.find("# warning: SUBJECT KNEE: at t = "), std::string::npos);
  EXPECT_EQ(turned.messages.find("SUBJECT", turned.messages.find("SUBJECT") + 1),
            std::string::npos);
}

TEST(Subject, MomentsOfMovedSegmentsAreDoubted) {
  std::string deck = chain("SUBJECT MASS 70\nSUBJECT KNEE 1 2\n");
  deck.replace(deck.find("DRIVE HINGE 2 = -10*deg"), 23, "DRIVE PHI 2 = -80*deg");
  EXPECT_NE(test::done(deck).messages.find("turns segment 2 from outside"), std::string::npos);
}

TEST(Subject, SpringsBesideTheMomentAreTold) {
  std::string deck = chain("SUBJECT MASS 70\nSUBJECT KNEE 1 2\n");
  deck.replace(deck.find("TIME"), 0, "RSDA 0 1 50 -80deg 0\nRSDA 1 2 30 -20deg 0\n");
  const std::string said = test::done(deck).messages;
  EXPECT_NE(said.find("RSDA 2 turns the two bodies, too: knee.moment is without it"),
            std::string::npos)
      << said;
  EXPECT_EQ(said.find("RSDA 1"), std::string::npos) << said;
}

TEST(Subject, MistakesAreNamed) {
  const auto said = [](const std::string& lines) { return test::run(chain(lines)).messages; };
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(said("SUBJECT KNEE 1 2\n"), "the mass of the subject is missing");
  has(said("SUBJECT MASS 0\n"), "mass m");
  has(said("SUBJECT MASS 70 WEST\n"), "'WEST' is nothing that SUBJECT MASS says");
  has(said("SUBJECT MASS 70\nSUBJECT MASS 70\n"), "given twice");
  has(said("SUBJECT MASS 70 LEFT RIGHT\n"), "RIGHT or LEFT stands twice");
  has(said("SUBJECT ELBOW 1 2\n"),
      "'ELBOW' is not what stands behind SUBJECT; expected HIP, KNEE or ANKLE");
  has(said("SUBJECT CHEST 1 2\n"), "'CHEST' is nothing that SUBJECT says");
  has(said("SUBJECT MASS 70\nSUBJECT KNEE 1 3\n"), "expected a segment of this chain");
  has(said("SUBJECT MASS 70\nSUBJECT KNEE 1 1\n"), "a body has no joint with itself");
  has(said("SUBJECT MASS 70\nSUBJECT KNEE 1 2\nSUBJECT KNEE 1 2\n"), "'knee' is given twice");
  has(said("SUBJECT MASS 70\nSUBJECT KNEE 1 2\nNAME SEGMENT 1 knee\n"), "'knee' is given twice");
  has(said("SUBJECT MASS 70\nSUBJECT KNEE 1 2 ZER 5\n"), "'5' stands alone; expected ZERO angle");
  has(said("SUBJECT RESIDUAL 3\n"), "expected a segment of this chain");
  has(test::run("SUBJECT RESIDUAL 2\n2 0 0 0 0 0 0 0 0\n0 0 0\n0 0 0\n0 0 1\nMASS 1 1 1\n"
                "MOTION 1 0 0 0 0 0 0 0 0 0\nMOTION 2 0 0 0 0 0 0 0 0 0\nNETJOINT 1 0 0 0\n"
                "NETJOINT 2 1 0 0\nEND\n")
          .messages,
      "this body has no joint to no body");
}

// Work is in J/kg in every system of units: a knee with 1.5 N m that turns by 1 rad in a second.
TEST(Subject, WorkInOtherUnitsOfTime) {
  for (const auto& [units, second] :
       {std::pair("", 1.), std::pair("UNITS ms\n", 1e3), std::pair("UNITS min\n", 1. / 60)}) {
    const double rate = 1 / second;
    const test::RunResult run = test::good_run(fmt::format(
        "{0}2 0 0 0 0 0 0 0 0\n0 0 -1.5\n0 -0.4 -1.5\n0 {1} {2}\nSUBJECT MASS 1  # meant\n"
        "SUBJECT KNEE 1 2\nMASS 1 1 1\nMASS 2 1 1\nMOTION 1 0 0 0 0 0 0 -1.5 0 0\n"
        "MOTION 2 0 0 0 -0.4 0 0 -1.5 {3} {4}\nNETJOINT 1 0 AT 0 0\n"
        "NETJOINT 2 1 AT 0 -0.2\nEND\n",
        units, second, second / 4, -rate, -rate * rate));
    EXPECT_NEAR(measured(run, "knee_work_positive"), 1.5, 1e-9) << units;
    EXPECT_NEAR(measured(run, "knee_work_negative"), 0, 1e-12) << units;
  }
}

}  // namespace
}  // namespace mbs
