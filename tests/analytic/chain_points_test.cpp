// POINT in SEGDYN decks against the kinematics of the chain written out here.
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr const char* kArm =
    R"(SEGDYN
NAME POINT 1 hand
SEGMENT 1  2.1 0.30 0.13 0.016
SEGMENT 2  1.8 0.26 0.14 0.010
STATE 1  -60deg 0.4
STATE 2   10deg 0
BASE 0.1 -0.2
POINT 2  0.12 0.02
POINT 1 -0.13 0
GRAV 0 -9.81
)";
constexpr const char* kTimes = R"(TIME 0 1 0.1
INTEG DOP853 1e-12 1e-12
END
)";

void check_points(const test::RunResult& run) {
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 11u);
  constexpr double kLength = 0.30, kAlong = 0.14 + 0.12, kAcross = 0.02;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    auto at = [&](const char* name) { return run.value(k, name); };
    const double c1 = std::cos(at("phi1")), s1 = std::sin(at("phi1")), w1 = at("phid1"),
                 b1 = at("phidd1");
    const double c2 = std::cos(at("phi2")), s2 = std::sin(at("phi2")), w2 = at("phid2"),
                 b2 = at("phidd2");
    const double rx = kAlong * c2 - kAcross * s2, ry = kAlong * s2 + kAcross * c2;
    EXPECT_NEAR(at("point1.x"), 0.1 + kLength * c1 + rx, 1e-12);
    EXPECT_NEAR(at("point1.y"), -0.2 + kLength * s1 + ry, 1e-12);
    EXPECT_NEAR(at("point1.xd"), -kLength * s1 * w1 - ry * w2, 1e-11);
    EXPECT_NEAR(at("point1.yd"), kLength * c1 * w1 + rx * w2, 1e-11);
    EXPECT_NEAR(at("point1.xdd"), -kLength * (s1 * b1 + c1 * w1 * w1) - ry * b2 - rx * w2 * w2,
                1e-10);
    EXPECT_NEAR(at("point1.ydd"), kLength * (c1 * b1 - s1 * w1 * w1) + rx * b2 - ry * w2 * w2,
                1e-10);
    EXPECT_NEAR(at("point2.x"), 0.1, 1e-12);  // the base
    EXPECT_NEAR(at("point2.ydd"), 0, 1e-10);
  }
}

TEST(ChainPoints, MoveWithTheirSegment) {
  check_points(
      test::run(std::string(kArm) + "MEASURE reach = MAX hypot(hand.x, hand.y)\n" + kTimes));
}

TEST(ChainPoints, WithAChoiceOfUnknownsToo) {
  const std::string deck = std::string(kArm) + R"(KNOWN PHIDD 1 = 3*cos(2*t)
UNKNOWN M 1
KNOWN M 2 = -hand.y - phid2
)";
  std::string by_channel = deck;
  by_channel.replace(by_channel.find("-hand.y"), 7, "-point1.y");
  RunSettings settings;
  settings.cross_check = true;
  const test::RunResult run = test::run(by_channel + kTimes, settings);
  check_points(run);
  EXPECT_EQ(test::run(deck + kTimes).rows, run.rows);
  EXPECT_LT(run.cross_check.value().difference, 1e-12);
}

// A spring to a place of the room, by laws that read the point, and by an SDA to the ground there.
TEST(ChainPoints, LawsReadThem) {
  const std::string spring = std::string(kArm) + "SDA 0 2  0.5 0.1  0.12 0.02  40 0 0\n" + kTimes;
  const std::string laws = std::string(kArm) +
                           "LAW BODY 2 X = -40*(point1.x - 0.5)\nLAW BODY 2 Y = -40*(point1.y - "
                           "0.1)\nLAW BODY 2 PHI = -40*((point1.y - 0.1)*(0.12*cos(phi2) - "
                           "0.02*sin(phi2)) - (point1.x - 0.5)*(0.12*sin(phi2) + "
                           "0.02*cos(phi2)))\n" +
                           kTimes;
  const test::RunResult a = test::run(spring), b = test::run(laws);
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  for (std::size_t k = 0; k < a.rows.size(); ++k)
    for (const char* name : {"phi1", "phi2", "point1.x", "point1.y"})
      EXPECT_NEAR(a.value(k, name), b.value(k, name), 1e-9) << name << " " << k;
}

TEST(ChainPoints, EchoAndNativeFormKeepThem) {
  const std::string deck =
      std::string(kArm).erase(7, 18) + "LAW BODY 2 X = -40*(point1.x - 0.35)\n" + kTimes;
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  Diagnostics diagnostics;
  const DeckInput input{"deck", deck, ".", {}};
  for (const std::string& other :
       {echo_deck(input, {}, diagnostics), convert_deck(input, {}, diagnostics)}) {
    const test::RunResult again = test::run(other);
    ASSERT_EQ(again.status, ExitStatus::done) << other << again.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      for (const char* name : {"point1.x", "point1.y", "point1.xd", "point2.ydd"})
        EXPECT_NEAR(again.value(k, name), run.value(k, name), 1e-11) << name;
  }
}

// A law that reads a point by its NAME, off the axis of its segment: the native deck moves alike.
TEST(ChainPoints, NativeFormOfANamedPointIsThePoint) {
  const std::string deck =
      "SEGDYN\nNAME POINT 1 toe\nSEGMENT 1 1 1 0.5 2\nPOINT 1 0.3 0.2\nSTATE 1 0.5 0\n"
      "KNOWN M 1 = -8*toe.y - toe.xd\nTIME 0 2 0.25\nINTEG DOP853 1e-12 1e-12\nEND\n";
  Diagnostics diagnostics;
  const std::string native = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  const test::RunResult a = test::run(deck), b = test::run(native);
  ASSERT_EQ(b.status, ExitStatus::done) << native << b.messages;
  for (std::size_t k = 0; k < a.rows.size(); ++k)
    for (const char* name : {"point1.x", "point1.y"})
      EXPECT_NEAR(a.value(k, name), b.value(k, name), 1e-9) << native;
}

TEST(ChainPoints, Errors) {
  const std::string deck = kArm;
  EXPECT_NE(test::run(deck + "POINT 3 0 0\n" + kTimes)
                .messages.find("POINT: segment number is 3; expected a segment from 1 to 2"),
            std::string::npos)
      << test::run(deck + "POINT 3 0 0\n" + kTimes).messages;
  EXPECT_NE(test::run(deck + "POINT 1 0\n" + kTimes).messages.find("eta is missing"),
            std::string::npos)
      << test::run(deck + "POINT 1 0\n" + kTimes).messages;
  EXPECT_NE(test::run(deck + "NAME POINT 3 toe\n" + kTimes).messages.find("there is no POINT 3"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
