// Problems with closed forms for the integrator tests, and a run over a fixed number of steps.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "integrate/integrator.h"

namespace mbs::test {

// y'' = -y + cos 2t, y(0) = 1, y'(0) = 0: y = (4 cos t - cos 2t) / 3.
struct ForcedOscillator {
  static constexpr int kSize = 2;
  EvalStatus rhs(double t, ConstVector y, Vector ydot) const {
    ydot[0] = y[1];
    ydot[1] = -y[0] + std::cos(2 * t);
    return {};
  }
  static std::vector<double> exact(double t) {
    return {(4 * std::cos(t) - std::cos(2 * t)) / 3, (-4 * std::sin(t) + 2 * std::sin(2 * t)) / 3};
  }
};

// Kepler's problem with eccentricity e from the pericentre, period 2 pi (class D of DETEST).
struct TwoBody {
  static constexpr int kSize = 4;
  double e = 0.9;

  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    const double r2 = y[0] * y[0] + y[1] * y[1];
    const double r3 = r2 * std::sqrt(r2);
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = -y[0] / r3;
    ydot[3] = -y[1] / r3;
    return {};
  }
  std::vector<double> exact(double t) const {
    const long double pi2 = 2 * std::numbers::pi_v<long double>;
    const long double m = t - pi2 * std::round(t / pi2);
    long double u = m < 0 ? m - e : m + e;  // eccentric anomaly by Newton's iteration
    for (int k = 0; k < 50; ++k) u -= (u - e * std::sin(u) - m) / (1 - e * std::cos(u));
    const long double b = std::sqrt(1 - static_cast<long double>(e) * e);
    const long double rate = 1 / (1 - e * std::cos(u));
    return {static_cast<double>(std::cos(u) - e), static_cast<double>(b * std::sin(u)),
            static_cast<double>(-std::sin(u) * rate), static_cast<double>(b * std::cos(u) * rate)};
  }
};

// theta'' = -sin theta from rest at 2 rad: back after 4 K(sin 1).
struct Pendulum {
  static constexpr int kSize = 2;
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = y[1];
    ydot[1] = -std::sin(y[0]);
    return {};
  }
  static double period() { return 4 * std::comp_ellint_1(std::sin(1.0)); }
};

template <class Problem>
std::unique_ptr<Integrator> make(Problem& problem, int n, const IntegratorSettings& settings) {
  MadeIntegrator made = make_integrator(ode_system(n, problem), settings);
  EXPECT_EQ(made.error, SettingsError::none);
  return std::move(made.integrator);
}

// Settings that make any method take steps of length h.
inline IntegratorSettings constant_step(const char* method, double h) {
  IntegratorSettings s;
  s.method = method;
  s.abs = s.rel = 1e10;
  s.h = s.hinit = s.hmax = h;
  return s;
}

inline IntegratorSettings tolerance(const char* method, double tol) {
  IntegratorSettings s;
  s.method = method;
  s.abs = s.rel = tol;
  return s;
}

inline double distance(ConstVector a, ConstVector b) {
  double d = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    // Not std::max, which would lose a NaN.
    if (!(std::abs(a[i] - b[i]) <= d)) d = std::abs(a[i] - b[i]);
  }
  return d;
}

struct IntegrationErrors {
  double end = 0;    // at tend
  double steps = 0;  // largest at the ends of steps
  double dense = 0;  // largest inside steps
};

// Runs to tend and compares with problem.exact(t).
template <class Problem>
IntegrationErrors run(Integrator& integrator, const Problem& problem, double t0, double tend) {
  IntegrationErrors errors;
  const std::vector<double> y0 = problem.exact(t0);
  std::vector<double> y(y0.size());
  EXPECT_TRUE(integrator.start(t0, y0, tend - t0).ok());
  integrator.control().set_tstop(tend);
  StepStatus status;
  while ((status = integrator.step()).kind == StepKind::ok) {
    const double t = integrator.t(), before = integrator.t_previous();
    errors.end = distance(integrator.y(), problem.exact(t));
    errors.steps = std::max(errors.steps, errors.end);
    for (double s : {0.1, 0.35, 0.5, 0.8}) {
      const double inside = before + s * (t - before);
      EXPECT_TRUE(integrator.interpolate(inside, y).ok());
      errors.dense = std::max(errors.dense, distance(y, problem.exact(inside)));
    }
  }
  EXPECT_EQ(status.kind, StepKind::at_tstop);
  EXPECT_EQ(integrator.t(), tend);
  return errors;
}

// Order from two errors at steps h and h / 2.
inline double order(double coarse, double fine) { return std::log2(coarse / fine); }

}  // namespace mbs::test
