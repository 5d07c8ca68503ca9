// EIGEN where a law of the deck stands at a kink: the modes of both sides, in closed form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"

namespace mbs {
namespace {

// A mass of 2 kg on a spring of 18 N/m, and a law beside it.
std::string mass_on_spring(const std::string& law) {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nRLSE 1\nDYNX 2 1\nEND HALT\nXM 2 2\n"
         "ESTIFF 1 18\n" +
         law + "\nSTATIC\nEIGEN\nEND END\n";
}

std::string eigen(const std::string& deck) { return test::good_run(deck).report; }

void expect_sides(const std::string& report, double upper, double lower) {
  const std::size_t first = report.find("upper side: what these laws read is a little larger"),
                    second = report.find("lower side: what these laws read is a little smaller");
  ASSERT_NE(first, std::string::npos) << report;
  ASSERT_NE(second, std::string::npos) << report;
  EXPECT_NE(report.substr(first, second - first).find(fmt::format("{:14.5g}", upper)),
            std::string::npos)
      << report;
  EXPECT_NE(report.substr(second).find(fmt::format("{:14.5g}", lower)), std::string::npos)
      << report;
}

// A stop of 54 N/m beyond e = 0: omega = sqrt((18 + 54)/2) = 6 there, sqrt(18/2) = 3 before it.
TEST(LawKinks, AStopOfAnElement) {
  const std::string report = eigen(mass_on_spring("ELAW 1 1 = 54*max(0, e)"));
  expect_sides(report, 6, 3);
  EXPECT_NE(report.find("laws stand at kinks: of PLTRUSS 1 (line 1), equation 1; the modes above "
                        "are those of the"),
            std::string::npos)
      << report;
}

// The same as a load of the coordinate, whose kink lies at x = 1.
TEST(LawKinks, AStopOfACoordinate) {
  expect_sides(eigen(mass_on_spring("XLAW 2 1 = -54*max(0, x - 1)")), 6, 3);
}

// Friction abs(v): damping +-2 N s/m: zeta omega = c/(2m) = 0.5, either sign; omega stays 3.
TEST(LawKinks, TheSizeOfAVelocity) {
  const std::string report = eigen(mass_on_spring("XLAW 2 1 = -2*abs(v)"));
  expect_sides(report, -0.5, 0.5);  // real parts
}

// Nothing is said away from the kink, nor of smooth laws.
TEST(LawKinks, NoneElsewhere) {
  for (const char* law :
       {"ELAW 1 1 = 54*max(0, e - 0.01)", "ELAW 1 1 = 54*max(0, e + 0.01)",
        "ELAW 1 1 = 54*tanh(e/0.001)", "XLAW 2 1 = -2*v", "XLAW 2 1 = -2*v*abs(v)"})
    EXPECT_EQ(test::done(mass_on_spring(law)).report.find("stand at kinks"), std::string::npos)
        << law;
}

// KABIOS: a pendulum of 1 kg at 1 m (J = 0 about its mass, so the moment of inertia is 1) with a
// spring of 4 N m/rad and a stop of 5 N m/rad on one side.
TEST(LawKinks, OfAKabiosDeck) {
  const std::string report = eigen(
      "2 1 0 1 0 0 0 0 0\n0 0 0\n1 0 0\n1 2 0 0 -1 0\n1\n0 0.1 0.1\nMASS 2 1 0\nRSDA 1 2 4 0 0\n"
      "LAW RSDA 1 = 5*max(0, e)\nSTATIC\nEIGEN\nEND\n");
  expect_sides(report, 3, 2);
}

// SEGDYN: the same arm, its moment by a law of phi1 in place of spring and stop.
TEST(LawKinks, OfAChain) {
  const std::string report = eigen(
      "SEGDYN\nSEGMENT 1 1 1 1 0\nSTATE 1 0 0\nRSDA 0 1 4 0 0\nLAW RSDA 1 = 5*max(0, "
      "e)\nSTATIC\nEIGEN\n"
      "TIME 0 0.1 0.1\nEND\n");
  expect_sides(report, 3, 2);
}

// A penalty contact that just touches has a stiffness on one side only: the audit says which one
// the modes have.
TEST(LawKinks, AContactThatJustTouches) {
  for (const double gap : {0.0, 1e-3, -1e-3}) {
    const test::RunResult run = test::run(fmt::format(
        "PLCLINE 1 1 9 8 9 0 0 0 0 0 1 0\nX 1 0 {}\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\nDYNX 1 2\nFIX 1 "
        "1\n"
        "END HALT\nXM 1 2\nXLAW 1 2 = -8*x\nCONTACT 1 PENALTY 100 1 0\nEIGEN\nEND END\n",
        gap));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_EQ(run.report.find("in the modes above they are open") != std::string::npos, gap == 0)
        << gap;
    EXPECT_EQ(run.report.find("just touch") != std::string::npos, gap == 0) << gap;
  }
}

}  // namespace
}  // namespace mbs
