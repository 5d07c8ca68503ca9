// Energy of muscles: what contractile elements and dampers give is the change of all other
// energies, whatever the model, the method and the way it acts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "support/deck.h"
#include "support/energy.h"

namespace mbs {
namespace {

// A block on a slide between the origin and a spring, as OpenSim tests its muscles.
std::string block(const std::string& muscle, const std::string& method = "DOP853 1e-12 1e-12") {
  return R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0.35 0
FIX 1
FIX 2 2
DYNX 2 1
END HALT
XM 2 20
XLAW 2 1 = 600*(0.45 - x)
MUSCLE MU )" +
         muscle + "\nTIMES 0 0.5 0.05\nINTEG " + method + "\nEND END\n";
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
      EXPECT_LT(test::worst_balance(run), 1e-8) << muscle;
      // Powers of fibre and tendon are that of the muscle.
      for (std::size_t r = 0; r < run.rows.size(); ++r)
        EXPECT_NEAR(run.value(r, "MU.power"), -run.value(r, "MU.f") * run.value(r, "MU.ld"), 1e-10);
    }
}

// The work of fibres follows from energies of tendons and powers of tensions. Against that: the
// integral of the power that contractile element and damping report.
TEST(MuscleEnergy, WorkIsTheIntegralOfThePowerOfFibres) {
  for (const char* model : {"VSB SET 1993", "VSB SET MUSK", "DGF", "THELEN"})
    for (const char* more : {"", " RIGID", " PENNATION 25 DAMPING .1"}) {
      std::string deck = block(model + std::string(more) + kNumbers);
      deck.replace(deck.find("XLAW 2 1 = 600*(0.45 - x)"), 25, "EM 1 0");
      deck.replace(deck.find("TIMES"), 5, "MEASURE fibre = INTEG MU.pfibre\nTIMES");
      const test::RunResult run = test::run(deck);
      ASSERT_EQ(run.status, ExitStatus::done) << model << more << run.messages;
      const double work = run.value(10, "energy.work");
      EXPECT_GT(std::fabs(work), 1e-3) << model << more;
      EXPECT_NEAR(run.measure("fibre"), work, 1e-7 * std::fabs(work)) << model << more;
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
    EXPECT_LT(test::worst_balance(run), 1e-4) << method;
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
           R"(X 1 0 0
X 2 0
X 3 0.2 0
X 4 0.3
FIX 1
FIX 2
DYNX 4
END HALT
XM 3 2
XM 4 .05
GRAVITY 0 -9.81
MUSCLE MU ARM )" +
           arm +
           R"( .33 -.03 .004 FMAX 900 LOPT .1 LSLACK .2 ONSET .1 FROM .3
STARTDX 4 1 0.3 0
TIMES 0 .4 .1
INTEG DOP853 1e-12 1e-12
END END
)";
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
  EXPECT_LT(test::worst_balance(joint), 1e-9);
  EXPECT_LT(test::worst_balance(hinge), 1e-9);
}

// As OpenSim asserts: the moment arm is dL/dtheta, and the force moves the joint by -F dL/dtheta.
TEST(MuscleEnergy, MomentArmIsTheSlopeOfTheLength) {
  const auto at = [](double angle) {
    return test::run(fmt::format(
        R"(SEGDYN
SEGMENT 1 2 .3 .13 .02
SEGMENT 2 1.5 .35 .15 .02
STATE 1 -1 0
STATE 2 {:.17g} 0
BASE 0 0
MUSCLE MU ARM 2 .35 -.03 .004 -.002 .001 FMAX 500 LOPT .13 LSLACK .18 STIM = .3
TIME 0 .01 .01
INTEG DOP853 1e-9 1e-9
END
)",
        angle));
  };
  for (const double angle : {-1.6, -.7, .1}) {
    const double h = 1e-4;
    const test::RunResult here = at(angle), up = at(angle + h), down = at(angle - h);
    ASSERT_EQ(here.status, ExitStatus::done) << here.messages;
    const double slope = (up.value(0, "MU.l") - down.value(0, "MU.l")) / (2 * h);
    EXPECT_NEAR(here.value(0, "MU.arm2"), slope, 1e-8) << angle;
    EXPECT_NEAR(here.value(0, "m2"), -here.value(0, "MU.f") * slope, 1e-8 * 500) << angle;
  }
}

// A muscle without stimulation: its tendon follows within a microsecond.
std::string idle(const std::string& method) {
  return R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0.490892107792 0
FIX 1
FIX 2 2
DYNX 2 1
END HALT
XM 2 8.21105694
XLAW 2 1 = 1111.05073*(0.490892107792 - x) + 157.157829
MUSCLE MU VSB SET 1993 OVER 1 1 FMAX 597.803249 LOPT 0.208372418 LSLACK 0.189994164 STIM = 0
TIMES 0 .25 .05
INTEG )" +
         method + " 1e-10 1e-10\nEND END\n";
}

TEST(MuscleStiffness, StiffTakesTheStepsOfTheMotion) {
  const test::RunResult stiff = test::run(idle("STIFF")), other = test::run(idle("DOP853"));
  ASSERT_EQ(stiff.status, ExitStatus::done) << stiff.messages;
  ASSERT_EQ(other.status, ExitStatus::done) << other.messages;
  EXPECT_LT(stiff.integrated.accepted, 3000);  // seen 1577; a million without exact rows
  EXPECT_GT(other.integrated.accepted, 20000);
  EXPECT_LT(test::worst_balance(stiff), 1e-9);  // seen 1e-11
  for (const char* name : {"x2_1", "v2_1", "MU.strain"})
    EXPECT_NEAR(stiff.value(5, name), other.value(5, name), 1e-8) << name;
  EXPECT_EQ(stiff.messages, "");
  EXPECT_NE(other.messages.find("MUSCLE MU: it is hardly active and makes the equations stiff"),
            std::string::npos)
      << other.messages;
  EXPECT_NE(other.messages.find("expected INTEG STIFF"), std::string::npos);
}

// The first trial step overshoots until numbers overflow; it must leave nothing behind.
TEST(MuscleStiffness, TrialStepsMayOverflow) {
  const test::RunResult run = test::run(
      "SEGDYN\nGRAV 0 -9.81\nBASE 0 0\nSEGMENT 1 2.77244 0.3 0.15 0.040115\n"
      "STATE 1 2.12574231 -2.74112\nSEGMENT 2 2.18501 0.3 0.15 0.040665\n"
      "STATE 2 -0.641771186 0.0948644\nMUSCLE MA ARM 1 0.0375150852587 -3.06484358e-05 "
      "-0.0023808194 ARM 2 0.0249014630712 0.00099268605 -0.00289252021 THELEN FMAX 2110.39227 "
      "LOPT 0.0379076445 LSLACK 0.01098763 STIM = .02\nTIME 0 .15 .05\n"
      "INTEG DOP853 1e-11 1e-10\nEND\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_LT(test::worst_balance(run), 1e-9);
}

}  // namespace
}  // namespace mbs
