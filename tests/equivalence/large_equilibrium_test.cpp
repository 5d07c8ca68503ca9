// Newton's method in positions and stresses against the one in degrees of freedom: small
// mechanisms, which either solves.
#include "solve/statics/large_equilibrium.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "solve/statics/equilibrium.h"
#include "support/cantilever.h"
#include "support/deck.h"
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
      LargeEquilibrium(m.model(), m.phase(), linear).solve(found, S, 1, 50);
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
  for (std::size_t k = 0; k < found.z.size(); ++k) EXPECT_NEAR(found.z[k], m.state.z[k], 1e-8) << k;
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

// Bodies of space on bushings and universal joints, with centres of mass beside their points;
// forces of all kinds; moments along the axes of a body, which have no energy.
TEST(LargeEquilibrium, BodiesOfSpace) {
  const auto bodies = [](const std::string& tail, bool judged) {
    SCOPED_TRACE(tail);
    compare(
        "BUSHING 1  0 0  1 2  AT 0 0.05 0.02  1 0 0  0 1 0\n"
        "UNIVERSAL 2  1 2  3 4  AT 0.5 0 0  0 0 1  0 1 0\nDYNE 2 1 2\n"
        "BUSHING 3  3 4  5 6  AT 1 0.1 0  1 0 0  0 1 0\n"
        "X 1 0.25 0 0\nX 2 ROT xyz 10deg -4deg 5deg\nX 3 0.75 0 0\nX 4 ROT xyz 0 3deg 20deg\n"
        "X 5 1.25 0 0\nX 6 ROT xyz 30deg 0 0\nDYNX 1\nDYNX 2\nDYNX 5\nDYNX 6\nEND HALT\n"
        "ESTIFF 1 2e4 2e4 2e4 300 400 500\nESTIFF 2 80 90 0 0 0 0\nESTIFF 3 9e3 1e4 1e4 90 70 60\n"
        "BODYMASS 1 2 2  0.03 -0.02 0.05  0.04 0.001 0.002  0.05 0 0.03\n"
        "BODYMASS 3 4 1  0.03 0 0.05  0.04 0 0  0.05 0 0.03\n"
        "BODYMASS 5 6 1  0 0.1 0.05  0.04 0 0  0.05 0 0.03\n" +
            tail + "STATIC\nEND END\n",
        judged);
  };
  bodies("GRAVITY 0 1 -9.81\n", true);
  bodies("GRAVITY 0 0 -9.81\nXF 5 3 -8 4\nXLAW 3 1 = -30*(x - 0.7)\n", true);
  bodies("GRAVITY 0 0 -9.81\nXF 6 5 -2 4\nXF 2 20 0 10\n", false);
  bodies("GRAVITY 0 0 -9.81\nXLAW 4 3 = 3 + x3_2\n", false);
  bodies("PFORCE 1 5 6 0.2 0.1 0  FX = 3 ; FY = -6 ; FZ = 9 ; IN BODY\n", false);
}

// States named EQUILIBRIUM: beside a symmetric tangent and beside an unsymmetric one, an integral,
// a state that alone resists a motion, and one that reads another.
TEST(LargeEquilibrium, States) {
  for (const char* tail :
       {"ODE m EQUILIBRIUM RATE (3*(0.2 - x9_2) - m)/0.1\nXLAW 9 2 = m + 1\n",
        "ODE i EQUILIBRIUM RATE 0.2 - x9_2\nXLAW 9 2 = i\n",
        "ODE m EQUILIBRIUM RATE 0.5 - m + 0.2*k\nODE k EQUILIBRIUM RATE tanh(e2_3) - 2*k - m^3\n"
        "ELAW 3 2 = 0.3*m + 0.1*e\nXLAW 9 1 = k\n",
        "ODE kept 0.4 RATE -kept\nODE m EQUILIBRIUM RATE kept - m\nXLAW 9 2 = m + kept\n",
        "ODE m EQUILIBRIUM RATE 2 - x9_2 - m\nXLAW 9 1 = -m*sin(x10_1)\nXLAW 9 2 = "
        "m*cos(x10_1)\n"}) {
    SCOPED_TRACE(tail);
    compare(test::cantilever(4, 1e4, CantileverFreedoms::bending, tail + std::string("STATIC\n")),
            false);
  }
  compare(
      "X 1 0.3 0.1\nDYNX 1\nEND HALT\nXM 1 1\nODE m EQUILIBRIUM RATE -5*x1_1 - m\n"
      "XLAW 1 1 = m + 2\nXLAW 1 2 = -3*x1_2\nSTATIC\nEND END\n",
      false);
}

// Muscles on paths along beams, fibres and tendons as states: 10 beams and more have too many
// degrees of freedom for the dense method; the tip is where fewer beams lead to, with the square of
// their length.
TEST(LargeEquilibrium, Muscles) {
  const auto tip = [](int n) {
    std::string beams, tail;
    for (int k = 1; k <= n; ++k) {
      beams += fmt::format("PLBEAM {} {} {} {} {}\nRLSE {}\nX {} {:.17g} 0\n", k, 2 * k - 1, 2 * k,
                           2 * k + 1, 2 * k + 2, k, 2 * k + 1, 0.6 * k / n);
      tail += fmt::format("EM {0} 0.3\nESTIFF {0} 5e4 0.5\n", k);
    }
    const int end = 2 * n + 1, flex = n + 1, ext = n + 2;
    const test::RunResult run = test::run(
        beams +
        fmt::format("PATH {2}  1 2 0 0.03  {0} {1} 0 0.03\nPATH {3}  1 2 0 -0.03  {0} {1} 0 "
                    "-0.03\n",
                    end, end + 1, flex, ext) +
        "X 1 0 0\nFIX 1\nFIX 2\nEND HALT\n" + tail +
        fmt::format("MUSCLE A OVER {} 1 FMAX 40 LOPT .1 LSLACK .5 STIM = .3\n"
                    "MUSCLE B OVER {} 1 FMAX 40 LOPT .1 LSLACK .5 STIM = .05 + max(0, 5*e{}_1)\n"
                    "XF {} 0 -0.5\nDOF AUTO\nSTATIC\nEND END\n",
                    flex, ext, ext, end));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run.value(0, fmt::format("x{}_2", end));
  };
  const double six = tip(6), nine = tip(9), limit = nine + (nine - six) * 36 / (81 - 36);
  const double twelve = tip(12), thirty = tip(30);
  EXPECT_GT(std::fabs(nine), 0.1);
  EXPECT_NEAR(twelve, limit + (nine - limit) * 81 / 144, 0.05 * std::fabs(nine - limit));
  EXPECT_NEAR(thirty, limit, 0.15 * std::fabs(nine - limit));
}

}  // namespace
}  // namespace mbs
