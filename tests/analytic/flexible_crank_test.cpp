// A slider-crank with an elastic connecting rod at 150 rad/s: crank 0.15 m, rod 0.3 m of steel, 6
// mm thick, in four beams, slider 0.033 kg. Against the figures of two programs of another kind,
// which know the same beams: deformations on one tangent (-3.903e-5 m), and coordinates of space
// with multipliers (-3.877e-5 m), both by steps of 5e-5 s.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

std::string crank_deck(const std::string& method) {
  constexpr int kBeams = 4;
  constexpr double kCrank = 0.15, kRod = 0.3, kSpeed = 150, kEnd = 0.0838;
  const double A = std::numbers::pi * 0.006 * 0.006 / 4;
  const double I = std::numbers::pi * std::pow(0.006, 4) / 64;
  const auto place = [](int k) { return k == 0 ? 3 : 10 + 2 * k; };
  const auto angle = [](int k) { return k == 0 ? 5 : 11 + 2 * k; };
  // The crank is rigid; the rod begins as a rigid body does.
  std::string deck = "PLBEAM 1 1 2 3 4\n", classes, tail;
  for (int k = 0; k < kBeams; ++k) {
    deck += fmt::format("PLBEAM {} {} {} {} {}\n", k + 2, place(k), angle(k), place(k + 1),
                        angle(k + 1));
    classes += fmt::format("RLSE {} 1 2 3\n", k + 2);
    tail += fmt::format("EM {0} {1:.17g}\nESTIFF {0} {2:.17g} {3:.17g}\n", k + 2, 7870 * A,
                        2e11 * A, 2e11 * I);
  }
  deck += "X 1 0 0\n";
  const double turn = -kSpeed * kCrank / kRod;
  for (int k = 0; k <= kBeams; ++k) {
    deck += fmt::format("X {} {:.17g} 0\n", place(k), kCrank + kRod * k / kBeams);
    tail += fmt::format("STARTVX {} 1 {:.17g}\n", angle(k), turn);
    if (k < kBeams)
      tail +=
          fmt::format("STARTVX {} 2 {:.17g}\n", place(k), kSpeed * kCrank * (1 - 1.0 * k / kBeams));
  }
  return deck + fmt::format("FIX 1\nFIX {} 2\nINPUTX 2\n", place(kBeams)) + classes + "END HALT\n" +
         tail +
         fmt::format(
             "STARTVX 4 1 {0}\nXM {1} 0.033\nDOF AUTO\nINPUTX 2 1 0 {0}\n"
             "TIMES 0 {2} {3:.17g}\nINTEG {4}\nEND END\n",
             kSpeed, place(kBeams), kEnd, kEnd / 5, method);
}

TEST(FlexibleCrank, MiddleOfTheRod) {
  const test::RunResult run = test::done(crank_deck("GALPHA STEP 5e-5"));
  ASSERT_EQ(run.rows.size(), 6u);
  const double middle = run.value(5, "x14_2");
  EXPECT_GT(middle, -3.903e-5 - 2e-7);
  EXPECT_LT(middle, -3.877e-5 + 2e-7);
}

}  // namespace
}  // namespace mbs
