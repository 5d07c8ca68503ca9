// Contacts never add energy: random chains of rods that fall on the ground, in each contact model;
// and both forms of the equations meet the same events.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <sstream>
#include <tuple>

#include "support/deck.h"
#include "support/draws.h"

namespace mbs {
namespace {

// 1 to 3 rods in a chain, every end of which may touch the ground; `law` is called once per
// contact.
template <class Law>
std::string chain(unsigned seed, const Law& law, const std::string& rest) {
  std::mt19937 generator(seed);
  auto any = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
  };
  const int rods = 1 + static_cast<int>(seed % 3);
  std::string elements, nodes, masses, laws;
  double x = 0, y = 0.8 + 0.4 * rods;
  const double vx = any(-1, 1), vy = any(-1, 0);
  int contact = 10;
  double last = 0;
  for (int k = 1; k <= rods; ++k) {
    const double l = any(0.3, 0.7), phi = any(-3, 3), m = any(0.5, 3);
    x += l / 2 * std::cos(phi), y += l / 2 * std::sin(phi);
    nodes += fmt::format("X {} {} {}\nX {} {}\n", 10 * k, x, y, 10 * k + 1, phi);
    x += l / 2 * std::cos(phi), y += l / 2 * std::sin(phi);
    masses += fmt::format("XM {} {}\nXM {} {}\n", 10 * k, m, 10 * k + 1, m * l * l / 12);
    masses += fmt::format("STARTVX {} 1 {}\nSTARTVX {} 2 {}\n", 10 * k, vx, 10 * k, vy);
    if (k > 1)
      elements += fmt::format("PLREV {} {} {} {} {} {} 0 {} 0\n", k, 10 * k - 10, 10 * k - 9,
                              10 * k, 10 * k + 1, last / 2, -l / 2);
    last = l;
    for (double end : {-l / 2, l / 2}) {
      if (k > 1 && end < 0) continue;  // the end of the rod before
      elements +=
          fmt::format("PLCLINE {} {} {} 8 9 {} 0 0 0 0 1 0\n", ++contact, 10 * k, 10 * k + 1, end);
      laws += fmt::format("CONTACT {} {}\n", contact, law(any));
    }
  }
  return elements + nodes + R"(X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
)" + masses +
         laws + "GRAVITY 0 -9.81\nDOF AUTO\n" + rest + "\nEND END\n";
}

struct Any {
  template <class Random>
  std::string operator()(Random& any) const {
    if (model == 0)
      return fmt::format("PENALTY 1e5 {} {} {} 1e-2", any(1, 2), any(0, 2), any(0, 0.8));
    const double mu = any(0, 0.8);
    if (model == 1) return fmt::format("RIGID {} {} {} BOUNCES 5", any(0, 1), mu, mu * any(0.7, 1));
    return fmt::format("IMPULSES {} 2e-3 {}", any(0, 0.9), mu);
  }
  int model;
};

// `deepest`: what an end may sink in.
void expect_no_gain(const std::string& deck, double allowed, unsigned seed,
                    double deepest = HUGE_VAL) {
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages << deck;
  double last = HUGE_VAL, gain = 0, scale = 0, lowest = HUGE_VAL;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double energy = run.value(k, "energy.kinetic") + run.value(k, "energy.potential");
    gain = std::max(gain, energy - last);
    last = energy;
    lowest = std::min(lowest, energy);
    scale = std::max(scale, std::fabs(energy));
    EXPECT_LT(std::fabs(run.value(k, "energy.balance")), allowed * scale) << seed;
    for (int c = 11; c <= 11 + static_cast<int>(seed % 3) + 1; ++c)
      EXPECT_GT(run.value(k, fmt::format("contact{}.gap", c)), -deepest) << seed;
  }
  EXPECT_LT(gain, allowed * scale) << seed << "\n" << deck;
  EXPECT_LT(lowest, 0.999 * scale) << "nothing was struck: " << seed;
}

TEST(Contacts, PenaltyAddsNoEnergy) {
  for (unsigned seed = 0; seed < unsigned(test::draws(3)); ++seed)
    expect_no_gain(chain(seed, Any{0}, "TIMESTEP 1 50\nINTEG STIFF 1e-8 1e-8"), 1e-6,
                   seed);  // seen 3e-8
}

// The last four had sunk in or gained energy before contacts were watched from the right side.
TEST(Contacts, ImpactsAddNoEnergy) {
  std::vector<unsigned> seeds(40);
  std::iota(seeds.begin(), seeds.end(), 0u);
  seeds.insert(seeds.end(), {50u, 55u, 104u, 5588u});
  for (unsigned seed : seeds)
    expect_no_gain(chain(seed, Any{1}, "TIMESTEP 1 50"), 1e-7, seed, 1e-9);  // seen 2e-9, 8e-14
}

// A box falls askew on another: corners throw each other up in turn, ever less, and come to rest
// together instead of chattering.
TEST(Contacts, ABoxOnABoxComesToRest) {
  const std::tuple<double, double, double, double> cases[] = {
      {0, 0, 0, 0.7}, {0, 0.3, 0.2, 0.7}, {0.3, 0.3, 0.2, 0.7}, {0.8, 0.8, 0.6, 0}};
  for (const auto& [e, mu_s, mu_k, speed] : cases) {
    std::string deck =
        R"(3 0 0 1 0 0 0 0 0
0 0 0
0 0.3 0.1
0.05 0.8 -0.15
1
0 2 0.1
MASS 2 5 0.0833
MASS 3 3 0.05
GRAV 0 -9.81
)";
    deck += fmt::format("VEL 3 {} 0 0\n", speed);
    for (const char* corner : {"2 1 LINE -0.2 -0.1 0 0 0", "2 1 LINE 0.2 -0.1 0 0 0",
                               "3 2 LINE -0.15 -0.1 0 0 0.1", "3 2 LINE 0.15 -0.1 0 0 0.1"})
      deck += fmt::format("CONTACT {} 1 0 RIGID {} {} {}\n", corner, e, mu_s, mu_k);
    const test::RunResult run = test::run(deck + "END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    double last = HUGE_VAL;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      for (const char* gap : {"contact1.gap", "contact2.gap", "contact3.gap", "contact4.gap"})
        EXPECT_GT(run.value(k, gap), -1e-10);  // seen 4e-14
      const double energy = run.value(k, "energy.kinetic") + run.value(k, "energy.potential");
      EXPECT_LT(energy - last, 1e-6);  // seen 2e-8
      last = energy;
    }
  }
}

// But for the first rise from rest, (g tau/20)^2/2 per kg.
TEST(Contacts, ImpulsesAddNoEnergy) {
  for (unsigned seed = 0; seed < unsigned(test::draws(3)); ++seed)
    expect_no_gain(chain(seed, Any{2}, "TIMESTEP 1 50"), 1e-6, seed);  // seen 3e-7
}

struct Happening {
  double t;
  std::string what;
};
std::vector<Happening> happenings(const std::string& report) {
  std::istringstream in(report);
  std::vector<Happening> out;
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find(" at t = ");
    if (!line.starts_with("# CONTACT") || at == std::string::npos) continue;
    const std::size_t colon = line.find(": ", at);
    std::string what = line.substr(0, at) + line.substr(colon);
    if (const std::size_t rate = what.find(", gap rate"); rate != std::string::npos)
      what.resize(rate);
    out.push_back({std::stod(line.substr(at + 8)), what});
  }
  return out;
}

TEST(Contacts, BothFormsMeetTheSameEvents) {
  std::size_t met = 0;
  for (unsigned seed = 0; seed < 9; ++seed) {
    const std::string rest = "TIMESTEP 0.7 7\nINTEG DOP853 1e-11 1e-11\nFORM ";
    const auto reduced = happenings(test::run(chain(seed, Any{1}, rest + "REDUCED")).report);
    const auto full = happenings(test::run(chain(seed, Any{1}, rest + "FULL")).report);
    ASSERT_EQ(reduced.size(), full.size()) << seed;
    for (std::size_t k = 0; k < full.size(); ++k) {
      EXPECT_EQ(full[k].what, reduced[k].what) << seed;
      EXPECT_NEAR(full[k].t, reduced[k].t, 1e-8) << seed;  // seen 2e-12
    }
    met += full.size();
  }
  EXPECT_GT(met, 40u);
}

}  // namespace
}  // namespace mbs
