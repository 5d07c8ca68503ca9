// Chains that fall on a floor where every node sticks: most tangents are held by bars that lie flat
// already. No impact adds energy, and nothing falls through.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

// A bar hinged to the floor falls flat from a height of 0.6: friction at its free end is nothing
// that the hinge does not hold already.
std::string slamming_bar(const std::string& law) {
  return R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0.8 0.6
FIX 1
DYNX 2 2
END HALT
XM 2 1
GRAVITY 0 -10
EVENT hit WHEN x2_2 < 0 DO IMPACT X 2 2 FLOOR STICK X 2 1 )" +
         law + "\nTIMESTEP 1 4\nEND END\n";
}

TEST(RedundantStick, LeavesTheNormalImpulse) {
  for (double e : {0.0, 0.5}) {
    for (const char* law : {"", "ENERGETIC "}) {
      const test::RunResult run = test::run(slamming_bar(fmt::format("{}e = {}", law, e)));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      const auto events = test::events_of(run);
      ASSERT_FALSE(events.empty());
      const double v = std::sqrt(2 * 10 * 0.6);
      const StopStrike& stop = events[0].stops.at(0);
      EXPECT_EQ(stop.name, "node 2 Y");
      EXPECT_NEAR(stop.impulse, (1 + e) * v, 1e-6);  // seen 4e-8
      EXPECT_NEAR(stop.velocity.after, e * v, 1e-6);
      for (std::size_t k = 0; k < run.rows.size(); ++k) EXPECT_GT(run.value(k, "x2_2"), -1e-9) << k;
      EXPECT_EQ(events.size() == 1, e == 0);
    }
  }
}

// One end lands and stays, then the bar falls flat about it.
TEST(RedundantStick, LetsTheOtherEndLand) {
  const test::RunResult run = test::run(
      R"(PLTRUSS 1 1 2
X 1 0 0.3
X 2 0.8 0.9
END HALT
XM 1 1
XM 2 1
GRAVITY 0 -10
EVENT h1 WHEN x1_2 < 0 DO IMPACT X 1 2 FLOOR STICK X 1 1 e = 0
EVENT h2 WHEN x2_2 < 0 DO IMPACT X 2 2 FLOOR STICK X 2 1 e = 0
DOF AUTO
TIMESTEP 1 4
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(test::sequence_of(run), "h1 h2 ");
  EXPECT_NEAR(run.value(run.rows.size() - 1, "x2_2"), 0, 1e-12);  // seen 2e-16
}

// A foot that slides fast is lifted by its friction, and the report does not call that no impact.
TEST(RedundantStick, IsSaidWhereItLiftsTheFoot) {
  const test::RunResult run = test::run(fmt::format(
      R"(PLTRUSS 1 1 2
X 1 0 0.1
X 2 {:.17g} {:.17g}
END HALT
EM 1 1
STARTVX 1 1 7
STARTVX 1 2 -1
STARTVX 2 2 -1
EVENT land WHEN x1_2 < 0 DO IMPACT X 1 2 FLOOR STICK X 1 1 ENERGETIC e = 0.5
DOF AUTO
TIMESTEP 0.12 3
END END
)",
      std::cos(0.95), 0.1 + std::sin(0.95)));
  const auto events = test::events_of(run);
  ASSERT_EQ(events.size(), 1u) << run.messages;
  const StopStrike& stop = events[0].stops.at(0);
  EXPECT_EQ(stop.kind, StopStrike::Kind::lifted);
  // Mobility of the end of a uniform rod: the friction that stops 7 m/s lifts by -xy / xx of it.
  const double s = std::sin(0.95), c = std::cos(0.95);
  EXPECT_NEAR(stop.velocity.after, -1 + 7 * 3 * s * c / (1 + 3 * s * s), 1e-9);  // seen 1e-13
}

using Random = std::mt19937_64;
double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

std::string random_chain(Random& random, bool energetic, int& nodes) {
  nodes = std::uniform_int_distribution<int>(2, 5)(random);
  double x = between(random, -0.2, 0.2), y = between(random, 0.2, 0.6);
  std::string trusses, places, rest, events;
  constexpr double kRestitutions[] = {0, 0.3, 1}, kMasses[] = {0.5, 1, 3};
  const double common = kRestitutions[random() % 3];
  const bool mixed = between(random, 0, 1) < 0.3;
  for (int k = 1; k <= nodes; ++k) {
    if (k > 1) {
      const double angle = between(random, 0, 1) < 0.6 ? between(random, -1.2, 1.2) : 0;
      const double length = between(random, 0.3, 1);
      x += length * std::cos(angle);
      y = std::fabs(y + length * std::sin(angle)) + 0.05;
      trusses += fmt::format("PLTRUSS {} {} {}\n", k - 1, k - 1, k);
    }
    places += fmt::format("X {} {:.17g} {:.17g}\n", k, x, y);
    rest += fmt::format(R"(XM {0} {1}
STARTVX {0} 1 {2:.17g}
STARTVX {0} 2 {3:.17g}
)",
                        k, kMasses[random() % 3], between(random, -2, 2), between(random, -3, 0));
    events +=
        fmt::format("EVENT h{0} WHEN x{0}_2 < 0 DO IMPACT X {0} 2 FLOOR STICK X {0} 1 {1}e = {2}\n",
                    k, energetic ? "ENERGETIC " : "", mixed ? kRestitutions[random() % 3] : common);
  }
  return trusses + places + "END HALT\n" + rest + "GRAVITY 0 -10\n" + events +
         R"(DOF AUTO
LIMIT EVENTS 2000
TIMESTEP 0.6 6
END END
)";
}

TEST(RandomStickingChains, LoseEnergyAndStayAboveTheFloor) {
  Random random(12);
  for (int round = 0; round < 100; ++round) {
    int nodes = 0;
    const std::string deck = random_chain(random, round % 2 != 0, nodes);
    const test::RunResult run = test::run(deck);
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages << deck;
    for (const EventRecord& event : test::events_of(run))
      ASSERT_LE(event.kinetic_after, event.kinetic_before * (1 + 1e-8)) << text_of(event) << deck;
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      for (int node = 1; node <= nodes; ++node)
        ASSERT_GT(run.value(k, fmt::format("x{}_2", node)), -1e-6) << run.time(k) << deck;
  }
}

}  // namespace
}  // namespace mbs
