// Linkages with two pairs of equal bars have two branches that cross where all bars lie in one
// line. There the Jacobian is singular; the motion goes on along the branch it is on.
#include <gtest/gtest.h>

#include "support/linkages.h"

namespace mbs::test {
namespace {

struct Case {
  double a, d, theta0, omega, alpha, step;
};

FourBar equal_bars(const Case& c) {
  return {{c.a, -c.a / 2, 0}, {c.d, -c.d / 2, 0}, {c.a, -c.a / 2, 0}, c.d, 1};
}

Case random_case(Random& random) {
  return {random(0.4, 1.2), random(1.4, 3),  random(0.2, 1),
          random(3, 7),     random(-0.3, 1), random(0.005, 0.03)};
}

// Coupler angle 0, rocker angle = crank angle.
FourBar::Motion parallelogram(const FourBar& f, const Angle& theta) {
  const Point O{}, D{f.d, 0, 0}, B = arm(f.crank.l, theta);
  return {{f.crank.origin(O, theta), theta},
          {f.coupler.origin(B, {}), {}},
          {f.rocker.origin(D, theta), theta}};
}

// Rocker angle psi: tan(psi/2) = -(d + a)/(d - a) tan(theta/2), from |C - B| = d.
FourBar::Motion antiparallelogram(const FourBar& f, const Angle& theta) {
  const double a = f.crank.l, d = f.d, k = -(d + a) / (d - a);
  const double c = std::cos(theta.p / 2), s = std::sin(theta.p / 2);
  const double D = c * c + k * k * s * s, slope = k / D;
  const double curvature = -k * (k * k - 1) * s * c / (D * D);
  const Angle psi{2 * std::atan2(k * s, c), slope * theta.v,
                  curvature * theta.v * theta.v + slope * theta.a};
  const Point O{}, pivot{d, 0, 0}, B = arm(a, theta), C = pivot + arm(a, psi);
  const Angle beta = direction(B, C);
  return {{f.crank.origin(O, theta), theta},
          {f.coupler.origin(B, beta), beta},
          {f.rocker.origin(pivot, psi), psi}};
}

using Motion = FourBar::Motion (*)(const FourBar&, const Angle&);

Errors run_case(const Case& c, Motion motion, double turns, bool* interpolated = nullptr) {
  const FourBar f = equal_bars(c);
  auto theta = [&](double t) { return quadratic(t, c.theta0, c.omega, c.alpha); };
  double end = 0;
  while (theta(end).p < c.theta0 + 2 * kPi * turns) end += c.step;
  const RunResult r =
      run(f.deck(motion(f, theta(0)), "1 0 0 0",
                 fmt::format("2 3 {} {} {}\n0 {} {}\n", c.theta0, c.omega, c.alpha, end, c.step)));
  EXPECT_EQ(r.status, ExitStatus::done) << r.messages;
  EXPECT_EQ(r.rows.size(), static_cast<std::size_t>(std::lround(end / c.step)) + 1);
  if (interpolated)
    *interpolated = r.report.find("through a singular position 0\n") == std::string::npos;
  Errors errors;
  for (std::size_t row = 0; row < r.rows.size(); ++row) {
    const FourBar::Motion m = motion(f, theta(r.time(row)));
    errors.add(r, row, 2, m.crank);
    errors.add(r, row, 3, m.coupler);
    errors.add(r, row, 4, m.rocker);
  }
  return errors;
}

TEST(Parallelogram, StaysOneOverTwoTurns) {
  Random random(21);
  for (int k = 0; k < 30; ++k) {
    const Errors errors = run_case(random_case(random), parallelogram, 2);
    EXPECT_LT(errors.angle.absolute(), 1e-13);        // seen 2e-14
    EXPECT_LT(errors.position.relative(), 2e-13);     // seen 5e-14
    EXPECT_LT(errors.velocity.relative(), 2e-12);     // seen 5e-13
    EXPECT_LT(errors.acceleration.relative(), 1e-9);  // seen 6e-11
  }
}

// Report times that fall on the flat positions themselves, or next to them.
TEST(Parallelogram, ReportTimesInFlatPositions) {
  Random random(22);
  for (const double off : {0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, -1e-6}) {
    Case c = random_case(random);
    c.alpha = 0;
    c.theta0 = kPi / 4;
    c.step = (kPi / 16 + off / 12) / c.omega;  // row 12 lies `off` after theta = pi
    bool interpolated = false;
    const Errors errors = run_case(c, parallelogram, 1, &interpolated);
    EXPECT_TRUE(interpolated);
    EXPECT_LT(errors.angle.absolute(), 1e-13) << off;         // seen 2e-14
    EXPECT_LT(errors.velocity.relative(), 1e-12) << off;      // seen 2e-13
    EXPECT_LT(errors.acceleration.relative(), 5e-10) << off;  // seen 2e-11
  }
}

// Here the coupler turns and the rocker speeds up where the equations are weak, so that rounding is
// magnified more than in a parallelogram.
TEST(Antiparallelogram, StaysOneOverTwoTurns) {
  Random random(23);
  for (int k = 0; k < 30; ++k) {
    const Errors errors = run_case(random_case(random), antiparallelogram, 2);
    EXPECT_LT(errors.angle.absolute(), 1e-11);        // seen 7e-13
    EXPECT_LT(errors.position.absolute(), 1e-11);     // seen 3e-12
    EXPECT_LT(errors.velocity.relative(), 5e-10);     // seen 2e-10
    EXPECT_LT(errors.acceleration.relative(), 1e-8);  // seen 5e-9
  }
}

// The rocker passes its flat position at 3.6 times the crank's speed, 12 times faster than it
// passes the other one.
TEST(Antiparallelogram, UnevenRocker) {
  const Case c{0.79, 1.41, kPi / 4, 6.8, 0, kPi / 16 / 6.8};
  const Errors errors = run_case(c, antiparallelogram, 1);
  EXPECT_LT(errors.angle.absolute(), 1e-12);        // seen 8e-14
  EXPECT_LT(errors.velocity.relative(), 5e-11);     // seen 3e-12
  EXPECT_LT(errors.acceleration.relative(), 2e-9);  // seen 2e-10
}

TEST(Antiparallelogram, ReportTimesInFlatPositions) {
  Random random(24);
  for (const double off : {0.0, 1e-9, 1e-5}) {
    Case c = random_case(random);
    c.alpha = 0;
    c.theta0 = kPi / 4;
    c.step = (kPi / 16 + off / 12) / c.omega;
    const Errors errors = run_case(c, antiparallelogram, 1);
    EXPECT_LT(errors.angle.absolute(), 1e-12) << off;        // seen 9e-14
    EXPECT_LT(errors.velocity.relative(), 5e-11) << off;     // seen 1e-12
    EXPECT_LT(errors.acceleration.relative(), 2e-9) << off;  // seen 3e-10
  }
}

}  // namespace
}  // namespace mbs::test
