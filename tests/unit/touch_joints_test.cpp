// The problem of all that touches and rubs, joints among it, against an enumeration of its modes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/draws.h"
#include "support/touch_problems.h"

namespace mbs {
namespace {

using test::contacts, test::distinct, test::fill, test::solve_dense;

// Joints that rub beside contacts: slots (|P|), and pins (the size of two components).
TouchProblem with_joints(int count, int joints, double mu, std::mt19937& random) {
  TouchProblem p = contacts(count, mu, mu);
  p.n += joints;
  p.W.assign(static_cast<std::size_t>(p.n * p.n), 0.0);
  p.b.assign(static_cast<std::size_t>(p.n), 0.0);
  std::normal_distribution<double> normal;
  for (int j = 0; j < joints; ++j) {
    Rub rub;
    rub.line = 2 * count + j;
    rub.rest = rub.sliding = {mu / 2, mu / 2};
    rub.load = {random() % 2 == 0 ? FrictionKind::pin : FrictionKind::face,
                static_cast<int>(p.P0.size()), 0};
    for (int i = 0; i < rub.load.count(); ++i) p.P0.push_back(3 * normal(random));
    p.rubs.push_back(rub);
  }
  for (std::size_t i = 0; i < p.P0.size() * static_cast<std::size_t>(p.n); ++i)
    p.C.push_back(0.3 * normal(random));
  return p;
}

double load_of(const TouchProblem& p, const Rub& rub, const std::vector<double>& f) {
  double P[2] = {0, 0};
  for (int i = 0; i < rub.load.count(); ++i) {
    const auto row = static_cast<std::size_t>(rub.load.first + i);
    P[i] = p.P0[row];
    for (std::size_t k = 0; k < f.size(); ++k) P[i] += p.C[row * f.size() + k] * f[k];
  }
  return rub.load.count() > 1 ? std::hypot(P[0], P[1]) : std::fabs(P[0]);
}

// Forces of all modes of contacts and joints that fit. In a mode all is linear but for the loads of
// pins that slide, whose equations Newton's method solves from several starts.
std::vector<std::vector<double>> enumerate_joints(const TouchProblem& p) {
  std::vector<std::vector<double>> out;
  const std::size_t count = p.normals.size(), joints = p.rubs.size() - count,
                    n = static_cast<std::size_t>(p.n);
  std::size_t all = 1;
  for (std::size_t k = 0; k < count; ++k) all *= 4;
  for (std::size_t j = 0; j < joints; ++j) all *= 3;
  for (std::size_t code = 0; code < all; ++code) {
    std::size_t rest = code;
    std::vector<int> mode;  // contacts: 0 open, 1 sticks, 2 up, 3 down; joints: 1, 2, 3
    for (std::size_t k = 0; k < count; ++k) mode.push_back(static_cast<int>(rest % 4)), rest /= 4;
    for (std::size_t j = 0; j < joints; ++j)
      mode.push_back(1 + static_cast<int>(rest % 3)), rest /= 3;
    bool asked = true;
    for (std::size_t k = 0; k < mode.size(); ++k)
      if (p.rubs[k].way != 0 && mode[k] != 0)
        asked = asked && mode[k] == (p.rubs[k].way > 0 ? 2 : 3);
    if (!asked) continue;
    for (const double start : {0.0, 1.0, 10.0, 100.0, -3.0}) {
      std::vector<double> f(n, start);
      bool solved = false;
      for (int step = 0; step < 40 && !solved; ++step) {
        std::vector<double> A(n * n, 0.0), x(n, 0.0);
        const auto keep = [&](std::size_t row) {
          for (std::size_t i = 0; i < n; ++i) A[row * n + i] = p.W[row * n + i];
          x[row] = -p.b[row];
        };
        for (std::size_t k = 0; k < count; ++k) {
          if (mode[k] == 0) {
            A[2 * k * n + 2 * k] = A[(2 * k + 1) * n + 2 * k + 1] = 1;
            continue;
          }
          keep(2 * k);
          if (mode[k] == 1) {
            keep(2 * k + 1);
            continue;
          }
          A[(2 * k + 1) * n + 2 * k + 1] = 1;
          A[(2 * k + 1) * n + 2 * k] = (mode[k] == 2 ? 1 : -1) * p.rubs[k].sliding.up;
        }
        for (std::size_t j = 0; j < joints; ++j) {
          const Rub& rub = p.rubs[count + j];
          const auto row = static_cast<std::size_t>(rub.line);
          if (mode[count + j] == 1) {
            keep(row);
            continue;
          }
          // f + s c L(f) = 0, L from its value and slope here.
          const double by = (mode[count + j] == 2 ? 1 : -1) * rub.sliding.up;
          const double load = load_of(p, rub, f);
          A[row * n + row] = 1;
          x[row] = -by * load;
          for (int i = 0; i < rub.load.count() && load > 0; ++i) {
            const std::size_t r = static_cast<std::size_t>(rub.load.first + i);
            double P = p.P0[r];
            for (std::size_t k = 0; k < n; ++k) P += p.C[r * n + k] * f[k];
            for (std::size_t k = 0; k < n; ++k) {
              A[row * n + k] += by * P / load * p.C[r * n + k];
              x[row] += by * P / load * p.C[r * n + k] * f[k];
            }
          }
        }
        if (!solve_dense(A, x)) break;
        double change = 0, size = 1;
        for (std::size_t i = 0; i < n; ++i) {
          change = std::max(change, std::fabs(x[i] - f[i]));
          size = std::max(size, std::fabs(x[i]));
        }
        f = std::move(x);
        solved = change < 1e-13 * size;
      }
      if (!solved) continue;
      bool fits = true;
      const auto u = [&](std::size_t line) {
        double sum = p.b[line];
        for (std::size_t i = 0; i < n; ++i) sum += p.W[line * n + i] * f[i];
        return sum;
      };
      for (std::size_t k = 0; k < mode.size() && fits; ++k) {
        const Rub& rub = p.rubs[k];
        const auto line = static_cast<std::size_t>(rub.line);
        const bool joint = k >= count;
        const double bound = rub.sliding.up * (joint ? load_of(p, rub, f) : f[2 * k]);
        if (!joint) fits = mode[k] == 0 ? u(2 * k) > -1e-9 : f[2 * k] > -1e-9;
        if (mode[k] == 0 || !fits) continue;
        fits = mode[k] == 1   ? std::fabs(f[line]) < bound + 1e-9
               : rub.way != 0 ? true
                              : (mode[k] == 2 ? u(line) : -u(line)) > -1e-9;
      }
      if (fits) out.push_back(f);
    }
  }
  return out;
}

// MBSIM_TOUCH=10000: up to six contacts and joints together, a third with more lines than freedoms.
TEST(TouchJoints, AreOneOfTheModesThatFit) {
  const int trials = test::draws(200, "MBSIM_TOUCH");
  std::mt19937 random(362);
  int none = 0, several = 0, unsettled = 0, one = 0, missed = 0, miscounted = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const int most = trials > 200 ? 5 : 4, together = 1 + trial % most,
              joints = 1 + static_cast<int>(random() % static_cast<unsigned>(together)),
              count = together - joints;
    TouchProblem p = with_joints(count, joints, 0.2 + 0.2 * (trial % 4), random);
    const bool redundant = trial % 3 == 0 && p.n > 3;
    fill(p, redundant ? 3 : p.n, random);
    for (Rub& rub : p.rubs) rub.way = random() % 2 == 0 ? 0 : static_cast<int>(random() % 3) - 1;
    const TouchSolution s = solve_touch(p);
    const std::vector<std::vector<double>> all = enumerate_joints(p);
    if (s.found && !s.settled) {
      // Lines that depend on each other: the enumeration knows none, and shows nothing by that.
      EXPECT_TRUE(redundant && all.empty()) << "trial " << trial;
      ++unsettled;
      continue;
    }
    if (!redundant) {
      EXPECT_FALSE(s.found && all.empty()) << "trial " << trial;
      missed += !s.found && !all.empty() ? 1 : 0;
    }
    if (!s.found) {
      ++none;
      continue;
    }
    const std::size_t different = distinct(p, all).size();
    (different > 1 ? several : one) += 1;
    // Counted are all of them, and nothing else.
    if (!redundant) {
      const std::size_t counted = solutions_beside(p, s).size();
      miscounted += counted != different ? 1 : 0;
    }
    double nearest = HUGE_VAL;
    for (const std::vector<double>& f : all) {
      double apart = 0, size = 1;
      for (std::size_t i = 0; i < f.size(); ++i) {
        apart = std::max(apart, std::fabs(f[i] - s.f[i]));
        size = std::max(size, std::fabs(f[i]));
      }
      nearest = std::min(nearest, apart / size);
    }
    if (!redundant) {
      EXPECT_LT(nearest, 1e-8) << "trial " << trial;
    }
    // Coulomb's law of the joints, redundant or not.
    for (std::size_t k = static_cast<std::size_t>(count); k < p.rubs.size(); ++k) {
      const Rub& rub = p.rubs[k];
      const auto line = static_cast<std::size_t>(rub.line);
      const double bound = rub.sliding.up * load_of(p, rub, s.f), f = s.f[line],
                   tiny = 1e-8 * std::max(1.0, bound);
      EXPECT_LE(std::fabs(f), bound + tiny) << "trial " << trial;
      if (rub.way != 0) {
        EXPECT_NEAR(f, -rub.way * bound, tiny) << "trial " << trial;
      } else if (std::fabs(s.u[line]) > 1e-7) {
        EXPECT_NEAR(f, -std::copysign(bound, s.u[line]), tiny) << "trial " << trial;
      }
    }
  }
  EXPECT_GT(one, trials / 2);
  EXPECT_LE(unsettled, trials / 1000);
  EXPECT_EQ(missed, 0);
  EXPECT_EQ(miscounted, 0);
  RecordProperty("missed", missed);
  RecordProperty("miscounted", miscounted);
  RecordProperty("none", none);
  RecordProperty("several", several);
  RecordProperty("unsettled", unsettled);
}

}  // namespace
}  // namespace mbs
