// Steps of STIFF and GALPHA where loops of beams would fill symmetric factors, so that the matrix
// of a step is eliminated by rows. Against DOP853, which has no matrix.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
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

}  // namespace
}  // namespace mbs
