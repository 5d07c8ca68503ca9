// Positions, velocities and accelerations at one time; observed points; error exits.
#include <gtest/gtest.h>

#include "observe/bodies.h"
#include "support/linkages.h"

namespace mbs::test {
namespace {

TEST(Kinematics, PositionConvergesQuadratically) {
  Random random(41);
  const FourBar f = random.crank_rocker();
  Mechanism m(f.driven(0.3, 5, 1, "0 1 0.01"));
  ASSERT_TRUE(m.assemble());
  m.state.t = 0.01;  // 0.05 rad on, from the old position
  const Positioned at = m.kinematics.position(m.state);
  const SolveStatus& status = at.status();
  ASSERT_TRUE(status.ok());
  EXPECT_LE(status.iterations, 4);
  EXPECT_GE(status.iterations, 2);
  EXPECT_LE(status.relative, 1e-12);
  ASSERT_TRUE(m.kinematics.rates(at, m.state).ok());
  const FourBar::Motion expected = f.at(quadratic(0.01, 0.3, 5, 1));
  EXPECT_NEAR(m.state.x[11], expected.rocker.phi.p, 1e-14);  // seen 3e-15
  EXPECT_NEAR(m.state.v[11], expected.rocker.phi.v, 1e-13);  // seen 1e-14
  EXPECT_NEAR(m.state.a[11], expected.rocker.phi.a, 1e-12);  // seen 2e-13
  for (double e : m.state.e) EXPECT_NEAR(e, 0, 2e-14);       // seen 4e-15
  for (double e : m.state.ed) EXPECT_NEAR(e, 0, 1e-14);      // seen 4e-16
  for (double e : m.state.edd) EXPECT_NEAR(e, 0, 2e-14);     // seen 3e-15
}

// d/dt of position and velocity by central differences: nothing but the solver itself is assumed.
TEST(Kinematics, RatesAreDerivatives) {
  Random random(42);
  const FourBar f = random.crank_rocker();
  Mechanism m(f.driven(0.3, 2, 1, "0 1 0.01"));
  ASSERT_TRUE(m.assemble());
  auto at = [&](double t) {
    State s = m.state;
    s.t = t;
    const Positioned there = m.kinematics.position(s);
    EXPECT_TRUE(there.ok());
    EXPECT_TRUE(m.kinematics.rates(there, s).ok());
    return s;
  };
  const double h = 1e-4;
  const State before = at(0.1 - h), now = at(0.1), after = at(0.1 + h);
  for (std::size_t i = 0; i < now.x.size(); ++i) {
    EXPECT_NEAR((after.x[i] - before.x[i]) / (2 * h), now.v[i], 1e-6);  // seen 4e-8
    EXPECT_NEAR((after.v[i] - before.v[i]) / (2 * h), now.a[i], 1e-6);  // seen 2e-7
  }
}

TEST(Kinematics, SingularAndNotConverged) {
  // The flat parallelogram: assembled, but singular.
  Mechanism flat(
      R"(4 4 0 1 0 1 0 0 0
0 0 0
0.5 0 0
2 0 0
2.5 0 0
1 2 0 0 -0.5 0
2 3 0.5 0 -1 0
3 4 1 0 0.5 0
4 1 -0.5 0 2 0
1
2 3 0 6 0
0 1 0.1
)");
  EXPECT_EQ(flat.kinematics.residual_at(flat.state), 0);
  const SolveStatus status = flat.kinematics.position(flat.state).status();
  EXPECT_EQ(status.kind, SolveKind::singular);
  EXPECT_GE(status.column, 6);  // a coordinate of coupler or rocker
  // No position at all: Newton's method wanders until NRMAX.
  Options options;
  options.nrmax = 5;
  Mechanism far(
      R"(4 4 0 1 0 1 0 0 0
0 0 0
0.5 0.1 0.1
1 0.3 1
2.5 0 -1
1 2 0 0 -0.5 0
2 3 0.5 0 -0.1 0
3 4 0.1 0 0.5 0
4 1 -0.5 0 9 0
1
2 3 0 6 0
0 1 0.1
)",
      options);
  const SolveStatus lost = far.kinematics.position(far.state).status();
  EXPECT_EQ(lost.kind, SolveKind::not_converged);
  EXPECT_EQ(lost.iterations, 5);
  EXPECT_GE(lost.row, 0);
  EXPECT_GT(std::fabs(lost.residual), 0.1);
  far.state.x[6] = std::nan("");
  EXPECT_EQ(far.kinematics.position(far.state).status().kind, SolveKind::non_finite);
}

// Everything prescribed: no unknown is left.
TEST(Kinematics, NoUnknowns) {
  const RunResult r = run(R"(1 0 0 0 0 3 1 0 0
1 2 0
1 1 1 2 0
1 2 2 0 3
1 3 0 1 0
1 1 0
0 1 0.5
)");
  ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
  ASSERT_EQ(r.rows.size(), 3u);
  EXPECT_EQ(r.value(2, "body1.x"), 3);
  EXPECT_EQ(r.value(2, "body1.y"), 3.5);
  EXPECT_EQ(r.value(2, "body1.yd"), 3);
  EXPECT_EQ(r.value(2, "body1.phi"), 1);
}

// p = r + A s, pd and pdd of a point at (xi, eta) = (1, 2) on a body that turns and moves.
TEST(ObserveBodies, PointOfInterest) {
  const RunResult r = run(R"(1 0 0 0 0 3 1 0 0
1 2 0
1 1 1 2 0
1 2 2 0 3
1 3 0.5 2 0.3
1 1 2
0 1 0.5
)");
  ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
  for (std::size_t row = 0; row < 3; ++row) {
    const double t = r.time(row);
    const Point p = Point{{1 + 2 * t, 2 + 1.5 * t * t}, {2, 3 * t}, {0, 3}} +
                    arm({1, 2}, quadratic(t, 0.5, 2, 0.3));
    EXPECT_NEAR(r.value(row, "point1.x"), p.p.real(), 1e-14);    // seen 0
    EXPECT_NEAR(r.value(row, "point1.y"), p.p.imag(), 1e-14);    // seen 0
    EXPECT_NEAR(r.value(row, "point1.xd"), p.v.real(), 1e-14);   // seen 4e-16
    EXPECT_NEAR(r.value(row, "point1.yd"), p.v.imag(), 1e-14);   // seen 9e-16
    EXPECT_NEAR(r.value(row, "point1.xdd"), p.a.real(), 1e-14);  // seen 4e-15
    EXPECT_NEAR(r.value(row, "point1.ydd"), p.a.imag(), 1e-14);  // seen 2e-15
  }
}

TEST(KinematicRun, CheckAndTimeout) {
  Random random(43);
  const std::string deck = random.crank_rocker().driven(0.3, 5, 1, "0 1000 0.0001");
  RunSettings settings;
  settings.check_only = true;
  const RunResult check = run(deck, settings);
  EXPECT_EQ(check.status, ExitStatus::done);
  EXPECT_TRUE(check.rows.empty());
  EXPECT_NE(check.report.find("can be assembled"), std::string::npos);
  settings = {};
  settings.timeout = 0.2;
  const RunResult late = run(deck, settings);
  EXPECT_EQ(late.status, ExitStatus::interrupted);
  EXPECT_GE(late.rows.size(), 1u);
  EXPECT_NE(late.messages.find("--timeout"), std::string::npos);
  EXPECT_NE(late.last_good_state.find("body 4 PHI"), std::string::npos);
}

}  // namespace
}  // namespace mbs::test
