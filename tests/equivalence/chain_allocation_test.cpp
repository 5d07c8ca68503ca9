// One evaluation of a chain with a choice of its own takes no memory: neither of the two lines nor
// of the matrix that checks them.
#include <gtest/gtest.h>

#include "solve/forces/dynamics.h"
#include "support/chain_oracle.h"
#include "support/count_allocations.h"

namespace mbs {
namespace {

// Three segments whose tip is fixed; the first one turns as known.
const std::string kDeck = R"(SEGDYN
SEGMENT 1 1.5 0.4 0.18 0.02
SEGMENT 2 1.5 0.4 0.18 0.02
SEGMENT 3 1.5 0.4 0.18 0.02
STATE 1 0.4
STATE 2 1.1
STATE 3 1.8
FIX TIP
KNOWN PHIDD 1 = sin(3*t)
UNKNOWN M 1
ROW 1 M 2 1
ROW 1 M 3 = cos(phi1)
UNKNOWN M 2
TIME 0 1 1
END
)";

TEST(ChainEvaluation, TakesNoMemory) {
  const test::Loaded deck = test::load(kDeck);
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Options options;
  Dynamics dynamics(deck.built->model, deck.built->phase, options, Form::automatic, true);
  State state = test::initial_state(deck);
  ASSERT_TRUE(dynamics.accelerate(dynamics.start(state), state).ok());
  state.t = 0.1;
  const long before = test::allocations;
  const bool good = dynamics.accelerate(dynamics.place(state, false), state).ok();
  EXPECT_EQ(test::allocations.load() - before, 0);
  EXPECT_TRUE(good);
}

TEST(ChainEvaluation, MatrixTakesNoMemory) {
  const test::Loaded deck = test::load(kDeck);
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Chain& chain = deck.tables.chain;
  ChainSystem system(chain.segments, chain.constraints, 0);
  std::vector<char> unknown(26);
  for (ChainVariable v : {ChainVariable::frx, ChainVariable::fry, ChainVariable::phidd})
    for (int i = 0; i < 3; ++i)
      unknown[static_cast<std::size_t>(chain_variable_column(v, i, 3))] = 1;
  for (ChainVariable v : {ChainVariable::frx, ChainVariable::fry})
    unknown[static_cast<std::size_t>(chain_variable_column(v, 3, 3))] = 1;
  system.choose(unknown);
  const ChainEquations none(0, 26);
  const std::vector<double> value(26);
  std::vector<double> out(26);
  EXPECT_TRUE(system.solve(chain.segments, value, none, out));
  const long before = test::allocations;
  const bool good = system.solve(chain.segments, value, none, out);
  EXPECT_EQ(test::allocations.load() - before, 0);
  EXPECT_TRUE(good);
}

}  // namespace
}  // namespace mbs
