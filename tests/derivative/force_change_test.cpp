// How forces change with a small change of minimal coordinates and their rates, as STIFF asks for
// it, against central differences of whole evaluations: places, masses, accelerations and all.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "run/motion/dynamic_system.h"
#include "support/dynamic_mechanism.h"

namespace mbs {
namespace {

struct Case {
  std::string name, deck;
};

std::string beam_nodes(int beams) {
  std::string deck;
  for (int k = 1; k <= beams; ++k)
    deck += fmt::format("PLBEAM {} {} {} {} {}\n", k, 2 * k - 1, 2 * k, 2 * k + 1, 2 * k + 2);
  for (int k = 0; k <= beams; ++k)  // bent from the start
    deck += fmt::format("X {} {:.9f} {:.9f}\n", 2 * k + 1, 0.2 * k, 0.01 * k * k);
  return deck + "FIX 1\n";
}

std::string beam_laws(int beams, const std::string& classes) {
  std::string deck = classes + "END HALT\n";
  for (int k = 1; k <= beams; ++k)
    deck += fmt::format("EM {0} 1.5\nESTIFF {0} 30000 400\nEDAMP {0} 2 0.1\n", k);
  for (int k = 1; k <= beams; ++k)
    deck += fmt::format("STARTVX {} 1 {:.9f}\nSTARTVX {} 2 {:.9f}\nSTARTVX {} 1 3\n", 2 * k + 1,
                        -0.05 * k * k, 2 * k + 1, 0.15 * k, 2 * k + 2);
  return deck;
}

std::string released(int beams) {
  std::string out;
  for (int k = 1; k <= beams; ++k) out += fmt::format("RLSE {} 1 2 3\n", k);
  return out;
}

constexpr const char* kRun = "TIMES 0 1 1\nINTEG STIFF 1e-6 1e-6\nEND END\n";

// Turns about a hinge, under a load that grows as it comes lower.
Case hinged() {
  return {"Hinged", beam_nodes(7) + beam_laws(7, released(7)) +
                        "GRAVITY 0 -9.81\nXLAW 11 2 = 3 - 40*x - 2*v\nDOF AUTO\n" + kRun};
}

// A stiff element closes a loop: a constraint, with a stress.
Case loop() {
  return {"Loop", beam_nodes(7) + "PLTRUSS 8 7 99\nX 99 0.9 0.9\nFIX 99\n" +
                      beam_laws(7, released(7)) + "GRAVITY 0 -9.81\nDOF AUTO\n" + kRun};
}

// A rope that presses against a line.
Case rope() {
  constexpr int kSprings = 14;
  std::string deck, laws = "END HALT\n";
  for (int k = 1; k <= kSprings; ++k) deck += fmt::format("PLTRUSS {} {} {}\n", k, k, k + 1);
  for (int k = 0; k <= kSprings; ++k)
    deck += fmt::format("X {} {:.9f} {:.9f}\n", k + 1, 0.1 * k, 0.02 * std::sin(2.0 * k));
  for (int k = 1; k <= kSprings; ++k) {
    deck += fmt::format("RLSE {}\n", k);
    laws += fmt::format("ESTIFF {0} 500\nEDAMP {0} 1\nXM {1} 0.2\nSTARTVX {1} 2 {2:.9f}\n", k,
                        k + 1, std::cos(k));
    laws += fmt::format("XLAW {0} 2 = -300*min(0, x + 0.005)\n", k + 1);
  }
  return {"Rope", deck + "FIX 1\n" + laws + "GRAVITY 0 -9.81\nDOF AUTO\n" + kRun};
}

// Bars of space between points.
Case tent() {
  std::string deck = "X 1 0 0 1\n", laws = "END HALT\n";
  int bar = 0;
  const auto add = [&](int from, int to) {
    deck += fmt::format("TRUSS {} {} {}\n", ++bar, from, to);
    laws += fmt::format("ESTIFF {0} 800\nEDAMP {0} 1\nEM {0} 0.3\n", bar);
  };
  for (int k = 0; k < 6; ++k) {
    const double angle = k * std::acos(-1) / 3;
    deck += fmt::format("X {} {:.9f} {:.9f} 0.6\nX {} {:.9f} {:.9f} 0\nFIX {}\n", 2 + k,
                        std::cos(angle), std::sin(angle), 8 + k, 2 * std::cos(angle + 0.5),
                        2 * std::sin(angle + 0.5), 8 + k);
    add(1, 2 + k), add(2 + k, 2 + (k + 1) % 6), add(2 + k, 8 + k), add(2 + k, 8 + (k + 5) % 6);
    laws += fmt::format("STARTVX {} 3 {:.9f}\n", 2 + k, std::sin(3.0 * k));
  }
  for (int k = 1; k <= bar; ++k) deck += fmt::format("RLSE {}\n", k);
  return {"Tent", deck + laws + "GRAVITY 0 0 -9.81\nDOF AUTO\n" + kRun};
}

// Its root turns as prescribed, and an actuator pulls at its tip: both do work.
Case driven() {
  std::string deck = beam_nodes(7) + "INPUTX 2\nPLTRUSS 8 15 99\nX 99 1.8 0.9\nFIX 99\nINPUTE 8\n" +
                     beam_laws(7, released(7));
  deck += "INPUTX 2 1 = 0.5*t + t^2\nINPUTE 8 1 = -0.2*t + 0.3*t^2\n";
  return {"Driven", deck + "GRAVITY 0 -9.81\nDOF AUTO\n" + kRun};
}

class ForceChanges : public testing::TestWithParam<Case> {};

TEST_P(ForceChanges, AreThoseOfWholeEvaluations) {
  test::DynamicMechanism mechanism(GetParam().deck);
  ASSERT_TRUE(mechanism.accelerate());
  IntegratorSettings settings;
  settings.method = "STIFF";
  DynamicSystem system(mechanism.model(), mechanism.phase(), *mechanism.dynamics, mechanism.state,
                       mechanism.options, settings);
  std::vector<int> metered;
  for (int i = 0; i < mechanism.model().nx; ++i)
    if (mechanism.phase().x_class[i] == Class::prescribed) metered.push_back(i);
  system.unknowns().meter(metered);
  std::vector<double> y;
  system.pack(mechanism.state, 0, y);
  const OdeSystem ode = system.ode();
  ASSERT_NE(ode.change_forces, nullptr);
  const std::size_t m = static_cast<std::size_t>(ode.pairs), n = y.size();
  std::vector<double> f(n), low(n), high(n), there(n), found(m), expected(m);
  const double t = mechanism.state.t;
  for (std::uint64_t draw = 0; draw < 8; ++draw) {
    // Of positions alone, of velocities alone, of both.
    std::vector<double> change(n, 0.0);
    for (std::size_t i = 0; i < 2 * m; ++i)
      if (draw % 3 != (i < m ? 0u : 1u))
        change[i] = (i < m ? 0.01 : 1) * (uniform_at(draw, i) - 0.5);
    constexpr double kLength = 1e-4;
    const auto beside = [&](double s) {
      for (std::size_t i = 0; i < n; ++i) there[i] = y[i] + s * change[i];
      return ConstVector(there);
    };
    ASSERT_TRUE(system.rhs(t, beside(kLength), high).ok());
    ASSERT_TRUE(system.rhs(t, beside(-kLength), low).ok());
    ASSERT_TRUE(system.rhs(t, y, f).ok());
    ASSERT_TRUE(ode.find_tangent(ode.context, found));
    for (std::size_t i = 0; i < n; ++i) high[i] = (high[i] - low[i]) / (2 * kLength);
    ode.momentum(ode.context, ConstVector(high).subspan(m, m), expected);
    std::vector<double> powers(metered.size() + 1);
    ode.change_forces(ode.context, ConstVector(change).first(2 * m), kLength, found, powers);
    double largest = 0, worst = 0;
    for (std::size_t k = 0; k < m; ++k) {
      largest = std::max(largest, std::fabs(expected[k]));
      worst = std::max(worst, std::fabs(expected[k] - found[k]));
    }
    EXPECT_LT(worst, 1e-5 * largest) << draw;
    for (std::size_t k = 0; k < powers.size(); ++k) {
      const double exact = high[n - powers.size() + k];
      EXPECT_NEAR(powers[k], exact, 1e-5 * std::max(std::fabs(exact), 1.0)) << draw << ", " << k;
    }
    std::fill(found.begin(), found.end(), 0.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, ForceChanges,
                         testing::Values(hinged(), loop(), rope(), tent(), driven()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace mbs
