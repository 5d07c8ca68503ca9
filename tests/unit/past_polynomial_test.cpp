// The polynomial through the ends of the last steps: exact for polynomials of its degree, and what
// it says it may be off for others.
#include "linalg/past_polynomial.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mbs {
namespace {

using P = PastPolynomial;

// Uneven ends, the last step from 0.7 to 0.9.
std::array<double, P::kValues> ends() {
  std::array<double, P::kValues> t{};
  double at = 0.9, step = 0.2;
  for (std::size_t k = P::kValues; k-- > 0; at -= step, step *= k % 2 == 0 ? 0.8 : 1.15) t[k] = at;
  return t;
}

template <class F, class D>
void check(F f, D d, double integral, double tolerance) {
  const auto t = ends();
  P p;
  p.set_values(t);
  p.set_rates(t);
  std::array<double, P::kValues> values{};
  std::array<double, P::kRates> last{}, rates{};
  for (std::size_t k = 0; k < P::kValues; ++k) values[k] = f(t[k]);
  for (std::size_t k = 0; k < P::kRates; ++k) {
    last[k] = f(t[P::kValues - P::kRates + k]);
    rates[k] = d(t[P::kValues - P::kRates + k]);
  }
  for (const P::Shape& shape : {p.of_values(values), p.of_rates(last, rates)}) {
    EXPECT_NEAR(shape.integral, integral, 0.2 * tolerance);
    EXPECT_NEAR(shape.middle, f(0.8), tolerance);
    EXPECT_NEAR(shape.from, d(0.7), 1e4 * tolerance);
    EXPECT_NEAR(shape.to, d(0.9), 1e4 * tolerance);
    EXPECT_NEAR(shape.halfway, d(0.8), 1e4 * tolerance);
    EXPECT_LE(shape.off, 1e3 * tolerance);
  }
}

// Of degree 7, so that leaving out the oldest end changes nothing either.
TEST(PastPolynomial, IsExactForPolynomials) {
  check([](double t) { return std::pow(t, 7) - t; },
        [](double t) { return 7 * std::pow(t, 6) - 1; },
        (std::pow(0.9, 8) - std::pow(0.7, 8)) / 8 - (0.81 - 0.49) / 2, 1e-12);
}

TEST(PastPolynomial, FollowsSmoothFunctions) {
  check([](double t) { return std::sin(t); }, [](double t) { return std::cos(t); },
        std::cos(0.7) - std::cos(0.9), 1e-11);
}

// A corner inside the step.
TEST(PastPolynomial, SaysWhatItDoesNotKnow) {
  const auto t = ends();
  P p;
  p.set_values(t);
  p.set_rates(t);
  std::array<double, P::kValues> values{};
  for (std::size_t k = 0; k < P::kValues; ++k) values[k] = std::fabs(t[k] - 0.83);
  EXPECT_GT(p.of_values(values).off, 1e-3);
}

}  // namespace
}  // namespace mbs
