// From the name of a method to an integrator.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "integrate/integrator.h"

namespace mbs {
namespace {

struct Circle {  // y' = i y
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = -y[1];
    ydot[1] = y[0];
    return {};
  }
};

IntegratorSettings settings_of(std::string_view method) {
  IntegratorSettings s;
  s.method = method;
  s.abs = s.rel = 1e-8;
  s.h = 0.01;
  return s;
}

TEST(Factory, NamesInAnyCaseAndSettingsChecked) {
  Circle problem;
  const OdeSystem system = ode_system(2, problem);
  IntegratorSettings s = settings_of("dOp853");
  EXPECT_NE(make_integrator(system, s).integrator, nullptr);
  s.method = "EULER";
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::unknown_method);
  s = settings_of("step");
  s.abs = s.rel = 0;
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::bad_tolerance);
  s.abs_each = {1e-6};
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::bad_tolerance);
  s.abs_each = {1e-6, 1e-8};
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::none);
  s.hmax = -1;
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::bad_bound);
  s = settings_of("rk4");
  s.h = std::nan("");
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::step_not_positive);
  s = settings_of("galpha");
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::none);
  s.h = -0.1;
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::step_not_positive);
  s.h = 0;
  s.rho = 1.5;
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::bad_rho);
  s.rho = std::nan("");
  EXPECT_EQ(make_integrator(system, s).error, SettingsError::bad_rho);
  EXPECT_TRUE(is_fixed_step("Galpha", 0.1));
  EXPECT_FALSE(is_fixed_step("Galpha", 0));
  EXPECT_TRUE(is_fixed_step("Rk4", 0));
  EXPECT_FALSE(is_fixed_step("stiff", 0.1));
}

// Every name is made, and steps with the order of its method.
TEST(Factory, EveryNameIsItsMethod) {
  Circle problem;
  std::vector<std::string_view> names(integrator_names().begin(), integrator_names().end());
  EXPECT_EQ(names,
            (std::vector<std::string_view>{"HEUN", "RK4", "DOP853", "STEP", "STIFF", "GALPHA"}));
  const std::array<int, 6> order = {2, 4, 8, 1, 4, 2};  // STEP begins at order 1
  for (std::size_t k = 0; k < names.size(); ++k) {
    const MadeIntegrator made = make_integrator(ode_system(2, problem), settings_of(names[k]));
    ASSERT_NE(made.integrator, nullptr) << names[k];
    ASSERT_TRUE(made.integrator->start(0, std::array<double, 2>{1, 0}).ok());
    ASSERT_TRUE(made.integrator->step().ok()) << names[k];
    EXPECT_EQ(made.integrator->stats().order, order[k]) << names[k];
    if (is_fixed_step(names[k], 0.01)) {
      EXPECT_EQ(fixed_step_order(names[k]), order[k]) << names[k];
    }
  }
}

TEST(Factory, WhatIsSaidOfMethods) {
  for (const std::string_view name : integrator_names()) {
    EXPECT_EQ(is_implicit(name), name == "STIFF" || name == "GALPHA") << name;
    EXPECT_EQ(is_generalised_alpha(name), name == "GALPHA") << name;
  }
  EXPECT_TRUE(is_implicit("sTiff"));
  for (const std::string_view unknown : {"", "STIF", "STIFFER", "RK45"}) {
    EXPECT_FALSE(is_implicit(unknown));
    EXPECT_FALSE(is_generalised_alpha(unknown));
    EXPECT_FALSE(is_fixed_step(unknown, 0.1));
  }
}

TEST(Factory, NoEquationsAreIntegrated) {
  Circle problem;
  for (const std::string_view name : {"HEUN", "RK4", "DOP853", "STEP", "STIFF"}) {
    const MadeIntegrator made = make_integrator(ode_system(0, problem), settings_of(name));
    ASSERT_NE(made.integrator, nullptr) << name;
  }
}

}  // namespace
}  // namespace mbs
