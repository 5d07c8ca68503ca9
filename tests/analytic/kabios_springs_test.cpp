// SDA and RSDA of KABIOS decks in STATIC and EIGEN against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/modes.h"

namespace mbs {
namespace {

using Complex = std::complex<double>;

// m s^2 + c s + k = 0
std::vector<Complex> oscillator(double m, double c, double k) {
  const Complex root = std::sqrt(Complex(c * c / 4 - k * m));
  return {(-c / 2 + root) / m, (-c / 2 - root) / m};
}

// A bar hangs on two upright springs of length l: it heaves, pitches and swings. An actuator takes
// a part of the weight.
TEST(KabiosSprings, BarOnTwoSprings) {
  const double m = 3, J = 0.2, a = 0.4, k = 150, c = 4, l0 = 0.3, g = 9.81;
  for (const double pull : {0.0, 6.0}) {
    const double l = l0 + (m * g / 2 - pull) / k;
    const std::string deck = fmt::format(R"(2 0 0 1 0 0 0 0 0
0 0 0
0.02 -0.35 0.1
1
0 0 1
MASS 2  {0} {1}
GRAV 0 {2}
SDA 1 2  {3} 0  {3} 0  {4} {5} {6} {7}
SDA 1 2  {8} 0  {8} 0  {4} {5} {6} {7}
STATIC
)",
                                         m, J, -g, a, k, l0, c, pull, -a);
    const test::RunResult run = test::good_run(deck + "EIGEN\nEND\n");
    for (const auto& values :
         {oscillator(m, 2 * c, 2 * k), oscillator(J, 2 * c * a * a, 2 * k * a * a),
          oscillator(m, 0, m * g / l)})
      for (const Complex& value : values)
        EXPECT_LE(test::distance_to_mode(run, value), 1e-8 * std::abs(value)) << pull << '\n'
                                                                              << run.report;
    const test::RunResult still = test::good_run(deck + "END\n");
    EXPECT_NEAR(still.value(0, "body2.x"), 0, 1e-9);
    EXPECT_NEAR(still.value(0, "body2.y"), -l, 1e-9);
    EXPECT_NEAR(still.value(0, "body2.phi"), 0, 1e-9);
  }
}

// A bar on a hinge with a torsion spring, held at an angle: the weight adds to the stiffness where
// it hangs and takes from it where it stands.
TEST(KabiosSprings, BarOnATorsionSpring) {
  const double m = 1.5, J = 0.05, r = 0.3, k = 20, c = 0.7, g = 9.81;
  for (const double angle : {-1.2, -0.4, 0.0, 0.9}) {
    const double rest = angle + m * g * r * std::cos(angle) / k;
    const std::string deck = fmt::format(R"(2 1 0 1 0 0 0 0 0
0 0 0
{0:.17g} {1:.17g} {2}
1 2  0 0  {3} 0
1
0 0 1
MASS 2  {4} {5}
GRAV 0 {6}
RSDA 1 2  {7} {8:.17g} {9}
STATIC
)",
                                         r * std::cos(angle + 0.2), r * std::sin(angle + 0.2),
                                         angle + 0.2, -r, m, J, -g, k, rest, c);
    const test::RunResult still = test::good_run(deck + "END\n");
    EXPECT_NEAR(still.value(0, "body2.phi"), angle, 1e-10) << angle;
    const test::RunResult modes = test::good_run(deck + "EIGEN\nEND\n");
    for (const Complex& value : oscillator(J + m * r * r, c, k - m * g * r * std::sin(angle)))
      EXPECT_LE(test::distance_to_mode(modes, value), 1e-9 * std::abs(value)) << angle << '\n'
                                                                              << modes.report;
  }
}

// Hencky's chain between pins: n bars of length h with masses in their joints and torsion springs
// there. Mode k has 4 sqrt(spring / (mass h^2)) sin^2(k pi / (2 n)).
std::string hencky(int n, double gravity, const std::string& job) {
  std::string bodies = "0 0 0\n", joints, tail;
  for (int k = 1; k <= n; ++k) {
    bodies += fmt::format("{:.17g} 0 0\n", (k - 1.0) / n);
    joints += fmt::format("{} {}  {:.17g} 0  0 0\n", k, k + 1, k == 1 ? 0 : 1.0 / n);
    tail += fmt::format("MASS {} {:.17g} 0\n", k + 1, 1.0 / n);
    if (k > 1) tail += fmt::format("RSDA {} {} {} 0 0\n", k, k + 1, n);
  }
  // The end of the last bar moves along x alone.
  return fmt::format("{} {} 0 1 0 0 0 0 0\n", n + 1, n) + bodies + joints + "1\n0 0 1\n" + tail +
         fmt::format("SLOT {} 1  {:.17g} 0  0 0  1 0\n", n + 1, 1.0 / n) +
         (gravity != 0 ? fmt::format("GRAV 0 {}\n", -gravity) : "") + job + "END\n";
}

TEST(KabiosSprings, HenckysChain) {
  for (const int n : {8, 48, 96}) {
    const test::RunResult run = test::good_run(hencky(n, 0, "EIGEN 5\n"));
    for (int k = 1; k <= 5; ++k) {
      const double s = std::sin(k * std::numbers::pi / (2 * n)), exact = 4.0 * n * n * s * s;
      EXPECT_NEAR(run.value(static_cast<std::size_t>(k) - 1, "omega"), exact, 1e-8 * exact) << n;
    }
  }
}

}  // namespace
}  // namespace mbs
