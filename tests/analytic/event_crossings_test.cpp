// Conditions of events that come true many times within one step of free motion: each time once, in
// order.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kPi = std::numbers::pi, kEnd = 1.31;

// The times between 0 and kEnd of a formula in k = 0, 1, 2 ...
std::vector<double> times(const std::function<double(int)>& formula) {
  std::vector<double> out;
  for (int k = 0; formula(k) < kEnd; ++k)
    if (formula(k) > 0) out.push_back(formula(k));
  return out;
}

void expect_times(const test::RunResult& run, const std::vector<double>& right, double error,
                  const std::string& what) {
  EXPECT_EQ(run.status, ExitStatus::done) << what << run.messages;
  const std::vector<EventRecord> found = test::events_of(run);
  ASSERT_EQ(found.size(), right.size()) << what;
  for (std::size_t k = 0; k < right.size(); ++k) EXPECT_NEAR(found[k].t, right[k], error) << what;
}

// y = -5 t^2.
std::string fall(const std::string& condition, const std::string& method) {
  return fmt::format(
      "PARAM n = 0\nX 1 0 0\nDYNX 1\nEND HALT\nXM 1 2\nGRAVITY 0 -10\nINTEG {}\n"
      "EVENT it WHEN {} DO SET n = n + 1\nLIMIT EVENTS 1000\nTIMES 0 {} {}\nEND END\n",
      method, condition, kEnd, kEnd);
}

struct Case {
  const char* condition;
  std::vector<double> t;
};

std::vector<Case> cases() {
  const auto at_depth = [](const std::function<double(int)>& depth) {
    return times([&](int k) { return std::sqrt(depth(k) / 5); });
  };
  return {
      {"sin(100*x1_2) > 0.99",
       at_depth([](int k) { return (1.5 * kPi - std::acos(.99) + 2 * kPi * k) / 100; })},
      {"sin(100*x1_2)", at_depth([](int k) { return kPi * (k + 1) / 100; })},
      {"sin(100*x1_2) FALLING", at_depth([](int k) { return 2 * kPi * (k + 1) / 100; })},
      {"cos(50*v1_2) > 0.5", times([](int k) { return (2 * kPi * (k + 1) - kPi / 3) / 500; })},
      {"sin(100*x1_2) > 0 && cos(100*x1_2) > 0",
       at_depth([](int k) { return (1.5 * kPi + 2 * kPi * k) / 100; })},
      {"mod(-x1_2, 0.1) > 0.05", at_depth([](int k) { return .05 + .1 * k; })},
      {"mod(-x1_2, 0.1) < 0.05", at_depth([](int k) { return .1 * (k + 1); })},
      {"t > 0.7 && t < 0.70000001", {.7}},
      {"sin(300*t) > 0.99",
       times([](int k) { return (kPi / 2 - std::acos(.99) + 2 * kPi * k) / 300; })},
      {"mod(t, 0.1) > 0.05", times([](int k) { return .05 + .1 * k; })},
  };
}

TEST(EventCrossings, EachOnceAndInOrder) {
  for (const Case& c : cases())
    for (const char* method : {"DOP853 1e-9 1e-9", "STEP 1e-9 1e-9"})
      expect_times(test::run(fall(c.condition, method)), c.t, 1e-11,
                   std::string(c.condition) + method);
}

TEST(EventCrossings, ByOtherMethodsAndForms) {
  const std::vector<Case> all = cases();
  for (const char* method : {"STIFF 1e-9 1e-9", "RK4 0.35", "HEUN 0.01", "GALPHA 1e-9 1e-9",
                             "DOP853 1e-9 1e-9\nFORM FULL"})
    for (const std::size_t which : {0, 5, 7})
      expect_times(test::run(fall(all[which].condition, method)), all[which].t,
                   std::string(method).starts_with("GALPHA") ? 1e-6 : 1e-11,
                   std::string(all[which].condition) + method);
}

// A body of a KABIOS deck, and a chain, that turn freely with 7 rad/s.
TEST(EventCrossings, InOtherDialects) {
  const std::string kabios = R"(PARAM n = 0
2 0 0 1 0 0 0 0 0
0 0 0
0 0 0
1
0 1.31 1.31
MASS 2  2 0.1
VEL 2  7 0 7
EVENT it WHEN sin(40*body2.phi) > 0.99 DO SET n = n + 1
END
)",
                    chain = R"(SEGDYN
PARAM n = 0
SEGMENT 1 1 0.4 0.2 0.0133
STATE 1 0 7
BASE 0 0
EVENT it WHEN sin(40*phi1) > 0.99 DO SET n = n + 1
TIME 0 1.31 1.31
END
)";
  const std::vector<double> right =
      times([](int k) { return (kPi / 2 - std::acos(.99) + 2 * kPi * k) / 280; });
  for (const char* method : {"STEP 1e-9 1e-9", "DOP853 1e-9 1e-9"})
    for (std::string deck : {kabios, chain}) {
      deck.insert(deck.find("EVENT"), std::string("INTEG ") + method + "\n");
      expect_times(test::run(deck), right, 1e-9, deck);
    }
}

}  // namespace
}  // namespace mbs
