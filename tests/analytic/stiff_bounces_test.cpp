// Series of bounces by STIFF, whose steps are far longer than their flights.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

using test::done;

constexpr double kG = 9.81, kFoot = 0.05, kBody = 1, kK = 40000, kE = 0.36, kHigh = 0.05,
                 kLong = 0.5;

struct Bounce {
  double t, rate;
};

// A foot below a body, a spring between, falls from kHigh: the middle of the masses falls freely,
// the spring vibrates freely, and each flight of the foot ends where the sum of both is 0.
std::vector<Bounce> bounces_of_foot(int count) {
  const double mass = kFoot + kBody, w = std::sqrt(kK * mass / (kFoot * kBody)),
               part = kBody / mass;
  double t = std::sqrt(2 * kHigh / kG), middle = -kG * t, length = 0, lengthens = 0;
  std::vector<Bounce> out;
  while (true) {
    const double foot = middle - part * lengthens, body = foot + lengthens;
    out.push_back({t, foot});
    if (static_cast<int>(out.size()) == count) return out;
    middle = (kBody * body - kFoot * kE * foot) / mass, lengthens = body + kE * foot;
    const auto spring = [&](double s) {
      return length * std::cos(w * s) + lengthens / w * std::sin(w * s);
    };
    const auto height = [&](double s) {
      return middle * s - kG * s * s / 2 - part * (spring(s) - length);
    };
    double from = 0, to = 1e-9;
    while (height(to) > 0) from = to, to *= 1.01;
    for (int k = 0; k < 100; ++k) {
      const double s = from + (to - from) / 2;
      (height(s) > 0 ? from : to) = s;
    }
    const double at_rate = lengthens * std::cos(w * to) - length * w * std::sin(w * to);
    t += to, middle -= kG * to, length = spring(to), lengthens = at_rate;
  }
}

constexpr int kCompared = 8;

std::string method(double tolerance) {
  return fmt::format("TIMES 0 0.104 0.104\nINTEG STIFF {0:g} {0:g}\nEND END\n", tolerance);
}

TEST(StiffBounces, OfAContactAreThoseOfTheClosedForm) {
  const std::vector<Bounce> exact = bounces_of_foot(kCompared);
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const test::RunResult run =
        done(fmt::format(R"(PLTRUSS 1  1 3
PLCLINE 2  1 2  8 9  0 0 0  0 0  1 0
X 1  0 {}
X 2  0
X 3  0 {}
X 8  0 0
X 9  0
FIX 1 1
FIX 2
FIX 3 1
FIX 8
FIX 9
RLSE 1
END HALT
DOF AUTO
XM 1  {}
XM 3  {}
ESTIFF 1  {}
GRAVITY 0 -{}
CONTACT 2 RIGID {}
)",
                         kHigh, kHigh + kLong, kFoot, kBody, kK * kLong, kG, kE) +
             method(tolerance));
    const auto found = test::strikes_of(run, StrikeKind::bounce);
    ASSERT_GE(found.size(), exact.size()) << tolerance;
    EXPECT_LT(found.size(), 30u) << tolerance;
    for (int k = 0; k < kCompared; ++k) {
      EXPECT_NEAR(found[k].t, exact[k].t, 0.5 * tolerance) << tolerance << " " << k;
      EXPECT_NEAR(found[k].strike.gap.before, exact[k].rate, 100 * tolerance)
          << tolerance << " " << k;
    }
  }
}

// The same motion as states of the deck, which no impact knows of.
TEST(StiffBounces, OfStatesAreThoseOfTheClosedForm) {
  const std::vector<Bounce> exact = bounces_of_foot(kCompared);
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const test::RunResult run = done(fmt::format(R"(PLTRUSS 1  1 2
X 1  0 0
X 2  1 0
FIX 1
DYNX 2
RLSE 1
END HALT
XM 2  1
ODE foot {} RATE vfoot
ODE vfoot 0 RATE -{} - {}*(foot - body)
ODE body {} RATE vbody
ODE vbody 0 RATE -{} + {}*(foot - body)
EVENT hit WHEN foot < 0 DO SET vfoot = -{}*vfoot
)",
                                                 kHigh, kG, kK / kFoot, kHigh, kG, kK / kBody, kE) +
                                     method(tolerance));
    const std::vector<EventRecord> found = test::events_of(run);
    ASSERT_GE(found.size(), exact.size()) << tolerance;
    EXPECT_LT(found.size(), 30u) << tolerance;
    for (int k = 0; k < kCompared; ++k)
      EXPECT_NEAR(found[k].t, exact[k].t, 0.5 * tolerance) << tolerance << " " << k;
  }
}

}  // namespace
}  // namespace mbs
