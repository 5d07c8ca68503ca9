// Frequencies and shapes of EIGEN against the vibration of the same deck in time.
#include <gtest/gtest.h>

#include "support/cantilever.h"
#include "support/deck.h"

namespace mbs {
namespace {

constexpr int kBeams = 4;
constexpr double kAmplitude = 1e-5;  // small: the frequency changes with its square
constexpr double kTwoPi = 6.28318530717958647693;

std::string deck(const std::string& tail) {
  return test::cantilever(kBeams, 0, test::CantileverFreedoms::bending, tail);
}

class CantileverMode : public testing::TestWithParam<std::size_t> {};

// Released in the shape of one mode, every node goes on as the cosine of its frequency.
TEST_P(CantileverMode, IsSeenInASimulation) {
  const std::size_t mode = GetParam();
  const test::RunResult modes = test::run(deck("EIGEN\n"));
  ASSERT_EQ(modes.status, ExitStatus::done) << modes.messages;
  const double omega = modes.value(mode, "omega");
  auto deflection = [&](int k) { return modes.value(mode, fmt::format("x{}_2", 2 * k + 1)); };
  auto rotation = [&](int k) { return modes.value(mode, fmt::format("x{}_1", 2 * k + 2)); };
  std::string tail;
  for (int k = 1; k <= kBeams; ++k) {  // bending deformations, theory.md
    const double chord = k > 1 ? deflection(k) - deflection(k - 1) : deflection(1);
    const double before = k > 1 ? rotation(k - 1) : 0, l = 1.0 / kBeams;
    tail +=
        fmt::format("STARTDE {} 2 {:.17g}\nSTARTDE {} 3 {:.17g}\n", k,
                    kAmplitude * (l * before - chord), k, kAmplitude * (chord - l * rotation(k)));
  }
  const double end = 3 * kTwoPi / omega;
  tail += fmt::format("TIMESTEP {:.17g} 60\nINTEG STEP 1e-13 1e-12\n", end);
  const test::RunResult run = test::run(deck(tail));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  test::Error error;
  for (std::size_t row = 0; row < run.rows.size(); ++row)
    for (int k = 1; k <= kBeams; ++k)
      error.add(run.value(row, fmt::format("x{}_2", 2 * k + 1)),
                kAmplitude * deflection(k) * std::cos(omega * run.time(row)));
  EXPECT_LT(error.relative(), 1e-8);  // seen 9.9e-10
}

INSTANTIATE_TEST_SUITE_P(First, CantileverMode, testing::Values(0u, 1u, 2u),
                         [](const auto& i) { return "Mode" + std::to_string(i.param + 1); });

}  // namespace
}  // namespace mbs
