// Contacts of bodies that turn far within a step, and gaps that are formulas: what touches between
// two looks is found, in the plane and in space, by methods whose steps are as long as the turning
// allows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

const char* const kMethods[] = {"STEP 1e-9 1e-9", "DOP853 1e-9 1e-9", "STIFF 1e-9 1e-9"};

// A body that turns evenly about its centre while that falls evenly: the first time at which a
// corner at the distance L from the centre is at the height 0.
double first_touch(double height, double speed, double lever, double begin, double turning) {
  const auto above = [=](double t) {
    return height - speed * t + lever * std::sin(begin + turning * t);
  };
  double t = 0;
  const double step = 0.01 / turning;
  while (above(t) > 0) t += step;
  double low = t - step;
  for (int k = 0; k < 60; ++k) (above(0.5 * (low + t)) > 0 ? low : t) = 0.5 * (low + t);
  return t;
}

TEST(ContactsOfWaves, TheFirstTouchOfACornerIsFoundInThePlaneAndInSpace) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    std::mt19937 random(seed);
    const auto draw = [&random](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    const double turning = draw(20, 400), lever = draw(0.1, 0.4), height = draw(1, 5),
                 speed = draw(0.5, 2), begin = draw(0, 6),
                 t = first_touch(height, speed, lever, begin, turning);
    const std::string plane = fmt::format(R"(PLCLINE 1  1 2  8 9   {} 0 0   0 0 1 0
X 1 0 {}
X 2 {}
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
DYNX 2
END HALT
XM 1 1
XM 2 0.1
STARTVX 1 2 {}
STARTVX 2 1 {} # meant
MEASURE touch = TIME WHEN v1_2 > {}
)",
                                          lever, height, begin, -speed, turning, -speed + 1e-6);
    const std::string space = fmt::format(R"(SPLANE 1 1 2 {} 0 0 0 PLANE 0 0 1
X 1 0 0 {}
X 2 ROT xyz 0 {} 0
DYNX 1
DYNX 2
END HALT
XM 1 1
XM 2 0.1 0 0 0.1 0 0.1
STARTVX 1 3 {}
STARTVX 2 0 {} 0 # meant
MEASURE touch = TIME WHEN v1_3 > {}
)",
                                          lever, height, -begin, -speed, -turning, -speed + 1e-6);
    for (const std::string& deck : {plane, space})
      for (const char* method : kMethods) {
        const test::RunResult run = test::run(fmt::format(
            "{}CONTACT 1 RIGID 0.9\nTIMES 0 {} {}\nINTEG {}\nEND END\n", deck, 3 * t, t, method));
        ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
        EXPECT_EQ(run.messages, "") << method;
        EXPECT_NEAR(run.measure("touch"), t, 2e-7) << method << " seed " << seed;
      }
  }
}

// Its one impact is smooth: energy stays, the gap does not become negative.
TEST(ContactsOfWaves, AnEggThatSpinsFastIsMetByEveryMethod) {
  for (const char* method : kMethods) {
    const test::RunResult run = test::run(fmt::format(R"(EGG 1 1 2 0.1 0.1 0.3 PLANE 0 0 1
X 1 0 0 1000
X 2 1 0 0 0
DYNX 1
DYNX 2
END HALT
XM 1 1
XM 2 0.02 0 0 0.02 0 0.01
STARTVX 1 3 -1000
STARTVX 2 50 0 0
CONTACT 1 RIGID 1
TIMES 0 3 1
INTEG {}
MEASURE gap = MIN contact1.gap
MEASURE energy = LAST energy.kinetic
END END
)",
                                                      method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    EXPECT_NEAR(run.measure("gap"), 0, 1e-8) << method;
    EXPECT_NEAR(run.measure("energy"), 500025, 1e-3) << method;
    EXPECT_EQ(run.messages, "") << method;
  }
}

// A body that turns evenly about one axis has no error that bounds the steps of STIFF and GALPHA.
// DOP853 integrates a quaternion, whose phase is off by 3e-6 after 300 rad at 1e-9.
TEST(ContactsOfWaves, RowsOfABodyThatSpinsFreelyAreRightByEveryMethod) {
  for (const std::string method : {"STIFF", "GALPHA 1e-8 1e-8", "STEP", "DOP853"}) {
    const test::RunResult run = test::run(R"(X 1  0 0 0
X 2  1 0 0 0
FIX 1
DYNX 2
END HALT
XM 2 0.1 0 0 0.1 0 0.2
STARTVX 2 0 0 3
TIMES 0 100 12.5
INTEG )" + method + "\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    EXPECT_EQ(run.messages, "") << method;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double half = 1.5 * run.time(k),
                   sign = run.value(k, "x2_1") * std::cos(half) > 0 ||
                                  run.value(k, "x2_4") * std::sin(half) > 0
                              ? 1
                              : -1;
      EXPECT_NEAR(sign * run.value(k, "x2_1"), std::cos(half), 5e-6) << method << k;
      EXPECT_NEAR(sign * run.value(k, "x2_4"), std::sin(half), 5e-6) << method << k;
    }
  }
}

// Two balls of 2 cm, one of them at rest.
TEST(ContactsOfFormulas, ABallIsNotPassedInSpace) {
  for (const char* method : {"STEP", "STIFF", "DOP853", "GALPHA 1e-8 1e-8", "AUTO", "RK4 0.01"}) {
    const test::RunResult run = test::run(fmt::format(
        R"(FORMULA 1 = sqrt((x1_1-x3_1)^2+(x1_2-x3_2)^2+(x1_3-x3_3)^2) - 0.02
X 1 -500 0 0
X 3 0 0 0
DYNX 1
DYNX 3
END HALT
XM 1 1
XM 3 1
STARTVX 1 1 5000
CONTACT 1 RIGID 1
TIMES 0 3 1
INTEG {}
END END
)",
        method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    EXPECT_NEAR(run.value(1, "v1_1"), 0, 1e-6) << method;
    EXPECT_NEAR(run.value(1, "v3_1"), 5000, 1e-6) << method;
  }
}

TEST(ContactsOfFormulas, ABallBouncesOffAPegByEveryModel) {
  for (const char* method : kMethods)
    for (const char* model : {"RIGID 1", "PENALTY 1e12 1 0", "IMPULSES 1 0.001"}) {
      const test::RunResult run =
          test::run(fmt::format(R"(FORMULA 1 = hypot(x1_1 - x8_1, x1_2 - x8_2) - 0.04
X 1 0 3000
X 8 0 0
FIX 8
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
STARTVX 1 2 -3000
CONTACT 1 {}
TIMES 0 3 1
INTEG {}
MEASURE lowest = MIN x1_2
END END
)",
                                model, method));
      ASSERT_EQ(run.status, ExitStatus::done) << method << model << run.messages;
      EXPECT_NEAR(run.value(3, "v1_2"), 3000, 1e-3) << method << model;
      EXPECT_NEAR(run.measure("lowest"), 0.04, model[0] == 'P' ? 0.004 : 1e-6) << method << model;
    }
}

// A fence a tenth of a millimetre wide; elsewhere the formula is 1.
TEST(ContactsOfFormulas, AThinFenceIsNotPassed) {
  for (const char* method : kMethods) {
    const test::RunResult run =
        test::run(fmt::format(R"(FORMULA 1 = 1 - 2*exp(-((x1_1 - 3.3)/1e-4)^2)
X 1 0 0
FIX 1 2
DYNX 1 1
END HALT
XM 1 1
STARTVX 1 1 10
CONTACT 1 RIGID 0.5
TIMES 0 3 1
INTEG {}
END END
)",
                              method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    EXPECT_NEAR(run.value(1, "v1_1"), -5, 1e-6) << method;
    const double wall = 3.3 - 1e-4 * std::sqrt(std::log(2.0));
    EXPECT_NEAR(run.value(3, "x1_1"), wall - 5 * (3 - wall / 10), 1e-5) << method;
  }
}

// The way between two points has its least length as they pass.
TEST(ContactsOfFormulas, StopsOfALengthArePassedByNobody) {
  for (const char* method : kMethods) {
    const test::RunResult run = test::run(fmt::format(R"(SDA 1  1 2  3 4   0 0 0  0 0 0
X 1  0 0 0
X 2  1 0 0 0
X 3  -400 0.001 0
X 4  1 0 0 0
FIX 1
FIX 2
FIX 4
DYNX 3
RLSE 1
END HALT
XM 3 1
STARTVX 3 1 800
STOPS 1 1 MIN {} RIGID 1
TIMES 0 3 1
INTEG {}
END END
)",
                                                      0.5 - std::hypot(400, 0.001), method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    // It meets the sphere of half a metre 2 mm beside its middle line.
    const double s = 0.001 / 0.5, c2 = 1 - 2 * (1 - s * s);
    EXPECT_NEAR(run.value(3, "v3_1"), 800 * c2, 1e-6) << method;
  }
}

}  // namespace
}  // namespace mbs
