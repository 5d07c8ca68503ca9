// The hand-written programs of bench/yardsticks against numbers computed elsewhere: what they are
// measured for is worth nothing if their physics is wrong.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "../../bench/yardsticks/beams.h"
#include "../../bench/yardsticks/chain.h"
#include "../../bench/yardsticks/dormand_prince.h"
#include "../../bench/yardsticks/four_bar.h"
#include "../../bench/yardsticks/net.h"
#include "../../bench/yardsticks/push_off.h"

namespace mbs::bench {
namespace {

// 30-digit Bulirsch-Stoer; see decks/bench/push_off.dat.
TEST(Yardsticks, push_off_ends_where_the_reference_does) {
  const PushOff<double> model;
  auto y = model.start();
  dormand_prince(model, 0, 0.24, 1e-3, 1e-12, y);
  const double angles[] = {-0.0274750855842587, 2.0316147407291579, 1.5623201104370291,
                           1.5441326126604578};
  for (unsigned i = 0; i < 4; ++i) EXPECT_NEAR(y[i], angles[i], 1e-11);  // seen 1.1e-12
}

// Two multibody programs agree on these to all digits printed.
TEST(Yardsticks, chain_has_the_accelerations_of_others) {
  const double known[][3] = {{4, -12.6079772262, 1.05970687264},
                             {40, -13.1951264185, 0.00463967857},
                             {1000, -13.1829423056, -0.0307911396}};
  for (const auto& [count, first, last] : known) {
    const auto n = static_cast<std::size_t>(count);
    std::vector<double> phi(n), w(n), a(n);
    double angle = 0, rate = 0;
    for (std::size_t i = 0; i < n; ++i) {
      phi[i] = angle += 0.1 * std::sin(static_cast<double>(i + 1));
      w[i] = rate += 0.1 * std::cos(static_cast<double>(i + 1));
    }
    Chain(static_cast<int>(n)).accelerations(phi.data(), w.data(), a.data());
    EXPECT_NEAR(a[0], first, 1e-10);                // seen 5e-11, the digits printed
    EXPECT_NEAR(a[n - 1] - a[n - 2], last, 1e-10);  // seen 3e-11
  }
}

TEST(Yardsticks, four_bar_has_the_closed_form_values) {
  const double known[] = {0.406960757707, -0.268968903118, 8.819616592474,
                          1.673064430486, 3.024315038797,  5.408795722769};
  const auto got = four_bar(0.25);
  for (unsigned i = 0; i < 6; ++i) EXPECT_NEAR(got[i], known[i], 1e-12);  // seen 4e-13
}

// A cantilever that is loaded suddenly: the tip at 0.5 by a Galerkin model of rotation and stretch,
// 0.0392388 +- 5e-7; what is left is of the elements and of the step.
TEST(Yardsticks, cantilever_has_the_tip_of_a_galerkin_model) {
  Cantilever beam(40, 1e4, 1, 1, 0.1);
  beam.accelerate();
  for (int k = 0; k < 1000; ++k) beam.step(5e-4, 3);
  EXPECT_NEAR(beam.x[3 * 40 - 2], 0.0392388, 4e-6);
}

// Two bars of EA = 1000 over a half span of 1, pressed down by 2 N: the height by the closed form.
TEST(Yardsticks, net_balances_a_truss) {
  BarNet<2> net;
  net.points = {{0, 0.2}, {-1, 0}, {1, 0}};
  net.free = 1;
  net.connect(0, 1, 1000, 1);
  net.connect(0, 2, 1000, 1);
  net.begin();
  net.load[1] = -2;
  for (int k = 0; k < 30; ++k) net.newton();
  const double h = net.points[0][1], l0 = std::hypot(1, 0.2), l = std::hypot(1, h);
  EXPECT_NEAR(2000 * (l0 - l) / l0 * h / l, 2, 1e-10);
  EXPECT_GT(h, 0.1);
}

}  // namespace
}  // namespace mbs::bench
