// Forces that are narrow in the state are seen by every method that chooses its steps: the work of
// a field is what the body loses, however far the field reaches. Steps of fixed length that pass
// over one say so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "support/draws.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// Each is 1 N high and 1 mm wide about x = 5.
struct Field {
  const char* law;
  double work;  // of a force of 1 N
};
const Field kFields[] = {
    {"exp(-(({0} - 5)/1e-3)^2)", 1e-3 * std::sqrt(M_PI)},
    {"({0} > 5 && {0} < 5.001 ? 1 : 0)", 1e-3},
    {"max(0, 1 - abs({0} - 5)/1e-3)", 1e-3},
    {"(rise_345(({0} - 5)/1e-3) - rise_345(({0} - 5.002)/1e-3))", 2e-3},
    {"1/cosh(({0} - 5)/1e-3)^2", 2e-3},
};

void expect_speed(const std::string& deck, double speed, double tolerance) {
  RunSettings settings;
  settings.timeout = test::patience(5);
  const test::RunResult run = test::run(deck, settings);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages << deck;
  ASSERT_EQ(run.measures.size(), 1U);
  EXPECT_NEAR(run.measures[0].value, speed, tolerance) << deck << run.messages;
}

std::string native(const std::string& law, const std::string& method) {
  return "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nSTARTVX 1 1 1\nXLAW 1 1 = " + law +
         "\nTIMES 0 10 10\nMEASURE last = LAST v1_1\n" + method + "END END\n";
}

// 2 kg at 1 m/s against fields of 100 N.
TEST(NarrowFields, TakeTheirWork) {
  for (const Field& field : kFields) {
    const double speed = std::sqrt(1 - 100 * field.work);
    const std::string law = fmt::format(fmt::runtime(field.law), "x");
    for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n"})
      expect_speed(native("-100*" + law, method), speed, 1e-5);
    // Beside a force that varies much more: a spring that is soft at 5.
    expect_speed(native("-100*" + law + " + 1e-9*(x - 5)^3", "INTEG DOP853\n"), speed, 1e-5);
  }
}

// STEP and GALPHA evaluate a law at the ends of their steps only. A field between them, which six
// places inside the step do see, is not left to their error control.
TEST(NarrowFields, BetweenTheEndsOfAStep) {
  for (const std::string method : {"STEP", "GALPHA"})
    for (double tolerance = 2e-6; tolerance < 1e-4; tolerance *= 1.35) {
      const std::string deck =
          native("-100*(rise_345((x - 5)/1e-3) - rise_345((x - 5.002)/1e-3))",
                 fmt::format("INTEG {} {:.3g} {:.3g}\n", method, tolerance, tolerance));
      expect_speed(deck, std::sqrt(0.8), 2e-3);
    }
}

// A chain whose angle passes the field, a body of a KABIOS deck.
TEST(NarrowFields, InOtherDialects) {
  for (const Field& field : kFields) {
    const std::string angle = fmt::format(fmt::runtime(field.law), "phi1");
    const std::string place = fmt::format(fmt::runtime(field.law), "body2.x");
    for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n"}) {
      expect_speed("SEGDYN\nSEGMENT 1 1 1 0.5 0.25\nSTATE 1 0 1\nBASE 0 0\nKNOWN M 1 = -50*" +
                       angle + "\nTIME 0 10 10\nMEASURE last = LAST phid1\n" + method + "END\n",
                   std::sqrt(1 - 2 * 50 * field.work / 0.5), 1e-5);
      expect_speed(
          "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 10 10\nMASS 2 2 0.1\nVEL 2 1 0 0\nFORCE 2 0 0 FX "
          "= -100*" +
              place + " ; FY = 0\nMEASURE last = LAST body2.xd\n" + method + "END\n",
          std::sqrt(1 - 100 * field.work), 1e-5);
    }
  }
}

// Of a state that runs with the time; of a place that moves itself.
TEST(NarrowFields, OfAStateAndOfAMovingPlace) {
  for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n"}) {
    expect_speed(
        "X 1 0 0\nDYNX 1 1\nFIX 1 2\nEND HALT\nXM 1 2\nODE z 0 RATE 1\nODE w 0 RATE "
        "1000*exp(-((z - 5)/1e-3)^2)\nTIMES 0 10 10\nMEASURE last = LAST w\n" +
            method + "END END\n",
        std::sqrt(M_PI), 1e-5);
    // The field comes towards it with 1 m/s, both of 2 m/s: 2 kg lose what it takes.
    expect_speed(native("-100*exp(-((x + t - 10)/1e-3)^2)", method),
                 std::sqrt(4 - 100 * 1e-3 * std::sqrt(M_PI)) - 1, 1e-5);
  }
}

// Several fields within one step: the first ends it, whichever is widest. tan() has no range about
// its poles, which hides none of them; slits lie at the ends of steps, too.
TEST(NarrowFields, ManyWithinAStep) {
  struct Many {
    const char* law;
    double work;
  };
  const Many all[] = {
      // 3 m/s from 0 for 4 s; 2 kg: v^2 falls by the work.
      {"-10*(tan(x) > 30 ? 1 : 0)", 10 * 4 * std::atan(1.0 / 30)},
      {"-5*(abs(sin(3*x)) > 0.999 ? 1 : 0)", 5 * 11 * 2.0 / 3 * std::acos(0.999)},
      {"-5*(mod(x, 0.3) > 0.29 ? 1 : 0)", 5 * 37 * 0.01},
      {"-20*exp(-(100*tan(x - 1.3))^2)", 4 * 0.35448 * 0.99995},
  };
  for (const Many& many : all)
    for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n"}) {
      std::string deck = native(many.law, method);
      deck.replace(deck.find("STARTVX 1 1 1"), 13, "STARTVX 1 1 3");
      deck.replace(deck.find("TIMES 0 10 10"), 13, "TIMES 0 4 4");
      expect_speed(deck, std::sqrt(9 - many.work), 2e-5);
    }
}

// Slits that lie beside each other: a step that ends within one, or in front of the row, leaves out
// none of the others. 2 kg; each slit is as wide as what lies between two.
TEST(NarrowFields, SlitsInARow) {
  struct Row {
    double at, width;
    int count;
    double force, speed;
  };
  for (const Row& row :
       {Row{5.523479922561183, 2.4959262043737805e-4, 12, 62.052174792515039, 5.4147},
        Row{2.8889462, 4.2428828e-5, 6, 623.25492, 4.762457797}, Row{3.1, 3e-5, 19, -260, 6.3},
        Row{1.7, 1.9e-4, 21, 18, 2.9}})
    for (const std::string method : {"STEP 1e-9 1e-9", "DOP853 1e-9 1e-9", "GALPHA 1e-6 1e-6"}) {
      const auto law = [&](const std::string& x) {
        return fmt::format(
            "({0} > {1:.17g} && {0} < {2:.17g} && mod({0} - {1:.17g}, {3:.17g}) < "
            "{4:.17g} ? {5:.17g} : 0)",
            x, row.at, row.at + 2 * row.count * row.width, 2 * row.width, row.width, row.force);
      };
      const double last = std::sqrt(row.speed * row.speed + row.force * row.width * row.count);
      // A twentieth of what one slit gives, or the tolerance.
      const double tolerance = std::max(std::fabs(row.force) * row.width / 2 / last / 20, 2e-5);
      std::string deck = native(law("x"), "INTEG " + method + "\n");
      deck.replace(deck.find("STARTVX 1 1 1"), 13, fmt::format("STARTVX 1 1 {:.17g}", row.speed));
      deck.replace(deck.find("TIMES 0 10 10"), 13, "TIMES 0 4 2");
      expect_speed(deck, last, tolerance);
      expect_speed(fmt::format("2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 4 2\nMASS 2 2 0.1\nVEL 2 "
                               "{:.17g} 0 0\nLAW BODY 2 X = {}\nMEASURE last = LAST body2.xd\n"
                               "INTEG {}\nEND\n",
                               row.speed, law("body2.x"), method),
                   last, tolerance);
    }
}

// A field at one angle of a rotor is met at each turn, of which a step may have thirty: each takes
// the same from the velocity, half the width times sqrt(pi).
TEST(NarrowFields, AFieldAtAnAngleIsMetAtEachTurn) {
  struct Turn {
    const char *law, *method;
    double width;
  };
  const char* const of_mod = "-0.5*exp(-((mod(x,2*pi)-3)/{})^2)*v";
  const char* const of_sine = "-0.5*exp(-(2*sin((x-3)/2)/{})^2)*v";
  for (const Turn& turn : {Turn{of_mod, "STEP", 1e-3}, Turn{of_mod, "STEP", 4e-2},
                           Turn{of_sine, "STEP", 1e-3}, Turn{of_sine, "DOP853", 1e-3}})
    for (const double speed : {1.0, 20.0}) {
      const double less = 0.5 * turn.width * std::sqrt(M_PI);
      double place = 0, t = 0, v = speed;
      for (int k = 0;; ++k) {
        const double next = 3 + 2 * M_PI * k;
        t += (next - place) / v;
        if (t > 50) break;
        place = next, v -= less;
      }
      const test::RunResult run =
          test::run("X 1 0\nDYNX 1\nEND HALT\nXM 1 1\nXLAW 1 1 = " +
                    fmt::format(fmt::runtime(turn.law), turn.width) +
                    fmt::format("\nSTARTVX 1 1 {} # meant\nTIMES 0 50 25\nINTEG {}\nEND END\n",
                                speed, turn.method));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_NEAR(run.value(2, "v1_1"), v, 2e-6 * speed) << turn.law << turn.width << turn.method;
    }
}

// A damping of 1 kg that acts in narrow fields takes the same velocity at each passage, whatever
// the method: c times the area of the field.
struct Passages {
  const char* law;  // {0}: what turns or moves, {1}: the period, {2}: the width
  double period, width, area, speed;
  int count;
  double less;  // velocity for each
  const char* method;
};

// The end lies midway between the last passage and the next.
void expect_passages(const Passages& p, double first) {
  double v = p.speed, t = first / v;
  for (int k = 1; k < p.count; ++k) v -= p.less, t += p.period / v;
  v -= p.less;
  const double end = t + 0.5 * p.period / v;
  const std::string law = fmt::format("{:.17g}*{}", -p.less / (p.area * p.width),
                                      fmt::format(fmt::runtime(p.law), first, p.period, p.width));
  const std::string start = fmt::format("{:.17g}", p.speed), stop = fmt::format("{:.17g}", end);
  const std::string decks[] = {
      "X 1 0\nDYNX 1\nEND HALT\nXM 1 1\nXLAW 1 1 = " +
          fmt::format(fmt::runtime(law), fmt::arg("q", "x"), fmt::arg("v", "v")) +
          "\nSTARTVX 1 1 " + start + " # meant\nTIMES 0 " + stop + " " + stop +
          "\nMEASURE last = LAST v1_1\nINTEG " + p.method + "\nEND END\n",
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 " + stop + " " + stop + "\nMASS 2 1 1\nVEL 2 " +
          start + " 0 0\nFORCE 2 0 0 FX = " +
          fmt::format(fmt::runtime(law), fmt::arg("q", "body2.x"), fmt::arg("v", "body2.xd")) +
          " ; FY = 0\nMEASURE last = LAST body2.xd\nINTEG " + p.method + "\nEND\n",
      "SEGDYN\nSEGMENT 1 1 1 0 1\nSTATE 1 0 " + start + "\nBASE 0 0\nKNOWN M 1 = " +
          fmt::format(fmt::runtime(law), fmt::arg("q", "phi1"), fmt::arg("v", "phid1")) +
          "\nTIME 0 " + stop + " " + stop + "\nMEASURE last = LAST phid1\nINTEG " + p.method +
          "\nEND\n"};
  for (const std::string& deck : decks) expect_speed(deck, v, 0.02 * p.less);
}

const char* const kTentOfMod =
    "max(0, 1 - abs((mod({{q}} - {0:.17g} + {1:.17g}/2, {1:.17g}) - {1:.17g}/2)/{2:.17g}))*{{v}}";
const char* const kTentOfSine =
    "max(0, 1 - abs({1:.17g}/pi*sin(pi*({{q}} - {0:.17g})/{1:.17g})/{2:.17g}))*{{v}}";
const char* const kPeakOfMod =
    "exp(-((mod({{q}} - {0:.17g} + {1:.17g}/2, {1:.17g}) - {1:.17g}/2)/{2:.17g})^2)*{{v}}";
const char* const kPeakOfSine =
    "1/cosh({1:.17g}/pi*sin(pi*({{q}} - {0:.17g})/{1:.17g})/{2:.17g})^2*{{v}}";

// The first step has no step before it that tells where the motion goes: the rates of the state do.
TEST(NarrowFields, InTheFirstStep) {
  for (const char* method : {"STEP", "DOP853", "STIFF"}) {
    expect_passages({kTentOfMod, 0.78, 4e-4, 1, 15, 1, 4, method}, 0.31);
    expect_passages({kPeakOfSine, 0.25, 4e-4, 2, 770, 8, 6, method}, 0.18);
  }
}

// So do states along a motion that is given, and states alone.
TEST(NarrowFields, StatesAlongAMotionAndAlone) {
  for (const char* const method : {"STEP", "DOP853", "STIFF", "GALPHA"})
    for (const char* const rest :
         {"X 1 0 0\nINPUTX 1\nEND HALT\nINPUTX 1 1 0 1\nODE z 0 RATE exp(-((x1_1-5.5)/1e-3)^2)\n",
          "END HALT\nODE y 0 RATE 1\nODE z 0 RATE exp(-((y-5.5)/1e-3)^2)\n"}) {
      const test::RunResult run =
          test::run(fmt::format("{}INTEG {}\nTIMES 0 10 10\nEND END\n", rest, method));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_NEAR(run.value(1, "z"), 1e-3 * std::sqrt(std::numbers::pi), 1e-8) << method << rest;
    }
}

// A law of what is prescribed: nothing that a method integrates says how far a step may go. Each
// passage of 3 sin 2t at c gives w sqrt(pi) over the speed.
TEST(NarrowFields, OfWhatIsDriven) {
  constexpr double kWidth = 1e-4, kEnd = 6;
  for (const char* const method : {"STEP", "DOP853", "STIFF", "GALPHA"})
    for (const double c : {1.5, 0.3, 2.8}) {
      double right = 0;
      for (int n = 0; n < 4; ++n)
        for (const double at : {std::asin(c / 3), std::numbers::pi - std::asin(c / 3)})
          if (const double turned = at + 2 * std::numbers::pi * n; turned < 2 * kEnd)
            right += kWidth * std::sqrt(std::numbers::pi) / std::fabs(6 * std::cos(turned));
      const std::string driven =
          "PLTRUSS 1 1 2\nX 1 0 0\nX 2 -4 3\nFIX 2\nFIX 1 2\nINPUTX 1 1\nRLSE 1\n";
      const std::string law = fmt::format("exp(-((x1_1-{})/{})^2)", c, kWidth),
                        rest = fmt::format(
                            "INPUTX 1 1 = 3*sin(2*t)\nINTEG {}\nTIMES 0 6 6\nEND END\n", method);
      const test::RunResult states =
          test::done(driven + "END HALT\nODE z 0 RATE " + law + "\n" + rest);
      EXPECT_NEAR(states.value(1, "z"), right, 5e-8) << method << c;
      const test::RunResult moved =
          test::done(driven +
                     "X 3 0 0\nX 4 -5 0\nFIX 4\nFIX 3 2\nDYNX 3 1\nPLTRUSS 2 3 4\nRLSE 2\n"
                     "END HALT\nXM 3 1\nXLAW 3 1 = " +
                     law + "\n" + rest);
      EXPECT_NEAR(moved.value(1, "v3_1"), right, 5e-8) << method << c;
    }
}

// The length of the truss is sqrt((t^2/3 + 4)^2 + 9) - 5: it begins at rest.
TEST(NarrowFields, OfADeformationThatIsLed) {
  constexpr double kWidth = 1e-4;
  const double x = std::sqrt(6.5 * 6.5 - 9) - 4, t = std::sqrt(3 * x),
               rate = (x + 4) / 6.5 * 2 * t / 3;
  for (const char* const mass : {"", "XM 2 1  # meant\n"})
    for (const char* const method : {"STEP", "DOP853", "STIFF", "GALPHA"}) {
      const test::RunResult run = test::done(fmt::format(
          "PLTRUSS 1 1 2\nRLSE 1\nX 1 0 0\nX 2 -4 3\nFIX 2\nFIX 1 2\nINPUTX 1 1\nEND HALT\n"
          "INPUTX 1 1 = t^2/3\nODE z 0 RATE exp(-((e1_1-1.5)/{})^2)\n{}INTEG {}\nTIMES 0 6 6\n"
          "END END\n",
          kWidth, mass, method));
      EXPECT_NEAR(run.value(1, "z"), kWidth * std::sqrt(std::numbers::pi) / rate, 1e-8)
          << mass << method;
    }
}

// The motion has kinks itself. Each passage of 3 |sin 2t| at c gives w sqrt(pi) over the speed.
TEST(NarrowFields, OfAMotionWithKinks) {
  constexpr double kWidth = 1e-3, c = 1.5, kEnd = 4;
  double right = 0;
  for (int n = 0; n < 3; ++n)
    for (const double at : {std::asin(c / 3), std::numbers::pi - std::asin(c / 3)})
      if (const double turned = at + std::numbers::pi * n; turned < 2 * kEnd)
        right += kWidth * std::sqrt(std::numbers::pi) / std::fabs(6 * std::cos(turned));
  for (const char* const method : {"STEP", "DOP853", "STIFF"}) {
    const test::RunResult run = test::done(fmt::format(
        "X 1 0\nINPUTX 1\nX 2 0\nDYNX 2\nEND HALT\nXM 2 1\nINPUTX 1 1 = 3*abs(sin(2*t))\n"
        "XLAW 2 1 = exp(-((x1_1-{})/{})^2)\nINTEG {}\nTIMES 0 4 4\nEND END\n",
        c, kWidth, method));
    EXPECT_NEAR(run.value(1, "v2_1"), right, 5e-8) << method;
  }
}

// A law with a kink just below a turning point: x = 3 sin(w t + p) is above c for a while, and the
// integral of the rest is known. So with what is driven and with what swings by itself.
TEST(NarrowFields, BelowATurningPoint) {
  constexpr double kEnd = 3;
  std::mt19937 generator(20261201);
  const auto between = [&generator](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
  };
  for (const char* const method : {"STEP", "DOP853", "STIFF", "GALPHA"})
    for (int k = 0; k < 24; ++k) {
      const double c = 3 - between(1, 9) * std::pow(10, -1 - k % 3), w = between(1, 3),
                   p = k % 2 == 0 ? between(0, 6) : 0;
      const auto integral = [&](double t) { return -3 / w * std::cos(w * t + p) - c * t; };
      double right = 0;
      for (int n = -1; n < 3; ++n) {
        const double turned = 2 * std::numbers::pi * n - p, rises = std::asin(c / 3),
                     from = std::clamp((turned + rises) / w, 0.0, kEnd),
                     to = std::clamp((turned + std::numbers::pi - rises) / w, 0.0, kEnd);
        right += integral(to) - integral(from);
      }
      const std::string law = fmt::format("ODE z 0 RATE max(0, x1_1 - {:.17g})\n", c),
                        end = fmt::format("INTEG {}\nTIMES 0 3 3\nEND END\n", method);
      const std::string what = fmt::format("{} {:.17g} {:.17g} {:.17g}", method, c, w, p);
      const test::RunResult driven =
          test::done("X 1 0\nINPUTX 1\nEND HALT\n" +
                     fmt::format("INPUTX 1 1 = 3*sin({:.17g}*t + {:.17g})\n", w, p) + law + end);
      EXPECT_NEAR(driven.value(1, "z"), right, 5e-7) << what;
      if (p != 0) continue;
      const test::RunResult swings = test::done(
          "X 1 0\nDYNX 1\nEND HALT\nXM 1 1\n" +
          fmt::format("XLAW 1 1 = -{0:.17g}*{0:.17g}*x1_1\nSTARTDX 1 1 0 {1:.17g}\n", w, 3 * w) +
          law + end);
      EXPECT_NEAR(swings.value(1, "z"), right, 5e-7) << what;
    }
}

// A step that a narrow field has cut ends where the field begins. The next one, from there to
// behind it, has the same values at both ends: STEP and GALPHA see nothing of it.
TEST(NarrowFields, FromTheirBeginningToBehindThem) {
  for (const char* method : {"STEP", "STEP 1e-7 1e-7"})
    expect_passages({kTentOfSine, 1.1143222569263929, 0.0106, 1, 36.5, 41, 0.24, method},
                    0.4096534005437231);
}

// Three periods in one step leave less than a hundredth of the way open, and a field there.
TEST(NarrowFields, InWhatRangesLeaveOpen) {
  for (const char* method : {"STIFF 1e-7 1e-7", "DOP853"})
    expect_passages({kPeakOfMod, 7.65, 1.9e-4, std::sqrt(M_PI), 1.1, 60, 2e-3, method}, 3.9457);
}

// Steps of fixed length do not choose: they warn of a narrow field, and not of a wide one.
TEST(NarrowFields, StepsOfFixedLengthSayWhatTheyPassOver) {
  const auto said = [](const std::string& deck) {
    const test::RunResult run = test::run(deck);
    EXPECT_EQ(run.status, ExitStatus::done) << deck << run.messages;
    return run.messages;
  };
  for (const std::string method : {"INTEG RK4 0.13\n", "INTEG HEUN 0.03\n"}) {
    for (const Field& field : kFields) {
      const std::string words =
          said(native("-100*" + fmt::format(fmt::runtime(field.law), "x"), method));
      EXPECT_NE(words.find("warning: XLAW 1 1: the step 0."), std::string::npos) << words;
      EXPECT_NE(words.find("too long for it about t = "), std::string::npos) << words;
    }
    EXPECT_EQ(said(native("-sin(x) + exp(-(x - 5)^2)", method)), "");
  }
}

}  // namespace
}  // namespace mbs
