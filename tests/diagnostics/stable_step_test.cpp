// Fixed steps beyond the stability of their method: whatever breaks in the end, the message names
// the step, and a step that would do. The largest frequencies have closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

// Two masses of 1 kg on a rod that turns about the origin and a spring in line with it: at the
// start the spring has the frequency sqrt(k), for the other mass is held along the rod.
std::string elastic_pendulum(double k, double c, const std::string& method) {
  return fmt::format(
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 1 0\nX 3 2 0\nFIX 1\nRLSE 2\nDYNX 2 2\n"
      "DYNX 3\nEND HALT\nXM 2 1\nXM 3 1\nESTIFF 2 {}\nEDAMP 2 {}\nGRAVITY 0 -9.81\nTIMES 0 0.5 "
      "0.05\nINTEG {}\nEND END\n",
      k, c, method);
}

// The step that the message offers.
double offered(const std::string& messages) {
  std::smatch found;
  if (!std::regex_search(messages, found, std::regex("INTEG (?:RK4|HEUN) ([0-9.e-]+) would do")))
    return std::nan("");
  return std::stod(found[1]);
}

double said(const std::string& messages) {
  std::smatch found;
  if (!std::regex_search(messages, found, std::regex("times the step is ([0-9.e+]+) at")))
    return std::nan("");
  return std::stod(found[1]);
}

struct Case {
  double k, c;
  const char* method;
  double h;
};

TEST(StableStep, AStepBeyondTheStabilityIsNamed) {
  for (const Case& one :
       {Case{1e6, 0, "RK4", 0.005}, Case{1e6, 0, "RK4", 0.02}, Case{1e4, 1e3, "RK4", 0.005},
        Case{1e6, 1e5, "RK4", 0.001}, Case{1e4, 1e3, "HEUN", 0.005}, Case{1e6, 0, "HEUN", 0.005}}) {
    const std::string method = fmt::format("{} {}", one.method, one.h);
    const test::RunResult run = test::run(elastic_pendulum(one.k, one.c, method));
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << method;
    EXPECT_NE(run.messages.find(fmt::format("deck:17:1: error: INTEG: the step {:.6g} is too long "
                                            "for {}: errors grew from step to step",
                                            one.h, one.method)),
              std::string::npos)
        << run.messages;
    EXPECT_EQ(run.messages.find("mechanism: "), std::string::npos) << run.messages;
    // The larger root of z^2 + c z + k.
    const double root = std::sqrt(std::max(0.0, one.c * one.c / 4 - one.k));
    const double rate = root > 0 ? one.c / 2 + root : std::sqrt(one.k);
    EXPECT_NEAR(said(run.messages) / (rate * one.h), 1, 0.1) << run.messages;
    const test::RunResult mended = test::run(elastic_pendulum(
        one.k, one.c, fmt::format("{} {:.6g}", one.method, offered(run.messages))));
    EXPECT_EQ(mended.status, ExitStatus::done) << mended.messages;
  }
}

// In the other dialects.
TEST(StableStep, OfBodiesAndOfChains) {
  const test::RunResult body = test::run(
      "2 0 0 1 0 0 0 0 0\n0 0 0\n1 0 0\n1\n0 10 0.1\nMASS 2 1 0.1\nSDA 1 2 0 0 0 0  1e6 1.1 2e3\n"
      "INTEG RK4 0.01\nEND\n");
  EXPECT_NE(body.messages.find("is too long for RK4"), std::string::npos) << body.messages;
  const test::RunResult chain = test::run(
      "SEGDYN\nSEGMENT 1 1 1 0.5 0.1\nSTATE 1 1 0\nBASE 0 0\nKNOWN M 1 = -1e5*phi1^3 - 1e4*phid1\n"
      "TIME 0 1 0.1\nINTEG RK4 0.01\nEND\n");
  EXPECT_NE(chain.messages.find("is too long for RK4"), std::string::npos) << chain.messages;
}

// A motion that truly grows beyond all bounds, or comes to a singular place, keeps its name.
TEST(StableStep, OtherCausesKeepTheirNames) {
  const test::RunResult grows = test::run(
      "X 1 1 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 1\nXLAW 1 1 = x^2\nTIMESTEP 4 8\n"
      "INTEG RK4 0.01\nEND END\n");
  EXPECT_NE(grows.messages.find("grows beyond all bounds"), std::string::npos) << grows.messages;
  const test::RunResult singular = test::run(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.8 -0.6\nFIX 1\nDYNX 2 2\nEND HALT\nXM 2 1\n"
      "GRAVITY 0 -9.81\nTIMESTEP 2 20\nINTEG RK4 0.01\nEND END\n");
  EXPECT_NE(singular.messages.find("singular at t = "), std::string::npos) << singular.messages;
}

}  // namespace
}  // namespace mbs
