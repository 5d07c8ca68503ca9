// The end of a choice of knowns has one time and one text for all methods, also where errors of a
// method decide what it meets, where fixed steps are thrown off the motion, and where the singular
// position lies in the first steps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/choice_end.h"
#include "support/good_run.h"

namespace mbs {
namespace {

const char* const kMethods[] = {"DOP853 1e-12 1e-12", "STEP 1e-9 1e-9",   "DOP853 1e-9 1e-9",
                                "STIFF 1e-9 1e-9",    "GALPHA 1e-8 1e-8", "RK4 1e-4",
                                "GALPHA STEP 1e-4"};

std::string deck(const std::string& lines, double end = 1) {
  return fmt::format("SEGDYN\n{}TIME 0 {} 0.05\nINTEG {{}}\nEND\n", lines, end);
}

// What stands between "singular: " and "beyond".
std::string unknowns_of(const std::string& messages) {
  const std::size_t from = messages.find("singular: ");
  return messages.substr(std::min(from, messages.size()), messages.find("beyond") - from);
}

void expect_one_end(const std::string& lines) {
  double first = -1;
  std::string named;
  for (const char* method : kMethods) {
    const test::RunResult run = test::run(fmt::format(fmt::runtime(deck(lines)), method));
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << method << run.messages;
    const double t = test::choice_end(run);
    EXPECT_GT(t, 0) << method << run.messages;
    if (first < 0) first = t, named = unknowns_of(run.messages);
    EXPECT_NEAR(t, first, 2e-8) << method << lines;
    EXPECT_EQ(unknowns_of(run.messages), named) << method << lines;
  }
}

const std::string kThree =
    "SEGMENT 1 3.54 0.56 0.178 0.2365\nSEGMENT 2 2.93 0.5 0.195 0.1905\n"
    "SEGMENT 3 1.31 0.65 0.235 0.1227\n";

// The determinant comes down to 1e-4 and turns; a motion that is off by 1e-9 makes it zero 2e-4 s
// later.
TEST(ChoiceOneTime, ErrorsThatDecide) {
  expect_one_end(kThree +
                 "STATE 1 0.397 0.92\nSTATE 2 1.69 1.179\nSTATE 3 -2.17 -1.464\n"
                 "BASE -0.845 -0.478 0.23 -0.407\nUNKNOWN FEXTY 3\n"
                 "KNOWN FRX 2 = -5.175-6.186*phi2-0.981*phid2\n"
                 "KNOWN FEXTX 1 = -0.072+(0.894)*sin(5.94*t)\n"
                 "KNOWN FEXTX 2 = 1.02+(0.534)*sin(6.22*t)\nKNOWN MEXT 3 -1.378\n");
}

// Closed chains that move fast near the position: fixed steps have lost digits before it, or are
// thrown across it.
TEST(ChoiceOneTime, FixedStepsThatAreThrownOff) {
  expect_one_end(
      "SEGMENT 1 3.53 0.73 0.447 0.8389\nSEGMENT 2 3.49 0.39 0.243 0.2448\n"
      "SEGMENT 3 2.65 0.39 0.187 0.11\nSTATE 1 1.858 1.929\nSTATE 2 1.161\nSTATE 3 -2.749\n"
      "FIX TIP\nGRAV 0 -9.81\nUNKNOWN FEXTX 2\nUNKNOWN YDD\nKNOWN FRX 1 -6.196\nKNOWN FRX 2 5.562\n"
      "UNKNOWN M 4\nROW 1 M 4 1\nROW 1 FRX 3 -1.569\nROW 1 RHS -1.255\n");
  expect_one_end(
      "SEGMENT 1 2.96 0.7 0.457 0.7734\nSEGMENT 2 1.92 0.47 0.192 0.0907\n"
      "SEGMENT 3 2.71 0.78 0.541 0.9218\nSTATE 1 1.203 -1.952\nSTATE 2 -0.512\nSTATE 3 -0.544\n"
      "FIX TIP\nGRAV 0 -9.81\nUNKNOWN M 1\nKNOWN FRX 1 = 9.016+(-6.311)*sin(1.5*t)\n"
      "KNOWN M 4 = -0.32+(0.606)*sin(5.81*t)\n");
  expect_one_end(
      "SEGMENT 1 3.66 0.67 0.209 0.3012\nSTATE 1 2.498 0.767\nGRAV 0 -9.81\nUNKNOWN FRX 2\n"
      "KNOWN FRX 1 = 7.056\nKNOWN FEXTY 1 = -0.262+(-0.822)*sin(6.01*t)\n"
      "KNOWN MEXT 1 = -1.241+(0.268)*sin(4.83*t)\n");
}

// A rod whose horizontal force at the joint is known, the joint free to move up (choice_ends_test):
// d cos(phi0) + d sin(phi0) t + F/(2 m) t^2 = d where phi = 0.
double rod_is_singular(double phi) {
  const double a = .25, b = .5 * std::sin(phi), c = .5 * std::cos(phi) - .5;
  return (-b + std::sqrt(b * b - 4 * a * c)) / (2 * a);
}

std::string rod(double phi, double end, const char* method) {
  return fmt::format(
      "SEGDYN\nSEGMENT 1 2 1 0.5 0.1\nSTATE 1 {} -1\nKNOWN FRX 1 1\nUNKNOWN YDD\nTIME 0 {} "
      "{}\nINTEG {}\nEND\n",
      phi, end, end / 4, method);
}

// The run ends in front of that position. The cosine of its last angle is that of the closed form,
// or an error says that the step is too long.
TEST(ChoiceOneTime, RodThatEndsJustBefore) {
  for (const double phi : {0.02, 0.1, 0.3})
    for (const double before : {1e-3, 1e-5, 1e-6}) {
      const double t = rod_is_singular(phi), end = t - before;
      const double angle = std::acos(std::cos(phi) + std::sin(phi) * end + end * end / 2);
      for (const char* method : {"DOP853 1e-12 1e-12", "STEP 1e-9 1e-9", "DOP853 1e-9 1e-9",
                                 "STIFF 1e-9 1e-9", "GALPHA 1e-8 1e-8", "RK4 1e-4"}) {
        const test::RunResult run = test::run(rod(phi, end, method));
        ASSERT_EQ(run.status, ExitStatus::done) << method << phi << run.messages;
        const double error = run.value(run.rows.size() - 1, "phi1") - angle;
        EXPECT_TRUE(std::fabs(error) * angle < 1e-8 || !run.messages.empty())
            << method << " " << phi << " " << before << " " << error << " " << angle;
      }
      const test::RunResult run = test::run(rod(phi, end, "GALPHA STEP 1e-3"));
      if (before > 1e-4) {
        EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
        continue;
      }
      EXPECT_EQ(run.status, ExitStatus::solution_failed);
      const std::string behind =
          "the step 0.001 is too long to come to the end of the run: just behind it, at t = ";
      const std::size_t at = run.messages.find(behind);
      ASSERT_NE(at, std::string::npos) << run.messages;
      EXPECT_NEAR(std::stod(run.messages.substr(at + behind.size())), t, 1e-8);
    }
}

// Steps of 1e-4 s are thrown off the motion at 0.35 s, where angular accelerations are 8000 rad/s2;
// no position is singular before t = 1.
TEST(ChoiceOneTime, StepsThatComeToOneThatIsNone) {
  const std::string lines =
      "SEGMENT 1 3.43 0.33 0.153 0.1109\nSEGMENT 2 0.89 0.5 0.307 0.109\n"
      "SEGMENT 3 3.19 0.78 0.352 0.6243\nSEGMENT 4 1.47 0.42 0.268 0.1359\n"
      "STATE 1 -1.6 -1.872\nSTATE 2 2.317 0.155\nSTATE 3 -0.316 0.362\nSTATE 4 -0.765 -1.651\n"
      "GRAV 0 -9.81\nUNKNOWN M 4\nKNOWN PHIDD 3 = -0.28-0.656*phi1-0.505*phid1\n"
      "KNOWN MEXT 4 = -0.182-1.125*phi3-0.591*phid3\n";
  for (const char* method : {"DOP853 1e-12 1e-12", "STEP 1e-11 1e-11", "STEP 1e-9 1e-9"})
    EXPECT_EQ(test::run(fmt::format(fmt::runtime(deck(lines)), method)).status, ExitStatus::done);
  const test::RunResult run = test::run(fmt::format(fmt::runtime(deck(lines)), "RK4 1e-4"));
  EXPECT_EQ(run.status, ExitStatus::solution_failed) << run.messages;
  EXPECT_NE(run.messages.find("the step 0.0001 is too long: about t = 0."), std::string::npos)
      << run.messages;
}

TEST(ChoiceOneTime, InTheFirstSteps) {
  for (const double phi : {3e-4, 6e-4, 2e-3}) {
    const double t = rod_is_singular(phi);
    for (const char* method : kMethods) {
      const test::RunResult run = test::run(rod(phi, 0.4, method));
      EXPECT_NEAR(test::choice_end(run), t, 1e-8) << method << phi << run.messages;
    }
  }
}

// One degree of freedom; STIFF needs steps of 3e-10 s from the start on.
TEST(ChoiceOneTime, StepsThatAreHopelesslyMany) {
  const std::string lines =
      "SEGMENT 1 3.37 0.44 0.233 0.2091\nSEGMENT 2 1.91 0.3 0.091 0.0215\n"
      "SEGMENT 3 1.0 0.46 0.145 0.0407\nSTATE 1 -2.309 -1.348\nSTATE 2 0.192\nSTATE 3 -2.956\n"
      "FIX TIP\nGRAV 0 -9.81\nUNKNOWN MEXT 2\nKNOWN PHIDD 1 = 1.659-1.926*phi3-0.305*phid3\n"
      "KNOWN FEXTX 1 = 0.866+(-0.669)*sin(6.11*t)\nKNOWN M 1 = 0.586+(-0.311)*sin(5.57*t)\n"
      "LIMIT STEPS 1000\n";
  expect_one_end(lines);
}

// The singular position lies 0.0029 s behind the end of the run: no method ends before.
TEST(ChoiceOneTime, JustBehindTheEndOfTheRun) {
  const std::string lines =
      "SEGMENT 1 1.96 0.67 0.407 0.3634\nSEGMENT 2 3.85 0.74 0.484 1.1064\n"
      "SEGMENT 3 2.06 0.46 0.166 0.0759\nSTATE 1 -0.374 1.026\nSTATE 2 -2.784 -1.991\n"
      "STATE 3 -0.636 0.297\nGRAV 0 -9.81\nUNKNOWN FEXTY 2\n"
      "KNOWN PHIDD 3 TABLE 0 2.344 .1 -2.848 .25 -1.502 .4 -2.58 .7 1.778 1.1 2.344\n"
      "KNOWN M 2 0.689\nKNOWN M 3 = -0.67+(1.117)*sin(3.37*t)\nKNOWN M 4 -1.732\n";
  double end = -1;
  for (const char* method : kMethods) {
    const test::RunResult longer = test::run(fmt::format(fmt::runtime(deck(lines, 1.1)), method));
    if (end < 0) end = test::choice_end(longer);
    EXPECT_NEAR(test::choice_end(longer), end, 2e-8) << method << longer.messages;
    const test::RunResult run =
        test::run(fmt::format(fmt::runtime(deck(lines, end - 0.0029)), method));
    EXPECT_EQ(run.status, ExitStatus::done) << method << run.messages;
  }
}

}  // namespace
}  // namespace mbs
