// A law that jumps holds a mass as a ball between two slopes: its velocities behind each jump keep
// the tolerance, by every method. Against the closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

// 1 kg from 0 at 1 m/s, with 2 m/s2 up to 0.5 m and -6 m/s2 behind it.
double thrown(double t) {
  const double u = std::sqrt(3.0), first = (u - 1) / 2, there = u / 3, back = u;
  if (t < first) return t + t * t;
  const double p = std::fmod(t - first, there + back), q = p - there;
  return p < there ? 0.5 + u * p - 3 * p * p : 0.5 - u * q + q * q;
}

TEST(ThrownBySteps, PlacesKeepTheTolerance) {
  struct Method {
    const char* words;
    double tolerance;
  };
  for (const Method& method :
       {Method{"GALPHA", 1e-8}, Method{"GALPHA 1e-6 1e-6", 1e-6}, Method{"GALPHA 1e-5 1e-5", 1e-5},
        Method{"STIFF 1e-6 1e-6", 1e-6}, Method{"STEP 1e-6 1e-6", 1e-6}}) {
    const test::RunResult run = test::good_run(
        "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nSTARTVX 1 1 1\n"
        "XLAW 1 1 = -8*(step(x - 0.5) - 0.25)\nTIMES 0 4 0.5\nINTEG " +
        std::string(method.words) + "\nEND END\n");
    for (std::size_t row = 0; row < run.rows.size(); ++row)
      EXPECT_NEAR(run.value(row, "x1_1"), thrown(0.5 * static_cast<double>(row)),
                  50 * method.tolerance)
          << method.words << row;
  }
}

}  // namespace
}  // namespace mbs
