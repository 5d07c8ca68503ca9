// The decks of decks/mechanisms: what textbooks say of them, and every point of a linkage of bars
// from two circles.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

test::RunResult mechanism(const std::string& name) {
  test::RunResult run =
      test::run(test::read_all(std::string(MBSIM_ROOT) + "/decks/mechanisms/" + name + ".dat"));
  EXPECT_EQ(run.status, ExitStatus::done) << name << "\n" << run.messages;
  EXPECT_GE(run.rows.size(), 6u) << name;
  return run;
}

struct Point {
  double x = 0, y = 0;
};

Point at(const test::RunResult& run, std::size_t row, int node) {
  const std::string x = "x" + std::to_string(node);
  return {run.value(row, x + "_1"), run.value(row, x + "_2")};
}

// Where the circles about a and b meet; to the left (side 1) or right of the line from a to b.
Point meet(Point a, double ra, Point b, double rb, double side) {
  const double dx = b.x - a.x, dy = b.y - a.y, d = std::hypot(dx, dy);
  const double along = (d * d + ra * ra - rb * rb) / (2 * d);
  const double across = side * std::sqrt(ra * ra - along * along);
  return {a.x + (along * dx - across * dy) / d, a.y + (along * dy + across * dx) / d};
}

// A point that two bars hold.
struct Dyad {
  int point, a;
  double la;
  int b;
  double lb, side;
};

TEST(Mechanisms, PointsOfLinkagesFollowFromTwoCircles) {
  const std::map<std::string, std::vector<Dyad>> linkages = {
      {"hoecken", {{4, 3, .25, 2, .25, 1}}},
      {"drag_link", {{4, 3, .2, 2, .22, 1}}},
      {"watt_line", {{4, 3, .2, 2, .4, -1}}},
      {"roberts", {{4, 3, .2, 2, .24, 1}, {5, 3, .24, 4, .24, -1}}},
      {"chebyshev", {{4, 3, .2, 2, .5, -1}}},
      {"antiparallelogram", {{4, 3, .4, 2, .2, -1}}},
      {"watt_six_bar", {{4, 3, .4, 2, .25, 1}, {5, 2, .2, 4, .2, -1}, {6, 5, .35, 7, .25, 1}}},
      {"stephenson_six_bar",
       {{4, 3, .4, 2, .25, 1}, {5, 3, .25, 4, .3, 1}, {6, 5, .35, 7, .3, -1}}},
      {"wiper", {{4, 3, .3, 2, .08, 1}, {5, 2, .4, 4, .42, 1}, {7, 4, .4, 6, .08, 1}}},
      {"peaucellier", {{4, 1, .5, 3, .25, 1}, {5, 1, .5, 3, .25, -1}, {6, 4, .25, 5, .25, 1}}},
      {"jansen",
       {{4, 3, .5, 2, .415, -1},
        {5, 4, .558, 2, .401, -1},
        {6, 3, .619, 2, .393, 1},
        {7, 5, .394, 6, .367, -1},
        {8, 7, .657, 6, .49, -1}}}};
  for (const auto& [name, dyads] : linkages) {
    const test::RunResult run = mechanism(name);
    for (std::size_t row = 0; row < run.rows.size(); ++row)
      for (const Dyad& d : dyads) {
        const Point here = at(run, row, d.point);
        const Point there = meet(at(run, row, d.a), d.la, at(run, row, d.b), d.lb, d.side);
        EXPECT_NEAR(here.x, there.x, 1e-12) << name << " " << d.point << " " << row;
        EXPECT_NEAR(here.y, there.y, 1e-12) << name << " " << d.point << " " << row;
      }
  }
}

TEST(Mechanisms, ExactLines) {
  const test::RunResult cell = mechanism("peaucellier"), rod = mechanism("scott_russell"),
                        gear = mechanism("cardan_gear");
  double high = 0;
  for (std::size_t k = 0; k < cell.rows.size(); ++k) {
    EXPECT_NEAR(cell.value(k, "x6_1"), (0.25 - 0.0625) / 0.3, 1e-13);  // seen 2e-16
    EXPECT_NEAR(cell.value(k, "v6_1"), 0, 1e-12);
    high = std::max(high, std::fabs(cell.value(k, "x6_2")));
  }
  EXPECT_GT(high, 0.25);
  for (std::size_t k = 0; k < rod.rows.size(); ++k) {
    const double phi = M_PI / 6 + 2 * M_PI * rod.time(k);
    EXPECT_NEAR(rod.value(k, "point1.x"), 0, 1e-14);
    EXPECT_NEAR(rod.value(k, "point1.y"), 0.3 * std::sin(phi), 1e-14);
  }
  for (std::size_t k = 0; k < gear.rows.size(); ++k) {
    const double phi = 2 * M_PI * gear.time(k);
    EXPECT_NEAR(gear.value(k, "point1.x"), 0.2 * std::cos(phi), 1e-13);
    EXPECT_NEAR(gear.value(k, "point1.y"), 0, 1e-13);
    EXPECT_NEAR(gear.value(k, "point1.xdd"), -0.2 * 4 * M_PI * M_PI * std::cos(phi), 1e-10);
    EXPECT_NEAR(std::hypot(gear.value(k, "point2.x") / 0.15, gear.value(k, "point2.y") / 0.05), 1,
                1e-12);
  }
}

// How far they leave the line.
TEST(Mechanisms, NearlyStraightLines) {
  const auto spread = [](const std::string& name, const std::string& channel, std::size_t first,
                         std::size_t last) {
    const test::RunResult run = mechanism(name);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t k = first; k <= last; ++k) {
      low = std::min(low, run.value(k, channel));
      high = std::max(high, run.value(k, channel));
    }
    return high - low;
  };
  EXPECT_LT(spread("hoecken", "x5_2", 5, 15), 2e-3);
  EXPECT_GT(spread("hoecken", "x5_1", 5, 15), 0.3);
  EXPECT_LT(spread("roberts", "x5_2", 0, 20), 1.5e-3);
  EXPECT_GT(spread("roberts", "x5_1", 0, 20), 0.12);
  EXPECT_LT(spread("chebyshev", "x5_2", 0, 20), 1e-3);
  EXPECT_GT(spread("chebyshev", "x5_1", 0, 20), 0.14);
  EXPECT_LT(spread("watt_line", "x5_1", 0, 20), 0.02);
  EXPECT_GT(spread("watt_line", "x5_2", 0, 20), 0.3);
}

TEST(Mechanisms, Ratios) {
  const test::RunResult crossed = mechanism("antiparallelogram"),
                        pantograph = mechanism("pantograph"), oldham = mechanism("oldham"),
                        sun = mechanism("sun_and_planet");
  for (std::size_t k = 0; k < crossed.rows.size(); ++k) {
    const Point a = at(crossed, k, 3), b = at(crossed, k, 4);
    EXPECT_NEAR(std::tan(std::atan2(b.y, b.x - 0.4) / 2) / std::tan(std::atan2(a.y, a.x) / 2), -3,
                1e-11);
  }
  for (std::size_t k = 0; k < pantograph.rows.size(); ++k) {
    const Point led = at(pantograph, k, 4), drawn = at(pantograph, k, 6);
    EXPECT_NEAR(drawn.x, 2 * led.x, 1e-13);
    EXPECT_NEAR(drawn.y, 2 * led.y, 1e-13);
    EXPECT_NEAR(pantograph.value(k, "a6_1"), 2 * pantograph.value(k, "a4_1"), 1e-10);
  }
  for (std::size_t k = 0; k < oldham.rows.size(); ++k) {
    const double w = 2 * M_PI, phi = M_PI / 18 + w * oldham.time(k);
    EXPECT_NEAR(oldham.value(k, "body3.phi"), phi, 1e-13);
    EXPECT_NEAR(oldham.value(k, "body3.phid"), w, 1e-12);
    // On the circle over the line between the shafts.
    EXPECT_NEAR(std::hypot(oldham.value(k, "body4.x") - 0.015, oldham.value(k, "body4.y")), 0.015,
                1e-14);
    EXPECT_NEAR(std::hypot(oldham.value(k, "body4.xd"), oldham.value(k, "body4.yd")), 0.015 * 2 * w,
                1e-12);
  }
  for (std::size_t k = 0; k < sun.rows.size(); ++k)
    EXPECT_NEAR(sun.value(k, "body4.phid"), 2 * 2 * M_PI, 1e-12);
}

// Its strokes take different times; the ends of the stroke in closed form.
TEST(Mechanisms, OffsetSliderCrank) {
  const test::RunResult run = mechanism("offset_slider");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double phi = 2 * M_PI * run.time(k);
    const double x =
        0.1 * std::cos(phi) + std::sqrt(0.09 - std::pow(0.1 * std::sin(phi) - 0.05, 2));
    EXPECT_NEAR(run.value(k, "body4.x"), x, 1e-13);
    EXPECT_LE(x, std::sqrt(0.16 - 0.0025) + 1e-15);
    EXPECT_GE(x, std::sqrt(0.04 - 0.0025) - 1e-15);
  }
}

// The torque of the crank does the work of the ram and of the masses, all of it without friction.
TEST(Mechanisms, TogglePressTurnsTorqueIntoForce) {
  const test::RunResult run = mechanism("toggle_press");
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-7) << k;
}

TEST(Mechanisms, ScissorLift) {
  const test::RunResult run = mechanism("scissor_lift");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double x = 0.3 - 0.05 * run.time(k);  // half the distance of the feet
    const double rise = 2 * std::sqrt(0.16 - x * x);
    EXPECT_NEAR(run.value(k, "point1.y"), 2 * rise, 1e-13);
    EXPECT_NEAR(run.value(k, "point1.yd"), 2 * 2 * x * 0.05 / std::sqrt(0.16 - x * x), 1e-12);
  }
}

// The angles of the wheels from the condition that the track rod keeps its length.
TEST(Mechanisms, AckermannSteering) {
  const test::RunResult run = mechanism("ackermann");
  const double rod = 1.2 - 0.3 * std::sin(M_PI / 10);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double left = run.value(k, "body2.phi"), right = run.value(k, "body3.phi");
    EXPECT_NEAR(std::hypot(1.2 + 0.15 * (std::cos(right) - std::cos(left)),
                           0.15 * (std::sin(right) - std::sin(left))),
                rod, 1e-14);
    if (k > 0) {  // to the left: the left wheel is inside the bend, and turns more
      EXPECT_GT(left - run.value(0, "body2.phi"), right - run.value(0, "body3.phi"));
    }
  }
}

}  // namespace
}  // namespace mbs
