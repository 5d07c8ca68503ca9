// Measures of functions of the motion that are narrower than the points at which a step is sampled:
// the motion is free, so that steps are as long as the run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/good_run.h"

namespace mbs {
namespace {

// y = v t - 5 t^2 turns at 4.905 m.
const double kV = std::sqrt(2 * 10 * 4.905), kEnd = 1.8;
const double kSqrtPi = std::sqrt(std::numbers::pi), kSqrt2 = std::sqrt(2.0);

struct Case {
  std::string measure;
  double right;
};

std::string thrown(const std::vector<Case>& cases, const std::string& method) {
  std::string deck = fmt::format(
      "X 1 0 0\nDYNX 1\nEND HALT\nXM 1 2\nSTARTVX 1 1 3\nSTARTVX 1 2 {:.17g}\nGRAVITY 0 -10\n"
      "INTEG {}\nOUT height = x1_2\nTIMES 0 {} {}\n",
      kV, method, kEnd, kEnd);
  for (std::size_t k = 0; k < cases.size(); ++k)
    deck += fmt::format("MEASURE q{} = {}\n", k, cases[k].measure);
  return deck + "END END\n";
}

void expect_measures(const std::string& deck, const std::vector<Case>& cases, double error,
                     const std::string& what) {
  const test::RunResult run = test::good_run(deck);
  for (std::size_t k = 0; k < cases.size(); ++k)
    EXPECT_NEAR(run.measure(fmt::format("q{}", k)), cases[k].right,
                error * std::fabs(cases[k].right))
        << cases[k].measure << ' ' << what;
}

// Above 4.9 m it is for sqrt(0.001) s on either side of the turn; through 2 m it goes with
// sqrt(v^2 - 40) m/s, up and down.
std::vector<Case> cases() {
  const double half = std::sqrt(.001), speed = std::sqrt(kV * kV - 40);
  return {{"INTEG max(0, x1_2 - 4.9)", 4.0 / 3 * .005 * half},
          {"AVG max(0, x1_2 - 4.9)", 4.0 / 3 * .005 * half / kEnd},
          {"INTEG max(0, height - 4.9)", 4.0 / 3 * .005 * half},
          {"INTEG (x1_2 > 4.9 ? 1 : 0)", 2 * half},
          {"INTEG exp(-((x1_2 - 2)/1e-4)^2)", 2 * kSqrtPi * 1e-4 / speed},
          {"INTEG exp(-((v1_2 - 1)/1e-3)^2)", kSqrtPi * 1e-3 / 10},
          {"MAX exp(-((x1_2 - 2)/1e-4)^2)", 1},
          {"MIN -exp(-((height - 2)/1e-5)^2)", -1},
          {"TIME WHEN exp(-((x1_2 - 2)/1e-4)^2) > 0.5",
           (kV - std::sqrt(kV * kV - 20 * (2 - 1e-4 * std::sqrt(std::log(2))))) / 10},
          {"TIME WHEN max(0, x1_2 - 4.9) > 0.001", kV / 10 - std::sqrt(.004 / 5)}};
}

TEST(MeasureNarrow, FunctionsOfAThrow) {
  const std::vector<Case> all = cases();
  for (const char* method : {"STEP 1e-9 1e-9", "DOP853 1e-9 1e-9", "RK4 0.35", "HEUN 0.1",
                             "DOP853 1e-9 1e-9\nFORM FULL"})
    expect_measures(thrown(all, method), all, 1e-8, method);
  for (const char* method : {"STIFF 1e-9 1e-9", "GALPHA 1e-9 1e-9"})
    expect_measures(thrown(all, method), all, 1e-5, method);
}

// No other measure cuts the steps where this one asks for it.
TEST(MeasureNarrow, EachAlone) {
  for (const char* method : {"STEP", "STEP 1e-9 1e-9", "DOP853", "STIFF 1e-9 1e-9", "RK4 0.35"})
    for (const Case& one : cases()) expect_measures(thrown({one}, method), {one}, 1e-8, method);
  for (const Case& one : cases()) expect_measures(thrown({one}, "GALPHA"), {one}, 1e-5, "GALPHA");
}

// Above h = H - d the turn at H lies anywhere between the points of a step, and some of them may
// lie within the narrow place.
TEST(MeasureNarrow, WhereverTheTurnLies) {
  const std::vector<std::string> methods{"STEP",   "STEP 1e-9 1e-9",  "DOP853 1e-12 1e-12",
                                         "DOP853", "STIFF 1e-9 1e-9", "RK4 0.06"};
  for (int k = 0; k < 20; ++k) {
    const std::string& method = methods[static_cast<std::size_t>(k) % methods.size()];
    const double v = 3 + 0.353 * k, end = v / 10 * (1.2 + 0.027 * k), top = v * v / 20,
                 d = top * std::pow(10.0, -2 - 0.12 * k), half = std::sqrt(d / 5);
    const std::string above = fmt::format("max(0, x1_2 - {:.17g})", top - d);
    const std::vector<Case> all{
        {"MAX " + above, d},
        {"INTEG " + above, 4.0 / 3 * d * half},
        {fmt::format("MIN min(0, {:.17g} - x1_2)", top - d), -d},
        {fmt::format("TIME WHEN {} > {:.17g}", above, d / 2), v / 10 - std::sqrt(d / 10)}};
    for (const Case& one : all)
      expect_measures(
          fmt::format("X 1 0 0\nDYNX 1\nEND HALT\nXM 1 2\nSTARTVX 1 2 {:.17g}\nGRAVITY 0 -10\n"
                      "INTEG {}\nTIMES 0 {} {}\nMEASURE q0 = {}\nEND END\n",
                      v, method, end, end, one.measure),
          {one}, 1e-6, method);
  }
}

// A fast mass beside the measured one makes steps short: each is far shorter than the run, and far
// longer than what is measured.
TEST(MeasureNarrow, InShortStepsAndOfForces) {
  constexpr double kLevel = 0.3, kWidth = 1e-4, kRate = 5, kUntil = 8;
  double passing = 0;  // the sum of 1 / speed over all passages
  for (int k = -1; k < 8; ++k)
    for (const double side : {-1.0, 1.0}) {
      const double t = (2 * std::numbers::pi * k + side * std::acos(kLevel)) / kRate;
      if (t > 0 && t < kUntil) passing += 1 / (kRate * std::sqrt(1 - kLevel * kLevel));
    }
  const std::vector<Case> all{
      {"INTEG exp(-((x1_1 - 0.3)/1e-4)^2)", kSqrtPi * kWidth * passing},
      {"AVG max(0, 1 - abs(x1_1 - 0.3)/1e-4)", kWidth * passing / kUntil},
      {"INTEG max(0, 1 - abs(f1_1 + 7.5)/25e-4)", kWidth * passing},
      {"RMS exp(-((a1_1 + 7.5)/25e-4)^2)", std::sqrt(kSqrtPi * kWidth * passing / kUntil / kSqrt2)},
      {"MAX exp(-((f1_1 + 7.5)/25e-4)^2)", 1},
      {"TIME WHEN exp(-((a1_1 + 7.5)/25e-4)^2) > 0.5 NTH 2",
       (2 * std::numbers::pi - std::acos(kLevel - kWidth * std::sqrt(std::log(2)))) / kRate}};
  for (const char* method :
       {"STEP 1e-10 1e-10", "DOP853 1e-10 1e-10", "STIFF 1e-9 1e-9", "RK4 2e-3"})
    for (const char* law : {"", "XLAW 2 1 = -9e4*x2_1\n"}) {
      std::string deck = fmt::format(
          "X 1 1 0\nDYNX 1 1\nFIX 1 2\nX 2 1e-6 0\nDYNX 2 1\nFIX 2 2\nEND HALT\nXM 1 1\nXM 2 1\n"
          "XLAW 1 1 = -25*x1_1\n{}INTEG {}\nTIMES 0 {} {}\n",
          law, method, kUntil, kUntil);
      for (std::size_t k = 0; k < all.size(); ++k)
        deck += fmt::format("MEASURE q{} = {}\n", k, all[k].measure);
      expect_measures(deck + "END END\n", all, 1e-5, fmt::format("{} {}", method, law));
    }
}

// Potential and kinetic energy of the throw: 20 y, and 9 + v^2.
TEST(MeasureNarrow, OfEnergies) {
  const double half = std::sqrt(.001);
  const std::vector<Case> all{
      {"INTEG max(0, energy.potential - 98)", 20 * 4.0 / 3 * .005 * half},
      {"INTEG exp(-((energy.kinetic - 10)/1e-3)^2)", 2 * kSqrtPi * 1e-3 / 20},
      {"MAX exp(-((energy.kinetic - 10)/1e-3)^2)", 1}};
  for (const char* method : {"STEP", "DOP853", "STIFF 1e-9 1e-9", "RK4 0.02"}) {
    expect_measures(thrown(all, method), all, 1e-5, method);
    for (const Case& one : all) expect_measures(thrown({one}, method), {one}, 1e-5, method);
  }
}

// A crank with two turns a second: the rows have no influence, be they further apart than its turns
// or at the same places of each turn.
TEST(MeasureNarrow, InKinematicRuns) {
  const double w = 4 * std::numbers::pi, passing = 40 / (w * std::sqrt(0.75)),
               near = 1e-4 * std::sqrt(std::log(2));
  const std::vector<Case> all{
      {"INTEG point1.x^2", 5},
      {"INTEG body2.x^2", 5},
      {"INTEG ABS body2.x", 20 / std::numbers::pi},
      {"RMS point1.xdd", w * w / kSqrt2},
      {"INTEG exp(-((point1.x - 0.5)/1e-4)^2)", kSqrtPi * 1e-4 * passing},
      {"INTEG max(0, 1 - abs(body2.x - 0.5)/1e-4)", 1e-4 * passing},
      {"MAX exp(-((body2.x - 0.5)/1e-4)^2)", 1},
      {fmt::format("AVG exp(-((point1.xdd/{:.17g} + 0.5)/1e-4)^2)", w * w),
       kSqrtPi * 1e-4 * passing / 10},
      {"INTEG max(0, point1.x - 0.9999)", 20 * 2.0 / 3 * 1e-4 * 2 * std::sqrt(2e-4) / w},
      {"TIME WHEN exp(-((point1.x - 0.5)/1e-4)^2) > 0.5 NTH 3",
       (2 * std::numbers::pi + std::acos(0.5 + near)) / w}};
  for (const double rows : {10.0, 1.0, 0.1, 0.0625, 0.05, 0.04, 0.02, 0.001}) {
    std::string deck = fmt::format(
        "2 1 0 1 0 0 1 0 0\n0 0 0\n1 0 0\n1 2 0 0 -1 0\n1\n2 0 0\n0 10 {}\n"
        "DRIVE 2 PHI = 4*pi*t  # meant\n",
        rows);
    for (std::size_t k = 0; k < all.size(); ++k)
      deck += fmt::format("MEASURE q{} = {}\n", k, all[k].measure);
    expect_measures(deck, all, 2e-5, fmt::format("rows {}", rows));
    // What is smooth has ten digits.
    const std::vector<Case> smooth(all.begin(), all.begin() + 4);
    expect_measures(deck, smooth, 1e-10, fmt::format("rows {}", rows));
  }
}

// A body of a KABIOS deck, and a chain, that turn freely with 3 rad/s past 2 rad.
TEST(MeasureNarrow, InOtherDialects) {
  const std::string kabios = R"(2 0 0 1 0 0 0 0 0
0 0 0
0 0 0
1
0 1.8 1.8
MASS 2  2 0.1
VEL 2  7 0 3
MEASURE q0 = INTEG max(0, 1e-3 - abs(body2.phi - 2))
MEASURE q1 = MAX exp(-((body2.phi - 2)/1e-5)^2)
END
)",
                    chain = R"(SEGDYN
SEGMENT 1 1 0.4 0.2 0.0133
STATE 1 0 3
BASE 0 0
MEASURE q0 = INTEG max(0, 1e-3 - abs(phi1 - 2))
MEASURE q1 = MAX exp(-((phi1 - 2)/1e-5)^2)
TIME 0 1.8 1.8
END
)";
  for (const std::string& deck : {kabios, chain})
    expect_measures(deck, {{"INTEG", 1e-6 / 3}, {"MAX", 1}}, 1e-6, deck);
}

// Where v = A w sin(w t) turns, it is above a level for less than a step, and the function is 0 at
// all ends of steps. Sample points that show it must count, although it is nowhere steep.
TEST(MeasureNarrow, PlacesThatFillMostOfAStep) {
  struct Swing {
    double k, x, below;  // stiffness of a mass of 1, start, and how far the level is below the top
  };
  for (const Swing& s : {Swing{25.136274330361545, 1.1834976522359972, 0.00032070722080809115},
                         Swing{2.1481672430983543, 1.0311714560818062, 0.00036485}}) {
    const double w = std::sqrt(s.k), top = s.x * w, level = top * (1 - s.below),
                 half = std::acos(1 - s.below) / w, end = 3 * std::numbers::pi / w;
    const std::string f = fmt::format("max(0, v1_1 - {:.17g})", level);
    const double area = 2 * (top * std::sin(w * half) / w - level * half);
    const double square = top * top * (half + std::sin(2 * w * half) / (2 * w)) -
                          4 * top * level * std::sin(w * half) / w + 2 * level * level * half;
    const std::vector<Case> cases{{"INTEG " + f, area},
                                  {"AVG " + f, area / end},
                                  {"RMS " + f, std::sqrt(square / end)},
                                  {"MAX " + f, top - level},
                                  {fmt::format("TIME WHEN {} > {:.17g}", f, (top - level) / 2),
                                   1.5 * std::numbers::pi / w - std::acos(1 - s.below / 2) / w}};
    for (const Case& one : cases)
      expect_measures(fmt::format("X 1 {:.17g} 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 1\n"
                                  "XLAW 1 1 = -{:.17g}*x1_1\nTIMES 0 {:.17g} {:.17g}\n"
                                  "INTEG STEP\nMEASURE q0 = {}\nEND END\n",
                                  s.x, s.k, end, end, one.measure),
                      {one}, 1e-5, "STEP");
  }
}

// Means over the time T, summed at the middle of two million parts, of a function of
// v = -A w sin(w t) that is constant between its jumps.
struct Stepped {
  double A, w, T;
  int rows;
  std::string text;
  double (*value)(double v);
};

void expect_means(const Stepped& s) {
  constexpr int kParts = 2'000'000;
  double sum = 0, sizes = 0, squares = 0;
  for (int k = 0; k < kParts; ++k) {
    const double y = s.value(-s.A * s.w * std::sin(s.w * (k + 0.5) * s.T / kParts));
    sum += y, sizes += std::fabs(y), squares += y * y;
  }
  expect_measures(fmt::format("X 1 0\nINPUTX 1\nEND HALT\nINPUTX 1 1 = {:.17g}*cos({:.17g}*t)\n"
                              "TIMESTEP {:.17g} {}\nMEASURE q0 = INTEG {}\n"
                              "MEASURE q1 = INTEG ABS {}\nMEASURE q2 = RMS {}\nEND END\n",
                              s.A, s.w, s.T, s.rows, s.text, s.text, s.text),
                  {{"INTEG", sum * s.T / kParts},
                   {"INTEG ABS", sizes * s.T / kParts},
                   {"RMS", std::sqrt(squares / kParts)}},
                  2e-5, fmt::format("{} in {} rows", s.text, s.rows));
}

// Nine values of a stepped function may lie on a polynomial of low degree: 0, 0, 1, 1, 0, 1, 1, 0,
// 0. Its square and its size may be the same at both ends of a step that leads through zero.
TEST(MeasureNarrow, SteppedFunctions) {
  for (const int rows : {2, 3, 7, 20}) {
    expect_means({0.8553756665240233, 4.350629226846857, 2, rows,
                  "floor(2.2695156700728205*sin(1.5963164550769773*v1_1)^2)", [](double v) {
                    return std::floor(2.2695156700728205 *
                                      std::pow(std::sin(1.5963164550769773 * v), 2));
                  }});
    expect_means({1.5938116217504206, 5.867598922900269, 1.0141662297615572, rows,
                  "ceil(1.896945439086764*cos(1.6693141224170287*v1_1))", [](double v) {
                    return std::ceil(1.896945439086764 * std::cos(1.6693141224170287 * v));
                  }});
  }
}

// 360 jumps, and so many that they are not all found, which is said.
TEST(MeasureNarrow, FunctionsOfManySteps) {
  expect_means({1.0118578346462395, 5.740270532337724, 2.7771118606230143, 5,
                "floor(2.162057701832844*v1_1^2)",
                [](double v) { return std::floor(2.162057701832844 * v * v); }});
  const test::RunResult run = test::done(
      "X 1 0\nINPUTX 1\nEND HALT\nINPUTX 1 1 = cos(6*t)\nMEASURE a = INTEG floor(1000*x1_1^2)\n"
      "TIMESTEP 10 10\nEND END\n");
  // The mean of x^2, less half a step.
  EXPECT_NEAR(run.measure("a"), 10 * (500 * (1 + std::sin(120.0) / 120) - 0.5), 2);
  EXPECT_NE(run.messages.find("it varies too often to be integrated to the last digit: its value "
                              "may be off by 0.000"),
            std::string::npos)
      << run.messages;
}

}  // namespace
}  // namespace mbs
