// The powers in the CSV against the energies there: the change of the work done between two report
// times is the integral of all powers but those of springs.
#include <gtest/gtest.h>

#include <cmath>

#include "paths.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

// Simpson's rule over pairs of rows; largest gap over the largest work.
double gap(const test::RunResult& run, std::initializer_list<const char*> powers) {
  auto sum = [&](std::size_t row) {
    double total = 0;
    for (const char* name : powers) total += run.value(row, name);
    return total;
  };
  test::Error error;
  double work = 0;
  for (std::size_t k = 0; k + 2 < run.rows.size(); k += 2) {
    work += (run.time(k + 2) - run.time(k)) / 6 * (sum(k) + 4 * sum(k + 1) + sum(k + 2));
    error.add(run.value(k + 2, "energy.work"), work);
  }
  return error.relative();
}

using test::done;

// A damper, a motor and a driven point of a native deck.
TEST(PowerChannels, OfANativeDeck) {
  const test::RunResult run = done(
      R"(PLTRUSS 1 1 2
PLTOR 2 3 4
PLREV 3 5 3 6 4  0 0 -0.5 0
X 1 0 0
X 2 1 0
X 5 0 3
X 6 0.5 3
INPUTX 1 1
FIX 1 2
DYNX 2
RLSE 1
FIX 5
FIX 3
DYNX 4
RLSE 2
END HALT
INPUTX 1 1 POLY 0 0 0.3 -0.1
XM 2 2
XM 6 1
XM 4 0.1
EDAMP 1 3
ELAW 2 1 = 2*sin(3*t) + 0.2*ed
TIMESTEP 2 400
ERROR 1e-12 1e-12
END END
)");
  EXPECT_LT(gap(run, {"x1_1.power", "e1_1.power", "e2_1.power"}), 1e-7);  // seen 1.7e-9
  for (std::size_t k = 0; k < run.rows.size(); k += 50)
    EXPECT_NEAR(run.value(k, "rev3.angle"), run.value(k, "x4_1"), 1e-15);
}

// Damper and motor between the bodies of a KABIOS deck, and a driver.
TEST(PowerChannels, OfAKabiosDeck) {
  const test::RunResult run = done(
      R"(3 2 0 1 0 1 0 0 0
0 0 0
0.5 0 0
1.4 0.1 0.2
1 2 0 0 -0.5 0
2 3 0.5 0 -0.4 0
1
2 3 0 1 0.5
0 2 0.005
MASS 2 2 0.1
MASS 3 1 0.05
GRAV 0 -9.81
RSDA 2 3 0 0 0.3 0.5
SDA 1 3 2 0 0.1 0 0 1 2 3
INTEG STEP 1e-12 1e-12
END
)");
  EXPECT_LT(gap(run, {"driver1.power", "rsda1.power", "sda1.power"}), 1e-7);  // seen 3.3e-9
}

// Constant moments in the joints of a chain.
TEST(PowerChannels, OfAChain) {
  std::string text = test::read_all(MBSIM_ROOT "/decks/chains/jump.dat");
  const std::string grid = "TIME 0 0.24 0.01";
  text.replace(text.find(grid), grid.size(), "TIME 0 0.24 0.001");
  const test::RunResult run = done(text);
  EXPECT_LT(gap(run, {"m1.power", "m2.power", "m3.power", "m4.power"}), 1e-6);  // seen 8.5e-8
  const double knee = run.value(240, "m3");
  EXPECT_DOUBLE_EQ(run.value(240, "m3.power"),
                   knee * (run.value(240, "phid3") - run.value(240, "phid2")));
}

}  // namespace
}  // namespace mbs
