// What mechanics keeps, whatever the mechanism does: momentum and angular momentum of a mechanism
// that touches nothing, energy where nothing takes any.
#include <gtest/gtest.h>

#include "paths.h"
#include "support/deck.h"
#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

using test::Error;
using test::RunResult;

// Two trusses and a spring in free flight, uneven masses, thrown with a spin.
constexpr const char* kFree = R"(
PLTRUSS 1 1 2
PLTRUSS 2 2 3
PLTRUSS 3 1 3
X 1 0 0
X 2 1 0.2
X 3 0.4 1.1
RLSE 3
END HALT
EM 1 1.5
EM 2 0.5
XM 1 1
XM 2 2
XM 3 0.5
ESTIFF 3 40
EREST 3 0.9
STARTVX 1 1 0.3
STARTVX 1 2 2
STARTVX 2 1 -1
STARTVX 2 2 0.7
STARTVX 3 1 2
STARTVX 3 2 -0.4
DOF AUTO
INTEG STEP 1e-12 1e-12
TIMESTEP 3 30
END END
)";

double spread(const RunResult& run, const std::string& channel) {
  Error error;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    error.add(run.value(k, channel), run.value(0, channel));
  return error.relative();
}

TEST(FreeFlight, KeepsMomentaAndEnergy) {
  const RunResult run = test::run(kFree);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 31u);
  EXPECT_GT(std::fabs(run.value(0, "momentum.angular")), 0.1);
  EXPECT_LT(spread(run, "momentum.x"), 1e-9);        // seen 3.2e-13
  EXPECT_LT(spread(run, "momentum.y"), 1e-9);        // seen 2.2e-11
  EXPECT_LT(spread(run, "momentum.angular"), 1e-9);  // seen 1.3e-12
  Error energy, centre;
  const double start = run.value(0, "energy.kinetic") + run.value(0, "energy.potential");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    energy.add(run.value(k, "energy.kinetic") + run.value(k, "energy.potential"), start);
    centre.add(run.value(k, "cm.x"), run.value(0, "cm.x") + run.time(k) * run.value(0, "cm.xd"));
  }
  EXPECT_LT(energy.relative(), 1e-9);  // seen 5.0e-13
  EXPECT_LT(centre.relative(), 1e-9);  // seen 8.8e-14
}

class Energy : public testing::TestWithParam<const char*> {};

TEST_P(Energy, Balances) {
  const RunResult run = test::run(test::read_all(std::string(MBSIM_ROOT) + "/decks/" + GetParam()));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  double worst = 0, largest = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    worst = std::max(worst, std::fabs(run.value(k, "energy.balance")));
    largest = std::max({largest, std::fabs(run.value(k, "energy.kinetic")),
                        std::fabs(run.value(k, "energy.potential"))});
  }
  EXPECT_LT(worst, 2e-10 * largest);  // seen 1.3e-11
}

INSTANTIATE_TEST_SUITE_P(Decks, Energy,
                         testing::Values("spacar/appendix_auto.dat", "spacar/vertical_jump.dat",
                                         "own/andrews.dat", "own/four_bar_2.dat",
                                         "own/pendulum.dat", "own/double_pendulum_rods.dat",
                                         "kabios/double_pendulum_dynamic.dat",
                                         "kabios/slider_crank_free_dynamic.dat"),
                         test::name_of_text);

}  // namespace
}  // namespace mbs
