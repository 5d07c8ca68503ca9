// Fixed steps within which a law leaps: the error of such a run is proportional to the step and
// depends on chance. Where it is more than a hundredth of the motion the verdict is bad, the line
// of the law is named, and the step that is offered is short enough. Against the closed form of a
// force that jumps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

// Where a body is at t that starts at 0 with speed v, and that an acceleration `a` of one size
// drives to the place `middle` from both sides.
double place_between(double a, double middle, double v, double t) {
  double x = 0, way = x < middle ? a : -a;
  for (;;) {
    double crossing = std::numeric_limits<double>::infinity();
    const double D = v * v - 2 * way * (x - middle);
    for (const double sign : {-1.0, 1.0})
      if (const double s = (-v + sign * std::sqrt(std::max(D, 0.0))) / way; D >= 0 && s > 1e-9)
        crossing = std::min(crossing, s);
    if (crossing >= t) return x + v * t + way * t * t / 2;
    t -= crossing;
    x = middle;
    v += way * crossing;
    way = -way;
  }
}

struct Kind {
  std::string before, law, after;  // law: with {0}, its force
  std::string channel, place, name;
  double mass, speed;
};
const Kind kNode{"X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nSTARTVX 1 1 5\n",
                 "XLAW 1 1 = -{}\n",
                 "TIMES 0 3 0.1\nEND END\n",
                 "x1_1",
                 "x",
                 "deck:7:12: warning: XLAW 1 1: about t = ",
                 2,
                 5};
const Kind kTruss{
    "PLTRUSS 1 1 2\nX 1 0 0\nX 2 10 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nRLSE 1 1\nEND HALT\nXM 2 2\n"
    "STARTVX 2 1 5\n",
    "ELAW 1 1 = {}\n",
    "TIMES 0 3 0.1\nEND END\n",
    "x2_1",
    "e",
    "warning: ELAW 1 1: about t = ",
    2,
    5};
const Kind kBody{"2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 3 0.1\nMASS 2 2 0.1\nVEL 2 5 0 0\n",
                 "LAW BODY 2 X = -{}\n",
                 "END\n",
                 "body2.x",
                 "x",
                 "warning: LAW BODY 2 1: about t = ",
                 2,
                 5};
const Kind kChain{"SEGDYN\nSEGMENT 1 1 1 0.5 0.25\nSTATE 1 0 3\nRSDA 0 1  0 0 0\n",
                  "LAW RSDA 1 = {}\n",
                  "TIME 0 3 0.1\nEND\n",
                  "phi1",
                  "e",
                  "warning: LAW RSDA 1: about t = ",
                  0.5,
                  3};

// The largest error of the rows as a part of the motion.
double error_of(const Kind& kind, const test::RunResult& run, double a, double middle) {
  double worst = 0, low = HUGE_VAL, high = -HUGE_VAL;
  const double start = run.value(0, kind.channel);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double x = run.value(k, kind.channel) - start;
    low = std::min(low, x), high = std::max(high, x);
    worst = std::max(worst, std::fabs(x - place_between(a, middle, kind.speed, run.time(k))));
  }
  return worst / (high - low);
}

std::string deck_of(const Kind& kind, const std::string& force, const std::string& method) {
  return kind.before + fmt::format(fmt::runtime(kind.law), force) + "INTEG " + method + "\n" +
         kind.after;
}

// The step of a line "INTEG RK4 0.001 would do".
std::string offered(const std::string& words) {
  const std::size_t end = words.find(" would do by the error"), begin = words.rfind("INTEG ", end);
  return end == std::string::npos ? "" : words.substr(begin + 6, end - begin - 6);
}

TEST(UnresolvedSteps, LawsThatLeapAreNamed) {
  struct Case {
    const Kind& kind;
    double force, middle;
    const char *shape, *method;  // shape: of the place p, from -1 to 1
  };
  for (const Case& one : {
           Case{kNode, 5, 0.2, "tanh(1e4*p)", "GALPHA STEP 0.01"},
           Case{kNode, 8, 0.2, "max(-1, min(1, 1e5*p))", "HEUN 0.01"},
           Case{kNode, 8, 0.2, "p/sqrt(p^2 + 1e-12)", "GALPHA STEP 0.01"},
           Case{kTruss, 8, 0.2, "tanh(1e4*p)", "HEUN 0.01"},
           Case{kTruss, 5, 0.2, "tanh(1e5*p)", "GALPHA STEP 0.01"},
           Case{kBody, 8, 0.2, "tanh(1e4*p)", "GALPHA STEP 0.01"},
           Case{kBody, 5, 0.2, "2/pi*atan(1e9*p)", "HEUN 0.01"},
           Case{kChain, 2, 0.2, "tanh(1e4*p)", "RK4 0.01"},
           Case{kChain, 1.25, 0.37, "tanh(1e4*p)", "GALPHA STEP 0.01"},
       }) {
    std::string shape = one.shape;
    const std::string from = fmt::format("({} - {})", one.kind.place, one.middle);
    for (std::size_t at; (at = shape.find("*p")) != std::string::npos;)
      shape.replace(at + 1, 1, from);
    for (const std::string p : {"p/", "p^"})
      for (std::size_t at; (at = shape.find(p)) != std::string::npos;) shape.replace(at, 1, from);
    const std::string force = fmt::format("{}*{}", one.force, shape);
    const double a = one.force / one.kind.mass;
    const test::RunResult run = test::run(deck_of(one.kind, force, one.method));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_GT(error_of(one.kind, run, a, one.middle), 0.0105) << force << one.method;
    EXPECT_NE(run.messages.find("difference from a finer run (an eighth of the step"),
              std::string::npos)
        << run.messages << force << one.method;
    EXPECT_NE(run.messages.find(one.kind.name), std::string::npos) << run.messages << one.kind.name;
    EXPECT_NE(run.messages.find("such steps do not resolve it"), std::string::npos) << run.messages;
    const std::string finer = offered(run.messages);
    ASSERT_NE(finer, "") << run.messages;
    const test::RunResult fine = test::run(deck_of(one.kind, force, finer));
    EXPECT_LT(error_of(one.kind, fine, a, one.middle), 0.01) << force << finer;
    EXPECT_EQ(fine.messages, "") << force << finer;
  }
}

// A penalty that a ball goes through in a few steps.
TEST(UnresolvedSteps, AStiffPenaltyIsNamed) {
  for (const std::string method : {"GALPHA STEP 0.01", "RK4 0.001", "HEUN 0.001"}) {
    const test::RunResult run = test::run(deck_of(kNode, "1e6*max(0, x - 0.3)", method));
    EXPECT_NE(run.messages.find(kNode.name), std::string::npos) << run.messages << method;
    EXPECT_NE(run.messages.find("INTEG STIFF"), std::string::npos) << run.messages << method;
  }
}

// A law that leaps and matters little, one that steps resolve, and one of the time alone.
TEST(UnresolvedSteps, WhatIsRightHasNoWarning) {
  for (const std::string force :
       {"0.05*tanh(1e4*(x - 0.2))", "8*tanh(x - 0.2)", "20*x", "(t > 1 ? 1 : 0)"})
    for (const std::string method : {"GALPHA STEP 0.01", "RK4 0.01", "HEUN 0.01"}) {
      const test::RunResult run = test::run(deck_of(kNode, force, method));
      EXPECT_EQ(run.status, ExitStatus::done);
      EXPECT_EQ(run.messages, "") << force << method;
    }
}

}  // namespace
}  // namespace mbs
