#include "solve/place/position_jacobian.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/drawn.h"

namespace mbs::test {
namespace {

// Two bars from (0, 0) and (6, 0) to a joint.
std::string bars(double x, double y) {
  return fmt::format(R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 {:.17g} {:.17g}
X 3 6 0
FIX 1
FIX 3
END HALT
TIMESTEP 1 1
END END
)",
                     x, y);
}

struct Jacobian {
  Drawn m;
  PositionJacobian it;
  explicit Jacobian(const std::string& deck)
      : m(deck), it(m.model(), m.phase(), named_partition(m.phase()), m.options) {
    move({});
    it.choose_scales();
  }
  void move(std::vector<double> joint) {
    std::vector<double> x = m.model().x0;
    for (std::size_t k = 0; k < joint.size(); ++k)
      x[m.coordinate(2) + static_cast<int>(k)] = joint[k];
    evaluate_position(m.model(), x, it.evaluation());
  }
};

// J = | 0.6 0.8 | with rows divided by 0.8; J b = c by Cramer's rule.
//     |-0.6 0.8 |
TEST(PositionJacobian, SolvesScaledSystems) {
  Jacobian j(bars(3, 4));
  ASSERT_TRUE(j.it.factor().ok());
  EXPECT_EQ(j.it.determinant_sign(), 1);
  std::vector<double> b = {2, 1};
  j.it.solve(b.data());
  EXPECT_NEAR(b[0], (2 - 1) / (2 * 0.75), 1e-15);
  EXPECT_NEAR(b[1], (2 + 1) / 2.0, 1e-15);
  std::vector<double> force = {3, 1};  // 0.75 (S1 - S2) = 3, S1 + S2 = 1
  j.it.solve_transposed(force.data());
  EXPECT_NEAR(force[0], 2.5, 1e-15);
  EXPECT_NEAR(force[1], -1.5, 1e-15);
}

TEST(PositionJacobian, AFlatPositionIsSingularInItsHeight) {
  Jacobian j(bars(3, 0));
  const SolveStatus status = j.it.factor();
  EXPECT_EQ(status.kind, SolveKind::singular);
  EXPECT_EQ(status.column, j.m.coordinate(2, 1));
  EXPECT_EQ(j.it.loosest_coordinate(), j.m.coordinate(2, 1));
}

// Nearly flat: both columns have pivots, but the motion that costs least is that of the height.
TEST(PositionJacobian, TheLoosestCoordinateMovesMost) {
  Jacobian j(bars(2, 1e-3));
  ASSERT_TRUE(j.it.factor().ok());
  EXPECT_EQ(j.it.loosest_coordinate(), j.m.coordinate(2, 1));
  EXPECT_LT(j.it.determinacy(), 1e-2);
}

TEST(PositionJacobian, WithoutCoordinatesNothingIsWeak) {
  Jacobian j(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2\nRLSE 1\nEND HALT\nTIMESTEP 1 1\n"
      "END END\n");
  EXPECT_TRUE(j.it.factor().ok());
  EXPECT_EQ(j.it.weakest_coordinate(), -1);
  EXPECT_EQ(j.it.loosest_coordinate(), -1);
  EXPECT_EQ(j.it.determinacy(), 1);
}

// |J^-1 J0 - 1| written out for 2 x 2, in the sum of columns, of rows, and of squares.
double change(const std::vector<double>& J, const std::vector<double>& J0) {
  const double det = J[0] * J[3] - J[1] * J[2];
  const double a = (J[3] * J0[0] - J[2] * J0[1]) / det - 1, b = (J[0] * J0[1] - J[1] * J0[0]) / det,
               c = (J[3] * J0[2] - J[2] * J0[3]) / det, d = (J[0] * J0[3] - J[1] * J0[2]) / det - 1;
  const double columns = std::max(std::fabs(a) + std::fabs(b), std::fabs(c) + std::fabs(d)),
               rows = std::max(std::fabs(a) + std::fabs(c), std::fabs(b) + std::fabs(d));
  return std::min({columns, rows, std::sqrt(a * a + b * b + c * c + d * d)});
}

TEST(PositionJacobian, ChangeFromAnotherPosition) {
  Jacobian j(bars(3, 4));
  std::vector<double> before(4), now(4);
  j.it.block().gather(j.it.evaluation(), before);
  j.move({4.5, 2.5});
  ASSERT_TRUE(j.it.factor().ok());
  j.it.gather_entries(now);
  EXPECT_NEAR(j.it.change_from(before, now), change(now, before), 1e-14);
  EXPECT_EQ(j.it.change_from(now, now), 0);
  std::vector<double> near = now;  // by a bound where the change is small
  near[1] += 1e-3;
  EXPECT_GE(j.it.change_from(near, now), change(now, near));
  EXPECT_LE(j.it.change_from(near, now), 0.1);
  EXPECT_EQ(j.it.bound_of_change_from(near, now), j.it.change_from(near, now));
  EXPECT_GT(j.it.bound_of_change_from(before, now), change(now, before));
}

}  // namespace
}  // namespace mbs::test
