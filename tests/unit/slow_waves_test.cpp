// Expressions without narrow places: which expressions are polynomials and waves of the slots that
// vary, and how far their waves turn.

#include "text/slow_waves.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "text/expression.h"
#include "text/parameters.h"

namespace mbs {
namespace {

constexpr std::array<std::string_view, 3> kNames{"c", "p", "q"};

// c is constant, p and q vary.
std::optional<std::map<int, double>> waves_of(const std::string& text) {
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  const auto expression =
      Expression::compile(text, {0, 1, 1}, kNames, Parameters(), diagnostics, "test");
  if (!expression) throw std::runtime_error(text + diagnostics.format_all());
  const auto waves = slow_waves(*expression, std::vector<char>{0, 1, 1});
  if (!waves) return {};
  std::map<int, double> out;
  for (const SlowWave& wave : *waves) out[wave.slot] = wave.turn;
  return out;
}

using Turns = std::map<int, double>;

TEST(SlowWaves, OfWavesAndPolynomials) {
  EXPECT_EQ(waves_of("p*q^3 - c*p/(1 + c)"), Turns{});
  EXPECT_EQ(waves_of("sin(c)*p"), Turns{});
  EXPECT_EQ(waves_of("hypot(p - 5, 1e-3*q)"), Turns{});
  EXPECT_EQ(waves_of("c*abs(p)*p"), Turns{});
  EXPECT_EQ(waves_of("p*sin(3*p - q/2 + c)"), (Turns{{1, 3}, {2, 0.5}}));
  // Factors turn together, addends each for itself.
  EXPECT_EQ(waves_of("sin(2*p)*cos(p)"), (Turns{{1, 3}}));
  EXPECT_EQ(waves_of("sin(2*p) + cos(p)"), (Turns{{1, 2}}));
  EXPECT_EQ(waves_of("sin(p)^8"), (Turns{{1, 8}}));
  EXPECT_EQ(waves_of("hypot(q*sin(p), q*cos(p - q))"), (Turns{{1, 1}, {2, 1}}));
  EXPECT_EQ(waves_of("sin(p - p)*q"), Turns{});
}

TEST(SlowWaves, NotOfWhatMayBeNarrow) {
  for (const char* text : {"exp(p)", "1/p", "p/(1 + q^2)", "max(p, 0)", "(p > 0 ? 1 : 0)", "p > 0",
                           "tanh(p)", "sin(p^2)", "sin(c*p)", "sin(sin(p))", "p^9", "p^c", "p^0.5",
                           "p^(-2)", "floor(p)", "sin(p)^40",
                           // Where both nearly cancel there is a bump as wide as 1e-3.
                           "hypot(p, 1e-3) - abs(p)", "sin(abs(p))", "tan(p)", "c + sqrt(p) "})
    EXPECT_FALSE(waves_of(text).has_value()) << text;
}

}  // namespace
}  // namespace mbs
