// From the name in a deck to a method, with the settings checked.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "base/index.h"
#include "integrate/methods.h"

namespace mbs {
namespace {

enum class Steps { fixed, controlled, either };

struct Method {
  Steps steps;
  std::unique_ptr<Integrator> (*make)(const OdeSystem&, const IntegratorSettings&);
  int order = 0;  // with fixed steps
};

constexpr std::array<std::string_view, 6> kNames = {"HEUN", "RK4",   "DOP853",
                                                    "STEP", "STIFF", "GALPHA"};
constexpr std::array<Method, 6> kMethods = {{{Steps::fixed, make_heun, 2},
                                             {Steps::fixed, make_rk4, 4},
                                             {Steps::controlled, make_dop853},
                                             {Steps::controlled, make_adams},
                                             {Steps::controlled, make_rodasp},
                                             {Steps::either, make_generalised_alpha, 2}}};

bool takes_h(const Method& method, double h) {
  return method.steps == Steps::fixed || (method.steps == Steps::either && h != 0);
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::toupper(x) == std::toupper(y);
  });
}

const Method* find_method(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (same_letters(name, kNames[i])) return &kMethods[i];
  }
  return nullptr;
}

bool is_bound(double x) { return std::isfinite(x) && x >= 0; }

bool tolerances_usable(const IntegratorSettings& s, int n) {
  if (!is_bound(s.rel)) return false;
  if (s.abs_each.empty()) return is_bound(s.abs) && s.abs + s.rel > 0;
  return count_of(s.abs_each) == n &&
         std::all_of(s.abs_each.begin(), s.abs_each.end(),
                     [&](double a) { return is_bound(a) && a + s.rel > 0; });
}

SettingsError check(const Method* method, const IntegratorSettings& s, int n) {
  if (method == nullptr) return SettingsError::unknown_method;
  const bool fixed = takes_h(*method, s.h);
  if (fixed && !(std::isfinite(s.h) && s.h > 0)) return SettingsError::step_not_positive;
  if (!fixed && !tolerances_usable(s, n)) return SettingsError::bad_tolerance;
  if (!(s.rho >= 0 && s.rho <= 1)) return SettingsError::bad_rho;
  const bool bounds = is_bound(s.hinit) && is_bound(s.hmax) && is_bound(s.hmin);
  return bounds && s.max_steps > 0 ? SettingsError::none : SettingsError::bad_bound;
}

}  // namespace

std::span<const std::string_view> integrator_names() { return kNames; }

bool is_fixed_step(std::string_view method, double h) {
  const Method* found = find_method(method);
  return found != nullptr && takes_h(*found, h);
}

int fixed_step_order(std::string_view method) {
  const Method* found = find_method(method);
  return found == nullptr ? 0 : found->order;
}

bool is_generalised_alpha(std::string_view method) {
  const Method* found = find_method(method);
  return found != nullptr && found->make == make_generalised_alpha;
}

bool is_implicit(std::string_view method) {
  const Method* found = find_method(method);
  return found != nullptr && (found->make == make_rodasp || found->make == make_generalised_alpha);
}

MadeIntegrator make_integrator(const OdeSystem& system, const IntegratorSettings& settings) {
  const Method* method = find_method(settings.method);
  const SettingsError error = check(method, settings, system.n);
  if (error != SettingsError::none) return {nullptr, error};
  return {method->make(system, settings), SettingsError::none};
}

}  // namespace mbs
