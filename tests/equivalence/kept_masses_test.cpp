// A mechanism without constraints, in coordinates of space: the factors of its masses serve as long
// as the masses are the same. Those of beams turn with the motion. Against deformations as degrees
// of freedom, whose equations have other masses.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/cantilever.h"
#include "support/deck.h"

namespace mbs {
namespace {

TEST(KeptMasses, OfBeamsThatTurn) {
  constexpr int kBeams = 12;  // 36 unknowns: the two lines are sparse
  const auto tip = [](test::CantileverFreedoms freedoms, const std::string& form) {
    const test::RunResult run = test::run(test::cantilever(
        kBeams, 1e3, freedoms,
        "XF 25 0 5\nFORM " + form + "\nTIMES 0 0.04 0.04\nINTEG DOP853 1e-7 1e-7\n"));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run.rows.empty() ? NAN : run.value(run.rows.size() - 1, "x25_2");
  };
  const double in_space = tip(test::CantileverFreedoms::coordinates, "FULL");
  EXPECT_GT(in_space, 0.02);
  EXPECT_NEAR(in_space, tip(test::CantileverFreedoms::deformations, "REDUCED"), 1e-6);
}

}  // namespace
}  // namespace mbs
