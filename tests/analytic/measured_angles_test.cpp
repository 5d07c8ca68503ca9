// Angles that nothing depends on, near the lock of their sequence: of a CARDAN whose second angle
// comes near 90 degrees, of a HINGE that is bent by nearly half a turn, and those that the deck
// asks for. A method sees nothing of them, however fast they turn there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

std::string free_body(const std::string& joint, const std::string& turned, const double* w,
                      const std::string& method) {
  return joint + "X 1 0 0 0\nX 2 ROT " + turned +
         "\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 1\nXM 2 0.02 0 0 0.03 0 0.04\n" +
         fmt::format("STARTVX 2 {:.17g} {:.17g} {:.17g}\n", w[0], w[1], w[2]) +
         "MEASURE most = MAX ABS e1_2\nMEASURE turned = INTEG ed1_1\n"
         "MEASURE first = FIRST e1_1\nMEASURE last = LAST e1_1\nTIMESTEP 2 5\nINTEG " +
         method + "\nEND END\n";
}

// The second angle never passes 90 degrees, and the first one is the integral of its rate, which
// has no branch. 0.005 to 0.2 rad from the lock that is another turn of pi in each passage.
TEST(MeasuredAngles, OfCardanNearItsLock) {
  std::mt19937 generator(11);
  const auto between = [&generator](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
  };
  int near = 0;
  for (int k = 0; k < 30; ++k) {
    const std::string sequence = k % 3 == 0 ? "xyz" : k % 3 == 1 ? "zxy" : "zyx";
    const std::string turned = fmt::format("{} {:.6f} {:.6f} {:.6f}", sequence, between(-1, 1),
                                           between(-1, 1), between(-1, 1));
    const double w[3] = {between(-8, 8), between(-1, 1), between(-4, 4)};
    for (const char* const method : {"STEP", "STEP 1e-6 1e-6", "DOP853", "STIFF 1e-5 1e-5"}) {
      const test::RunResult run =
          test::done(free_body("CARDAN 1 0 2 " + sequence + "\n", turned, w, method));
      const std::string what = fmt::format("{} {} {}", k, method, turned);
      EXPECT_LT(run.measure("most"), std::numbers::pi / 2) << what;
      EXPECT_NEAR(run.measure("turned"), run.measure("last") - run.measure("first"), 1e-3) << what;
      near += run.measure("most") > std::numbers::pi / 2 - 0.1 ? 1 : 0;
    }
  }
  EXPECT_GT(near, 10);
}

TEST(MeasuredAngles, OfAHingeBentByNearlyHalfATurn) {
  std::mt19937 generator(13);
  const auto between = [&generator](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
  };
  for (int k = 0; k < 30; ++k) {
    const double w[3] = {between(-4, 4), between(-8, 8), between(-8, 8)};
    for (const char* const method : {"STEP", "DOP853", "STIFF 1e-5 1e-5"}) {
      const test::RunResult run =
          test::done(free_body("HINGE 1 0 2 1 0 0\nRLSE 1 1 2 3\n",
                               fmt::format("xyz {:.6f} 0.2 0.1", between(-1, 1)), w, method));
      EXPECT_NEAR(run.measure("turned"), run.measure("last") - run.measure("first"), 1e-3)
          << k << method;
    }
  }
}

// What the deck prescribes comes back, however far apart the rows are: the second angle comes
// within 0.1 rad of the lock four times, and the first and the third turn on. Alone, and beside a
// body that moves freely.
TEST(MeasuredAngles, OfARotationThatIsGiven) {
  for (const char* const rest : {"", "INTEG STEP\n", "INTEG DOP853\n"})
    for (const double row : {2., 0.5, 0.1}) {
      const bool moves = *rest != 0;
      const test::RunResult run = test::done(
          std::string("CARDAN 1 0 2 zyx\nCARDAN 2 0 2 xyz\nX 1 0 0 0\nX 2 ROT zyx 0 0 0\nFIX 1\n"
                      "INPUTX 2\n") +
          (moves ? "X 9 0 0 0\nDYNX 9\n" : "") + "END HALT\n" + (moves ? "XM 9 1\n" : "") +
          "INPUTX 2 ROT zyx a = 3*t+0.3*sin(2*t) ; b = 1.47*sin(2*t) ; c = 2*t\n" + rest +
          "MEASURE first = INTEG rot2.zyx_1\nMEASURE second = MAX rot2.zyx_2\n"
          "MEASURE third = LAST rot2.zyx_3\nMEASURE other = LAST rot2.xyz_1\n"
          "MEASURE turned = INTEG rotd2.xyz_1\nMEASURE began = FIRST rot2.xyz_1\n"
          "MEASURE joint = INTEG e1_1\nMEASURE beside = LAST e2_1\n" +
          fmt::format("TIMES 0 4 {}\nEND END\n", row));
      const std::string what = fmt::format("{} {}", rest, row);
      EXPECT_NEAR(run.measure("first"), 24 + 0.15 * (1 - std::cos(8)), 1e-4) << what;
      EXPECT_NEAR(run.measure("joint"), 24 + 0.15 * (1 - std::cos(8)), 1e-4) << what;
      EXPECT_NEAR(run.measure("beside"), run.measure("other"), 1e-8) << what;
      EXPECT_NEAR(run.measure("second"), 1.47, 1e-8) << what;
      EXPECT_NEAR(run.measure("third"), 8, 1e-8) << what;
      EXPECT_NEAR(run.measure("turned"), run.measure("other") - run.measure("began"), 1e-3) << what;
      const std::size_t last = run.rows.size() - 1;
      EXPECT_NEAR(run.value(last, "rot2.zyx_3"), 8, 1e-8) << what;
    }
}

// Angles of a sequence and vectors of free bodies do not depend on the rows, and are the integrals
// of their rates.
TEST(MeasuredAngles, OfAFreeBodyWhateverTheRows) {
  std::mt19937 generator(17);
  const auto between = [&generator](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
  };
  for (int k = 0; k < 20; ++k) {
    const std::string start = fmt::format(
        "X 1 0 0 0\nX 2 ROT xyz {:.4f} {:.4f} {:.4f}\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 1\n"
        "XM 2 0.02 0 0 0.03 0 0.04\nSTARTVX 2 {:.4f} {:.4f} {:.4f}\n",
        between(-1, 1), between(-1, 1), between(-1, 1), between(-9, 9), between(-9, 9),
        between(-9, 9));
    const auto run = [&](int rows) {
      return test::done(start +
                        "MEASURE most = MAX rot2.zyx_1\nMEASURE turned = INTEG rotd2.zyx_3\n"
                        "MEASURE first = FIRST rot2.zyx_3\nMEASURE last = LAST rot2.zyx_3\n"
                        "MEASURE vector = INTEG rot2.vector_2\n" +
                        fmt::format("TIMESTEP 2 {}\nINTEG DOP853\nEND END\n", rows));
    };
    const test::RunResult few = run(3), many = run(500);
    for (const char* const name : {"most", "last", "vector"})
      EXPECT_NEAR(few.measure(name), many.measure(name), 1e-4) << k << " " << name;
    EXPECT_NEAR(few.measure("turned"), few.measure("last") - few.measure("first"), 1e-3) << k;
  }
}

}  // namespace
}  // namespace mbs
