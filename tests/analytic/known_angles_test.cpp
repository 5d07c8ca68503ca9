// KNOWN PHI and DRIVE beside a choice of knowns: angle, rate and acceleration of a segment are
// those of one function, and one more UNKNOWN line says what moves it. Against the same motion by
// exact accelerations, and against equations of Newton and Euler written here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

using test::Error;
using test::RunResult;

const std::string kBodies =
    "SEGDYN\nSEGMENT 1 3.5 0.45 0.20 0.06\nSEGMENT 2 2.0 0.40 0.18 0.03\nSEGMENT 3 1.0 0.3 0.12 "
    "0.01\nGRAV 0 -9.81\nKNOWN M 3 = -2*(phi3 - phi2 - 0.3) - 0.1*(phid3 - phid2)\n";
const std::string kStarts = "STATE 1 -1 1.2\nSTATE 2 -0.7 0.9\nSTATE 3 -0.2 -1\n";
const char* const kPhi1 = "-1 + 0.3*sin(4*t)";
const char* const kAcceleration1 = "-4.8*sin(4*t)";
const char* const kPhi2 = "-0.7 + 0.18*sin(5*t)";
const char* const kAcceleration2 = "-4.5*sin(5*t)";

std::string ended(const std::string& method) {
  return fmt::format("TIME 0 1 0.05\nINTEG {}\nEND\n", method);
}

void expect_same(const RunResult& got, const RunResult& right, double allowed) {
  ASSERT_EQ(got.status, ExitStatus::done) << got.messages;
  ASSERT_EQ(right.status, ExitStatus::done) << right.messages;
  ASSERT_EQ(got.rows.size(), right.rows.size());
  for (const char* kind : {"phi", "phid", "phidd", "frx", "fry", "m"}) {
    Error error;
    for (std::size_t k = 0; k < got.rows.size(); ++k)
      for (int i = 1; i <= 3; ++i)
        error.add(got.value(k, fmt::format("{}{}", kind, i)),
                  right.value(k, fmt::format("{}{}", kind, i)));
    EXPECT_LT(error.relative(), allowed) << kind;
  }
  Error work;
  for (std::size_t k = 0; k < got.rows.size(); ++k)
    for (const char* name : {"energy.work", "energy.kinetic"})
      work.add(got.value(k, name), right.value(k, name));
  EXPECT_LT(work.relative(), allowed);
}

TEST(KnownAngles, AsWithTheirExactAccelerations) {
  struct Choice {
    const char *angles, *accelerations, *unknown;
  };
  const std::string one = fmt::format("KNOWN PHI 1 = {}\n", kPhi1),
                    one_a = fmt::format("KNOWN PHIDD 1 = {}\n", kAcceleration1),
                    two = one + fmt::format("KNOWN PHI 2 = {}\n", kPhi2),
                    two_a = one_a + fmt::format("KNOWN PHIDD 2 = {}\n", kAcceleration2);
  const Choice choices[] = {
      {one.c_str(), one_a.c_str(), "UNKNOWN M 1\n"},
      {one.c_str(), one_a.c_str(), "UNKNOWN M 2\n"},
      {one.c_str(), one_a.c_str(), "UNKNOWN MEXT 1\n"},
      {two.c_str(), two_a.c_str(), "UNKNOWN M 1\nUNKNOWN M 2\n"},
      {two.c_str(), two_a.c_str(), "UNKNOWN M 2\nUNKNOWN FEXTX 3\n"},
      // the force under the foot is measured, and the trunk moves as it says
      {two.c_str(), two_a.c_str(),
       "KNOWN FRY 1 = 60 + 5*sin(3*t)\nUNKNOWN M 1\nUNKNOWN M 2\nUNKNOWN YDD\n"},
      {one.c_str(), one_a.c_str(), "FREE BASE\nUNKNOWN M 2\n"},
      {one.c_str(), one_a.c_str(), "UNKNOWN M 1\nEQUAL PHI 2 3\n"},
  };
  for (const Choice& choice : choices) {
    std::string bodies = kBodies + kStarts;
    if (std::string(choice.unknown).find("EQUAL") != std::string::npos)
      bodies = kBodies + "STATE 1 -1 1.2\nSTATE 2 -0.7 0.9\nSTATE 3 -0.7 0.9\n";
    // the second choice ends at 0.40, where the moment of the knee moves the shank no longer
    const std::string tail =
        std::string(choice.unknown) + "TIME 0 0.35 0.05\nINTEG DOP853 1e-12 1e-12\nEND\n";
    SCOPED_TRACE(choice.angles + tail);
    expect_same(test::run(bodies + choice.angles + tail),
                test::run(bodies + choice.accelerations + tail), 1e-8);
  }
}

TEST(KnownAngles, ByEveryMethod) {
  const std::string known = fmt::format("KNOWN PHI 1 = {}\nUNKNOWN M 1\n", kPhi1),
                    exact = fmt::format("KNOWN PHIDD 1 = {}\nUNKNOWN M 1\n", kAcceleration1);
  const RunResult right = test::run(kBodies + kStarts + exact + ended("DOP853 1e-12 1e-12"));
  for (const auto& [method, allowed] :
       {std::pair{"STEP 1e-11 1e-11", 1e-7}, std::pair{"STIFF 1e-9 1e-9", 1e-5},
        std::pair{"RK4 1e-3", 1e-6}, std::pair{"HEUN 1e-3", 1e-3},
        std::pair{"GALPHA 1e-8 1e-8", 1e-3}}) {
    SCOPED_TRACE(method);
    expect_same(test::run(kBodies + kStarts + known + ended(method)), right, allowed);
  }
}

// What strikes a segment with a known angle does not change its rate, as with a known acceleration.
TEST(KnownAngles, AnImpactLeavesTheirRate) {
  const std::string tail =
      "UNKNOWN M 1\nEVENT s WHEN phi3 - phi2 < 0.2 DO IMPACT HINGE 3 e = 0.5\n" +
      ended("DOP853 1e-12 1e-12");
  const RunResult got =
      test::run(kBodies + kStarts + fmt::format("KNOWN PHI 1 = {}\n", kPhi1) + tail);
  expect_same(
      got,
      test::run(kBodies + kStarts + fmt::format("KNOWN PHIDD 1 = {}\n", kAcceleration1) + tail),
      1e-8);
  EXPECT_FALSE(got.events.empty());
}

// From FORWARD on the segment moves by the moment that was found last.
TEST(KnownAngles, ForwardLetsThemGo) {
  const std::string tail = "UNKNOWN M 1\nFORWARD AT 0.4\n" + ended("DOP853 1e-12 1e-12");
  const RunResult got =
      test::run(kBodies + kStarts + fmt::format("KNOWN PHI 1 = {}\n", kPhi1) + tail);
  expect_same(
      got,
      test::run(kBodies + kStarts + fmt::format("KNOWN PHIDD 1 = {}\n", kAcceleration1) + tail),
      1e-8);
  EXPECT_NEAR(got.value(20, "m1"), got.value(10, "m1"), 1e-9);
  EXPECT_GT(std::fabs(got.value(20, "phi1") - (-1 + 0.3 * std::sin(4.0))), 0.1);
}

// ---- a model of its own: a rod that turns as given carries a second one ------------------------

struct TwoRods {
  static constexpr double m1 = 3.5, l = 0.45, d1 = 0.2, j1 = 0.06, m2 = 2, d2 = 0.18, j2 = 0.03,
                          g = 9.81;
  static std::array<double, 3> first(double t) {
    return {-1 + 0.3 * std::sin(4 * t), 1.2 * std::cos(4 * t), -4.8 * std::sin(4 * t)};
  }
  static std::array<double, 2> joint(double t) {  // its acceleration
    const auto [phi, rate, alpha] = first(t);
    return {-l * (std::sin(phi) * alpha + std::cos(phi) * rate * rate),
            l * (std::cos(phi) * alpha - std::sin(phi) * rate * rate)};
  }
  static double moment2(double phi1, double phi, double rate1, double rate) {
    return -3 * (phi - phi1 - 0.3) - 0.2 * (rate - rate1);
  }
  static double alpha2(double t, double phi, double rate) {
    const auto a = joint(t);
    const auto one = first(t);
    return (moment2(one[0], phi, one[1], rate) +
            m2 * d2 * (std::sin(phi) * a[0] - std::cos(phi) * (a[1] + g))) /
           (j2 + m2 * d2 * d2);
  }
  static double moment1(double t, double phi, double rate) {
    const auto [phi1, rate1, alpha1] = first(t);
    const auto a = joint(t);
    const double alpha = alpha2(t, phi, rate);
    const double fx = m2 * (a[0] - d2 * (std::sin(phi) * alpha + std::cos(phi) * rate * rate)),
                 fy = m2 * (a[1] + g + d2 * (std::cos(phi) * alpha - std::sin(phi) * rate * rate));
    return (j1 + m1 * d1 * d1) * alpha1 + m1 * g * d1 * std::cos(phi1) +
           moment2(phi1, phi, rate1, rate) + l * (std::cos(phi1) * fy - std::sin(phi1) * fx);
  }
};

TEST(KnownAngles, AgainstAModelOfItsOwn) {
  const RunResult run = test::good_run(
      "SEGDYN\nSEGMENT 1 3.5 0.45 0.20 0.06\nSEGMENT 2 2.0 0.40 0.18 0.03\nSTATE 1 -1.3\n"
      "STATE 2 -0.4 0.5\nGRAV 0 -9.81\nKNOWN PHI 1 = -1 + 0.3*sin(4*t)\nUNKNOWN M 1\n"
      "KNOWN M 2 = -3*(phi2 - phi1 - 0.3) - 0.2*(phid2 - phid1)\nTIME 0 1 0.1\n"
      "INTEG DOP853 1e-12 1e-12\nEND\n");
  double phi = -0.4, rate = 0.5;
  constexpr int kSteps = 1000;
  constexpr double h = 0.1 / kSteps;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t0 = 0.1 * static_cast<double>(row);
    EXPECT_NEAR(run.value(row, "phi1"), TwoRods::first(t0)[0], 1e-12);
    EXPECT_NEAR(run.value(row, "phid1"), TwoRods::first(t0)[1], 1e-11);
    EXPECT_NEAR(run.value(row, "phi2"), phi, 1e-9);
    EXPECT_NEAR(run.value(row, "m1"), TwoRods::moment1(t0, phi, rate), 1e-8);
    for (int k = 0; k < kSteps; ++k) {
      const double t = t0 + k * h;
      const double a1 = TwoRods::alpha2(t, phi, rate), v2 = rate + h / 2 * a1,
                   a2 = TwoRods::alpha2(t + h / 2, phi + h / 2 * rate, v2), v3 = rate + h / 2 * a2,
                   a3 = TwoRods::alpha2(t + h / 2, phi + h / 2 * v2, v3), v4 = rate + h * a3,
                   a4 = TwoRods::alpha2(t + h, phi + h * v3, v4);
      phi += h / 6 * (rate + 2 * v2 + 2 * v3 + v4);
      rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }
}

// ---- tables ------------------------------------------------------------------------------------

// 100 rows a second of phi1, in degrees where asked, wrapped at half a turn.
std::string rows(double level, double factor) {
  std::string out;
  for (int k = -10; k <= 110; ++k) {
    const double t = 0.01 * k;
    out += fmt::format(" {} {:.15g}", t,
                       factor * std::remainder(level + 0.3 * std::sin(4 * t), 2 * M_PI));
  }
  return out;
}

TEST(KnownAngles, OfATable) {
  const std::string tail = "UNKNOWN M 1\n" + ended("DOP853 1e-11 1e-11");
  const RunResult exact =
      test::run(kBodies + kStarts + fmt::format("KNOWN PHI 1 = {}\n", kPhi1) + tail);
  for (const char* words : {"", "SMOOTH QUINTIC", "NATURAL"})
    expect_same(
        test::run(kBodies + kStarts + "KNOWN PHI 1 TABLE " + words + rows(-1, 1) + "\n" + tail),
        exact, std::string(words) == "NATURAL" ? 1e-3 : 1e-5);
  const RunResult said =
      test::run(kBodies + kStarts + "KNOWN PHI 1 TABLE" + rows(-1, 1) + "\n" + tail);
  EXPECT_NE(said.report.find("KNOWN PHI 1: segment 1 PHI = cross-validated quintic spline"),
            std::string::npos);
}

// ---- drives beside a choice --------------------------------------------------------------------

TEST(KnownAngles, ADriveBesideAChoiceIsOne) {
  const std::string tail = "UNKNOWN M 1\n" + ended("DOP853 1e-12 1e-12");
  expect_same(test::run(kBodies + kStarts + fmt::format("DRIVE PHI 1 = {}\n", kPhi1) + tail),
              test::run(kBodies + kStarts + fmt::format("KNOWN PHI 1 = {}\n", kPhi1) + tail),
              1e-12);
}

// Without a choice the moment of a driven joint is what the drive takes; beside one, UNKNOWN says
// so.
TEST(KnownAngles, ADrivenJointBesideAChoice) {
  const std::string drive = "DRIVE HINGE 2 = 0.3 + 0.2*sin(5*t)\n",
                    end = ended("DOP853 1e-12 1e-12");
  const std::string starts = "STATE 1 -1 0.4\nSTATE 2 -0.7\nSTATE 3 -0.2 -1\n";
  const RunResult alone = test::run(kBodies + starts + "LOCK PHI 1\n" + drive + end);
  const RunResult beside =
      test::run(kBodies + starts + "LOCK PHI 1\n" + drive + "UNKNOWN M 2\n" + end);
  expect_same(beside, alone, 1e-8);
  // Its moment known and another one sought: both segments turn by what acts at the base.
  const RunResult other = test::run(kBodies + starts + drive +
                                    fmt::format("KNOWN PHI 1 = -1 + 0.4*t\nKNOWN M 2 0.7\n") +
                                    "UNKNOWN M 1\nUNKNOWN MEXT 2\n" + end);
  ASSERT_EQ(other.status, ExitStatus::done) << other.messages;
  for (std::size_t k = 0; k < other.rows.size(); ++k) {
    EXPECT_NEAR(other.value(k, "m2"), 0.7, 1e-12);
    EXPECT_NEAR(other.value(k, "m2") + other.value(k, "mext2"), alone.value(k, "m2"), 1e-7);
    EXPECT_NEAR(other.value(k, "phi2"), alone.value(k, "phi2"), 1e-10);
  }
}

// ---- standing still, crossed checks, the deck written anew --------------------------------------

TEST(KnownAngles, HeldStill) {
  const RunResult run = test::run(
      "SEGDYN\nSEGMENT 1 3.5 0.45 0.20 0.06\nSEGMENT 2 2.0 0.40 0.18 0.03\nSTATE 1 -1.2\n"
      "STATE 2 -1.4\nGRAV 0 -9.81\nKNOWN PHI 1 -1\nUNKNOWN M 1\nSTATIC\nEND\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(0, "phi2"), -M_PI / 2, 1e-9);
  EXPECT_NEAR(run.value(0, "m1"), 9.81 * std::cos(1.0) * (3.5 * 0.2 + 2 * 0.45), 1e-8);
}

TEST(KnownAngles, TheMatrixOfCasiusAgrees) {
  RunSettings settings;
  settings.cross_check = true;
  const RunResult run = test::run(
      kBodies + kStarts + fmt::format("KNOWN PHI 1 = {}\nKNOWN PHI 2 = {}\n", kPhi1, kPhi2) +
          "UNKNOWN M 1\nUNKNOWN FEXTX 2\n" + ended("DOP853 1e-10 1e-10"),
      settings);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::size_t at = run.report.find("differ by at most ");
  ASSERT_NE(at, std::string::npos) << run.report;
  EXPECT_LT(std::stod(run.report.substr(at + 18)), 1e-9);
}

TEST(KnownAngles, AreWrittenAgain) {
  const std::string deck = kBodies + kStarts +
                           "KNOWN PHI 1 TABLE GAPS FILL 0 -1 0.5 -0.8 0.7 NaN 1 -1\n" +
                           "DRIVE PHI 2 = -0.7 + 0.18*sin(5*t)\nKNOWN PHI 3 -0.2\n" +
                           "UNKNOWN M 1\nUNKNOWN M 2\nUNKNOWN MEXT 3\n" + ended("STEP");
  const std::string once = write_deck(test::load(deck).tables),
                    twice = write_deck(test::load(once).tables);
  EXPECT_EQ(once, twice);
  const RunResult first = test::run(deck), second = test::run(once);
  expect_same(second, first, 1e-15);
}

// ---- messages ----------------------------------------------------------------------------------

void expect_message(const std::string& lines, const std::string& text) {
  const RunResult run = test::run(kBodies + kStarts + lines + ended("STEP"));
  EXPECT_EQ(run.status, ExitStatus::deck_error) << lines;
  EXPECT_NE(run.messages.find(text), std::string::npos) << lines << run.messages;
}

TEST(KnownAngles, TheCountSaysWhichAreLeft) {
  expect_message(
      "KNOWN PHI 1 = 0.3*t - 1\n",
      "expected 1 more UNKNOWN lines, one for each known angle; still known are M 1, M 2, "
      "M 3, MEXT 1, MEXT 2 and");
  expect_message("KNOWN PHI 1 0\nDRIVE HINGE 2 = t\nUNKNOWN M 1\n",
                 "1 of drives, 0 of ROW lines) for 9 unknowns");
  expect_message("KNOWN PHI 1 0\nUNKNOWN M 1\nUNKNOWN M 2\n", "make 1 more known");
  expect_message("KNOWN PHI 1 0\nKNOWN PHIDD 1 0\nUNKNOWN M 1\n", "PHIDD 1 is given twice");
  expect_message("KNOWN PHI 1 0\nLOCK PHI 1\nUNKNOWN M 1\n", "PHI 1 is given twice");
  expect_message("DRIVE PHI 1 = t\nKNOWN PHIDD 1 0\nUNKNOWN M 1\n",
                 "another line says its acceleration");
  expect_message("KNOWN PHI 1 = phi2\nUNKNOWN M 1\n", "a motion cannot read 'phi2'");
  expect_message("KNOWN PHI 4 0\nUNKNOWN M 1\n", "expected a segment");
  expect_message("UNKNOWN PHI 1\n", "is no variable of a chain");
  expect_message("KNOWN PHI 1 TABLE LINEAR 0 0 1 1\nUNKNOWN M 1\n", "infinite forces");
}

}  // namespace
}  // namespace mbs
