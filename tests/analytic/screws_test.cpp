// Racks and screws against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "paths.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

TEST(Rack, AcceleratesAsMassAndInertia) {
  const double r = 0.05, J = 2e-3, m = 1.5, M = 0.4;
  for (const double side : {1.0, -1.0}) {
    const test::RunResult run = test::good_run(fmt::format(
        R"(PLRACK 1 1 2 3 4 0 0 {} 1 0
X 1 0 0.3
X 3 0 0
FIX 1
FIX 4
FIX 3 2
DYNX 2
END HALT
XM 2 {}
XM 3 {}
XF 2 {}
TIMES 0 1 1
END END
)",
        side * r, J, m, M));
    const double alpha = M / (J + m * r * r);
    EXPECT_NEAR(run.value(0, "a2_1"), alpha, 1e-11 * alpha);
    EXPECT_NEAR(run.value(0, "a3_1"), side * r * alpha, 1e-11 * alpha);
    EXPECT_NEAR(run.value(1, "x3_1"), side * r * alpha / 2, 1e-9 * alpha);
    EXPECT_NEAR(run.value(0, "s1_1"), side * m * r * alpha, 1e-11 * alpha);
  }
}

TEST(Screw, MovesItsNutByTheLeadForOneTurn) {
  const double J = 2e-3, m = 1.5, M = 0.4, pi = 3.14159265358979323846;
  for (const double lead : {0.03, -0.2}) {
    const double k = lead / (2 * pi);
    const test::RunResult run = test::good_run(fmt::format(
        R"(PLSCREW 1 2  3 4  5 6  0.1 0.2 0 2 {}
X 2 0.3
X 3 1 2
X 5 0.7 -0.4
FIX 3 1
FIX 4
FIX 5
FIX 6
DYNX 2
END HALT
XM 2 {}
XM 3 {}
XF 2 {}
TIMES 0 1 1
END END
)",
        lead, J, m, M));
    const double alpha = M / (J + m * k * k);
    EXPECT_NEAR(run.value(0, "a2_1"), alpha, 1e-11 * alpha);
    EXPECT_NEAR(run.value(0, "a3_2"), k * alpha, 1e-11 * alpha);
    EXPECT_NEAR(run.value(0, "s1_1"), -m * k * alpha, 1e-11 * alpha);
    EXPECT_NEAR(run.value(1, "x3_2"), 2 + k * alpha / 2, 1e-9 * alpha);
  }
}

// decks/elements/lead_screw.dat: (J + m k^2) wd = 3 (1 - w/60) - m g k with k = lead/(2 pi).
TEST(Screw, LiftsAPlatform) {
  const test::RunResult run =
      test::good_run(test::read_all(std::string(MBSIM_ROOT) + "/decks/elements/lead_screw.dat"));
  const double k = 0.02 / (2 * 3.14159265358979323846), m = 40;
  const double inertia = 0.01 + m * k * k, steady = 60 * (1 - m * 9.81 * k / 3);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.value(row, "t"), w = steady * -std::expm1(-t * 3 / (60 * inertia));
    EXPECT_NEAR(run.value(row, "body2.phid"), w, 1e-8 * steady);
    EXPECT_NEAR(run.value(row, "body3.yd"), k * w, 1e-8 * k * steady);
    EXPECT_NEAR(run.value(row, "screw1.s"), -m * (k * run.value(row, "body2.phidd") + 9.81),
                1e-9 * m * 9.81);
  }
}

// On a plate that turns at a constant rate a screw that turns with it leaves its nut where it is on
// the plate, and one that does not turn at all moves it by the lead for a turn of the plate.
TEST(Screw, TurnsAgainstTheBodyOfItsLine) {
  const double lead = 0.3, w = 1.2, t = 0.5, pi = 3.14159265358979323846;
  for (const double own : {w, 0.0}) {
    const test::RunResult run = test::good_run(fmt::format(
        R"(PLSCREW 1 2  3 4  5 6  0 0 1 0 {}
PLTRAN 2  5 6  3 4  0 0 1 0  0 0
X 2 0
X 3 0.4 0
X 4 0
X 5 0 0
X 6 0
FIX 5
INPUTX 2
INPUTX 6
END HALT
INPUTX 2 1 0 {}
INPUTX 6 1 0 {}
XM 3 1
XM 4 0.1
TIMES 0 {} {}
END END
)",
        lead, own, w, t, t));
    const double way = 0.4 + lead * (own - w) * t / (2 * pi);
    EXPECT_NEAR(run.value(1, "x3_1"), way * std::cos(w * t), 1e-12);
    EXPECT_NEAR(run.value(1, "x3_2"), way * std::sin(w * t), 1e-12);
  }
}

}  // namespace
}  // namespace mbs
