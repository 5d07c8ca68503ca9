// Events: take-off, flight and landing of the vertical jump, against R03 (80-bit extrapolation).
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;

std::string deck(const std::string& name) {
  return test::read_all(std::string(MBSIM_ROOT) + "/decks/events/" + name);
}

struct EventText {
  double time = NAN;
  std::string block;  // lines after the first
};

// What the report says of one event.
EventText find_event(const std::string& report, const std::string& name) {
  EventText out;
  const std::string head = "# EVENT " + name + " at t = ";
  const std::size_t at = report.find(head);
  if (at == std::string::npos) return out;
  out.time = std::stod(report.substr(at + head.size()));
  const std::size_t line = report.find('\n', at);
  out.block = report.substr(line, report.find("\n\n", line) - line);
  return out;
}

// x, v before and v after of a coordinate in the block of an event.
std::array<double, 3> numbers_of(const std::string& block, const std::string& coordinate) {
  std::istringstream in(block.substr(block.find(coordinate + " ") + coordinate.size()));
  std::array<double, 3> out{};
  std::string word;
  in >> word >> out[0] >> word >> out[1] >> word >> out[2];
  return out;
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
  const EventText event = find_event(run.report, "takeoff");
  EXPECT_NEAR(event.time, want.at("t").get<double>(), 2e-12);  // seen 4e-13, 12 digits printed
  // A force that vanishes leaves no impulse.
  EXPECT_NE(event.block.find("no velocity jumps"), std::string::npos) << event.block;
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
  const double flight =
      find_event(run.report, "apex").time - find_event(run.report, "takeoff").time;
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
    EXPECT_NEAR(find_event(a.report, name).time, find_event(b.report, name).time, 1e-11) << name;
}

// At the landing only the impulses of the toe act from outside: they are the change of momentum.
TEST(VerticalJump, LandsWithTheImpulseThatChangesItsMomentum) {
  const test::RunResult run = test::run(deck("jump.dat"));
  const std::string block = find_event(run.report, "landing").block;
  const std::pair<const char*, double> masses[] = {
      {"node 2", 2}, {"node 4", 6}, {"node 6", 14}, {"node 8", 45}};
  for (const char* axis : {" X", " Y"}) {
    double change = 0;
    for (const auto& [node, mass] : masses) {
      const auto [x, before, after] = numbers_of(block, node + std::string(axis));
      change += mass * (after - before);
    }
    const std::string line = block.substr(block.find("node 1" + std::string(axis)));
    const double impulse = std::stod(line.substr(line.find("impulse") + 7));
    EXPECT_NEAR(change, impulse, 1e-7) << axis;  // ten digits of terms up to 300
    EXPECT_NE(impulse, 0);
  }
}

}  // namespace
}  // namespace mbs
