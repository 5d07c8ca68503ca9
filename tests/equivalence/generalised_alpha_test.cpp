// GALPHA against other methods: flexible mechanisms, dialects, events and contacts.
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <utility>

#include "paths.h"
#include "support/deck.h"
#include "support/happenings.h"
#include "support/process.h"

namespace mbs {
namespace {

test::RunResult done(const std::string& text, const std::string& method) {
  test::RunResult run =
      test::run(std::regex_replace(text, std::regex("INTEG [^\n]*"), "INTEG " + method));
  EXPECT_EQ(run.status, ExitStatus::done) << method << "\n" << run.messages;
  return run;
}

double figure(const test::RunResult& run, const std::string& line) {
  std::smatch found;
  const std::regex pattern(line + "([-+.0-9e]+)");
  return std::regex_search(run.audit, found, pattern) ? std::stod(found[1]) : NAN;
}

// Across the root's direction, the largest difference over the largest value, of the tip of
// decks/own/spin_up.dat.
double error_of_lag(const test::RunResult& run, const test::RunResult& fine) {
  double lag = 0, error = 0;
  for (std::size_t row = 0; row < fine.rows.size(); ++row) {
    const double t = fine.value(row, "t"), theta = t * t * t * t * (7.5e-4 - 2.25e-5 * t);
    const auto across = [&](const test::RunResult& r) {
      return std::cos(theta) * r.value(row, "x9_2") - std::sin(theta) * r.value(row, "x9_1");
    };
    lag = std::max(lag, std::fabs(across(fine)));
    error = std::max(error, std::fabs(across(run) - across(fine)));
  }
  EXPECT_NEAR(lag, 0.129, 1e-3);
  return error / lag;
}

TEST(GeneralisedAlphaRuns, SpinUpOfEightBeams) {
  const std::string deck = test::read_all(MBSIM_ROOT "/decks/own/spin_up.dat");
  const test::RunResult fine = done(deck, "STIFF 1e-8 1e-8");
  EXPECT_LT(error_of_lag(done(deck, "GALPHA STEP 1e-2"), fine), 1e-4);
  EXPECT_LT(error_of_lag(done(deck, "GALPHA STEP 1e-2 RHO 0"), fine), 2e-4);
  EXPECT_LT(error_of_lag(done(deck, "GALPHA STEP 1e-2 RHO 1"), fine), 1e-4);
  EXPECT_LT(error_of_lag(done(deck, "GALPHA 1e-7 1e-7"), fine), 3e-5);
}

// A constant moment turns a body about a hinge by t^2/2. At each radian the rotation vector that
// stands for its orientation begins anew, while the steps stay long.
TEST(GeneralisedAlphaRuns, ConstantMomentOnAHinge) {
  // A fixed step begins with an error of 0.005 h^2.
  const std::pair<const char*, double> methods[] = {
      {"GALPHA", 1e-9}, {"GALPHA 1e-6 1e-6", 1e-9}, {"GALPHA STEP 0.01", 4e-7}};
  for (const auto& [method, limit] : methods) {
    const test::RunResult run = done(R"(REVOLUTE 1  0 0  1 2  AT 0 0 0  0 0 1
X 1 0 0 0
DYNE 1 1
END HALT
XM 1 1
XM 2 .1 0 0 .1 0 .2
XF 2 0 0 0.2
INTEG STEP
TIMESTEP 4 8
END END
)",
                                     method);
    for (std::size_t row = 0; row < run.rows.size(); ++row) {
      const double t = run.time(row);
      EXPECT_NEAR(run.value(row, "e1_1"), t * t / 2, limit) << method << " " << t;
    }
  }
}

// A beam let go bent: what GALPHA says it has taken is what the energy balance lacks.
TEST(GeneralisedAlphaRuns, DissipationIsWhatTheBalanceLacks) {
  const std::string deck =
      R"(X 1 0 0
X 2 1 0
X 3 2 0
PLBEAM 1 1 11 2 12
PLBEAM 2 2 12 3 13
FIX 1
FIX 11
RLSE 1
RLSE 2
END HALT
EM 1 1
EM 2 1
ESTIFF 1 1e6 100
ESTIFF 2 1e6 100
STARTVX 3 2 0.1
DOF AUTO
TIMESTEP 4 40
INTEG x
END END
)";
  for (const char* method : {"GALPHA STEP 1e-2 RHO 0", "GALPHA STEP 1e-2", "GALPHA STEP 1e-3"}) {
    const test::RunResult run = done(deck, method);
    const double lost = run.integrated.dissipated;
    double missing = 0;
    for (std::size_t row = 0; row < run.rows.size(); ++row)
      missing = std::max(missing, -run.value(row, "energy.balance"));
    EXPECT_GT(lost, 0) << method;
    EXPECT_NEAR(missing / lost, 1, 0.02) << method << " " << lost;
    // What the balance lacks after that is a small part.
    EXPECT_LT(figure(run, "energy balance: at most "), 0.02 * lost) << method;
  }
  const test::RunResult none = done(deck, "GALPHA STEP 1e-2 RHO 1");
  EXPECT_LT(std::fabs(none.integrated.dissipated), 1e-10);
}

// The free point knows its motion exactly, and steps get long; the work of what drives the spring
// keeps its tolerance all the same.
TEST(GeneralisedAlphaRuns, WorkFollowsTheTolerance) {
  const std::string deck =
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0.5
X 3 0 1
FIX 1
RLSE 1
INPUTX 2
END HALT
INPUTX 2 1 1 0.4 -2
INPUTX 2 2 0.5 -0.6 2.4
XM 2 0.8
XM 3 1
ESTIFF 1 50
TIMES 0 1 0.25
DOF AUTO
INTEG x
END END
)";
  const auto balance = [&](const std::string& tolerance) {
    return std::fabs(
        done(deck, "GALPHA " + tolerance + " " + tolerance).value(4, "energy.balance"));
  };
  EXPECT_LT(balance("1e-6"), 1e-3);
  EXPECT_LT(balance("1e-8"), 1e-5);
  EXPECT_LT(balance("1e-11"), 1e-7);
}

// Rigid mechanisms of the three dialects, a loop with a chosen known among them.
TEST(GeneralisedAlphaRuns, EveryDialect) {
  const std::string kabios =
      R"(2 0 0 1 0 0 0 0 0
0 0 0
1.2 0 0
1
0 2 0.25
MASS 2 1 0.1
VEL 2 0 7 7
GRAV 0 -9.81
SDA 1 2 0 0 -0.2 0 1e4 1 1e2
INTEG x
END
)";
  const std::string segdyn = test::read_all(MBSIM_ROOT "/decks/chains/pendulum_chain.dat");
  for (const std::string& deck : {kabios, segdyn}) {
    const test::RunResult fine = done(deck, "DOP853 1e-11 1e-11");
    const auto error = [&](const std::string& method) {
      const test::RunResult run = done(deck, method);
      double worst = 0;
      for (std::size_t row = 0; row < fine.rows.size(); ++row)
        for (std::size_t k = 0; k < fine.names.size(); ++k)
          if (fine.names[k].ends_with(".x") || fine.names[k].ends_with(".phi") ||
              fine.names[k] == "phi5")
            worst = std::max(worst, std::fabs(run.rows[row][k] - fine.rows[row][k]));
      return worst;
    };
    const double coarse = error("GALPHA STEP 2e-3 RHO 0.5"),
                 half = error("GALPHA STEP 1e-3 RHO 0.5");
    EXPECT_GT(coarse, 0);
    EXPECT_NEAR(std::log2(coarse / half), 2, 0.1);
    EXPECT_LT(error("GALPHA 1e-6 1e-6"), 2e-4);
  }
}

// A ball that bounces off a stiff contact and off a rigid one, and one that an event stops.
TEST(GeneralisedAlphaRuns, EventsAndContacts) {
  for (const char* name : {"contact/wheel_rigid.dat", "contact/wheel_penalty.dat",
                           "contact/ball_rigid.dat", "events/two_rods.dat"}) {
    const std::string deck = test::read_all(std::string(MBSIM_ROOT "/decks/") + name);
    const test::RunResult fine = done(deck, "DOP853 1e-11 1e-11"),
                          run = done(deck, "GALPHA 1e-7 1e-7");
    ASSERT_EQ(run.rows.size(), fine.rows.size()) << name;
    const auto expected = test::events_of(fine), found = test::events_of(run);
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (std::size_t k = 0; k < found.size(); ++k)
      EXPECT_NEAR(found[k].t, expected[k].t, 1e-5) << name << " " << k;
  }
}

}  // namespace
}  // namespace mbs
