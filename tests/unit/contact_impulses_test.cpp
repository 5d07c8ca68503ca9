// Impacts in which nothing rubs, as problems of lines: u = u0 + W P, u_i = 0 for equalities,
// 0 <= P_i, u_i + b_i >= 0, one of them zero.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "linalg/lu.h"
#include "solve/impact/impact.h"
#include "solve/impact/line_response.h"

namespace mbs {
namespace {

struct Lines {
  int n = 0;
  int equalities = 0;     // the first of the n lines
  std::vector<double> W;  // n x n by rows
  std::vector<double> velocity, bounce;
};

// False where no impulses give all bounces.
bool solve(const Lines& lines, std::vector<double>& P) {
  TouchProblem whole;
  whole.n = lines.n;
  whole.W = lines.W;
  whole.b = lines.velocity;
  for (int i = lines.equalities; i < lines.n; ++i) whole.normals.push_back(i);
  return RubbingImpact(static_cast<std::size_t>(lines.equalities), whole).solve(lines.bounce, P);
}
std::vector<double> impulses_of(const Lines& lines) {
  std::vector<double> P;
  EXPECT_TRUE(solve(lines, P));
  return P;
}
std::vector<double> velocities(const Lines& lines, const std::vector<double>& P) {
  return response_to(lines.W, P, lines.velocity);
}

// One mass of 2 kg that falls with 3 m/s: P = 2 (3 - b) stops it to the rebound -b.
TEST(ContactImpulses, OneMassIsStoppedOrLeftAlone) {
  EXPECT_NEAR(impulses_of({1, 0, {0.5}, {-3}, {0}})[0], 6, 1e-14);
  EXPECT_NEAR(impulses_of({1, 0, {0.5}, {-3}, {-1.5}})[0], 9, 1e-14);
  EXPECT_EQ(impulses_of({1, 0, {0.5}, {3}, {0}})[0], 0);
  EXPECT_NEAR(impulses_of({1, 1, {0.5}, {3}, {0}})[0], -6, 1e-14);  // it is held
  EXPECT_TRUE(impulses_of({0, 0, {}, {}, {}}).empty());
}

// Two points of one body at the same place have equal parts of the impulse.
TEST(ContactImpulses, DependentLinesShareTheImpulse) {
  const Lines twice{2, 0, {1, 1, 1, 1}, {-1, -1}, {0, 0}};
  const std::vector<double> P = impulses_of(twice);
  EXPECT_NEAR(P[0], 0.5, 1e-12);
  EXPECT_NEAR(P[1], 0.5, 1e-12);
  for (double u : velocities(twice, P)) EXPECT_NEAR(u, 0, 1e-14);
}

// The solution by trying every set of lines that carry an impulse; unique for a definite W.
std::vector<double> by_all_sets(const Lines& p) {
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
    Lines p{n, trial % 3 == 0 ? n / 3 : 0, std::vector<double>(n * n), {}, {}};
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
    const std::vector<double> P = impulses_of(p);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(P[i], expected[i], 1e-8) << trial << " " << i;
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
    Lines p{n, equalities, std::vector<double>(n * n), {}, {}};
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
    std::vector<double> P;
    ASSERT_TRUE(solve(p, P)) << trial;
    const std::vector<double> u = velocities(p, P);
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
  Lines p{2, 0, {1, -1, -1, 1}, {-1, 1}, {-0.5, 0}};
  std::vector<double> P;
  EXPECT_FALSE(solve(p, P));
  p.bounce = {0, 0};
  EXPECT_TRUE(solve(p, P));
  for (double u : velocities(p, P)) EXPECT_NEAR(u, 0, 1e-14);
}

// By hand: W = [2 1; 0 1] is not symmetric, both lines close: P_2 = 1, P_1 = (3 - 1)/2.
TEST(ContactImpulses, AMatrixThatIsNotSymmetric) {
  const Lines p{2, 0, {2, 1, 0, 1}, {-3, -1}, {0, 0}};
  const std::vector<double> P = impulses_of(p);
  EXPECT_NEAR(P[0], 1, 1e-14);
  EXPECT_NEAR(P[1], 1, 1e-14);
  for (double u : velocities(p, P)) EXPECT_NEAR(u, 0, 1e-14);
}

}  // namespace
}  // namespace mbs
