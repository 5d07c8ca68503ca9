// Mechanisms of the textbooks in closed form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

// A Geneva drive of n slots, its pin at r = a sin(pi/n): with L = r/a and the crank at alpha from
// the line of the centres
//   tan(phi) = L sin(alpha)/(1 - L cos(alpha))    phi' = (L cos(alpha) - L^2)/q
//   phi'' = L (L^2 - 1) sin(alpha)/q^2,           q = 1 - 2 L cos(alpha) + L^2
TEST(Textbook, GenevaDrive) {
  for (const int slots : {4, 6}) {
    const double L = std::sin(M_PI / slots), w = 2 * M_PI;
    const test::RunResult run = test::run(fmt::format(
        R"(PLSLOT 1 1 2 3 4 {:.17g} 0 0 0 -1 0
X 1 0 0
X 2 -40deg
X 3 0.1 0
X 4 20deg
FIX 1
FIX 3
INPUTX 2
END HALT
INPUTX 2 1 0 ${{2*pi}}
XM 4 0.002
TIMES -0.1 0.1 0.01
END END
)",
        0.1 * L));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double alpha = w * run.time(k), c = std::cos(alpha), s = std::sin(alpha);
      const double q = 1 - 2 * L * c + L * L;
      EXPECT_NEAR(run.value(k, "x4_1"), -std::atan2(L * s, 1 - L * c), 1e-13);
      EXPECT_NEAR(run.value(k, "v4_1"), -w * (L * c - L * L) / q, 1e-11);
      EXPECT_NEAR(run.value(k, "a4_1"), -w * w * L * (L * L - 1) * s / (q * q), 1e-9);
      EXPECT_NEAR(run.value(k, "r2_1") * w, 0.002 * run.value(k, "a4_1") * run.value(k, "v4_1"),
                  1e-9);
    }
    if (slots == 4) {
      EXPECT_NEAR(std::fabs(run.value(10, "v4_1")), 15.17, 5e-3);
    }
  }
}

}  // namespace
}  // namespace mbs
