// Impacts create no energy, and their impulses are the changes of momentum.
#include "support/impact.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace mbs {
namespace {

using test::Struck;

constexpr double kGain = 1e-12;

// A uniform rod of 1 m and 1 kg, its lower end on the floor, falling with 1 m/s without rotation.
std::string falling_rod(double angle) {
  return fmt::format(
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 {:.17g} {:.17g}
END HALT
EM 1 1
STARTVX 1 1 0
STARTVX 1 2 -1
STARTVX 2 1 0
STARTVX 2 2 -1
DOF AUTO
TIMESTEP 1 1
END END
)",
      std::cos(angle), std::sin(angle));
}

ImpactContact foot_of(const Struck& rod, double e) {
  return {{Target::coordinate, rod.coordinate(1, 1)},
          e,
          0,
          {{Target::coordinate, rod.coordinate(1, 0)}}};
}

// The foot slides with 0.7 m/s; Newton's law with e = 1 and a foot that sticks would create 0.125
// J. By hand from the mobility A of the foot: P = A^-1 (u+ - u-), gain P (u+ + u-) / 2.
TEST(NewtonWithStick, IsCappedWhereItWouldCreateEnergy) {
  const double angle = 0.95, c = std::cos(angle), s = std::sin(angle), vx = 0.7;
  const double xx = 1 + 3 * s * s, yy = 1 + 3 * c * c, xy = -3 * s * c, det = xx * yy - xy * xy;
  auto gain = [&](double e) {
    const double px = (-yy * vx - xy * (1 + e)) / det, py = (xx * (1 + e) + xy * vx) / det;
    return 0.5 * (px * vx + py * (e - 1));
  };
  EXPECT_NEAR(gain(1), 0.125, 1e-4);
  double low = 0, high = 1;
  for (int k = 0; k < 100; ++k) (gain(0.5 * (low + high)) > 0 ? high : low) = (low + high) / 2;

  Struck rod(falling_rod(angle));
  rod.state.v = {vx, -1, vx, -1};
  ASSERT_TRUE(rod.start()) << rod.loaded.diagnostics.format_all();
  ASSERT_TRUE(rod.strike({foot_of(rod, 1)}));
  EXPECT_NEAR(rod.outcome.scale, low, 1e-12);  // seen 2e-16
  EXPECT_NEAR(rod.v(1, 1), low, 1e-12);
  EXPECT_NEAR(rod.v(1, 0), 0, 1e-15);
  EXPECT_NEAR(rod.outcome.impulses.kinetic_after, 0.5 * (1 + vx * vx), 1e-12);
}

// A rod lies flat, one end strikes with e = 1 while the other leaves its stop slowly and is pressed
// back: without a cap it would stop there, and the energy would grow. By hand with W = [4 -2; -2 4]
// the factor is sqrt(0.91).
TEST(SimultaneousImpact, IsCappedWhereAContactIsPressedBack) {
  Struck rod(falling_rod(0));
  rod.state.v = {0, -1, 0, 0.1};
  ASSERT_TRUE(rod.start());
  const double before = 0.5 * (0.1 * 0.1 - 0.1 + 1) / 3;  // of a uniform rod, by its ends
  ASSERT_TRUE(rod.strike({{{Target::coordinate, rod.coordinate(1, 1)}, 1, 1},
                          {{Target::coordinate, rod.coordinate(2, 1)}, 1, 1}}));
  EXPECT_NEAR(rod.outcome.scale, std::sqrt(0.91), 1e-12);  // seen 1e-16
  EXPECT_NEAR(rod.outcome.impulses.kinetic_after, before, 1e-14);
}

TEST(NewtonWithStick, IsLeftAloneWhereItDoesNot) {
  Struck rod(falling_rod(0.95));
  ASSERT_TRUE(rod.start());
  ASSERT_TRUE(rod.strike({foot_of(rod, 0.3)}));
  EXPECT_EQ(rod.outcome.scale, 1);
  EXPECT_NEAR(rod.v(1, 1), 0.3, 1e-15);
}

// The tangent stops first (impulse along it only), then the normal velocity that is left turns
// back: by hand from the 2 x 2 matrix of the foot.
TEST(EnergeticLaw, TurnsBackWhatTheTangentLeaves) {
  const double angle = 0.95, c = std::cos(angle), s = std::sin(angle);
  // Mobility of the end of a uniform rod: 1/m + (lever arm)^2 / J.
  const double xx = 1 + 3 * s * s, xy = -3 * s * c, vx = 0.4, vy = -1;
  const double left = vy - xy / xx * vx, e = 0.9;
  Struck rod(falling_rod(angle));
  rod.state.v = {vx, vy, vx, vy};
  ASSERT_TRUE(rod.start());
  ASSERT_TRUE(rod.strike({foot_of(rod, e)}, ImpactLaw::energetic));
  EXPECT_EQ(rod.outcome.scale, 1);
  EXPECT_NEAR(rod.v(1, 1), -e * left, 1e-14);  // seen 2e-16
  EXPECT_NEAR(rod.v(1, 0), 0, 1e-15);
  EXPECT_LT(rod.outcome.work, 0);
}

// Without loss an elastic impact by the energetic law gives back all but what the tangent took.
TEST(EnergeticLaw, GivesBackTheWorkOfCompression) {
  const double angle = 0.6, c = std::cos(angle), s = std::sin(angle);
  const double xx = 1 + 3 * s * s, vx = 0.7;
  Struck rod(falling_rod(angle));
  rod.state.v = {vx, -1, vx, -1};
  ASSERT_TRUE(rod.start());
  ASSERT_TRUE(rod.strike({foot_of(rod, 1)}, ImpactLaw::energetic));
  EXPECT_NEAR(rod.outcome.work, -0.5 * vx * vx / xx, 1e-14) << c;  // seen 1e-16
}

TEST(SimultaneousImpact, LetsAFlatRodRiseAsAWhole) {
  Struck rod(falling_rod(0));
  ASSERT_TRUE(rod.start());
  ASSERT_TRUE(rod.strike({{{Target::coordinate, rod.coordinate(1, 1)}, 0.5},
                          {{Target::coordinate, rod.coordinate(2, 1)}, 0.5}}));
  for (int node : {1, 2}) {
    EXPECT_NEAR(rod.v(node, 1), 0.5, 1e-15);
    EXPECT_NEAR(rod.impulse(node, 1), 0.75, 1e-14);
  }
}

// A particle slides along the floor until a rope from above becomes taut (plastic): the rope throws
// it up, and the floor does not pull it back.
TEST(SimultaneousImpact, PullsNothing) {
  Struck particle(
      R"(PLTRUSS 1 1 2
X 1 -1 1
X 2 0 0
FIX 1
RLSE 1
DYNX 2
END HALT
XM 2 3
STARTVX 2 1 1
STARTVX 2 2 0
TIMESTEP 1 1
END END
)");
  ASSERT_TRUE(particle.start()) << particle.loaded.diagnostics.format_all();
  ASSERT_TRUE(particle.strike({{{Target::coordinate, particle.coordinate(2, 1)}, 0, 1},
                               {{Target::deformation, particle.deformation(1)}, 0, -1}}));
  EXPECT_NEAR(particle.v(2, 0), 0.5, 1e-15);
  EXPECT_NEAR(particle.v(2, 1), 0.5, 1e-15);
  EXPECT_EQ(particle.impulse(2, 1), 0);
  // Positive where it resists growth.
  EXPECT_NEAR(particle.outcome.impulses.L[0], 3 * std::sqrt(0.5), 1e-14);
}

// ---- random mechanisms --------------------------------------------------------------------------

using Random = std::mt19937_64;
double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

struct Sample {
  std::string deck;
  int nodes = 0;
  std::vector<std::array<double, 2>> velocity;
};

// A free net of trusses with masses: a chain with some cross bars, some of them springs.
Sample random_mechanism(Random& random) {
  Sample out;
  out.nodes = std::uniform_int_distribution<int>(2, 6)(random);
  std::string trusses, places, free, masses;
  int element = 0;
  for (int k = 1; k <= out.nodes; ++k) {
    const double x = between(random, -0.3, 0.3) + k, y = between(random, -1, 1);
    places += fmt::format("X {} {:.6f} {:.6f}\n", k, x, y);
    masses += fmt::format("XM {} {:.6f}\n", k, between(random, 0.2, 3));
    if (k > 1) {
      trusses += fmt::format("PLTRUSS {} {} {}\n", ++element, k - 1, k);
      masses += fmt::format("EM {} {:.6f}\n", element, between(random, 0, 2));
    }
    if (k > 2 && between(random, 0, 1) < 0.5) {
      trusses += fmt::format("PLTRUSS {} {} {}\n", ++element, k - 2, k);
      if (between(random, 0, 1) < 0.5) free += fmt::format("RLSE {}\n", element);
    }
  }
  out.deck = trusses + places + free + "END HALT\n" + masses;
  for (int k = 1; k <= out.nodes; ++k)
    for (int c : {1, 2})
      out.deck += fmt::format("STARTVX {} {} {:.6f}\n", k, c, between(random, -2, 2));
  out.deck += R"(DOF AUTO
TIMESTEP 1 1
END END
)";
  return out;
}

struct Check {
  bool equal_e = false, stick = false, energetic = false, plastic = false;
};

// True where the restitutions were capped.
bool strike_at_random(Random& random, const Check& check, int& skipped) {
  const Sample sample = random_mechanism(random);
  Struck m(sample.deck);
  if (!m.start()) return ++skipped, false;
  const State before = m.state;
  const double common = check.plastic ? 0 : between(random, 0, 1);
  std::vector<ImpactContact> contacts;
  for (int k = 1; k <= sample.nodes; ++k) {
    if (between(random, 0, 1) < 0.4) continue;
    const double e = check.equal_e || check.plastic ? common : between(random, 0, 1);
    ImpactContact contact{{Target::coordinate, m.coordinate(k, 1)}, e, 1};
    if (check.stick) contact.stick = {{Target::coordinate, m.coordinate(k, 0)}};
    contacts.push_back(contact);
  }
  EXPECT_TRUE(m.strike(contacts, check.energetic ? ImpactLaw::energetic : ImpactLaw::newton))
      << sample.deck;
  const Impulses& impulses = m.outcome.impulses;
  const double T = impulses.kinetic_before;
  EXPECT_LE(impulses.kinetic_after, T * (1 + kGain)) << sample.deck;
  EXPECT_NEAR(impulses.kinetic_after - T, m.outcome.work, 1e-9 * T) << sample.deck;  // seen 1.5e-11
  // No stop pulls, none is passed.
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const auto i = static_cast<std::size_t>(contacts[k].normal.index);
    EXPECT_GE(impulses.R[i], 0) << sample.deck;
    EXPECT_GE(m.state.v[i], -1e-10) << sample.deck;
  }
  // Otten 2003 section 8 with a test motion of the whole: momentum along x and y, and about the
  // origin, changes by the impulses of the stops alone.
  FreeMotion motion(m.model());
  EXPECT_TRUE(find_free_motion(m.model(), *m.dynamics, m.state, motion).ok());
  std::vector<double> jump = m.state.v;
  for (std::size_t i = 0; i < jump.size(); ++i) jump[i] -= before.v[i];
  const std::vector<double> change = motion.mass_times(jump);
  std::array<double, 3> sums{};
  double size = 0;
  for (std::size_t i = 0; i < jump.size(); i += 2) {
    const double px = change[i] - impulses.R[i], py = change[i + 1] - impulses.R[i + 1];
    sums[0] += px, sums[1] += py;
    sums[2] += before.x[i] * py - before.x[i + 1] * px;
    size += std::fabs(change[i]) + std::fabs(change[i + 1]) + std::fabs(impulses.R[i]) +
            std::fabs(impulses.R[i + 1]);
  }
  for (double sum : sums) EXPECT_LE(std::fabs(sum), 1e-10 * size) << sample.deck;  // seen 5e-13
  return m.outcome.scale < 1;
}

int strike_many(const Check& check) {
  Random random(20030 + check.stick + 2 * check.equal_e + 4 * check.energetic);
  int capped = 0, skipped = 0;
  for (int k = 0; k < 400; ++k) capped += strike_at_random(random, check, skipped);
  EXPECT_LT(skipped, 80);
  return capped;
}

TEST(RandomImpacts, FrictionlessWithOneRestitutionNeedNoCap) {
  EXPECT_EQ(strike_many({.equal_e = true}), 0);
}
TEST(RandomImpacts, FrictionlessWithSeveralRestitutions) { strike_many({}); }
TEST(RandomImpacts, PlasticNeedNoCap) {
  EXPECT_EQ(strike_many({.plastic = true}), 0);
  EXPECT_EQ(strike_many({.stick = true, .plastic = true}), 0);
}
TEST(RandomImpacts, WithStickAreCapped) { EXPECT_GT(strike_many({.stick = true}), 0); }
TEST(RandomImpacts, EnergeticWithOneRestitutionNeedNoCap) {
  EXPECT_EQ(strike_many({.equal_e = true, .stick = true, .energetic = true}), 0);
}

}  // namespace
}  // namespace mbs
