// EIGEN where constraints exist only as rates: a skate that a law steers back to a line, of whose
// place its velocities do not know; a ball on springs; what may not be linearised.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using Complex = std::complex<double>;

std::vector<Complex> values_of(const test::RunResult& run) {
  std::vector<Complex> out;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    out.emplace_back(run.value(k, "real"), run.value(k, "imaginary"));
  return out;
}

// A skate with the heading p goes along x with the speed V; a torque -k y - c p - d p' turns it:
//   y' = V p,  J p'' + d p' + c p + k y = 0,  so that J s^3 + d s^2 + c s + k V = 0.
TEST(KinematicModes, SkateThatIsSteeredToALine) {
  const double V = 3, J = 0.2, k = 0.8, c = 1.5, d = 0.4;
  const test::RunResult run =
      test::good_run(fmt::format(R"(VFORMULA 1 = -sin(x2_1)*v1_1 + cos(x2_1)*v1_2
X 1 0 0
X 2 0
DYNX 1 1
DYNX 2
END HALT
XM 1 1.3
XM 2 {}
XLAW 2 1 = -{}*x1_2 - {}*x - {}*v
STARTVX 1 1 {}
EIGEN
END END
)",
                                 J, k, c, d, V));
  std::vector<Complex> left = values_of(run);
  ASSERT_EQ(left.size(), 3u) << run.report;  // the speed, a real value, a pair
  EXPECT_EQ(std::count(left.begin(), left.end(), Complex(0, 0)), 1);
  for (const Complex s : left) {
    if (s == 0.0) continue;
    const Complex terms[] = {J * s * s * s, d * s * s, c * s, k * V};
    EXPECT_LT(std::abs(terms[0] + terms[1] + terms[2] + terms[3]) / (k * V), 1e-12) << s;
  }
  EXPECT_NE(run.report.find("1 more values are exactly 0"), std::string::npos) << run.report;
}

// The same along a circle: where it is steered to y = 0 the equations change on the way.
TEST(KinematicModes, AlongACircleForcesChange) {
  const test::RunResult run = test::run(R"(VFORMULA 1 = -sin(x2_1)*v1_1 + cos(x2_1)*v1_2
X 1 0 0
X 2 0
DYNX 1 1
DYNX 2
END HALT
XM 1 1.3
XM 2 0.2
XLAW 2 1 = -0.8*x1_2
STARTVX 1 1 3
STARTVX 2 1 1
EIGEN
END END
)");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("forces depend on the place or heading of what rolls"),
            std::string::npos)
      << run.messages;
}

// A ball on a level plane between springs, at rest: 7/5 m, and the spin about the normal is free.
TEST(KinematicModes, BallBetweenSprings) {
  const test::RunResult run = test::good_run(R"(BALL 1  1 2  0.1  PLANE 0 0 1
X 1  0 0 0.1
X 2  1 0 0 0
DYNX 2
END HALT
XM 1  2
XM 2  0.008 0 0  0.008 0  0.008
XLAW 1 1 = -30*x
XLAW 1 2 = -70*x
EIGEN
END END
)");
  std::vector<double> omega;
  for (const Complex& s : values_of(run)) omega.push_back(std::abs(s));
  std::sort(omega.begin(), omega.end());
  ASSERT_EQ(omega.size(), 3u) << run.report;
  EXPECT_EQ(omega[0], 0);
  EXPECT_NEAR(omega[1], std::sqrt(30 / 2.8), 1e-12);
  EXPECT_NEAR(omega[2], std::sqrt(70 / 2.8), 1e-12);
}

}  // namespace
}  // namespace mbs
