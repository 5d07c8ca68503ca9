// Impacts of R11: a chain of two rods that lands by four laws, and a rod that lands on its end.
#include "support/impact.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "paths.h"
#include "support/happenings.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;
using test::Struck;

json reference() {
  return json::parse(
      test::read_all(std::string(MBSIM_ROOT) + "/tests/data/R11_impact_friction.json"));
}

// Nodes 1, 3, 5: foot, hinge and top of rods 0.6 m, 3 kg and 0.5 m, 4 kg, each a point node in its
// middle and an angle node: rod 1 is (2, 6), rod 2 is (4, 7). Joints: 1 holds the foot to rod 1,
// 2 the rods together.
std::string two_rods() {
  const double a = 1.2, b = 2.0, wa = 0.5, wb = -1.0;
  const double hx = 0.6 * std::cos(a), hy = 0.6 * std::sin(a);
  std::string out = R"(PLREV 1  1 8 2 6  0 0 -0.3 0
PLREV 2  2 6 4 7  0.3 0 -0.25 0
X 1 0 0
)";
  out += fmt::format("X 2 {:.17g} {:.17g}\nX 6 {:.17g}\n", hx / 2, hy / 2, a);
  out += fmt::format("X 4 {:.17g} {:.17g}\nX 7 {:.17g}\n", hx + 0.25 * std::cos(b),
                     hy + 0.25 * std::sin(b), b);
  out += R"(FIX 8
DYNX 1
DYNX 6
DYNX 7
END HALT
XM 2 3
XM 4 4
)";
  out += fmt::format("XM 6 {:.17g}\nXM 7 {:.17g}\n", 3 * 0.36 / 12, 4 * 0.25 / 12);
  out += fmt::format(R"(STARTVX 1 1 0.3
STARTVX 1 2 -2
STARTVX 6 1 {}
STARTVX 7 1 {}
)",
                     wa, wb);
  return out + "TIMESTEP 1 1\nEND END\n";
}

struct Case {
  const char* name;
  double e;
  bool stick;
};

class TwoRods : public testing::TestWithParam<Case> {};

TEST_P(TwoRods, Lands) {
  const json problem = reference().at("two_rod_chain_landing");
  const json want = problem.at("results").at(GetParam().name);
  for (Form form : {Form::reduced, Form::full}) {
    Struck chain(two_rods(), form);
    ASSERT_TRUE(chain.start()) << chain.loaded.diagnostics.format_all();
    ImpactContact foot{{Target::coordinate, chain.coordinate(1, 1)}, GetParam().e};
    if (GetParam().stick) foot.stick = {{Target::coordinate, chain.coordinate(1, 0)}};
    ASSERT_TRUE(chain.strike({foot}));
    EXPECT_EQ(chain.outcome.scale, 1);
    constexpr double kTolerance = 1e-13;  // seen 5e-15
    EXPECT_NEAR(chain.impulse(1, 1), want.at("impulse").at("y").get<double>(), kTolerance);
    EXPECT_NEAR(chain.impulse(1, 0), want.at("impulse").value("x", 0.0), kTolerance);
    for (int c : {0, 1}) {
      const double base = want.at("v_plus").at("base")[static_cast<std::size_t>(c)];
      EXPECT_NEAR(chain.v(1, c), base, kTolerance) << c;
    }
    EXPECT_NEAR(chain.v(6), want.at("v_plus").at("omega")[0].get<double>(), kTolerance);
    EXPECT_NEAR(chain.v(7), want.at("v_plus").at("omega")[1].get<double>(), kTolerance);
    EXPECT_NEAR(chain.outcome.impulses.kinetic_before, want.at("KE_minus").get<double>(),
                kTolerance);
    EXPECT_NEAR(chain.outcome.impulses.kinetic_after, want.at("KE_plus").get<double>(), kTolerance);
    // S of a revolute joint is the force of body i on body j.
    for (int c : {0, 1})
      EXPECT_NEAR(chain.outcome.impulses.L.at(static_cast<std::size_t>(chain.deformation(2, c))),
                  want.at("joint_impulse_on_rod2")[static_cast<std::size_t>(c)].get<double>(),
                  kTolerance)
          << c;
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, TwoRods,
                         testing::Values(Case{"plastic_no_slip", 0, true},
                                         Case{"plastic_frictionless", 0, false},
                                         Case{"restitution_0p5_frictionless", 0.5, false},
                                         Case{"restitution_0p5_no_slip", 0.5, true}),
                         [](const auto& law) { return std::string(law.param.name); });

// A truss with a mass of its own is a uniform rod.
TEST(RodEnd, Rebounds) {
  const json want = reference().at("rod_end_impact");
  const double angle = 0.7;
  Struck rod(fmt::format(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 {:.17g} {:.17g}
END HALT
EM 1 2
STARTVX 1 2 -3
STARTVX 2 2 -3
STARTVX 1 1 0
DOF AUTO
TIMESTEP 1 1
END END
)",
                         std::cos(angle), std::sin(angle)));
  ASSERT_TRUE(rod.start()) << rod.loaded.diagnostics.format_all();
  ASSERT_TRUE(rod.strike({{{Target::coordinate, rod.coordinate(1, 1)}, 0.5}}));
  EXPECT_NEAR(rod.impulse(1, 1), want.at("impulse").get<double>(), 1e-13);  // seen 1.3e-15
  EXPECT_NEAR(0.5 * (rod.v(1, 1) + rod.v(2, 1)), want.at("vcm_plus").get<double>(),
              1e-13);  // seen 4e-16
  const double omega = (rod.v(2, 1) - rod.v(1, 1)) / std::cos(angle);
  EXPECT_NEAR(omega, want.at("omega_plus").get<double>(), 1e-13);  // seen 2e-15
}

test::RunResult run_deck_file(const std::string& name) {
  return test::run(test::read_all(std::string(MBSIM_ROOT) + "/decks/events/" + name));
}

TEST(BouncingBall, BouncesAsInTheReference) {
  const json want = reference().at("bouncing_ball");
  const test::RunResult run = run_deck_file("bouncing_ball.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const auto events = test::events_of(run);
  ASSERT_GT(events.size(), want.at("table").size());
  for (std::size_t k = 0; k < want.at("table").size(); ++k) {
    const json& row = want.at("table")[k];
    EXPECT_NEAR(events[k].t, row[1].get<double>(), 1e-12) << k;  // seen 3.1e-15
    const RateChange v = events[k].stops.at(0).velocity;
    EXPECT_NEAR(v.before, row[2].get<double>(), 1e-12) << k;  // seen 1.7e-14
    EXPECT_NEAR(v.after, row[3].get<double>(), 1e-12) << k;
  }
}

// The accumulation: infinitely many bounces before this time.
TEST(BouncingBall, LiesAfterTheAccumulation) {
  const double end = reference().at("bouncing_ball").at("accumulation_time");
  const test::RunResult run = run_deck_file("bouncing_ball.dat");
  const EventRecord last = test::events_of(run).back();
  EXPECT_EQ(last.stops.at(0).closes_after, 62);
  // What is left after the last bounce: 2 v+ / (g (1 - e)).
  EXPECT_NEAR(last.t + 2 * last.stops.at(0).velocity.after / (9.81 * 0.2), end,
              1e-11);  // seen 1.5e-13
  EXPECT_EQ(run.value(50, "x1_2"), run.value(42, "x1_2"));
  EXPECT_NEAR(run.value(50, "x1_2"), 0, 1e-15);
  EXPECT_NEAR(run.value(50, "r1_2"), 9.81, 1e-12);
  EXPECT_NEAR(run.value(50, "energy.work"), -9.81, 1e-12);  // all of it is lost
}

void expect_close(double value, double want, const std::string& what) {
  EXPECT_NEAR(value, want, 1e-12) << what;  // seen 8.3e-14
}

// Four landings of the two rods through a deck, each by another law and at another time; they start
// where a run backwards from the reference state led.
TEST(TwoRods, LandAsInTheReference) {
  const json want = reference().at("two_rod_chain_landing").at("results");
  const test::RunResult run = run_deck_file("two_rods.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const auto events = test::events_of(run);
  ASSERT_EQ(events.size(), 4u);
  const char* laws[] = {"plastic_no_slip", "plastic_frictionless", "restitution_0p5_frictionless",
                        "restitution_0p5_no_slip"};
  for (int k = 0; k < 4; ++k) {
    const EventRecord& event = events[static_cast<std::size_t>(k)];
    const json& law = want.at(laws[k]);
    EXPECT_NEAR(event.t, 0.1 * (k + 1), 1e-12) << laws[k];
    auto impulse = [&](const std::string& line) { return test::impulse_of(event, line); };
    // The impulses of the line are those against its deformations, those of the hinge on rod 2.
    const std::string line = fmt::format("PLCLINE {}0 (line {}), equation ", k + 1, 6 + 2 * k),
                      hinge = fmt::format("PLREV {} (line {}), equation ", k + 1, 5 + 2 * k);
    expect_close(-impulse(line + "1"), law.at("impulse").at("y"), laws[k]);
    if (law.at("impulse").contains("x"))
      expect_close(-impulse(line + "2"), law.at("impulse").at("x"), laws[k]);
    expect_close(impulse(hinge + "1"), law.at("joint_impulse_on_rod2")[0], laws[k]);
    expect_close(impulse(hinge + "2"), law.at("joint_impulse_on_rod2")[1], laws[k]);
    const double normal = event.stops.at(0).impulse, y = law["impulse"]["y"];
    EXPECT_EQ(event.stops.at(0).name, line + "1");
    EXPECT_NEAR(normal, y, 1e-12) << laws[k];  // seen 8.6e-14
    for (int rod : {1, 2}) {
      const std::string angle = fmt::format("node {}{} PHI", k + 1, rod == 1 ? 1 : 3);
      expect_close(test::jump_of(event, angle).velocity.after,
                   law.at("v_plus").at("omega")[static_cast<std::size_t>(rod - 1)], laws[k]);
    }
  }
}

TEST(RodEnd, ReboundsInARun) {
  const json want = reference().at("rod_end_impact");
  const test::RunResult run = run_deck_file("rod_end.dat");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const auto events = test::events_of(run);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_NEAR(events[0].stops.at(0).impulse, want.at("impulse").get<double>(), 1e-10);
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "cm.yd"), want.at("vcm_plus").get<double>(), 1e-10);  // seen 9e-16
  const double dx = run.value(last, "x2_1") - run.value(last, "x1_1"),
               dv = run.value(last, "v2_2") - run.value(last, "v1_2");
  EXPECT_NEAR(dv / dx, want.at("omega_plus").get<double>(), 1e-10);  // seen 2e-13
}

}  // namespace
}  // namespace mbs
