#include "observe/bodies.h"

#include <gtest/gtest.h>

#include <complex>

#include "support/channels.h"

namespace mbs::test {
namespace {

using Complex = std::complex<double>;

Model body_and_point() {
  Model model;
  model.bodies = {{7, 1, 0}};  // number 7, x y at 1 2, phi at 0
  model.points = {{3, 1, 0, 0.4, -0.3}};
  return model;
}

// p = r + s e^(i phi) with its derivatives, in complex numbers.
TEST(Bodies, APointOfABodyMovesWithIt) {
  const Model model = body_and_point();
  State s(3, 0);
  s.x = {0.7, 2, 5}, s.v = {-1.5, 0.3, 0.2}, s.a = {2.5, -4, 1};
  ChannelRow row;
  lay_out_bodies(model, row.layout);
  row.fill([&](Vector out) { observe_bodies(model, s, out); });
  EXPECT_EQ(row["body7.phi"], 0.7);
  EXPECT_EQ(row["body7.yd"], 0.2);
  EXPECT_EQ(row["body7.xdd"], -4);
  const Complex i(0, 1), arm = Complex(0.4, -0.3) * std::polar(1.0, 0.7);
  const Complex p = Complex(2, 5) + arm, v = Complex(0.3, 0.2) - 1.5 * i * arm,
                a = Complex(-4, 1) + (2.5 * i - 2.25) * arm;
  EXPECT_NEAR(row["point3.x"], p.real(), 1e-15);
  EXPECT_NEAR(row["point3.y"], p.imag(), 1e-15);
  EXPECT_NEAR(row["point3.xd"], v.real(), 1e-15);
  EXPECT_NEAR(row["point3.yd"], v.imag(), 1e-15);
  EXPECT_NEAR(row["point3.xdd"], a.real(), 1e-15);
  EXPECT_NEAR(row["point3.ydd"], a.imag(), 1e-15);
}

TEST(Bodies, ChannelsKnowTheirCoordinatesAndTables) {
  Layout layout;
  lay_out_bodies(body_and_point(), layout);
  ASSERT_EQ(layout.count(), 15);
  ASSERT_EQ(layout.direct.size(), 9u);
  EXPECT_EQ(layout.direct[5].coordinate, 0);  // phid
  EXPECT_EQ(layout.direct[5].rate, 1);
  ASSERT_EQ(layout.tables.size(), 2u);
  EXPECT_EQ(layout.tables[0].rows[0].labels, "    7");
  EXPECT_EQ(layout.tables[1].rows[0].first, 9);
}

TEST(Bodies, WithoutBodiesThereIsNothing) {
  Layout layout;
  lay_out_bodies({}, layout);
  EXPECT_EQ(layout.count(), 0);
  EXPECT_TRUE(layout.tables.empty());
}

}  // namespace
}  // namespace mbs::test
