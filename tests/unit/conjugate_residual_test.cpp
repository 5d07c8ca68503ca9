#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "integrate/stage_matrix.h"

namespace mbs {
namespace {

// A = 1 + 3 a b^T + 5 c d^T: the remainder of u := u + r grows, and as many directions as there are
// terms solve it, and one more.
TEST(ConjugateResidual, FewLargeTermsTakeAsManyDirections) {
  const std::size_t n = 40;
  const auto vector = [&](double rate) {
    std::vector<double> out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = std::cos(rate * static_cast<double>(i)) / 4;
    return out;
  };
  const std::vector<double> a = vector(0.3), b = vector(0.31), c = vector(1.7), d = vector(1.72),
                            exact = vector(0.9);
  const auto times = [&](const std::vector<double>& u) {
    double along_b = 0, along_d = 0;
    for (std::size_t i = 0; i < n; ++i) along_b += b[i] * u[i], along_d += d[i] * u[i];
    std::vector<double> out = u;
    for (std::size_t i = 0; i < n; ++i) out[i] += 3 * along_b * a[i] + 5 * along_d * c[i];
    return out;
  };
  ConjugateResidual iteration(n, 4);
  for (std::size_t i = 0; i < n; ++i) iteration.scale()[i] = i % 2 == 0 ? 1 : 10;
  iteration.rest() = times(exact);
  std::vector<double> u(n, 0.0);
  iteration.begin();
  double before = iteration.square();
  for (int pass = 0; pass < 3; ++pass) {
    iteration.follow(times(iteration.rest()), u);
    EXPECT_LE(iteration.square(), before);
    before = iteration.square();
  }
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(u[i], exact[i], 1e-13) << i;
}

}  // namespace
}  // namespace mbs
