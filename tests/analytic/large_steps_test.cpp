// GALPHA and STIFF on large flexible mechanisms, whose steps are solved on the sparse tangent: a
// cantilever of beams (length, stiffness EI and mass 1) whose tip is loaded suddenly, and a beam
// that is spun up. Expected are sums of modes, the closed form of a long beam, and Galerkin
// solutions with polynomials for rotation and stretch, without elements.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

std::string chain(int n, const std::string& element, double length, const std::string& word,
                  const std::string& free = "1 2 3") {
  std::string nodes, beams, freedoms;
  for (int i = 0; i <= n; ++i) nodes += fmt::format("X {} {:.17g} 0\n", 2 * i + 1, length * i / n);
  for (int i = 1; i <= n; ++i) {
    beams += fmt::format("{} {} {} {} {} {}\n", element, i, 2 * i - 1, 2 * i, 2 * i + 1, 2 * i + 2);
    freedoms += fmt::format("{} {} {}\n", word, i, free);
  }
  return beams + nodes + freedoms + "FIX 1\n";
}

// more: records beside the load.
std::string cantilever(int n, const std::string& word, const std::string& method, double load = 0.1,
                       const std::string& element = "PLBEAM",
                       const std::string& times = "0 0.5 0.1", const std::string& more = "") {
  std::string forces;
  for (int i = 1; i <= n; ++i) forces += fmt::format("EM {0} 1\nESTIFF {0} 1e4 1\n", i);
  return chain(n, element, 1, word) + "FIX 2\nEND HALT\n" + forces +
         fmt::format("XF {} 0 {}\n{}{}TIMES {}\nINTEG {}\nEND END\n", 2 * n + 1, load, more,
                     word == "DYNE" ? "" : "DOF AUTO\n", times, method);
}

double last(const test::RunResult& run, const std::string& channel) {
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  return run.rows.empty() ? NAN : run.value(run.rows.size() - 1, channel);
}

// The deflection of the tip: modes with cos b cosh b = -1, of frequency b^2 and square 4 at the
// tip.
double deflection(double load, double t) {
  double sum = 0;
  for (int k = 0; k < 60; ++k) {
    double b = std::numbers::pi * (k + 0.5);
    for (int pass = 0; pass < 20; ++pass)
      b -= (std::cos(b) + 1 / std::cosh(b)) / (-std::sin(b) - std::tanh(b) / std::cosh(b));
    sum += 4 * load * (1 - std::cos(b * b * t)) / (b * b * b * b);
  }
  return sum;
}

// The fastest bending vibration of 100 beams turns some 350 times in a step.
TEST(LargeSteps, FixedStepsOfACantilever) {
  for (const int n : {40, 100}) {
    const std::string tip = fmt::format("x{}_2", 2 * n + 1);
    const double named = last(test::run(cantilever(n, "DYNE", "GALPHA STEP 0.01")), tip);
    const double chosen = last(test::run(cantilever(n, "RLSE", "GALPHA STEP 0.01")), tip);
    EXPECT_NEAR(named, deflection(0.1, 0.5), 1.5e-4) << n;  // of the method, order 2
    EXPECT_NEAR(named, chosen, 1e-6) << n;
  }
}

// The accelerations of vibrations that the step leaves out lead the first trial out of the
// neighbourhood of the last state, and its steps were halved.
TEST(LargeSteps, NoStepOfALongCantileverIsHalved) {
  const test::RunResult run =
      test::run(cantilever(400, "RLSE", "GALPHA STEP 0.01", 0.1, "PLBEAM", "0 0.05 0.05"));
  EXPECT_NEAR(last(run, "x801_2"), deflection(0.1, 0.05), 1.5e-4);
  EXPECT_EQ(run.report.find("steps halved"), std::string::npos);
}

// By Galerkin's method the tip of a bar that bends to 50 degrees is at 0.77399 +- 2e-4.
TEST(LargeSteps, LargeBending) {
  const test::RunResult run =
      test::run(cantilever(20, "RLSE", "GALPHA STEP 0.00125", 10, "PLBEAML", "0 0.5 0.5"));
  EXPECT_NEAR(last(run, "x41_2"), 0.77399, 4e-4);
}

// Before waves come back the tip of a suddenly loaded beam has the velocity P sqrt(8 t / pi)
// (EI = mass per length = 1), whatever the number of elements.
TEST(LargeSteps, TheFirstStepLeavesNoRinging) {
  const test::RunResult run =
      test::run(cantilever(30, "DYNE", "GALPHA STEP 0.005", 0.1, "PLBEAM", "0 0.04 0.005"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const auto exact = [](double t) { return 0.1 * std::sqrt(8 * t / std::numbers::pi); };
  for (std::size_t k = 2; k < run.rows.size(); ++k) {
    const double h = 0.005, t = h * static_cast<double>(k);
    const double mean = (run.value(k, "v61_2") - run.value(k - 1, "v61_2")) / h;
    EXPECT_NEAR(mean / ((exact(t) - exact(t - h)) / h), 1, 0.05) << k;
  }
}

// The same for a load that an event brings at 0.02 s, and for an impulse I on the tip, behind which
// its velocity is I sqrt(2 / (pi t)) beside that of the load: accelerations averaged over a step,
// from the second step on.
TEST(LargeSteps, EventsAndImpactsLeaveNoRinging) {
  const double h = 0.005, at = 0.02;
  const auto of_load = [](double t) { return 0.1 * std::sqrt(8 * t / std::numbers::pi); };
  const auto expect_means = [&](const test::RunResult& run, auto&& exact) {
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t k = 6; k < run.rows.size(); ++k) {
      const double t = h * static_cast<double>(k);
      const double mean = (run.value(k, "v61_2") - run.value(k - 1, "v61_2")) / h;
      EXPECT_NEAR(mean / ((exact(t) - exact(t - h)) / h), 1, 0.05) << t;
    }
  };
  expect_means(
      test::run(cantilever(30, "RLSE", "GALPHA STEP 0.005", 0, "PLBEAM", "0 0.055 0.005",
                           "PARAM P = 0\nXLAW 61 2 = P\nEVENT e WHEN t > 0.02 DO SET P = 0.1\n")),
      [&](double t) { return of_load(t - at); });
  const test::RunResult struck =
      test::run(cantilever(30, "RLSE", "GALPHA STEP 0.005", 0.1, "PLBEAM", "0 0.055 0.005",
                           "EVENT e WHEN t > 0.02 DO IMPACT X 61 2 e = 0.5\n"));
  const double impulse = struck.value(struck.rows.size() - 1, "r61_2.impulse");
  ASSERT_LT(impulse, 0);
  expect_means(struck, [&](double t) {
    return of_load(t) + impulse * std::sqrt(2 / (std::numbers::pi * (t - at)));
  });
}

// Kane, Ryan and Banerjee's beam (1987), to 6 rad/s in 15 s: how far the tip lags behind at 5 s.
double lag_of_spin_up(const test::RunResult& run, int beams) {
  const std::string tip = fmt::format("x{}_", 2 * beams + 1);
  const double x = last(run, tip + "1"), y = last(run, tip + "2"), angle = last(run, "x2_1");
  return y * std::cos(angle) - x * std::sin(angle);
}

test::RunResult spin_up(int beams, const std::string& method, double until) {
  std::string forces;
  for (int i = 1; i <= beams; ++i) forces += fmt::format("EM {0} 1.2\nESTIFF {0} 2.8e7 1.4e4\n", i);
  return test::run(chain(beams, "PLBEAMG", 8, "RLSE") + "INPUTX 2\nEND HALT\n" + forces +
                   "INPUTX 2 1 = 6/15*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1))\nDOF AUTO\n" +
                   fmt::format("TIMES 0 {0} {0}\nINTEG {1}\nEND END\n", until, method));
}

// By Galerkin's method: -0.1534442 at 5 s, -0.136332 at 10 s.
TEST(LargeSteps, SpinUp) {
  EXPECT_NEAR(lag_of_spin_up(spin_up(12, "GALPHA STEP 0.02", 5), 12), -0.1534442, 4e-5);
}

// The beam turns so fast that it is soft in bending beside that. Its deformations stay the unknowns
// of STIFF; coordinates of space in their place took 1000 times the steps.
TEST(LargeSteps, SpinUpByStiff) {
  for (const int beams : {2, 4, 8}) {
    const test::RunResult run = spin_up(beams, "STIFF 1e-5 1e-5", 10);
    EXPECT_NEAR(lag_of_spin_up(run, beams), -0.136332, beams > 2 ? 4e-5 : 5e-4) << beams;
    EXPECT_LT(run.integrated.accepted + run.integrated.rejected, 500) << beams;
  }
}

// A drive turns a beam of eight elements, which keep their lengths, so fast (27 rad/s at 6 s) that
// all of its springs are soft beside that. Coordinates of space then took 9000 steps. The expected
// value is that of DOP853, which has no matrix and no other coordinates.
TEST(LargeSteps, DrivenUntilAllSpringsAreSoft) {
  constexpr int kBeams = 8;
  std::string forces;
  for (int i = 1; i <= kBeams; ++i) forces += fmt::format("EM {0} 1.2\nESTIFF {0} 0 1.4e4\n", i);
  const auto run = [&](const std::string& method) {
    return test::run(chain(kBeams, "PLBEAMG", 8, "RLSE", "2 3") + "INPUTX 2\nEND HALT\n" + forces +
                     "INPUTX 2 1 = t^3/4\nDOF AUTO\nTIMES 0 6 6\nINTEG " + method + "\nEND END\n");
  };
  const test::RunResult stiff = run("STIFF 1e-6 1e-6"), other = run("DOP853 1e-6 1e-6");
  EXPECT_NEAR(lag_of_spin_up(stiff, kBeams), lag_of_spin_up(other, kBeams), 1e-5);
  EXPECT_LT(stiff.integrated.accepted, 2000);
}

// The stretch and the fast bending vibrations that the tip does not show are stepped over. The
// tolerance is 1e-5; the Galerkin solution 0.0392388 +- 5e-7, of 40 elements by DOP853 0.0392367.
TEST(LargeSteps, StiffStepsOverVibrationsThatDoNotMatter) {
  for (const std::string word : {"DYNE", "RLSE"}) {
    const test::RunResult run = test::run(cantilever(20, word, "STIFF 1e-5 1e-5"));
    EXPECT_NEAR(last(run, "x41_2"), 0.0392388, 1e-5) << word;
  }
}

// Seven beams are many for STIFF: followed, their vibrations take 5000 steps. The expected value is
// that of DOP853 1e-9.
TEST(LargeSteps, StiffOfSevenBeams) {
  const test::RunResult run = test::run(cantilever(7, "RLSE", "STIFF 1e-5 1e-5"));
  EXPECT_NEAR(last(run, "x15_2"), 0.0392290549, 1e-5);
  EXPECT_LT(run.integrated.accepted + run.integrated.rejected, 600);
}

// Six beams with dampers are thrown sideways; from 0.01 s on a force pulls the tip along them. The
// velocity of the tip along the beams, read alone, keeps its tolerance.
TEST(LargeSteps, AVelocityThatIsReadAlone) {
  constexpr int kCount = 6;
  std::string nodes = "X 1 0 0\nX 2 0\nFIX 1\nFIX 2\n", forces;
  for (int k = 1; k <= kCount; ++k) {
    const int point = 2 * k + 1;
    const double x = static_cast<double>(k) / kCount;
    nodes += fmt::format("X {0} {2:.17g} 0\nX {1} 0\nPLBEAM {3} {4} {5} {0} {1}\nRLSE {3}\n", point,
                         point + 1, x, k, point - 2, point - 1);
    nodes += fmt::format("DYNX {}\nDYNX {}\n", point, point + 1);
    forces +=
        fmt::format("STARTVX {} 2 {:.17g}\nSTARTVX {} 1 {:.17g}\n", point, x * x / 2, point + 1, x);
    forces += fmt::format("EDAMP {0} 0.03 2e-6\nEM {0} 1\nESTIFF {0} 3e5 20\n", k);
  }
  const auto most = [&](const std::string& method) {
    const test::RunResult run =
        test::run(nodes + "END HALT\n" + forces +
                  "XLAW 13 2 = t > 0.01 ? 0.1 : 0\nXLAW 13 1 = 20*(t > 0.01 ? 0.1 : 0)\n"
                  "MEASURE most = MAX v13_1\nTIMESTEP 0.05 10\nINTEG " +
                  method + "\nEND END\n");
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run.measure("most");
  };
  EXPECT_NEAR(most("STIFF 1e-6 1e-6"), most("DOP853 1e-9 1e-9"), 3e-6);
}

}  // namespace
}  // namespace mbs
