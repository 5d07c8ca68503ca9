// No integrator, nor the location of events, allocates once it is made.
#include <gtest/gtest.h>

#include <array>

#include "integrate/events.h"
#include "support/count_allocations.h"

namespace mbs {
namespace {

using test::allocations;

struct Circle : EventFunctions {
  int count() const override { return 2; }
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = -y[1];
    ydot[1] = y[0];
    return {};
  }
  EvalStatus project(double, Vector) const { return {}; }
  EvalStatus evaluate(double, ConstVector y, Vector g) override {
    g[0] = y[0];
    g[1] = y[1];
    return {};
  }
};

TEST(IntegratorAllocation, NoneInSteps) {
  for (const std::string_view method : integrator_names()) {
    Circle problem;
    IntegratorSettings settings;
    settings.method = method;
    settings.h = 0.1;
    const auto integrator = make_integrator(ode_system(2, problem), settings).integrator;
    EventLocator locator(problem, {Crossing::both, Crossing::both}, 2);
    const std::array<double, 2> y0 = {1, 0};
    std::array<double, 2> y{};
    const long before = allocations;
    integrator->start(0, y0);
    locator.start(0, y0);
    std::size_t hits = 0;
    for (int k = 0; k < 50; ++k) {
      integrator->step();
      integrator->interpolate(0.5 * (integrator->t() + integrator->t_previous()), y);
      locator.scan(*integrator);
      hits += locator.hits().size();
    }
    integrator->restart(integrator->t(), y0);
    integrator->step();
    EXPECT_EQ(allocations.load() - before, 0) << method;
    EXPECT_GT(hits, 1u) << method;
  }
  const long before = allocations;
  ::operator delete(::operator new(8));
  EXPECT_EQ(allocations.load() - before, 1);  // the counter counts
}

}  // namespace
}  // namespace mbs
