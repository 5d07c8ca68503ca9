// A spring whose length passes an extremum is no coordinate there, nor right behind it. A mass is
// led along x and swings freely in y across the line on which its spring is shortest.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kMass = 1.8, kStiffness = 89, kLength = 0.8;

double x_of(double t) { return 1 + t + 2 * t * t * t; }

// y and its rate at t from y'' = -k (L - L0) y / (L m), by RK4 of a step that is far too small.
std::array<double, 2> swing(double t) {
  constexpr int kSteps = 20000;
  const double h = t / kSteps;
  double y = 0.45, v = 0.16;
  const auto a = [](double time, double at) {
    const double L = std::hypot(x_of(time), at);
    return -kStiffness * (L - kLength) * at / (L * kMass);
  };
  for (int k = 0; k < kSteps; ++k) {
    const double now = k * h;
    const double k1 = a(now, y), k2 = a(now + h / 2, y + h / 2 * v),
                 k3 = a(now + h / 2, y + h / 2 * v + h * h / 4 * k1),
                 k4 = a(now + h, y + h * v + h * h / 2 * k2);
    y += h * v + h * h / 6 * (k1 + k2 + k3);
    v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return {y, v};
}

TEST(Springs, ALengthPassesItsShortest) {
  struct Case {
    const char* method;
    double error;
  };
  for (const Case& c : {Case{"STIFF 1e-6 1e-6", 1e-6}, Case{"STIFF 1e-8 1e-8", 1e-8},
                        Case{"STIFF 1e-10 1e-10", 1e-10}, Case{"GALPHA 1e-8 1e-8 RHO 0", 1e-7},
                        Case{"GALPHA 1e-10 1e-10 RHO 0.8", 1e-9}}) {
    const test::RunResult run = test::run(fmt::format(
        R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0.45
FIX 1
INPUTX 2 1
RLSE 1
END HALT
INPUTX 2 1 POLY 1 1 0 2
STARTVX 2 2 0.16
XM 2 {}
ELAW 1 1 = 10*e
ESTIFF 1 {}
EREST 1 {}
DOF AUTO
TIMES 0 0.9 0.1
INTEG {}
END END
)",
        kMass, (kStiffness - 10) * kLength, kLength, c.method));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    for (std::size_t row = 1; row < run.rows.size(); ++row) {
      const auto [y, v] = swing(run.time(row));
      EXPECT_NEAR(run.value(row, "x2_2"), y, 3 * c.error) << c.method << " " << run.time(row);
      EXPECT_NEAR(run.value(row, "v2_2"), v, 30 * c.error) << c.method << " " << run.time(row);
    }
  }
}

}  // namespace
}  // namespace mbs
