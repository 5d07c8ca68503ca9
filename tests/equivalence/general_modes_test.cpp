// Modes by the sparse equations of any state (solve/statics/sparse_linearisation.h) against the
// dense linearisation: other coordinates, other differences, another eigenvalue problem. Small
// mechanisms in motion, accelerating, in space, with states and muscles.
#include "observe/general_modes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "solve/statics/equilibrium.h"
#include "support/cantilever.h"
#include "support/dynamic_mechanism.h"

namespace mbs {
namespace {

using test::CantileverFreedoms;

enum class About { start, equilibrium };

// The lowest values and shapes of both.
void expect_same_modes(std::string deck, About about, int most, double tolerance = 1e-8) {
  deck.insert(deck.rfind("END END"), "EIGEN\n");
  test::DynamicMechanism m(deck, Form::reduced);
  ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  Placed placed = m.place();
  if (about == About::equilibrium) {
    const EquilibriumStatus found =
        Equilibrium(m.model(), m.phase(), *m.dynamics, {}).solve(m.state);
    ASSERT_TRUE(found.ok());
    placed = found.placed;
    std::vector<double> R(
        static_cast<std::size_t>(m.dynamics->placement().partition().freedom_count()));
    ASSERT_TRUE(m.dynamics->accelerate(placed, m.state).ok());
    m.dynamics->find_imbalance(placed, m.state, 1, R);
  } else {
    ASSERT_TRUE(m.dynamics->accelerate(placed, m.state).ok());
  }
  const std::vector<double> S(m.dynamics->stresses().begin(), m.dynamics->stresses().end());
  ASSERT_EQ(SparseLinearisation::unknown_part(m.model(), m.phase()), "");
  SparseLinearisation sparse(m.model(), m.phase(), m.dynamics->placement().partition());
  ASSERT_EQ(sparse.unknown_part(m.state), "");
  Linearisation linear(m.model(), m.phase());
  linear.evaluate(*m.dynamics, placed, m.state, 1);
  const Modes dense = find_modes(linear, most);
  ASSERT_TRUE(dense.ok);
  ASSERT_TRUE(sparse.factor(m.state, S, 0));
  const LowModes low = GeneralModesSearch(m.model(), sparse, count_of(dense.list)).find();
  ASSERT_TRUE(low.modes.ok);
  EXPECT_TRUE(low.counted);
  EXPECT_LT(low.worst(), 1e-9);
  EXPECT_EQ(dense.complex, low.modes.complex);
  ASSERT_EQ(low.modes.list.size(), dense.list.size());
  for (std::size_t k = 0; k < dense.list.size(); ++k) {
    const Mode &a = dense.list[k], &b = low.modes.list[k];
    EXPECT_LT(std::abs(a.value - b.value), tolerance * (1e-3 + std::abs(a.value)))
        << k << " " << a.value << " " << b.value;
    EXPECT_EQ(a.moves, b.moves) << k;
    bool apart = true;
    for (std::size_t j = 0; j < dense.list.size(); ++j)
      if (j != k) apart &= std::abs(dense.list[j].value - a.value) > 1e-3 * a.omega();
    if (!apart) continue;
    ASSERT_EQ(a.shape.size(), b.shape.size());
    for (std::size_t i = 0; i < a.shape.size(); ++i)
      EXPECT_LT(std::abs(a.shape[i] - b.shape[i]), 1e3 * tolerance) << k << " " << i;
  }
}

// A beam whose root turns, as Kane's, and grows faster; with dampers, gravity and laws of rates.
std::string turning_beam(const std::string& motion, const std::string& tail,
                         bool stretches = false) {
  std::string out, dynamics;
  for (int k = 1; k <= 4; ++k) {
    out += fmt::format("PLBEAM {} {} {} {} {}\nDYNE {} {}2 3\n", k, 2 * k - 1, 2 * k, 2 * k + 1,
                       2 * k + 2, k, stretches ? "1 " : "");
    dynamics += fmt::format("EM {} 1\nESTIFF {} {} 1\n", k, k, stretches ? 400 : 0);
  }
  for (int k = 0; k <= 4; ++k) out += fmt::format("X {} {} 0\n", 2 * k + 1, 0.25 * k);
  return out + "FIX 1\nINPUTX 2\nEND HALT\n" + dynamics + "INPUTX 2 1 " + motion + "\n" + tail +
         "END END\n";
}

TEST(GeneralModes, TurningBeam) {
  for (const bool stretches : {false, true})
    for (const char* motion : {"0 4 0", "0.3 3 2"})
      for (const char* tail : {"", "GRAVITY 0 -9.81\nEDAMP 2 0 0.01\n", "XM 9 0.5\nXF 9 0.3 0.1\n",
                               "ELAW 2 2 = 0.3*ed3_2\nXLAW 9 2 = -0.2*v7_1\n"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", stretches, motion, tail));
        expect_same_modes(turning_beam(motion, tail, stretches), About::start, 4);
      }
}

// Released, it accelerates; also with velocities of its own.
TEST(GeneralModes, AcceleratingCantilever) {
  for (const CantileverFreedoms freedoms :
       {CantileverFreedoms::coordinates, CantileverFreedoms::bending})
    for (const char* tail : {"XF 9 0.3 -0.4\n", "GRAVITY 0 -9.81\n"}) {
      SCOPED_TRACE(tail);
      expect_same_modes(test::cantilever(4, 1e3, freedoms, tail), About::start, 4);
    }
  expect_same_modes(test::cantilever(4, 1e3, CantileverFreedoms::bending,
                                     "STARTDE 2 2 0.02 0.4\nSTARTDE 4 3 -0.03 0.7\n"),
                    About::start, 4, 1e-7);
}

TEST(GeneralModes, PendulumOnATurningDisc) {
  expect_same_modes(test::pendulum_on_disc("GRAVITY 0 -1\n"), About::start, 1);
  expect_same_modes(test::pendulum_on_disc("XLAW 6 1 = -0.3*v6_1\n"), About::start, 1);
}

// A closed loop in motion: a four-bar with an elastic rocker.
TEST(GeneralModes, FourBarInMotion) {
  expect_same_modes(
      "PLBEAM 1  1 2  3 4\nPLBEAM 2  3 5  6 7\nPLBEAM 3  8 9  6 10\nX 1 0 0\nX 3 0 0.3\nX 6 1 0.8\n"
      "X 8 1 0\nFIX 1\nFIX 8\nINPUTX 2\nRLSE 2 2 3\nRLSE 3 2 3\nEND HALT\nEM 1 1\nEM 2 1\nEM 3 1\n"
      "ESTIFF 2 0 3\nESTIFF 3 0 2\nINPUTX 2 1 0 2 1\nDOF AUTO\nGRAVITY 0 -9.81\nEND END\n",
      About::start, 2, 1e-7);
}

// A bar that is nearly level, between guides along and across it: its end moves along it, and turns
// it by the square root of what it moves.
TEST(GeneralModes, FlatBarBetweenGuides) {
  expect_same_modes(
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nPLTRUSS 3 3 4\nX 1 -3 0\nX 2 0 4\nX 3 3 0\nX 4 6 0\nFIX 1 2\n"
      "FIX 2 1\nFIX 3 2\nFIX 4\nDYNX 1 1\nDYNE 3 1\nRLSE 2 1\nEND HALT\nXM 2 1\nXM 3 5\n"
      "ELAW 2 1 = 100*ed\nELAW 3 1 = 50*e\nXF 2 0 -10\nSTARTDX 1 1 -4.985 -0.66\n"
      "STARTDE 3 1 -0.98 -0.77\nEND END\n",
      About::start, 2, 1e-7);
}

// Bodies of space at rest and hanging; a moment that stays in space, which makes the stiffness
// unsymmetric.
TEST(GeneralModes, RodsInSpace) {
  const std::string rods =
      "UNIVERSAL 1  1 2  3 4   0 0 0        0 0 0.4   1 0 0  0 1 0\n"
      "UNIVERSAL 2  3 4  5 6   0 0 -0.4  0 0 0.4   1 0 0  0 1 0\n"
      "X 1  0 0 0\nX 3  0 0 -0.4\nX 5  0 0 -1.2\nFIX 1\nFIX 2\nDYNE 1 1 2\nDYNE 2 1 2\nEND HALT\n"
      "ESTIFF 1  5 0 0 0 0 0\nXM 3  1.3\nXM 4  0.07 0 0  0.07 0  1e-4\nXM 5  1.3\n"
      "XM 6  0.07 0 0  0.07 0  1e-4\nSTARTDE 1 1  0.3\nSTARTDE 1 2  -0.5\nSTARTDE 2 1  0.4\n"
      "GRAVITY 0 0 -9.81\n";
  for (const char* tail : {"", "EDAMP 2  0.2 0.1 0 0 0 0\n", "XF 6  0.3 -0.2 0.5\n"}) {
    SCOPED_TRACE(tail);
    expect_same_modes(rods + tail + "END END\n", About::equilibrium, 4);
    expect_same_modes(rods + tail + "END END\n", About::start, 4);
  }
  expect_same_modes(rods + "STARTDE 2 2 0.2 -1.5\nEND END\n", About::start, 4, 1e-7);
}

// Forces on a body of space, along its own axes and by its directions.
TEST(GeneralModes, ForcesOnABodyOfSpace) {
  expect_same_modes(
      "X 1 0 0 0\nX 2 ROT xyz 20deg 10deg 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 1.2\n"
      "XM 2 8e-3 0 0 9e-3 0 0.015\nGRAVITY 0 0 -9.81\nXLAW 1 1 = -20*x1_1\nXLAW 1 2 = -30*x1_2\n"
      "XLAW 2 1 = 2*dirz2_2\nXLAW 2 2 = -3*dirz2_1\nXLAW 2 3 = -dirx2_2\n"
      "PFORCE 1  1 2  0.2 0 0  FX = 0 ; FY = 0 ; FZ = -40*x1_3 - 0.2*dirz2_1 ; IN BODY\nEND END\n",
      About::start, 6, 1e-7);
}

// States of the deck that forces read, and that follow.
TEST(GeneralModes, States) {
  for (const char* tail :
       {"ODE m 0 RATE (3*(0.2 - x9_2) - m)/0.1\nXLAW 9 2 = m\n",
        "ODE m 0.1 RATE (3*(0.2 - v9_2) - m)/0.1\nODE s 0 RATE m - 2*s\nELAW 1 2 = 0.3*s + 0.1*m\n",
        "ODE m 0 RATE -3*m\n"}) {
    SCOPED_TRACE(tail);
    expect_same_modes(test::cantilever(4, 1e3, CantileverFreedoms::bending, tail), About::start, 4,
                      1e-7);
  }
}

// States that no motion moves, but that move it: activations with a given stimulation. Beside such
// a state another one, of another size.
TEST(GeneralModes, StatesThatNothingMoves) {
  for (const char* tail :
       {"ODE m 0 RATE -3*m\nODE n 0 RATE 2000*(x9_2 - n)\nXLAW 9 2 = 1e-4*m - 1e3*n\n",
        "ODE m 0 RATE -3*m\nODE n 0 RATE m - 4*n\nODE p 0 RATE 1e5*n - 5*p + x9_2\n"
        "XLAW 9 2 = 1e-3*p\n"}) {
    SCOPED_TRACE(tail);
    expect_same_modes(test::cantilever(4, 1e3, CantileverFreedoms::bending, tail), About::start, 4,
                      1e-7);
  }
}

}  // namespace
}  // namespace mbs
