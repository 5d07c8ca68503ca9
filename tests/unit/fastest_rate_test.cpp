// The rate of the fastest motion, of systems whose eigenvalues are known.
#include "integrate/fastest_rate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace mbs {
namespace {

// Oscillators q'' = -w^2 q - d q', a decay z' = -k z and an integral of q.
struct Oscillators {
  std::vector<double> w, d;
  double k;
  int pairs() const { return static_cast<int>(w.size()); }
  int quadratures() const { return 1; }
  EvalStatus rhs(double /*t*/, ConstVector y, Vector f) {
    const std::size_t n = w.size();
    for (std::size_t i = 0; i < n; ++i) {
      f[i] = y[n + i];
      f[n + i] = -w[i] * w[i] * y[i] - d[i] * y[n + i];
    }
    f[2 * n] = -k * y[2 * n];
    f[2 * n + 1] = 1e6 * y[0];
    return {};
  }
};

double rate(Oscillators system, const std::vector<double>& y) {
  OdeSystem ode = ode_system(static_cast<int>(y.size()), system);
  ode.quadratures = system.quadratures();
  return fastest_rate(ode, 0, y);
}

TEST(FastestRate, IsTheLargestModulus) {
  const std::vector<double> rest(6, 0.0), moving = {0.3, -2, 5, 7, 0.1, 40};
  for (const std::vector<double>& y : {rest, moving}) {
    EXPECT_NEAR(rate({{3, 2e4}, {0, 0}, 1}, y), 2e4, 400);
    // Weakly damped: the modulus stays w. Strongly: the faster of two decays, d/2 + root.
    EXPECT_NEAR(rate({{3, 2e4}, {0, 4e3}, 1}, y), 2e4, 2e3);
    EXPECT_NEAR(rate({{3, 50}, {0, 1e5}, 1}, y), 5e4 + std::sqrt(25e8 - 2500), 2e3);
    EXPECT_NEAR(rate({{3, 50}, {0, 0}, 7e6}, y), 7e6, 7e4);
  }
}

TEST(FastestRate, IsZeroWhereNothingCanBeEvaluated) {
  struct Refuses {
    EvalStatus rhs(double /*t*/, ConstVector /*y*/, Vector /*f*/) {
      return {EvalKind::reject, -1, 0};
    }
  } system;
  EXPECT_EQ(fastest_rate(ode_system(1, system), 0, std::vector<double>{1}), 0);
}

}  // namespace
}  // namespace mbs
