// Order of the methods and of their dense output: slope of the error when the step is halved, on
// problems with closed forms, and the order conditions of DOP853's coefficients.
#include <numeric>

#include "integrate/dop853_coefficients.h"
#include "order/integrate_problems.h"

namespace mbs::test {
namespace {

struct Case {
  const char* method;
  double h;             // coarse enough to be above rounding, fine enough for the slope
  double order, dense;  // error at the end, largest error inside steps
};

class Slope : public testing::TestWithParam<Case> {};

TEST_P(Slope, OnForcedOscillatorAndItsDenseOutput) {
  const Case c = GetParam();
  ForcedOscillator problem;
  const auto error = [&](double h) {
    return run(*make(problem, 2, constant_step(c.method, h)), problem, 0, 8);
  };
  const IntegrationErrors coarse = error(c.h), fine = error(c.h / 2);
  EXPECT_NEAR(order(coarse.steps, fine.steps), c.order, 0.25);  // seen 8.07 (DOP853)
  EXPECT_NEAR(order(coarse.dense, fine.dense), c.dense, 0.25);  // seen 8.07 (DOP853)
}

TEST_P(Slope, OnKeplerOrbit) {
  const Case c = GetParam();
  TwoBody problem{0.3};
  const auto error = [&](double h) {
    return run(*make(problem, 4, constant_step(c.method, h)), problem, 0, 8);
  };
  const double h = c.h / 4;
  const IntegrationErrors coarse = error(h), fine = error(h / 2);
  EXPECT_NEAR(order(coarse.steps, fine.steps), c.order, 0.5);  // seen 7.62 (DOP853)
  EXPECT_NEAR(order(coarse.dense, fine.dense), c.dense, 0.5);  // seen 7.77 (DOP853)
}

INSTANTIATE_TEST_SUITE_P(Methods, Slope,
                         testing::Values(Case{"HEUN", 0.02, 2, 2}, Case{"RK4", 0.05, 4, 4},
                                         Case{"DOP853", 0.5, 8, 8}, Case{"STIFF", 0.05, 4, 4},
                                         Case{"GALPHA", 0.02, 2, 2}),
                         [](const auto& p) { return p.param.method; });

// Rows of kA as a full table, row kStages are the weights.
double a(std::size_t i, std::size_t j) {
  using namespace dop853;
  double sum = 0;
  for (auto k = kFirst[i]; k < kFirst[i + 1]; ++k)
    sum += kTerms[k].stage == j ? kTerms[k].weight : 0;
  return sum;
}

double power(double x, int q) { return q == 0 ? 1 : std::pow(x, q); }

TEST(Dop853Coefficients, SatisfyOrderConditions) {
  using namespace dop853;
  for (std::size_t i = 1; i < kDenseStages; ++i) {
    double rows = 0, second = 0;
    for (std::size_t j = 0; j < i; ++j) {
      rows += a(i, j);
      second += a(i, j) * kC[j];
    }
    EXPECT_NEAR(rows, kC[i], 1e-14) << i;  // seen 6e-15
    if (i > 1) {
      EXPECT_NEAR(second, kC[i] * kC[i] / 2, 1e-14) << i;  // seen 2.3e-15
    }
  }
  for (int q = 0; q < 8; ++q) {
    double sum = 0;
    for (std::size_t i = 0; i < kStages; ++i) sum += a(kStages, i) * power(kC[i], q);
    EXPECT_NEAR(sum, 1.0 / (q + 1), 1e-14) << q;  // seen 4e-16
  }
  // Trees with one branching below the root: sum b_i c_i^p a_ij c_j^q = 1 / ((q + 1)(p + q + 2)).
  for (int p = 0; p < 6; ++p) {
    for (int q = 1; p + q < 7; ++q) {
      double sum = 0;
      for (std::size_t i = 0; i < kStages; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          sum += a(kStages, i) * power(kC[i], p) * a(i, j) * power(kC[j], q);
        }
      }
      EXPECT_NEAR(sum, 1.0 / ((q + 1) * (p + q + 2)), 1e-14) << p << q;  // seen 7e-16
    }
  }
}

TEST(Dop853Coefficients, ErrorEstimatesVanishToTheirOrder) {
  using namespace dop853;
  for (int q = 0; q < 5; ++q) {
    double sum5 = 0, sum3 = 0;
    for (std::size_t i = 0; i < kStages; ++i) {
      sum5 += kError5[i] * power(kC[i], q);
      sum3 += kError3[i] * power(kC[i], q);
    }
    EXPECT_NEAR(sum5, 0, 1e-14) << q;  // seen 2e-16
    if (q < 3) {
      EXPECT_NEAR(sum3, 0, 1e-14) << q;  // seen 1e-16
    }
  }
}

}  // namespace
}  // namespace mbs::test
