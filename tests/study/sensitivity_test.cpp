// Derivatives of measures: closed forms, whose errors must lie within the printed ones; kinks and
// other orders of events give none.
#include "study/sensitivity.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include "paths.h"
#include "support/process.h"

namespace mbs {
namespace {

using test::Finished;
using test::mbsim;

std::vector<DifferencePair> pairs_of(double (*f)(double), double x, double h) {
  std::vector<DifferencePair> out;
  for (int k = 0; k < 6; ++k, h /= 2) out.push_back({h, f(x - h), f(x + h)});
  return out;
}

TEST(Differentiate, ErrorsAreHeld) {
  struct Case {
    double (*f)(double);
    double (*slope)(double);
  };
  const Case cases[] = {
      {[](double x) { return std::sin(x); }, [](double x) { return std::cos(x); }},
      {[](double x) { return std::exp(3 * x); }, [](double x) { return 3 * std::exp(3 * x); }},
      {[](double x) { return 1 / (1 + x * x); },
       [](double x) { return -2 * x / std::pow(1 + x * x, 2); }},
      {[](double x) { return std::tanh(20 * x); },
       [](double x) { return 20 / std::pow(std::cosh(20 * x), 2); }},
      {[](double x) { return std::sin(40 * x); }, [](double x) { return 40 * std::cos(40 * x); }},
      {[](double x) { return x; }, [](double) { return 1.0; }},
      {[](double) { return 3.0; }, [](double) { return 0.0; }}};
  for (const Case& c : cases)
    for (double x = -1; x < 1; x += 0.083)
      for (double h : {0.02, 0.1, 0.004}) {
        // Rounding of the function and of x.
        const double noise = 4e-16 * (std::fabs(c.f(x)) + 1 + std::fabs(c.slope(x)));
        const Derivative d = differentiate(pairs_of(c.f, x, h), c.f(x), noise);
        ASSERT_EQ(d.reason, "");
        EXPECT_LE(std::fabs(d.value - c.slope(x)), d.error) << x << " " << h;
        EXPECT_LE(d.error, 1e-4 * std::max(1.0, std::fabs(c.slope(x))) + (h > 0.05 ? 1 : 0));
      }
}

TEST(Differentiate, NoiseIsInTheError) {
  int outside = 0;
  for (int seed = 0; seed < 200; ++seed) {
    unsigned state = 77u + static_cast<unsigned>(seed);
    const double noise = 1e-9;
    auto f = [&](double x) {
      state = state * 1664525u + 1013904223u;
      return std::exp(x) + noise * (state / 4294967296.0 * 2 - 1);
    };
    std::vector<DifferencePair> pairs;
    double h = 0.02;
    for (int k = 0; k < 6; ++k, h /= 2) {
      const double low = f(0.3 - h), high = f(0.3 + h);
      pairs.push_back({h, low, high});
    }
    const Derivative d = differentiate(pairs, f(0.3), noise);
    outside += std::fabs(d.value - std::exp(0.3)) > d.error;
    EXPECT_LT(d.error, 1e-5);
  }
  EXPECT_EQ(outside, 0);
}

TEST(Differentiate, KinksHaveNone) {
  const auto kink = [](double x) { return std::max(x, 3 * x - 0.6) + x * x; };
  EXPECT_NE(differentiate(pairs_of(kink, 0.3, 0.02), kink(0.3), 1e-15).reason, "");
  EXPECT_EQ(differentiate(pairs_of(kink, 0.5, 0.02), kink(0.5), 1e-15).reason, "");
  const auto hole = [](double x) { return x < 0.31 ? x : NAN; };
  EXPECT_EQ(differentiate(pairs_of(hole, 0.3, 0.02), 0.3, 1e-15).reason, "");  // of smaller steps
  EXPECT_NE(differentiate(pairs_of(hole, 0.3099, 0.02), 0.3099, 1e-15).reason, "");
}

struct Line {
  double value = NAN, error = NAN;
};

std::map<std::string, Line> table(const std::string& text) {
  std::map<std::string, Line> out;
  std::istringstream in(text);
  for (std::string measure, parameter, value, error; in >> measure >> parameter >> value >> error;)
    out[measure + " " + parameter] = {std::stod(value), std::stod(error)};
  return out;
}

void holds(const std::map<std::string, Line>& lines, const std::string& name, double exact,
           double relative) {
  ASSERT_TRUE(lines.count(name)) << name;
  const Line& line = lines.at(name);
  EXPECT_LE(std::fabs(line.value - exact), line.error) << name << " " << exact;
  EXPECT_LE(line.error, relative * std::max(1.0, std::fabs(exact))) << name;
}

// A ball that falls from h and bounces with e: closed forms of its n-th landing and of the height
// after it.
const char* const kBall =
    R"(PARAM h = 1
PARAM kept = 0.8
X 1 0 ${h}
FIX 1 1
DYNX 1 2
END HALT
XM 1 1
GRAVITY 0 -9.81
EVENT bounce WHEN x1_2 < 0 DO IMPACT X 1 2 FLOOR e = kept
INTEG STEP 1e-6 1e-6
TIMESTEP {} 5
MEASURE landing = TIME WHEN x1_2 < 0
MEASURE again = TIME WHEN x1_2 < 0 NTH 2
MEASURE top = MAX x1_2 FROM 0.5
MEASURE final = LAST x1_2
END END
)";

TEST(Sensitivity, OfABouncingBall) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("ball.dat");
  std::string text = kBall;
  text.replace(text.find("{}"), 2, "1.3");
  test::write_all(deck, text);
  const Finished done = mbsim(fmt::format("sensitivity '{}' -p h -p kept", deck));
  ASSERT_EQ(done.status, 0) << done.err;
  const auto lines = table(done.out);
  const double g = 9.81, h = 1, e = 0.8, fall = std::sqrt(2 * h / g);
  holds(lines, "landing h", 1 / (g * fall), 1e-6);
  holds(lines, "landing kept", 0, 1e-6);
  holds(lines, "again h", (1 + 2 * e) / (g * fall), 1e-6);
  holds(lines, "again kept", 2 * fall, 1e-6);
  holds(lines, "top h", e * e, 1e-6);
  holds(lines, "top kept", 2 * e * h, 1e-6);
  // At t = 1.3 it is in the air after two: x = e^2 g fall s - g s^2/2, s = 1.3 - (1 + 2 e) fall.
  const double s = 1.3 - (1 + 2 * e) * fall, dfall = 1 / (g * fall);
  const double by_s = e * e * g * fall - g * s;
  holds(lines, "final h", e * e * g * dfall * s - by_s * (1 + 2 * e) * dfall, 1e-6);
  holds(lines, "final kept", 2 * e * g * fall * s - by_s * 2 * fall, 1e-6);
}

// sin(w a) at a = 1 for w from 300 to 1e5: the largest distances are whole periods and parts of
// them, and their differences agree by chance.
TEST(Sensitivity, OfWhatTurnsManyTimes) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("waves.dat");
  std::string text = "PARAM a = 1\nX 1 0\nINPUTX 1\nEND HALT\nINPUTX 1 1 = t\n";
  const auto rate_of = [](int k) { return 300 * std::pow(1.0294, k); };
  constexpr int kWaves = 200;
  for (int k = 0; k < kWaves; ++k)
    text += fmt::format("OUT q{0} = sin({1:.17g}*a)\nMEASURE s{0} = LAST q{0}\n", k, rate_of(k));
  text += fmt::format("OUT turns = 0.5*sin({:.17g}*a)\nMEASURE turn = LAST turns\n",
                      100 * std::numbers::pi);
  test::write_all(deck, text + "TIMES 0 1 1\nEND END\n");
  const Finished done = mbsim(fmt::format("sensitivity '{}' -p a", deck));
  ASSERT_EQ(done.status, 0) << done.err;
  const auto lines = table(done.out);
  for (int k = 0; k < kWaves; ++k)
    holds(lines, fmt::format("s{} a", k), rate_of(k) * std::cos(rate_of(k)), 1e-3);
  holds(lines, "turn a", 50 * std::numbers::pi, 1e-3);
}

// A short time between two events is the difference of long ones: its noise is larger than a
// rounding of its size, and there is nothing else in its differences. It is a thirtieth of the
// width.
TEST(Sensitivity, OfADifferenceOfTimes) {
  const Finished done =
      mbsim(fmt::format("sensitivity '{}/decks/events/two_roots.dat' -p width", MBSIM_ROOT));
  ASSERT_EQ(done.status, 0) << done.err;
  holds(table(done.out), "darkness width", 1. / 30, 1e-6);
}

// The end of the run is where it bounces: a little higher, and it has not.
TEST(Sensitivity, AnotherOrderOfEventsGivesNone) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("ball.dat");
  std::string text = kBall;
  text.replace(text.find("{}"), 2, "0.451523642");  // it lands at 0.4515236410
  text.erase(text.find("MEASURE again"), text.find("MEASURE final") - text.find("MEASURE again"));
  test::write_all(deck, text);
  const Finished done = mbsim(fmt::format("sensitivity '{}' -p h", deck));
  EXPECT_EQ(done.status, 4) << done.out;
  EXPECT_NE(done.err.find("final has no derivative by h: beside it the events come in another "
                          "order: the end in place of EVENT bounce"),
            std::string::npos)
      << done.err;
}

// Crank-slider with offset 0: the stroke is twice the crank, whatever the rod.
TEST(Sensitivity, OfKinematics) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("slider.dat");
  test::write_all(deck,
                  R"(PARAM r = 0.2
PARAM l = 0.5
MEASURE stroke = PP body4.x
MEASURE far = MAX body4.x
MEASURE start = FIRST body4.xdd
4 3 1 1 0 1 0 0 0
0 0 0
${r/2} 0 0
${r + l/2} 0 0
${r + l} 0 0
1 2 0 0 ${-r/2} 0
2 3 ${r/2} 0 ${-l/2} 0
3 4 ${l/2} 0 0 0
1 4 0 0 1 0 0 0
1
2 3 0 ${2*pi} 0
0 1 0.05
)");
  const Finished done = mbsim(fmt::format("sensitivity '{}' -p r -p l", deck));
  ASSERT_EQ(done.status, 0) << done.err;
  const auto lines = table(done.out);
  holds(lines, "stroke r", 2, 1e-8);
  holds(lines, "stroke l", 0, 1e-8);
  holds(lines, "far r", 1, 1e-8);
  holds(lines, "far l", 1, 1e-8);
  const double w = 2 * M_PI, r = 0.2, l = 0.5;  // xdd = -w^2 (r + r^2/l) in the outer dead centre
  holds(lines, "start r", -w * w * (1 + 2 * r / l), 1e-7);
  holds(lines, "start l", w * w * r * r / (l * l), 1e-7);
}

TEST(Sensitivity, OfADampedOscillator) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("spring.dat");
  test::write_all(deck,
                  R"(PARAM k = 180
PARAM c = 3
X 1 0.1 0
FIX 1 2
DYNX 1 1
END HALT
XM 1 2
XLAW 1 1 = -k*x - c*v
TIMESTEP 2 20
MEASURE final = LAST x1_1
END END
)");
  const Finished done = mbsim(fmt::format("sensitivity '{}' -p k -p c", deck));
  ASSERT_EQ(done.status, 0) << done.err;
  const auto lines = table(done.out);
  auto x = [](long double k, long double c) {
    const long double m = 2, d = c / (2 * m), w = std::sqrt(k / m - d * d), t = 2;
    return 0.1L * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t));
  };
  const long double h = 1e-4L;
  holds(lines, "final k", static_cast<double>((x(180 + h, 3) - x(180 - h, 3)) / (2 * h)), 1e-6);
  holds(lines, "final c", static_cast<double>((x(180, 3 + h) - x(180, 3 - h)) / (2 * h)), 1e-6);
}

TEST(Sensitivity, WhatIsRefused) {
  auto says = [](const std::string& arguments, const char* what) {
    const Finished done = mbsim("sensitivity " + arguments);
    EXPECT_EQ(done.status, 2) << arguments;
    EXPECT_NE(done.err.find(what), std::string::npos) << done.err;
  };
  says("decks/kabios/quick_return.dat", "no parameter is given; expected -p name");
  says("decks/kabios/quick_return.dat -p crank=1:2", "it is no name");
  says("decks/kabios/quick_return.dat -p crnk", "did you mean 'crank'?");
  says("decks/bench/push_off.dat -p foot", "the deck has no MEASURE lines");
}

}  // namespace
}  // namespace mbs
