// Net joint loads of measured motion against Winter's published gait tables (R14: Winter 2009,
// Appendix A) and against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;

// The deck of one frame: the parameters of decks/gait/winter_frame.dat given other values.
std::string frame_deck(const json& frame, std::string deck) {
  const auto set = [&](const std::string& name, double value, const char* unit = "") {
    const std::string key = "PARAM " + name + " = ";
    const std::size_t from = deck.find(key);
    ASSERT_NE(from, std::string::npos) << name;
    const std::size_t begin = from + key.size();
    deck.replace(begin, deck.find('\n', begin) - begin, fmt::format("{}{}", value, unit));
  };
  for (const std::string segment : {"foot", "leg", "thigh"}) {
    const json& row = frame[segment];
    set(segment + "_theta", row[0], "deg");
    set(segment + "_omega", row[1]);
    set(segment + "_alpha", row[2]);
    const char* names[] = {"_x", "_vx", "_ax", "_y", "_vy", "_ay"};
    for (std::size_t k = 0; k < 6; ++k) set(segment + names[k], row[3 + k]);
  }
  for (const std::string joint : {"ankle", "knee", "hip"}) {
    set(joint + "_x", frame[joint][0]);
    set(joint + "_y", frame[joint][3]);
  }
  set("force_x", frame["GR"][0]);
  set("force_y", frame["GR"][1]);
  set("cop_x", frame["cop"]);
  return deck;
}

TEST(Gait, JointLoadsOfWinter) {
  const json data = json::parse(test::read_all(MBSIM_ROOT "/tests/data/R14_winter_gait.json"));
  const std::string deck = test::read_all(MBSIM_ROOT "/decks/gait/winter_frame.dat");
  const char* joints[] = {"A", "K", "H"};
  ASSERT_EQ(data["input"].size(), 12u);
  for (std::size_t f = 0; f < data["input"].size(); ++f) {
    const json& frame = data["input"][f];
    const json& own = data["own_result"][f];
    const test::RunResult run = test::run(frame_deck(frame, deck));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (int k = 0; k < 3; ++k) {
      const std::string name = fmt::format("netjoint{}", k + 1);
      const std::string letter = joints[k];
      const double fx = run.value(0, name + ".fx"), fy = run.value(0, name + ".fy"),
                   m = run.value(0, name + ".m");
      // The published tables, as far as their digits go.
      EXPECT_NEAR(fx, frame["F" + letter][0].get<double>(), 0.15) << frame["frame"] << letter;
      EXPECT_NEAR(fy, frame["F" + letter][1].get<double>(), 0.15) << frame["frame"] << letter;
      EXPECT_NEAR(m, frame["M" + letter].get<double>(), 0.4) << frame["frame"] << letter;
      // An independent recursion over the segments.
      EXPECT_NEAR(fx, own["F" + letter][0].get<double>(), 1e-9);
      EXPECT_NEAR(fy, own["F" + letter][1].get<double>(), 1e-9);
      EXPECT_NEAR(m, own["M" + letter].get<double>(), 1e-9);
    }
  }
}

// The printed moments are counter-clockwise on foot, leg and thigh of a subject of 56.7 kg who
// walks to the right. As Winter plots them, extension and plantarflexion are positive: the knee
// extends counter-clockwise on the leg, hip and ankle clockwise on thigh and foot. His angles of
// segments are printed to 0.1 degrees, counted from the distal to the proximal end.
TEST(Gait, SignsOfWinter) {
  const json data = json::parse(test::read_all(MBSIM_ROOT "/tests/data/R14_winter_gait.json"));
  const std::string deck =
      "SUBJECT MASS 56.7\nSUBJECT HIP 0 3 ZERO 90deg\nSUBJECT KNEE 3 2\nSUBJECT ANKLE 2 1\n" +
      test::read_all(MBSIM_ROOT "/decks/gait/winter_frame.dat");
  for (const json& frame : data["input"]) {
    const test::RunResult run = test::run(frame_deck(frame, deck));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const auto angle = [&](const char* segment) { return frame[segment][0].get<double>(); };
    const auto moment = [&](const char* joint) { return frame[joint].get<double>() / 56.7; };
    EXPECT_NEAR(run.value(0, "hip.moment"), -moment("MH"), 0.4 / 56.7) << frame["frame"];
    EXPECT_NEAR(run.value(0, "knee.moment"), moment("MK"), 0.4 / 56.7) << frame["frame"];
    EXPECT_NEAR(run.value(0, "ankle.moment"), -moment("MA"), 0.4 / 56.7) << frame["frame"];
    EXPECT_NEAR(run.value(0, "hip.angle"), angle("thigh") - 90, 1e-6) << frame["frame"];
    EXPECT_NEAR(run.value(0, "knee.angle"), angle("thigh") - angle("leg"), 1e-6);
    EXPECT_NEAR(run.value(0, "ankle.angle"), angle("foot") - angle("leg") - 90, 1e-6);
    const auto rate = [&](const char* segment) { return frame[segment][1].get<double>(); };
    EXPECT_NEAR(run.value(0, "knee.power"), moment("MK") * (rate("leg") - rate("thigh")), 0.05);
  }
}

// A rod swings about the origin as phi(t) = 0.4 sin 2t says, its motion from a table; a force that
// grows with time acts at a point that moves through space. Newton and Euler by hand.
TEST(Gait, TablesOfMotionAndForce) {
  constexpr double kMass = 2, kInertia = 0.3, kLength = 0.5, kG = 9.81;
  std::string deck =
      R"(1 0 0 0 0 0 0 0 0
1 0.5 0 0
0 2 0.125
MASS 1 2 0.3
GRAV 0 -9.81
NETJOINT 1 0 AT 0 0
FORCE 1 TABLE  0 1 4 0.3 0.1  2 5 2 0.7 -0.1
MOTION 1 TABLE NATURAL)";
  for (int k = 0; k <= 800; ++k) {
    const double t = 2.0 * k / 800, phi = 0.4 * std::sin(2 * t);
    deck +=
        fmt::format(" &\n {} {} {} {}", t, kLength * std::cos(phi), kLength * std::sin(phi), phi);
  }
  const test::RunResult run = test::run(deck + "\nEND\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 17u);
  test::Error force, moment, power;
  for (std::size_t row = 2; row < 15; ++row) {  // a natural spline has no curvature at its ends
    const double t = run.time(row), phi = 0.4 * std::sin(2 * t), phid = 0.8 * std::cos(2 * t),
                 phidd = -1.6 * std::sin(2 * t), c = std::cos(phi), s = std::sin(phi);
    const double ax = kLength * (-s * phidd - c * phid * phid),
                 ay = kLength * (c * phidd - s * phid * phid);
    const double px = 0.3 + 0.2 * t, py = 0.1 - 0.1 * t, Fx = 1 + 2 * t, Fy = 4 - t;
    const double fx = kMass * ax - Fx, fy = kMass * (ay + kG) - Fy;
    // About the origin, where the joint is.
    const double m = (kInertia + kMass * kLength * kLength) * phidd + kMass * kG * kLength * c -
                     (px * Fy - py * Fx);
    force.add(run.value(row, "netjoint1.fx"), fx);
    force.add(run.value(row, "netjoint1.fy"), fy);
    moment.add(run.value(row, "netjoint1.m"), m);
    power.add(run.value(row, "netjoint1.power"), m * phid);
  }
  EXPECT_LT(force.absolute(), 1e-4);
  EXPECT_LT(moment.absolute(), 1e-4);
  EXPECT_LT(power.absolute(), 1e-4);
  EXPECT_GT(force.absolute(), 0);  // the spline is no sine
}

}  // namespace
}  // namespace mbs
