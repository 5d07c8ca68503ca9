// Angles of a free body that nothing depends on, near the lock of their sequence: a CARDAN whose
// second angle comes near 90 degrees, a HINGE that is bent by nearly half a turn. A method sees
// nothing of them, however fast they turn there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

std::string free_body(const std::string& joint, const std::string& turned, const double* w,
                      const std::string& method) {
  return joint + "X 1 0 0 0\nX 2 ROT " + turned +
         "\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 1\nXM 2 0.02 0 0 0.03 0 0.04\n" +
         fmt::format("STARTVX 2 {:.17g} {:.17g} {:.17g}\n", w[0], w[1], w[2]) +
         "MEASURE most = MAX ABS e1_2\nMEASURE turned = INTEG ed1_1\n"
         "MEASURE first = FIRST e1_1\nMEASURE last = LAST e1_1\nTIMESTEP 2 5\nINTEG " +
         method + "\nEND END\n";
}

// The second angle never passes 90 degrees, and the first one is the integral of its rate, which
// has no branch. 0.005 to 0.2 rad from the lock that is another turn of pi in each passage.
TEST(MeasuredAngles, OfCardanNearItsLock) {
  std::mt19937 generator(11);
  const auto between = [&generator](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
  };
  int near = 0;
  for (int k = 0; k < 30; ++k) {
    const std::string sequence = k % 3 == 0 ? "xyz" : k % 3 == 1 ? "zxy" : "zyx";
    const std::string turned = fmt::format("{} {:.6f} {:.6f} {:.6f}", sequence, between(-1, 1),
                                           between(-1, 1), between(-1, 1));
    const double w[3] = {between(-8, 8), between(-1, 1), between(-4, 4)};
    for (const char* const method : {"STEP", "STEP 1e-6 1e-6", "DOP853", "STIFF 1e-5 1e-5"}) {
      const test::RunResult run =
          test::done(free_body("CARDAN 1 0 2 " + sequence + "\n", turned, w, method));
      const std::string what = fmt::format("{} {} {}", k, method, turned);
      EXPECT_LT(run.measure("most"), std::numbers::pi / 2) << what;
      EXPECT_NEAR(run.measure("turned"), run.measure("last") - run.measure("first"), 1e-3) << what;
      near += run.measure("most") > std::numbers::pi / 2 - 0.1 ? 1 : 0;
    }
  }
  EXPECT_GT(near, 10);
}

TEST(MeasuredAngles, OfAHingeBentByNearlyHalfATurn) {
  std::mt19937 generator(13);
  const auto between = [&generator](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
  };
  for (int k = 0; k < 30; ++k) {
    const double w[3] = {between(-4, 4), between(-8, 8), between(-8, 8)};
    for (const char* const method : {"STEP", "DOP853", "STIFF 1e-5 1e-5"}) {
      const test::RunResult run =
          test::done(free_body("HINGE 1 0 2 1 0 0\nRLSE 1 1 2 3\n",
                               fmt::format("xyz {:.6f} 0.2 0.1", between(-1, 1)), w, method));
      EXPECT_NEAR(run.measure("turned"), run.measure("last") - run.measure("first"), 1e-3)
          << k << method;
    }
  }
}

}  // namespace
}  // namespace mbs
