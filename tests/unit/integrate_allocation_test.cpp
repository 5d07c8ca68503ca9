// No integrator, nor the location of events, allocates once it is made.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>

#include "integrate/events.h"

namespace {
std::atomic<long> allocations{0};
}

// Counts every allocation of this executable. Not inlined: the compiler would see free() given what
// it takes for memory of another operator new.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace mbs {
namespace {

struct Circle {
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = -y[1];
    ydot[1] = y[0];
    return {};
  }
  EvalStatus project(double, Vector) const { return {}; }
  EvalStatus events(double, ConstVector y, Vector g) const {
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
    EventLocator locator(event_functions(2, problem), {Crossing::both, Crossing::both}, 2);
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
    EXPECT_EQ(allocations - before, 0) << method;
    EXPECT_GT(hits, 1u) << method;
  }
  const long before = allocations;
  ::operator delete(::operator new(8));
  EXPECT_EQ(allocations - before, 1);  // the counter counts
}

}  // namespace
}  // namespace mbs
