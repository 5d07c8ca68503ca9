// The step loop takes no memory from the heap.
#include <gtest/gtest.h>

#include "observe/bodies.h"
#include "paths.h"
#include "run/motion/dynamic_system.h"
#include "solve/place/continuation.h"
#include "support/count_allocations.h"
#include "support/linkages.h"
#include "support/process.h"

namespace mbs::test {
namespace {

// Of `steps` steps after the first ones.
long allocations_of_steps(const std::string& deck, double step, int steps, int first = 0) {
  Mechanism m(deck);
  EXPECT_TRUE(m.assemble());
  Continuation continuation(m.model(), m.kinematics, m.options, m.state);
  std::vector<double> values(9 * m.model().bodies.size() + 6 * m.model().points.size());
  bool all = true;
  long before = allocations;
  for (int k = 1; k <= first + steps; ++k) {
    all = continuation.advance(k * step, m.state) && all;
    observe_bodies(m.model(), m.state, values);
    if (k == first) before = allocations;
  }
  const long after = allocations;
  EXPECT_TRUE(all);
  return after - before;
}

TEST(Allocation, NoneInAdvance) {
  Random random(31);
  const FourBar linkage = random.crank_rocker();
  EXPECT_EQ(allocations_of_steps(linkage.driven(0.3, 6, 0, "0 1 0.01"), 0.01, 200), 0);
}

TEST(Allocation, NoneInAdvanceByAnExpression) {
  EXPECT_EQ(
      allocations_of_steps(read_all(MBSIM_ROOT "/decks/kabios/four_bar_drive.dat"), 0.01, 100), 0);
}

// Steps that are halved, and flat positions that are interpolated through, need none either: the
// first such position, at the third step, makes room for all others.
TEST(Allocation, NoneWhereStepsAreHalved) {
  const std::string deck =
      R"(4 4 0 1 0 1 0 0 0
0 0 0
0.35355 0.35355 45deg
1.70711 0.70711 0
2.35355 0.35355 45deg
1 2 0 0 -0.5 0
2 3 0.5 0 -1 0
3 4 1 0 0.5 0
4 1 -0.5 0 2 0
1
2 3 45deg 6 0
0 2 0.01
)";
  EXPECT_EQ(allocations_of_steps(deck, kPi / 4 / 6, 16, 4), 0);
}

// STIFF with a spring among its unknowns.
TEST(Allocation, NoneInStiffSteps) {
  const Loaded deck = load(read_all(MBSIM_ROOT "/decks/own/stiff_pendulum.dat"));
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Model& model = deck.built->model;
  const Options options;
  Dynamics dynamics(model, deck.built->phase, options, Form::reduced, false);
  State state(model.nx, model.ne);
  state.x = model.x0;
  ASSERT_TRUE(dynamics.accelerate(dynamics.start(state), state).ok());
  const IntegratorSettings settings = chosen_integrator(deck.tables.method.integration);
  DynamicSystem system(model, deck.built->phase, dynamics, state, options, settings);
  const auto integrator = make_integrator(system.ode(), settings).integrator;
  std::vector<double> y;
  system.pack(state, 0, y);
  ASSERT_TRUE(integrator->start(0, y).ok());
  bool all = true;
  const long before = allocations;
  for (int k = 0; k < 50; ++k) all = integrator->step().ok() && all;
  EXPECT_EQ(allocations.load() - before, 0);
  EXPECT_TRUE(all);
  EXPECT_FALSE(system.worn());
}

// Steps of a dynamic run: placing, accelerations, the integrator, states at report times.
long allocations_of_run(const std::string& text, std::string_view method, Form form) {
  const Loaded deck = load(text);
  EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Options options;
  const Model& model = deck.built->model;
  const Phase& phase = deck.built->phase;
  Dynamics dynamics(model, phase, options, form, deck.tables.method.choose_freedoms);
  State state = initial_state(deck);
  EXPECT_TRUE(dynamics.accelerate(dynamics.start(state), state).ok());
  IntegratorSettings settings;
  settings.method = method;
  settings.h = 1e-3;
  settings.abs = settings.rel = 1e-6;
  DynamicSystem system(model, phase, dynamics, state, options, settings);
  std::vector<double> y;
  system.pack(state, 0, y);
  const auto integrator = make_integrator(system.ode(), settings).integrator;
  EXPECT_TRUE(integrator->start(state.t, y).ok());
  // Other degrees of freedom, a singular position for the first time and steps that are made again,
  // as the first fixed step always is, claim new workspaces.
  const auto claims = [&] {
    return dynamics.placement().choices() + dynamics.interpolated() + system.repeated_steps();
  };
  bool all = integrator->step().ok();
  const long long claims_before = claims();
  const long before = allocations;
  for (int k = 0; k < 20 && all; ++k) {
    all = integrator->step().ok();
    integrator->interpolate(0.5 * (integrator->t() + integrator->t_previous()), y);
    all = all && system.complete(integrator->t(), y, state).ok();
  }
  const long after = allocations;
  EXPECT_TRUE(all);
  return claims() > claims_before ? 0 : after - before;
}

TEST(Allocation, NoneInDynamicSteps) {
  for (const char* name :
       {"bench/push_off.dat", "own/andrews.dat", "spacar/vertical_jump.dat", "own/pendulum.dat",
        "own/balanced_rods.dat", "own/cam.dat", "events/motor.dat", "elements/rocker.dat"}) {
    const std::string deck = read_all(std::string(MBSIM_ROOT) + "/decks/" + name);
    for (const std::string_view method : integrator_names())
      for (const Form form : {Form::reduced, Form::full})
        EXPECT_EQ(allocations_of_run(deck, method, form), 0)
            << name << " " << method << (form == Form::full ? " full" : " reduced");
  }
}

TEST(Allocation, TheCounterCounts) {
  const long before = allocations;
  ::operator delete(::operator new(8));
  EXPECT_EQ(allocations.load() - before, 1);
}

}  // namespace
}  // namespace mbs::test
