// Newton's method in positions and stresses against the one in degrees of freedom: small
// mechanisms, which either solves.
#include "solve/statics/large_equilibrium.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "solve/statics/equilibrium.h"
#include "support/cantilever.h"
#include "support/dynamic_mechanism.h"

namespace mbs {
namespace {

using test::CantileverFreedoms;

void compare(const std::string& deck, bool judged = true) {
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
  EXPECT_EQ(result.judged, judged);
  EXPECT_EQ(result.stable, judged);
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

// Laws of one deformation: alone on a row, twice on a row, beside springs; dampers, which do
// nothing at rest; of another deformation, symmetric and not.
TEST(LargeEquilibrium, LawsOfDeformations) {
  const auto deck = [](const std::string& laws) {
    return test::cantilever(4, 1e4, CantileverFreedoms::deformations,
                            "XF 9 0 1\nEDAMP 2 3 0.1\n" + laws + "STATIC\n");
  };
  for (const char* laws : {"ELAW 1 2 = 0.5*e + 40*e^3 + 0.2*ed\n", "ELAW 1 3 = 0.3*tanh(e)\n",
                           "ELAW 1 2 = 0.4*e2_3\nELAW 2 3 = 0.4*e1_2\n"}) {
    SCOPED_TRACE(laws);
    compare(deck(laws));
  }
  compare(deck("ELAW 1 2 = 0.4*e2_3\n"), false);
  // Bodies of which one is held by laws alone.
  for (const char* law : {"ELAW 3 1 = 2*sinh(e)\n", "ELAW 3 1 = 2*e + 5*e^3\n"}) {
    SCOPED_TRACE(law);
    compare(
        "PLREV 1 1 2 3 4  -0.5 0 0 0\nPLREV 2 5 6 1 2  -0.3 0 0.5 0\nPLTOR 3 2 6\nX 1 0 0\nX 2 "
        "-1.2\n"
        "X 3 0 0\nX 5 0 0\nX 6 -1\nFIX 3\nFIX 4\nDYNX 2\nDYNX 6\nRLSE 3\nEND HALT\nXM 1 3\n"
        "XM 2 0.2\nXM 5 1\nXM 6 0.05\nGRAVITY 0 -9.81\n" +
        std::string(law) + "STATIC\nEND END\n");
  }
}

// Laws of loads, of their own coordinate and of others; forces at points of bodies in ground and in
// the frame of a body; measured forces, which keep their line of action.
TEST(LargeEquilibrium, LawsOfLoads) {
  const auto bent = [](const std::string& laws, bool judged) {
    SCOPED_TRACE(laws);
    compare(test::cantilever(4, 1e4, CantileverFreedoms::bending, laws + "STATIC\n"), judged);
  };
  bent("XLAW 9 2 = 2 - 3*x - 0.2*v\n", true);
  bent("XLAW 9 1 = -0.7*x9_2\nXLAW 9 2 = 1 - 0.7*x9_1\n", true);
  bent("XLAW 9 1 = -3*sin(x10_1)\nXLAW 9 2 = 3*cos(x10_1)\n", false);
  const auto bodies = [](const std::string& force) {
    SCOPED_TRACE(force);
    compare(
        "PLREV 1 1 2 3 4  -0.5 0 0 0\nPLREV 2 5 6 1 2  -0.3 0 0.5 0\nPLTOR 3 2 6\nX 1 0 0\nX 2 "
        "-1.2\n"
        "X 3 0 0\nX 5 0 0\nX 6 -1\nFIX 3\nFIX 4\nDYNX 2\nDYNX 6\nRLSE 3\nEND HALT\nXM 1 3\n"
        "XM 2 0.2\nXM 5 1\nXM 6 0.05\nESTIFF 3 9\nGRAVITY 0 -9.81\n" +
            force + "STATIC\nEND END\n",
        false);
  };
  bodies("PFORCE 1 5 6 0.2 0.1 FX = 3 ; FY = 1 + x5_1 ; IN BODY\n");
  bodies("PFORCE 1 5 6 0.2 0.1 FX = 2*x2_1 ; FY = 1 ; IN BODY 2\n");
  bodies("PFORCE 1 5 6 0.2 0.1 FX = 3*x5_2 ; FY = 1\n");
}

}  // namespace
}  // namespace mbs
