// A wheel with a tyre that trails behind a kingpin: EIGEN against the equations of two degrees of
// freedom written by hand, and the speed above which it shimmies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

using Complex = std::complex<double>;

std::string at_speed(double v, const std::string& end) {
  std::string deck = test::read_all(std::string(MBSIM_ROOT) + "/decks/space/trailing_wheel.dat");
  deck.replace(deck.find("PARAM speed = 20"), 16, fmt::format("PARAM speed = {}", v));
  const std::size_t tail = deck.find("STARTDE");
  return deck.substr(0, tail) + end + "\nEND END\n";
}

// Sideways place y of the kingpin and turn p of the fork: with m, J of the fork, b and l from the
// kingpin back to the mass centre and the wheel, spring k, damper d, and the side force -(C/v) slip
// where
//   slip = y' - l p' - v p
std::array<Complex, 4> roots(double v) {
  const double m = 20, J = 0.7, b = 0.05, l = 0.1, k = 3e4, d = 30, C = 2e4, c = C / v;
  // rows: [m, -m b; -m b, J + m b^2] q'' + (c [1, -l; -l, l^2] + [0, 0; 0, d]) q' + [k, -c v; 0, c
  // v l] q = 0
  const double M[2][2] = {{m, -m * b}, {-m * b, J + m * b * b}};
  const double D[2][2] = {{c, -c * l}, {-c * l, c * l * l + d}};
  const double K[2][2] = {{k, -C}, {0, C * l}};
  std::array<double, 5> p{};
  for (int sign : {1, -1}) {
    const int s = sign > 0 ? 0 : 1;
    const double first[] = {K[0][s], D[0][s], M[0][s]},
                 second[] = {K[1][1 - s], D[1][1 - s], M[1][1 - s]};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) p[i + j] += sign * first[i] * second[j];
  }
  std::array<Complex, 4> root;
  for (std::size_t i = 0; i < 4; ++i)
    root[i] = std::pow(Complex(0.4, 0.9), static_cast<double>(i)) * 50.0;
  for (int sweep = 0; sweep < 500; ++sweep)
    for (std::size_t i = 0; i < 4; ++i) {
      Complex value = p[4];
      for (std::size_t n = 4; n-- > 0;) value = value * root[i] + p[n];
      for (std::size_t j = 0; j < 4; ++j)
        if (j != i) value /= root[i] - root[j];
      root[i] -= value / p[4];
    }
  return root;
}

double largest_real_part(double v) {
  double out = -HUGE_VAL;
  for (const Complex& root : roots(v)) out = std::max(out, root.real());
  return out;
}

TEST(TrailingWheel, EigenvaluesWithATyre) {
  for (const double v : {2.0, 10.0, 20.0, 60.0}) {
    const test::RunResult run = test::good_run(at_speed(v, "EIGEN"));
    const std::array<Complex, 4> expected = roots(v);
    double largest = 0;
    for (const Complex& root : expected) largest = std::max(largest, std::abs(root));
    for (const Complex& root : expected) {
      if (root.imag() < -1e-9) continue;
      double nearest = HUGE_VAL;
      for (std::size_t k = 0; k < run.rows.size(); ++k)
        nearest = std::min(
            nearest, std::abs(root - Complex(run.value(k, "real"), run.value(k, "imaginary"))));
      EXPECT_LT(nearest / largest, 1e-11) << v << ": " << root;
    }
  }
}

// At 20 m/s it shimmies until the tyre slides.
TEST(TrailingWheel, Shimmies) {
  EXPECT_LT(largest_real_part(12), -0.1);
  EXPECT_GT(largest_real_part(20), 0.5);
  const test::RunResult run = test::good_run(at_speed(20, "STARTDE 2 1  0.01 0\nTIMESTEP 4 400"));
  double early = 0, late = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    double& most = run.time(k) < 0.5 ? early : late;
    most = std::max(most, std::fabs(run.value(k, "e2_1")));
    EXPECT_LT(std::fabs(run.value(k, "wheel4.across")), 4000);
    EXPECT_NEAR(run.value(k, "wheel4.along"), 0, 1e-12);
  }
  EXPECT_GT(late, 2 * early);
}

}  // namespace
}  // namespace mbs
