// The problem of all that touches and rubs, against an enumeration of its modes.
#include "solve/impact/touch_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include "solve/impact/fixed_loads.h"
#include "support/draws.h"
#include "support/touch_problems.h"

namespace mbs {
namespace {

using test::contacts, test::distinct, test::entry, test::fill, test::solve_dense;

// The largest violation of the conditions, one coefficient of friction for rest and sliding.
double violation(const TouchProblem& p, const TouchSolution& s) {
  double worst = 0, size = 1;
  for (const double f : s.f) size = std::max(size, std::fabs(f));
  const auto note = [&](double value) { worst = std::max(worst, value); };
  for (const int line : p.normals) {
    const auto i = static_cast<std::size_t>(line);
    double u = p.b[i];
    for (int j = 0; j < p.n; ++j) u += entry(p, line, j) * s.f[static_cast<std::size_t>(j)];
    note(std::fabs(u - s.u[i]));
    note(-s.f[i]);
    note(-u);
    note(std::min(s.f[i], u));
  }
  for (const Rub& rub : p.rubs) {
    const auto i = static_cast<std::size_t>(rub.line);
    const double N = s.f[static_cast<std::size_t>(p.normals[static_cast<std::size_t>(rub.normal)])];
    const double bound = rub.sliding.up * N;
    if (rub.way != 0) {
      note(std::fabs(s.f[i] + rub.way * bound));
      continue;
    }
    note(std::fabs(s.f[i]) - bound);
    note(std::min(std::fabs(s.u[i]), bound - std::fabs(s.f[i])));
    note(std::min(std::fabs(s.u[i]), s.f[i] * s.u[i]));
  }
  return worst / size;
}

// Forces of all modes that fit: open, sticking, sliding either way (of what slides: its way).
std::vector<std::vector<double>> enumerate(const TouchProblem& p) {
  std::vector<std::vector<double>> out;
  const std::size_t count = p.normals.size(), n = 2 * count;
  std::size_t all = 1;
  for (std::size_t k = 0; k < count; ++k) all *= 4;
  for (std::size_t code = 0; code < all; ++code) {
    std::vector<double> A(n * n, 0.0), x(n, 0.0);
    std::vector<int> mode(count);
    bool asked = true;
    std::size_t rest = code;
    for (std::size_t k = 0; k < count; ++k) {
      mode[k] = static_cast<int>(rest % 4);  // 0 open, 1 sticks, 2 slides up, 3 slides down
      rest /= 4;
      const int way = p.rubs[k].way;
      if (way != 0) asked = asked && (mode[k] == 0 || mode[k] == (way > 0 ? 2 : 3));
      const std::size_t N = 2 * k, T = N + 1;
      const auto keep = [&](std::size_t row) {
        for (std::size_t j = 0; j < n; ++j) A[row * n + j] = p.W[row * n + j];
        x[row] = -p.b[row];
      };
      if (mode[k] == 0) {
        A[N * n + N] = A[T * n + T] = 1;
        continue;
      }
      keep(N);
      if (mode[k] == 1) {
        keep(T);
        continue;
      }
      A[T * n + T] = 1;
      A[T * n + N] = (mode[k] == 2 ? 1 : -1) * p.rubs[k].sliding.up;
    }
    if (!asked || !solve_dense(A, x)) continue;
    bool fits = true;
    for (std::size_t k = 0; k < count && fits; ++k) {
      double u = p.b[2 * k], w = p.b[2 * k + 1];
      for (std::size_t j = 0; j < n; ++j) {
        u += p.W[2 * k * n + j] * x[j];
        w += p.W[(2 * k + 1) * n + j] * x[j];
      }
      const double N = x[2 * k], T = x[2 * k + 1];
      fits = mode[k] == 0   ? u > -1e-9
             : mode[k] == 1 ? N > -1e-9 && std::fabs(T) < p.rubs[k].sliding.up * N + 1e-9
                            : N > -1e-9 && (p.rubs[k].way != 0 || (mode[k] == 2 ? w : -w) > -1e-9);
    }
    if (fits) out.push_back(x);
  }
  return out;
}

// Up to four contacts, some of which slide already: the solution is one of those that the
// enumeration finds, and none is found only where there is none.
TEST(TouchProblem, IsOneOfTheModesThatFit) {
  std::mt19937 random(36);
  int none = 0, several = 0, searched = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const int count = 1 + trial % 3;
    TouchProblem p = contacts(count, 0.2 + 0.3 * (trial % 5), 0.2 + 0.3 * (trial % 5));
    fill(p, 2 * count, random);
    for (Rub& rub : p.rubs) rub.way = static_cast<int>(random() % 3) - 1;
    const std::vector<std::vector<double>> all = enumerate(p);
    const TouchSolution s = solve_touch(p);
    searched += s.searched ? 1 : 0;
    none += all.empty() ? 1 : 0;
    several += all.size() > 1 ? 1 : 0;
    ASSERT_EQ(s.found, !all.empty()) << "trial " << trial;
    if (!s.found) continue;
    EXPECT_LT(violation(p, s), 1e-9) << "trial " << trial;
    double nearest = HUGE_VAL;
    for (const std::vector<double>& f : all) {
      double apart = 0, size = 1;
      for (std::size_t i = 0; i < f.size(); ++i) {
        apart = std::max(apart, std::fabs(f[i] - s.f[i]));
        size = std::max(size, std::fabs(f[i]));
      }
      nearest = std::min(nearest, apart / size);
    }
    EXPECT_LT(nearest, 1e-8) << "trial " << trial;  // seen 4e-11
  }
  EXPECT_GT(none, 10);  // Painleve
  EXPECT_GT(several, 10);
  EXPECT_GT(searched, 0);
}

// MBSIM_TOUCH=10000 looks at more of them. A third has more lines than the mechanism has freedoms.
TEST(TouchProblem, CountsItsSolutions) {
  const int trials = test::draws(400, "MBSIM_TOUCH");
  std::mt19937 random(361);
  int none = 0, several = 0, one = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const int count = 1 + trial % (trials > 400 ? 5 : 4);
    const double mu = 0.2 + 0.25 * (trial % 5);
    TouchProblem p = contacts(count, mu, mu);
    fill(p, trial % 3 == 0 ? std::min(3, 2 * count) : 2 * count, random);
    for (Rub& rub : p.rubs) rub.way = random() % 2 == 0 ? 0 : static_cast<int>(random() % 3) - 1;
    const std::size_t right = distinct(p, enumerate(p)).size();
    const TouchSolution s = solve_touch(p);
    ASSERT_EQ(s.found, right > 0) << "trial " << trial;
    if (!s.found) {
      ++none;
      continue;
    }
    EXPECT_LT(violation(p, s), 1e-9) << "trial " << trial;
    const std::vector<TouchSolution> all = solutions_beside(p, s);
    for (const TouchSolution& other : all)
      EXPECT_LT(violation(p, other), 1e-8) << "trial " << trial;
    EXPECT_EQ(all.size() > 1, right > 1) << "trial " << trial;
    if (trial % 3 != 0) {
      EXPECT_EQ(all.size(), right) << "trial " << trial;
    }
    (right > 1 ? several : one) += 1;
  }
  EXPECT_GT(none, trials / 100);
  EXPECT_GT(several, trials / 100);
  EXPECT_GT(one, trials / 2);
}

// More lines than the mechanism has freedoms: the forces are not unique, the conditions hold.
TEST(TouchProblem, HoldsWithRedundantContacts) {
  std::mt19937 random(7);
  int found = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const int count = 2 + trial % 5;
    TouchProblem p = contacts(count, 0.3, 0.3);
    fill(p, std::min(3, 2 * count), random);
    const TouchSolution s = solve_touch(p);
    found += s.found ? 1 : 0;
    if (s.found) {
      EXPECT_LT(violation(p, s), 1e-9) << "trial " << trial;
    }
  }
  EXPECT_EQ(found, 1500);  // with all at rest there is always a solution (Stewart and Trinkle 1996)
}

// Points of a plank on one line: N is their weight, and the accelerations are none.
TEST(TouchProblem, ThreePointsOfAPlankCarryItsWeight) {
  TouchProblem p = contacts(3, 0.5, 0.4);
  const double at[] = {-0.2, -0.03, 0.15}, m = 5, I = 0.0833, h = 0.1, g = 9.81;
  // Rows of J for (x, y, phi): the gap (0, 1, a), the slip (1, 0, h).
  const auto row = [&](int line) {
    const double a = at[line / 2];
    return line % 2 == 0 ? std::vector<double>{0, 1, a} : std::vector<double>{1, 0, h};
  };
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j)
      entry(p, i, j) =
          row(i)[0] * row(j)[0] / m + row(i)[1] * row(j)[1] / m + row(i)[2] * row(j)[2] / I;
    p.b[static_cast<std::size_t>(i)] = -g * row(i)[1];
  }
  for (Rub& rub : p.rubs) rub.way = 1;
  const TouchSolution s = solve_touch(p);
  ASSERT_TRUE(s.found);
  EXPECT_NEAR(s.f[0] + s.f[2] + s.f[4], m * g, 1e-12);
  for (const int k : {0, 2, 4}) EXPECT_NEAR(s.u[static_cast<std::size_t>(k)], 0, 1e-12);
  for (const int k : {1, 3, 5}) EXPECT_NEAR(s.u[static_cast<std::size_t>(k)], -0.4 * g, 1e-12);
}

// What rests holds with mu_s; where that is not enough it has the friction of sliding.
TEST(TouchProblem, BreaksAwayAtTheBoundOfRest) {
  for (const double pull : {0.0, 4.8, 5.1, -5.1}) {
    TouchProblem p = contacts(1, 0.5, 0.3);
    entry(p, 0, 0) = entry(p, 1, 1) = 1;
    p.b = {-10, pull};
    const TouchSolution s = solve_touch(p);
    ASSERT_TRUE(s.found);
    const bool stands = std::fabs(pull) < 5;
    EXPECT_EQ(s.broken[0] != 0, !stands);
    EXPECT_NEAR(s.f[1], stands ? -pull : std::copysign(3, -pull), 1e-12);
    EXPECT_NEAR(s.u[1], stands ? 0 : pull - std::copysign(3, pull), 1e-12);
  }
}

// A pin whose force sqrt(P1^2 + P2^2) grows with its friction: F = c |P0 + C F|.
TEST(TouchProblem, FindsTheLoadOfAPin) {
  TouchProblem p;
  p.n = 1;
  p.W = {2};
  p.b = {10};
  Rub rub;
  rub.rest = rub.sliding = {0.1, 0.1};
  rub.load = {FrictionKind::pin, 0, 0};
  p.rubs = {rub};
  p.P0 = {3, 4};
  p.C = {1, -0.5};
  const TouchSolution s = solve_touch(p);
  ASSERT_TRUE(s.found);
  EXPECT_TRUE(s.settled);
  EXPECT_EQ(s.broken[0], 1);
  const double f = s.f[0];
  EXPECT_NEAR(f, -0.1 * std::hypot(3 + f, 4 - 0.5 * f), 1e-10);
  EXPECT_NEAR(s.u[0], 10 + 2 * f, 1e-12);
}

// A rope holds more one way than the other.
TEST(TouchProblem, KnowsTheTwoBoundsOfARope) {
  for (const double pull : {2.9, 3.1, -0.9, -1.1}) {
    TouchProblem p;
    p.n = 1;
    p.W = {1};
    p.b = {pull};
    Rub rub;
    rub.rest = rub.sliding = {3, 1};
    rub.load = {FrictionKind::rope, 0, 0};
    p.rubs = {rub};
    p.P0 = {1};
    p.C = {0};
    const TouchSolution s = solve_touch(p);
    ASSERT_TRUE(s.found);
    const bool stands = pull > -1 && pull < 3;
    EXPECT_NEAR(s.u[0], stands ? 0 : pull > 0 ? pull - 3 : pull + 1, 1e-12);
  }
}

TEST(Lemke, EndsOnARayWhereThereIsNothing) {
  std::vector<double> z;
  EXPECT_TRUE(solve_lcp({1, 0, 0, 1}, {-1, 2}, z));
  EXPECT_EQ(z, (std::vector<double>{1, 0}));
  EXPECT_FALSE(solve_lcp({-1}, {-1}, z));
}

}  // namespace
}  // namespace mbs
