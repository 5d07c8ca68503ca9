// Newton's method in positions and stresses against the one in degrees of freedom: small
// mechanisms, which either solves.
#include "solve/statics/large_equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solve/statics/equilibrium.h"
#include "support/cantilever.h"
#include "support/dynamic_mechanism.h"

namespace mbs {
namespace {

using test::CantileverFreedoms;

void compare(const std::string& deck) {
  test::DynamicMechanism m(deck, Form::reduced);
  ASSERT_TRUE(m.start()) << m.loaded.diagnostics.format_all();
  State start = m.state;
  std::fill(start.v.begin(), start.v.end(), 0.0);
  m.state = start;
  const Placed at_start = m.place();
  ASSERT_TRUE(at_start.ok());
  std::vector<double> R(
      static_cast<std::size_t>(m.dynamics->placement().partition().freedom_count()));
  m.dynamics->find_imbalance(at_start, m.state, 1, R);
  std::vector<double> S(m.dynamics->stresses().begin(), m.dynamics->stresses().end());
  m.state = start;
  ASSERT_TRUE(Equilibrium(m.model(), m.phase(), *m.dynamics, {}).solve(m.state).ok());
  const std::vector<double> stresses(m.dynamics->stresses().begin(), m.dynamics->stresses().end());
  State found = start;
  Linearisation linear(m.model(), m.phase());
  const LargeEquilibrium::Result result =
      LargeEquilibrium(m.model(), m.phase())
          .solve(found, S, 1, 50,
                 [&](ConstVector motion, const State& at) { return linear.turning(motion, at); });
  ASSERT_TRUE(result.found);
  EXPECT_TRUE(result.stable);
  EXPECT_LE(result.iterations, 12);
  EXPECT_EQ(result.soft, -1);
  for (std::size_t i = 0; i < found.x.size(); ++i) EXPECT_NEAR(found.x[i], m.state.x[i], 1e-8) << i;
  double largest_stress = 1;
  for (const double one : stresses) largest_stress = std::max(largest_stress, std::fabs(one));
  for (std::size_t r = 0; r < S.size(); ++r)
    EXPECT_NEAR(S[r], stresses[r], 1e-6 * largest_stress) << r;
}

TEST(LargeEquilibrium, Cantilevers) {
  for (const CantileverFreedoms freedoms :
       {CantileverFreedoms::coordinates, CantileverFreedoms::deformations,
        CantileverFreedoms::bending})
    for (const char* tail :
         {"XF 9 0 3\n", "XF 9 -1 0.5\nXF 10 1\n", "GRAVITY 1 -9.81\nESIG 2 3 1 0\n"}) {
      SCOPED_TRACE(test::name_of(freedoms) + " " + tail);
      compare(test::cantilever(4, 1e4, freedoms, tail + std::string("STATIC\n")));
    }
}

// Bodies on hinges with springs between, a formula with a spring, a force at a point of a body.
TEST(LargeEquilibrium, Bodies) {
  compare(
      "PLREV 1 1 2 3 4  -0.5 0 0 0\nPLREV 2 5 6 1 2  -0.3 0 0.5 0\nPLTOR 3 2 6\n"
      "FORMULA 4 = x1_1^2*sin(x6_1)\nX 1 0 0\nX 2 -1.2\nX 3 0 0\nX 5 0 0\nX 6 -1\nFIX 3\nFIX 4\n"
      "DYNX 2\nDYNX 6\nRLSE 3\nRLSE 4\nEND HALT\nXM 1 3\nXM 2 0.2\nXM 5 1\nXM 6 0.05\n"
      "ESTIFF 3 2\nESTIFF 4 5\nGRAVITY 0 -9.81\nPFORCE 1  5 6  0.2 0.1  3 1\nSTATIC\nEND END\n");
}

}  // namespace
}  // namespace mbs
