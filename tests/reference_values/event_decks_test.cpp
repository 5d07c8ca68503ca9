// Events: take-off, flight and landing of the vertical jump, against R03 (80-bit extrapolation).
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "paths.h"
#include "support/deck.h"
#include "support/happenings.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;

std::string deck(const std::string& name) {
  return test::read_all(std::string(MBSIM_ROOT) + "/decks/events/" + name);
}

json take_off() {
  return json::parse(test::read_all(std::string(MBSIM_ROOT) + "/tests/data/R03_vertical_jump.json"))
      .at("readings")
      .at("A_anatomical")
      .at("takeoff");
}

TEST(VerticalJump, TakesOffWhereTheGroundForceVanishes) {
  const json want = take_off();
  // Nodes 11, 14, 17 and 20 hold the angles of foot, lower leg, upper leg and trunk.
  std::string text = deck("take_off.dat");
  const std::string event_line = text.substr(text.find("EVENT takeoff WHEN ") + 19);
  const std::string condition = event_line.substr(0, event_line.find(" DO "));
  for (int node : {11, 14, 17, 20})
    for (const char* of : {"x", "v"}) {
      const std::string n = std::to_string(node);
      text =
          "MEASURE m" + std::string(of) + n + " = " + of + n + "_1 WHEN " + condition + "\n" + text;
    }
  const test::RunResult run = test::run(text);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const EventRecord event = test::event_of(run, "takeoff");
  EXPECT_NEAR(event.t, want.at("t").get<double>(), 1e-13);  // seen 4.8e-15
  EXPECT_FALSE(event.jumps) << text_of(event);  // a force that vanishes leaves no impulse
  std::array<double, 4> angle{}, rate{};
  const char* nodes[] = {"11", "14", "17", "20"};
  for (std::size_t k = 0; k < 4; ++k) {
    angle[k] = run.measure(std::string("mx") + nodes[k]);
    rate[k] = run.measure(std::string("mv") + nodes[k]);
  }
  const double joints[] = {M_PI - angle[0], angle[1] - angle[0] + M_PI, angle[1] - angle[2] + M_PI,
                           angle[3] - angle[2] + M_PI};
  const double rates[] = {-rate[0], rate[1] - rate[0], rate[1] - rate[2], rate[3] - rate[2]};
  for (std::size_t k = 0; k < 4; ++k) {
    const double q = want.at("joint_angles_toe_ankle_knee_hip")[k],
                 v = want.at("joint_velocities")[k];
    EXPECT_NEAR(joints[k], q, 1e-8 * std::fabs(q)) << k;  // ten digits are printed
    EXPECT_NEAR(rates[k], v, 1e-8 * std::fabs(v)) << k;
  }
}

TEST(VerticalJump, FliesAsHighAsTheReference) {
  const json want = take_off();
  const double gravity = 9.81, height = want.at("extra_jump_height");
  const test::RunResult run = test::run(deck("take_off.dat"));
  const double flight = test::event_of(run, "apex").t - test::event_of(run, "takeoff").t;
  EXPECT_NEAR(0.5 * gravity * flight * flight, height, 1e-10);
  // The row of the apex itself.
  EXPECT_NEAR(run.value(run.rows.size() - 1, "cm.y") - want.at("cm_y").get<double>(), height,
              1e-10);
  // The last row before the apex, in the air and after the joints have locked.
  const std::size_t last = run.rows.size() - 2;
  EXPECT_NEAR(run.time(last), 0.55, 1e-12);
  const double yd = run.value(last, "cm.yd");
  EXPECT_NEAR(run.value(last, "cm.y") + yd * yd / (2 * gravity) - want.at("cm_y").get<double>(),
              height, 1e-10);
}

TEST(VerticalJump, IsTheSameInBothForms) {
  const std::string text = deck("jump.dat");
  const std::size_t at = text.find("INTEG");
  const test::RunResult a = test::run(text),
                        b = test::run(text.substr(0, at) + "FORM FULL\n" + text.substr(at));
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  for (const char* name : {"takeoff", "lock", "landing", "end"})
    EXPECT_NEAR(test::event_of(a, name).t, test::event_of(b, name).t, 1e-11) << name;  // seen 3e-13
}

// At the landing only the impulses of the toe act from outside: they are the change of momentum.
TEST(VerticalJump, LandsWithTheImpulseThatChangesItsMomentum) {
  const test::RunResult run = test::run(deck("jump.dat"));
  const EventRecord landing = test::event_of(run, "landing");
  const std::pair<const char*, double> masses[] = {
      {"node 2", 2}, {"node 4", 6}, {"node 6", 14}, {"node 8", 45}};
  for (const char* axis : {" X", " Y"}) {
    double change = 0;
    for (const auto& [node, mass] : masses) {
      const RateChange v = test::jump_of(landing, node + std::string(axis)).velocity;
      change += mass * (v.after - v.before);
    }
    const double impulse = test::jump_of(landing, "node 1" + std::string(axis)).impulse;
    EXPECT_NEAR(change, impulse, 1e-11) << axis;  // seen 2.8e-14, terms up to 300
    EXPECT_NE(impulse, 0);
  }
}

}  // namespace
}  // namespace mbs
