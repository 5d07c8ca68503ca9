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

// More lines than motions, W = A A^T of rank 3: velocities are made from a solution, so there is
// one. Before, a line that depended on others when it was tried was left out for good, and could
// pass its stop.
TEST(ContactImpulses, LinesThatDependOnOthersPassNoStop) {
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 2000; ++trial) {
    const int n = 4 + trial % 4, rank = 3, equalities = trial % 3;
    std::vector<double> A(n * rank), known(n), slack(n);
    for (double& a : A) a = uniform(engine);
    ContactProblem p{n, equalities, std::vector<double>(n * n), true, {}, {}};
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < rank; ++k) p.W[i * n + j] += A[i * rank + k] * A[j * rank + k];
    for (int i = 0; i < n; ++i) {
      const double any = uniform(engine);
      if (i < equalities)
        known[i] = any;
      else
        (any < 0 ? known : slack)[i] = std::fabs(any);
    }
    // Slacks of lines that move together cannot be chosen: the velocities before are.
    p.bounce.assign(n, 0.0);
    for (int i = equalities; i < n; ++i) p.bounce[i] = slack[i];
    for (int i = 0; i < n; ++i) {
      double u = 0;
      for (int j = 0; j < n; ++j) u -= p.W[i * n + j] * known[j];
      p.velocity.push_back(u);
    }
    const std::vector<double> P = solve_contacts(p), u = contact_velocities(p, P);
    ASSERT_FALSE(passes_a_stop(p, P)) << trial;
    for (int i = 0; i < n; ++i) {
      if (i < equalities) {
        ASSERT_NEAR(u[i], 0, 1e-9) << trial << " " << i;
        continue;
      }
      ASSERT_GE(P[i], -1e-12) << trial << " " << i;
      ASSERT_GE(u[i] + p.bounce[i], -1e-9) << trial << " " << i;
      ASSERT_NEAR(P[i] * (u[i] + p.bounce[i]), 0, 1e-8) << trial << " " << i;
    }
  }
}

// Two lines that move against each other, u_2 = -u_1: no impulse gives a bounce of one of them.
TEST(ContactImpulses, SaysWhereNoImpulsesBounce) {
  ContactProblem p{2, 0, {1, -1, -1, 1}, true, {-1, 1}, {-0.5, 0}};
  EXPECT_TRUE(passes_a_stop(p, solve_contacts(p)));
  p.bounce = {0, 0};
  const std::vector<double> P = solve_contacts(p);
  EXPECT_FALSE(passes_a_stop(p, P));
  for (double u : contact_velocities(p, P)) EXPECT_NEAR(u, 0, 1e-15);
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
