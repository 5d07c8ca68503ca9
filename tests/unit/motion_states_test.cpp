#include "run/kinematic/motion_states.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs::test {
namespace {

// A driven point, x = 2 t + t^2 / 2, and a state with z' = x - z: z = t^2/2 + t - 1 + 2 e^-t
// from 1.
constexpr const char* kFollower =
    "X 1 0 0\nFIX 1 2\nINPUTX 1 1\nEND HALT\nINPUTX 1 1 0 2 1\nODE z 1 RATE x1_1 - z\n"
    "INTEG STEP 1e-10 1e-10\nTIMESTEP 3 3\nEND END\n";

double follower(double t) { return t * t / 2 + t - 1 + 2 * std::exp(-t); }

struct Followed {
  Loaded deck;
  Diagnostics diagnostics;
  RunSettings settings;
  Interrupt interrupt{0};
  State state{0, 0};
  std::optional<MotionStates> states;
  explicit Followed(const std::string& text) : deck(load(text)) {
    diagnostics.add_file("d");
    const Model& model = deck.built.value().model;
    state = State(model.nx, model.ne, model.nz());
    state.x = model.x0;
    state.z = model.z0();
    states.emplace(deck.tables, *deck.built, settings, state, interrupt, diagnostics);
  }
  MotionStates::Outcome to(double t) {
    state.t = t;
    state.x[0] = 2 * t + t * t / 2;
    state.v[0] = 2 + t;
    return states->advance(state, [](double) {});
  }
};

TEST(MotionStates, AStateFollowsTheMotion) {
  Followed f(kFollower);
  ASSERT_TRUE(f.states->begin()) << f.diagnostics.format_all();
  for (const double t : {0.3, 1.0, 2.5}) {
    ASSERT_EQ(f.to(t), MotionStates::Outcome::ok);
    EXPECT_NEAR(f.state.z[0], follower(t), 1e-8) << t;
    EXPECT_NEAR(f.state.zd[0], f.state.x[0] - f.state.z[0], 1e-14) << t;
  }
  EXPECT_EQ(f.states->describe_method(), "states by STEP, tolerances abs 1e-10 rel 1e-10\n");
}

// Each stretch is told before the integrator goes on behind it.
TEST(MotionStates, StretchesAreToldInOrder) {
  Followed f(kFollower);
  ASSERT_TRUE(f.states->begin());
  double last = 0;
  const auto look_until = [&](double to) {
    EXPECT_GE(to, last);
    EXPECT_LE(to, f.state.t);  // however far the integrator has come
    last = to;
  };
  for (int k = 1; k <= 400; ++k) {
    f.state.t = 0.005 * k;
    ASSERT_EQ(f.states->advance(f.state, look_until), MotionStates::Outcome::ok);
    EXPECT_EQ(last, f.state.t);
  }
}

// z' = z^2 from 1 is infinite at t = 1.
TEST(MotionStates, AStateThatGrowsWithoutEndIsNamed) {
  Followed f(
      "X 1 0 0\nFIX 1 2\nINPUTX 1 1\nEND HALT\nINPUTX 1 1 0 2 1\nODE z 1 RATE z^2\n"
      "TIMESTEP 3 3\nEND END\n");
  ASSERT_TRUE(f.states->begin());
  EXPECT_EQ(f.to(2), MotionStates::Outcome::failed);
  EXPECT_NE(f.diagnostics.format_all().find("ODE z"), std::string::npos)
      << f.diagnostics.format_all();
}

TEST(MotionStates, ARateWithoutAValueDoesNotBegin) {
  Followed f(
      "X 1 0 0\nFIX 1 2\nINPUTX 1 1\nEND HALT\nINPUTX 1 1 0 2 1\nODE z 1 RATE sqrt(t - 1)\n"
      "TIMESTEP 3 3\nEND END\n");
  EXPECT_FALSE(f.states->begin());
  EXPECT_TRUE(f.diagnostics.has_errors());
}

TEST(MotionStates, ALimitOfStepsInterrupts) {
  Followed f(kFollower);
  f.settings.options.max_steps = 2;
  ASSERT_TRUE(f.states->begin());
  EXPECT_EQ(f.to(2.5), MotionStates::Outcome::interrupted);
  EXPECT_TRUE(f.diagnostics.has_errors());
}

}  // namespace
}  // namespace mbs::test
