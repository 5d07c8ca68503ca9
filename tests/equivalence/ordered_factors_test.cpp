// The matrix of a step has factors in an order that is found once, without a search for pivots; the
// same matrix of an equilibrium has symmetric factors with pivots of one or two. Both have to solve
// alike.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "solve/statics/bordered_tangent.h"
#include "support/dynamic_mechanism.h"

namespace mbs {
namespace {

// Legs of beams side by side. Their tops are joined by rigid rods, or by two rods each, whose joint
// has no mass: no pivot stands on its diagonal.
enum class Joined { by_rods, over_massless_joints };
std::string legs(int count, int beams, Joined joined) {
  std::string elements, nodes, freedoms, forces;
  int node = 1, element = 0, last = 0;
  for (int k = 0; k <= count; ++k) {
    freedoms += fmt::format("FIX {0}\nFIX {1}\n", node, node + 1);
    for (int i = 0; i <= beams; ++i, node += 2) {
      const double part = static_cast<double>(i) / beams;
      nodes += fmt::format("X {} {:.17g} {:.17g}\n", node, k + part / 2, part);
      if (i == 0) continue;
      elements +=
          fmt::format("PLBEAM {} {} {} {} {}\n", ++element, node - 2, node - 1, node, node + 1);
      freedoms += fmt::format("RLSE {} 1 2 3\n", element);
      forces += fmt::format("EM {0} 1\nESTIFF {0} 1e6 100\n", element);
    }
    const int top = node - 2;
    if (k > 0 && joined == Joined::by_rods)
      elements += fmt::format("PLTRUSS {} {} {}\n", ++element, last, top);
    if (k > 0 && joined == Joined::over_massless_joints) {
      nodes += fmt::format("X {} {} 1.5\n", node, k);
      elements += fmt::format("PLTRUSS {} {} {}\n", ++element, last, node);
      elements += fmt::format("PLTRUSS {} {} {}\n", ++element, node++, top);
    }
    last = top;
  }
  return elements + nodes + freedoms + "END HALT\n" + forces + fmt::format("XF {} 50 0\n", last) +
         "DOF AUTO\nTIMES 0 1 1\nEND END\n";
}

// At the start, with the stresses there, for steps of length h.
void compare(const std::string& deck, double h, double tolerance) {
  test::DynamicMechanism m(deck, Form::reduced);
  ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  const Placed placed = m.place();
  ASSERT_TRUE(m.dynamics->accelerate(placed, m.state).ok());
  BorderedTangent with_pivots(m.model(), m.phase());
  BorderedTangent of_step(m.model(), m.phase(), BorderedTangent::Use::steps);
  const std::vector<double> S(m.dynamics->stresses().begin(), m.dynamics->stresses().end());
  ASSERT_TRUE(with_pivots.evaluate(m.state, S) && of_step.evaluate(m.state, S));
  const std::size_t n = m.state.x.size();
  std::vector<double> f(n), one(n), other(n);
  std::uint64_t drawn = 0;
  for (const double length : {h, h / 10}) {  // the second has the places of the first
    ASSERT_TRUE(with_pivots.factor(-1 / (length * length)));
    ASSERT_TRUE(of_step.factor(-1 / (length * length)));
    for (double& force : f) force = 2 * uniform_at(7, drawn++) - 1;
    with_pivots.solve(f, one);
    for (const bool unrefined : {false, true}) {
      of_step.solve(f, other, unrefined);
      double most = 0, apart = 0;
      for (std::size_t i = 0; i < n; ++i) {
        most = std::max(most, std::fabs(one[i]));
        apart = std::max(apart, std::fabs(one[i] - other[i]));
      }
      EXPECT_GT(most, 0);
      EXPECT_LT(apart, (unrefined ? 1e4 : 1) * tolerance * most) << length << unrefined;
    }
  }
}

TEST(OrderedFactors, LegsOfBeamsJoinedByRods) {
  compare(legs(3, 4, Joined::by_rods), 1e-2, 1e-11);
  compare(legs(1, 1, Joined::by_rods), 1, 1e-11);
}

TEST(OrderedFactors, WithoutPivotsInThatOrder) {
  compare(legs(3, 4, Joined::over_massless_joints), 1e-2, 1e-11);
}

}  // namespace
}  // namespace mbs
