// Degrees of freedom that are deformations between a driven node and a free one. They are measured
// with the driven node where it is at the time asked for, in each stage of each method.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

struct Method {
  const char* text;
  double error;
};

constexpr Method kMethods[] = {{"STEP 1e-10 1e-10", 1e-10},    // seen 2e-13
                               {"DOP853 1e-10 1e-10", 1e-10},  // seen 4e-12
                               {"STIFF 1e-10 1e-10", 1e-10},   // seen 4e-12
                               {"RK4 1e-3", 1e-11},            // seen 3e-15
                               {"HEUN 1e-4", 5e-9}};           // seen 5e-10

// A mass m = 1 on a spring k = 4 whose other end has the acceleration 1: e'' = -1 - 4 e from rest,
// so that e = -(1 - cos 2t) / 4, wherever and however fast the driven end begins.
void expect_lag(const std::string& deck, const std::string& value, const std::string& rate,
                const std::string& motion) {
  for (const char* form : {"REDUCED", "FULL"})
    for (const Method& method : kMethods) {
      const std::string text = fmt::format(R"({}INPUTX 1 1 {}
TIMES 0 1 0.25
FORM {}
INTEG {}
END END
)",
                                           deck, motion, form, method.text);
      const test::RunResult run = test::run(text);
      ASSERT_EQ(run.status, ExitStatus::done) << text << run.messages;
      for (std::size_t row = 0; row < run.rows.size(); ++row) {
        const double t = run.value(row, "t");
        EXPECT_NEAR(run.value(row, value), -(1 - std::cos(2 * t)) / 4, method.error) << text << t;
        EXPECT_NEAR(run.value(row, rate), -std::sin(2 * t) / 2, 3 * method.error) << text << t;
      }
      EXPECT_NEAR(run.value(4, value), -0.3540367, 5e-8) << text;
    }
}

void expect_lag(const std::string& deck, const std::string& value, const std::string& rate) {
  for (const char* motion : {"0 0 1", "0.3 1 1"}) expect_lag(deck, value, rate, motion);
}

TEST(DrivenFreedoms, Hinge) {
  expect_lag(R"(PLTOR 1 1 2
X 1 0
X 2 0
INPUTX 1
DYNE 1
END HALT
XM 2 1
ESTIFF 1 4
)",
             "e1_1", "ed1_1");
}

// Of unit length: ESTIFF is divided by it.
TEST(DrivenFreedoms, Truss) {
  expect_lag(
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1 2
FIX 2 2
INPUTX 1 1
DYNE 1
END HALT
XM 2 1
ESTIFF 1 4
)",
      "e1_1", "ed1_1");
}

TEST(DrivenFreedoms, Beam) {
  expect_lag(
      R"(PLBEAM 1 1 11 2 12
X 1 0 0
X 2 1 0
FIX 1 2
FIX 11
INPUTX 1 1
DYNE 1 1
END HALT
XM 2 1
ESTIFF 1 4 0
)",
      "e1_1", "ed1_1");
}

// One degree of freedom named, another end driven by INPUTE: a second hinge behind the first one
// turns by t^2 / 2 against the body before it, which changes nothing in the first where it is free.
TEST(DrivenFreedoms, BesideADrivenDeformation) {
  expect_lag(
      R"(PLTOR 1 1 2
PLTOR 2 2 3
X 1 0
X 2 0
X 3 0
INPUTX 1
INPUTE 2 1
DYNE 1
END HALT
INPUTE 2 1 0 0 1
XM 2 1
ESTIFF 1 4
)",
      "e1_1", "ed1_1");
}

// A beam spun up from its root: bending named against coordinates chosen.
TEST(DrivenFreedoms, ABeamSpunUpFromItsRoot) {
  auto beam = [](const std::string& free, const std::string& rest) {
    std::string deck = R"(X 1 0 0
X 2 2 0
X 3 4 0
X 4 6 0
X 5 8 0
FIX 1
INPUTX 11
)";
    for (int k = 1; k <= 4; ++k)
      deck +=
          fmt::format("PLBEAMG {} {} {} {} {}\n{} {} 2 3\n", k, k, k + 10, k + 1, k + 11, free, k);
    deck += "END HALT\n";
    for (int k = 1; k <= 4; ++k) deck += fmt::format("EM {} 1.2\nESTIFF {} 0 1.4e4\n", k, k);
    return test::run(deck + "INPUTX 11 1 POLY 0 0 0 0.25\n" + rest + "TIMESTEP 2 4\nEND END\n");
  };
  const test::RunResult right = beam("RLSE", "DOF AUTO\nINTEG STEP 1e-10 1e-10\n");
  ASSERT_EQ(right.status, ExitStatus::done) << right.messages;
  for (const char* form : {"REDUCED", "FULL"})
    for (const char* method :
         {"STEP 1e-8 1e-8", "DOP853 1e-8 1e-8", "STIFF 1e-8 1e-8", "RK4 1e-4"}) {
      const test::RunResult run = beam("DYNE", fmt::format("FORM {}\nINTEG {}\n", form, method));
      ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
      for (const char* channel : {"x5_1", "x5_2"})
        for (std::size_t row = 0; row < run.rows.size(); ++row)
          EXPECT_NEAR(run.value(row, channel), right.value(row, channel), 1e-8)  // seen 9e-10
              << method << " " << form;
    }
}

}  // namespace
}  // namespace mbs
