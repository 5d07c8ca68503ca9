// GALPHA on pairs of positions and rates: order, what it leaves of fast oscillations, and the
// energy it says it takes.
#include "order/integrate_problems.h"

namespace mbs::test {
namespace {

IntegratorSettings galpha(double rho, double h) {
  IntegratorSettings s;
  s.method = "GALPHA";
  s.rho = rho;
  s.h = h;
  return s;
}

// ForcedOscillator and the integral of its velocity squared, whose exact value is given too.
struct ForcedPair {
  static int pairs() { return 1; }
  static int quadratures() { return 1; }
  static EvalStatus rhs(double t, ConstVector y, Vector f) {
    f[0] = y[1];
    f[1] = -y[0] + std::cos(2 * t);
    f[2] = y[1] * y[1];
    return {};
  }
  // yd = (-4 sin t + 2 sin 2t) / 3; the integral of its square.
  static std::vector<double> exact(double t) {
    std::vector<double> y = ForcedOscillator::exact(t);
    const double squares = 8 * (t - std::sin(2 * t) / 2) + 2 * (t - std::sin(4 * t) / 4);
    const double mixed = 16 * (std::sin(t) / 2 - std::sin(3 * t) / 6);
    y.push_back((squares - mixed) / 9);
    return y;
  }
};

TEST(GeneralisedAlpha, OrderIsTwoInsideStepsTooAndInBothDirections) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0})
    for (const double end : {8.0, -8.0}) {
      ForcedPair problem;
      const IntegrationErrors coarse = run(*make(problem, 3, galpha(rho, 0.02)), problem, 0, end);
      const IntegrationErrors fine = run(*make(problem, 3, galpha(rho, 0.01)), problem, 0, end);
      EXPECT_NEAR(order(coarse.steps, fine.steps), 2, 0.02) << rho;
      EXPECT_NEAR(order(coarse.dense, fine.dense), 2, 0.02) << rho;
    }
}

// Steps that grow and shrink by a quarter from one to the next.
TEST(GeneralisedAlpha, OrderIsTwoWithStepsThatChange) {
  const auto error = [](int steps) {
    ForcedPair problem;
    const auto integrator = make(problem, 3, galpha(0.5, 1));
    EXPECT_TRUE(integrator->start(0, ForcedPair::exact(0)).ok());
    double worst = 0, t = 0;
    for (int k = 0; k < steps; ++k) {
      t += (k % 2 == 0 ? 1.25 : 0.75) * 8 / steps;
      integrator->control().set_tstop(t);
      EXPECT_TRUE(integrator->step().ok());
      worst = std::max(worst, distance(integrator->y(), ForcedPair::exact(t)));
    }
    return worst;
  };
  EXPECT_NEAR(order(error(400), error(800)), 2, 0.05);
}

struct ForcedPosition : ForcedOscillator {
  static int pairs() { return 1; }
};

TEST(GeneralisedAlpha, ErrorFollowsTheTolerance) {
  for (const double rho : {0.0, 0.8, 1.0})
    for (const double tol : {1e-3, 1e-5, 1e-7}) {
      ForcedPosition problem;
      IntegratorSettings s = tolerance("GALPHA", tol);
      s.rho = rho;
      const IntegrationErrors errors = run(*make(problem, 2, s), problem, 0, 20);
      EXPECT_LT(errors.steps, 30 * tol) << rho;
      EXPECT_LT(errors.dense, 30 * tol) << rho;
      EXPECT_GT(errors.steps, 0.1 * tol) << rho;  // no step is wasted
    }
}

struct HarmonicPair {
  static int pairs() { return 1; }
  static EvalStatus rhs(double, ConstVector y, Vector f) {
    f[0] = y[1];
    f[1] = -y[0];
    return {};
  }
};

// Velocities that are the slope of the interpolated positions are off by an eighth of h squared in
// the middle of a step.
TEST(GeneralisedAlpha, VelocitiesInsideStepsKeepTheEnergy) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0}) {
    HarmonicPair problem;
    IntegratorSettings s = tolerance("GALPHA", 1e-5);
    s.rho = rho;
    const auto integrator = make(problem, 2, s);
    ASSERT_TRUE(integrator->start(0, std::array<double, 2>{1, 0}).ok());
    const auto energy = [](ConstVector y) { return (y[0] * y[0] + y[1] * y[1]) / 2; };
    double worst = 0;
    while (integrator->t() < 6) {
      ASSERT_TRUE(integrator->step().ok());
      std::array<double, 2> middle{};
      const double t = integrator->t(), before = t - integrator->stats().h_last;
      ASSERT_TRUE(integrator->interpolate((t + before) / 2, middle).ok());
      worst = std::max(worst, std::fabs(energy(middle) - energy(integrator->y())));
    }
    EXPECT_LT(worst, rho == 0 ? 3e-6 : 6e-7) << rho;  // seen 1.8e-6, 3.6e-7
  }
}

// Two masses on a soft and a stiff spring, coupled; the work of nothing is done on them.
struct TwoMasses {
  double stiff = 1e4;
  double v[2] = {0, 0};
  static int pairs() { return 2; }
  EvalStatus rhs(double, ConstVector y, Vector f) {
    f[0] = v[0] = y[2];
    f[1] = v[1] = y[3];
    f[2] = (-y[0] + 0.3 * y[1]) / kMass;
    f[3] = -stiff * y[1] + 0.3 * y[0];
    return {};
  }
  double momentum(ConstVector a, Vector p) const {
    p[0] = kMass * a[0];
    p[1] = a[1];
    return v[0] * p[0] + v[1] * p[1];
  }
  double energy(ConstVector y) const {
    return (kMass * y[2] * y[2] + y[3] * y[3] + y[0] * y[0] + stiff * y[1] * y[1]) / 2 -
           0.3 * y[0] * y[1];
  }
  static constexpr double kMass = 2;
};

// From steps that resolve everything to steps of hundreds of periods.
TEST(GeneralisedAlpha, EnergyNeverExceedsTheStartAndWhatIsLostIsSaid) {
  for (const double rho : {0.0, 0.3, 0.8, 1.0})
    for (const double h : {1e-3, 1e-2, 0.1, 1.0, 30.0})
      for (const double v : {0.0, 0.5}) {
        TwoMasses problem;
        const auto integrator = make(problem, 4, galpha(rho, h));
        const std::array<double, 4> y0 = {1, v == 0 ? 0.01 : 0, 0.2, v};
        ASSERT_TRUE(integrator->start(0, y0).ok());
        const double start = problem.energy(y0);
        // Rounding errors of a stiff force move the velocity by (omega h)^2 times as much.
        const double rounding = 1e-12 + 1e-15 * 1e4 * h * h;
        for (int k = 0; k < 300; ++k) {
          ASSERT_TRUE(integrator->step().ok());
          const double now = problem.energy(integrator->y());
          EXPECT_LE(now, start * (1 + rounding)) << rho << " " << h;  // seen 1.2e-9 (rho 1, h 30)
          EXPECT_NEAR(now + integrator->stats().dissipated, start, rounding * start);
          const double kept = rho == 1 ? start : now;
          EXPECT_NEAR(now, kept, rounding * start) << h;  // seen 1.2e-9 (h 30)
        }
      }
}

struct Fast {  // 1e5 rad to a step of 1
  static int pairs() { return 1; }
  static EvalStatus rhs(double, ConstVector y, Vector f) {
    f[0] = y[1];
    f[1] = -1e10 * y[0];
    return {};
  }
};

// The part of the fastest oscillation that a step leaves; the first steps leave more, by the
// algorithmic rates that begin as the true ones: rho (1 + 1 / k) in step k.
TEST(GeneralisedAlpha, RhoIsWhatIsLeftOfTheFastest) {
  for (const double rho : {0.3, 0.8, 1.0}) {
    Fast problem;
    const auto integrator = make(problem, 2, galpha(rho, 1));
    ASSERT_TRUE(integrator->start(0, std::array<double, 2>{1e-3, 0}).ok());
    double before = 0, now = 0;
    for (int k = 0; k < 15; ++k) {
      ASSERT_TRUE(integrator->step().ok());
      before = now;
      now = std::hypot(integrator->y()[0] * 1e5, integrator->y()[1]);
    }
    EXPECT_NEAR(now / before / rho, 1, 0.1) << rho;
  }
}

struct Wall {
  static int pairs() { return 1; }
  static EvalStatus rhs(double, ConstVector y, Vector f) {
    f[0] = y[1];
    f[1] = y[0] < 0 ? -1e6 * y[0] : 0;
    return {};
  }
};

// Derivatives from before the wall do not serve behind it: those of the iterates do. With error
// control the wall gives back the speed.
TEST(GeneralisedAlpha, AStiffWallIsMet) {
  Wall problem;
  const std::array<double, 2> y0 = {0.1, -1};
  const auto fixed = make(problem, 2, galpha(0.8, 0.01));
  ASSERT_TRUE(fixed->start(0, y0).ok());
  for (int k = 0; k < 50; ++k) ASSERT_TRUE(fixed->step().ok()) << k;
  EXPECT_GT(fixed->y()[1], 0);
  const auto controlled = make(problem, 2, tolerance("GALPHA", 1e-7));
  ASSERT_TRUE(controlled->start(0, y0).ok());
  while (controlled->t() < 0.2) ASSERT_TRUE(controlled->step().ok());
  EXPECT_NEAR(controlled->y()[1], 1, 1e-4);
}

// After 0.55 the equations of a step of 0.1 have no solution: said, and the last state is kept.
struct NoSolution {
  static int pairs() { return 1; }
  static EvalStatus rhs(double t, ConstVector y, Vector f) {
    f[0] = y[1];
    f[1] = t > 0.55 ? 1 + 1e6 * y[0] * y[0] : 0;
    return {};
  }
};

TEST(GeneralisedAlpha, EquationsWithoutASolutionEndTheRun) {
  NoSolution problem;
  const auto integrator = make(problem, 2, galpha(0.8, 0.1));
  ASSERT_TRUE(integrator->start(0, std::array<double, 2>{0, 1}).ok());
  integrator->control().set_tstop(2);
  StepStatus status;
  while ((status = integrator->step()).kind == StepKind::ok) {
  }
  EXPECT_EQ(status.kind, StepKind::not_solved);
  EXPECT_EQ(status.component, 0);
  EXPECT_NEAR(integrator->t(), 0.5, 1e-12);
}

}  // namespace
}  // namespace mbs::test
