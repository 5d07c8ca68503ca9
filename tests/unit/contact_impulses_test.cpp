#include "solve/impact/contact_impulses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "linalg/lu.h"

namespace mbs {
namespace {

// One mass of 2 kg that falls with 3 m/s: P = 2 (3 - b) stops it to the rebound -b.
TEST(ContactImpulses, OneMassIsStoppedOrLeftAlone) {
  EXPECT_NEAR(solve_contacts({1, 0, {0.5}, true, {-3}, {0}})[0], 6, 1e-15);
  EXPECT_NEAR(solve_contacts({1, 0, {0.5}, true, {-3}, {-1.5}})[0], 9, 1e-15);
  EXPECT_EQ(solve_contacts({1, 0, {0.5}, true, {3}, {0}})[0], 0);
  EXPECT_NEAR(solve_contacts({1, 1, {0.5}, true, {3}, {0}})[0], -6, 1e-15);  // it is held
  EXPECT_TRUE(solve_contacts({0, 0, {}, true, {}, {}}).empty());
}

// Two points of one body at the same place: the second depends on the first.
TEST(ContactImpulses, ADependentLineHasNoImpulse) {
  const ContactProblem twice{2, 0, {1, 1, 1, 1}, true, {-1, -1}, {0, 0}};
  const std::vector<double> P = solve_contacts(twice);
  EXPECT_NEAR(P[0] + P[1], 1, 1e-15);
  EXPECT_EQ(std::min(P[0], P[1]), 0);
  for (double u : contact_velocities(twice, P)) EXPECT_NEAR(u, 0, 1e-15);
  const std::vector<double> held = solve_contacts({2, 2, {1, 1, 1, 1}, true, {-1, -1}, {0, 0}});
  EXPECT_EQ(held, (std::vector<double>{1, 0}));
}

// The solution by trying every set of lines that carry an impulse; unique for a definite W.
std::vector<double> by_all_sets(const ContactProblem& p) {
  const int choices = p.n - p.equalities;
  for (int mask = 0; mask < 1 << choices; ++mask) {
    std::vector<int> active;
    for (int i = 0; i < p.n; ++i)
      if (i < p.equalities || (mask >> (i - p.equalities)) & 1) active.push_back(i);
    Lu lu(static_cast<int>(active.size()));
    std::vector<double> some;
    for (std::size_t j = 0; j < active.size(); ++j) {
      for (std::size_t i = 0; i < active.size(); ++i)
        lu.matrix()(static_cast<int>(i), static_cast<int>(j)) = p.W[active[i] * p.n + active[j]];
      some.push_back(-p.velocity[active[j]] - (active[j] < p.equalities ? 0 : p.bounce[active[j]]));
    }
    if (lu.factor() >= 0) continue;
    lu.solve(some.data());
    std::vector<double> P(p.n, 0.0);
    for (std::size_t j = 0; j < active.size(); ++j) P[active[j]] = some[j];
    bool good = true;
    for (int i = p.equalities; i < p.n; ++i) {
      double u = p.velocity[i] + p.bounce[i];
      for (int j = 0; j < p.n; ++j) u += p.W[i * p.n + j] * P[j];
      good &= P[i] >= 0 && u >= -1e-10;
    }
    if (good) return P;
  }
  return {};
}

TEST(ContactImpulses, AgreeWithTryingEverySet) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 1 + trial % 6;
    ContactProblem p{n, trial % 3 == 0 ? n / 3 : 0, std::vector<double>(n * n), true, {}, {}};
    std::vector<double> B(n * n);
    for (double& b : B) b = uniform(engine);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        p.W[i * n + j] = i == j ? 0.1 : 0;
        for (int k = 0; k < n; ++k) p.W[i * n + j] += B[i * n + k] * B[j * n + k];
      }
    for (int i = 0; i < n; ++i) p.velocity.push_back(uniform(engine));
    for (int i = 0; i < n; ++i) p.bounce.push_back(trial % 2 ? 0 : 0.3 * uniform(engine));
    const std::vector<double> expected = by_all_sets(p);
    ASSERT_EQ(expected.size(), static_cast<std::size_t>(n));
    for (const bool symmetric : {true, false}) {
      p.symmetric = symmetric;
      const std::vector<double> P = solve_contacts(p);
      for (int i = 0; i < n; ++i) EXPECT_NEAR(P[i], expected[i], 1e-8) << trial << " " << i;
    }
  }
}

// By hand: W = [2 1; 0 1] is not symmetric, both lines close: P_2 = 1, P_1 = (3 - 1)/2.
TEST(ContactImpulses, AMatrixThatIsNotSymmetric) {
  const ContactProblem p{2, 0, {2, 1, 0, 1}, false, {-3, -1}, {0, 0}};
  const std::vector<double> P = solve_contacts(p);
  EXPECT_NEAR(P[0], 1, 1e-15);
  EXPECT_NEAR(P[1], 1, 1e-15);
  for (double u : contact_velocities(p, P)) EXPECT_NEAR(u, 0, 1e-15);
}

}  // namespace
}  // namespace mbs
