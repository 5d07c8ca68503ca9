// Friction of a value of its own, FRICTION ... CONSTANT, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

using test::good_run;

constexpr double kPi = 3.14159265358979323846;

// A disc of 0.5 kg m2 on a spring of 8 N m/rad, 2.05 rad wound, rubs with 1 N m: every half period
// of pi/4 the amplitude loses 2/8 rad, until 0.05 rad, which friction holds.
std::string native_disc(const std::string& how) {
  return R"(PLTOR 1  9 2
X 9 0
X 2 2.05
FIX 9
RLSE 1
END HALT
DOF AUTO
EREST 1 0
XM 2 0.5
ESTIFF 1 8
FRICTION 1  1 1  CONSTANT 1
TIMES 0 10 1
)" + how +
         "\nEND END\n";
}

std::string kabios_disc(const std::string& how) {
  return R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 2.05
1 2   0 0   0 0
1
0 10 1
MASS 2  1 0.5
LAW BODY 2 PHI = -8*x
FRICTION REVOLUTE 1  CONSTANT 1
)" + how +
         "\nEND\n";
}

std::string segdyn_disc(const std::string& how) {
  return R"(SEGDYN
SEGMENT 1  1 1 0 0.5
STATE 1  2.05
RSDA 1 0  8 0 0
FRICTION JOINT 1  CONSTANT 1
TIME 0 10 1
)" + how +
         "\nEND\n";
}

void expect_swings(const test::RunResult& run, const std::string& phi, double close,
                   const std::string& how) {
  const std::vector<double> turns = test::times_of(run, ContactTurn::turns_back);
  ASSERT_EQ(turns.size(), 7u) << how;
  for (std::size_t k = 0; k < turns.size(); ++k)
    EXPECT_NEAR(turns[k], static_cast<double>(k + 1) * kPi / 4, close) << how;
  EXPECT_NEAR(run.time_of(ContactTurn::sticks), 2 * kPi, close) << how;
  EXPECT_NEAR(run.value(10, phi), 0.05, close) << how;
  // At t = 1, in the second half swing, the middle is at -1/8.
  EXPECT_NEAR(run.value(1, phi), -0.125 + 1.675 * std::cos(4.0), close) << how;
  EXPECT_NEAR(run.value(1, "friction1.f"), 1, 1e-12) << how;
  EXPECT_NEAR(run.value(1, "friction1.load"), 0, 0) << how;
}

TEST(ConstantFriction, DiscOnASpring) {
  for (const std::string how : {"", "INTEG DOP853 1e-12 1e-12", "INTEG STIFF 1e-9 1e-9",
                                "INTEG RK4 0.01", "FORM FULL", "FORM REDUCED"}) {
    const double close = how.ends_with("0.01") ? 1e-6 : 1e-7;
    expect_swings(good_run(native_disc(how)), "x2_1", close, how);
    expect_swings(good_run(kabios_disc(how)), "body2.phi", close, how);
    expect_swings(good_run(segdyn_disc(how)), "phi1", close, how);
  }
  expect_swings(good_run(native_disc("INTEG GALPHA STEP 0.002")), "x2_1", 1e-4, "GALPHA");
  expect_swings(good_run(native_disc("INTEG HEUN 0.002")), "x2_1", 1e-4, "HEUN");
}

// The same deck with the pin of a body that nothing else touches, pressed by 1 N.
TEST(ConstantFriction, AsAPinThatAConstantForcePresses) {
  const std::string pendulum = R"(PLREV 1  8 9  1 2  0 0  -0.5 0
PLTOR 2  9 2
PLREV 3  20 21  22 23  0 0 0 0
X 8 0 0
X 9 0
X 1 ${0.5*sin(60deg)} ${-0.5*cos(60deg)}
X 2 -30deg
X 20 5 0
X 21 0
X 22 5 0
X 23 0
FIX 8
FIX 9
FIX 20
FIX 21
FIX 23
RLSE 2
END HALT
DOF AUTO
XM 1 1
XM 2 ${1/12}
XF 22 1 0
GRAVITY 0 -9.81
)";
  const auto with = [&](const std::string& friction) {
    return good_run(pendulum + friction + "\nTIMES 0 20 1\nEND END\n");
  };
  const test::RunResult pin = with("FRICTION 3  2 1  0.2 1 1");
  const test::RunResult constant = with("FRICTION 1  2 1  CONSTANT 0.2");
  const std::vector<double> turns = test::times_of(constant, ContactTurn::turns_back);
  EXPECT_EQ(turns, test::times_of(pin, ContactTurn::turns_back));
  EXPECT_EQ(turns.size(), 11u);
  EXPECT_NEAR(constant.value(20, "x2_1"), pin.value(20, "x2_1"), 1e-12);
}

std::string block(const std::string& rest) {
  return R"(2 0 1 1 0 0 0 0 0
0 0 0
0 0 0
1 2   0 0  1 0  0 0
1
0 4 1
MASS 2  2 1
)" + rest +
         "END\n";
}

// A force t: it breaks away at 2 N and slides with 1.5 N.
TEST(ConstantFriction, BreakAwayAndRunning) {
  const auto at = [](double t) { return (t * t - 4) / 4 - 1.5 / 2 * (t - 2); };
  for (const char* friction : {"FRICTION TRANSLATIONAL 1  CONSTANT 2 1.5\n",
                               "RELATION = body2.x\nFRICTION RELATION 1  CONSTANT 2 1.5\n",
                               "ROD 1 2  -3 0  0 0  3\nFRICTION ROD 1  CONSTANT 2 1.5\n"}) {
    const test::RunResult run = good_run(block(std::string("LAW BODY 2 X = t\n") + friction));
    EXPECT_NEAR(run.time_of(ContactTurn::slides), 2, 1e-9) << friction;
    EXPECT_NEAR(run.value(1, "friction1.f"), 1, 1e-12) << friction;
    EXPECT_NEAR(run.value(3, "body2.xd"), at(3), 1e-8) << friction;
    EXPECT_NEAR(run.value(4, "body2.xd"), at(4), 1e-8) << friction;
  }
}

// A law on what slips goes on acting, and may stand above or below.
TEST(ConstantFriction, ALawBesideIt) {
  const std::string law = "LAW RELATION 1 = 8*e\n", rubs = "FRICTION RELATION 1  CONSTANT 1\n";
  for (const std::string& both : {law + rubs, rubs + law}) {
    const test::RunResult run =
        good_run(block("VEL 2 3 0 0\nRELATION = body2.x\n" + both + "INTEG DOP853 1e-12 1e-12\n"));
    // x = -1/8 + R cos(2 t - a), R^2 = (1/8)^2 + (3/2)^2: it turns where 2 t = a.
    const double R = std::hypot(0.125, 1.5), a = std::acos(0.125 / R);
    ASSERT_FALSE(test::times_of(run, ContactTurn::turns_back).empty()) << both;
    EXPECT_NEAR(run.time_of(ContactTurn::turns_back), a / 2, 1e-10) << both;
    EXPECT_NEAR(run.value(1, "body2.x"), 0.125 + (R - 0.25) * std::cos(2 - a), 1e-9) << both;
  }
}

// In no time it has no impulse: a block that rubs strikes a wall as one that does not.
TEST(ConstantFriction, HasNoImpulse) {
  const test::RunResult run =
      good_run(block("VEL 2 3 0 0\nFRICTION TRANSLATIONAL 1  CONSTANT 4\n"
                     "CONTACT 2 1 LINE 0 0 0  1 0  0 1 RIGID 0.5\n"));
  // v^2 = 9 - 2 (2)(1) at the wall, half of it after it, and back to rest.
  const double back = 5.0 / 4 / 4;
  EXPECT_NEAR(run.value(4, "body2.x"), 1 - back, 1e-9);
}

// A seal beside a bearing: they hold together what both can, and slide with both.
TEST(ConstantFriction, BesideThatOfTheLoad) {
  const double both = 0.1 * 0.03 * 20 * 9.81 + 0.2;
  const auto kabios = [](double moment) {
    return good_run(fmt::format(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2   0 0   0 0
1
0 1 1
MASS 2  20 0.5
GRAV 0 -9.81
LAW BODY 2 PHI = {:.17g}
FRICTION REVOLUTE 1  0.03 0.1
FRICTION REVOLUTE 1  CONSTANT 0.2
END
)",
                                moment));
  };
  EXPECT_EQ(kabios(both * 0.9999).value(1, "body2.phi"), 0);
  EXPECT_NEAR(kabios(both + 1).value(1, "body2.phid"), 1 / 0.5, 1e-11);
}

TEST(ConstantFriction, Messages) {
  const auto says = [](const std::string& deck, const std::string& text) {
    const test::RunResult run = test::run(deck);
    EXPECT_NE(run.messages.find(text), std::string::npos) << run.messages;
    EXPECT_EQ(run.status, ExitStatus::deck_error) << deck;
  };
  says(block("FRICTION TRANSLATIONAL 1  CONSTANT 1 2\n"),
       "8:38: error: FRICTION 1: the running value 2 is above the break-away value 1; expected k "
       "not above b");
  says(block("FRICTION TRANSLATIONAL 1  CONSTANT -1\n"), "break-away value b is -1");
  says(block("FRICTION TRANSLATIONAL 1  CONSTANT\n"), "break-away value b is missing");
  says(R"(PLTOR 1  9 2
PLTOR 2  9 2
X 9 0
FIX 9
RLSE 1
RLSE 2
END HALT
DOF AUTO
XM 2 1
FRICTION 1  1 1  CONSTANT 1
FRICTION 2  1 1  CONSTANT 2
TIMES 0 1 1
END END
)",
       ":11:13: error: FRICTION 2: FRICTION 1 rubs against that slip already; expected a slip of "
       "its "
       "own: another PLTOR between the same nodes");
  says(block("WELD 1 2 0 0 0 0\nFRICTION WELD 1  CONSTANT 1\n"), "WELD 1 has no slip of its own");
  says(block("RELATION = body2.x\nDRIVE RELATION 1 = t\nFRICTION RELATION 1  CONSTANT 1\n"),
       "RELATION 1 is driven (DRIVE RELATION 1)");
}

}  // namespace
}  // namespace mbs
