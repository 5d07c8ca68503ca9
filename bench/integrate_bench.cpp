// Cost of a step apart from the model: a chain of n / 2 oscillators whose f costs next to nothing.
#include <benchmark/benchmark.h>

#include <vector>

#include "integrate/events.h"

namespace mbs {
namespace {

struct Chain : EventFunctions {
  explicit Chain(int size) : n(size) {}
  int n = 0;

  int count() const override { return 1; }
  int pairs() const { return n / 2; }
  bool plain() const { return true; }
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    const std::size_t half = y.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
      const double left = i == 0 ? 0 : y[i - 1];
      const double right = i + 1 == half ? 0 : y[i + 1];
      ydot[i] = y[half + i];
      ydot[half + i] = left - 2 * y[i] + right;
    }
    return {};
  }
  EvalStatus evaluate(double, ConstVector y, Vector g) override {
    g[0] = y[0];
    return {};
  }
};

void step(benchmark::State& state, const char* method, bool with_events) {
  const int n = static_cast<int>(state.range(0));
  Chain chain{n};
  IntegratorSettings settings;
  settings.method = method;
  settings.h = 0.05;
  settings.max_steps = 1'000'000'000'000;
  const auto integrator = make_integrator(ode_system(n, chain), settings).integrator;
  EventLocator locator(chain, {Crossing::both}, n);
  std::vector<double> y0(static_cast<std::size_t>(n), 0.0);
  y0[0] = 1;
  integrator->start(0, y0);
  locator.start(0, y0);
  for (auto _ : state) {
    benchmark::DoNotOptimize(integrator->step());
    if (with_events) benchmark::DoNotOptimize(locator.scan(*integrator));
  }
  const IntegratorStats& stats = integrator->stats();
  state.counters["rhs/step"] = static_cast<double>(stats.rhs) / static_cast<double>(stats.accepted);
  state.counters["time/step"] = integrator->t() / static_cast<double>(stats.accepted);
}

BENCHMARK_CAPTURE(step, HEUN, "HEUN", false)->Arg(6)->Arg(40);
BENCHMARK_CAPTURE(step, RK4, "RK4", false)->Arg(6)->Arg(40);
BENCHMARK_CAPTURE(step, DOP853, "DOP853", false)->Arg(6)->Arg(40);
BENCHMARK_CAPTURE(step, STEP, "STEP", false)->Arg(6)->Arg(40);
BENCHMARK_CAPTURE(step, STIFF, "STIFF", false)->Arg(6)->Arg(40);
BENCHMARK_CAPTURE(step, STEP_events, "STEP", true)->Arg(6)->Arg(40);

}  // namespace
}  // namespace mbs
