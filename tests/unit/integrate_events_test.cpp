// Location of events on the dense output.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "integrate/events.h"

namespace mbs {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kPi = std::numbers::pi;

// y' = 1 with y = t: the dense output is exact, so times measure the location alone.
struct Clock : EventFunctions {
  using Function = double (*)(double t);
  std::vector<Function> functions;
  long evaluations = 0;

  explicit Clock(std::vector<Function> of_t = {}) : functions(std::move(of_t)) {}
  int count() const override { return static_cast<int>(functions.size()); }

  EvalStatus rhs(double, ConstVector, Vector ydot) const {
    ydot[0] = 1;
    return {};
  }
  EvalStatus evaluate(double, ConstVector y, Vector g) override {
    ++evaluations;
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = functions[i](y[0]);
    return {};
  }
};

IntegratorSettings fixed(double h) {
  IntegratorSettings s;
  s.method = "RK4";
  s.h = h;
  return s;
}

std::vector<EventHit> all_hits(Clock& clock, std::vector<Crossing> directions, double h,
                               double tend, double t0 = 0) {
  const auto integrator = make_integrator(ode_system(1, clock), fixed(h)).integrator;
  EventLocator locator(clock, std::move(directions), 1);
  integrator->start(t0, std::array<double, 1>{t0}, tend - t0);
  integrator->control().set_tstop(tend);
  EXPECT_TRUE(locator.start(t0, integrator->y()).ok());
  std::vector<EventHit> hits(locator.hits().begin(), locator.hits().end());
  while (integrator->step().kind == StepKind::ok) {
    EXPECT_TRUE(locator.scan(*integrator).ok());
    hits.insert(hits.end(), locator.hits().begin(), locator.hits().end());
  }
  return hits;
}

// A function that is zero where the search begins, and leaves zero on the side that is not
// expected: with a margin it is found where it has passed zero by that.
TEST(Events, WhatLeavesZeroTheWrongWayIsFoundBehindItsMargin) {
  constexpr double kMargin = 1e-3;
  Clock clock{{[](double t) { return -2 * t; }}};
  const auto integrator = make_integrator(ode_system(1, clock), fixed(0.25)).integrator;
  EventLocator locator(clock, {Crossing::falling}, 1);
  integrator->start(0, std::array<double, 1>{0}, 1);
  EXPECT_TRUE(locator.start(0, integrator->y()).ok());
  locator.expect_side(0, 1, kMargin, kMargin);
  EXPECT_TRUE(locator.restart(0, integrator->y()).ok());
  ASSERT_EQ(integrator->step().kind, StepKind::ok);
  EXPECT_TRUE(locator.scan(*integrator).ok());
  ASSERT_EQ(locator.hits().size(), 1u);
  const double found = locator.hits()[0].t;
  EXPECT_NEAR(found, kMargin / 2, 1e-15);
  // It waits there to leave zero, and is no event again.
  EXPECT_TRUE(locator.restart(found, std::array<double, 1>{found}).ok());
  EXPECT_EQ(locator.side(0), 0);
}

// A stop that holds: its function rests in rounding, whose dips are not searched. It has 7 points
// in a step of its own, and no event.
TEST(Events, TheRoundingOfWhatRestsHasNoDips) {
  Clock clock{{[](double t) { return t < 1 ? 1 - t : std::fmod(t, 0.25) < 1e-6 ? 2e-16 : 1e-16; }}};
  const auto integrator = make_integrator(ode_system(1, clock), fixed(0.25)).integrator;
  EventLocator locator(clock, {Crossing::falling}, 1);
  integrator->start(0, std::array<double, 1>{0}, 3);
  EXPECT_TRUE(locator.start(0, integrator->y()).ok());
  for (int k = 0; k < 4; ++k) {
    ASSERT_EQ(integrator->step().kind, StepKind::ok);
    EXPECT_TRUE(locator.scan(*integrator).ok());
  }
  locator.note_hit({0, 1, Crossing::falling, HitKind::crossing});
  locator.expect_return(0);
  EXPECT_TRUE(locator.restart(1, std::array<double, 1>{1}).ok());
  for (int k = 0; k < 8; ++k) {
    const long before = clock.evaluations;
    ASSERT_EQ(integrator->step().kind, StepKind::ok);
    EXPECT_TRUE(locator.scan(*integrator).ok());
    EXPECT_TRUE(locator.hits().empty());
    EXPECT_EQ(clock.evaluations - before, 7);
  }
}

TEST(Events, TimesToFourUlp) {
  Clock clock{{[](double t) { return std::cos(t); }, [](double t) { return t * t - 2; },
               [](double t) { return std::exp(t) - 3; },
               [](double t) { return t < 1.2345678 ? -1.0 : 5.0; }}};
  const auto hits = all_hits(clock, {}, 2, 2);
  ASSERT_EQ(hits.size(), 4u);
  // In the order in which they are passed.
  const std::array<double, 4> times = {std::log(3.0), 1.2345678, std::sqrt(2.0), kPi / 2};
  const std::array<int, 4> index = {2, 3, 1, 0};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(hits[k].index, index[k]);
    EXPECT_NEAR(hits[k].t, times[k], 4 * kEps * times[k]);  // seen 1.3e-15
  }
  EXPECT_EQ(hits[3].direction, Crossing::falling);
  EXPECT_EQ(hits[0].direction, Crossing::rising);
}

TEST(Events, DirectionsAreKept) {
  const auto sine = [](double t) { return std::sin(t - 0.5); };
  for (const Crossing wanted : {Crossing::rising, Crossing::falling, Crossing::both}) {
    Clock clock{{sine}};
    auto hits = all_hits(clock, {wanted}, 0.37, 20);
    std::erase_if(hits, [](const EventHit& hit) { return hit.kind != HitKind::crossing; });
    std::size_t expected = 0;
    for (int k = 0; 0.5 + k * kPi < 20; ++k) {
      const Crossing direction = k % 2 == 0 ? Crossing::rising : Crossing::falling;
      if (wanted != Crossing::both && wanted != direction) continue;
      ASSERT_LT(expected, hits.size());
      EXPECT_EQ(hits[expected].direction, direction);
      const double t = 0.5 + k * kPi;
      EXPECT_NEAR(hits[expected].t, t, 4 * kEps * t);  // seen 4 ulp at t = 19
      ++expected;
    }
    EXPECT_EQ(hits.size(), expected);
  }
}

TEST(Events, BackwardInTime) {
  Clock clock{{[](double t) { return t - 1; }, [](double t) { return t - 1.5; }}};
  const auto hits = all_hits(clock, {Crossing::falling, Crossing::falling}, 0.4, 0, 2);
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].index, 1);
  EXPECT_NEAR(hits[0].t, 1.5, 4 * kEps * 1.5);
  EXPECT_NEAR(hits[1].t, 1.0, 4 * kEps);
}

// Below zero only for 2e-4 of a step of length 1: between all points that are looked at.
TEST(Events, PairOfCrossingsInsideAStep) {
  Clock clock{{[](double t) { return (t - 0.4321) * (t - 0.4321) - 1e-8; },
               [](double t) { return 1e-6 - (t - 0.9877) * (t - 0.9877); }}};
  const auto hits = all_hits(clock, {}, 1, 1);
  ASSERT_EQ(hits.size(), 4u);
  EXPECT_NEAR(hits[0].t, 0.4320, 1e-13);  // seen 1e-16; g has the slope 2e-4 there
  EXPECT_NEAR(hits[1].t, 0.4322, 1e-13);  // seen 4e-16
  EXPECT_NEAR(hits[2].t, 0.9867, 1e-13);  // seen 6e-16
  EXPECT_NEAR(hits[3].t, 0.9887, 1e-13);  // seen 0
  EXPECT_EQ(hits[0].direction, Crossing::falling);
  EXPECT_EQ(hits[1].direction, Crossing::rising);
  EXPECT_EQ(hits[2].direction, Crossing::rising);
}

TEST(Events, StateAtStartIsReported) {
  Clock clock{{[](double t) { return t; }, [](double t) { return t + 1; },
               [](double t) { return t + 1; }, [](double t) { return t - 5; }}};
  const auto hits = all_hits(
      clock, {Crossing::rising, Crossing::rising, Crossing::falling, Crossing::falling}, 1, 3);
  ASSERT_EQ(hits.size(), 3u);  // and nothing after the start
  EXPECT_EQ(hits[0].index, 0);
  EXPECT_EQ(hits[0].kind, HitKind::zero_at_start);
  EXPECT_EQ(hits[1].index, 1);
  EXPECT_EQ(hits[1].kind, HitKind::true_at_start);
  EXPECT_EQ(hits[2].index, 3);
  EXPECT_EQ(hits[2].kind, HitKind::true_at_start);
}

TEST(Events, InfiniteFunctionIsNamed) {
  Clock clock{{[](double t) { return t - 10; }, [](double t) { return 1 + std::sqrt(0.5 - t); }}};
  const auto integrator = make_integrator(ode_system(1, clock), fixed(1)).integrator;
  EventLocator locator(clock, {}, 1);
  integrator->start(0, std::array<double, 1>{0});
  locator.start(0, integrator->y());
  integrator->step();
  const EvalStatus eval = locator.scan(*integrator);
  EXPECT_EQ(eval.kind, EvalKind::non_finite);
  EXPECT_EQ(eval.component, 1);
}

// What happens before comes first: the root falls to 0.1 at t = 0.49.
TEST(Events, HitBeforeItsFunctionIsLost) {
  Clock clock{{[](double t) { return std::sqrt(0.5 - t) - 0.1; }}};
  const auto integrator = make_integrator(ode_system(1, clock), fixed(1)).integrator;
  EventLocator locator(clock, {}, 1);
  integrator->start(0, std::array<double, 1>{0});
  locator.start(0, integrator->y());
  integrator->step();
  EXPECT_TRUE(locator.scan(*integrator).ok());
  ASSERT_EQ(locator.hits().size(), 1u);
  EXPECT_NEAR(locator.hits()[0].t, 0.49, 1e-15);
}

struct Ball
    : EventFunctions {  // dropped from height 1 with g = 2, so it lands at t = 1 with speed 2
  EvalStatus rhs(double, ConstVector y, Vector ydot) const {
    ydot[0] = y[1];
    ydot[1] = -2;
    return {};
  }
  int count() const override { return 2; }
  EvalStatus evaluate(double, ConstVector y, Vector g) override {
    g[0] = y[0];
    g[1] = y[1];
    return {};
  }
};

// Restitution 1/2: impacts at 1, 2, 2.5, 2.75, ... and apexes between them. Nothing fires twice.
TEST(Events, BouncingBallNeverRetriggers) {
  for (const std::string_view method : {"DOP853", "STEP", "STIFF", "RK4", "HEUN"}) {
    Ball ball;
    IntegratorSettings settings;
    settings.method = method;
    settings.abs = settings.rel = 1e-12;
    settings.h = 1.0 / 64;
    const auto integrator = make_integrator(ode_system(2, ball), settings).integrator;
    EventLocator locator(ball, {Crossing::falling, Crossing::falling}, 2);
    std::array<double, 2> y = {1, 0};
    integrator->start(0, y);
    locator.start(0, y);
    std::vector<double> impacts;
    int apexes = 0;
    while (impacts.size() < 12) {
      ASSERT_TRUE(integrator->step().ok());
      ASSERT_TRUE(locator.scan(*integrator).ok());
      for (const EventHit& hit : locator.hits()) {
        if (hit.index == 1) {
          ++apexes;
          continue;
        }
        impacts.push_back(hit.t);
        integrator->interpolate(hit.t, y);
        y[1] *= -0.5;
        integrator->restart(hit.t, y);
        locator.restart(hit.t, y);
        break;
      }
      ASSERT_LT(integrator->t(), 3) << method << " fell through after " << impacts.size();
    }
    EXPECT_EQ(apexes, 11) << method;
    double expected = 1, flight = 1;
    for (double t : impacts) {
      EXPECT_NEAR(t, expected, 1e-12) << method;  // seen 5e-14
      expected += flight;
      flight /= 2;
    }
  }
}

// y' = 1; g is made of y alone, which is kept and foretold.
struct Foretold : Clock {
  double kept_t[3] = {}, kept_y[3] = {}, y_last = 0;

  EvalStatus evaluate(double t, ConstVector y, Vector g) override {
    y_last = y[0];
    return Clock::evaluate(t, y, g);
  }
  bool can_foretell() const override { return true; }
  void keep(double t) override {
    for (int k = 0; k < 2; ++k) kept_t[k] = kept_t[k + 1], kept_y[k] = kept_y[k + 1];
    kept_t[2] = t, kept_y[2] = y_last;
  }
  void foretell(double t, Vector g) override {
    double y = 0;
    for (int k = 0; k < 3; ++k) {
      double part = 1;
      for (int j = 0; j < 3; ++j)
        if (j != k) part *= (t - kept_t[j]) / (kept_t[k] - kept_t[j]);
      y += part * kept_y[k];
    }
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = functions[i](y);
  }
};

template <class Functions>
std::vector<EventHit> foretold_hits(Functions& clock, double h, double tend) {
  const auto integrator = make_integrator(ode_system(1, clock), fixed(h)).integrator;
  EventLocator locator(clock, {}, 1);
  integrator->start(0, std::array<double, 1>{0});
  integrator->control().set_tstop(tend);
  EXPECT_TRUE(locator.start(0, integrator->y()).ok());
  std::vector<EventHit> hits;
  while (integrator->step().kind == StepKind::ok) {
    EXPECT_TRUE(locator.scan(*integrator).ok());
    hits.insert(hits.end(), locator.hits().begin(), locator.hits().end());
  }
  return hits;
}

// Function 0 reads the state; 1 the time alone, in which it is linear; 2 the time in another way.
struct OfTime : Foretold {
  std::array<long, 3> asked{};

  EventReads reads(int i) const override {
    constexpr EventReads kReads[] = {EventReads::state, EventReads::linear_time, EventReads::time};
    return kReads[i];
  }
  double at_time(int i, double t) override {
    ++asked[i];
    return functions[i](t);
  }
  void foretell(double t, Vector g) override {
    const double linear = g[1], other = g[2];
    Foretold::foretell(t, g);
    g[1] = linear, g[2] = other;
  }
};

// What is linear in the time is asked for only where it crosses zero; what is not, between the ends
// of each step too: sin(2 pi t) comes back to its sign within a step of 1.
TEST(Events, FunctionsOfTheTimeAlone) {
  OfTime clock;
  clock.functions = {[](double t) { return t - 90.5; }, [](double t) { return t - 40.25; },
                     [](double t) { return std::sin(2 * kPi * (t - 0.3)); }};
  std::vector<EventHit> hits = foretold_hits(clock, 1, 100);
  ASSERT_EQ(hits.size(), 202U);
  EXPECT_EQ(clock.asked[0], 0);
  EXPECT_GT(clock.asked[1], 0);
  EXPECT_LT(clock.asked[1], 60);
  EXPECT_GT(clock.asked[2], 800);
  EXPECT_LT(clock.evaluations, 400);
  int turns = 0;
  for (const EventHit& hit : hits) {
    const double zero = hit.index == 0 ? 90.5 : hit.index == 1 ? 40.25 : 0.3 + 0.5 * turns++;
    EXPECT_NEAR(hit.t, zero, 8 * kEps * 100);
  }
  EXPECT_EQ(turns, 200);
}

// Far from zero a function is evaluated once a step; near it as closely as ever.
TEST(Events, FarFromZeroOneLookAStepIsEnough) {
  Foretold clock;
  clock.functions = {[](double t) { return t - 90.5; }};
  const std::vector<EventHit> hits = foretold_hits(clock, 1, 100);
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_NEAR(hits[0].t, 90.5, 4 * kEps * 90.5);
  EXPECT_LT(clock.evaluations, 300);
  Clock plain;
  plain.functions = clock.functions;
  EXPECT_EQ(all_hits(plain, {}, 1, 100).size(), 1U);
  EXPECT_GT(plain.evaluations, 700);
}

// A function that is the same at all ends of steps, and above zero only close to y = 50.4.
TEST(Events, WhatIsNarrowInAChannelIsForetold) {
  Foretold clock;
  clock.functions = {[](double y) { return std::exp(-100 * (y - 50.4) * (y - 50.4)) - 0.5; }};
  const std::vector<EventHit> hits = foretold_hits(clock, 1, 100);
  ASSERT_EQ(hits.size(), 2U);
  const double half = std::sqrt(std::log(2.0) / 100);
  EXPECT_NEAR(hits[0].t, 50.4 - half, 1e-13);
  EXPECT_NEAR(hits[1].t, 50.4 + half, 1e-13);
}

}  // namespace
}  // namespace mbs
