// Redundant contacts: what rigid bodies leave open is shown as the least squares of the normal
// forces, and marked; what is found from them is not touched by that.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::good_run;

constexpr double kG = 9.81;

// A beam of 5 kg lies on points at these places of its own, a load of 20 N at x = 0.1 presses it.
// Least squares: N = a + b x with sum N and sum N x given.
std::string plank(const std::vector<double>& at, const std::string& more) {
  std::string out = R"(2 0 0 1 0 0 0 0 0
0 0 0
0 0.1 0
1
0 1 0.5
MASS 2  5 0.1
GRAV 0 -9.81
FORCE 2  0.1 0  0 -20
)";
  for (const double x : at)
    out += fmt::format("CONTACT 2 1 LINE {} -0.1 0  0 0 1 0  RIGID 0 0.5 0.4\n", x);
  return out + more + "END\n";
}

std::vector<double> least_squares(const std::vector<double>& at, double sum, double moment) {
  double n = 0, sx = 0, sxx = 0;
  for (const double x : at) n += 1, sx += x, sxx += x * x;
  const double det = n * sxx - sx * sx, a = (sum * sxx - moment * sx) / det,
               b = (n * moment - sum * sx) / det;
  std::vector<double> out;
  for (const double x : at) out.push_back(a + b * x);
  return out;
}

int marked(const std::string& report) {
  int out = 0;
  for (std::size_t k = report.find(" *\n"); k != std::string::npos; k = report.find(" *\n", k + 1))
    ++out;
  return out;
}

TEST(OpenShares, PlankAtRest) {
  for (const std::vector<double>& at :
       {std::vector<double>{-0.3, 0.05, 0.3}, {0.3, -0.3, 0.05}, {-0.4, -0.2, 0.1, 0.5}})
    for (const char* form : {"FORM REDUCED\n", "FORM FULL\n"}) {
      const test::RunResult run = good_run(plank(at, form));
      const std::vector<double> want = least_squares(at, 5 * kG + 20, 2);
      for (std::size_t row = 0; row < run.rows.size(); ++row)
        for (std::size_t k = 0; k < at.size(); ++k)
          EXPECT_NEAR(run.value(row, fmt::format("contact{}.n", k + 1)), want[k], 1e-8) << form;
      EXPECT_EQ(marked(run.report), static_cast<int>(3 * at.size())) << run.report;
      EXPECT_NE(run.report.find("marked * are not determined"), std::string::npos);
    }
}

// Two points are determined: no mark, no line.
TEST(OpenShares, TwoPointsHaveNone) {
  const test::RunResult run = good_run(plank({-0.3, 0.3}, ""));
  EXPECT_EQ(marked(run.report), 0) << run.report;
  EXPECT_EQ(run.report.find("not determined"), std::string::npos);
}

// Pulled by 60 N at the height of its points it slides: F = mu_k N of each, with a moment of none.
TEST(OpenShares, PlankThatSlides) {
  const std::vector<double> at = {-0.3, 0.05, 0.3};
  for (const char* form : {"FORM REDUCED\n", "FORM FULL\n"}) {
    const test::RunResult run = good_run(plank(at, std::string("FORCE 2  0 -0.1  60 0\n") + form));
    // Friction has an arm of 0.1 m about the centre of mass, as the pull has.
    const double N = 5 * kG + 20, moment = 2 - 0.1 * (60 - 0.4 * N);
    const std::vector<double> want = least_squares(at, N, moment);
    for (std::size_t k = 0; k < at.size(); ++k) {
      EXPECT_NEAR(run.value(1, fmt::format("contact{}.n", k + 1)), want[k], 1e-7) << form;
      EXPECT_NEAR(run.value(1, fmt::format("contact{}.f", k + 1)), -0.4 * want[k], 1e-7) << form;
    }
    EXPECT_NEAR(run.value(1, "body2.xdd"), (60 - 0.4 * N) / 5, 1e-8);
  }
}

// Held by a third of its limit, the whole plank and each point: the same part everywhere.
TEST(OpenShares, FrictionAtRestHasTheSamePart) {
  const std::vector<double> at = {-0.3, 0.05, 0.3};
  const double N = 5 * kG + 20, pull = N * 0.5 / 3;
  const test::RunResult run =
      good_run(plank(at, fmt::format("FORCE 2  0 -0.1  {:.17g} 0\n", pull)));
  const std::vector<double> want = least_squares(at, N, 2);
  for (std::size_t k = 0; k < at.size(); ++k) {
    EXPECT_NEAR(run.value(1, fmt::format("contact{}.n", k + 1)), want[k], 1e-7);
    EXPECT_NEAR(run.value(1, fmt::format("contact{}.f", k + 1)), -want[k] * 0.5 / 3, 1e-7);
  }
}

// Two bars, pinned in the middle, on four points: the pin carries what the shares say, so that
// each bar has its balance.
TEST(OpenShares, ThePinCarriesWhatTheSharesLeave) {
  const test::RunResult run = good_run(R"(3 1 0 1 0 0 0 0 0
0 0 0
-0.5 0.1 0
0.5 0.1 0
2 3  0.5 0  -0.5 0
1
0 1 0.5
MASS 2  4 0.3
MASS 3  2 0.2
GRAV 0 -9.81
CONTACT 2 1 LINE -0.4 -0.1 0  0 0 1 0  RIGID 0
CONTACT 2 1 LINE  0.2 -0.1 0  0 0 1 0  RIGID 0
CONTACT 3 1 LINE -0.1 -0.1 0  0 0 1 0  RIGID 0
CONTACT 3 1 LINE  0.4 -0.1 0  0 0 1 0  RIGID 0
END
)");
  const double x[] = {-0.4, 0.2, -0.1, 0.4};
  double N[4];
  for (std::size_t k = 0; k < 4; ++k) N[k] = run.value(1, fmt::format("contact{}.n", k + 1));
  // Unknown: N and the pin's force H on bar 3. N1 + N2 - H = 4 g, x1 N1 + x2 N2 - 0.5 H = 0,
  // N3 + N4 + H = 2 g, x3 N3 + x4 N4 - 0.5 H = 0. By H: the least sum of squares.
  const auto at = [&](double H) {
    std::vector<double> out(4);
    out[1] = (0.5 * H - x[0] * (4 * kG + H)) / (x[1] - x[0]);
    out[0] = 4 * kG + H - out[1];
    out[3] = (0.5 * H - x[2] * (2 * kG - H)) / (x[3] - x[2]);
    out[2] = 2 * kG - H - out[3];
    return out;
  };
  const std::vector<double> zero = at(0), one = at(1);
  double up = 0, down = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    up -= zero[k] * (one[k] - zero[k]);
    down += (one[k] - zero[k]) * (one[k] - zero[k]);
  }
  const std::vector<double> want = at(up / down);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(N[k], want[k], 1e-8) << run.report;
  EXPECT_NEAR(std::fabs(run.value(1, "rev1.fy")), std::fabs(up / down), 1e-8) << run.report;
  EXPECT_EQ(marked(run.report), 12) << run.report;
}

// A condition reads what the report shows.
TEST(OpenShares, EventsAndMeasuresReadThem) {
  const std::vector<double> at = {-0.3, 0.05, 0.3};
  const test::RunResult run =
      good_run(plank(at, "LAW BODY 2 Y = -100*t\nEVENT more WHEN contact2.n > 50 DO STOP\n"));
  const std::vector<double> before = least_squares(at, 5 * kG + 20, 2);
  // 100 t in the middle of the beam gives the points shares of a force alone.
  const std::vector<double> by = least_squares(at, 100, 0);
  EXPECT_NEAR(run.rows.back()[0], (50 - before[1]) / by[1], 1e-7) << run.report;
}

}  // namespace
}  // namespace mbs
