// Energy of muscles: what contractile elements and dampers give is the change of all other
// energies, whatever the model, the method and the way it acts; and random muscles in random
// postures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/deck.h"

namespace mbs {
namespace {

// A block on a slide between the origin and a spring, as OpenSim tests its muscles.
std::string block(const std::string& muscle, const std::string& method = "DOP853 1e-12 1e-12") {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.35 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nEND HALT\nXM 2 20\n"
         "XLAW 2 1 = 600*(0.45 - x)\nMUSCLE MU " +
         muscle + "\nTIMES 0 0.5 0.05\nINTEG " + method + "\nEND END\n";
}

double worst_balance(const test::RunResult& run) {
  double balance = 0, scale = 0;
  for (std::size_t r = 0; r < run.rows.size(); ++r) {
    balance = std::max(balance, std::fabs(run.value(r, "energy.balance")));
    for (const char* name : {"energy.kinetic", "energy.potential", "energy.work"})
      scale = std::max(scale, std::fabs(run.value(r, name)));
  }
  return balance / scale;
}

const std::string kNumbers = " OVER 1 1 FMAX 100 LOPT .1 LSLACK .25 STIM = .5 + .4*sin(20*t)";

TEST(MuscleEnergy, BlockBetweenTwoPoints) {
  for (const char* model :
       {"VSB", "VSB SET 1993", "VSB SET MUSK", "VSB FIRST", "DGF", "THELEN", "DGF HATZE"})
    for (const char* more :
         {"", " RIGID", " PENNATION 25", " DAMPING .1", " RIGID DAMPING .1 PENNATION 15"}) {
      const std::string muscle = model + std::string(more) + kNumbers;
      const test::RunResult run = test::run(block(muscle));
      ASSERT_EQ(run.status, ExitStatus::done) << muscle << run.messages;
      EXPECT_LT(worst_balance(run), 1e-8) << muscle;
      // Powers of fibre and tendon are that of the muscle.
      for (std::size_t r = 0; r < run.rows.size(); ++r)
        EXPECT_NEAR(run.value(r, "MU.power"), -run.value(r, "MU.f") * run.value(r, "MU.ld"), 1e-10);
    }
}

TEST(MuscleEnergy, AllMethodsAgree) {
  const std::string muscle = "VSB" + kNumbers;
  const test::RunResult exact = test::run(block(muscle));
  for (const char* method : {"STEP 1e-10 1e-10", "STIFF 1e-9 1e-9", "RK4 1e-4", "HEUN 2e-5",
                             "GALPHA 1e-9 1e-9", "GALPHA STEP 1e-4"}) {
    const test::RunResult run = test::run(block(muscle, method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    for (const char* name : {"x2_1", "MU.act", "MU.lce"})
      EXPECT_NEAR(run.value(10, name), exact.value(10, name), 2e-6) << method << name;
    EXPECT_LT(worst_balance(run), 1e-4) << method;
  }
}

// An elastic tendon becomes a rigid one as its strain goes to 0, to first order in the strain.
TEST(MuscleEnergy, ElasticTendonTendsToRigid) {
  const auto end = [](const std::string& more) {
    const test::RunResult run = test::run(block("VSB FIRST" + more + kNumbers, "STIFF 1e-9 1e-9"));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run.value(10, "x2_1");
  };
  const double rigid = end(" RIGID"), soft = end(" UMAX .004") - rigid,
               stiff = end(" UMAX .002") - rigid;
  EXPECT_GT(std::fabs(soft), 1e-5);
  EXPECT_NEAR(stiff / soft, .5, .05);
}

// The two ways to act: on the angles of a revolute joint, and as the stress of a hinge.
TEST(MuscleEnergy, JointAndHingeAreTheSame) {
  const auto deck = [](const std::string& hinge, const std::string& arm) {
    return "PLREV 1 1 2 3 4 0 0 -0.2 0\n" + hinge +
           "X 1 0 0\nX 2 0\nX 3 0.2 0\nX 4 0.3\nFIX 1\nFIX 2\nDYNX 4\nEND HALT\nXM 3 2\nXM 4 .05\n"
           "GRAVITY 0 -9.81\nMUSCLE MU ARM " +
           arm +
           " .33 -.03 .004 FMAX 900 LOPT .1 LSLACK .2 ONSET .1 FROM .3\nSTARTDX 4 1 0.3 0\n"
           "TIMES 0 .4 .1\nINTEG DOP853 1e-12 1e-12\nEND END\n";
  };
  const test::RunResult joint = test::run(deck("", "1")),
                        hinge = test::run(deck("PLTOR 2 2 4\n", "2"));
  ASSERT_EQ(joint.status, ExitStatus::done) << joint.messages;
  ASSERT_EQ(hinge.status, ExitStatus::done) << hinge.messages;
  for (std::size_t r = 0; r < joint.rows.size(); ++r) {
    EXPECT_NEAR(joint.value(r, "x4_1"), hinge.value(r, "x4_1"), 1e-11);
    EXPECT_NEAR(joint.value(r, "MU.m1"), hinge.value(r, "MU.m2"), 1e-8);
    EXPECT_NEAR(hinge.value(r, "s2_1"), -hinge.value(r, "MU.m2"), 1e-10);
  }
  EXPECT_LT(worst_balance(joint), 1e-9);
  EXPECT_LT(worst_balance(hinge), 1e-9);
}

// No run makes numbers that are not finite, negative fibres or tendons that push; the energies
// agree, or the run is refused with the name of the muscle.
TEST(MuscleEnergy, RandomMusclesAndPostures) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto pick = [&](std::initializer_list<const char*> list) {
    return std::string(
        list.begin()[static_cast<std::size_t>(unit(random) * static_cast<double>(list.size()))]);
  };
  int refused = 0;
  for (int round = 0; round < 150; ++round) {
    const double fmax = std::pow(10, 1.5 + 2.2 * unit(random)),
                 lopt = std::pow(10, -1.6 + unit(random)),
                 slack = lopt * std::pow(10, -.6 + 1.4 * unit(random)),
                 pennation = unit(random) < .5 ? 0 : 35 * unit(random),
                 length = slack + lopt * (.3 + 1.3 * unit(random)) * std::cos(pennation / 57.3),
                 mass = fmax * std::pow(10, -3 + 1.5 * unit(random));
    const std::string muscle = fmt::format(
        "{} {} {} OVER 1 1 FMAX {:.9g} LOPT {:.9g} LSLACK {:.9g} PENNATION {:.6g} {} STIM = {}",
        pick({"VSB", "VSB SET 1993", "VSB SET MUSK", "DGF", "THELEN"}),
        pick({"", "HATZE", "FIRST"}), pick({"", "", "RIGID"}), fmax, lopt, slack, pennation,
        pick({"", "DAMPING .02", "DAMPING .2"}),
        pick({".5 + .5*sin(40*t + 1)", ".02", "1", ".8*exp(-9*t)", "(t < .06 ? 1 : 0)"}));
    const test::RunResult run = test::run(fmt::format(
        "PLTRUSS 1 1 2\nX 1 0 0\nX 2 {0:.12g} 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nEND HALT\nXM 2 {1:.9g}\n"
        "XLAW 2 1 = {2:.9g}*({0:.12g} - x) + {3:.9g}\nMUSCLE MU {4}\nTIMES 0 .15 .05\n"
        "INTEG {5}\nEND END\n",
        length, mass, unit(random) * fmax / lopt, .3 * unit(random) * fmax, muscle,
        pick({"DOP853 1e-12 1e-11", "STEP 1e-12 1e-11", "STIFF 1e-12 1e-9"})));
    if (run.status != ExitStatus::done) {
      EXPECT_NE(run.messages.find("MUSCLE MU: at t = 0"), std::string::npos) << muscle << "\n"
                                                                             << run.messages;
      ++refused;
      continue;
    }
    EXPECT_LT(worst_balance(run), 1e-6) << muscle;
    for (std::size_t r = 0; r < run.rows.size(); ++r) {
      for (const double value : run.rows[r]) EXPECT_TRUE(std::isfinite(value)) << muscle;
      EXPECT_GE(run.value(r, "MU.lce"), 0) << muscle;
      EXPECT_GE(run.value(r, "MU.f"), 0) << muscle;
    }
  }
  EXPECT_LT(refused, 15);
}

}  // namespace
}  // namespace mbs
