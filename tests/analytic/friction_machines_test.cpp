// Friction of gears, racks, screws and belts against the closed forms of machine design.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::good_run;

constexpr double kPi = 3.14159265358979323846, kG = 9.81;

// ---- screws -------------------------------------------------------------------------------------

constexpr double kRadius = 0.01, kMass = 40, kInertia = 0.01, kFlank = 15 * kPi / 180;

std::string jack(double lead, double mu, double moment, const std::string& how = "") {
  return fmt::format(R"(3 1 1 1 0 0 0 0 0
0 0 0
-0.2 0 0
0 0 0
1 2   -0.2 0  0 0
1 3   0 0  0 1  0 0
1
0 1 1
MASS 2  3 {}
MASS 3  {} 1
GRAV 0 -9.81
SCREW 2 3 1  0 0  0 1  {}
LAW BODY 2 PHI = {:.17g}
FRICTION SCREW 1  {} 15deg {}
{}
END
)",
                     kInertia, kMass, lead, moment, kRadius, mu, how);
}

// M = F r tan(lambda + rho) lifts, M = F r tan(lambda - rho) holds what sinks; F = m (g + k a) with
// the travel k per radian.
TEST(MachineFriction, ScrewLiftsAndSinks) {
  for (const double lead : {0.02, -0.02}) {
    const double k = std::fabs(lead) / (2 * kPi), lambda = std::atan(k / kRadius);
    const double rho = std::atan(0.1 / std::cos(kFlank)), way = lead > 0 ? 1 : -1;
    const double up = kRadius * std::tan(lambda + rho), down = kRadius * std::tan(lambda - rho);
    for (const char* how :
         {"", "FORM FULL", "INTEG DOP853 1e-10 1e-10", "INTEG STIFF 1e-8 1e-8", "INTEG RK4 0.01"}) {
      const test::RunResult lifts = good_run(jack(lead, 0.1, way * 4, how));
      const double a = (4 - kMass * kG * up) / (kInertia + kMass * k * up);
      EXPECT_NEAR(lifts.value(1, "body3.yd"), k * a, 1e-9) << how;
      EXPECT_NEAR(lifts.value(1, "body2.phid"), way * a, 1e-7) << how;
      const test::RunResult sinks = good_run(jack(lead, 0.1, 0, how));
      const double b = kMass * kG * down / (kInertia + kMass * k * down);
      EXPECT_NEAR(sinks.value(1, "body3.yd"), -k * b, 1e-9) << how;
    }
  }
}

// Work of the load over that of the moment, at the load and moment of steady motion.
TEST(MachineFriction, ScrewHasItsEfficiency) {
  const double k = 0.02 / (2 * kPi), lambda = std::atan(k / kRadius);
  const double rho = std::atan(0.1 / std::cos(kFlank));
  const double moment = kMass * kG * kRadius * std::tan(lambda + rho);
  const test::RunResult run = good_run(
      jack(0.02, 0.1, moment, "VEL 2  0 0 5\nVEL 3  0 " + fmt::format("{:.17g} 0", 5 * k)));
  EXPECT_NEAR(run.value(1, "body3.yd"), 5 * k, 1e-12);
  const double lift = kMass * kG * run.value(1, "body3.y");
  const double spent = moment * run.value(1, "body2.phi");
  EXPECT_NEAR(lift / spent, std::tan(lambda) / std::tan(lambda + rho), 1e-9);
}

// It locks itself where lambda < rho, and its head says so.
TEST(MachineFriction, ScrewLocksItself) {
  const double limit = 0.02 / (2 * kPi * kRadius) * std::cos(kFlank);
  const test::RunResult stands = good_run(jack(0.02, limit * 1.0001, 0));
  EXPECT_EQ(stands.value(1, "body3.y"), 0);
  EXPECT_NE(stands.report.find("locks itself"), std::string::npos);
  const test::RunResult sinks = good_run(jack(0.02, limit * 0.9999, 0));
  EXPECT_LT(sinks.value(1, "body3.y"), 0);
  EXPECT_EQ(sinks.report.find("locks itself"), std::string::npos);
}

// ---- gears --------------------------------------------------------------------------------------

std::string gears(double r_b, const std::string& moment_b, const std::string& friction) {
  return fmt::format(R"(3 2 0 1 0 0 0 0 0
0 0 0
0 0 0
{0} 0 0
1 2   0 0  0 0
1 3   {0} 0  0 0
1
0 1 1
MASS 2  1 0.01
MASS 3  1 0.05
GEAR 2 3  0 0 0.1  0 0 {1}
LAW BODY 2 PHI = 3
LAW BODY 3 PHI = {2}
FRICTION GEAR 1  {3}
END
)",
                     0.1 + r_b, r_b, moment_b, friction);
}

// Wheel b against its load; the teeth of a drive them with the efficiency.
TEST(MachineFriction, GearsOfAnEfficiency) {
  for (const double r_b : {0.2, -0.3}) {
    const double ratio = std::fabs(r_b) / 0.1, way = r_b > 0 ? -1 : 1;
    for (const double efficiency : {0.9, 0.98, 1.0}) {
      const test::RunResult run = good_run(
          gears(r_b, fmt::format("{}", -way * 4), fmt::format("EFFICIENCY {}", efficiency)));
      const double a = (efficiency * ratio * 3 - 4) / (efficiency * ratio * 0.01 + 0.05 / ratio);
      EXPECT_NEAR(run.value(1, "body2.phid"), a, 1e-8 * a) << r_b << " " << efficiency;
    }
  }
}

// M = mu (F/cos alpha) g against the turning of the wheels against each other, whichever drives.
TEST(MachineFriction, TeethThatSlide) {
  const double b = 0.1 * 0.006 / std::cos(20 * kPi / 180);
  // The wheels turn by a and -a/2 with the force F of the teeth.
  const auto turn = [b](double moment_a, double moment_b) {
    const double way = moment_a - moment_b / 2 > 0 ? 1 : -1;
    // 0.01 a = T_a - F r_a - way b |F|,  -0.05 a/2 = T_b - F r_b + way b |F|
    const double sign = 0.05 / 2 * moment_a + 0.01 * moment_b > 0 ? 1 : -1;
    const double M = way * sign * b;
    const double F =
        (0.05 / 2 * moment_a + 0.01 * moment_b) / (0.05 / 2 * (0.1 + M) + 0.01 * (0.2 - M));
    return (moment_a - F * (0.1 + M)) / 0.01;
  };
  for (const double moment : {4.0, 8.0, -4.0}) {
    const test::RunResult run = good_run(gears(0.2, fmt::format("{}", moment), "0.006 20deg 0.1"));
    const double a = turn(3, moment);
    EXPECT_NEAR(run.value(1, "body2.phid"), a, 1e-8 * std::fabs(a)) << moment;
    EXPECT_NEAR(std::fabs(run.value(1, "friction1.f")), b * run.value(1, "friction1.load"), 1e-12);
  }
}

// A pinion lifts a rack of 5 kg.
TEST(MachineFriction, RackOfAnEfficiency) {
  for (const double r : {0.05, -0.05}) {
    const test::RunResult run = good_run(fmt::format(R"(3 1 1 1 0 0 0 0 0
0 0 0
0 0 0
0.1 0 0
1 2   0 0  0 0
1 3   0.1 0  0.1 1  0 0
1
0 1 1
MASS 2  1 0.01
MASS 3  5 1
GRAV 0 -9.81
RACK 2 3  0 0 {0}  0 1
LAW BODY 2 PHI = {1}
FRICTION RACK 1  EFFICIENCY 0.9
END
)",
                                                     r, r > 0 ? 4 : -4));
    const double k = 0.05, a = (0.9 * 4 / k - 5 * kG) / (5 + 0.9 * 0.01 / (k * k));
    EXPECT_NEAR(run.value(1, "body3.yd"), a, 1e-9) << r;
  }
}

// ---- belts --------------------------------------------------------------------------------------

std::string belt(double moment) {
  return fmt::format(R"(3 2 0 1 0 0 0 0 0
0 0 0
0 0 0
0.4 0 0
1 2   0 0  0 0
1 3   0.4 0  0 0
1
0 1 1
MASS 2  1 0.01
MASS 3  1 0.05
BELT 2 3  0 0 0.04  0 0 0.12
LAW BODY 2 PHI = {:.17g}
FRICTION BELT 1  TENSION 50 160deg 0.3 0.25
END
)",
                     moment);
}

// The runs have 50 + F/2 and 50 - F/2: it slips where their ratio is exp(mu angle).
TEST(MachineFriction, BeltSlips) {
  const auto force = [](double mu) {
    const double ratio = std::exp(mu * 160 * kPi / 180);
    return 100 * (ratio - 1) / (ratio + 1);
  };
  // Without slip F = M r_b J.../...: both pulleys at the same speed of the belt.
  const double inertia = 0.01 / 0.04 / 0.04 + 0.05 / 0.12 / 0.12;
  const double part = 0.05 / 0.12 / 0.12 / inertia / 0.04;  // F per moment
  const double limit = force(0.3) / part;
  const test::RunResult holds = good_run(belt(limit * 0.9999));
  EXPECT_NEAR(holds.value(1, "body2.phid") * 0.04, limit * 0.9999 / 0.04 / inertia, 1e-8);
  EXPECT_NEAR(holds.value(1, "body3.phid") * 0.12, limit * 0.9999 / 0.04 / inertia, 1e-8);
  const test::RunResult slips = good_run(belt(limit * 1.0001));
  const double F = force(0.25);
  EXPECT_NEAR(slips.value(1, "body2.phid"), (limit * 1.0001 - F * 0.04) / 0.01, 1e-7);
  EXPECT_NEAR(slips.value(1, "body3.phid"), F * 0.12 / 0.05, 1e-8);
  EXPECT_NEAR(std::fabs(slips.value(1, "friction1.f")), F, 1e-12);
}

// ---- native decks -------------------------------------------------------------------------------

TEST(MachineFriction, NativeDecks) {
  const std::string screw = R"(PLTRAN 1  1 2  5 6  0 0  0 1  0 0
PLSCREW 2  4  5 6  1 2   0 0  0 1  0.02
PLSCREW 3  4  5 6  1 2   0 0  0 1  {}
X 1 0 0
X 5 0 0
FIX 1
FIX 2
END HALT
DOF AUTO
XM 4 0.01
XM 5 40
XM 6 1
XF 4 4
GRAVITY 0 -9.81
FRICTION 2  3 1  0.01 15deg 0.1
TIMES 0 1 1
END END
)";
  const double slip = -std::pow(2 * kPi * kRadius, 2) / 0.02;
  const test::RunResult native =
      good_run(fmt::format(fmt::runtime(screw), fmt::format("{:.17g}", slip)));
  EXPECT_NEAR(native.value(1, "v5_2"), good_run(jack(0.02, 0.1, 4)).value(1, "body3.yd"), 1e-10);
  const test::RunResult other = test::run(fmt::format(fmt::runtime(screw), "-0.1"));
  EXPECT_EQ(other.status, ExitStatus::deck_error);
  EXPECT_NE(other.messages.find(":15:13: error: FRICTION 2: it is not the slip along the thread"),
            std::string::npos)
      << other.messages;
}

TEST(MachineFriction, Messages) {
  const auto says = [](const std::string& deck, const std::string& text) {
    const test::RunResult run = test::run(deck);
    EXPECT_NE(run.messages.find(text), std::string::npos) << run.messages;
    EXPECT_EQ(run.status, ExitStatus::deck_error) << deck;
  };
  says(gears(-0.3, "1", "EFFICIENCY 0.3"),
       "no friction of its teeth gives an efficiency of 0.3; expected more than 0.333333");
  says(gears(0.2, "1", "EFFICIENCY 1.1"), "efficiency is 1.1");
  says(gears(0.2, "1", "0.006 20 0.1"), "the pressure angle is 20 rad");
  says(gears(0.2, "1", "0.006 20deg"), "static friction mu_s is missing");
  says(jack(0.02, -0.1, 0), "static friction mu_s is -0.1");
}

}  // namespace
}  // namespace mbs
