// A motion that comes to rest at every row is judged beside the energy that it has between them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

const std::string kMethods[] = {"", "INTEG DOP853\n", "INTEG STIFF\n", "INTEG GALPHA\n"};

// A force of 3 sin(2 pi t) moves 2 kg by 1.5/(2 pi) a second.
TEST(RestBetweenRows, OfAForceOfTime) {
  for (const std::string& method : kMethods) {
    const test::RunResult run = test::good_run(
        "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nXLAW 1 1 = 3*sin(2*pi*t)\nTIMES 0 3 1\n" +
        method + "END END\n");
    EXPECT_NEAR(run.value(3, "x1_1"), 4.5 / (2 * M_PI), 1e-5) << method;
  }
}

TEST(RestBetweenRows, OfAChainAndOfABody) {
  for (const std::string& method : kMethods) {
    const test::RunResult chain = test::good_run(
        "SEGDYN\nSEGMENT 1 1 1 0.5 0.25\nSTATE 1 0 0\nBASE 0 0\nKNOWN M 1 = 3*sin(2*pi*t)\n"
        "TIME 0 2 1\n" +
        method + "END\n");
    EXPECT_NEAR(chain.value(2, "phi1"), 12 / (2 * M_PI), 1e-5) << method;
    const test::RunResult body = test::good_run(
        "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 3 1\nMASS 2 2 0.1\nVEL 2 0 0 0\n"
        "LAW BODY 2 X = t > 0.2 && t < 0.4 ? 5 : t > 0.5 && t < 0.7 ? -5 : 0\n" +
        method + "END\n");
    EXPECT_NEAR(body.value(3, "body2.x"), 2.5 * 0.2 * 0.3, 1e-5) << method;
  }
}

// A weight that is let go on a spring without stress turns back where it started.
TEST(RestBetweenRows, OfASpring) {
  for (const std::string& method : kMethods) {
    const test::RunResult run = test::good_run(
        "PLTRUSS 1 1 2\nX 1 0 -1\nX 2 0 0\nFIX 1\nFIX 2 1\nDYNX 2 2\nRLSE 1 1\nEND HALT\nXM 2 1\n"
        "ESTIFF 1 39.478417604357434\nGRAVITY 0 -9.81\nTIMES 0 3 1\n" +
        method + "END END\n");
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(run.value(k, "x2_2"), 0, 1e-5) << method;
  }
}

}  // namespace
}  // namespace mbs
