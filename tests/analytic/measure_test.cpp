// Measures against closed forms, in all dialects and kinds of runs. One file above 400 lines: the
// expected values are the same in all of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/deck.h"
#include "support/draws.h"
#include "support/names.h"

namespace mbs {
namespace {

// Why a measure has no value.
std::string reason(const test::RunResult& run, const std::string& name) {
  for (const MeasureValue& m : run.measures)
    if (m.name == name) return m.reason;
  return "no such measure";
}

constexpr double kPi = std::numbers::pi;

struct Expected {
  std::string name;
  double value, tolerance;
};

void check(const test::RunResult& run, const std::vector<Expected>& expected) {
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (const Expected& e : expected)
    EXPECT_NEAR(run.measure(e.name), e.value, e.tolerance) << e.name;
}

// A crank of radius 1 that turns with 2 rad/s from -0.3 rad on: y = sin(2 t - 0.3). Seven report
// times to more than a turn.
constexpr const char* kCrank =
    R"(2 1 0 1 0 1 1 0 0
0 0 0
0.5 0 -0.3
1 2  0 0  -0.5 0
1
2 3  -0.3 2 0
2  0.5 0
0 4.2 0.7
)";
constexpr const char* kCrankMeasures =
    R"(MEASURE top = MAX {1}
MEASURE low = MIN {1}
MEASURE sweep = PP {1}
MEASURE flat = MIN ABS {1}
MEASURE steep = MAX ABS {1} + 3
MEASURE part = MAX {1} FROM 1.2 TO 1.3
MEASURE late = FIRST {1} FROM 1.2
MEASURE begin = FIRST {1}
MEASURE end = LAST {1}
MEASURE then = LAST {1} TO 0.5
MEASURE mean = AVG {1}
MEASURE area = INTEG {1} FROM 0.3 TO 2
MEASURE folded = INTEG ABS {1}
MEASURE power = RMS {1}
MEASURE turned = AVG ABS {1}
MEASURE zero = TIME WHEN {1} == 0
MEASURE second = TIME WHEN {1} == 0 NTH 2
MEASURE up = TIME WHEN {1} == 0 RISING NTH 2
MEASURE high = TIME WHEN {1} > 0.5
MEASURE gone = TIME WHEN {1} > 0.5 FALLING
MEASURE rate = {2} WHEN {1} > 0.5 NTH 2
MEASURE peak = {1} WHEN {2} == 0
MEASURE kink = MAX min({1}, 0.7 - 0.2*t)
MEASURE both = TIME WHEN {1} > 0.5 && t > 3.2
MEASURE sum = top - low + 2*sweep
MEASURE larger = MAX(top, 3*low, 0.5)
)";

std::vector<Expected> of_crank() {
  auto y = [](double t) { return std::sin(2 * t - 0.3); };
  auto Y = [](double t) { return -std::cos(2 * t - 0.3) / 2; };
  const double zero = 0.15, half = kPi / 2, t1 = zero + std::asin(0.5) / 2;
  const double whole = 4.2, Y2 = whole / 2 - (std::sin(2 * (2 * whole - 0.3)) - std::sin(-0.6)) / 8;
  // Of |y|: one lobe has area 1; -0.3 to 0, two lobes, and the rest up to 8.1 rad.
  const double folded = (1 - std::cos(0.3)) / 2 + 2 + (1 - std::cos(8.1 - 2 * kPi)) / 2;
  // y = 0.7 - 0.2 t the second time: the larger of the corners of the minimum.
  double t = 0.5;
  for (int k = 0; k < 60; ++k) t -= (y(t) - 0.7 + 0.2 * t) / (2 * std::cos(2 * t - 0.3) + 0.2);
  constexpr double kValue = 1e-10, kTime = 1e-12;
  return {{"top", 1, kValue},
          {"low", -1, kValue},
          {"sweep", 2, kValue},
          {"flat", 0, kValue},
          {"steep", 4, kValue},
          {"part", y(1.2), kValue},
          {"late", y(1.2), kValue},
          {"begin", y(0), kValue},
          {"end", y(4.2), kValue},
          {"then", y(0.5), kValue},
          {"mean", (Y(4.2) - Y(0)) / 4.2, kValue},
          {"area", Y(2) - Y(0.3), kValue},
          {"folded", folded, kValue},
          {"power", std::sqrt(Y2 / whole), kValue},
          {"turned", folded / whole, kValue},
          {"zero", zero, kTime},
          {"second", zero + half, kTime},
          {"up", zero + 2 * half, kTime},
          {"high", t1, kTime},
          {"gone", 2 * zero + half - t1, kTime},
          {"rate", std::sqrt(3.0), kValue},
          {"peak", 1, kValue},
          {"kink", 0.7 - 0.2 * t, kValue},
          {"both", t1 + kPi, kTime},
          {"sum", 6, kValue},
          {"larger", 1, kValue}};
}

std::string measures_of(const char* text, const std::string& value, const std::string& rate) {
  return fmt::format(fmt::runtime(text), "", value, rate);
}

TEST(Measures, OfAKabiosCrank) {
  check(test::run(measures_of(kCrankMeasures, "point1.y", "point1.yd") + kCrank), of_crank());
}

// Among the other records and in lines that go on, between them and at the end.
TEST(Measures, StandAnywhere) {
  const std::string deck = kCrank;
  const std::size_t line = deck.find("1 2  0 0");
  const test::RunResult run =
      test::run(deck.substr(0, line) + "measure top = max &\n point1.y\n" + deck.substr(line) +
                "PARAM a = 2\nMEASURE twice = a*top REQUIRED\n");
  check(run, {{"top", 1, 1e-12}, {"twice", 2, 1e-12}});
  EXPECT_EQ(run.messages, "");
}

TEST(Measures, OfANativeCrank) {
  const std::string deck =
      R"(PLTRUSS 1 1 2
PLTOR 2 3 4
X 1 0 0
X 2 1 0
X 3 0
X 4 0
PLREV 3 1 4 2 5  0 0  -1 0
X 5 -0.3
FIX 1
FIX 3
FIX 4
INPUTX 5 1
RLSE 1
RLSE 2
END HALT
INPUTX 5 1 -0.3 2
TIMES 0 4.2 0.7
END END
)";
  // The truss from (0, 0) to the moving point has a constant length; sin is that of the angle.
  check(test::run(measures_of(kCrankMeasures, "sin(x5_1)", "(v5_1*cos(x5_1))") + deck), of_crank());
}

// The same motion from dynamics: an oscillator of frequency 2 at rest length, y = sin(2 t - 0.3).
std::string oscillator(const std::string& measures, const std::string& method) {
  return measures + fmt::format(
                        R"(X 1 0 {}
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
XLAW 1 2 = -4*x
STARTDX 1 2 {} {}
INTEG {}
TIMES 0 4.2 0.7
END END
)",
                        std::sin(-0.3), std::sin(-0.3), 2 * std::cos(0.3), method);
}

class OscillatorMeasures : public testing::TestWithParam<const char*> {};

TEST_P(OscillatorMeasures, AreThoseOfTheClosedForm) {
  std::vector<Expected> expected = of_crank();
  const bool stiff = std::string(GetParam()).starts_with("STIFF");
  for (Expected& e : expected) e.tolerance = stiff ? 1e-8 : 1e-10;  // seen 4e-12; STIFF: order 3
  check(test::run(oscillator(measures_of(kCrankMeasures, "x1_2", "v1_2"), GetParam())), expected);
  // The same of accelerations, which are evaluated another way.
  check(test::run(oscillator(measures_of(kCrankMeasures, "(-a1_2/4)", "v1_2"), GetParam())),
        expected);
}

INSTANTIATE_TEST_SUITE_P(Methods, OscillatorMeasures,
                         testing::Values("STEP 1e-12 1e-12", "DOP853 1e-12 1e-12",
                                         "STIFF 1e-11 1e-11", "RK4 0.0005"),
                         test::name_of_text);

// A chain of one segment about its fixed end, turned by a constant moment: phi = t^2.
std::string chain(const std::string& measures, const std::string& known) {
  return "SEGDYN\n" + measures + R"(SEGMENT 1 3 1 0 2
STATE 1 0 0
BASE 0 0
)" + known +
         R"(TIME 0 2 0.5
INTEG STEP 1e-12 1e-12
END
)";
}

TEST(Measures, OfChains) {
  const std::string measures =
      R"(MEASURE area = INTEG phi1
MEASURE t1 = TIME WHEN phi1 > 1
MEASURE w = phid1 WHEN phi1 > 1
MEASURE m = MAX phid1
MEASURE energy = LAST energy.kinetic
MEASURE s = MAX sin(phi1)
)";
  const std::vector<Expected> expected = {{"area", 8.0 / 3, 1e-10}, {"t1", 1, 1e-10},
                                          {"w", 2, 1e-10},          {"m", 4, 1e-10},
                                          {"energy", 16, 1e-9},     {"s", 1, 1e-10}};
  check(test::run(chain(measures, "KNOWN MEXT 1 4\n")), expected);
  // A choice of its own, solved by its matrix.
  check(test::run(chain(measures, "KNOWN PHIDD 1 2\nUNKNOWN MEXT 1\n")), expected);
}

// A ball that is dropped from 1 m and keeps 0.8 of its speed: both sides of a jump count, and an
// instant at which the jump itself makes a condition true.
TEST(Measures, OfABouncingBall) {
  const double g = 9.81, t1 = std::sqrt(2 / g), v = g * t1, t2 = t1 + 2 * 0.8 * v / g,
               t3 = t2 + 2 * 0.64 * v / g;
  for (const char* method : {"STEP 1e-12 1e-12", "DOP853 1e-12 1e-12"}) {
    const test::RunResult run = test::run(
        R"(MEASURE lowest = MIN v1_2
MEASURE most = MAX v1_2
MEASURE jump = PP v1_2
MEASURE one = TIME WHEN x1_2 < 0
MEASURE three = TIME WHEN x1_2 < 0 NTH 3
MEASURE up = TIME WHEN v1_2 > 0 NTH 2
MEASURE speed = v1_2 WHEN x1_2 < 0 NTH 2
MEASURE apex = MAX x1_2 FROM 1.2 TO 1.58
MEASURE way = INTEG ABS v1_2 TO 1
MEASURE fall = INTEG v1_2
MEASURE end = LAST x1_2
MEASURE stop = LAST t
MEASURE turn = TIME WHEN v1_2 == 0 FALLING
X 1 0 1
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
GRAVITY 0 -9.81
EVENT bounce WHEN x1_2 < 0 DO IMPACT X 1 2 FLOOR e = 0.8
EVENT enough WHEN t > 1.6 DO STOP
INTEG )" +
        std::string(method) + "\nTIMESTEP 2 5\nEND END\n");
    const double h = 0.64 * 0.64, T = 1.6 - t2, top = 0.64 * v * T - g * T * T / 2;
    const double down = (t2 + t1) / 2, rest = 1 - down;
    check(run, {{"lowest", -v, 1e-10},
                {"most", 0.8 * v, 1e-10},
                {"jump", 1.8 * v, 1e-10},
                {"one", t1, 1e-10},
                {"up", t2, 1e-10},
                {"speed", -0.8 * v, 1e-10},
                {"apex", h, 1e-10},
                {"way", 1 + 0.64 + g * rest * rest / 2, 1e-10},
                {"fall", top - 1, 1e-10},
                {"end", top, 1e-10},
                {"stop", 1.6, 1e-12},
                {"turn", down, 1e-10}});
    EXPECT_TRUE(std::isnan(run.measure("three"))) << t3;
    EXPECT_EQ(reason(run, "three"), "its condition came about 2 of 3 times");
  }
}

// What an event holds has no velocity from then on, for measures as well.
TEST(Measures, AfterAnEventThatHolds) {
  check(test::run(R"(X 1 0 0
X 2 0
DYNX 1 1 2
DYNX 2
END HALT
XM 1 2
XM 2 1
STARTDX 1 1 0 3
STARTDX 1 2 0 4
STARTDX 2 1 0 5
EVENT hold WHEN t > 0.5 DO FIX X 1 2
TIMESTEP 1 4
END END
MEASURE before = FIRST energy.kinetic
MEASURE after = LAST energy.kinetic
MEASURE lost = PP energy.kinetic
MEASURE high = MAX x1_2
MEASURE slow = MIN v1_2
MEASURE gap = MAX ABS energy.balance
MEASURE drop = TIME WHEN energy.kinetic < 30
)"),
        {{"before", 37.5, 1e-9},
         {"after", 21.5, 1e-9},
         {"lost", 16, 1e-9},
         {"high", 2, 1e-9},
         {"slow", 0, 1e-12},
         {"gap", 0, 1e-9},
         {"drop", 0.5, 1e-12}});
}

// A body thrown in a KABIOS deck with masses.
TEST(Measures, OfAThrownBody) {
  check(test::run(R"(1 0 0 0 0 0 0 0 0
0 0 0
0 1 0.25
MASS 1 2 1
VEL 1 3 4 5
GRAV 0 -10
MEASURE top = MAX body1.y
MEASURE t0 = TIME WHEN body1.yd == 0
INTEG STEP 1e-12 1e-12
MEASURE way = body1.x WHEN body1.y == 0.6 FALLING
MEASURE lost = PP energy.potential
END
)"),
        {{"top", 0.8, 1e-10}, {"t0", 0.4, 1e-12}, {"way", 1.8, 1e-10}, {"lost", 36, 1e-9}});
}

// What is constant but for rounding and integration has turns without end; a search for them stops
// at the tolerances of the run. The pressure angle of a round cam about its own centre is 0; the
// distance of a pendulum's bob is its length.
TEST(Measures, SearchNoTurnsInNoise) {
  RunSettings settings;
  settings.timeout = test::patience(5);
  const test::RunResult cam =
      test::run(R"(CAM 1  3 4  1 2  ROLLER 0 0 0.01  RADIUS = 0.055 ; ALONG 0 1
X 1 0 0
X 2 0
X 3 0 0.065
X 4 0
FIX 1
FIX 3 1
FIX 4
INPUTX 2
MEASURE steepest = MAX cam1.pressure
MEASURE spread = PP x3_2
END HALT
INPUTX 2 1 0 -60
XM 3 0.4
DOF AUTO
TIMES 0 0.02 0.01
END END
)",
                settings);
  check(cam, {{"steepest", 0, 1e-13}, {"spread", 0, 1e-13}});
  const test::RunResult pendulum = test::run(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
END HALT
XM 2 1
GRAVITY 0 -9.81
DOF AUTO
OUT r = hypot(x2_1, x2_2)
MEASURE longest = MAX r
MEASURE error = MAX ABS energy.balance
TIMES 0 5 0.1
END END
)",
                                             settings);
  check(pendulum, {{"longest", 1, 1e-13}, {"error", 0, 1e-6}});
}

// What has no value says why, and only what is REQUIRED fails.
TEST(Measures, WithoutAValue) {
  const std::string never = "MEASURE never = TIME WHEN point1.y > 2";
  const test::RunResult run =
      test::run(never + "\nMEASURE two = 2*never\nMEASURE odd = MAX sqrt(point1.y)\n" + kCrank);
  EXPECT_EQ(run.status, ExitStatus::done);
  EXPECT_EQ(reason(run, "never"), "its condition did not come about");
  EXPECT_EQ(reason(run, "two"), "never has no value");
  EXPECT_EQ(reason(run, "odd"), "its expression is not finite at t = 0");
  EXPECT_EQ(run.messages, "");
  const test::RunResult required = test::run(never + " REQUIRED\n" + kCrank);
  EXPECT_EQ(required.status, ExitStatus::check_failed);
  EXPECT_EQ(
      required.messages,
      "deck:1:1: error: MEASURE never: it is REQUIRED and has no value: its condition did not "
      "come about\n");
}

// An event that ends the run before a window does.
TEST(Measures, OfAWindowThatIsNotReached) {
  const test::RunResult run = test::run(oscillator(
      R"(MEASURE a = MAX x1_2 TO 2
MEASURE b = MAX x1_2 FROM 2
MEASURE c = MAX x1_2 TO 0.5
)",
      "STEP 1e-9 1e-9\nEVENT stop WHEN t > 1 DO STOP"));
  EXPECT_EQ(reason(run, "a"), "the run ended at t = 1, before TO");
  EXPECT_EQ(reason(run, "b"), "the run ended at t = 1, before FROM");
  EXPECT_NEAR(run.measure("c"), std::sin(0.7), 1e-8);
}

// They change nothing in the run: its tables stay as they are.
TEST(Measures, LeaveTheRunAlone) {
  const std::string measures =
      R"(MEASURE a = MAX v1_2
MEASURE b = AVG a1_2
MEASURE c = TIME WHEN x1_2 > 0.5
)";
  RunSettings digits;
  digits.digits = 15;
  auto tables = [](const std::string& report) {
    const std::size_t begin = report.find("\n TIME");
    return report.substr(begin,
                         std::min(report.find("\n MEASURES"), report.find("#\n# audit")) - begin);
  };
  EXPECT_EQ(tables(test::run(oscillator(measures, "STEP 1e-9 1e-9"), digits).report),
            tables(test::run(oscillator("", "STEP 1e-9 1e-9"), digits).report));
}

}  // namespace
}  // namespace mbs
