// PFORCE and FORCE along the axes of another body of space: against forces that are turned by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr const char* kFree =
    "X 1 0.2 -0.1 0.4\nX 2 ROT zxy 0.4 0.3 -0.2\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\n"
    "XM 2 0.2 0.01 0 0.3 0 0.4\nSTARTVX 2 1 -2 0.5\n";
// A force along the axes of another body, by numbers and by expressions: against the same along
// those of space, which are turned by hand.
TEST(LoadsOfSpaceInOtherAxes, AreTurnedWithThem) {
  const double a = 0.6, c = std::cos(a), s = std::sin(a);
  const auto run = [](const std::string& force) {
    return test::good_run(
        fmt::format("X 3 0 0 0\nX 4 ROT AXIS 0 0 1 0.6\nFIX 3\nFIX 4\n{}{}\n"
                    "INTEG STEP 1e-11 1e-11\nTIMESTEP 1 4\nEND END\n",
                    kFree, force));
  };
  const test::RunResult space =
      run(fmt::format("PFORCE 1 1 2  0.1 0.2 -0.3  {} {} 4", 3 * c + 2 * s, 3 * s - 2 * c));
  for (const char* force : {"PFORCE 1 1 2  0.1 0.2 -0.3  3 -2 4 IN BODY 4",
                            "PFORCE 1 1 2  0.1 0.2 -0.3  FX = 3 ; FY = -2 ; FZ = 4 ; IN BODY 4"}) {
    const test::RunResult turned = run(force);
    for (std::size_t k = 0; k < space.rows.size(); ++k)
      for (const char* name : {"x1_1", "x1_2", "x1_3", "v2_1", "v2_2", "v2_3"})
        EXPECT_NEAR(turned.value(k, name), space.value(k, name), 1e-9) << force << name;
  }
}

// A constant follower force, by numbers: the body spins about its axis under the moment of it.
TEST(LoadsOfSpaceInOtherAxes, OwnAxesByNumbers) {
  const std::string spin =
      "X 1 0 0 0\nX 2 ROT xyz 0 0 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\nXM 2 0.2 0 0 0.3 0 0.4\n";
  const test::RunResult run =
      test::good_run(spin +
                     "PFORCE 1 1 2  0.5 0 0  0 0.8 0 IN BODY\nINTEG STEP 1e-12 1e-12\n"
                     "TIMESTEP 2 4\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), turn = 0.5 * t * t;  // J w' = 0.4
    EXPECT_NEAR(run.value(k, "v2_3"), t, 1e-11);
    EXPECT_NEAR(run.value(k, "a1_1"), -0.4 * std::sin(turn), 1e-10);
    EXPECT_NEAR(run.value(k, "a1_2"), 0.4 * std::cos(turn), 1e-10);
  }
}

TEST(LoadsOfSpaceInOtherAxes, InAKabiosDeckAndAsWrittenOut) {
  const auto deck = [](const std::string& lines) {
    return "SPACE\n2 0 0 0 0 0 0 0\n1  0 0 0  SEQ zxy 0.4 0.3 -0.2\n2  1 0 0  SEQ zxy 0.7 0 0\n"
           "0 1 0.25\nMASS 1 2 0.2 0 0 0.3 0 0.4\nMASS 2 1 0.1 0 0 0.1 0 0.1\nVEL 2 0 0 0 1 2 3\n" +
           lines + "INTEG STEP 1e-11 1e-11\nEND\n";
  };
  const std::string given = deck(
      "FORCE 1  0.1 0 0.2  1 -2 3 IN BODY 2\nTORQ 1 0.1 0.2 0.3 IN BODY 2\n"
      "FORCE 1 0 0.1 0  1 2 3 IN BODY\n");
  // By the directions of the axes of body 2, which is orientation 4.
  std::string by_hand;
  const auto sum = [](char axis, const char* a, const char* b, const char* c) {
    return fmt::format("{0}*dir{1}4_1 + {2}*dir{1}4_2 + {3}*dir{1}4_3", a, axis, b, c);
  };
  by_hand = deck(fmt::format(
      "FORCE 1 0.1 0 0.2  FX = {} ; FY = {} ; FZ = {}\nTORQ 1 MX = {} ; MY = {} ; MZ = {}\n"
      "FORCE 1 0 0.1 0  FX = 1 ; FY = 2 ; FZ = 3 ; IN BODY\n",
      sum('x', "1", "(-2)", "3"), sum('y', "1", "(-2)", "3"), sum('z', "1", "(-2)", "3"),
      sum('x', "0.1", "0.2", "0.3"), sum('y', "0.1", "0.2", "0.3"), sum('z', "0.1", "0.2", "0.3")));
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", given, ".", {}}, {}, diagnostics);
  EXPECT_NE(echo.find("1 -2 3 IN BODY 2"), std::string::npos) << echo;
  const test::RunResult reference = test::good_run(by_hand);
  for (const std::string& text : {given, echo}) {
    const test::RunResult run = test::good_run(text);
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      for (const char* name : {"body1.x", "body1.y", "body1.z", "body1.w1", "body1.w2", "body1.w3"})
        EXPECT_NEAR(run.value(k, name), reference.value(k, name), 1e-10) << name;
  }
}

TEST(LoadsOfSpaceInOtherAxes, WhatIsWrongIsSaid) {
  const auto refusal = [](const std::string& line) {
    const test::RunResult run = test::run(std::string(kFree) + line + "\nTIMESTEP 1 1\nEND END\n");
    EXPECT_EQ(run.status, ExitStatus::deck_error) << line;
    return run.messages;
  };
  EXPECT_EQ(refusal("PFORCE 1 1 2 0 0 0 1 2 3 IN CORNER").substr(0, 58),
            "deck:9:29: error: PFORCE 1: 'CORNER' names no axes; expect");
  EXPECT_EQ(refusal("PFORCE 1 1 2 0 0 0 1 2 3 IN BODY 1"),
            "deck:9:34: error: PFORCE 1: node 1 is a space point; expected an orientation node\n");
}

}  // namespace
}  // namespace mbs
