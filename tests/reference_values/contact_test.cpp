// Rigid and impulse contacts against R11: bouncing ball, block on an incline, landing of two rods.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "paths.h"
#include "support/deck.h"
#include "support/happenings.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;
constexpr double kG = 9.81;

json reference() {
  return json::parse(
      test::read_all(std::string(MBSIM_ROOT) + "/tests/data/R11_impact_friction.json"));
}

// A point of 1 kg above a line that is turned by `slope`.
std::string point(const std::string& law, double height, double slope, const std::string& rest) {
  return fmt::format(
      R"(PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0
X 1 0 {}
X 8 0 0
X 9 {:.17g}
FIX 8
FIX 9
DYNX 1
END HALT
XM 1 1
GRAVITY 0 -9.81
CONTACT 1 {}
{}
END END
)",
      height, slope, law, rest);
}

TEST(RigidContact, BallBouncesAsInTheTable) {
  const json want = reference().at("bouncing_ball").at("table");
  const test::RunResult run = test::run(point("RIGID 0.8", 1, 0, "TIMESTEP 5 10"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const auto bounces = test::strikes_of(run, StrikeKind::bounce);
  ASSERT_GT(bounces.size(), want.size());
  for (std::size_t k = 0; k < want.size(); ++k) {
    EXPECT_NEAR(bounces[k].t, want[k][1], 1e-13);                  // seen 3.6e-15
    EXPECT_NEAR(bounces[k].strike.gap.before, want[k][2], 1e-12);  // seen 1.6e-14
    EXPECT_NEAR(bounces[k].strike.gap.after, want[k][3], 1e-12);
  }
}

// The bounces accumulate at 4.0637 s. After 50 of them it rests, as much earlier as the rest would
// take, and the report says so.
TEST(RigidContact, BallComesToRestAfterSoManyBounces) {
  const double end = reference().at("bouncing_ball").at("accumulation_time");
  const test::RunResult run = test::run(point("RIGID 0.8", 1, 0, "TIMESTEP 5 10"));
  const auto bounces = test::strikes_of(run, StrikeKind::bounce);
  ASSERT_EQ(bounces.size(), 50u);
  for (std::size_t k = 0; k < 50; ++k)
    EXPECT_EQ(bounces[k].strike.rests_after, k < 49 ? 0 : 50) << k;
  EXPECT_NE(
      run.report.find("# CONTACT 1: rests after 50 bounces in a row, each slower than the last\n"),
      std::string::npos);
  const auto closes = test::times_of(run, ContactTurn::closes);
  ASSERT_EQ(closes.size(), 1u);
  // 50 impacts: what is left is a series of flights 2 v/g with v = 0.8^50 of the first.
  const double left = 2 * std::pow(0.8, 50) * std::sqrt(2 * kG) / kG / (1 - 0.8);
  EXPECT_NEAR(closes[0], end - left, 2e-12);                     // seen 1.2e-13
  EXPECT_NEAR(run.value(10, "contact1.n"), kG, 1e-13);           // seen 0
  EXPECT_NEAR(run.value(10, "x1_2"), 0, 1e-18);                  // seen 3e-20
  EXPECT_LT(std::fabs(run.value(10, "energy.balance")), 2e-13);  // seen 1.4e-14
}

std::string incline(double degrees, double up, const std::string& law) {
  const double a = degrees * M_PI / 180;
  return point(law, 0, a,
               fmt::format("STARTVX 1 1 {:.17g}\nSTARTVX 1 2 {:.17g}\nTIMESTEP 2 2",
                           up * std::cos(a), up * std::sin(a)));
}

TEST(RigidContact, BlockOnAnInclineSticksAndSlides) {
  const json all = reference();
  for (const json& want : all.at("incline_block").at("results")) {
    const double degrees = want.at("angle_deg");
    const test::RunResult rest = test::run(incline(degrees, 0, "RIGID 0 0.5 0.4"));
    ASSERT_EQ(rest.status, ExitStatus::done) << rest.messages;
    const bool slides = want.at("starts_from_rest");
    EXPECT_EQ(test::times_of(rest, slides ? ContactTurn::slides : ContactTurn::sticks).size(), 1u);
    EXPECT_NEAR(-rest.value(1, "contact1.slip"), slides ? want.at("x_at_1s").get<double>() : 0.0,
                1e-13);                                                               // seen 0
    EXPECT_NEAR(-rest.value(1, "edd1_2"), want.at("acceleration_down"), 1e-13);       // seen 0
    EXPECT_NEAR(rest.value(1, "contact1.n"), want.at("normal_force_per_kg"), 1e-13);  // seen 0

    const json& launched = want.at("launched_up_3mps");
    const test::RunResult up = test::run(incline(degrees, 3, "RIGID 0 0.5 0.4"));
    ASSERT_EQ(up.status, ExitStatus::done) << up.messages;
    EXPECT_NEAR(up.value(2, "contact1.slip"), launched.at("x_upslope_at_2s"), 1e-13);  // seen 0
    const bool back = launched.at("then_slides_back");
    const auto stops = test::times_of(up, back ? ContactTurn::turns_back : ContactTurn::sticks);
    ASSERT_EQ(stops.size(), 1u);
    EXPECT_NEAR(stops[0], launched.at("stop_time"), 1e-12);
  }
}

// The foot of the two rods of tests/reference_values/impact_test.cpp lands on the ground.
TEST(RigidContact, TwoRodsLand) {
  const double a = 1.2, b = 2.0, hx = 0.6 * std::cos(a), hy = 0.6 * std::sin(a);
  std::string deck = "PLREV 1 2 6 4 7 0.3 0 -0.25 0\nPLCLINE 2 2 6 8 9 -0.3 0 0 0 0 1 0\n";
  deck += fmt::format(R"(X 2 {:.17g} {:.17g}
X 6 {:.17g}
X 4 {:.17g} {:.17g}
X 7 {:.17g}
)",
                      hx / 2, hy / 2, a, hx + 0.25 * std::cos(b), hy + 0.25 * std::sin(b), b);
  deck += R"(X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 2
DYNX 6
DYNX 7
END HALT
XM 2 3
XM 4 4
)";
  deck += fmt::format("XM 6 {:.17g}\nXM 7 {:.17g}\n", 3 * 0.36 / 12, 4 * 0.25 / 12);
  deck += fmt::format(R"(STARTVX 2 1 {:.17g}
STARTVX 2 2 {:.17g}
STARTVX 6 1 0.5
STARTVX 7 1 -1
)",
                      0.3 - 0.5 * hy / 2, -2 + 0.5 * hx / 2);
  struct Case {
    const char *name, *law;
  };
  for (const Case& c :
       {Case{"plastic_no_slip", "0 9 9"}, Case{"plastic_frictionless", "0"},
        Case{"restitution_0p5_frictionless", "0.5"}, Case{"restitution_0p5_no_slip", "0.5 9 9"}}) {
    const json want = reference().at("two_rod_chain_landing").at("results").at(c.name);
    for (const char* form : {"REDUCED", "FULL"}) {
      const test::RunResult run = test::run(deck + fmt::format(R"(CONTACT 2 RIGID {}
FORM {}
TIMESTEP 1e-3 1
END END
)",
                                                               c.law, form));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      const json omega = want.at("v_plus").at("omega"), base = want.at("v_plus").at("base");
      EXPECT_NEAR(run.value(0, "v6_1"), omega[0], 1e-13) << c.name;           // seen 3.6e-15
      EXPECT_NEAR(run.value(0, "v7_1"), omega[1], 1e-13) << c.name;           // seen 3.6e-15
      EXPECT_NEAR(run.value(0, "contact2.slipd"), base[0], 1e-13) << c.name;  // seen 2.4e-15
      EXPECT_NEAR(run.value(0, "energy.kinetic"), want.at("KE_plus"), 1e-13)
          << c.name;  // seen 7.1e-15
      const auto bounce = test::strikes_of(run, StrikeKind::bounce);
      ASSERT_EQ(bounce.size(), 1u);
      EXPECT_NEAR(bounce[0].strike.impulse, want.at("impulse").at("y"), 1e-13)
          << c.name;  // seen 1.8e-15
    }
  }
}

// Free fall between impulses: on an incline below the friction angle it creeps g sin tau/2, and the
// impulses add up to the normal force.
TEST(ImpulseContact, BlockCreepsAndIsCarried) {
  const double a = 20 * M_PI / 180, tau = 1e-3;
  const test::RunResult run = test::run(incline(20, 0, "IMPULSES 0 1e-3 0.5"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double creep = -(run.value(2, "contact1.slip") - run.value(1, "contact1.slip"));
  EXPECT_NEAR(creep, kG * std::sin(a) * tau / 2, 1e-10);  // seen 7e-15
  ASSERT_EQ(run.struck.size(), 1u);
  EXPECT_NEAR(run.struck[0].normal, 2 * kG * std::cos(a), 0.01);    // seen 0.0046: half of one
  EXPECT_NEAR(run.struck[0].friction, 2 * kG * std::sin(a), 1e-9);  // seen 9.3e-12
  EXPECT_LT(run.value(2, "contact1.gap"), 1.01 * kG * std::cos(a) * tau * tau / 8);
}

TEST(ImpulseContact, BlockSlidesWithCoulombFriction) {
  const test::RunResult run = test::run(incline(45, 0, "IMPULSES 0 1e-3 0.4"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  double want = NAN;
  const json all = reference();
  for (const json& row : all.at("incline_block").at("results"))
    if (row.at("angle_deg") == 45.0) want = row.at("x_at_1s");
  EXPECT_NEAR(-run.value(1, "contact1.slip"), want, 3e-3);  // seen 1.4e-3: tau/3 of its speed
}

}  // namespace
}  // namespace mbs
