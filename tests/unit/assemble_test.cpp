// The first position from estimates good, poor and hopeless.
#include <gtest/gtest.h>

#include "support/linkages.h"

namespace mbs::test {
namespace {

TEST(Assemble, LeavesWhatIsAssembledAlone) {
  Random random(51);
  for (int k = 0; k < 20; ++k) {
    const FourBar f = random.crank_rocker();
    Mechanism m(f.driven(random(-3, 3), 5, 0, "0 1 0.1"));
    m.kinematics.motion().prescribe(
        m.state);  // the driven angle is the driver's from the beginning
    const std::vector<double> before = m.state.x;
    const SolveStatus status = m.kinematics.assemble(m.state);
    ASSERT_TRUE(status.ok());
    EXPECT_EQ(status.iterations, 0);
    EXPECT_EQ(m.state.x, before);  // bit for bit
  }
}

// Near estimates give the assembly they are near to.
TEST(Assemble, NearEstimates) {
  Random random(52);
  for (int k = 0; k < 200; ++k) {
    const FourBar f = random.crank_rocker();
    const double theta = random(-3, 3);
    Mechanism m(f.driven(theta, 5, 0, "0 1 0.1", random.noise(9, 0.1)));
    const SolveStatus status = m.kinematics.assemble(m.state);
    ASSERT_TRUE(status.ok());
    EXPECT_LE(status.iterations, 6);
    ASSERT_TRUE(m.kinematics.position(m.state).ok());  // the last figures
    const FourBar::Motion expected = f.at({theta, 0, 0});
    EXPECT_NEAR(m.state.x[8], expected.coupler.phi.p, 1e-13);  // seen 1e-14
    EXPECT_NEAR(m.state.x[11], expected.rocker.phi.p, 1e-13);  // seen 1e-14
  }
}

// Poor ones give one of the two assemblies, by NRMAX iterations.
TEST(Assemble, PoorEstimates) {
  Random random(53);
  int most = 0, assembled = 0;
  for (int k = 0; k < 500; ++k) {
    FourBar f = random.crank_rocker();
    const double theta = random(-3, 3);
    Mechanism m(f.driven(theta, 5, 0, "0 1 0.1", random.noise(9, 1.5)));
    const SolveStatus status = m.kinematics.assemble(m.state);
    if (!status.ok()) continue;
    ++assembled;
    most = std::max(most, status.iterations);
    const double rocker = m.state.x[11];
    double nearest = 10;
    for (const int side : {-1, 1}) {
      f.side = side;
      nearest = std::min(
          nearest, std::fabs(std::remainder(rocker - f.at({theta, 0, 0}).rocker.phi.p, 2 * kPi)));
    }
    EXPECT_NEAR(nearest, 0, 1e-10);  // seen 1e-11
  }
  EXPECT_EQ(assembled, 500);
  EXPECT_LE(most, 16);  // seen 14
}

// An estimate where the Jacobian is exactly singular: the bars in one line.
TEST(Assemble, FromASingularEstimate) {
  Mechanism m(
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
2 3 0.5 6 0
0 1 0.1
)");
  const SolveStatus status = m.kinematics.assemble(m.state);
  ASSERT_TRUE(status.ok());
  EXPECT_LE(m.kinematics.residual_at(m.state), 1e-12);
}

TEST(Assemble, MillimetresReachRounding) {
  Random random(54);
  for (int k = 0; k < 50; ++k) {
    FourBar f = random.crank_rocker();
    for (Bar* bar : {&f.crank, &f.coupler, &f.rocker}) bar->l *= 1000, bar->at_a *= 1000;
    f.d *= 1000;
    const double theta = random(-3, 3);
    std::vector<double> noise = random.noise(9, 50);
    for (const std::size_t angle : {2u, 5u, 8u}) noise[angle] /= 1000;
    Mechanism m(f.driven(theta, 5, 0, "0 1 0.1", noise));
    const SolveStatus status = m.kinematics.assemble(m.state);
    ASSERT_TRUE(status.ok());
    EXPECT_LE(status.relative, 1e-12);
    EXPECT_LE(status.iterations, 6);
    ASSERT_TRUE(m.kinematics.position(m.state).ok());
    EXPECT_LT(m.kinematics.residual_at(m.state), 1e-15);  // seen 7e-16
  }
}

// REVOLUTE 2 cannot close: the coupler is too short by 1 m.
std::string too_short() {
  return R"(4 4 0 1 0 1 0 0 0
0 0 0
0.5 0 0
1.2 0.2 0
3.5 0 3
1 2 0 0 -0.5 0
2 3 0.5 0 -0.2 0
3 4 0.2 0 0.5 0
4 1 -0.5 0 3.4 0
1
2 3 0.2 6 0
0 1 0.1
)";
}

TEST(Assemble, NrmaxExceededNamesTheWorstRow) {
  for (const double nrmax : {1.0, 3.0, 20.0}) {
    Options options;
    options.nrmax = nrmax;
    Mechanism m(too_short(), options);
    const SolveStatus status = m.kinematics.assemble(m.state);
    EXPECT_EQ(status.kind, SolveKind::not_converged);
    EXPECT_LE(status.iterations, nrmax);
    if (nrmax == 1) {
      EXPECT_EQ(status.iterations, 1);
    }
    // The gaps of the four joints, from the state by hand.
    const Complex local[4][2] = {{0, -0.5}, {0.5, -0.2}, {0.2, 0.5}, {-0.5, 3.4}};
    const std::size_t bodies[4][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    double gap[8];
    for (std::size_t k = 0; k < 4; ++k) {
      Complex p[2];
      for (std::size_t end = 0; end < 2; ++end) {
        const double* x = m.state.x.data() + 3 * bodies[k][end];
        p[end] = Complex(x[0], x[1]) + local[k][end] * std::polar(1.0, x[2]);
      }
      gap[2 * k] = (p[0] - p[1]).real();
      gap[2 * k + 1] = (p[0] - p[1]).imag();
    }
    ASSERT_GE(status.row, 0);
    EXPECT_NEAR(status.residual, gap[status.row], 1e-14);  // seen 0
    // The worst by its terms; no other gap is much larger.
    for (double g : gap) EXPECT_LE(std::fabs(g), 3 * std::fabs(status.residual));
  }
}

TEST(Assemble, FailureInARun) {
  const RunResult r = run(too_short());
  EXPECT_EQ(r.status, ExitStatus::solution_failed);
  EXPECT_TRUE(r.rows.empty());
  EXPECT_NE(r.messages.find("error: REVOLUTE "), std::string::npos) << r.messages;
  EXPECT_NE(r.messages.find("the mechanism cannot be assembled at t = 0"), std::string::npos);
  EXPECT_NE(r.messages.find("iterations"), std::string::npos);
}

}  // namespace
}  // namespace mbs::test
