// The bordered tangent and its modes by shift and invert against the dense linearisation, which
// differs in everything: coordinates, derivatives (differences of order 8 along the transfer
// functions) and the eigenvalue problem. Small mechanisms, of which all modes are asked for.
#include "observe/low_modes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "observe/general_modes.h"
#include "solve/statics/equilibrium.h"
#include "support/cantilever.h"
#include "support/dynamic_mechanism.h"

namespace mbs {
namespace {

using test::CantileverFreedoms;

struct Both {
  Modes dense;
  LowModes low;
};

// About the equilibrium, or the start where nothing acts.
enum class Search { conservative, damped };
void find_both(const std::string& deck, bool equilibrium, Both& out, int most = 0,
               Search search = Search::conservative) {
  test::DynamicMechanism m(deck, Form::reduced);
  ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  Placed placed = m.place();
  if (equilibrium) {
    const EquilibriumStatus found =
        Equilibrium(m.model(), m.phase(), *m.dynamics, {}).solve(m.state);
    ASSERT_TRUE(found.ok());
    placed = found.placed;
  } else {
    ASSERT_TRUE(m.dynamics->accelerate(placed, m.state).ok());
  }
  ASSERT_EQ(BorderedTangent::unknown_part(m.model(), m.phase()), "");
  BorderedTangent tangent(m.model(), m.phase());
  ASSERT_TRUE(tangent.evaluate(m.state, m.dynamics->stresses()));
  const int n = m.dynamics->placement().partition().freedom_count();
  EXPECT_EQ(tangent.freedoms(), n);
  Linearisation linear(m.model(), m.phase());
  linear.evaluate(*m.dynamics, placed, m.state, 1);
  out.dense = find_modes(linear, most);
  const int wanted = static_cast<int>(out.dense.list.size());
  const bool simple = tangent.is_symmetric() && !tangent.is_damped();
  EXPECT_EQ(simple, search == Search::conservative);
  if (simple) {
    out.low = LowModesSearch(m.model(), tangent, wanted).find();
  } else {
    SparseLinearisation sparse(m.model(), m.phase(), m.dynamics->placement().partition());
    ASSERT_EQ(sparse.unknown_part(m.state), "");
    ASSERT_TRUE(sparse.factor(m.state, m.dynamics->stresses(), 0));
    out.low = GeneralModesSearch(m.model(), sparse, wanted).find();
  }
}

void compare(const Both& both, double tolerance = 1e-8) {
  ASSERT_TRUE(both.dense.ok && both.low.modes.ok);
  EXPECT_EQ(both.dense.complex, both.low.modes.complex);
  EXPECT_TRUE(both.low.counted);
  EXPECT_LT(both.low.worst(), 1e-9);
  ASSERT_EQ(both.low.modes.list.size(), both.dense.list.size());
  for (std::size_t k = 0; k < both.dense.list.size(); ++k) {
    const Mode &a = both.dense.list[k], &b = both.low.modes.list[k];
    EXPECT_LT(std::abs(a.value - b.value), tolerance * (1e-3 + std::abs(a.value)))
        << k << " " << a.value << " " << b.value;
    // Shapes of values that are apart.
    bool apart = true;
    for (std::size_t j = 0; j < both.dense.list.size(); ++j)
      if (j != k) apart &= std::fabs(both.dense.list[j].omega() - a.omega()) > 1e-3 * a.omega();
    if (!apart) continue;
    for (std::size_t i = 0; i < a.shape.size(); ++i)
      EXPECT_LT(std::abs(a.shape[i] - b.shape[i]), 1e-5) << k << " " << i;
  }
}

TEST(LowModes, Cantilevers) {
  for (const CantileverFreedoms freedoms :
       {CantileverFreedoms::coordinates, CantileverFreedoms::deformations,
        CantileverFreedoms::bending}) {
    for (const char* tail : {"", "XF 9 -300 0\n", "XF 9 -0.2 1\n", "GRAVITY 0 -9.81\n"}) {
      SCOPED_TRACE(test::name_of(freedoms) + " " + tail);
      Both both;
      find_both(test::cantilever(4, 1e4, freedoms, tail + std::string("STATIC\n")), tail[0] != '\0',
                both);
      if (!HasFailure()) compare(both);
    }
  }
}

// One family of beams with rotary inertia, bent by its weight in a frame that is clamped at one end
// and hangs at a spring.
std::string frame(const std::string& beam) {
  std::string out, tail;
  for (int k = 1; k <= 3; ++k) {
    out += fmt::format("{} {} {} {} {} {}\nRLSE {}\n", beam, k, 2 * k - 1, 2 * k, 2 * k + 1,
                       2 * k + 2, k);
    tail += fmt::format("ESTIFF {} 3000 2\nEM {} 0.4 0.003\n", k, k);
  }
  return out +
         "X 1 0 0\nX 3 0.5 0.2\nX 5 0.5 0.9\nX 7 1.1 1\nPLTRUSS 9 7 11\nX 11 1.5 0.2\nFIX 1\nFIX "
         "2\n"
         "FIX 11\nRLSE 9\nEND HALT\n" +
         tail +
         "ESTIFF 9 40\nESIG 9 3\nXM 5 0.7\nXM 6 0.02\nGRAVITY 1 -9.81\nXF 7 2 1 \nDOF "
         "AUTO\nSTATIC\nEND "
         "END\n";
}

TEST(LowModes, Beams) {
  for (const char* beam : {"PLBEAM", "PLBEAMG", "PLBEAML"}) {
    SCOPED_TRACE(beam);
    Both both;
    find_both(frame(beam), true, both);
    if (!HasFailure()) compare(both);
  }
}

// Constraints with stresses: a pendulum of two bodies, springs between them, a force at a point of
// a body, a formula, and an unstable position of the same.
TEST(LowModes, Bodies) {
  for (const char* start : {"-1.2", "1.2"}) {
    SCOPED_TRACE(start);
    const std::string deck = fmt::format(
        "PLREV 1 1 2 3 4  -0.5 0 0 0\nPLREV 2 5 6 1 2  -0.3 0 0.5 0\nPLTOR 3 2 6\n"
        "FORMULA 4 = x1_1^2*sin(x6_1)\nX 1 0 0\nX 2 {}\nX 3 0 0\nX 5 0 0\nX 6 -1\nFIX 3\nFIX 4\n"
        "DYNX 2\nDYNX 6\nRLSE 3\nRLSE 4\nEND HALT\nXM 1 3\nXM 2 0.2\nXM 5 1 \nXM 6 0.05\n"
        "ESTIFF 3 2\nESTIFF 4 5\nGRAVITY 0 -9.81\nPFORCE 1  5 6  0.2 0.1  3 1\nSTATIC\nEND END\n",
        start);
    Both both;
    find_both(deck, true, both);
    if (!HasFailure()) compare(both);
  }
}

// A spring that pushes: two real values of one shape.
TEST(LowModes, Unstable) {
  Both both;
  find_both(test::cantilever(4, 1e4, CantileverFreedoms::bending, "ESIG 1 -5\nESIG 2 -5\nSTATIC\n"),
            false, both);
  if (!HasFailure()) compare(both);
}

// What nothing resists has the value 0, three times; and symmetric pairs.
TEST(LowModes, FreeBeamAndDoubleValues) {
  std::string deck, tail;
  for (int k = 1; k <= 4; ++k) {
    deck += fmt::format("PLBEAM {} {} {} {} {}\nRLSE {}\n", k, 2 * k - 1, 2 * k, 2 * k + 1,
                        2 * k + 2, k);
    tail += fmt::format("ESTIFF {} 1e4 1\nEM {} 1\n", k, k);
  }
  for (int k = 0; k <= 4; ++k) deck += fmt::format("X {} {} 0\n", 2 * k + 1, 0.25 * k);
  deck += "END HALT\n" + tail + "DOF AUTO\nSTATIC\nEND END\n";
  Both both;
  find_both(deck, false, both, 7);
  if (HasFailure()) return;
  compare(both, 1e-6);
  for (int k = 0; k < 3; ++k)
    EXPECT_EQ(both.low.modes.list[static_cast<std::size_t>(k)].omega(), 0);
}

// Laws without dampers: springs by law, a contact, a load that follows its own coordinate.
TEST(LowModes, Laws) {
  for (const char* laws : {"ELAW 1 2 = 0.5*e + 40*e^3\n", "XLAW 9 2 = 1 - 3*x\n",
                           "ELAW 1 2 = -0.3*e\n", "ELAW 1 2 = 0.4*e2_3\nELAW 2 3 = 0.4*e1_2\n"}) {
    SCOPED_TRACE(laws);
    Both both;
    find_both(test::cantilever(4, 1e4, CantileverFreedoms::bending,
                               laws + std::string("XF 9 0 0.4\nSTATIC\n")),
              true, both);
    if (!HasFailure()) compare(both);
  }
  Both both;
  find_both(
      "PLCLINE 1  1 2  8 9   0 0 0.1   0 0  1 0\nX 1 0 0.0999\nX 2 0\nX 8 0 0\nX 9 0\nFIX 8\n"
      "FIX 9\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 0.6\nXM 2 0.01\nGRAVITY 0 -9.81\n"
      "XLAW 1 1 = 4 - 30*x1_1\nXLAW 2 1 = 1 - 7*x2_1\nCONTACT 1 PENALTY 2e5 1.5 0\nSTATIC\n"
      "END END\n",
      true, both);
  if (!HasFailure()) compare(both);
}

// Dampers, few and in proportion to the springs; overdamped motions; forces that follow, below and
// beyond flutter; both.
TEST(LowModes, Damped) {
  std::string everywhere, heavily;
  for (int k = 1; k <= 4; ++k) {
    everywhere += fmt::format("EDAMP {} 0 0.002\n", k);
    heavily += fmt::format("EDAMP {} 0 0.2\n", k);
  }
  const std::string follower = "XLAW 9 1 = -{0}*cos(x10_1)\nXLAW 9 2 = -{0}*sin(x10_1)\n";
  for (const std::string& tail :
       {std::string("EDAMP 2 0 0.05\n"), everywhere, heavily, std::string("XDAMP 9 0.3 0.3\n"),
        fmt::format(fmt::runtime(follower), 12), fmt::format(fmt::runtime(follower), 25),
        everywhere + fmt::format(fmt::runtime(follower), 12)}) {
    SCOPED_TRACE(tail);
    Both both;
    find_both(test::cantilever(4, 1e4, CantileverFreedoms::bending, tail + "STATIC\n"), false, both,
              4, Search::damped);
    if (!HasFailure()) compare(both, 1e-7);
  }
}

// Two equal pendulums of beams: each value twice, found by further start vectors.
TEST(LowModes, DampedDoubleValues) {
  std::string deck, tail;
  for (int arm = 0; arm < 2; ++arm)
    for (int k = 1; k <= 3; ++k) {
      const int e = 3 * arm + k, first = 10 * arm + 2 * k - 1;
      deck += fmt::format("PLBEAM {} {} {} {} {}\nDYNE {} 2 3\nX {} {} {}\n", e, first, first + 1,
                          first + 2, first + 3, e, first + 2, k / 3.0, arm);
      if (k == 1) deck += fmt::format("X {} 0 {}\nFIX {}\nFIX {}\n", first, arm, first, first + 1);
      tail += fmt::format("ESTIFF {} 0 1\nEM {} 1\nEDAMP {} 0 0.01\n", e, e, e);
    }
  Both both;
  find_both(deck + "END HALT\n" + tail + "STATIC\nEND END\n", false, both, 6, Search::damped);
  if (!HasFailure()) compare(both, 1e-7);
}

}  // namespace
}  // namespace mbs
