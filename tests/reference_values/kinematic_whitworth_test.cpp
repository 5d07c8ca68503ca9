// The Whitworth quick-return of decks/kabios/whitworth.dat against its closed form: a crank r about
// (0, c), a slotted lever about the origin, a rod l from the lever's end R to a ram on the x axis.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double r = 0.2, c = 0.1, R = 0.25, l = 0.6;
constexpr double omega = 300 * std::numbers::pi / 180, start = -std::numbers::pi / 6;

struct Theory {
  double lever = 0, lever_rate = 0, ram = 0, ram_rate = 0;
};

Theory theory(double t) {
  const double theta = start + omega * t;
  const double x = r * std::cos(theta), y = c + r * std::sin(theta);  // the crank pin
  const double xd = -r * omega * std::sin(theta), yd = r * omega * std::cos(theta);
  Theory out;
  out.lever = std::atan2(y, x);
  out.lever_rate = (x * yd - y * xd) / (x * x + y * y);
  const double s = R * std::sin(out.lever), root = std::sqrt(l * l - s * s);
  out.ram = R * std::cos(out.lever) + root;
  out.ram_rate = -s * out.lever_rate * (1 + R * std::cos(out.lever) / root);
  return out;
}

class Whitworth : public testing::Test {
 protected:
  const test::RunResult run_ = test::run(test::read_all(MBSIM_ROOT "/decks/kabios/whitworth.dat"));
};

TEST_F(Whitworth, AllTimes) {
  ASSERT_EQ(run_.rows.size(), 25u) << run_.messages;
  test::Error angle, rate, ram, ram_rate;
  for (std::size_t k = 0; k < run_.rows.size(); ++k) {
    const Theory expected = theory(run_.time(k));
    angle.add_angle(run_.value(k, "body4.phi"), expected.lever);
    rate.add(run_.value(k, "body4.phid"), expected.lever_rate);
    ram.add(run_.value(k, "body6.x"), expected.ram);
    ram_rate.add(run_.value(k, "body6.xd"), expected.ram_rate);
  }
  EXPECT_LT(angle.absolute(), 1e-13);     // seen 8.9e-16
  EXPECT_LT(rate.relative(), 1e-13);      // seen 3.4e-16
  EXPECT_LT(ram.relative(), 1e-13);       // seen 2.1e-15
  EXPECT_LT(ram_rate.relative(), 1e-13);  // seen 1.4e-14
}

// The ram rests at the ends of its stroke: after 240 degrees of the crank and after 120 more.
TEST_F(Whitworth, StrokeAndTimeRatio) {
  ASSERT_EQ(run_.rows.size(), 25u) << run_.messages;
  const double alpha = std::asin(c / r);
  const double out = std::numbers::pi + 2 * alpha, back = std::numbers::pi - 2 * alpha;
  EXPECT_NEAR(out / back, 2, 1e-14);
  EXPECT_NEAR(run_.time(16), out / omega, 1e-14);
  EXPECT_NEAR(run_.time(24), (out + back) / omega, 1e-14);
  for (std::size_t row : {0u, 16u, 24u})
    EXPECT_NEAR(run_.value(row, "body6.xd"), 0, 1e-14);                             // seen 1.1e-15
  EXPECT_NEAR(run_.value(0, "body6.x") - run_.value(16, "body6.x"), 2 * R, 1e-14);  // seen 1.2e-16
  EXPECT_NEAR(run_.value(24, "body6.x"), run_.value(0, "body6.x"), 1e-14);          // seen 1.2e-16
  // In between it goes one way only.
  for (std::size_t row = 1; row < 24; ++row) {
    if (row == 16) continue;
    EXPECT_EQ(run_.value(row, "body6.xd") > 0, row > 16) << row;
  }
}

}  // namespace
}  // namespace mbs
