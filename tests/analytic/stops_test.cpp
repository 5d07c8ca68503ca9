// STOPS: both ends of the way of a joint, in the plane and in space, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// A wheel that turns freely between two stops loses half of its speed at each.
double between_stops(double t, double low, double high, double w, double e) {
  double angle = 0;
  for (;;) {
    const double way = (w > 0 ? high : low) - angle, time = way / w;
    if (time >= t) return angle + w * t;
    angle += way, t -= time, w *= -e;
  }
}

TEST(Stops, WheelBetweenTwoStops) {
  const std::string stops =
      "GRAVITY 0 0\nSTOPS 1 1  MIN -0.5 MAX 1 RIGID 0.5\nINTEG STEP 1e-12 1e-12\nTIMESTEP 6 24\n"
      "END END\n";
  const test::RunResult plane = test::good_run(
      "PLTOR 1  1 2\nX 1  0\nX 2  0\nFIX 1\nDYNE 1 1\nEND HALT\nXM 2  0.3\nSTARTDE 1 1  0 2\n" +
      stops);
  const test::RunResult space = test::good_run(
      "REVOLUTE 1  0 0  1 2  AT 0 0 0  1 2 0\nX 1  0 0 0\nDYNE 1 1\nEND HALT\nXM 1  2\n"
      "XM 2  0.1 0 0 0.2 0 0.2\nSTARTDE 1 1  0 2\n" +
      stops);
  for (const test::RunResult* const run : {&plane, &space})
    for (std::size_t k = 0; k < run->rows.size(); ++k)
      EXPECT_NEAR(run->value(k, "e1_1"), between_stops(run->value(k, "t"), -0.5, 1, 2, 0.5), 1e-10)
          << k;
}

// A pendulum falls on a stop, bounces and comes to rest there: the stop bears m g l cos(angle).
TEST(Stops, PendulumRestsOnAStop) {
  const double m = 2, l = 0.5, stop = -0.4;
  const test::RunResult run = test::good_run(fmt::format(
      "REVOLUTE 1  0 0  1 2  AT 0 0 0  0 -1 0\nX 1  {} 0 0\nDYNE 1 1\nEND HALT\nXM 1  {}\n"
      "XM 2  0.01 0 0 0.01 0 0.01\nGRAVITY 0 0 -9.81\nSTOPS 1 1  MIN {} RIGID 0.3\nTIMESTEP 4 8\n"
      "END END\n",
      l, m, stop));
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "e1_1"), stop, 1e-10);
  EXPECT_NEAR(run.value(last, "contact2.n"), m * 9.81 * l * std::cos(stop), 1e-8);
  EXPECT_NEAR(run.value(last, "contact2.gap"), 0, 1e-10);
}

// A soft stop of the travel of a slider, on a spring that only pushes: half a period of it.
TEST(Stops, SoftStop) {
  const double m = 2, k = 800, v = 3, w = std::sqrt(k / m), at = 0.6;
  const test::RunResult run = test::good_run(fmt::format(
      "PRISMATIC 1  0 0  1 2  AT 0 0 0  1 1 0\nX 1  0 0 0\nDYNE 1 1\nEND HALT\nXM 1  {}\n"
      "XM 2  0.1 0 0 0.1 0 0.1\nSTARTDE 1 1  0 {}\nSTOPS 1 1  MAX {} PENALTY {} 1 0\n"
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 0.5 10\nEND END\n",
      m, v, at, k));
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.value(row, "t") - at / v;
    const double way = t < 0                     ? at + v * t
                       : w * t < std::acos(-1.0) ? at + v / w * std::sin(w * t)
                                                 : at - v * (t - std::acos(-1.0) / w);
    EXPECT_NEAR(run.value(row, "e1_1"), way, 1e-9) << row;
  }
}

// CONTACT takes a FORMULA as a gap: a point of space that falls on a bowl z = (x^2 + y^2)/2.
TEST(Stops, FormulaIsAGap) {
  const test::RunResult run = test::good_run(
      "FORMULA 1 = x1_3 - (x1_1^2 + x1_2^2)/2\nX 1  0.5 0.2 1\nDYNX 1\nEND HALT\nXM 1  2\n"
      "GRAVITY 0 0 -9.81\nCONTACT 1 RIGID 0\nTIMESTEP 2 8\nEND END\n");
  for (std::size_t k = 3; k < run.rows.size(); ++k) {
    const double x = run.value(k, "x1_1"), y = run.value(k, "x1_2");
    EXPECT_NEAR(run.value(k, "x1_3"), (x * x + y * y) / 2, 1e-9) << k;
  }
}

// The same soft stop of a travel and of an angle in millimetres.
TEST(Stops, Units) {
  const std::string tail = "INTEG STEP 1e-12 1e-12\nTIMESTEP 0.5 5\nEND END\n";
  const std::string deck =
      "CYLINDRICAL 1  0 0  1 2  AT 0 0 0  0 0 1\nX 1  0 0 0\nDYNE 1 1 2\nEND HALT\n";
  const test::RunResult si = test::good_run(
      deck +
      "XM 1  2\nXM 2  0.1 0 0 0.1 0 0.1\nSTARTDE 1 1  0 2\nSTARTDE 1 2  0 3\n"
      "STOPS 1 1  MAX 0.2 PENALTY 30 1.5 0.1\nSTOPS 1 2  MAX 0.3 PENALTY 800 1 0.2\n" +
      tail);
  const test::RunResult mm =
      test::good_run("UNITS mm kg s\n" + deck +
                     "XM 1  2\nXM 2  1e5 0 0 1e5 0 1e5\nSTARTDE 1 1  0 2\nSTARTDE 1 2  0 3000\n"
                     "STOPS 1 1  MAX 0.2 PENALTY 30e6 1.5 0.1\n"
                     "STOPS 1 2  MAX 300 PENALTY 800 1 2e-4\n" +
                     tail);
  for (std::size_t k = 0; k < si.rows.size(); ++k) {
    EXPECT_NEAR(mm.value(k, "e1_1"), si.value(k, "e1_1"), 1e-9) << k;
    EXPECT_NEAR(mm.value(k, "e1_2"), 1000 * si.value(k, "e1_2"), 1e-6) << k;
  }
}

TEST(Stops, Refusals) {
  const auto said = [](const std::string& stops) {
    return test::run(
               "REVOLUTE 1  0 0  1 2  AT 0 0 0  1 0 0\nSPIN 2  0 2\nX 1  0 0 0\nDYNE 1 1\n"
               "END HALT\nXM 2  1 0 0 1 0 1\n" +
               stops + "\nTIMESTEP 1 2\nEND END\n")
        .messages;
  };
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(said("STOPS 1 1  RIGID 0.5"), "the stops have no place");
  has(said("STOPS 1 1  MIN 1 MAX 0 RIGID 0.5"), "MIN is not below MAX");
  has(said("STOPS 1 1  MIN 0 MIN 1 RIGID 0.5"), "MIN stands here twice");
  has(said("STOPS 1 2  MIN 0 RIGID 0.5"), "e1_2 is held or driven");
  has(said("STOPS 2 1  MIN 0 RIGID 0.5"), "exists only as a rate");
  has(said("STOPS 1 1  MIN 0 RIGID 0.5 0.2 0.2"), "a stop has a gap and no slip");
  has(said("STOPS 1 1  MIN 0.1 RIGID 0.5"), "overlap by 0.1 at the start");
}

}  // namespace
}  // namespace mbs
