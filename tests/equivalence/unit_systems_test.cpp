// One deck in four systems of units gives the same results up to units, in every dialect: what a
// test writes down in SI is multiplied by hand here, field by field, and the channels by their
// units.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "support/good_run.h"
#include "support/unit_system.h"

namespace mbs {
namespace {

using test::System, test::kSi;
const System kSystems[] = {test::kMillimetre, test::kCentimetre, test::kInchPound,
                           test::kKilonewton};

struct Channel {
  const char* name;
  std::function<double(const System&)> unit;
};

double metre(const System& u) { return u.m; }
double speed(const System& u) { return u.m / u.s; }
double newton(const System& u) { return u.n(); }
double moment(const System& u) { return u.nm(); }
double rate(const System& u) { return 1 / u.s; }
double number(const System&) { return 1; }

// Largest difference of a channel over the run, relative to its largest value.
void same_in_all(const std::function<std::string(const System&)>& deck,
                 const std::vector<Channel>& channels, double part = 1e-12) {
  const test::RunResult si = test::good_run(deck(kSi));
  for (const System& u : kSystems) {
    const test::RunResult run = test::good_run(deck(u));
    ASSERT_EQ(run.rows.size(), si.rows.size());
    for (const Channel& channel : channels) {
      double worst = 0, largest = 0;
      for (std::size_t k = 0; k < si.rows.size(); ++k) {
        const double expected = si.value(k, channel.name) * channel.unit(u);
        worst = std::max(worst, std::fabs(run.value(k, channel.name) - expected));
        largest = std::max(largest, std::fabs(expected));
      }
      EXPECT_GT(largest, 0) << channel.name;
      EXPECT_LE(worst, part * largest) << u.line << channel.name;
    }
  }
}

// A lever with springs, a measured force, a driver and a ball.
std::string lever(const System& u) {
  const double j = u.kg * u.m * u.m;
  return std::string(u.line) +
         fmt::format(R"(4 1 0 1 0 1 0 0 0
0 0 0
{} 0 {}
{} 0 0
0 {} 0
1 2  0 0  {} 0
1
3 3  {} {} {}
)",
                     0.25 * u.m, 0.2 * u.rad, 2 * u.m, 0.5 * u.m, -0.25 * u.m, 0.1 * u.rad,
                     3 * u.rad / u.s, 0.5 * u.rad / (u.s * u.s)) +
         fmt::format("0 {} {}\nMASS 2 {} {}\nMASS 3 {} {}\nMASS 4 {} {}\nVEL 2 0 0 {}\n", 0.4 * u.s,
                     0.05 * u.s, 2 * u.kg, 0.05 * j, u.kg, 0.02 * j, 0.5 * u.kg, 0.01 * j,
                     1.5 * u.rad / u.s) +
         fmt::format("SDA 3 1  {} 0  {} {}  {} {} {}\n", 0.1 * u.m, 2 * u.m, 1 * u.m,
                     300 * u.n() / u.m, 0.9 * u.m, 2 * u.n() * u.s / u.m) +
         fmt::format("SDA 3 1  0 0  {} 0  {} {} 0\n", 3 * u.m, 200 * u.n() / u.m, 1 * u.m) +
         fmt::format("RSDA 1 2  {} {} {} {}\n", 8 * u.nm() / u.rad, 0.4 * u.rad,
                     0.3 * u.nm() * u.s / u.rad, 0.7 * u.nm()) +
         fmt::format("FORCE 2 TABLE  0 0 0 {0} 0  {1} {2} {3} {0} 0\n", 0.3 * u.m, 1 * u.s,
                     4 * u.n(), -3 * u.n()) +
         fmt::format("TORQ 4 {}\n", 0.02 * u.nm()) + "GRAV EARTH\n";
}

const std::vector<Channel> kOfLever = {
    {"body2.phi", number}, {"body2.phid", rate}, {"body3.x", metre},   {"body3.phid", rate},
    {"body4.y", metre},    {"body4.yd", speed},  {"body4.phid", rate}, {"rev1.fx", newton},
    {"rsda1.m", moment},   {"sda1.f", newton}};

std::string fixed_steps(const System& u) { return fmt::format("INTEG RK4 {}\n", 1e-3 * u.s); }

TEST(UnitSystems, Kabios) {
  same_in_all([](const System& u) { return lever(u) + fixed_steps(u) + "END\n"; }, kOfLever);
}

// The ball falls on a line; the tolerances decide when it touches, and scale with the units.
TEST(UnitSystems, KabiosWithContact) {
  const auto deck = [](const System& u) {
    return lever(u) +
           fmt::format("CONTACT 4 1 LINE 0 0 {} {} {} 1 0 PENALTY {} 1.5 {} 0.3 {}\nEND\n",
                       0.1 * u.m, -1 * u.m, 0.2 * u.m, 1e4 * u.n() / std::pow(u.m, 1.5),
                       0.2 * u.s / u.m, 0.01 * u.m / u.s);
  };
  same_in_all(deck, kOfLever, 1e-7);
}

// A slider on a flexible rod, prescribed, with a table of the motion.
TEST(UnitSystems, Native) {
  const auto deck = [](const System& u) {
    return std::string(u.line) +
           fmt::format(
               "PLBEAM 1 1 2 3 4\nPLSDA 2 3 4 5 6 0 {} 0 0\nX 1 0 0\nX 2 {}\nX 3 {} {}\nX 4 {}\n"
               "X 5 {} {}\nX 6 0\nFIX 1\nINPUTX 2 1\nFIX 6\nFIX 5 2\nRLSE 1 1 2 3\nRLSE 2 1\n"
               "DYNX 3\nDYNX 4\nDYNX 5 1\nEND HALT\n",
               0.05 * u.m, 0.1 * u.rad, std::cos(0.1) * u.m, std::sin(0.1) * u.m, 0.1 * u.rad,
               2 * u.m, 0.3 * u.m) +
           fmt::format(
               "ESTIFF 1 {} {}\nEDAMP 1 {} {}\nEM 1 {}\nESTIFF 2 {}\nEDAMP 2 {}\n"
               "EREST 2 {}\n",
               500 * u.n(), 60 * u.n() * u.m * u.m, 3 * u.n() * u.s, 0.02 * u.n() * u.m * u.m * u.s,
               0.4 * u.kg / u.m, 40 * u.n() / u.m, 0.5 * u.n() * u.s / u.m, 0.9 * u.m) +
           fmt::format("XM 3 {}\nXM 4 {}\nXM 5 {}\nXF 5 {} 0\nXF 4 {}\nSTARTDX 5 1 {} {}\n",
                       0.5 * u.kg, 0.03 * u.kg * u.m * u.m, 1.5 * u.kg, 0.8 * u.n(), 0.06 * u.nm(),
                       2.05 * u.m, -0.4 * u.m / u.s) +
           fmt::format("INPUTX 2 1 {} {} {}\nGRAVITY {} {}\nTIMES 0 {} {}\n", 0.1 * u.rad,
                       0.3 * u.rad / u.s, -0.2 * u.rad / (u.s * u.s), 0.1 * u.m / (u.s * u.s),
                       -9.81 * u.m / (u.s * u.s), 0.3 * u.s, 0.05 * u.s) +
           fixed_steps(u) + "END END\n";
  };
  same_in_all(deck, {{"x3_1", metre},
                     {"x3_2", metre},
                     {"v3_2", speed},
                     {"x4_1", number},
                     {"v4_1", rate},
                     {"x5_1", metre},
                     {"s2_1", newton}});
}

// A leg with a muscle, whose constants are partly those of the program, driven by a moment.
TEST(UnitSystems, Chain) {
  const auto deck = [](const System& u) {
    const double j = u.kg * u.m * u.m;
    return std::string(u.line) + "SEGDYN\n" +
           fmt::format("SEGMENT 1 {} {} {} {}\nSEGMENT 2 {} {} {} {}\n", 3 * u.kg, 0.45 * u.m,
                       0.2 * u.m, 0.06 * j, 1.5 * u.kg, 0.4 * u.m, 0.18 * u.m, 0.02 * j) +
           fmt::format("STATE 1 {} {}\nSTATE 2 {} {}\nGRAV EARTH\n", -1.4 * u.rad,
                       0.2 * u.rad / u.s, -1.1 * u.rad, -0.3 * u.rad / u.s) +
           fmt::format("KNOWN M 1 TABLE 0 {} {} {}\n", 2 * u.nm(), 1 * u.s, 5 * u.nm()) +
           fmt::format("RSDA 1 2 {} {} {}\n", 4 * u.nm() / u.rad, 0.2 * u.rad,
                       0.4 * u.nm() * u.s / u.rad) +
           fmt::format(
               "MUSCLE VAS ARM 2 {} {} FMAX {} LOPT {} LSLACK {} ONSET {} FROM 0.1 TO 0.6\n",
               0.25 * u.m, -0.04 * u.m / u.rad, 500 * u.n(), 0.09 * u.m, 0.16 * u.m, 0.02 * u.s) +
           fmt::format("TIME 0 {} {}\n", 0.1 * u.s, 0.01 * u.s) + fixed_steps(u) + "END\n";
  };
  same_in_all(deck, {{"phi1", number},
                     {"phid1", rate},
                     {"phi2", number},
                     {"phid2", rate},
                     {"m1", moment},
                     {"frx1", newton}});
}

// A double pendulum whose steps follow the default tolerances: these scale with the units, the
// first step and so all others, too.
TEST(UnitSystems, DefaultTolerances) {
  for (const auto& [method, part] : {std::pair("STEP", 1e-12), std::pair("DOP853", 1e-12),
                                     std::pair("STIFF", 1e-11), std::pair("GALPHA", 1e-9)}) {
    const std::string line = fmt::format("INTEG {}\n", method);
    same_in_all(
        [&](const System& u) {
          const double j = u.kg * u.m * u.m;
          return u.line +
                 fmt::format("SEGDYN\nSEGMENT 1 {} {} {} {}\nSEGMENT 2 {} {} {} {}\n", 3 * u.kg,
                             0.45 * u.m, 0.2 * u.m, 0.06 * j, 1.5 * u.kg, 0.4 * u.m, 0.18 * u.m,
                             0.02 * j) +
                 fmt::format("STATE 1 {} {}\nSTATE 2 {} {}\nGRAV EARTH\nTIME 0 {} {}\n",
                             -1.4 * u.rad, 0.2 * u.rad / u.s, -1.1 * u.rad, -0.3 * u.rad / u.s,
                             1 * u.s, 0.1 * u.s) +
                 line + "END\n";
        },
        {{"phi1", number}, {"phid1", rate}, {"phi2", number}, {"phid2", rate}}, part);
  }
}

}  // namespace
}  // namespace mbs
