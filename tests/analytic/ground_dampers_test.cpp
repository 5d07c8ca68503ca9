// Dampers of coordinates against the ground (XDAMP, BDAMP): the decay of a free body, the damped
// oscillator, what statics, drivers and energies make of them, in the three dialects.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "program/run_deck.h"
#include "support/good_run.h"
#include "support/native_deck.h"

namespace mbs {
namespace {

constexpr double kMass = 2, kInertia = 0.1, kCx = 0.5, kCy = 0.25, kCphi = 0.04;
constexpr double kVx = 3, kVy = -1, kSpin = 5;

std::string native_body(const std::string& dampers) {
  return "X 1 0 0\nX 2 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\nXM 2 0.1\nSTARTVX 1 1 3\n"
         "STARTVX 1 2 -1\nSTARTVX 2 1 5\n" +
         dampers + "INTEG DOP853 1e-13 1e-13\nTIMES 0 2 0.5\nEND END\n";
}
std::string kabios_body(const std::string& dampers) {
  return "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 2 0.5\nMASS 2 2 0.1\nVEL 2 3 -1 5\n" + dampers +
         "INTEG DOP853 1e-13 1e-13\nEND\n";
}
std::string chain_body(const std::string& dampers) {
  return "SEGDYN\nSEGMENT 1 2 0.4 0 0.1\nSTATE 1 0 5\nBASE 0 0 3 -1\nFREE BASE\n" + dampers +
         "TIME 0 2 0.5\nINTEG DOP853 1e-13 1e-13\nEND\n";
}

// m vd = -c v: v = v0 exp(-c t/m), x = (v0 - v) m/c; the work of the damper is what kinetic energy
// has gone.
void expect_decay(const test::RunResult& run, const std::string& angle) {
  ASSERT_EQ(run.rows.size(), 5u);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    const auto v = [t](double v0, double c, double m) { return v0 * std::exp(-c * t / m); };
    const double vx = v(kVx, kCx, kMass), vy = v(kVy, kCy, kMass), w = v(kSpin, kCphi, kInertia);
    EXPECT_NEAR(run.value(k, "cm.xd"), vx, 1e-12);  // seen 1e-15
    EXPECT_NEAR(run.value(k, "cm.yd"), vy, 1e-12);
    EXPECT_NEAR(run.value(k, "cm.x"), (kVx - vx) * kMass / kCx, 1e-12);
    EXPECT_NEAR(run.value(k, "cm.y"), (kVy - vy) * kMass / kCy, 1e-12);
    EXPECT_NEAR(run.value(k, angle), (kSpin - w) * kInertia / kCphi, 1e-12);
    const double kinetic = (kMass * (vx * vx + vy * vy) + kInertia * w * w) / 2;
    const double before = (kMass * (kVx * kVx + kVy * kVy) + kInertia * kSpin * kSpin) / 2;
    EXPECT_NEAR(run.value(k, "energy.work"), kinetic - before, 1e-10);
    EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-10);
  }
}

TEST(GroundDampers, FreeBodyDecays) {
  expect_decay(test::good_run(native_body("XDAMP 1 0.5 0.25\nXDAMP 2 0.04\n")), "x2_1");
  expect_decay(test::good_run(kabios_body("BDAMP 2 0.5 0.25 0.04\n")), "body2.phi");
  expect_decay(test::good_run(chain_body("BDAMP 1 0.5 0.25 0.04\n")), "phi1");
}

// The same dampers in mm, N and s, with angles in degrees: a c of 0.5 N s/m is 0.0005 N s/mm, and
// 0.04 N m s/rad are 40 pi/180 N mm s/deg.
TEST(GroundDampers, AreInTheUnitsOfTheDeck) {
  const double turning = 40 * std::acos(-1.0) / 180;
  const test::RunResult run = test::good_run(fmt::format(
      "UNITS mm N s deg\nX 1 0 0\nX 2 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 0.002\nXM 2 0.1\n"
      "STARTVX 1 1 3000\nSTARTVX 2 1 {:.17g}  # meant\nXDAMP 1 0.0005 0\nXDAMP 2 {:.17g}\n"
      "INTEG DOP853 1e-12 1e-12\nTIMES 0 2 0.5\nEND END\n",
      100 * 180 / std::acos(-1.0), turning));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    EXPECT_NEAR(run.value(k, "v1_1"), 3000 * std::exp(-0.25 * t), 1e-7);
    EXPECT_NEAR(run.value(k, "v2_1"), 100 * std::exp(-400 * t), 1e-7);
  }
}

// A body on a spring k = 50 N/m: zeta = c/(2 sqrt(k m)) = 0.2, omega = 5 rad/s, x(0) = 0.1 at rest.
double oscillation(double t) {
  const double zeta = 0.2, omega = 5, damped = omega * std::sqrt(1 - zeta * zeta);
  return 0.1 * std::exp(-zeta * omega * t) *
         (std::cos(damped * t) + zeta * omega / damped * std::sin(damped * t));
}

TEST(GroundDampers, DampedOscillator) {
  struct Method {
    const char* integ;
    double error;
  };
  constexpr Method kMethods[] = {{"STEP 1e-12 1e-12", 1e-10}, {"DOP853 1e-12 1e-12", 1e-10},
                                 {"STIFF 1e-11 1e-11", 1e-8}, {"GALPHA 1e-9 1e-9", 1e-5},
                                 {"RK4 0.002", 1e-9},         {"HEUN 0.0005", 1e-6}};
  for (const Method& method : kMethods)
    for (const char* form : {"REDUCED", "FULL"}) {
      const test::RunResult run = test::good_run(
          fmt::format("X 1 0.1 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 2\nXLAW 1 1 = -50*x\n"
                      "XDAMP 1 4 0\nINTEG {}\nFORM {}\nTIMES 0 2 0.25\nEND END\n",
                      method.integ, form));
      for (std::size_t k = 0; k < run.rows.size(); ++k)
        EXPECT_NEAR(run.value(k, "x1_1"), oscillation(run.time(k)), method.error)
            << method.integ << " " << form;
    }
  const test::RunResult kabios = test::good_run(
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0.1 0 0\n1\n0 2 0.25\nMASS 2 2 0.1\nLAW BODY 2 X = -50*x\n"
      "BDAMP 2 4 0 0\nINTEG STEP 1e-12 1e-12\nEND\n");
  const test::RunResult chain = test::good_run(
      "SEGDYN\nSEGMENT 1 2 0.4 0 0.1\nSTATE 1 0 0\nBASE 0.1 0\nFREE BASE\nLAW BODY 1 X = -50*x\n"
      "BDAMP 1 4 0 0\nTIME 0 2 0.25\nINTEG STEP 1e-12 1e-12\nEND\n");
  for (const test::RunResult* run : {&kabios, &chain})
    for (std::size_t k = 0; k < run->rows.size(); ++k)
      EXPECT_NEAR(run->value(k, "cm.x"), oscillation(run->time(k)), 1e-10);
}

TEST(GroundDampers, ModesAndRest) {
  const std::string spring = "X 1 0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 2\nXLAW 1 1 = -50*x\n";
  const test::RunResult modes = test::good_run(spring + "XDAMP 1 4 0\nEIGEN\nEND END\n");
  EXPECT_NEAR(modes.value(0, "omega"), 5, 1e-12);
  EXPECT_NEAR(modes.value(0, "damping"), 0.2, 1e-12);
  // At rest a damper carries nothing: x = g m/k.
  const test::RunResult rest =
      test::good_run(spring + "XDAMP 1 4 0\nGRAVITY 10 0\nSTATIC\nEND END\n");
  EXPECT_NEAR(rest.value(0, "x1_1"), 0.4, 1e-12);
}

// A joint driven at 3 rad/s, a point at 2 m/s: the drives take c v.
TEST(GroundDampers, ADriverFeelsThem) {
  const test::RunResult run = test::good_run(
      "X 1 0 0\nX 2 0\nFIX 1 2\nINPUTX 1 1\nINPUTX 2\nEND HALT\nINPUTX 1 1 0 2\nINPUTX 2 1 0 3\n"
      "XM 1 1\nXM 2 1\nXDAMP 1 0.5 0\nXDAMP 2 0.04\nTIMES 0 1 0.5\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "r1_1"), 1, 1e-13);
    EXPECT_NEAR(run.value(k, "r2_1"), 0.12, 1e-13);
    EXPECT_NEAR(run.value(k, "f1_1"), -1, 1e-13);
  }
}

// A chain of two in oil, against the same laws written out.
TEST(GroundDampers, ChainsWithLaws) {
  const auto chain = [](const std::string& dampers) {
    return test::good_run(
        "SEGDYN\nSEGMENT 1 2.1 0.3 0.13 0.016\nSEGMENT 2 1.3 0.26 0.11 0.008\nSTATE 1 -75deg 1\n"
        "STATE 2 15deg 0.4\nBASE 0 0\nGRAV 0 -9.81\nTIME 0 1 0.25\n" +
        dampers + "INTEG DOP853 1e-12 1e-12\nEND\n");
  };
  const test::RunResult damped = chain("BDAMP 2 1 2 0.05\n"), free = chain("");
  const test::RunResult laws =
      chain("LAW BODY 2 X = -v\nLAW BODY 2 Y = -2*v\nLAW BODY 2 PHI = -0.05*v\n");
  ASSERT_EQ(damped.names, laws.names);
  for (std::size_t k = 0; k < damped.rows.size(); ++k)
    for (std::size_t c = 0; c < damped.names.size(); ++c)
      EXPECT_NEAR(damped.rows[k][c], laws.rows[k][c], 1e-9) << damped.names[c];
  EXPECT_GT(std::fabs(damped.value(4, "phi2") - free.value(4, "phi2")), 0.1);
}

// About a principal axis: I wd = -c w. XDAMP of a point of space has three numbers.
TEST(GroundDampers, NodesOfSpace) {
  const test::RunResult run = test::good_run(
      "X 1 0 0 0\nX 2 1 0 0 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\nXM 2 0.3 0 0 0.2 0 0.1\n"
      "STARTVX 1 3 3\nSTARTVX 2 3 5\nXDAMP 1 0 0 0.5\nXDAMP 2 0 0 0.04\n"
      "INTEG DOP853 1e-12 1e-12\nTIMES 0 2 0.5\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "v1_3"), 3 * std::exp(-0.25 * run.time(k)), 1e-10);
    EXPECT_NEAR(run.value(k, "v2_3"), 5 * std::exp(-0.4 * run.time(k)), 1e-10);
  }
}

std::string echo(const std::string& deck, bool convert = false) {
  Diagnostics diagnostics;
  DeckInput input;
  input.name = "deck";
  input.text = deck;
  const std::string out =
      convert ? convert_deck(input, {}, diagnostics) : echo_deck(input, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "") << deck;
  return out;
}

TEST(GroundDampers, AreWrittenBack) {
  const std::string native = echo(native_body("XDAMP 1 0.5 0.25\nXDAMP 2 0.04\n"));
  EXPECT_NE(native.find("\nXDAMP 1 0.5 0.25\nXDAMP 2 0.04\n"), std::string::npos) << native;
  EXPECT_EQ(echo(native), native);
  for (const auto& [deck, line, as] :
       {std::tuple(kabios_body("BDAMP 2 0.5 0.25 0.04\n"), "\nBDAMP 2 0.5 0.25 0.04\n",
                   "\nXDAMP 3 0.5 0.25\nXDAMP 4 0.04\n"),
        std::tuple(chain_body("BDAMP 1 0.5 0.25 0.04\n"), "\nBDAMP 1 0.5 0.25 0.04\n",
                   " 0.04\n")}) {
    const std::string out = echo(deck);
    EXPECT_NE(out.find(line), std::string::npos) << out;
    EXPECT_EQ(echo(out), out);
    const std::string converted = echo(deck, true);
    EXPECT_NE(converted.find(as), std::string::npos) << converted;
    const test::RunResult before = test::good_run(deck), after = test::good_run(converted);
    for (std::size_t k = 0; k < before.rows.size(); ++k)
      for (const char* name : {"cm.x", "cm.y", "energy.kinetic", "energy.work"})
        EXPECT_NEAR(after.value(k, name), before.value(k, name), 1e-12) << name;
  }
}

void expect_said(const std::string& deck, const std::string& said) {
  EXPECT_NE(test::run(deck).messages.find(said), std::string::npos)
      << deck << test::run(deck).messages << "\nwithout: " << said;
}

TEST(GroundDampers, ErrorsAndDoubts) {
  expect_said(native_body("XDAMP 1 0.5\n"), "expected: XDAMP n cx cy (a point)");
  expect_said(native_body("XDAMP 2 0.5 1\n"), "expected: XDAMP n c (an angle)");
  expect_said(native_body("XDAMP 1 1 1\nXDAMP 1 2 2\n"), "XDAMP 1");
  expect_said(native_body("XDAMP 9 1 1\n"), "9");
  expect_said(native_body("XDAMP 1 0 -0.5\n"), "its damping -0.5 is negative: it drives");
  expect_said(kabios_body("BDAMP 2 1 1\n"), "BDAMP i cx cy cphi");
  expect_said(kabios_body("BDAMP 2 1 1 1\nBDAMP 2 1 1 1\n"), "BDAMP 2");
  expect_said(kabios_body("BDAMP 1 1 1 1\n"), "held in all directions: it does nothing");
  expect_said(kabios_body("BDAMP 3 1 1 1\n"), "a body number");
  expect_said(chain_body("BDAMP 0 1 1 1\n"), "the ground does not move");
  expect_said(chain_body("BDAMP 2 1 1 1\n"), "segment");
  // '# meant' silences a doubt.
  test::good_run(native_body("XDAMP 1 0 -0.5  # meant\n"));
}

}  // namespace
}  // namespace mbs
