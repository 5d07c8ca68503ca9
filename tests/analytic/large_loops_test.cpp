// Steps of STIFF and GALPHA where loops of beams would fill symmetric factors with pivots that are
// looked for. Against DOP853, which has no matrix.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

// Four-bar linkages side by side: legs of beams (leaning by 60 degrees, length 1) that are joined
// by rigid bars.
std::string flexible_four_bars(int count, int beams, const std::string& end) {
  std::string out, nodes, freedoms, forces;
  int node = 1, element = 1, last = 0;
  for (int k = 0; k <= count; ++k) {
    freedoms += fmt::format("FIX {}\n", node);
    for (int i = 0; i <= beams; ++i, node += 2) {
      const double part = static_cast<double>(i) / beams;
      nodes += fmt::format("X {} {:.17g} {:.17g}\n", node, k + part / 2, part * std::sqrt(0.75));
      if (i == 0) continue;
      out += fmt::format("PLBEAM {} {} {} {} {}\n", element, node - 2, node - 1, node, node + 1);
      freedoms += fmt::format("RLSE {} 1 2 3\n", element);
      forces += fmt::format("EM {0} 1\nESTIFF {0} 1e6 100\n", element++);
    }
    const int top = node - 2;
    forces += fmt::format("XM {} 1\n", top);
    if (k > 0) out += fmt::format("PLTRUSS {} {} {}\n", element++, last, top);
    last = top;
  }
  return out + nodes + freedoms + "END HALT\n" + forces + "GRAVITY 0 -9.81\nDOF AUTO\n" + end +
         "END END\n";
}

TEST(LargeLoops, FlexibleFourBars) {
  const auto tip = [](const std::string& method) {
    const test::RunResult run =
        test::run(flexible_four_bars(8, 4, "TIMES 0 0.05 0.05\nINTEG " + method + "\n"));
    EXPECT_EQ(run.status, ExitStatus::done) << method << run.messages;
    return run.rows.empty() ? NAN : run.value(run.rows.size() - 1, "x81_1");
  };
  const double fine = tip("DOP853 1e-8 1e-8");
  EXPECT_NEAR(tip("STIFF 1e-6 1e-6"), fine, 1e-5);
  EXPECT_NEAR(tip("GALPHA STEP 2e-4"), fine, 1e-5);
}

// Iterations by forces with a matrix that Broyden's update improves: fewer evaluations a step than
// the 7.4 of the kept matrix alone, and the same motion as by error control.
TEST(LargeLoops, IterationsOfAStep) {
  const auto run_by = [](const std::string& method) {
    test::RunResult run =
        test::run(flexible_four_bars(8, 4, "TIMES 0 0.2 0.2\nINTEG " + method + "\n"));
    EXPECT_EQ(run.status, ExitStatus::done) << method << run.messages;
    return run;
  };
  const test::RunResult fixed = run_by("GALPHA STEP 1e-3"), chosen = run_by("GALPHA 1e-5 1e-5");
  EXPECT_NEAR(fixed.value(fixed.rows.size() - 1, "x81_1"),
              chosen.value(chosen.rows.size() - 1, "x81_1"), 2e-4);
  long accepted = 0, rejected = 0, evaluations = 0;
  const std::size_t at = fixed.audit.find("steps accepted");
  ASSERT_NE(at, std::string::npos) << fixed.audit;
  ASSERT_EQ(
      std::sscanf(fixed.audit.c_str() + at, "steps accepted %ld, rejected %ld, evaluations %ld",
                  &accepted, &rejected, &evaluations),
      3);
  EXPECT_LT(2 * evaluations, 13 * accepted);
}

}  // namespace
}  // namespace mbs
