// A spring in series with a damper (Maxwell's element), as a state of the deck and as two elements
// with a light node between them, against closed forms: relaxation, creep, vibration.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/modes.h"

namespace mbs {
namespace {

constexpr double kSpring = 40, kDamper = 5, kRate = kSpring / kDamper;

const char* const kMethods[] = {"STEP 1e-9 1e-12", "DOP853 1e-9 1e-12", "STIFF 1e-8 1e-11",
                                "GALPHA 1e-7 1e-10", "RK4 1e-3"};

// Stretched by 0.1 and held: the force falls as exp(-k t / c).
TEST(SeriesDamper, RelaxationOfTheState) {
  for (const char* method : kMethods) {
    const test::RunResult run = test::run(fmt::format(R"(PLTRUSS 1  1 2
X 1  0 0
X 2  1.1 0
FIX 1
FIX 2
X 3  0 5
FIX 3 2
DYNX 3 1
RLSE 1
END HALT
XM 3 1
EREST 1 1
ODE s {} RATE {}*ed1_1 - {}*s
ELAW 1 1 = s
TIMES 0 0.5 0.1
INTEG {}
END END
)",
                                                      0.1 * kSpring, kSpring, kRate, method));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      EXPECT_NEAR(run.value(k, "s1_1"), 4 * std::exp(-kRate * run.time(k)), 4e-5) << method;
  }
}

// A mass on the element: m s^3 + m (k / c) s^2 + k s = 0. The state makes the third value.
TEST(SeriesDamper, ModesOfAMass) {
  for (const double m : {0.05, 0.4, 3.0}) {
    const test::RunResult run = test::good_run(fmt::format(R"(PLTRUSS 1  1 2
X 1  0 0
X 2  1 0
FIX 1
FIX 2 2
DYNX 2 1
RLSE 1
END HALT
XM 2 {}
ODE s 0 RATE {}*ed1_1 - {}*s
ELAW 1 1 = s
EIGEN
END END
)",
                                                           m, kSpring, kRate));
    const std::complex<double> root =
        std::sqrt(std::complex<double>(kRate * kRate / 4 - kSpring / m));
    for (const std::complex<double>& value : {-kRate / 2 + root, -kRate / 2 - root}) {
      EXPECT_LE(test::distance_to_mode(run, value), 1e-11 * std::abs(value)) << m << '\n'
                                                                             << run.report;
    }
  }
}

// A spring to a light node and a damper from there to what is held: mu x'' + c x' + k x = 0.
TEST(SeriesDamper, RelaxationOfTwoElements) {
  for (const double mu : {0.05, 1e-3}) {
    const double b = kDamper / mu, root = std::sqrt(b * b / 4 - kSpring / mu);
    const double fast = -b / 2 - root, slow = kSpring / mu / fast;
    const std::string deck = fmt::format(R"(PLTRUSS 1  1 2
PLTRUSS 2  2 3
X 1  0 0
X 2  1.1 0
X 3  2 0
FIX 1
FIX 2 2
FIX 3
DYNX 2 1
RLSE 1
RLSE 2
END HALT
XM 2 {:.17g}
EREST 1 1
ESTIFF 1 {}
EDAMP 2 {:.17g}
)",
                                         mu, kSpring, 0.9 * kDamper);
    // ESTIFF and EDAMP are divided by the reference length.
    for (const char* method : kMethods) {
      const test::RunResult run = test::run(
          deck + fmt::format("TIMES 0 0.5 0.1\nINTEG {}\nEND END\n",
                             mu < 1e-2 && std::string(method) == "RK4 1e-3" ? "RK4 1e-4" : method));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      for (std::size_t k = 0; k < run.rows.size(); ++k) {
        const double t = run.time(k);
        const double x =
            0.1 * (fast * std::exp(slow * t) - slow * std::exp(fast * t)) / (fast - slow);
        EXPECT_NEAR(run.value(k, "x2_1"), 1 + x, 1e-6) << method << ' ' << mu << ' ' << t;
      }
    }
    const test::RunResult modes = test::good_run(deck + "STATIC\nEIGEN\nEND END\n");
    ASSERT_EQ(modes.rows.size(), 2u);
    EXPECT_NEAR(modes.value(0, "real"), slow, 1e-9 * std::fabs(slow));
    EXPECT_NEAR(modes.value(1, "real"), fast, 1e-9 * std::fabs(fast));
  }
}

}  // namespace
}  // namespace mbs
