// The curves of muscle models against numbers computed elsewhere (published equations evaluated
// independently), against what OpenSim asserts of its own, against closed forms and differences.
#include "laws/muscle_curves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace mbs {
namespace {

constexpr double kTight = 1e-12;  // seen 5e-13: the numbers have 12 decimals

MuscleConstants model(const char* name, const char* set = "2017") {
  MuscleConstants c;
  EXPECT_TRUE(set_model(name, c));
  EXPECT_TRUE(set_of_constants(set, c));
  return c;
}

TEST(MuscleCurves, VelocityOfVanSoestAndBobbert) {
  const MuscleConstants c = model("VSB");
  const std::pair<double, double> table[] = {
      {0, -12.682926829268}, {.25, -5.909090909091}, {.5, -2.857142857143}, {1, 0},
      {1.2, .614657210402},  {1.4, 3.687943262411},  {1.5, 18.282032676399}};
  for (const auto& [f, v] : table) EXPECT_NEAR(fibre_rate(c, f, 1., 1.), v, kTight) << f;
}

TEST(MuscleCurves, ForceLengthOfVanSoestAndBobbert) {
  const MuscleConstants c = model("VSB");
  EXPECT_NEAR(force_length(c, .5), .202806122449, kTight);
  EXPECT_NEAR(force_length(c, .75), .800701530612, kTight);
  EXPECT_EQ(force_length(c, .2), 1e-5);
}

TEST(MuscleCurves, ActiveStateOfHatze) {
  const MuscleConstants old = model("VSB", "1993"), c = model("VSB");
  const std::pair<double, double> cubic[] = {{.05, .049986602984},
                                             {.1, .278373279736},
                                             {.2, .753140552905},
                                             {.5, .979422443260},
                                             {1, .997380401570}};
  for (const auto& [a, q] : cubic) EXPECT_NEAR(active_state(old, a, 1.), q, kTight) << a;
  EXPECT_NEAR(active_state(old, .1, .75), .103845224898, kTight);
  EXPECT_NEAR(active_state(old, .1, 1.25), .532809081671, kTight);
  EXPECT_NEAR(active_state(c, .05, 1.), .175325485483, kTight);
  EXPECT_NEAR(active_state(c, .1, 1.), .455136806137, kTight);
  EXPECT_NEAR(active_state(c, 1., 1.), .988100171064, kTight);
}

TEST(MuscleCurves, DeGrooteAndFregly) {
  const MuscleConstants c = model("DGF");
  const std::pair<double, double> length[] = {{.4, .025541217565},  {.5, .054112153014},
                                              {.75, .778112548749}, {1.25, .689553468886},
                                              {1.5, .226148627897}, {1.75, .044991271298}};
  for (const auto& [x, f] : length) EXPECT_NEAR(force_length(c, x), f, kTight) << x;
  const std::pair<double, double> velocity[] = {{-.5, .234036393549},
                                                {-.25, .470826485916},
                                                {.25, 1.400765750718},
                                                {.5, 1.588423401250},
                                                {1, 1.794342963555}};
  const double fl = force_length(c, 1.);
  for (const auto& [v, f] : velocity) {
    EXPECT_NEAR(fibre_force(c, 10 * v, 1., 1.) / fl, f, kTight) << v;
    EXPECT_NEAR(fibre_rate(c, f * fl, 1., 1.), 10 * v, 1e-9) << f;  // as steep as 1/0.03
  }
  const std::pair<double, double> passive[] = {
      {.5, .000565014954}, {1, .018228823820}, {1.2, .069401161170}, {1.4, .263532014470}};
  for (const auto& [x, f] : passive) EXPECT_NEAR(parallel_force(c, x), f, kTight) << x;
  const std::pair<double, double> tendon[] = {
      {.01, .088294510735}, {.02, .215568624601}, {.03, .399030766531}};
  for (const auto& [s, f] : tendon) EXPECT_NEAR(tendon_force(c, s), f, kTight) << s;
}

TEST(MuscleCurves, WhatOpenSimAsserts) {
  const MuscleConstants c = model("DGF");
  EXPECT_EQ(tendon_force(c, 0.), 0);
  EXPECT_NEAR(tendon_force(c, .049), 1, kTight);
  EXPECT_NEAR(parallel_force(c, 1.6), 1, kTight);
  // The curve itself is that near to them with the constants as they are published.
  EXPECT_NEAR(force_length(c, 1.), 1, 1e-3);
  EXPECT_NEAR(fibre_force(c, -10., 1., 1.), 0, 1e-3);
  EXPECT_NEAR(fibre_force(c, 0., 1., 1.), 1, 3e-3);
}

// The formulas as Thelen prints them, in other words than the program's.
TEST(MuscleCurves, Thelen) {
  const MuscleConstants c = model("THELEN");
  EXPECT_NEAR(force_length(c, .7), std::exp(-.09 / .45), kTight);
  EXPECT_NEAR(parallel_force(c, 1.6), 1, kTight);
  EXPECT_NEAR(tendon_force(c, .04), 1, 1e-3);
  for (double a : {.05, .3, 1.})
    for (double f : {0., .2, .5, .9}) {
      const double F = f * a, B = a + F / .25;
      EXPECT_NEAR(fibre_rate(c, F, a, 1.), 10 * (.25 + .75 * a) * (F - a) / B, kTight);
    }
  for (double f : {1.1, 1.2, 1.32}) {
    const double B = (2 + 2 / .25) * (1.4 - f) / .4;
    EXPECT_NEAR(fibre_rate(c, f, 1., 1.), 10 * (f - 1) / B, kTight);
  }
}

// Points of all models and sets.
template <class Check>
void for_all_models(Check check) {
  for (const char* name : {"VSB", "DGF", "THELEN"})
    for (const char* set : {"2017", "1993", "MUSK"})
      if (name[0] == 'V' || set[0] == '2') check(model(name, set));
}

TEST(MuscleCurves, VelocityIsTheInverseOfForce) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  for_all_models([&](const MuscleConstants& plain) {
    for (int k = 0; k < 2000; ++k) {
      const double x = .45 + unit(random), q = .01 + .99 * unit(random);
      const double f = q * force_length(plain, x) * 2.2 * (unit(random) - .1);
      const double v = fibre_rate(plain, f, q, x);
      EXPECT_TRUE(std::isfinite(v));
      EXPECT_NEAR(fibre_force(plain, v, q, x), f, 1e-11);
      MuscleConstants damped = plain;
      damped.damping = .1;
      const double slow = damped_fibre_rate(damped, f, q, x);
      EXPECT_NEAR(fibre_force(damped, slow, q, x) + .1 * slow / damped.vmax, f, 1e-11);
      EXPECT_LE(std::fabs(slow), std::fabs(v) * (1 + 1e-12));
    }
  });
}

TEST(MuscleCurves, DerivativesAgreeWithDifferences) {
  using G = Gradient<5>;
  std::mt19937 random(4);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto variable = [](double value, int k) {
    G g(value);
    g.d[k] = 1;
    return g;
  };
  double worst = 0;
  int checked = 0;
  for_all_models([&](MuscleConstants c) {
    c.fpe = .5;
    for (int k = 0; k < 3000; ++k) {
      c.damping = k % 2 == 0 ? 0 : .05;
      const double p[3] = {1.3 * unit(random) - .1, .05 + .9 * unit(random), .5 + unit(random)};
      const auto check = [&](auto f) {
        G g[3];
        for (int i = 0; i < 3; ++i) g[i] = variable(p[i], i);
        const G exact = f(g[0], g[1], g[2]);
        EXPECT_NEAR(exact.value, f(p[0], p[1], p[2]), 1e-12 * (1 + std::fabs(exact.value)));
        for (int i = 0; i < 3; ++i) {
          // Over a kink the two sides differ: such points are left out.
          const double h = 1e-5;
          double s[4];
          for (int j = 0; j < 4; ++j) {
            double moved[3] = {p[0], p[1], p[2]};
            moved[i] += (j < 2 ? j - 2 : j - 1) * h;
            s[j] = f(moved[0], moved[1], moved[2]);
          }
          const double inner = (s[2] - s[1]) / (2 * h), outer = (s[3] - s[0]) / (4 * h);
          if (std::fabs(inner - outer) > 1e-6 * (1 + std::fabs(inner))) continue;
          ++checked;
          const double d = (4 * inner - outer) / 3;
          worst = std::max(worst, std::fabs(exact.d[i] - d) / (1 + std::fabs(d)));
        }
      };
      check([&](auto f, auto q, auto x) { return damped_fibre_rate(c, f, q, x); });
      check([&](auto v, auto q, auto x) { return fibre_force(c, v * 5., q, x); });
      check([&](auto u, auto a, auto x) { return active_state(c, a, x) + u * 0.; });
      check([&](auto u, auto a, auto x) { return activation_rate(c, a, u) + x * 0.; });
      check([&](auto s, auto, auto x) { return tendon_force(c, s * .05) + parallel_force(c, x); });
    }
  });
  EXPECT_GT(checked, 180000);  // of 225000
  EXPECT_LT(worst, 1e-6);
}

TEST(MuscleCurves, EnergiesAreIntegralsOfForces) {
  for_all_models([](MuscleConstants c) {
    if (c.contraction == Contraction::vsb) c.fpe = .5;
    const double h = 1e-4;
    for (double s = .001; s < .08; s += .0037)
      EXPECT_NEAR((tendon_energy(c, s + h) - tendon_energy(c, s - h)) / (2 * h), tendon_force(c, s),
                  1e-4 * (1 + tendon_force(c, s)));
    for (double x = .3; x < 1.7; x += .037)
      EXPECT_NEAR((parallel_energy(c, x + h) - parallel_energy(c, x - h)) / (2 * h),
                  parallel_force(c, x), 1e-6);
    for (double f : {.001, .1, .5, 1.3})
      EXPECT_NEAR(tendon_force(c, tendon_strain(c, f)), f, kTight);
    for (double a : {.02, .3, .9})
      EXPECT_NEAR(activation_of(c, active_state(c, a, .8), .8), a, kTight);
  });
}

// Hatze's activation: an exponential. First order: -1.5 a - 2 ln(1 - a) = t / tau.
TEST(MuscleCurves, ActivationFollowsItsClosedForm) {
  const auto run = [](const MuscleConstants& c, double a, double u, double t) {
    const int n = 4000;
    const double h = t / n;
    for (int k = 0; k < n; ++k) {  // RK4
      const double k1 = activation_rate(c, a, u), k2 = activation_rate(c, a + h / 2 * k1, u);
      const double k3 = activation_rate(c, a + h / 2 * k2, u),
                   k4 = activation_rate(c, a + h * k3, u);
      a += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return a;
  };
  EXPECT_NEAR(run(model("VSB"), .1, .9, .1), .9 - .8 * std::exp(-1.125), 1e-13);
  const MuscleConstants c = model("DGF");
  const auto primitive = [](double a) { return -1.5 * a - 2 * std::log(1 - a); };
  const double up = run(c, .05, 1, .02);
  EXPECT_NEAR(primitive(up) - primitive(.05), .02 / .015, 1e-12);
  // Down to u = 0: a' = -a (.5 + 1.5 a)/tau, ln(a/(1/3 + a)) = -t/(2 tau) + constant.
  const double down = run(c, .8, 0, .05);
  const auto falling = [](double a) { return std::log(a / (1. / 3 + a)); };
  EXPECT_NEAR(falling(down) - falling(.8), -.05 / (2 * .060), 1e-12);
}

// No argument makes anything that is not finite, and shortening ends before the fibre vanishes.
TEST(MuscleCurves, AreFiniteEverywhere) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  for_all_models([&](MuscleConstants c) {
    for (int k = 0; k < 20000; ++k) {
      c.damping = k % 2 == 0 ? 0 : .01;
      const double x = -.5 + 4 * unit(random), a = -.1 + 1.3 * unit(random);
      const double f = std::pow(10, 8 * unit(random) - 4) * (unit(random) < .5 ? -1 : 1);
      const double q = active_state(c, a, x);
      EXPECT_GT(q, 0);
      EXPECT_TRUE(std::isfinite(q) && std::isfinite(parallel_force(c, 1e6 * x)));
      EXPECT_TRUE(std::isfinite(tendon_force(c, 1e6 * x)));
      const double v = damped_fibre_rate(c, f, q, x);
      EXPECT_TRUE(std::isfinite(v)) << f << " " << q << " " << x;
      EXPECT_TRUE(x > .05 || v >= 0);
    }
  });
}

}  // namespace
}  // namespace mbs
