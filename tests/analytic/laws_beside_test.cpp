// Laws on what sticks, touches or is held by an event go on acting beside it: against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

using test::done;

// An inertia m on a spring k with dry friction: half swings about -F/k and F/k, with rest where the
// spring is within what holds.
struct DryOscillator {
  std::vector<double> turns;  // times
  double rests_at, since;
};
DryOscillator oscillate(double m, double k, double slides, double holds, double x, double v) {
  const double omega = std::sqrt(k / m);
  DryOscillator out{};
  double t = 0;
  if (v != 0) {
    const double sign = v > 0 ? 1 : -1, centre = -sign * slides / k;
    const double amplitude = std::hypot(x - centre, v / omega);
    t = std::atan2(std::fabs(v) / omega, sign * (x - centre)) / omega;
    x = centre + sign * amplitude;
  }
  while (std::fabs(k * x) > holds) {
    out.turns.push_back(t);
    const double centre = std::copysign(slides / k, x);
    x = 2 * centre - x;
    t += std::numbers::pi / omega;
  }
  out.rests_at = x;
  out.since = t;
  return out;
}

// `before` stands above FRICTION and `after` below it.
std::string flywheel(const std::string& before, const std::string& after) {
  return "PLREV 1  8 9  1 2   0 0  0 0\nPLTOR 2  9 2\nX 1  0 0\nX 2  0\nX 8  0 0\nFIX 8\nFIX 9\n"
         "RLSE 2\nEND HALT\nDOF AUTO\nXM 1  20\nXM 2  0.5\nGRAVITY 0 -9.81\n" +
         before + "\nFRICTION 1  2 1  0.03 0.2 0.1\n" + after + "\nTIMESTEP 6 6\nEND END\n";
}

TEST(LawsBeside, SpringOnASlipTurnsTheWheelBack) {
  const double moment = 0.03 * 20 * kG;
  const DryOscillator right = oscillate(0.5, 3, 0.1 * moment, 0.2 * moment, 0, 3);
  ASSERT_EQ(right.turns.size(), 2u);
  EXPECT_NEAR(right.since, 3.1415256, 1e-7);
  for (const char* law : {"ESTIFF 2  3", "ELAW 2 1 = 3*e"})
    for (const char* how : {"", "FORM FULL", "INTEG DOP853 1e-11 1e-11", "INTEG STIFF 1e-10 1e-10"})
      for (const bool above : {false, true}) {
        const std::string all = std::string("STARTVX 2 1 3\n") + how + "\n";
        const test::RunResult run = done(above ? flywheel(all + law, "") : flywheel(all, law));
        EXPECT_NEAR(run.time_of(ContactTurn::sticks), right.since, 1e-7) << law << how;
        EXPECT_NEAR(run.value(6, "x2_1"), right.rests_at, 1e-8) << law << how;
        EXPECT_NEAR(run.value(6, "friction1.law"), 3 * right.rests_at, 1e-7);
        EXPECT_NEAR(run.value(6, "friction1.f"), -3 * right.rests_at, 1e-7);
        EXPECT_NEAR(run.value(6, "friction1.load"), 20 * kG, 1e-9);
      }
}

// While it slides, friction is friction, and the spring stands beside it.
TEST(LawsBeside, FrictionOfWhatSlidesIsItsOwn) {
  const test::RunResult run = done(flywheel("", "STARTVX 2 1 3\nESTIFF 2 3\nEDAMP 2 0.1"));
  const double x = run.value(1, "x2_1"), v = run.value(1, "v2_1");
  ASSERT_LT(v, -0.1);
  EXPECT_NEAR(run.value(1, "friction1.f"), -0.1 * 0.03 * 20 * kG, 1e-12);
  EXPECT_NEAR(run.value(1, "friction1.law"), 3 * x + 0.1 * v, 1e-12);
  EXPECT_NEAR(run.value(1, "s2_1"), 3 * x + 0.1 * v - 0.1 * 0.03 * 20 * kG, 1e-12);
}

// It starts from rest with its spring wound by more than friction holds.
TEST(LawsBeside, WoundSpringLetsGoAtTheStart) {
  const double moment = 0.03 * 20 * kG;
  const DryOscillator right = oscillate(0.5, 3, 0.1 * moment, 0.2 * moment, 1, 0);
  const test::RunResult run = done(flywheel("STARTDX 2 1 1", "ELAW 2 1 = 3*x2_1"));
  ASSERT_EQ(right.turns.size(), 2u);
  EXPECT_NEAR(run.time_of(ContactTurn::sticks), right.since, 1e-7);
  EXPECT_NEAR(run.value(6, "x2_1"), right.rests_at, 1e-8);
}

// A slider against a constant pull on its slip that is above what friction holds.
TEST(LawsBeside, PreloadOnASlipTurnsASliderBack) {
  for (const char* how : {"", "FORM FULL", "INTEG RK4 0.01"}) {
    const test::RunResult run = done(fmt::format(R"(PLTRAN 1  8 9  1 2   0 0  1 0  0 0
PLCLINE 2  1 2  8 9   0 0  0   0 0  1 0
X 1  0 0
X 2  0
X 8  0 0
X 9  0
FIX 8
FIX 9
RLSE 2
END HALT
DOF AUTO
XM 1  10
XM 2  1
STARTVX 1 1 2
GRAVITY 0 -9.81
ESIG 2 0 50
FRICTION 1  2 2  0 0.4 0.3
{}
TIMESTEP 3 3
END END
)",
                                                 how));
    const double mu = 0.3 * 10 * kG, slow = (50 + mu) / 10, back = (50 - mu) / 10;
    const double turn = 2 / slow, x = 2 * turn / 2 - back * std::pow(3 - turn, 2) / 2;
    EXPECT_NEAR(run.time_of(ContactTurn::turns_back), turn, 1e-9) << how;
    EXPECT_NEAR(run.value(3, "x1_1"), x, 1e-8) << how;
    EXPECT_NEAR(run.value(3, "friction1.f"), -mu, 1e-10);
    EXPECT_NEAR(run.value(3, "friction1.law"), 50, 1e-10);
    EXPECT_NEAR(run.value(3, "energy.balance"), 0, 1e-7);
  }
}

// A block of 1 kg on the level (or under a ceiling: `way` -1), its contact beside laws.
std::string block(const std::string& rest, int way = 1, double end = 2) {
  return fmt::format(
      "PLCLINE 1  1 9  8 9   0 0  0   0 0  {} 0\nX 1  0 0\nX 8  0 0\nX 9  0\nFIX 8\nFIX 9\n"
      "END HALT\nDOF AUTO\nXM 1  1\nGRAVITY 0 -9.81\n{}\nTIMESTEP {} 4\nEND END\n",
      way, rest, end);
}

TEST(LawsBeside, MagnetOnTheFloorIsPressedByItsPull) {
  for (const char* how : {"", "FORM FULL", "INTEG GALPHA 1e-8 1e-8"}) {
    const test::RunResult run = done(
        block(fmt::format("STARTVX 1 1 3\nESIG 1 20 0\nCONTACT 1 RIGID  0  0.2 0.2\n{}", how)));
    const double N = kG + 20, stop = 3 / (0.2 * N);
    EXPECT_NEAR(run.time_of(ContactTurn::sticks), stop, 1e-8) << how;
    EXPECT_NEAR(run.value(4, "x1_1"), 3 * stop / 2, 1e-8) << how;  // 0.7548 m
    EXPECT_NEAR(run.value(4, "contact1.n"), N, 1e-10);
    EXPECT_NEAR(run.value(4, "contact1.law"), -20, 1e-12);
    EXPECT_NEAR(run.value(4, "s1_1"), -kG, 1e-10);
  }
}

// A magnet under a ceiling whose pull fades lets go when the pull has come down to its weight.
TEST(LawsBeside, MagnetUnderACeilingLetsGo) {
  for (const char* lines : {"ELAW 1 1 = 20 - 3*t\nCONTACT 1 RIGID 0 0.2 0.2",
                            "CONTACT 1 RIGID 0 0.2 0.2\nELAW 1 1 = 20 - 3*t"})
    for (const char* how : {"", "\nFORM FULL", "\nINTEG DOP853 1e-11 1e-11"}) {
      const test::RunResult run = done(block(lines + std::string(how), -1, 4));
      const double leaves = (20 - kG) / 3;
      EXPECT_NEAR(run.time_of(ContactTurn::lifts_off), leaves, 1e-9);
      EXPECT_NEAR(run.value(4, "x1_2"), -std::pow(4 - leaves, 3) / 2, 1e-8);
      EXPECT_NEAR(run.value(2, "contact1.n"), 20 - 6 - kG, 1e-10);
      EXPECT_NEAR(run.value(2, "contact1.law"), -14, 1e-10);
    }
}

TEST(LawsBeside, SpringOnTheSlipOfAContact) {
  const DryOscillator right = oscillate(1, 30, 0.1 * kG, 0.2 * kG, 0, 3);
  ASSERT_GT(right.turns.size(), 3u);
  for (const char* spring : {"ESTIFF 1 0 30", "ELAW 1 2 = 30*e"}) {
    const test::RunResult run = done(
        block(fmt::format("STARTVX 1 1 3\nINTEG DOP853 1e-11 1e-11\n{}\nCONTACT 1 RIGID 0 0.2 0.1",
                          spring),
              1, 8));
    EXPECT_NEAR(run.time_of(ContactTurn::sticks), right.since, 1e-7);
    EXPECT_NEAR(run.value(4, "x1_1"), right.rests_at, 1e-7);
    EXPECT_NEAR(run.value(4, "contact1.lawf"), -30 * right.rests_at, 1e-6);
    EXPECT_NEAR(run.value(4, "contact1.f"), 30 * right.rests_at, 1e-6);
    EXPECT_NEAR(run.value(4, "energy.balance"), 0, 1e-7);
  }
}

// A penalty contact under a magnet: its normal force and friction are its own.
TEST(LawsBeside, PenaltyContactIsPressedBesideItsMagnet) {
  const test::RunResult run =
      done(block("ESIG 1 20 0\nINTEG STIFF 1e-9 1e-9\nCONTACT 1 PENALTY  1e4 1 1  0.2 1e-3", 1, 4));
  EXPECT_NEAR(run.value(4, "contact1.n"), 20 + kG, 1e-5);
  EXPECT_NEAR(run.value(4, "contact1.law"), -20, 1e-12);
  EXPECT_NEAR(run.value(4, "contact1.gap"), -(20 + kG) / 1e4, 1e-9);
}

// A wheel is drawn to the level by a magnet: rolling resistance is b times all that presses.
TEST(LawsBeside, RollingResistanceOfAMagnetWheel) {
  for (const char* how : {"", "FORM FULL"}) {
    const test::RunResult run = done(fmt::format(R"(PLCLINE 1  1 2  8 9   0 0  0.1   0 0  1 0
PLTOR 2  9 2
X 1  0 0.1
X 2  0
X 8  0 0
X 9  0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1  2
XM 2  0.01
STARTVX 1 1 0.5
STARTVX 2 1 -5
GRAVITY 0 -9.81
ESIG 1 30 0
CONTACT 1 RIGID  0  0.9 0.9
FRICTION 1  2 1  0.002
{}
TIMESTEP 0.5 2
END END
)",
                                                 how));
    const double slow = 0.002 * (2 * kG + 30) / 0.1 / (2 + 0.01 / 0.01);
    EXPECT_NEAR(run.value(2, "v1_1"), 0.5 - 0.5 * slow, 1e-9) << how;
    EXPECT_NEAR(run.value(2, "friction1.load"), 2 * kG + 30, 1e-9) << how;
  }
}

// An event holds the length of a spring that goes on pulling: the lock carries what is left, the
// spring keeps its energy, and both go on when the lock is released.
TEST(LawsBeside, LockedSpringKeepsItsEnergy) {
  const test::RunResult run = done(R"(PLTRUSS 1 8 1
X 8  0 0
X 1  1 0
FIX 8
FIX 1 2
RLSE 1
END HALT
DOF AUTO
XM 1  2
STARTVX 1 1 1
ESTIFF 1 50
EDAMP 1 3
INTEG DOP853 1e-11 1e-11
EVENT lock WHEN t > 0.25 DO FIX E 1 1
EVENT free WHEN t > 1 DO RELEASE E 1 1
OUT held = s1_1 - 50*e1_1
TIMESTEP 1.5 6
END END
)");
  const double omega = 5, damping = 3 / (2 * 2 * omega), by = damping * omega,
               d = omega * std::sqrt(1 - damping * damping);
  const double x = std::exp(-by * 0.25) * std::sin(d * 0.25) / d;
  for (const std::size_t row : {2u, 3u}) {
    EXPECT_NEAR(run.value(row, "x1_1"), 1 + x, 1e-9);
    EXPECT_NEAR(run.value(row, "energy.potential"), 25 * x * x, 1e-8);
    EXPECT_NEAR(run.value(row, "s1_1"), 0, 1e-9);
    EXPECT_NEAR(run.value(row, "held"), -50 * x, 1e-8);
  }
  const double t = 0.5,
               after = x * std::exp(-by * t) * (std::cos(d * t) + by / d * std::sin(d * t));
  EXPECT_NEAR(run.value(6, "x1_1"), 1 + after, 1e-9);
  EXPECT_NEAR(run.value(6, "energy.balance"), 0, 1e-9);
}

}  // namespace
}  // namespace mbs
