#include <gtest/gtest.h>

#include <cmath>

#include "solve/place/kinematics.h"
#include "support/linkages.h"

namespace mbs::test {
namespace {

// One bar of 5 m whose end moves across it with 2 m/s: D2e(v, v) = 4/5, so that the acceleration
// along it is -4/5. `stretch` moves the end outwards.
Mechanism& bar(Mechanism& m, double stretch) {
  State& s = m.state;
  s.x = {0, 0, 3 * (1 + stretch / 5), 4 * (1 + stretch / 5)};
  s.v = {0, 0, -1.6, 1.2};
  s.a = {0, 0, -0.48, -0.64};
  m.kinematics.choose_scales(s);
  return m;
}

// A square partition: the height follows from the driven side.
constexpr const char* kBar =
    "PLTRUSS 1 1 2\nX 1 0 0\nX 2 3 4\nFIX 1\nINPUTX 2 1\nEND HALT\nINPUTX 2 1 3 -1.6 -0.48\n"
    "TIMESTEP 1 1\nEND END\n";

TEST(ResidualAudit, AnExactStateHasNone) {
  Mechanism m(kBar);
  bar(m, 0).kinematics.measure(m.state);
  const ResidualAudit::Residual& r = m.kinematics.residuals().residual();
  EXPECT_LE(r.position, 1e-16);
  EXPECT_LE(r.velocity, 1e-15);
  EXPECT_LE(r.acceleration, 1e-15);
}

TEST(ResidualAudit, PositionsAreComparedWithTheTermsOfTheirRow) {
  Mechanism m(kBar);
  bar(m, 1e-3);
  m.state.x[2] = 3;  // is driven
  m.kinematics.measure(m.state);
  const double e = std::hypot(3, m.state.x[3]) - 5;
  // And a part of the length of the mechanism, where the row is divided by 0.8.
  const double size = m.kinematics.evaluation().size[0] + 1e-3 * 0.8;
  EXPECT_GE(size, 5);
  EXPECT_NEAR(m.kinematics.residuals().residual().position, e / size, 1e-12);
}

// De v = 0.3 against terms 0.6 * 1.6 + 0.8 * (1.2 + 0.375); De a + D2e = 0.8 against the sum of
// the magnitudes, of which D2e(v, v) is one.
TEST(ResidualAudit, RatesAreComparedWithTheLargestTerms) {
  Mechanism m(kBar);
  bar(m, 0);
  m.state.v[3] += 0.375;
  m.state.a[3] += 1;
  m.kinematics.measure(m.state);
  const double vx = 1.6, vy = 1.575, across = 0.8 * vx + 0.6 * vy;
  const double D2e = across * across / 5;
  const ResidualAudit::Residual& r = m.kinematics.residuals().residual();
  EXPECT_NEAR(r.velocity, 0.3 / (0.6 * vx + 0.8 * vy), 1e-14);
  EXPECT_NEAR(r.acceleration, (0.8 * 0.36 - 0.6 * 0.48 + D2e) / (0.6 * 0.48 + 0.8 * 0.36 + D2e),
              1e-14);
}

// At rest but for rounding: rates are compared with a tenth of the fastest coordinate, of this
// state or of all so far.
TEST(ResidualAudit, RoundingOfRestIsComparedWithTheFastestSoFar) {
  Mechanism m("PLTRUSS 1 1 2\nX 1 0 0\nX 2 3 4\nFIX 1\nFIX 2 1\nEND HALT\nTIMESTEP 1 1\nEND END\n");
  bar(m, 0);
  m.state.v = {0, 0, 0, 1e-9};
  m.state.a = {0, 0, 0, 0};
  m.kinematics.measure(m.state);
  EXPECT_NEAR(m.kinematics.residuals().residual().velocity, 1, 1e-9);  // its own term is all
  ResidualAudit::Largest so_far{2, 0};
  m.kinematics.residuals().find(m.state, &so_far);
  EXPECT_NEAR(m.kinematics.residuals().residual().velocity, 1e-9 / 0.2, 1e-15);
  EXPECT_EQ(so_far.speed, 2);
}

}  // namespace
}  // namespace mbs::test
