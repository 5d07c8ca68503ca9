// EIGEN where muscles stand at kinks of their curves: the modes of both sides.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

// An arm between two springs of KNOWN, a flexor and an extensor.
std::string arm(const char* flexor, const char* extensor) {
  return fmt::format(R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0.6 0
GRAV 0 -9.81
KNOWN M 1 = 0.3*exp(-4*(phi1-0.2)) - 0.2*exp(3*(phi1-1.6)) - 0.05*phid1
MUSCLE FLEX {} ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 PENNATION 12 STIM = .12
MUSCLE EXT {} ARM 1 .265 .022 FMAX 1000 LOPT .09 LSLACK .19 STIM = .05
STATIC
EIGEN
END
)",
                     flexor, extensor);
}

std::string table_below(const std::string& report, const std::string& title) {
  const std::size_t at = report.find(title);
  return at == std::string::npos ? "" : report.substr(at, 520);
}

// Nothing acts back on a first-order activation: its eigenvalue is -(0.5 + 1.5 a)/TDEACT where it
// falls, -1/((0.5 + 1.5 a) TACT) where it rises. The mode of the arm is that of a program of its
// own, written by hand from Thelen (2003) and De Groote et al. (2016), to its four digits.
TEST(KinkSides, BothAreShown) {
  const test::RunResult run = test::good_run(arm("DGF", "THELEN"));
  EXPECT_NE(run.report.find("lengthening fibres and falling activations"), std::string::npos);
  const std::string falls = table_below(run.report, "fibres lengthen, activations fall"),
                    rises = table_below(run.report, "fibres shorten, activations rise");
  const double flexor = 0.5 + 1.5 * 0.12, extensor = 0.5 + 1.5 * 0.05;
  for (const double value : {flexor / 0.06, extensor / 0.05})
    EXPECT_NE(falls.find(fmt::format("{:14.5g}", -value)), std::string::npos) << value << falls;
  for (const double value : {1 / (flexor * 0.015), 1 / (extensor * 0.015)})
    EXPECT_NE(rises.find(fmt::format("{:14.5g}", -value)), std::string::npos) << value << rises;
  EXPECT_NE(falls.find(" 12.17"), std::string::npos) << falls;
  EXPECT_NE(falls.find(" 0.860"), std::string::npos);
  EXPECT_NE(rises.find(" 10.63"), std::string::npos) << rises;
  EXPECT_NE(rises.find(" 0.481"), std::string::npos);
}

// Curves without kinks have one table, and so has a mechanism without muscles.
TEST(KinkSides, SmoothCurvesHaveOne) {
  const test::RunResult run = test::good_run(arm("DGF HATZE", "DGF HATZE"));
  EXPECT_EQ(run.report.find("kinks"), std::string::npos);
}

}  // namespace
}  // namespace mbs
