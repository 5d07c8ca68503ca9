// Rotary inertia of beams (EM e rho J) against Rayleigh's beam, few elements by dense matrices and
// many by the search for the lowest modes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// Between pins, L = EI = rho = 1: mode k has k^4 pi^4 / (1 + J k^2 pi^2).
double worst_mode(const char* beam, int n, double J, int modes) {
  std::string deck, tail;
  for (int k = 1; k <= n; ++k) {
    deck += fmt::format("{} {} {} {} {} {}\nRLSE {}\n", beam, k, 2 * k - 1, 2 * k, 2 * k + 1,
                        2 * k + 2, k);
    tail += fmt::format("ESTIFF {0} 1e6 1\nEM {0} 1 {1}\n", k, J);
  }
  for (int k = 0; k <= n; ++k)
    deck += fmt::format("X {} {:.17g} 0\n", 2 * k + 1, static_cast<double>(k) / n);
  deck += fmt::format("FIX 1\nFIX {} 2\nEND HALT\nDOF AUTO\n", 2 * n + 1);
  const test::RunResult run =
      test::good_run(deck + tail + fmt::format("EIGEN {}\nEND END\n", modes));
  double worst = 0;
  for (int k = 1; k <= modes; ++k) {
    const double arc = std::pow(k * std::numbers::pi, 2);
    const double exact = arc / std::sqrt(1 + J * arc);
    worst =
        std::max(worst, std::fabs(run.value(static_cast<std::size_t>(k) - 1, "omega") / exact - 1));
  }
  return worst;
}

TEST(RotaryInertia, BetweenPins) {
  for (const char* beam : {"PLBEAM", "PLBEAMG", "PLBEAML"})
    for (const double J : {0.0, 0.002, 0.05}) {
      // (k pi / n)^4 / 1440 of one mode, and less with rotary inertia
      const double coarse = worst_mode(beam, 8, J, 2), fine = worst_mode(beam, 16, J, 2);
      EXPECT_LT(coarse, 3e-4) << beam << ' ' << J;
      EXPECT_GT(coarse, 12 * fine) << beam << ' ' << J;
      EXPECT_LT(worst_mode(beam, 48, J, 4), 5e-6) << beam << ' ' << J;
    }
}

// It counts where a beam turns as a rigid body: a rod about its end has rho l^3 / 3 + J l.
TEST(RotaryInertia, RodAboutItsEnd) {
  for (const char* beam : {"PLBEAM", "PLBEAMG", "PLBEAML"}) {
    const double l = 0.7, rho = 1.3, J = 0.4, spring = 5;
    const test::RunResult run = test::good_run(fmt::format(R"({} 1  1 2  3 4
PLTOR 2  5 2
X 1  0 0
X 3  {} 0
FIX 1
FIX 5
DYNE 2
END HALT
EM 1 {} {}
ESTIFF 2 {}
EIGEN
END END
)",
                                                           beam, l, rho, J, spring));
    ASSERT_EQ(run.rows.size(), 1u);
    EXPECT_NEAR(run.value(0, "omega"), std::sqrt(spring / (rho * l * l * l / 3 + J * l)), 1e-11)
        << beam;
  }
}

}  // namespace
}  // namespace mbs
