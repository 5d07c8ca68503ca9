// States of the deck (ODE) against closed forms: alone, beside a motion, driving one, at events, in
// STATIC and EIGEN.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

#include "support/deck.h"

namespace mbs {
namespace {

using Complex = std::complex<double>;

const char* const kAccurate[] = {"STEP 1e-12 1e-12", "DOP853 1e-12 1e-12"};
// The others, with the error that their order or their tolerance leaves.
struct Method {
  const char* text;
  double error;
};
constexpr Method kMethods[] = {{"STIFF 1e-11 1e-11", 1e-8},
                               {"GALPHA 1e-9 1e-9", 1e-5},
                               {"GALPHA STEP 1e-3", 3e-5},
                               {"RK4 1e-3", 1e-10},
                               {"HEUN 1e-3", 3e-5}};

std::string integ(const std::string& method) { return "INTEG " + method + "\n"; }

// ---- states alone -------------------------------------------------------------------------------

std::string alone(const std::string& method) {
  return R"(END HALT
ODE q 1 RATE p
ODE p 0 RATE -4*q
ODE lag 0 RATE (1 - lag)/0.5
)" + integ(method) +
         "TIMESTEP 5 50\nEND END\n";
}

double error_alone(const std::string& method) {
  const test::RunResult run = test::run(alone(method));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  test::Error error;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    error.add(run.value(k, "q"), std::cos(2 * t));
    error.add(run.value(k, "p"), -2 * std::sin(2 * t));
    error.add(run.value(k, "p.rate"), -4 * std::cos(2 * t));
    error.add(run.value(k, "lag"), 1 - std::exp(-2 * t));
  }
  return error.absolute();
}

TEST(States, OscillatorAndLag) {
  for (const char* method : kAccurate) EXPECT_LT(error_alone(method), 1e-10) << method;
  for (const Method& method : kMethods)
    EXPECT_LT(error_alone(method.text), 10 * method.error) << method.text;
}

TEST(States, TheErrorOfEachMethodHasItsOrder) {
  struct Order {
    const char* name;
    double order;
  };
  for (const auto& [name, order] : {Order{"RK4 ", 4}, {"HEUN ", 2}, {"GALPHA STEP ", 2}}) {
    const std::string method = name;
    const double ratio = error_alone(method + "0.02") / error_alone(method + "0.01");
    EXPECT_NEAR(std::log2(ratio), order, 0.15) << name;
  }
}

// Solution of Van der Pol's equation in the IVP test set (Mazzia and Magherini 2008): mu = 1000 in
// scaled time, eps = 1e-6, y(2) to 15 digits. DOP853 with 1e-11, in 615 000 steps, gives the same
// to 4e-13.
TEST(States, VanDerPolByStiff) {
  const test::RunResult run = test::run(
      R"(END HALT
ODE a 2 RATE b
ODE b 0 RATE ((1 - a^2)*b - a)/1e-6
INTEG STIFF 1e-11 1e-11
TIMESTEP 2 2
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(2, "a"), 1.706167732170483, 1e-10);
  EXPECT_NEAR(run.value(2, "b"), -0.8928097010247975, 1e-10);
}

// A sawtooth: the state jumps where it meets 1, 0.7 after 0.3, then every 1 s; another counts.
TEST(States, EventsSetStates) {
  for (const char* method : {"STEP", "DOP853", "STIFF", "GALPHA", "RK4 0.01", "HEUN 0.01"}) {
    const test::RunResult run = test::run(
        R"(END HALT
ODE saw 0.3 RATE 1
ODE count 0 RATE 0
EVENT jump WHEN saw > 1 DO SET saw = 0; SET COUNT = count + 1
)" + integ(method) +
        "TIMESTEP 3.5 35\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double z = run.time(k) + 0.3;
      if (std::fabs(z - std::round(z)) < 1e-6) continue;
      EXPECT_NEAR(run.value(k, "saw"), z - std::floor(z), 1e-9) << method;
      EXPECT_NEAR(run.value(k, "count"), std::floor(z), 1e-13) << method;
    }
  }
}

TEST(States, EquilibriumIsFoundAtTheStart) {
  const test::RunResult run = test::run(
      R"(END HALT
ODE a EQUILIBRIUM 1 RATE 2 - a^2
ODE b EQUILIBRIUM RATE exp(-b) - b*a
ODE c 3 RATE -c
TIMESTEP 1 1
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(0, "a"), std::sqrt(2.0), 1e-15);
  const double b = run.value(0, "b");
  EXPECT_NEAR(std::exp(-b), b * std::sqrt(2.0), 1e-15);
  EXPECT_EQ(run.value(0, "c"), 3);
}

// ---- states that drive a motion -----------------------------------------------------------------

// A mass of 2 pushed by an actuator of first order, f' = (3 - f)/0.5, in every dialect.
std::string native_actuator(const std::string& method) {
  return R"(X 1 0 0
FIX 1 2
DYNX 1 1
END HALT
XM 1 2
XLAW 1 1 = f
ODE f 0 RATE (3 - f)/0.5
)" + integ(method) +
         "TIMESTEP 2 20\nEND END\n";
}
std::string kabios_actuator(const std::string& method) {
  return R"(1 0 0 0 2 0 0 0 0
0 0 0
1 2
1 3
0 2 0.1
MASS 1 2 1
LAW BODY 1 1 = f
ODE f 0 RATE (3 - f)/0.5
)" + integ(method) +
         "END\n";
}
std::string chain_actuator(const std::string& method) {
  return R"(SEGDYN
SEGMENT 1 2 1 0 1
STATE 1 0 0
BASE 0 0
FREE BASE
KNOWN FEXTX 1 = f
ODE f 0 RATE (3 - f)/0.5
TIME 0 2 0.1
)" + integ(method) +
         "END\n";
}
// The same solved in the variables of the chain.
std::string choice_actuator(const std::string& method) {
  return chain_actuator(method).insert(chain_actuator(method).find("TIME"), "PROJECT OFF\n");
}

double error_of_actuator(const test::RunResult& run, const std::string& x, const std::string& v) {
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  const double tau = 0.5, pull = 1.5;  // 3/2
  test::Error error;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), rest = 1 - std::exp(-t / tau);
    error.add(run.value(k, "f"), 3 * rest);
    error.add(run.value(k, v), pull * (t - tau * rest));
    error.add(run.value(k, x), pull * (t * t / 2 - tau * t + tau * tau * rest));
    error.add(run.value(k, "energy.balance"), 0);
  }
  return error.absolute();
}

TEST(States, AnActuatorMovesAMassInEveryDialect) {
  for (const char* method : kAccurate) {
    EXPECT_LT(error_of_actuator(test::run(native_actuator(method)), "x1_1", "v1_1"), 1e-10);
    EXPECT_LT(error_of_actuator(test::run(kabios_actuator(method)), "body1.x", "body1.xd"), 1e-10);
    EXPECT_LT(error_of_actuator(test::run(chain_actuator(method)), "x", "xd"), 1e-10);
    EXPECT_LT(error_of_actuator(test::run(choice_actuator(method)), "x", "xd"), 1e-10);
  }
  for (const auto& [method, error] : kMethods) {
    EXPECT_LT(error_of_actuator(test::run(native_actuator(method)), "x1_1", "v1_1"), error);
    EXPECT_LT(error_of_actuator(test::run(kabios_actuator(method)), "body1.x", "body1.xd"), error);
    EXPECT_LT(error_of_actuator(test::run(chain_actuator(method)), "x", "xd"), error);
    EXPECT_LT(error_of_actuator(test::run(choice_actuator(method)), "x", "xd"), error);
  }
}

// J phi'' = -kp (phi - 1) - kd phi' - ki q, q' = phi - 1: q is a sum of three exponentials.
class ControlledCrank {
 public:
  ControlledCrank() {
    roots_ = {Complex(-3, 0), Complex(-2, 5), Complex(-2, -5)};
    for (int pass = 0; pass < 60; ++pass)  // Durand and Kerner
      for (std::size_t i = 0; i < 3; ++i) {
        Complex below = 1;
        for (std::size_t j = 0; j < 3; ++j)
          if (j != i) below *= roots_[i] - roots_[j];
        roots_[i] -= (((roots_[i] + 8.0) * roots_[i] + 40.0) * roots_[i] + 30.0) / below;
      }
    // q = 0, q' = -1, q'' = 0 at the start: of Lagrange's polynomials, divided differences.
    for (std::size_t i = 0; i < 3; ++i) {
      const Complex a = roots_[(i + 1) % 3], b = roots_[(i + 2) % 3];
      part_[i] = (a + b) / ((roots_[i] - a) * (roots_[i] - b));
    }
  }
  // The k-th derivative of q.
  double q(int k, double t) const {
    Complex sum = 0;
    for (std::size_t i = 0; i < 3; ++i)
      sum += part_[i] * std::pow(roots_[i], k) * std::exp(roots_[i] * t);
    return sum.real();
  }

 private:
  std::array<Complex, 3> roots_, part_;
};

std::string native_crank(const std::string& run) {
  return R"(PARAM target = 1
PLTOR 1 1 2
X 1 0
X 2 0
FIX 1
DYNX 2 1
RLSE 1
END HALT
XM 2 0.5
XLAW 2 1 = -20*(x - target) - 4*v - 15*q
ODE q 0 RATE x2_1 - target
)" + run +
         "END END\n";
}
std::string kabios_crank(const std::string& run) {
  return R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2 0 0 0 0
1
0 2 0.1
MASS 2 1 0.5
LAW BODY 2 3 = -20*(x - 1) - 4*v - 15*q
ODE q 0 RATE body2.phi - 1
)" + run +
         "END\n";
}
std::string chain_crank(const std::string& run) {
  return R"(SEGDYN
SEGMENT 1 1 0.5 0 0.5
STATE 1 0 0
BASE 0 0
KNOWN M 1 = -20*(phi1 - 1) - 4*phid1 - 15*q
ODE q 0 RATE phi1 - 1
TIME 0 2 0.1
)" + run +
         "END\n";
}

double error_of_crank(const test::RunResult& run, const std::string& phi, const std::string& phid) {
  static const ControlledCrank crank;
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  test::Error error;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    error.add(run.value(k, "q"), crank.q(0, t));
    error.add(run.value(k, phi), 1 + crank.q(1, t));
    error.add(run.value(k, phid), crank.q(2, t));
  }
  return error.absolute();
}

TEST(States, AControllerTurnsACrank) {
  const std::string time = "TIMESTEP 2 20\n";
  for (const char* method : kAccurate)
    for (const std::string form : {"FORM REDUCED\n", "FORM FULL\n"}) {
      const std::string run = integ(method) + form;
      EXPECT_LT(error_of_crank(test::run(native_crank(time + run)), "x2_1", "v2_1"), 1e-10);
      EXPECT_LT(error_of_crank(test::run(kabios_crank(run)), "body2.phi", "body2.phid"), 1e-10);
      EXPECT_LT(error_of_crank(test::run(chain_crank(run)), "phi1", "phid1"), 1e-10);
    }
  for (const auto& [method, error] : kMethods)
    EXPECT_LT(error_of_crank(test::run(native_crank(time + integ(method))), "x2_1", "v2_1"),
              10 * error)
        << method;
}

// A push of constant size that an event turns round where the mass passes 1, and one that lets go
// of what held it: x = t^2/2 up to sqrt(2), then back with -3.
TEST(States, AnEventTurnsAForceRound) {
  const test::RunResult run = test::run(
      R"(X 1 0 0
FIX 1 2
DYNX 1 1
END HALT
XM 1 1
XLAW 1 1 = push
ODE push 1 RATE 0
ODE way 0 RATE v1_1
EVENT back WHEN way > 1 DO SET push = -3*push
INTEG DOP853 1e-12 1e-12
TIMESTEP 3 30
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double turn = std::sqrt(2.0);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), s = t - turn;
    const double x = t < turn ? t * t / 2 : 1 + turn * s - 1.5 * s * s;
    EXPECT_NEAR(run.value(k, "x1_1"), x, 1e-10);
    EXPECT_NEAR(run.value(k, "way"), x, 1e-10);
    EXPECT_NEAR(run.value(k, "a1_1"), t < turn ? 1 : -3, 1e-12);
  }
}

// States go on as they are where classes change: the mass is held from 0.5 s on, let go at 1 s.
TEST(States, ChangesOfClassesLeaveStatesAlone) {
  for (const char* method : {"STEP 1e-11 1e-11", "DOP853 1e-11 1e-11", "STIFF 1e-11 1e-11"}) {
    const test::RunResult run = test::run(
        R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
FIX 2 2
DYNX 2 1
RLSE 1
END HALT
XM 2 2
ESTIFF 1 50
XLAW 2 1 = u
ODE u 1 RATE -u
ODE clock 0 RATE 1
EVENT hold WHEN clock > 0.5 DO FIX X 2 1
EVENT go WHEN clock > 1 DO RELEASE X 2 1
)" + integ(method) +
        "TIMESTEP 2 20\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      EXPECT_NEAR(run.value(k, "u"), std::exp(-run.time(k)), 1e-9) << method;
      EXPECT_NEAR(run.value(k, "clock"), run.time(k), 1e-12) << method;
    }
    EXPECT_NEAR(run.value(7, "v2_1"), 0, 1e-15);
    EXPECT_GT(std::fabs(run.value(15, "v2_1")), 1e-3);
  }
}

// ---- along a motion that is known ---------------------------------------------------------------

// A crank of 2 driven at 3 rad/s; its slider on the x axis, by a rod of 5.
std::string slider_crank(const std::string& tail) {
  return R"(4 3 1 1 0 1 0 0 0
0 0 0
1 0 0
4.5 0 0
7 0 0
1 2 0 0 -1 0
2 3 1 0 -2.5 0
3 4 2.5 0 0 0
1 4 0 0 1 0 0 0
1
2 3 0.5 3 0
0 2 0.05
)" + tail;
}

TEST(States, IntegralsAlongAKinematicMotion) {
  const test::RunResult plain = test::run(slider_crank(""));
  for (const char* method : {"STEP 1e-12 1e-12", "DOP853 1e-12 1e-12", "STIFF 1e-12 1e-12"}) {
    const test::RunResult run = test::run(slider_crank(
        R"(ODE s 0 RATE body4.xd
ODE turn 0.5 RATE body2.phid
ODE lag EQUILIBRIUM RATE 7*(body4.x - lag)
)" + integ(method) +
        "END\n"));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_FALSE(run.has("energy.kinetic"));  // it stays kinematic
    ASSERT_EQ(run.rows.size(), plain.rows.size());
    const double start = run.value(0, "body4.x");
    EXPECT_NEAR(run.value(0, "lag"), start, 1e-14);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      EXPECT_NEAR(run.value(k, "s"), run.value(k, "body4.x") - start, 1e-10) << method;
      EXPECT_NEAR(run.value(k, "turn"), run.value(k, "body2.phi"), 1e-10) << method;
      for (std::size_t c = 0; c < plain.names.size(); ++c)
        EXPECT_EQ(run.rows[k][c], plain.rows[k][c]) << plain.names[c];
    }
  }
}

}  // namespace
}  // namespace mbs
