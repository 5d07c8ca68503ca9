// The transfer functions that OUTLEVEL prints, against those of a pendulum: y = -sqrt(1 - x^2).
#include <gtest/gtest.h>

#include <cmath>

#include "observe/matrices.h"
#include "support/deck.h"

namespace mbs {
namespace {

TEST(TransferFunctions, Pendulum) {
  const test::Loaded loaded = test::load(
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0 -1
FIX 1
DYNX 2 1
END HALT
XM 2 1
STARTDX 2 1 0.6 2
GRAVITY 0 -9.81
TIMESTEP 0.1 1
OUTLEVEL 1
END END
)");
  ASSERT_TRUE(loaded.built.has_value());
  const Model& model = loaded.built->model;
  const Options options;
  Dynamics dynamics(model, loaded.built->phase, options, Form::reduced, false);
  State state(model.nx, model.ne);
  state.x = model.x0;
  state.v = model.v0;
  ASSERT_TRUE(dynamics.accelerate(dynamics.start(state), state).ok());
  const NamedSystem transfer = transfer_functions(model, state, dynamics);
  EXPECT_EQ(transfer.columns, std::vector<std::string>{"x2_1"});
  EXPECT_EQ(transfer.rows, (std::vector<std::string>{"x1_1", "x1_2", "x2_1", "x2_2"}));
  const double expected[] = {0, 0, 1, 0.75};  // dy/dx = x / sqrt(1 - x^2)
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(transfer.matrix[i], expected[i], 1e-15);
  const double second[] = {0, 0, 0, 4 / std::pow(0.8, 3)};  // y'' v^2
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(transfer.rhs[i], second[i], 1e-13);
}

}  // namespace
}  // namespace mbs
