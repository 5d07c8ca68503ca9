// One mechanism solved in two ways: the reduced and the full form at the same states, and KABIOS
// decks against their translations into the native dialect over time.
#include <gtest/gtest.h>

#include "analysis/run.h"
#include "paths.h"
#include "solve/dynamics.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

std::string deck_text(const std::string& deck) {
  return test::read_all(std::string(MBSIM_ROOT) + "/decks/" + deck);
}

class BothForms : public testing::TestWithParam<const char*> {};

// Largest difference relative to the largest value of the vector.
double difference(ConstVector a, ConstVector b) {
  double worst = 0, largest = 1e-6;
  for (std::size_t k = 0; k < a.size(); ++k) {
    worst = std::max(worst, std::fabs(a[k] - b[k]));
    largest = std::max(largest, std::fabs(a[k]));
  }
  return std::isfinite(worst) ? worst / largest : 1e300;
}

// Along a rough path through the motion: only that both are asked at the same state matters.
TEST_P(BothForms, AgreeAtTheSameState) {
  const test::Loaded deck = test::load(deck_text(GetParam()));
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Options options;
  const Model& model = deck.built->model;
  const bool choose = deck.tables.forces.choose_freedoms;
  Dynamics reduced(model, deck.built->phase, options, Form::reduced, choose);
  Dynamics full(model, deck.built->phase, options, Form::full, choose);
  State state(model.nx, model.ne), other = state;
  state.t = deck.tables.time.start;
  state.x = model.x0;
  state.v = model.v0;
  other = state;
  ASSERT_TRUE(reduced.start(state).ok());
  ASSERT_TRUE(full.start(other).ok());
  const double h = deck.tables.time.step / 50;
  double acceleration = 0, stress = 0, reaction = 0;
  for (int k = 0; k < 100; ++k) {
    ASSERT_TRUE(reduced.place(state, true).ok()) << k;
    other = state;
    ASSERT_TRUE(full.place(other, true).ok()) << k;
    ASSERT_TRUE(reduced.accelerate(state).ok()) << k;
    ASSERT_TRUE(full.accelerate(other).ok()) << k;
    acceleration = std::max(acceleration, difference(state.a, other.a));
    stress = std::max(stress, difference(reduced.stresses(), full.stresses()));
    reaction = std::max(reaction, difference(reduced.reactions(), full.reactions()));
    for (std::size_t i = 0; i < state.x.size(); ++i) {
      state.x[i] += h * (state.v[i] + 0.5 * h * state.a[i]);
      state.v[i] += h * state.a[i];
    }
    state.t += h;
  }
  EXPECT_LT(acceleration, 1e-10);  // seen 6.5e-13
  EXPECT_LT(stress, 1e-10);        // seen 5.7e-15
  EXPECT_LT(reaction, 1e-10);      // seen 6.3e-14
}

INSTANTIATE_TEST_SUITE_P(
    Decks, BothForms,
    testing::Values("spacar/appendix.dat", "spacar/appendix_auto.dat", "spacar/vertical_jump.dat",
                    "own/andrews.dat", "own/four_bar_1.dat", "own/four_bar_2.dat",
                    "own/pendulum.dat", "own/double_pendulum.dat", "own/double_pendulum_rods.dat",
                    "bench/push_off.dat", "kabios/vertical_jump_dynamic.dat",
                    "kabios/double_pendulum_dynamic.dat", "kabios/slider_crank_free_dynamic.dat",
                    "kabios/slider_crank_inverse_dynamic.dat"));

// ---- KABIOS decks and their translations -------------------------------------------------------

std::string converted(const std::string& text) {
  Diagnostics diagnostics;
  const std::string out = convert_deck({"deck", text, ".", {}}, {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  return out;
}

// Body k is made nodes 2k - 1 (point) and 2k (angle).
double worst_difference(const std::string& deck) {
  const std::string text = deck_text(deck);
  const test::RunResult kabios = test::run(text), native = test::run(converted(text));
  EXPECT_EQ(kabios.status, ExitStatus::done) << kabios.messages;
  EXPECT_EQ(native.status, ExitStatus::done) << native.messages;
  EXPECT_EQ(kabios.rows.size(), native.rows.size());
  const std::size_t bodies = test::load(text).tables.bodies.size();
  double worst = 0;
  for (const auto& [column, letter] :
       {std::pair("", "x"), std::pair("d", "v"), std::pair("dd", "a")}) {
    test::Error error;
    for (std::size_t row = 0; row < std::min(kabios.rows.size(), native.rows.size()); ++row)
      for (std::size_t k = 1; k <= bodies; ++k) {
        error.add(native.value(row, fmt::format("{}{}_1", letter, 2 * k - 1)),
                  kabios.value(row, fmt::format("body{}.x{}", k, column)));
        error.add(native.value(row, fmt::format("{}{}_2", letter, 2 * k - 1)),
                  kabios.value(row, fmt::format("body{}.y{}", k, column)));
        error.add(native.value(row, fmt::format("{}{}_1", letter, 2 * k)),
                  kabios.value(row, fmt::format("body{}.phi{}", k, column)));
      }
    worst = std::max(worst, error.relative());
  }
  return worst;
}

TEST(Conversion, ForwardDynamics) {
  EXPECT_LT(worst_difference("kabios/double_pendulum_dynamic.dat"), 1e-9);    // seen 0
  EXPECT_LT(worst_difference("kabios/slider_crank_free_dynamic.dat"), 1e-9);  // seen 0
  EXPECT_LT(worst_difference("kabios/vertical_jump_dynamic.dat"), 1e-9);      // seen 0
}

TEST(Conversion, InverseDynamics) {
  EXPECT_LT(worst_difference("kabios/slider_crank_inverse_dynamic.dat"), 1e-12);  // seen 0
}

}  // namespace
}  // namespace mbs
