// STIFF on ropes of many springs: with stiff laws, whose terms that the tangent leaves out are
// large beside the damping, and past the crack of the tip. Against DOP853, which has no matrix.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

// A rope of n springs and points (length and mass 1), let go from the horizontal. stretch: what
// each spring gets. Air resists the points.
template <class Stretch>
std::string rope(int n, double air, Stretch&& stretch, const std::string& end) {
  std::string bars, nodes, freedoms, forces;
  for (int i = 1; i <= n + 1; ++i) nodes += fmt::format("X {} {:.17g} 0\n", i, (i - 1.0) / n);
  for (int i = 1; i <= n; ++i) {
    bars += fmt::format("PLTRUSS {} {} {}\n", i, i, i + 1);
    freedoms += fmt::format("RLSE {}\n", i);
    forces += fmt::format("XM {} {:.17g}\n", i + 1, 1.0 / n) + stretch(i);
    for (int k = 1; k <= 2 && air > 0; ++k)
      forces +=
          fmt::format("XLAW {0} {1} = {2:.17g}*v{0}_{1}*(1 + v{0}_{1}^2)\n", i + 1, k, -air / n);
  }
  return bars + nodes + freedoms + "FIX 1\nEND HALT\n" + forces + "GRAVITY 0 -9.81\nDOF AUTO\n" +
         end + "END END\n";
}

long steps_of(const test::RunResult& run) {
  return run.integrated.accepted + run.integrated.rejected;
}

double largest_difference(const test::RunResult& a, const test::RunResult& b, int nodes) {
  double out = 0;
  for (std::size_t row = 0; row < a.rows.size(); ++row)
    for (int i = 1; i <= nodes; ++i)
      for (int k = 1; k <= 2; ++k) {
        const std::string channel = fmt::format("x{}_{}", i, k);
        out = std::max(out, std::fabs(a.value(row, channel) - b.value(row, channel)));
      }
  return out;
}

// Terms that the tangent leaves out are not small beside the rest: a solution that is refined by
// its own remainder alone does not settle in a quarter of these steps.
TEST(LargeRope, SpringsAndDampersByLaws) {
  const int n = 20;
  const auto deck = [&](const std::string& method) {
    return rope(
        n, 0.05, [](int i) { return fmt::format("ELAW {} 1 = 10000*e + 100*ed + 1e8*e^3\n", i); },
        "TIMES 0 0.4 0.2\nINTEG " + method + "\n");
  };
  const test::RunResult stiff = test::run(deck("STIFF 1e-6 1e-6")),
                        fine = test::run(deck("DOP853 1e-8 1e-8"));
  ASSERT_EQ(stiff.status, ExitStatus::done) << stiff.messages;
  ASSERT_EQ(fine.status, ExitStatus::done) << fine.messages;
  EXPECT_LT(largest_difference(stiff, fine, n + 1), 2e-5);
  EXPECT_LT(steps_of(stiff), 150);
}

// The tip overtakes itself at t = 0.4526, where a spring turns by half a turn in 2 ms: coordinates
// of space that do not determine its direction are not among the unknowns, and velocities of slow
// motions keep the tolerance in steps that are short for a while.
TEST(LargeRope, PastTheCrack) {
  const int n = 50;
  const auto deck = [&](const std::string& method) {
    return rope(
        n, 0, [](int i) { return fmt::format("ESTIFF {} 2e4\n", i); },
        "TIMES 0 0.6 0.6\nINTEG " + method + "\n");
  };
  const test::RunResult stiff = test::run(deck("STIFF 1e-6 1e-6")),
                        fine = test::run(deck("DOP853 1e-8 1e-8"));
  ASSERT_EQ(stiff.status, ExitStatus::done) << stiff.messages;
  ASSERT_EQ(fine.status, ExitStatus::done) << fine.messages;
  EXPECT_LT(largest_difference(stiff, fine, n + 1), 1e-4);  // seen 3.3e-5
}

// With STRICT velocities keep the tolerance as positions do, those that nothing reads, too.
TEST(LargeRope, StrictVelocities) {
  const int n = 20;
  const auto deck = [&](const std::string& method) {
    return rope(
        n, 0, [](int i) { return fmt::format("ESTIFF {0} 2e4\nEDAMP {0} 20\n", i); },
        "TIMES 0 0.5 0.25\nINTEG " + method + "\n");
  };
  const test::RunResult strict = test::run(deck("STIFF 1e-6 1e-6 STRICT")),
                        lenient = test::run(deck("STIFF 1e-6 1e-6")),
                        fine = test::run(deck("DOP853 1e-9 1e-9"));
  ASSERT_EQ(strict.status, ExitStatus::done) << strict.messages;
  const auto off = [&](const test::RunResult& run) {
    double out = 0;
    for (int i = 2; i <= n + 1; ++i)
      for (int k = 1; k <= 2; ++k)
        for (std::size_t row = 0; row < fine.rows.size(); ++row) {
          const std::string channel = fmt::format("v{}_{}", i, k);
          out = std::max(out, std::fabs(run.value(row, channel) - fine.value(row, channel)));
        }
    return out;
  };
  EXPECT_LT(off(strict), 1e-4);
  EXPECT_LT(10 * off(strict), off(lenient));
  EXPECT_LT(steps_of(lenient), steps_of(strict));
}

// More than 200 coordinates without constraints, of which not every spring would be one: all are
// coordinates of space. Some springs beside some coordinates had to be chosen again and again as
// the rope turned, and 193 steps of 2 ms were halved.
TEST(LargeRope, ManySpringsInCoordinatesOfSpace) {
  const int n = 110;
  const auto deck = [&](const std::string& method) {
    return rope(
        n, 0, [](int i) { return fmt::format("ESTIFF {0} 909\nEDAMP {0} 0.909\n", i); },
        "TIMES 0 0.6 0.12\nINTEG " + method + "\n");
  };
  const test::RunResult coarse = test::run(deck("GALPHA STEP 2e-3")),
                        fine = test::run(deck("GALPHA STEP 5e-4")),
                        exact = test::run(deck("DOP853 1e-8 1e-8"));
  for (const test::RunResult* run : {&coarse, &fine, &exact})
    ASSERT_EQ(run->status, ExitStatus::done) << run->messages;
  EXPECT_LT(coarse.integrated.rejected, 5);
  const double off = largest_difference(coarse, exact, n + 1);
  EXPECT_LT(off, 2e-2);
  EXPECT_LT(4 * largest_difference(fine, exact, n + 1), off);
}

}  // namespace
}  // namespace mbs
