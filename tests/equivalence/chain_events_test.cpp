// Events in SEGDYN decks, against the other dialects and a closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using test::RunResult;

RunResult run_event_deck(const std::string& name) {
  const std::string directory = std::string(MBSIM_ROOT) + "/decks/events";
  return test::run(test::read_all(directory + "/" + name), {}, directory);
}

void expect_same_centre_of_mass(const RunResult& a, const RunResult& b, std::size_t rows,
                                double allowed) {
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  ASSERT_GE(a.rows.size(), rows);
  ASSERT_GE(b.rows.size(), rows);
  test::Error error;
  for (std::size_t k = 0; k < rows; ++k)
    for (const char* name : {"cm.x", "cm.y", "cm.xd", "cm.yd", "energy.kinetic", "energy.work"})
      error.add(a.value(k, name), b.value(k, name));
  EXPECT_LT(error.relative(), allowed);
}

// Take-off, locked joints in the air, landing: 22 rows to 1.05 s.
TEST(ChainEvents, AWholeJumpAsInTheNativeDeck) {
  expect_same_centre_of_mass(run_event_deck("jump_chain.dat"), run_event_deck("jump.dat"), 22,
                             1e-10);  // seen 1.9e-12
}

// Up to the apex at 0.587 s; the decks' grids meet in multiples of 0.05 s.
TEST(KabiosEvents, AJumpUpToItsApexAsInTheNativeDeck) {
  expect_same_centre_of_mass(run_event_deck("take_off_kabios.dat"), run_event_deck("take_off.dat"),
                             12, 1e-11);  // seen 1.8e-13
}

// A flat rod falls 0.5 m and its end is caught: it goes on with w = m v d / (j + m d^2) about that
// end, and keeps its energy from then on.
TEST(ChainEvents, AFallingRodIsCaughtAtItsEnd) {
  const RunResult run = test::run(R"(SEGDYN
SEGMENT 1  2 1 0.5 0.25
STATE 1  0 0
BASE 0 1
FREE BASE
GRAV 0 -9.81
EVENT caught WHEN y < 0.5 DO FIX BASE
TIME 0 0.5 0.05
INTEG STEP 1e-12 1e-12
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double m = 2, d = 0.5, j = 0.25, g = 9.81, v = std::sqrt(2 * g * 0.5);
  const double about_end = j + m * d * d, w = m * v * d / about_end;
  const double energy = about_end * w * w / 2 + m * g * 0.5;
  for (std::size_t k = 7; k < 11; ++k) {  // from 0.35 s on
    EXPECT_NEAR(run.value(k, "energy.kinetic") + run.value(k, "energy.potential"), energy,
                1e-11);                              // seen 2.4e-13
    EXPECT_NEAR(run.value(k, "y"), 0.5, 1e-12);      // seen 1.3e-15
    EXPECT_LT(run.value(k, "phid1"), -w);            // gravity turns it faster
    EXPECT_LT(std::fabs(run.value(k, "x")), 1e-12);  // seen 1.8e-15
  }
}

}  // namespace
}  // namespace mbs
