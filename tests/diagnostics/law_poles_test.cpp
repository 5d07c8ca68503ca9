// Laws and motions that pass through infinity between two rows end the run by name; infinity with a
// finite integral, and quotients that have none, do not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "support/draws.h"
#include "support/good_run.h"

namespace mbs {
namespace {

const char* const kMethods[] = {"",
                                "INTEG DOP853 1e-10 1e-10\n",
                                "INTEG STIFF 1e-8 1e-8\n",
                                "INTEG GALPHA 1e-8 1e-8\n",
                                "INTEG RK4 0.03\n",
                                "INTEG HEUN 0.03\n",
                                "INTEG GALPHA STEP 0.03\n",
                                "INTEG GALPHA STEP 1e-3\n"};

// 2 kg at 5 m/s; rows every 0.1 s, none at the pole.
std::string thrown(const std::string& law, const std::string& method) {
  return "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nSTARTVX 1 1 5\n" + law +
         "\nTIMES 0 1 0.1\n" + method + "END END\n";
}

void expect_infinite(const std::string& deck, const std::string& who, const std::string& when) {
  RunSettings settings;
  settings.timeout = test::patience(5);
  const test::RunResult run = test::run(deck, settings);
  EXPECT_EQ(run.status, ExitStatus::solution_failed) << deck << run.messages;
  for (const std::string& part : {who, when, std::string("passes through infinity")})
    EXPECT_NE(run.messages.find(part), std::string::npos) << part << "\n" << run.messages << deck;
}

TEST(LawPoles, OfTheTime) {
  for (const char* method : kMethods)
    for (const char* law : {"2 - 3/((t - 0.25)*(t + 1))", "(t - 0.25)^-3", "-1/(0.5 - 2*t)"})
      expect_infinite(thrown(std::string("XLAW 1 1 = ") + law, method),
                      "deck:7:12: error: XLAW 1 1", "at t = 0.25 its");
  for (const char* method : {"INTEG RK4 0.03\n", "INTEG HEUN 0.03\n"})
    expect_infinite(thrown("XLAW 1 1 = tan(2*pi*t)", method), "deck:7:12: error: XLAW 1 1",
                    "at t = 0.25 its");
}

// A force that pulls to x = 0.5 as 1/distance: no speed is large enough beyond.
TEST(LawPoles, OfTheState) {
  for (const char* method : kMethods)
    for (const char* law : {"-1/(x - 0.5)", "1e-3/(0.5 - x)^3", "1/tan(0.5 - x)"})
      if (!(std::string(method).starts_with("INTEG STIFF") && std::string(law).starts_with("1e-3")))
        expect_infinite(thrown(std::string("XLAW 1 1 = ") + law, method),
                        "deck:7:12: error: XLAW 1 1", "at t = 0.");
}

// Steps that are thrown back, or far away, by what the law is beyond the pole; in the last deck in
// the first step.
TEST(LawPoles, FixedStepsThatLeadAcross) {
  const auto run_of = [](double v, const char* law, const char* method) {
    return test::run(fmt::format(
        "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nSTARTVX 1 1 {}\nXLAW 1 1 = {}\nTIMES 0 1 "
        "0.1\nINTEG {}\nEND END\n",
        v, law, method));
  };
  const std::string across = "leads across a place where it divides by 0; expected a shorter step";
  for (const auto& [v, law, method] : {std::tuple(1, "0.01/(0.4971 - x)^3", "RK4 0.01"),
                                       std::tuple(2, "1/(0.02016 - x)^3", "RK4 1e-3"),
                                       std::tuple(2, "1/(0.02016 - x)^3", "GALPHA STEP 1e-3"),
                                       std::tuple(5, "0.01/(0.0874 - x)^3", "GALPHA STEP 0.01")}) {
    const test::RunResult run = run_of(v, law, method);
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << law << run.messages;
    EXPECT_NE(run.messages.find("XLAW 1 1: about t = "), std::string::npos) << run.messages;
    EXPECT_NE(run.messages.find(across), std::string::npos) << law << run.messages;
  }
  for (const auto& [v, law, method] :
       {std::tuple(1, "-0.1/(0.5 - x)", "RK4 1e-3"), std::tuple(1, "-tan(pi*x)", "RK4 1e-3"),
        std::tuple(1, "0.01/(2 + x)", "HEUN 1e-3")})
    EXPECT_EQ(run_of(v, law, method).status, ExitStatus::done) << law;
}

TEST(LawPoles, InOtherWords) {
  const std::string body =
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 1 0.1\nMASS 2 2 0.1\nVEL 2 5 0 0\n";
  const std::string chain = "SEGDYN\nSEGMENT 1 1 1 0.5 0.25\nSTATE 1 0 3\nBASE 0 0\n";
  for (const std::string method : {"", "INTEG DOP853 1e-9 1e-9\n", "INTEG RK4 0.03\n"}) {
    const std::string end = method + "END\n";
    expect_infinite(body + "LAW BODY 2 X = 1/(t - 0.25)\n" + end, "LAW BODY 2 1",
                    "at t = 0.25 its");
    expect_infinite(body + "FORCE 2 0 0 FX = 1/(t - 0.25) ; FY = 0\n" + end, "FORCE",
                    "at t = 0.25 its");
    expect_infinite(chain + "KNOWN M 1 = 1/(t - 0.25)\nTIME 0 1 0.1\n" + end, "KNOWN M 1",
                    "at t = 0.25 its");
    expect_infinite(chain + "KNOWN PHIDD 1 = 1/(t - 0.25)\nUNKNOWN M 1\nTIME 0 1 0.1\n" + end,
                    "KNOWN PHIDD 1", "at t = 0.25 its");
    expect_infinite(
        "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nODE z 1 RATE 1/(t - 0.25)\n"
        "TIMES 0 1 0.1\n" +
            method + "END END\n",
        "ODE", "at t = 0.25 its");
    expect_infinite(
        "X 1 0 0\nX 2 1 0\nINPUTX 1 1\nFIX 1 2\nDYNX 2 1\nFIX 2 2\n"
        "END HALT\nINPUTX 1 1 = 1/(t - 0.25)\nXM 2 1\nTIMES 0 1 0.1\n" +
            method + "END END\n",
        "INPUTX 1 1", "at t = 0.25 its");
  }
}

// Without masses rows alone are looked at.
TEST(LawPoles, OfAKinematicRun) {
  for (const char* motion : {"1/(t - 0.25)", "tan(2*pi*t)", "1/((t - 0.25)*(t - 0.26))"})
    expect_infinite(
        fmt::format("X 1 0 0\nINPUTX 1 1\nFIX 1 2\nEND HALT\nINPUTX 1 1 = {}\nTIMES 0 1 0.1\n"
                    "END END\n",
                    motion),
        "INPUTX 1 1", "at t = 0.25 its");
}

// A FORMULA that its coordinates lead out of the range of a root: x1 = 0.2 + t is 1 at t = 0.8.
TEST(LawPoles, FormulasThatEnd) {
  const std::string deck =
      "X 1 0.2 0\nX 2 0 0\nINPUTX 1 1\nFIX 1 2\nFIX 2 2\nFORMULA 1 = x2_1 - sqrt(1 - x1_1)\n"
      "FIXE 1\nEND HALT\nINPUTX 1 1 = 0.2 + t\nTIMES 0 2 0.25\nEND END\n";
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::solution_failed) << run.messages;
  EXPECT_EQ(run.messages.rfind("deck:6:1: error: FORMULA 1", 0), 0u) << run.messages;
  EXPECT_NE(run.messages.find("just after t = 0.8 its expression has no value"), std::string::npos)
      << run.messages;
  ASSERT_EQ(run.rows.size(), 4u);
  EXPECT_NEAR(run.value(3, "x2_1"), std::sqrt(0.05), 1e-12);
}

TEST(LawPoles, OthersGoOn) {
  for (const char* law :
       {"x > 0.51 ? (x - 0.5)/abs(x - 0.5) : 1", "x == 0.5 ? 9 : sin(9*(x - 0.5))/(x - 0.5)",
        "abs(x - 0.5) < 0.01 ? 0 : 1/(x - 0.5)", "1/(1 + x^2)", "1/cos(0.1*x)", "tan(0.2*x)"})
    test::done(thrown(std::string("XLAW 1 1 = ") + law, ""));
  // Infinity with a finite integral.
  const test::RunResult run =
      test::done(thrown("XLAW 1 1 = 0.1*abs(x - 0.5)^-0.5", "INTEG RK4 0.03\n"));
  EXPECT_EQ(run.messages.find("infinity"), std::string::npos) << run.messages;
}

}  // namespace
}  // namespace mbs
