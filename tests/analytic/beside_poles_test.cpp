// A body that starts beside a pole of its law, by GALPHA: the velocity at the end is that of its
// energy.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "support/good_run.h"

namespace mbs {
namespace {

struct Law {
  std::string text;                      // of x
  std::function<double(double)> energy;  // potential
};

// 1 kg from x = 0; the pole lies s in front of it and drives it back.
Law tangent(double s) {
  const double c = .5 + s, k = M_PI / 2 / c;
  return {fmt::format("-0.01*tan(pi/2/{:.17g}*(x + 0.5))", c),
          [k](double x) { return -.01 / k * std::log(std::cos(k * (x + .5))); }};
}

Law inverse(double s) {
  return {fmt::format("-0.003/({:.17g} - x)", s),
          [s](double x) { return -.003 * std::log(s - x); }};
}

TEST(BesidePoles, GalphaKeepsTheVelocity) {
  for (const double s : {1e-3, 1e-5, 1e-6, 1e-7})
    for (const Law& law : {tangent(s), inverse(s)})
      for (const double v : {0., .1})
        for (const auto& [tolerance, allowed] : {std::pair(1e-6, 5e-5), std::pair(1e-8, 2e-6)}) {
          const test::RunResult run = test::run(fmt::format(
              "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\nSTARTVX 1 1 {}\nXLAW 1 1 = {}\n"
              "TIMES 0 0.25 0.05\nINTEG GALPHA {} {}\nEND END\n",
              v, law.text, tolerance, tolerance));
          ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
          const std::size_t last = run.rows.size() - 1;
          const double x = run.value(last, "x1_1"),
                       of_energy = std::sqrt(v * v + 2 * (law.energy(0) - law.energy(x)));
          EXPECT_NEAR(-run.value(last, "v1_1"), of_energy, allowed)
              << law.text << ' ' << v << ' ' << tolerance;
        }
}

}  // namespace
}  // namespace mbs
