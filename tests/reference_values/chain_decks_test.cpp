// SEGDYN decks against independent solutions in minimal coordinates (80-bit extrapolation,
// tests/data), and against the same mechanism written in the native dialect.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;
using test::Error;
using test::RunResult;

json reference(const std::string& file) {
  return json::parse(test::read_all(std::string(MBSIM_ROOT) + "/tests/data/" + file));
}
// R16: four segments, hip fixed, crank at constant speed, moments that depend on the state.
TEST(CyclingOneLeg, AgreesWithMinimalCoordinates) {
  const RunResult run = test::run(test::deck_text("chains/cycling_one_leg.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  struct Channel {
    std::string name;
    double sign;
  };
  std::vector<Channel> channels;
  for (const char* kind : {"phi", "phid", "phidd"})
    for (int i = 1; i <= 4; ++i) channels.push_back({kind + std::to_string(i), 1});
  channels.push_back({"frx5", -1});  // of the leg on the hip; the file has the opposite
  channels.push_back({"fry5", -1});
  channels.push_back({"lock1.m", 1});
  channels.push_back({"lock1.power", -1});  // delivered to the crank
  const json table = reference("R16_cycling.json").at("table");
  for (std::size_t c = 0; c < channels.size(); ++c) {
    Error error;
    for (const json& row : table)
      for (std::size_t k = 0; k < run.rows.size(); ++k)
        if (std::fabs(run.time(k) - row.at(0).get<double>()) < 1e-9)
          error.add(channels[c].sign * run.value(k, channels[c].name), row.at(c + 1));
    if (channels[c].name == "phidd1")
      EXPECT_EQ(error.absolute(), 0);
    else
      EXPECT_LT(error.relative(), 1e-9) << channels[c].name;  // seen 1.2e-12
  }
}

// Work done on the crank in one revolution, by Simpson's rule from rows of the report. The file's
// 13.7679037534 is Simpson's rule with 400 intervals, not the integral: the power has a sharp peak
// (1170 W at the start, a fifth of that after 10 ms). Lagrange's equations with multipliers in
// plain double precision (RK4, 16000 steps), integrated along with the motion, give 13.7679110081,
// the energy balance of the same run 13.7679110081, and Simpson's rule from it 13.7679037534 (400),
// 13.7679105554 (800), 13.7679110074 (4000 intervals).
TEST(CyclingOneLeg, WorkAtTheCrank) {
  auto simpson = [](int intervals) {
    std::string deck = test::deck_text("chains/cycling_one_leg.dat");
    deck.replace(deck.find("TIME 0 0.5 0.01"), 15,
                 fmt::format("TIME 0 0.5 {:.17g}", 0.5 / intervals));
    const RunResult run = test::run(deck);
    EXPECT_EQ(run.rows.size(), static_cast<std::size_t>(intervals) + 1) << run.messages;
    double sum = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      sum -= run.value(k, "lock1.power") * (k == 0 || k + 1 == run.rows.size() ? 1
                                            : k % 2 == 1                       ? 4
                                                                               : 2);
    return sum * 0.5 / (3 * intervals);
  };
  const double file = reference("R16_cycling.json").at("work_to_crank_0p5s");
  EXPECT_NEAR(simpson(400) / file, 1, 1e-9);            // seen 4.5e-13
  EXPECT_NEAR(simpson(8000) / 13.7679110081, 1, 1e-9);  // seen 3.3e-12
}

TEST(JumpOfAChain, AgreesWithMinimalCoordinates) {
  const RunResult run = test::run(test::deck_text("chains/jump.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const json table =
      reference("R03_vertical_jump.json").at("readings").at("A_anatomical").at("table");
  Error angle, velocity, acceleration, force;
  for (const json& row : table)
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      if (std::fabs(run.time(k) - row.at("t").get<double>()) > 1e-9) continue;
      for (std::size_t i = 0; i < 4; ++i) {
        const std::string n = std::to_string(i + 1);
        angle.add(run.value(k, "phi" + n), row.at("segment_angle").at(i));
        velocity.add(run.value(k, "phid" + n), row.at("segment_velocity").at(i));
        acceleration.add(run.value(k, "phidd" + n), row.at("segment_acceleration").at(i));
      }
      force.add(run.value(k, "frx1"), row.at("ground_force_x"));
      force.add(run.value(k, "fry1"), row.at("ground_force_y"));
    }
  EXPECT_LT(angle.relative(), 1e-11);         // seen 6.4e-14
  EXPECT_LT(velocity.relative(), 1e-11);      // seen 4.5e-13
  EXPECT_LT(acceleration.relative(), 1e-11);  // seen 2.5e-13
  EXPECT_LT(force.relative(), 1e-11);         // seen 1.1e-13
}

// The same jump as what --convert native makes of it.
TEST(JumpOfAChain, ConvertedToNative) {
  const RunResult chain = test::run(test::deck_text("chains/jump.dat"));
  Diagnostics diagnostics;
  const std::string native =
      convert_deck({"deck", test::deck_text("chains/jump.dat"), ".", {}}, {}, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  const RunResult other = test::run(native);
  ASSERT_EQ(other.status, ExitStatus::done) << other.messages;
  ASSERT_EQ(other.rows.size(), chain.rows.size());
  Error angle, force;
  for (std::size_t k = 0; k < chain.rows.size(); ++k) {
    for (int i = 1; i <= 4; ++i)
      angle.add(other.value(k, "x" + std::to_string(2 * i + 2) + "_1"),
                chain.value(k, "phi" + std::to_string(i)));
    force.add(other.value(k, "s1_2"), chain.value(k, "fry1"));
  }
  EXPECT_LT(angle.relative(), 1e-11);  // seen 0
  EXPECT_LT(force.relative(), 1e-11);  // seen 0
}

// Echo of the echo is the echo, and it gives the same rows.
TEST(SegdynEcho, RoundTrip) {
  for (const char* name :
       {"cycling_one_leg", "jump", "pendulum_chain", "inverse", "mixed", "ring"}) {
    const std::string text = test::deck_text(std::string("chains/") + name + ".dat");
    Diagnostics diagnostics;
    const std::string once = echo_deck({"deck", text, ".", {}}, {}, diagnostics);
    const std::string twice = echo_deck({"deck", once, ".", {}}, {}, diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << name << "\n" << diagnostics.format_all();
    EXPECT_EQ(once, twice) << name;
    EXPECT_EQ(test::run(once).rows, test::run(text).rows) << name;
  }
}

// An airborne chain: the centre of mass falls freely, angular momentum about it is kept.
TEST(FreeBase, CentreOfMassFallsFreely) {
  const RunResult run = test::run(R"(SEGDYN
SEGMENT 1 1.0 0.4 0.10 0.02
SEGMENT 2 2.0 0.5 0.30 0.05
SEGMENT 3 0.7 0.3 0.15 0.01
STATE 1 0.3 1
STATE 2 1.9 -2
STATE 3 0.8 3
BASE 0.5 1 0.4 2
FREE BASE
GRAV 0 -9.81
KNOWN M 2 = 3*sin(8*t) - 0.2*(phid2-phid1)
KNOWN M 3 = -2*(phi3-phi2)
TIME 0 1 0.1
INTEG DOP853 1e-12 1e-12
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  Error height, spin;
  auto about_centre = [&](std::size_t k) {
    return run.value(k, "momentum.angular") - run.value(k, "cm.x") * run.value(k, "momentum.y") +
           run.value(k, "cm.y") * run.value(k, "momentum.x");
  };
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    height.add(run.value(k, "cm.y"),
               run.value(0, "cm.y") + run.value(0, "cm.yd") * t - 0.5 * 9.81 * t * t);
    spin.add(about_centre(k), about_centre(0));
  }
  EXPECT_LT(height.relative(), 1e-11);          // seen 1.4e-13
  EXPECT_LT(spin.relative(), 1e-11);            // seen 3.8e-12
  EXPECT_NEAR(run.value(0, "xd"), 0.4, 1e-15);  // seen 0
  EXPECT_NEAR(run.value(0, "y"), 1, 1e-15);     // seen 0
}

}  // namespace
}  // namespace mbs
