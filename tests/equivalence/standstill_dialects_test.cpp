// STATIC and EIGEN in KABIOS decks and chains: against the same mechanism converted to native
// words, against closed forms, and against the deck that --echo prints.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "support/deck.h"

namespace mbs {
namespace {

// Two bodies on springs, a wheel of the second on the ground, a law that reads a state, a muscle.
const char* const kLamp = R"(3 2 0 1 0 0 1 0 0
0 0 0
0.1 0.17 60deg
0.4 0.30 -10deg
1 2   0 0      -0.2 0
2 3   0.2 0    -0.2 0
1
3   0.25 0.02
0 0 1
MASS 2  0.4 0.0055
MASS 3  0.5 0.0070
GRAV 0 -9.81
SDA 1 2  -0.1 0.1  0 0.02   250 0.05 1
RSDA 2 3  12 -1.2 0.05
CONTACT 3 1 LINE 0.2 0 0.02  0 0.615 1 0 PENALTY 3e4 1.5 0.4
ODE pull EQUILIBRIUM 0 RATE 3*(0.4 - body3.x) - pull
LAW BODY 3 X = 2*pull - 0.5*body2.xd
FORCE 2 0.1 0.02 1 -0.5
TORQ 3 0.2
MUSCLE flexor ARM 2 0.3 -0.02 FMAX 40 LOPT 0.1 LSLACK 0.2 STIM = 0.3
)";

const char* const kLeg = R"(SEGDYN
SEGMENT 1   4 0.43 0.24 0.06
SEGMENT 2   9 0.42 0.23 0.15
SEGMENT 3  40 0.70 0.35 2.00
STATE 1   80deg 0.3
STATE 2  110deg
STATE 3   75deg
GRAV 0 -9.81
RSDA 0 1  3000 1.4 20
RSDA 1 2  2500 0.5 20
SDA 1 3  0.05 -0.05  0.1 -0.08  2000 0.7 60
KNOWN M 3 = -2500*(phi3 - phi2 + 0.6) - 20*(phid3 - phid2) + 4*drive
KNOWN FEXTX 3 11
CONTACT 1 LINE -0.05 -0.02 0  0 -0.05 1 0  PENALTY 2e4 1.5 0.3
ODE drive EQUILIBRIUM 0.1 RATE phi1 - drive
MUSCLE calf ARM 1 0.45 -0.04 FMAX 900 LOPT 0.06 LSLACK 0.35 STIM = 0.4
)";

std::string native_of(const std::string& deck) {
  Diagnostics diagnostics;
  std::string out = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  return out;
}

// Channels of a deck and of the same in native words: name of one, name of the other.
using Names = std::vector<std::pair<std::string, std::string>>;

// The node numbers of body or segment k are 2 k + before and the next one.
Names positions(int count, int before, const char* format, bool rates) {
  Names out;
  for (int k = 1; k <= count; ++k) {
    const int point = 2 * k + before;
    for (const char* d : {"", "dd"}) {
      if (*d != 0 && !rates) continue;
      const char c = *d == 0 ? 'x' : 'a';
      out.push_back(
          {fmt::format(fmt::runtime(format), k, "x", d), fmt::format("{}{}_1", c, point)});
      out.push_back(
          {fmt::format(fmt::runtime(format), k, "y", d), fmt::format("{}{}_2", c, point)});
      out.push_back(
          {fmt::format(fmt::runtime(format), k, "phi", d), fmt::format("{}{}_1", c, point + 1)});
    }
  }
  return out;
}

void expect_same(const test::RunResult& one, const test::RunResult& other, const Names& names,
                 double accuracy) {
  ASSERT_EQ(one.status, ExitStatus::done) << one.messages;
  ASSERT_EQ(other.status, ExitStatus::done) << other.messages;
  ASSERT_EQ(one.rows.size(), other.rows.size());
  ASSERT_FALSE(one.rows.empty());
  for (const auto& [a, b] : names) {
    ASSERT_LT(one.column(a), one.names.size()) << a;
    ASSERT_LT(other.column(b), other.names.size()) << b;
    for (std::size_t k = 0; k < one.rows.size(); ++k)
      EXPECT_NEAR(one.value(k, a), other.value(k, b),
                  accuracy * std::max(1.0, std::fabs(other.value(k, b))))
          << a << " " << b << " row " << k;
  }
}

const Names kModes = {{"omega", "omega"},
                      {"frequency", "frequency"},
                      {"damping", "damping"},
                      {"real", "real"},
                      {"imaginary", "imaginary"}};

TEST(StandstillDialects, EquilibriumOfAKabiosDeckIsThatInNativeWords) {
  const std::string deck = std::string(kLamp) + "STATIC\nEND\n";
  Names names = positions(3, -1, "body{}.{}{}", true);
  names.insert(names.end(),
               {{"sda1.f", "s3_1"}, {"rsda1.m", "s4_1"}, {"contact1.n", "contact5.n"}});
  names.insert(names.end(), {{"pull", "pull"}, {"flexor.f", "flexor.f"}});
  names.insert(names.end(), {{"rev1.fx", "s1_1"}, {"rev2.fy", "s2_2"}, {"point1.x", "point1.x"}});
  const test::RunResult run = test::run(deck);
  expect_same(run, test::run(native_of(deck)), names, 1e-12);
  EXPECT_GT(run.value(0, "contact1.n"), 0.1);  // it is closed
}

TEST(StandstillDialects, EquilibriumOfAChainIsThatInNativeWords) {
  const std::string deck = std::string(kLeg) + "STATIC\nEND\n";
  const test::RunResult run = test::run(deck);
  Names names = {{"frx1", "s1_1"}, {"fry1", "s1_2"}, {"m3", "s6_1"}, {"drive", "drive"}};
  names.insert(names.end(), {{"calf.f", "calf.f"}, {"fry3", "s5_2"}, {"frx2", "s3_1"}});
  for (int k = 1; k <= 3; ++k)
    names.push_back({fmt::format("phi{}", k), fmt::format("x{}_1", 2 * k + 2)});
  expect_same(run, test::run(native_of(deck)), names, 1e-12);
  EXPECT_GT(run.value(0, "contact1.n"), 0.1);
  EXPECT_NEAR(run.value(0, "phid1"), 0, 0);  // rates of STATE do not count
}

TEST(StandstillDialects, ModesOfAKabiosDeckAreThoseInNativeWords) {
  for (const char* tail : {R"(STATIC
EIGEN
END
)",
                           R"(EIGEN 3
STATIC
END
)"}) {
    const std::string deck = std::string(kLamp) + tail;
    Names names = kModes;
    for (const auto& name : positions(3, -1, "body{}.{}{}", false)) {
      names.push_back(name);
      names.push_back({name.first + ".im", name.second + ".im"});
    }
    expect_same(test::run(deck), test::run(native_of(deck)), names, 1e-10);
  }
}

// Shapes of chains are over angles: those of the native deck over its angles, but for a factor.
TEST(StandstillDialects, ModesOfAChainAreThoseInNativeWords) {
  const std::string deck = std::string(kLeg) + R"(STATIC
EIGEN
END
)";
  const test::RunResult run = test::run(deck), native = test::run(native_of(deck));
  expect_same(run, native, kModes, 1e-10);
  using Complex = std::complex<double>;
  auto shape = [](const test::RunResult& of, std::size_t k, const std::string& name) {
    return Complex(of.value(k, name), of.value(k, name + ".im"));
  };
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    double largest = 0;
    for (int i = 1; i <= 3; ++i) {
      const Complex here = shape(run, k, fmt::format("phi{}", i));
      largest = std::max(largest, std::abs(here));
      const Complex factor = shape(run, k, "phi3") / shape(native, k, "x8_1");
      EXPECT_LT(std::abs(here - factor * shape(native, k, fmt::format("x{}_1", 2 * i + 2))), 1e-9)
          << k << " " << i;
    }
    EXPECT_NEAR(largest, 1, 1e-12) << k;
  }
}

// The same of a motion in time: modes about its end.
TEST(StandstillDialects, ModesAboutTheEndOfAMotion) {
  const std::string head = R"(SEGDYN
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
STATE 1  -60deg 1
STATE 2  -80deg 0.5
GRAV 0 -9.81
RSDA 1 2  8 0 0
KNOWN M 1 = -3*phi1 - 0.4*phid1
KNOWN MEXT 2 = -phi1 + 0.2*phid2
TIME 0 0.7 0.1
EIGEN
END
)";
  expect_same(test::run(head), test::run(native_of(head)), kModes, 1e-9);
}

// A free chain on two springs: the base is where the modes say it is. A rod of length 2 d about its
// middle, a spring k under each end, moves up and down with 2k/m and turns with 2k d^2/j.
TEST(StandstillDialects, BaseOfAFreeChain) {
  const test::RunResult run = test::run(R"(SEGDYN
SEGMENT 1  3 1 0.5 0.2
STATE 1 0
FREE BASE
SDA 0 1  0 -1   -0.5 0  500 1 0
SDA 0 1  1 -1    0.5 0  500 1 0
SDA 0 1  -9 0    0 0  80 9.5 0
EIGEN
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 3u);
  const double m = 3, j = 0.2, k = 500, d = 0.5;
  EXPECT_NEAR(run.value(0, "omega"), std::sqrt(80 / m), 1e-11);
  EXPECT_NEAR(run.value(1, "omega"), std::sqrt(2 * k / m), 1e-11);
  EXPECT_NEAR(run.value(2, "omega"), std::sqrt(2 * k * d * d / j), 1e-11);
  EXPECT_NEAR(run.value(0, "x"), 1, 1e-12);
  EXPECT_NEAR(run.value(1, "y"), 1, 1e-12);
  EXPECT_NEAR(run.value(1, "phi1"), 0, 1e-12);
  EXPECT_NEAR(run.value(2, "phi1"), 1, 1e-12);
  EXPECT_NEAR(run.value(2, "y"), -d, 1e-12);  // the base is d before the middle
}

TEST(StandstillDialects, TheEchoGivesTheSameReport) {
  for (const char* head : {kLamp, kLeg})
    for (const char* tail : {"STATIC\nEND\n", R"(STATIC
EIGEN 2
ITERSTEP 60 3 1e-11
END
)",
                             "EIGEN\nEND\n"}) {
      const std::string deck = std::string(head) + tail;
      Diagnostics diagnostics;
      const std::string echo = echo_deck({"deck", deck, ".", {}}, {}, diagnostics);
      ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
      RunSettings settings;
      settings.echo = false;
      const test::RunResult run = test::run(deck, settings);
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_EQ(test::run(echo, settings).report, run.report) << echo;
    }
}

// ---- a choice of knowns -------------------------------------------------------------------------

const char* const kArm = R"(SEGDYN
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
GRAV 0 -9.81
STATIC
)";
constexpr double kWeight = 2 * 9.81, kM1 = 3.5 * 9.81;

// Both segments are held by moments.
TEST(StandstillDialects, MomentsThatHoldAPosture) {
  const test::RunResult run = test::run(std::string(kArm) + R"(
STATE 1  -60deg
STATE 2  -20deg
KNOWN PHIDD 1 0
UNKNOWN M 1
KNOWN PHIDD 2 0
UNKNOWN M 2
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double c1 = std::cos(std::numbers::pi / 3), c2 = std::cos(std::numbers::pi / 9);
  const double m2 = kWeight * 0.18 * c2, m1 = m2 + kM1 * 0.2 * c1 + kWeight * 0.45 * c1;
  EXPECT_NEAR(run.value(0, "m2"), m2, 1e-12 * m2);
  EXPECT_NEAR(run.value(0, "m1"), m1, 1e-12 * m1);
  EXPECT_NEAR(run.value(0, "fry1"), kM1 + kWeight, 1e-11);
}

// The first one is held by a moment at its other end; the second finds where it stands under that
// moment, M2 = (m1 d1 + m2 l1) g cos(phi1) < 0, and m2 g d2 cos(phi2) = M2.
TEST(StandstillDialects, MomentThatHoldsTheOtherSegment) {
  const test::RunResult run = test::run(std::string(kArm) + R"(
STATE 1  -88deg
STATE 2  -91deg
KNOWN PHIDD 1 0
UNKNOWN M 2
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double m2 = -(kM1 * 0.2 + kWeight * 0.45) * std::cos(88 * std::numbers::pi / 180);
  EXPECT_NEAR(run.value(0, "m2"), m2, 1e-10);
  EXPECT_NEAR(run.value(0, "m1"), 0, 0);
  EXPECT_NEAR(run.value(0, "phi2"), -std::acos(m2 / (kWeight * 0.18)), 1e-10);
}

// Moments geared by a ROW, M1 = 2 M2, M2 = -5 (phi2 - phi1); no acceleration is known.
TEST(StandstillDialects, EquationOfMoments) {
  const test::RunResult run = test::run(std::string(kArm) + R"(
STATE 1  -60deg
STATE 2  -80deg
RSDA 0 1  8 -1 0
KNOWN M 2 = -5*(phi2 - phi1)
UNKNOWN M 1
ROW 1 M 1   1
ROW 1 M 2  -2
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double phi1 = run.value(0, "phi1"), phi2 = run.value(0, "phi2");
  const double m2 = -5 * (phi2 - phi1);
  EXPECT_NEAR(kWeight * 0.18 * std::cos(phi2), m2, 1e-10);
  EXPECT_NEAR(run.value(0, "m1"), 2 * m2, 1e-10);
  const double spring = -8 * (phi1 + 1);
  EXPECT_NEAR(kM1 * 0.2 * std::cos(phi1) + kWeight * 0.45 * std::cos(phi1) + m2, 2 * m2 + spring,
              1e-9);
}

// The force that pulls the hand of an arm whose shoulder is stiff: FEXTX 2 is unknown, the
// force of joint 2 along x is known.
TEST(StandstillDialects, KnownJointForce) {
  const test::RunResult run = test::run(std::string(kArm) + R"(
STATE 1  -60deg
STATE 2  -80deg
RSDA 0 1  8 -1 0
RSDA 1 2  9 0 0
KNOWN FRX 2 -4
UNKNOWN FEXTX 2
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double phi1 = run.value(0, "phi1"), phi2 = run.value(0, "phi2");
  EXPECT_NEAR(run.value(0, "frx2"), -4, 1e-10);
  EXPECT_NEAR(run.value(0, "fextx2"), 4, 1e-10);
  EXPECT_NEAR(run.value(0, "frx1"), -4, 1e-10);
  // Moments about joint 2 on segment 2, about joint 1 on both.
  const double m2 = -9 * (phi2 - phi1);
  EXPECT_NEAR(m2, kWeight * 0.18 * std::cos(phi2) + 4 * 0.18 * std::sin(phi2), 1e-9);
  const double x2 = 0.45 * std::cos(phi1) + 0.18 * std::cos(phi2),
               y2 = 0.45 * std::sin(phi1) + 0.18 * std::sin(phi2);
  EXPECT_NEAR(-8 * (phi1 + 1), kM1 * 0.2 * std::cos(phi1) + kWeight * x2 + 4 * y2, 1e-9);
}

// Both efforts turn the segment, none of them lifts it.
TEST(StandstillDialects, EffortsThatCannotBeFound) {
  const test::RunResult run = test::run(R"(SEGDYN
SEGMENT 1 2 0.4 0.2 0.03
STATE 1 0.3
KNOWN PHIDD 1 0
UNKNOWN M 1
KNOWN FRY 1 0
UNKNOWN MEXT 1
STATIC
END
)");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_EQ(run.messages,
            "deck:5:1: error: unknowns: in equilibrium MEXT 1, M 1 cannot be found; make one of "
            "them known and another variable unknown\n");
}

// A muscle that begins within the motion before EIGEN would be an event.
TEST(StandstillDialects, OnsetsWithinTheMotion) {
  const std::string arm = R"(SEGDYN
SEGMENT 1 2 0.4 0.2 0.03
STATE 1 0.3
RSDA 0 1 9 0 0
MUSCLE m ARM 1 0.42 -0.04 FMAX 90 LOPT 0.06 LSLACK 0.35 ONSET 0.5 FROM 0.1
TIME 0 1 0.1
)";
  EXPECT_EQ(test::run(arm + "EIGEN\nEND\n").status, ExitStatus::deck_error);
  EXPECT_EQ(test::run(arm + R"(EIGEN
STATIC
END
)")
                .status,
            ExitStatus::done);
  EXPECT_EQ(test::run(arm + "STATIC\nEND\n").status, ExitStatus::done);
}

// The inverse dynamics of a posture at rest finds the same moments.
TEST(StandstillDialects, HeldPostureIsInverseDynamicsAtRest) {
  const std::string arm = R"(SEGDYN
SEGMENT 1  3.5 0.45 0.20 0.06
SEGMENT 2  2.0 0.40 0.18 0.03
SEGMENT 3  1.0 0.30 0.15 0.01
STATE 1  -60deg 0
STATE 2  -20deg 0
STATE 3   20deg 0
BASE 0 0
GRAV 0.3 -9.81
SDA 0 3  0.5 0.4  0.1 0  60 0.2 1
KNOWN XDD 0
KNOWN YDD 0
KNOWN PHIDD 1 0
KNOWN PHIDD 2 0
KNOWN PHIDD 3 0
UNKNOWN MEXT 1
UNKNOWN M 2
UNKNOWN M 3
)";
  const test::RunResult still = test::run(arm + "STATIC\nEND\n"),
                        moving = test::run(arm + "TIME 0 0 1\nEND\n");
  ASSERT_EQ(still.status, ExitStatus::done) << still.messages;
  ASSERT_EQ(moving.status, ExitStatus::done) << moving.messages;
  for (const char* name : {"frx1", "fry1", "mext1", "m2", "m3", "frx3", "fry2", "x", "ydd"})
    EXPECT_NEAR(still.value(0, name), moving.value(0, name), 1e-10) << name;
}

}  // namespace
}  // namespace mbs
