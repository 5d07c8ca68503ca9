// The standard rises of expressions: the constants of cam handbooks (Norton, table of cam
// characteristics), symmetry, and rest outside.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

test::RunResult run_of(const std::string& name) {
  return test::run(R"(X 1 0
INPUTX 1
END HALT
INPUTX 1 1 = 3*)" + name +
                   R"(((t - 0.5)/2)
TIMES 0 3 0.0078125
END END
)");
}

struct Rise {
  const char* name;
  double velocity, acceleration;  // largest
  double digits;                  // of the handbook
};
constexpr Rise kRises[] = {
    {"rise_harmonic", 1.5708, 4.9348, 3e-4},  // at the very ends, where the grid is not
    {"rise_cycloidal", 2.0, 6.2832, 1e-4},
    {"rise_345", 1.875, 5.7735, 1e-4},
    {"rise_4567", 2.1875, 7.5132, 2e-4},
    {"rise_modsine", 1.7596, 5.5280, 1e-4}};

TEST(Rises, HaveTheConstantsOfTheHandbook) {
  for (const Rise& rise : kRises) {
    const test::RunResult run = run_of(rise.name);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    double v = 0, a = 0;
    const std::size_t n = run.rows.size();
    for (std::size_t k = 0; k < n; ++k) {
      v = std::max(v, run.value(k, "v1_1") * 2 / 3);
      a = std::max(a, run.value(k, "a1_1") * 4 / 3);
      const double t = run.time(k);
      if (t < 0.5 || t > 2.5) {
        EXPECT_EQ(run.value(k, "x1_1"), t < 1 ? 0 : 3) << rise.name << t;
        EXPECT_EQ(run.value(k, "v1_1"), 0);
        EXPECT_EQ(run.value(k, "a1_1"), 0);
      }
      EXPECT_NEAR(run.value(k, "x1_1") + run.value(n - 1 - k, "x1_1"), 3, 1e-14) << rise.name << t;
    }
    EXPECT_NEAR(v, rise.velocity, rise.digits) << rise.name;
    EXPECT_NEAR(a, rise.acceleration, 2 * rise.digits) << rise.name;
  }
}

// v and a are the derivatives of x: differences over the grid, to its fourth order.
// The jerk of a cycloidal rise from rest: 4 pi^2 h/T^3 at its beginning, -4 pi^2 h/T^3 in the
// middle, and it jumps to 0 where the dwell begins. Accelerations are continuous there.
TEST(Rises, JerkAtTheJointsOfACycloidalRise) {
  const double h = 3, T = 2, jerk = 4 * M_PI * M_PI * h / (T * T * T), d = 1e-4;
  const auto acceleration = [&](double t) {
    const test::RunResult run = test::run(fmt::format(R"(X 1 0
INPUTX 1
END HALT
INPUTX 1 1 = 3*rise_cycloidal((t - 0.5)/2)
TIMES {0:.17g} {1:.17g} {2:.17g}
END END
)",
                                                      t, t + d, d));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return std::pair(run.value(0, "a1_1"), run.value(1, "a1_1"));
  };
  const double part = 2 * M_PI * M_PI / (3 * T * T) * d * d * jerk;  // of a sine against its chord
  struct Joint {
    double t, jerk;
  };
  for (const Joint& joint : {Joint{0.5, jerk}, Joint{2.5 - d, jerk}, Joint{1.5, -jerk},
                             Joint{0.5 - d, 0}, Joint{2.5, 0}}) {
    const auto [before, after] = acceleration(joint.t);
    EXPECT_NEAR((after - before) / d, joint.jerk, 1.01 * part + 1e-8) << joint.t;
    EXPECT_LE(std::min(std::fabs(before), std::fabs(after)), 1e-9) << joint.t;
  }
}

TEST(Rises, VelocityAndAccelerationAreDerivatives) {
  const double h = 0.0078125;
  for (const Rise& rise : kRises) {
    const test::RunResult run = run_of(rise.name);
    double worst_v = 0, worst_a = 0;
    for (std::size_t k = 2; k + 2 < run.rows.size(); ++k) {
      const double u = (run.time(k) - 0.5) / 2;
      bool smooth = true;  // no piece of the rise ends within the stencil
      for (const double joint : {0.0, 0.125, 0.875, 1.0})
        smooth = smooth && std::fabs(u - joint) > 1.01 * h;
      if (!smooth) continue;
      const auto difference = [&](const char* channel) {
        const auto at = [&](int i) {
          return run.value(static_cast<std::size_t>(static_cast<int>(k) + i), channel);
        };
        return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
      };
      worst_v = std::max(worst_v, std::fabs(run.value(k, "v1_1") - difference("x1_1")));
      worst_a = std::max(worst_a, std::fabs(run.value(k, "a1_1") - difference("v1_1")));
    }
    EXPECT_LT(worst_v, 1e-5) << rise.name;
    EXPECT_LT(worst_a, 1e-4) << rise.name;
  }
}

}  // namespace
}  // namespace mbs
