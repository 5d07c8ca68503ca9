// Four-bar and five-bar linkages of random proportions against their closed form.
#include <gtest/gtest.h>

#include "linalg/spline.h"
#include "support/linkages.h"

namespace mbs::test {
namespace {

void add(Errors& errors, const RunResult& run, std::size_t row, const FourBar::Motion& m) {
  errors.add(run, row, 2, m.crank);
  errors.add(run, row, 3, m.coupler);
  errors.add(run, row, 4, m.rocker);
}

TEST(FourBar, FullTurnBothAssemblies) {
  Random random(1);
  for (int k = 0; k < 20; ++k) {
    FourBar linkage = random.crank_rocker();
    linkage.side = k % 2 ? 1 : -1;
    const double theta0 = random(-3, 3), omega = random(3, 7), alpha = random(-2, 2);
    const RunResult r =
        run(linkage.driven(theta0, omega, alpha, "0 2 0.0130", random.noise(9, 0.03)));
    ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
    ASSERT_EQ(r.rows.size(), 154u);
    Errors errors;
    for (std::size_t row = 0; row < r.rows.size(); ++row)
      add(errors, r, row, linkage.at(quadratic(r.time(row), theta0, omega, alpha)));
    EXPECT_LT(errors.position.relative(), 1e-13);      // seen 1e-14
    EXPECT_LT(errors.angle.absolute(), 1e-13);         // seen 5e-14
    EXPECT_LT(errors.velocity.relative(), 1e-13);      // seen 5e-14
    EXPECT_LT(errors.acceleration.relative(), 5e-13);  // seen 1e-13
  }
}

// The joint coordinates go up to 628 rad, whose own rounding is 1e-13.
TEST(FourBar, HundredTurns) {
  Random random(2);
  const FourBar linkage = random.crank_rocker();
  const RunResult r = run(linkage.driven(0.3, 2 * kPi, 0, "0 100 0.0173", random.noise(9, 0.03)));
  ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
  ASSERT_EQ(r.rows.size(), 5781u);
  Errors errors;
  for (std::size_t row = 0; row < r.rows.size(); ++row)
    add(errors, r, row, linkage.at({0.3 + 2 * kPi * r.time(row), 2 * kPi, 0}));
  EXPECT_LT(errors.position.relative(), 2e-13);      // seen 3e-14
  EXPECT_LT(errors.angle.absolute(), 4e-13);         // seen 1e-13
  EXPECT_LT(errors.velocity.relative(), 4e-13);      // seen 4e-14
  EXPECT_LT(errors.acceleration.relative(), 8e-13);  // seen 1e-13
  // The crank's angle counts its turns, the rocker's comes back.
  EXPECT_NEAR(r.rows.back()[r.column("body2.phi")],
              0.3 + 2 * kPi * r.time(5780) - linkage.crank.beta, 1e-12);  // seen 1e-13
  double low = 1e9, high = -1e9;
  for (std::size_t row = 0; row < r.rows.size(); ++row) {
    low = std::min(low, r.value(row, "body4.phi"));
    high = std::max(high, r.value(row, "body4.phi"));
  }
  EXPECT_LT(high - low, kPi);
}

// Lengths in millimetres: FEPS counts relative to the terms of a residual.
TEST(FourBar, Millimetres) {
  Random random(3);
  FourBar linkage = random.crank_rocker();
  for (Bar* bar : {&linkage.crank, &linkage.coupler, &linkage.rocker})
    bar->l *= 1000, bar->at_a *= 1000;
  linkage.d *= 1000;
  const std::string deck = linkage.driven(0.3, 5, 1, "0 1 0.013", random.noise(9, 0.01));
  const RunResult r = run(deck);
  ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
  Errors errors;
  for (std::size_t row = 0; row < r.rows.size(); ++row)
    add(errors, r, row, linkage.at(quadratic(r.time(row), 0.3, 5, 1)));
  EXPECT_LT(errors.position.relative(), 1e-14);      // seen 7e-16
  EXPECT_LT(errors.acceleration.relative(), 2e-14);  // seen 2e-15

  Mechanism m(deck);
  ASSERT_TRUE(m.assemble());
  EXPECT_LT(m.kinematics.residuals().residual().position, 1e-15);      // seen 4e-17
  EXPECT_LT(m.kinematics.residuals().residual().velocity, 1e-15);      // seen 4e-17
  EXPECT_LT(m.kinematics.residuals().residual().acceleration, 1e-15);  // seen 4e-17
}

// The crank follows a table: first a straight line, then a curve whose spline we know.
TEST(FourBar, GuideDriven) {
  Random random(4);
  const FourBar linkage = random.crank_rocker();
  std::vector<double> t, line, curve;
  std::string line_rows, curve_rows;
  for (int k = 0; k <= 40; ++k) {
    t.push_back(0.05 * k);
    line.push_back(0.3 + 3 * t.back());
    curve.push_back(0.3 + 2 * t.back() + 0.4 * std::sin(3 * t.back()));
    line_rows += fmt::format("{} {}\n", t.back(), line.back() - linkage.crank.beta);
    curve_rows += fmt::format("{} {}\n", t.back(), curve.back() - linkage.crank.beta);
  }
  const FourBar::Motion start = linkage.at({0.3, 0, 0});
  const std::string time = "0 2 0.0125\n";
  RunSettings settings;
  for (const double guides : {0.0, 1.0}) {
    settings.options.guides = guides;
    const RunResult r = run(linkage.deck(start, "0 0 1 41", "2 3\n" + line_rows + time), settings);
    ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
    ASSERT_EQ(r.rows.size(), 161u);
    Errors errors;
    for (std::size_t row = 0; row < r.rows.size(); ++row)
      add(errors, r, row, linkage.at({0.3 + 3 * r.time(row), 3, 0}));
    EXPECT_LT(errors.position.relative(), 1e-14);      // seen 5e-16
    EXPECT_LT(errors.velocity.relative(), 1e-13);      // seen 6e-15
    EXPECT_LT(errors.acceleration.relative(), 1e-12);  // seen 6e-14
  }
  const RunResult r = run(linkage.deck(start, "0 0 1 41", "2 3\n" + curve_rows + time), settings);
  ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
  const Spline spline = Spline::interpolate(t, curve);
  Errors errors;
  int hint = 0;
  for (std::size_t row = 0; row < r.rows.size(); ++row) {
    double theta[3];
    spline.evaluate(r.time(row), theta, hint);
    add(errors, r, row, linkage.at({theta[0], theta[1], theta[2]}));
  }
  EXPECT_LT(errors.position.relative(), 1e-14);      // seen 6e-16
  EXPECT_LT(errors.velocity.relative(), 1e-13);      // seen 5e-15
  EXPECT_LT(errors.acceleration.relative(), 1e-12);  // seen 6e-14
}

// Two degrees of freedom, two drivers: cranks at O and D, coupler bars BC and EC.
TEST(FiveBar, TwoDrivers) {
  Random random(5);
  for (int k = 0; k < 10; ++k) {
    const double a = random(0.2, 0.4), e = random(0.2, 0.4), d = random(1, 1.3);
    const Bar first = random.bar(a), second = random.bar(e);
    const Bar left = random.bar(random(1.1, 1.4)), right = random.bar(random(1.1, 1.4));
    const double w1 = random(2, 6), w2 = random(-6, -2);
    auto at = [&](double t) {
      const Angle q1 = quadratic(t, 0.5, w1, 0.7), q2 = quadratic(t, 1.5, w2, -0.4);
      const Point O{}, D{d, 0, 0}, B = arm(a, q1), E = D + arm(e, q2);
      const Point C = dyad(B, E, left.l, right.l, k % 2 ? 1 : -1);
      return std::vector<BodyMotion>{{first.origin(O, q1), first.phi(q1)},
                                     body_motion(left, B, C),
                                     body_motion(right, E, C),
                                     {second.origin(D, q2), second.phi(q2)}};
    };
    std::string deck = "5 5 0 1 0 2 0 0 0\n0 0 0\n";
    for (const BodyMotion& m : at(0))
      deck += fmt::format("{} {} {}\n", m.origin.p.real() + random(-0.02, 0.02),
                          m.origin.p.imag() + random(-0.02, 0.02), m.phi.p);
    auto joint = [&](int i, int j, Complex p, Complex q) {
      deck += fmt::format("{} {} {} {} {} {}\n", i, j, p.real(), p.imag(), q.real(), q.imag());
    };
    joint(1, 2, 0, first.at_a);
    joint(2, 3, first.at_b(), left.at_a);
    joint(3, 4, left.at_b(), right.at_b());
    joint(4, 5, right.at_a, second.at_b());
    joint(5, 1, second.at_a, d);
    deck += fmt::format(R"(1
2 3 {} {} 0.7
5 3 {} {} -0.4
0 2 0.01
)",
                        0.5 - first.beta, w1, 1.5 - second.beta, w2);
    const RunResult r = run(deck);
    ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
    ASSERT_EQ(r.rows.size(), 201u);
    Errors errors;
    for (std::size_t row = 0; row < r.rows.size(); ++row) {
      const std::vector<BodyMotion> bodies = at(r.time(row));
      for (int body = 0; body < 4; ++body)
        errors.add(r, row, body + 2, bodies[static_cast<std::size_t>(body)]);
    }
    EXPECT_LT(errors.position.relative(), 2e-14);      // seen 8e-16
    EXPECT_LT(errors.angle.absolute(), 2e-14);         // seen 4e-15
    EXPECT_LT(errors.velocity.relative(), 2e-14);      // seen 3e-15
    EXPECT_LT(errors.acceleration.relative(), 1e-13);  // seen 7e-15
  }
}

}  // namespace
}  // namespace mbs::test
