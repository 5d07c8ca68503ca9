// One evaluation of a chain in its own variables, and its projection, take no memory.
#include <gtest/gtest.h>

#include "solve/chain_choice.h"
#include "solve/chain_projection.h"
#include "support/count_allocations.h"

namespace mbs {
namespace {

TEST(ChainEvaluation, TakesNoMemory) {
  Chain chain;
  ChainState state(3);
  for (std::size_t i = 0; i < 3; ++i) {
    ChainSegment s;
    s.m = 1.5, s.l = 0.4, s.d = 0.18, s.j = 0.02;
    s.phi = state.q[i] = 0.4 + 0.7 * static_cast<double>(i);
    chain.segments.push_back(s);
  }
  ChainConstraint tip;
  tip.first = 3;
  chain.constraints.push_back(tip);
  const std::vector<char> active(1, 1);
  std::vector<char> unknown(26);
  choose_forward(chain, active, unknown);
  ChainProjection projection(chain.segments, chain.constraints, state);
  const ChainEquations none(0, 26);
  const std::vector<double> value(26);
  for (ChainPath path : {ChainPath::matrix, ChainPath::two_lines}) {
    ChainSystem system(chain.segments, chain.constraints, 0, path);
    system.choose(unknown);
    std::vector<double> out(26);
    EXPECT_TRUE(system.solve(chain.segments, value, none, out));
    state.q[1] += 0.01;
    const long before = test::allocations;
    bool good = system.solve(chain.segments, value, none, out);
    good = projection.positions(state) && projection.rates(state) && good;
    EXPECT_EQ(test::allocations - before, 0);
    EXPECT_TRUE(good);
  }
}

}  // namespace
}  // namespace mbs
