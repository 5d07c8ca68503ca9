// STIFF on large flexible mechanisms whose deck has states: these are solved beside the sparse
// tangent. Against DOP853, which has no matrix.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr int kBeams = 12;

// A cantilever (length, stiffness EI and mass 1) with a load at its tip, point 25.
std::string cantilever(const std::string& states, const std::string& method) {
  std::string beams, forces;
  for (int i = 1; i <= kBeams; ++i) {
    beams += fmt::format("PLBEAM {} {} {} {} {}\nX {} {:.17g} 0\nRLSE {}\n", i, 2 * i - 1, 2 * i,
                         2 * i + 1, 2 * i + 2, 2 * i + 1, 1.0 * i / kBeams, i);
    forces += fmt::format("EM {0} 1\nESTIFF {0} 1e4 1\n", i);
  }
  return beams + "X 1 0 0\nFIX 1\nFIX 2\nEND HALT\n" + forces +
         fmt::format("XF 25 0 0.1\n{}DOF AUTO\nTIMES 0 0.5 0.1\nINTEG {}\nEND END\n", states,
                     method);
}

struct Case {
  std::string states;
  std::vector<std::string> channels;
  long most_steps;
};

// The tolerance of STIFF is 1e-5.
TEST(LargeStates, OfABeam) {
  const Case cases[] = {
      // Filters of the tip's velocity and place, which push it.
      {"ODE f 0 RATE (v25_2 - f)*50\nODE g 0 RATE 200*(x25_2 - g)\nXLAW 25 2 = -0.2*f - 2*g\n",
       {"x25_2", "f", "g"},
       400},
      // A spring and damper through a state that follows the tip at once.
      {"ODE g 0 RATE 1e4*(x25_2 - g)\nXLAW 25 2 = -1e3*(2*x25_2 - g)\n", {"x25_2", "g"}, 3000},
      // A decay that no force reads.
      {"ODE z 1 RATE -1e5*(z - cos(t))\n", {"x25_2", "z"}, 400}};
  for (const Case& one : cases) {
    const test::RunResult run = test::done(cantilever(one.states, "STIFF 1e-5 1e-5"));
    const test::RunResult exact = test::done(cantilever(one.states, "STEP 1e-9 1e-9"));
    EXPECT_LT(run.integrated.accepted + run.integrated.rejected, one.most_steps) << one.states;
    for (const std::string& channel : one.channels)
      for (std::size_t row = 0; row < exact.rows.size(); ++row)
        EXPECT_NEAR(run.value(row, channel), exact.value(row, channel), 2e-4)
            << channel << row << one.states;
  }
}

}  // namespace
}  // namespace mbs
