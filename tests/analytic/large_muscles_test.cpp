// STIFF and GALPHA on large flexible mechanisms that muscles bend, whose states border the sparse
// matrix of a step. Against DOP853, which has no matrix, and a closed form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr int kBeams = 12;  // 36 unknowns

// A limb of beams that is held at one end; paths 13 and 14 run along it on both sides, through an
// eye at every third joint. Point 25 is its tip.
std::string limb(const std::string& more, const std::string& method) {
  std::string beams, forces, paths[2] = {"PATH 13", "PATH 14"};
  for (int i = 1; i <= kBeams; ++i) {
    beams += fmt::format("PLBEAM {} {} {} {} {}\nX {} {:.17g} 0\nRLSE {}\n", i, 2 * i - 1, 2 * i,
                         2 * i + 1, 2 * i + 2, 2 * i + 1, 0.6 * i / kBeams, i);
    forces += fmt::format("EM {0} 0.3\nESTIFF {0} 1000 0.5\nEDAMP {0} 0.2 5e-5\n", i);
  }
  for (int i = 0; i <= kBeams; i += 3)
    for (const int side : {0, 1})
      paths[side] += fmt::format(" {} {} 0 {}", 2 * i + 1, 2 * i + 2, side == 0 ? 0.03 : -0.03);
  return beams + paths[0] + "\n" + paths[1] + "\nX 1 0 0\nFIX 1\nFIX 2\nEND HALT\n" + forces +
         fmt::format("{}DOF AUTO\nTIMES 0 0.2 0.1\nINTEG {}\nEND END\n", more, method);
}

std::string two_muscles(const std::string& words) {
  const std::string constants = "FMAX 30 LOPT .1 LSLACK .5 ";
  return "MUSCLE FLEX OVER 13 1 " + constants + words + "ONSET .05 FROM .05 TO .6\n" +
         "MUSCLE EXT OVER 14 1 " + constants + words + "STIM = .05 + max(0, 20*e14_1)\n";
}

double largest_difference(const test::RunResult& a, const test::RunResult& b,
                          const std::vector<std::string>& channels) {
  double out = 0;
  for (const std::string& channel : channels)
    for (std::size_t row = 0; row < a.rows.size(); ++row)
      out = std::max(out, std::fabs(a.value(row, channel) - b.value(row, channel)));
  return out;
}

double evaluations_per_step(const test::RunResult& run) {
  return static_cast<double>(run.integrated.rhs) /
         static_cast<double>(run.integrated.accepted + run.integrated.rejected);
}

// A rope whose six springs muscles pull. It folds: its masses in these unknowns change by more than
// half while derivatives are kept, however short the steps are. The run stopped at 0.107 s.
std::string pulled_rope(const std::string& method) {
  constexpr int kSprings = 6;
  const double height[] = {0, 0.049649, -0.04334, -0.004667, 0.047458, -0.030831, 0.037738};
  const double mass[] = {0.20411, 0.20519, 0.22621, 0.10033, 0.12698, 0.12207};
  std::string springs, classes = "FIX 1\n", forces;
  for (int k = 0; k <= kSprings; ++k)
    springs += fmt::format("X {} {:.17g} {}\n", k + 1, 1.0 * k / kSprings, height[k]);
  for (int k = 1; k <= kSprings; ++k) {
    springs += fmt::format("PLTRUSS {} {} {}\n", k, k, k + 1);
    classes += fmt::format("RLSE {}\n", k);
    forces += fmt::format("XM {} {}\nESTIFF {} 3933.49\n", k + 1, mass[k - 1], k);
  }
  const char* const muscles[] = {
      "THELEN OVER 1 1 0.1613 1 FMAX 85.658 LOPT 0.1187 LSLACK 0.2304 ONSET 0.01 FROM 0.05 TO "
      "0.633",
      "THELEN OVER 2 1 0.2088 1 FMAX 75.028 LOPT 0.1352 LSLACK 0.2619 ONSET 0.032 FROM 0.05 TO "
      "0.188",
      "VSB OVER 3 1 0.06269 1 FMAX 126.78 LOPT 0.1322 LSLACK 0.1164 ONSET 0.017 FROM 0.05 TO 0.89",
      "THELEN RIGID OVER 4 1 0.07506 1 FMAX 44.923 LOPT 0.0513 LSLACK 0.188 ONSET 0.043 FROM 0.05 "
      "TO "
      "0.715",
      "THELEN OVER 5 1 0.0662 1 FMAX 142.01 LOPT 0.0864 LSLACK 0.1551 ONSET 0.028 FROM 0.05 TO "
      "0.327"};
  for (int k = 0; k < 5; ++k) forces += fmt::format("MUSCLE M{} {}\n", k + 1, muscles[k]);
  return springs + classes + "END HALT\n" + forces +
         "GRAVITY 0 -9.81\nDOF AUTO\nTIMES 0 0.15 0.15\nINTEG " + method + "\nEND END\n";
}

TEST(LargeMuscles, PullARopeThatFolds) {
  const test::RunResult exact = test::done(pulled_rope("DOP853 1e-9 1e-9"));
  for (const std::string method : {"GALPHA 1e-6 1e-6", "STIFF 1e-6 1e-6"})
    EXPECT_LT(largest_difference(test::done(pulled_rope(method)), exact, {"x4_1", "x7_1", "x7_2"}),
              2e-5)
        << method;
}

// Elastic tendons, whose strain answers the length of the path at once, and rigid ones, whose
// muscles resist the rate of the path. Derivatives by differences take 150 evaluations a step.
TEST(LargeMuscles, BendALimb) {
  const std::vector<std::string> channels = {"x25_1", "x25_2", "FLEX.act", "EXT.act"};
  for (const std::string words : {"", "RIGID ", "DGF ", "DGF PENNATION 20 ", "UMAX 0.005 "}) {
    const std::string muscles = two_muscles(words);
    const test::RunResult exact = test::done(limb(muscles, "DOP853 1e-8 1e-8"));
    const test::RunResult run = test::done(limb(muscles, "STIFF 1e-6 1e-6"));
    EXPECT_GT(exact.value(2, "x25_2"), 0.05) << words;
    EXPECT_LT(largest_difference(run, exact, channels), 2e-5) << words;
    EXPECT_LT(evaluations_per_step(run), 60) << words;
  }
}

// Moment arms that change with the angle of a joint: of bodies, and of the spring in it.
TEST(LargeMuscles, OverJointsWithTurningArms) {
  constexpr int kBodies = 32;
  std::string bodies, forces;
  for (int i = 1; i <= kBodies; ++i) {
    const int before = i == 1 ? 2 * kBodies + 1 : 2 * i - 3;
    bodies += fmt::format("PLREV {} {} {} {} {}  {} 0  -0.05 0\nPLTOR {} {} {}\nRLSE {}\n", i,
                          before, before + 1, 2 * i - 1, 2 * i, i == 1 ? 0 : 0.05, 100 + i,
                          before + 1, 2 * i, 100 + i);
    bodies += fmt::format("X {} {:.17g} 0\n", 2 * i - 1, 0.1 * i - 0.05);
    forces += fmt::format("XM {} 0.1\nXM {} 2e-4\nESTIFF {} {}\nEDAMP {} 0.01\n", 2 * i - 1, 2 * i,
                          100 + i, i % 3 == 0 ? 100 : 20, 100 + i);
  }
  const auto deck = [&](const std::string& words, const std::string& method) {
    return bodies +
           fmt::format("X {0} 0 0\nFIX {0}\nFIX {1}\nEND HALT\n", 2 * kBodies + 1,
                       2 * kBodies + 2) +
           forces + "MUSCLE A ARM 4 .6 -.03 .02 ARM 105 0 -.03 -.02 .1 " + words +
           "FMAX 2000 LOPT .1 LSLACK .5 ONSET 0.02 FROM .05 TO .8\nDOF AUTO\n"
           "TIMES 0 0.2 0.1\nINTEG " +
           method + "\nEND END\n";
  };
  for (const std::string words : {"", "RIGID ", "DGF "}) {
    const test::RunResult exact = test::done(deck(words, "DOP853 1e-8 1e-8"));
    const test::RunResult run = test::done(deck(words, "STIFF 1e-6 1e-6"));
    const test::RunResult fixed = test::done(deck(words, "GALPHA STEP 2e-4"));
    const std::vector<std::string> channels = {"x63_1", "x63_2", "x20_1", "A.act"};
    EXPECT_GT(std::fabs(exact.value(2, "x63_2")), 0.01) << words;
    EXPECT_LT(largest_difference(run, exact, channels), 2e-5) << words;
    EXPECT_LT(largest_difference(fixed, exact, channels), 1e-3) << words;
    EXPECT_LT(evaluations_per_step(run), 60) << words;
    EXPECT_LT(evaluations_per_step(fixed), 30) << words;
  }
}

// The error of a method of order 2 is a quarter with half the step; that of the tip has a part of
// vibrations, which are not followed.
TEST(LargeMuscles, OrderOfGalpha) {
  const std::string muscles = two_muscles("");
  const test::RunResult exact = test::done(limb(muscles, "DOP853 1e-8 1e-8"));
  const auto run = [&](double h) {
    const test::RunResult out = test::done(limb(muscles, fmt::format("GALPHA STEP {:.17g}", h)));
    EXPECT_LT(evaluations_per_step(out), 30);
    return out;
  };
  const test::RunResult coarse = run(1e-3), fine = run(5e-4);
  EXPECT_LT(largest_difference(fine, exact, {"x25_1", "x25_2"}), 1e-4);
  for (const std::string channel : {"FLEX.act", "FLEX.strain"}) {
    const double value = exact.value(2, channel);
    EXPECT_GT(std::fabs(coarse.value(2, channel) - value),
              3 * std::fabs(fine.value(2, channel) - value))
        << channel;
  }
}

// z' = -k (z - cos t) has a closed form; a beam bends under it.
TEST(LargeMuscles, StatesOfGalpha) {
  constexpr double k = 40;
  const double t = 0.2, z = k * (k * std::cos(t) + std::sin(t)) / (k * k + 1) +
                            (0.5 - k * k / (k * k + 1)) * std::exp(-k * t);
  const auto error = [&](double h) {
    const test::RunResult run =
        test::done(limb("ODE z 0.5 RATE -40*(z - cos(t))\nXLAW 25 2 = 0.2*z\n",
                        fmt::format("GALPHA STEP {:.17g}", h)));
    EXPECT_LT(evaluations_per_step(run), 30);
    return std::fabs(run.value(2, "z") - z);
  };
  const double coarse = error(2e-3), fine = error(1e-3);
  EXPECT_LT(fine, 1e-5);
  EXPECT_NEAR(coarse / fine, 4, 0.5);
}

// A fibre beyond the range of its contractile element, which then has next to no force: the rate of
// the tendon's strain has slopes from 5e3 to 2e7 1/s on the sides of a kink. A step of GALPHA is
// solved there, too, and its error falls with the square of the step.
TEST(LargeMuscles, AFibreThatIsTooLong) {
  const auto speed = [](const std::string& method) {
    const test::RunResult run = test::run(
        "PLSDA 1 1 2 3 4 0 0 0 0\nX 1 0 0\nX 2 0\nX 3 0.5 0\nX 4 0\nFIX 1\nFIX 2\nFIX 3 2\nFIX "
        "4\nRLSE 1\n"
        "DYNX 3 1\nEND HALT\nXM 3 1\nESTIFF 1 1000\nEREST 1 0.5\nMUSCLE long VSB FPE 0.5 OVER 1 1 "
        "0.391 "
        "0.079 FMAX 228.984 LOPT 0.087 LSLACK 0.267 ONSET 0.294 FROM 0.263 TO 0.772\nTIMES 0 0.4 "
        "0.4\n"
        "INTEG " +
        method + "\nEND END\n");
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run.value(1, "v3_1");
  };
  const double right = speed("STIFF 1e-10 1e-10");
  EXPECT_NEAR(speed("GALPHA STEP 2e-5"), right, 1e-5);
  EXPECT_NEAR(speed("GALPHA STEP 1e-5"), right, 2.5e-6);
}

}  // namespace
}  // namespace mbs
