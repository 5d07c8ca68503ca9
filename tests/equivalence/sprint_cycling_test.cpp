// Sprint cycling (Casius, Bobbert, van Soest 2004): one leg against two, the two ways to model two
// legs, work against energy, and the drift of the hip over ten revolutions (their Table 1). And one
// mechanism in several dialects: letting go of a prescribed motion, an arm swing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using test::Error;
using test::RunResult;

constexpr double kHip[] = {-0.14270024, 0.80929327};
const std::string kDecks = std::string(MBSIM_ROOT) + "/decks/";

RunResult run(const std::string& text) {
  RunResult out = test::run(text, {}, kDecks + "chains");
  EXPECT_EQ(out.status, ExitStatus::done) << out.messages;
  return out;
}

std::string with_line(std::string deck, const std::string& start, const std::string& line) {
  const std::size_t at = deck.find("\n" + start) + 1;
  return deck.replace(at, deck.find('\n', at) - at, line);
}

// Distance and speed of the end of segment 4 from where the hip ought to be.
std::array<double, 2> hip_gap(const RunResult& r, std::size_t row) {
  constexpr double l[] = {0.17, 0.17, 0.48, 0.46};
  double x = -kHip[0], y = -kHip[1], xd = 0, yd = 0;
  for (int i = 0; i < 4; ++i) {
    const double phi = r.value(row, fmt::format("phi{}", i + 1));
    const double w = r.value(row, fmt::format("phid{}", i + 1));
    x += l[i] * std::cos(phi), y += l[i] * std::sin(phi);
    xd -= l[i] * std::sin(phi) * w, yd += l[i] * std::cos(phi) * w;
  }
  return {std::hypot(x, y), std::hypot(xd, yd)};
}

// Power of two legs in the last of ten revolutions of 0.5 s.
double power(const RunResult& r) {
  const std::size_t last = r.rows.size() - 1;
  return 2 * (r.value(last - 1, "lock1.work") - r.value(last, "lock1.work")) / 0.5;
}

TEST(SprintCycling, HipStaysWhereItIs) {
  const std::string deck = test::deck_text("chains/sprint_ten.dat");
  constexpr double kPower = 1151.299009;  // STEP 1e-9 and 1e-10
  for (const char* method : {"HEUN 1e-3", "HEUN 2e-4", "STEP 1e-3 1e-3", "STEP 1e-6 1e-6"})
    for (const char* path :
         {"", "UNKNOWN PHIDD 2\n"}) {  // as elements, and in the chain's variables
      const RunResult r = run(with_line(deck, "INTEG", fmt::format("{}INTEG {}", path, method)));
      const auto [off, speed] = hip_gap(r, r.rows.size() - 1);
      EXPECT_LT(off, 1e-10) << method << path;    // seen 7.3e-15
      EXPECT_LT(speed, 1e-10) << method << path;  // seen 4.7e-16
    }
  const RunResult fine = run(with_line(deck, "INTEG", "INTEG DOP853 1e-12 1e-12"));
  EXPECT_NEAR(power(fine) / kPower, 1, 1e-8);  // the last digit printed
  for (const char* method : {"HEUN 1e-4", "STEP 1e-6 1e-6", "STEP 1e-8 1e-8"})
    EXPECT_NEAR(power(run(with_line(deck, "INTEG", fmt::format("INTEG {}", method)))) / power(fine),
                1, 1e-6)
        << method;  // seen 2.5e-8
}

// Accelerations alone let it drift, with the order of the method.
TEST(SprintCycling, HipDriftsWithoutProjection) {
  const std::string deck = test::deck_text("chains/sprint_ten.dat");
  auto off = [&](const char* method) {
    const RunResult r = run(with_line(deck, "INTEG", fmt::format("PROJECT OFF\nINTEG {}", method)));
    return hip_gap(r, r.rows.size() - 1)[0];
  };
  const double rough = off("HEUN 5e-4"), fine = off("HEUN 1e-4");
  EXPECT_GT(rough, 1e-6);                    // seen 2.7e-5
  EXPECT_NEAR(rough / fine, 25, 2.5);        // seen 25.1
  EXPECT_LT(off("STEP 1e-10 1e-10"), 1e-8);  // seen 1.1e-9
}

// In one periodic revolution the crank gets what the joint moments do: kinetic and potential energy
// come back to their values, and the balance closes.
TEST(SprintCycling, WorkOfOneRevolution) {
  const RunResult r = run(test::deck_text("chains/sprint.dat"));
  const std::size_t last = r.rows.size() - 1;
  double simpson = 0;
  for (std::size_t k = 0; k <= last; ++k)
    simpson += r.value(k, "lock1.power") * (k == 0 || k == last ? 1 : k % 2 == 1 ? 4 : 2);
  simpson *= 0.0125 / 3;
  EXPECT_NEAR(r.value(last, "lock1.work") / simpson, 1, 5e-3);  // Simpson's rule with 40 intervals
  for (std::size_t k = 0; k <= last; ++k)
    EXPECT_NEAR(r.value(k, "energy.balance"), 0, 1e-8);  // seen 4.5e-11
  EXPECT_NEAR(r.value(last, "energy.work"), 0, 0.1);     // of moments and crank; seen 0.007
}

// Without a moving trunk the legs know nothing of each other: two legs deliver the powers of one
// leg at two times.
TEST(SprintCycling, TwoLegsAreOneLegTwice) {
  const RunResult two = run(test::deck_text("chains/sprint_two_cranks.dat"));
  const RunResult one =
      run(with_line(with_line(test::deck_text("chains/sprint_ten.dat"), "TIME", "TIME 0 1 0.0125"),
                    "INTEG", "INTEG STEP 1e-10 1e-10"));
  Error of_power, angle;
  for (std::size_t k = 0; k < two.rows.size(); ++k) {
    of_power.add(two.value(k, "lock1.power"),
                 one.value(k, "lock1.power") + one.value(k + 20, "lock1.power"));
    angle.add(two.value(k, "phi2"), one.value(k, "phi2"));
    angle.add_angle(two.value(k, "phi9"), one.value(k + 20, "phi2") - std::acos(-1.0));
  }
  EXPECT_LT(of_power.relative(), 1e-8);  // seen 1.1e-11
  EXPECT_LT(angle.relative(), 1e-8);     // seen 1.4e-11
}

// 30 equations of motion and two cranks, 27 and one crank with two arms.
TEST(SprintCycling, BothModelsOfTwoLegs) {
  const RunResult two = run(test::deck_text("chains/sprint_two_cranks.dat"));
  const RunResult one = run(test::deck_text("chains/sprint_one_crank.dat"));
  ASSERT_EQ(two.rows.size(), one.rows.size());
  const double w = -4 * std::acos(-1.0);
  Error of_power, angle, force;
  for (std::size_t k = 0; k < two.rows.size(); ++k) {
    const double phi = one.value(k, "phi1"), xd = one.value(k, "xd"), yd = one.value(k, "yd");
    const double xd2 = xd - 0.34 * std::sin(phi) * w, yd2 = yd + 0.34 * std::cos(phi) * w;
    const double power_of_feet = xd * one.value(k, "frx10") + yd * one.value(k, "fry10") -
                                 xd2 * one.value(k, "frx2") - yd2 * one.value(k, "fry2");
    of_power.add(power_of_feet, -two.value(k, "lock1.power"));
    for (int i = 2; i <= 9; ++i)
      angle.add(one.value(k, fmt::format("phi{}", i)), two.value(k, fmt::format("phi{}", i)));
    for (const char* name :
         {"frx2", "fry2", "frx7", "fry7", "frx10", "fry10", "fix5.fx", "fix5.fy"})
      force.add(one.value(k, name), two.value(k, name));
  }
  EXPECT_LT(of_power.relative(), 1e-8);  // seen 1.5e-11
  EXPECT_LT(angle.relative(), 1e-8);     // seen 1.7e-12
  EXPECT_LT(force.relative(), 1e-8);     // seen 1.6e-11
}

// A second leg that hangs on the hip by ATTACH instead of the doubled trunk.
TEST(SprintCycling, BranchByAttach) {
  const RunResult two = run(test::deck_text("chains/sprint_two_cranks.dat"));
  std::string deck = "SEGDYN\n";
  const char* segments[] = {"0.2 0.17 0.08 0",      "1.23 0.17 0.05 0.01", "4.0 0.48 0.255 0.064",
                            "8.8 0.46 0.245 0.119", "50 0.84 0.33 3.5",    "8.8 0.46 0.215 0.119",
                            "4.0 0.48 0.225 0.064", "1.23 0.17 0.12 0.01", "0.2 0.17 0.09 0"};
  for (int i = 1; i <= 9; ++i) {
    const int of_two = i <= 5 ? i : i + 1;
    deck += fmt::format("SEGMENT {} {}\nSTATE {} {:.17g} {:.17g}\n", i, segments[i - 1], i,
                        two.value(0, fmt::format("phi{}", of_two)),
                        two.value(0, fmt::format("phid{}", of_two)));
  }
  deck +=
      R"(ATTACH 6 5 0
FIX JOINT 5 -0.14270024 0.80929327
FIX TIP 0 0
LOCK PHI 1
LOCK PHI 5
EQUAL PHI 1 9
GRAV 0 -9.81
KNOWN M 3 = -300*((phi3-phi2)+0.9) - 10*(phid3-phid2)
KNOWN M 4 = -60 - 130*cos(4*pi*t-0.7)
KNOWN M 5 = 80 + 150*sin(4*pi*t+0.7)
KNOWN M 6 = -80 + 150*sin(4*pi*t+0.7)
KNOWN M 7 = 60 - 130*cos(4*pi*t-0.7)
KNOWN M 8 = 300*((phi7-phi8)+0.9) + 10*(phid7-phid8)
TIME 0 0.5 0.0125
INTEG STEP 1e-10 1e-10
)";
  for (const char* path : {"END\n", "UNKNOWN PHIDD 2\nEND\n"}) {
    const RunResult branch = run(deck + path);
    Error of_power, angle, hip;
    for (std::size_t k = 0; k < two.rows.size(); ++k) {
      of_power.add(branch.value(k, "lock1.power"), two.value(k, "lock1.power"));
      angle.add(branch.value(k, "phi2"), two.value(k, "phi2"));
      angle.add(branch.value(k, "phi8"), two.value(k, "phi9"));
      hip.add(branch.value(k, "frx6"), two.value(k, "frx7"));
      hip.add(branch.value(k, "fry6"), two.value(k, "fry7"));
    }
    EXPECT_LT(of_power.relative(), 1e-8) << path;  // seen 8.3e-12
    EXPECT_LT(angle.relative(), 1e-8) << path;     // seen 1.5e-12
    EXPECT_LT(hip.relative(), 1e-8) << path;       // seen 5.4e-12
  }
}

// FORWARD in three dialects: two rods let go at 0.4 s.
TEST(LetGo, InThreeDialects) {
  const RunResult chain = run(test::deck_text("chains/let_go.dat"));
  const RunResult native = run(test::deck_text("own/let_go.dat"));
  const RunResult bodies = run(test::deck_text("kabios/let_go_dynamic.dat"));
  Error of_native, of_bodies, moment, held;
  for (std::size_t k = 0; k < chain.rows.size(); ++k)
    for (int i = 1; i <= 2; ++i) {
      const double phi = chain.value(k, fmt::format("phi{}", i));
      of_native.add(native.value(k, fmt::format("x{}_1", 2 * i + 2)), phi);
      of_bodies.add(bodies.value(k, fmt::format("body{}.phi", i + 1)), phi);
      const double M = chain.value(k, fmt::format("m{}", i));
      moment.add(-native.value(k, fmt::format("s{}_1", 2 * i)), M);
      if (chain.time(k) >= 0.4) held.add(M, chain.value(8, fmt::format("m{}", i)));
    }
  EXPECT_LT(of_native.relative(), 1e-10);  // seen 1.4e-12
  EXPECT_LT(of_bodies.relative(), 1e-10);  // seen 1.4e-12
  EXPECT_LT(moment.relative(), 1e-10);     // seen 2.3e-16
  EXPECT_EQ(held.absolute(), 0);
  // Prescribed until then, exactly.
  EXPECT_NEAR(chain.value(8, "phi1"), -1.2 + 0.5 * 0.4 + 2 * 0.16, 1e-14);  // seen 2.2e-16
  // Accelerations are those of the motion at the moment of letting go, and then differ.
  EXPECT_NEAR(chain.value(8, "phidd1"), 4, 1e-14);
  EXPECT_GT(std::fabs(chain.value(9, "phidd1") - 4), 0.1);
}

// Mixed dynamics: the arm's angle against the trunk is a row of the chain and a prescribed
// deformation of the native deck; in space it is known to the chain and driven in the KABIOS deck.
TEST(ArmSwing, InThreeDialects) {
  const std::string deck = test::deck_text("chains/mixed.dat");
  const RunResult relative = run(deck), native = run(test::deck_text("own/arm_swing.dat"));
  std::string in_space = deck;
  in_space.replace(in_space.find("ROW 1 PHIDD 5"), in_space.find("TIME") - in_space.find("ROW 1"),
                   "KNOWN PHIDD 5 40\nUNKNOWN MEXT 5\n");
  const RunResult chain = run(in_space),
                  bodies = run(test::deck_text("kabios/arm_swing_dynamic.dat"));
  Error of_native, of_bodies, moment;
  for (std::size_t k = 0; k < chain.rows.size(); ++k) {
    for (int i = 1; i <= 5; ++i) {
      const std::string name = fmt::format("phi{}", i);
      of_native.add(native.value(k, fmt::format("x{}_1", 2 * i + 2)), relative.value(k, name));
      of_bodies.add(bodies.value(k, fmt::format("body{}.phi", i + 1)), chain.value(k, name));
    }
    moment.add(-native.value(k, "s9_1"), relative.value(k, "m5"));
    moment.add(bodies.value(k, "driver1.f"), chain.value(k, "mext5"));
  }
  EXPECT_LT(of_native.relative(), 1e-10);  // seen 6.6e-14
  EXPECT_LT(of_bodies.relative(), 1e-10);  // seen 1.1e-13
  EXPECT_LT(moment.relative(), 1e-10);     // seen 9.6e-13
}

// A base and a tip that are let go: the chain then falls freely, with the velocities it had.
TEST(LettingGo, OfBaseAndTip) {
  const std::string deck = R"(SEGDYN
SEGMENT 1  1.5 0.5 0.2  0.04
SEGMENT 2  0.8 0.4 0.15 0.02
SEGMENT 3  0.6 0.45 0.2 0.02
STATE 1  1.2 0.5
STATE 2  0.3
STATE 3  -1.0
FIX TIP 0.75 0
LOCK PHI 2
GRAV 0 -9.81
FREE TIP AT 0.1
FREE PHI 2 AT 0.15
FREE BASE AT 0.2
KNOWN M 2 1.5
TIME 0 0.5 0.05
INTEG DOP853 1e-12 1e-12
END
)";
  std::string consistent = deck;
  RunSettings settings;
  settings.cross_check = true;
  const RunResult r = test::run(deck, settings);
  ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
  const std::size_t t0 = 4;  // 0.2 s
  EXPECT_EQ(r.value(3, "frx4"), 0);
  EXPECT_NE(r.value(2, "frx4"), 0);  // at the very time it still holds
  EXPECT_EQ(r.value(4, "lock2.m"), 0);
  EXPECT_NE(r.value(3, "lock2.m"), 0);
  Error fall, spin;
  auto about_centre = [&](std::size_t k) {
    return r.value(k, "momentum.angular") - r.value(k, "cm.x") * r.value(k, "momentum.y") +
           r.value(k, "cm.y") * r.value(k, "momentum.x");
  };
  for (std::size_t k = t0; k < r.rows.size(); ++k) {
    const double t = r.time(k) - r.time(t0);
    fall.add(r.value(k, "cm.y"),
             r.value(t0, "cm.y") + r.value(t0, "cm.yd") * t - 0.5 * 9.81 * t * t);
    fall.add(r.value(k, "cm.x"), r.value(t0, "cm.x") + r.value(t0, "cm.xd") * t);
    spin.add(about_centre(k), about_centre(t0));
  }
  EXPECT_LT(fall.relative(), 1e-10);  // seen 5.5e-13
  EXPECT_LT(spin.relative(), 1e-10);  // seen 5.3e-13
  for (std::size_t k = 0; k < r.rows.size(); ++k)
    EXPECT_NEAR(r.value(k, "energy.balance"), 0, 1e-9);
}

}  // namespace
}  // namespace mbs
