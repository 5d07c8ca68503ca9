// STATIC at report times with motions that drive beams, few and many: a bar that spins against its
// closed form, angles that follow a hub through many turns, and the tip of a clamped beam that is
// led on a line against the elastica, arches that fall, and a rotor beyond its critical speed; what
// stands still beside a hub, and clamps far from their drawing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/elastica.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// n beams in a row of length 1 and mass 1, from node 1 to node 2n + 1. held: FIX and INPUTX;
// freedoms: DYNE or RLSE.
std::string beams(int n, const std::string& kind, const std::string& held,
                  const std::string& freedoms, double EA, const std::string& rest) {
  std::string out;
  for (int i = 0; i < n; ++i)
    out += fmt::format("{0} {1} {2} {3} {4} {5}\n", kind, i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3,
                       2 * i + 4);
  for (int i = 0; i <= n; ++i) out += fmt::format("X {} {} 0\n", 2 * i + 1, double(i) / n);
  out += held;
  for (int i = 0; i < n; ++i) out += fmt::format("{} {} 1 2 3\n", freedoms, i + 1);
  out += "END HALT\n";
  for (int i = 0; i < n; ++i) out += fmt::format("EM {0} 1\nESTIFF {0} {1} 1\n", i + 1, EA);
  if (freedoms != "DYNE") out += "DOF AUTO\n";
  return out + rest + "END END\n";
}

// What stands still in a hub that turns with w turns with it: m w^2 r = -EA r'' over the length.
TEST(DrivenEquilibria, ASpinningBarIsStretched) {
  constexpr double kEA = 1000, kSpin = 3;
  const double k = kSpin / std::sqrt(kEA);
  for (const char* const freedoms : {"DYNE", "RLSE"})
    for (const int n : {4, 15, 60, 80}) {
      const test::RunResult run =
          test::good_run(beams(n, "PLBEAM", "FIX 1\nINPUTX 2\n", freedoms, kEA,
                               "INPUTX 2 1 0 3\nSTATIC\nTIMES 0 2 0.5\n"));
      ASSERT_EQ(run.rows.size(), 5u);
      for (std::size_t row = 0; row < run.rows.size(); ++row) {
        const double turned = kSpin * run.time(row);
        const std::string tip = fmt::format("x{}_", 2 * n + 1);
        // The shapes of a beam are straight: their error falls with the square of n.
        EXPECT_NEAR(std::hypot(run.value(row, tip + "1"), run.value(row, tip + "2")),
                    std::tan(k) / k, 2e-4 / (n * n));
        for (int i = 0; i <= n; ++i)
          EXPECT_NEAR(run.value(row, fmt::format("x{}_1", 2 * i + 2)), turned, n > 60 ? 1e-7 : 1e-9)
              << n << " " << i;
      }
    }
}

// The far end of a strip is turned by 1 rad, drawn straight: each of n beams takes its part, and
// the moment is EI/l sin(1/n). So with the end led along, and with the other end held.
TEST(DrivenEquilibria, AnEndThatIsDrivenFarFromItsDrawing) {
  for (const int n : {8, 20})
    for (const bool names : {true, false}) {
      std::string freedoms;
      for (int i = 1; i < n; ++i) freedoms += fmt::format("DYNE {} 2 3\n", i);
      freedoms += fmt::format("DYNE {0} 2\nRLSE {0} 3\n", n);
      std::string out;
      for (int i = 0; i < n; ++i)
        out += fmt::format("PLBEAM {0} {1} {2} {3} {4}\n", i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3,
                           2 * i + 4);
      for (int i = 0; i <= n; ++i) out += fmt::format("X {} {:.17g} 0\n", 2 * i + 1, 2.0 * i / n);
      out += fmt::format("FIX 1\nFIX 2\nINPUTX {}\n", 2 * n + 2);
      if (names)
        out += freedoms;
      else
        for (int i = 1; i <= n; ++i) out += fmt::format("RLSE {} 2 3\n", i);
      out += "END HALT\n";
      for (int i = 1; i <= n; ++i) out += fmt::format("ESTIFF {} 1e4 3\n", i);
      out += names ? "" : "DOF AUTO\n";
      const test::RunResult run =
          test::done(out + fmt::format("INPUTX {} 1 = 1\nSTATIC\nEND END\n", 2 * n + 2));
      EXPECT_NEAR(run.value(0, fmt::format("r{}_1", 2 * n + 2)), 1.5 * n * std::sin(1.0 / n), 1e-9)
          << n << names;
    }
}

// A strip of n beams without mass and of length 2, drawn along x, whose free end is turned.
std::string turned_strip(int n, const std::string& kind, double angle) {
  std::string out;
  for (int i = 0; i < n; ++i)
    out += fmt::format("{0} {1} {2} {3} {4} {5}\n", kind, i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3,
                       2 * i + 4);
  for (int i = 0; i <= n; ++i) out += fmt::format("X {} {:.17g} 0\n", 2 * i + 1, 2.0 * i / n);
  out += fmt::format("FIX 1\nFIX 2\nINPUTX {}\n", 2 * n + 2);
  for (int i = 1; i <= n; ++i) out += fmt::format("RLSE {} 1 2 3\n", i);
  out += "END HALT\n";
  for (int i = 1; i <= n; ++i) out += fmt::format("ESTIFF {} 1e4 3\n", i);
  return out + fmt::format("DOF AUTO\nINPUTX {} 1 = {}\nSTATIC\nEND END\n", 2 * n + 2, angle);
}

// An end that is turned nearly round and farther: pure bending by all of it, not by what is left
// to a full turn.
TEST(DrivenEquilibria, AnEndThatIsDrivenNearlyRound) {
  constexpr int n = 10;
  for (const char* const kind : {"PLBEAM", "PLBEAMG", "PLBEAML"})
    for (const double angle : {2.5, 6., -6., -9.}) {
      if (std::fabs(angle) > 7 && std::string(kind) != "PLBEAML") continue;  // beyond their range
      const test::RunResult run = test::done(turned_strip(n, kind, angle));
      EXPECT_NEAR(run.value(0, fmt::format("x{}_1", 2 * n)), angle * 0.9, 1e-8) << kind << angle;
      EXPECT_EQ(run.messages.find("full turns off"), std::string::npos) << run.messages;
    }
}

// Two beams cannot bend so far: what is found without the way from the drawing comes with a word.
TEST(DrivenEquilibria, AnEndThatCannotBeFollowedIsNotWithoutAWord) {
  const test::RunResult run = test::run(turned_strip(2, "PLBEAM", 6));
  EXPECT_TRUE(run.status != ExitStatus::done ||
              run.messages.find("full turns off") != std::string::npos)
      << run.messages;
}

// A damper that turns with the rotor makes it unstable above its critical speed, which gyroscopic
// forces alone would hold: x'' - 2 w J x' + c x' + (k - w^2) x = 0.
TEST(DrivenEquilibria, ADamperInARotorAboveItsCriticalSpeed) {
  for (const double damping : {0.0, 0.1})
    for (const double spin : {0.5, 10.0}) {
      const test::RunResult run = test::run(fmt::format(
          "PLCLINE 1 3 4 1 2 0 0 0 0 0 1 0\nPLTOR 2 2 4\nX 1 0 0\nX 2 0\nX 3 0 0\nX 4 0\nFIX 1\n"
          "INPUTX 2\nDYNE 1\nINPUTE 2\nEND HALT\nINPUTX 2 1 0 {}\nXM 3 1\nESTIFF 1 1 1\n{}STATIC\n"
          "END END\n",
          spin, damping > 0 ? fmt::format("EDAMP 1 {0} {0}\n", damping) : ""));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      const bool grows = damping > 0 && spin > 1;
      EXPECT_EQ(run.report.find("equilibrium: unstable") != std::string::npos, grows) << spin;
    }
}

// The clamp of a beam is driven far from where it is drawn: the beam is that of a clamp that is
// not turned, under a load turned back.
TEST(DrivenEquilibria, AClampThatIsDrivenFarFromItsDrawing) {
  constexpr double kLoad = 1.5;
  for (const std::string kind : {"PLBEAM", "PLBEAMG", "PLBEAML"})
    for (const int n : {5, 40})
      for (const double angle : {1., -2.5, 6.28, 15.}) {
        const int tip = 2 * n + 1;
        const auto found = [&](double clamp, double fx, double fy) {
          return test::good_run(
              beams(n, kind, "FIX 1\nINPUTX 2\n", "RLSE", 1e5,
                    fmt::format("INPUTX 2 1 {}  # meant\nXF {} {:.17g} {:.17g}\nSTATIC\n", clamp,
                                tip, fx, fy)));
        };
        const double c = std::cos(angle), s = std::sin(angle);
        const test::RunResult far = found(angle, 0, kLoad);
        const test::RunResult near = found(0, kLoad * s, kLoad * c);
        const auto place = [tip](const test::RunResult& run, int k) {
          return run.value(0, fmt::format("x{}_{}", tip, k));
        };
        const double x = place(near, 1), y = place(near, 2);
        const std::string what = fmt::format("{} {} {}", kind, n, angle);
        EXPECT_NEAR(place(far, 1), c * x - s * y, 1e-8) << what;
        EXPECT_NEAR(place(far, 2), s * x + c * y, 1e-8) << what;
        const std::string turn = fmt::format("x{}_1", tip + 1);
        EXPECT_NEAR(far.value(0, turn), angle + near.value(0, turn), 1e-8) << what;
      }
}

// A rotor of beams that starts far from its drawing, in STATIC and at the start of a motion: drawn
// at the angle from which it is led it is the same. So is one whose clamp is led away along the
// beams, farther than they are long.
TEST(DrivenEquilibria, ARotorThatStartsFarFromItsDrawing) {
  for (const char* const freedoms : {"DYNE", "RLSE"})
    for (const std::string kind : {"PLBEAM", "PLBEAMG", "PLBEAML"})
      for (const double angle : {1.7, 5., -9.35, 14.8}) {
        const auto found = [&](double from, double along) {
          return test::good_run(beams(
              4, kind, "INPUTX 1\nINPUTX 2\n", freedoms, 1e5,
              fmt::format("INPUTX 1 1 {}\nINPUTX 2 1 = {} + 3*t  # meant\nSTATIC\n", along, from)));
        };
        const test::RunResult far = found(angle, 2.5), near = found(0, 0);
        const double c = std::cos(angle), s = std::sin(angle);
        const double x = near.value(0, "x9_1"), y = near.value(0, "x9_2");
        const std::string what = fmt::format("{} {} {}", freedoms, kind, angle);
        EXPECT_GT(x, 1.00001) << what;  // m w^2 stretches it
        EXPECT_NEAR(far.value(0, "x9_1"), 2.5 + c * x - s * y, 1e-8) << what;
        EXPECT_NEAR(far.value(0, "x9_2"), s * x + c * y, 1e-8) << what;
        EXPECT_NEAR(far.value(0, "x10_1"), angle + near.value(0, "x10_1"), 1e-8) << what;
        const test::RunResult motion = test::good_run(
            beams(4, kind, "INPUTX 1\nINPUTX 2\n", "DYNE", 1e5,
                  fmt::format("INPUTX 1 1 2.5\nINPUTX 2 1 = {} + 3*t  # meant\nTIMES 0 0.01 0.01\n",
                              angle)));
        EXPECT_NEAR(motion.value(0, "x9_1"), 2.5 + c, 1e-9) << what;
        EXPECT_NEAR(motion.value(0, "x10_1"), angle, 1e-9) << what;
      }
}

// Three beams turn so fast that those without the forces of their bending in their stiffness are
// not stable. The row is that of the equilibrium, not of another state at which a search ended.
TEST(DrivenEquilibria, ARowOfAnUnstableEquilibriumIsThatEquilibrium) {
  const test::RunResult run =
      test::done(beams(3, "PLBEAM", "FIX 1\nINPUTX 2\n", "DYNE", 1e7,
                       "INPUTX 2 1 0 100  # meant\nSTATIC\nTIMES 0 1 0.5\n"));
  EXPECT_NE(run.report.find("equilibrium: unstable at 3 of 3 times"), std::string::npos);
  EXPECT_EQ(run.messages.find("momentum balance"), std::string::npos) << run.messages;
  for (int k = 1; k <= 3; ++k)
    for (int j = 2; j <= 3; ++j) EXPECT_NEAR(run.value(0, fmt::format("s{}_{}", k, j)), 0, 1e-5);
}

// Velocities that laws read are no gyroscopic forces: a node that is driven elsewhere changes
// nothing. K of this body has the eigenvalues 4, 9 and 16, though a law makes it unsymmetric.
TEST(DrivenEquilibria, LawsThatReadVelocitiesHoldNothingAndDriveNothing) {
  for (const char* const driven : {"", "X 3 0\nINPUTX 3\n"})
    for (const double k : {4., -4.}) {
      const std::string moved = *driven ? "INPUTX 3 1 = 0.1*t\n" : "";
      const test::RunResult run = test::run(fmt::format(
          "X 1 0 0\nX 2 0\nDYNX 1\nDYNX 2\n{}END HALT\n{}XM 1 1\nXM 2 1\n"
          "XLAW 1 1 = -({})*x - 0.5*v\nXLAW 1 2 = -9*x - 0.5*v\nXLAW 2 1 = -16*x - 0.5*v\n"
          "PFORCE 1 1 2 0 0 FX = 0 - 3*x1_2 ; FY = 0 - 0.3*v1_1 ; IN BODY\nSTATIC\nEND END\n",
          driven, moved, k));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_NE(run.report.find(k > 0 ? "equilibrium: stable" : "equilibrium: unstable"),
                std::string::npos)
          << driven << k << run.report;
    }
}

// Loads by laws that cancel on each coordinate leave rounding, which is no gap of the momentum.
TEST(DrivenEquilibria, LoadsThatCancelAreBalanced) {
  for (int tenths = 30; tenths < 90; ++tenths)
    test::good_run(
        fmt::format("X 1 0 0\nX 2 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 1\nXM 2 0.1\n"
                    "XLAW 1 1 = -20*x\nXLAW 1 2 = -20*x\nXLAW 2 1 = -3*x\n"
                    "PFORCE 1 1 2 -0.2 -0.3 FX = -0.7 ; FY = -{}.{} ; IN BODY\nSTATIC\nEND END\n",
                    tenths / 10, tenths % 10));
}

// Coordinates of space that stand still beside a hub that turns are named.
TEST(DrivenEquilibria, PlacesThatStandStillAreNamed) {
  const std::string deck =
      "X 1 0 0\nX 2 1 0\nX 3 1.5 0\nPLBEAM 1 1 11 2 12\nPLTRUSS 2 2 3\nFIX 1\nINPUTX 11\n"
      "RLSE 2 1\nEND HALT\nDOF AUTO\nXM 3 2\nESTIFF 2 100\nINPUTX 11 1 = {}\nTIMES 0 1 0.5\n"
      "XLAW 3 2 = -x\n{}\nEND END\n";
  for (const char* const job : {"STATIC", "STATIC\nEIGEN"}) {
    const test::RunResult turns = test::done(fmt::format(fmt::runtime(deck), "2*t", job));
    EXPECT_NE(turns.messages.find("node 3 Y stands still in space while what is driven moves on"),
              std::string::npos)
        << turns.messages;
    const test::RunResult stands = test::done(fmt::format(fmt::runtime(deck), "0.2", job));
    EXPECT_EQ(stands.messages.find("in space"), std::string::npos) << stands.messages;
  }
  // The gaps of an elastic pin stand along the axes of space, too.
  for (const char* const freedoms : {"RLSE 1\nRLSE 2\n", "DYNE 1 1 2\nDYNE 2\n"}) {
    const test::RunResult pin = test::done(fmt::format(
        "X 1 0 0\nX 2 0\nX 3 1 0\nX 4 0\nPLREV 1 1 2 3 4 1 0 0 0\nPLTOR 2 2 4\n{}FIX 1\nINPUTX "
        "2\nEND HALT\n{}INPUTX 2 1 = 5*t\nXM 3 1\nXM 4 0.1\nESTIFF 1 100 100\nESTIFF 2 10\n"
        "STATIC\nTIMES 0 0.2 0.1\nEND END\n",
        freedoms, freedoms[0] == 'R' ? "DOF AUTO\n" : ""));
    EXPECT_NE(pin.messages.find("still in space"), std::string::npos) << pin.messages;
  }
}

// Beams whose formulas have sines are the same a full turn on.
TEST(DrivenEquilibria, AnglesFollowAHubThroughManyTurns) {
  const auto expect_angles = [](const std::string& kind, const std::string& freedoms, int n,
                                double spin) {
    const test::RunResult run = test::good_run(
        beams(n, kind, "FIX 1\nINPUTX 2\n", freedoms, 1e7,
              fmt::format("INPUTX 2 1 0 {}  # meant\nSTATIC\nTIMES 0 1 0.5\n", spin)));
    for (std::size_t row = 0; row < run.rows.size(); ++row)
      for (int i = 0; i <= n; ++i)
        EXPECT_NEAR(run.value(row, fmt::format("x{}_1", 2 * i + 2)), spin * run.time(row), 1e-6)
            << kind << " " << freedoms << " " << n << " " << spin;
  };
  for (const std::string kind : {"PLBEAM", "PLBEAMG", "PLBEAML"})
    for (const std::string freedoms : {"DYNE", "RLSE"})
      for (const int n : {3, 12})
        for (const double spin : {6., 12.}) expect_angles(kind, freedoms, n, spin);
  expect_angles("PLBEAM", "RLSE", 12, 100);
  expect_angles("PLBEAMG", "RLSE", 12, 100);
}

// Beams that move as one body change no length: their rates are rounding.
TEST(DrivenEquilibria, DampersThatFeelNothingAreNotNamed) {
  test::good_run(beams(6, "PLBEAM", "INPUTX 1\nINPUTX 2\n", "DYNE", 1e4,
                       "EDAMP 1 0.1 0.1\nEDAMP 3 0.1 0.1\nINPUTX 1 1 = 0.3*sin(2*t)\n"
                       "INPUTX 1 2 = 0.1*sin(3*t)\nINPUTX 2 1 = 0.3 + 0.7*t\nSTATIC\n"
                       "TIMESTEP 1 5\n"));
}

// A tip that is led across pushes back as the elastica under that force does.
TEST(DrivenEquilibria, ATipThatIsLedAcross) {
  const std::vector<double> exact = test::elastica(10);
  double place[2], push[2];
  for (const int k : {0, 1}) {
    const int n = 100 * (k + 1), tip = 2 * n + 1;
    const test::RunResult run = test::good_run(
        beams(n, "PLBEAM", fmt::format("FIX 1\nFIX 2\nINPUTX {} 2\n", tip), "RLSE", 1e10,
              fmt::format("INPUTX {} 2 0 {:.15g}\nSTATIC\nTIMES 0 1 0.2\n", tip, exact[2])));
    ASSERT_EQ(run.rows.size(), 6u);
    place[k] = run.value(5, fmt::format("x{}_1", tip));
    push[k] = run.value(5, fmt::format("r{}_2", tip));
  }
  // The elements soften with the square of their length.
  EXPECT_NEAR(1 - (4 * place[1] - place[0]) / 3, exact[3], 1e-6);
  EXPECT_NEAR((4 * push[1] - push[0]) / 3, 10, 1e-5);
}

// A hinged arch of n beams over a span of 1; its middle node.
constexpr int top_of(int n) { return n / 2 * 2 + 1; }
std::string arch(int n, const std::string& kind, double EA, double rise, const std::string& rest) {
  std::string out, springs;
  for (int i = 0; i < n; ++i) {
    out += fmt::format("{0} {1} {2} {3} {4} {5}\nRLSE {1}\n", kind, i + 1, 2 * i + 1, 2 * i + 2,
                       2 * i + 3, 2 * i + 4);
    springs += fmt::format("EM {0} 1\nESTIFF {0} {1} 1\n", i + 1, EA);
  }
  for (int i = 0; i <= n; ++i) {
    const double x = double(i) / n;
    out += fmt::format("X {} {} {}\n", 2 * i + 1, x, 4 * rise * x * (1 - x));
  }
  return out + fmt::format("FIX 1\nFIX {}\nEND HALT\n", 2 * n + 1) + springs + "DOF AUTO\n" + rest +
         "END END\n";
}

// The number in a text behind some words of it.
double number_behind(const std::string& words, const std::string& text) {
  const std::size_t at = text.find(words);
  return at == std::string::npos ? NAN : std::stod(text.substr(at + words.size()));
}

// A shallow arch of many beams falls through to a side, where its path of equilibria parts in two.
TEST(DrivenEquilibria, AnArchOfManyBeamsFalls) {
  constexpr int kBeams = 40, kTop = top_of(kBeams);
  const test::RunResult path = test::run(arch(
      kBeams, "PLBEAM", 1e4, 0.1, fmt::format("XF {} 0 -60\nSTATIC\nITERSTEP 50 40 ARC\n", kTop)));
  const double limit = number_behind("bifurcation at ", path.report);
  const test::RunResult run = test::run(arch(
      kBeams, "PLBEAM", 1e4, 0.1, fmt::format("XLAW {} 2 = -60*t\nSTATIC\nTIMES 0 1 0.1\n", kTop)));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(number_behind("about t = ", run.messages), limit, 0.1 / 128);
  for (std::size_t row = 0; row < run.rows.size(); ++row)
    EXPECT_EQ(run.value(row, fmt::format("x{}_2", kTop)) > 0, run.time(row) < limit);
}

// Beams without mass on a hub that turns far between two rows, under a force that follows their
// tip: the same shape in the hub whatever the degrees of freedom are.
TEST(DrivenEquilibria, AForceThatFollowsTheTipOfAHub) {
  constexpr double kAngle = 0.88456;  // of the tip
  for (const char* const freedoms : {"RLSE {0}\nDYNX {1}\nDYNX {2}\n", "DYNE {0} 1 2 3\n"}) {
    std::string deck = "X 1 0 0\nX 2 0\n", springs;
    for (int k = 1; k <= 3; ++k) {
      deck += fmt::format("X {} {:.17g} 0\nX {} 0\nPLBEAMG {} {} {} {} {}\n", 2 * k + 1, k / 3.0,
                          2 * k + 2, k, 2 * k - 1, 2 * k, 2 * k + 1, 2 * k + 2);
      deck += fmt::format(fmt::runtime(freedoms), k, 2 * k + 1, 2 * k + 2);
      springs += fmt::format("ESTIFF {} 1e4 1\n", k);
    }
    const test::RunResult run = test::done(
        deck + "PLTOR 900 2 8\nRLSE 900\nFIX 1\nINPUTX 2\nEND HALT\n" + springs +
        "ELAW 900 1 = 0.05*e\nINPUTX 2 1 = 3*t^2\nPFORCE 1 7 8 0 0 FX = 0 ; FY = 0.3*t ; IN "
        "BODY\nSTATIC\nTIMESTEP 6 3\nEND END\n");
    EXPECT_NEAR(run.value(run.rows.size() - 1, "x8_1") - 108, kAngle, 1e-5) << freedoms;
  }
}

// A mass of 1 on springs along the axes of a hub that turns with w: with a = k1 - w^2 and
// b = k2 - w^2 its motions have s^4 + (a + b + 4 w^2) s^2 + 4 w c s + a b + c^2 = 0, c a force
// across that follows the other spring. Gyroscopic forces hold it beyond both critical speeds, and
// not between them; with c it always grows. Without a mass nothing holds what a negative stiffness
// drives away.
TEST(DrivenEquilibria, AMassInAHubBeyondItsCriticalSpeed) {
  struct Case {
    double k1, k2, c, w;
    bool stable;
    bool has_mass = true;
  };
  for (const Case& one :
       {Case{10, 10, 0, 2, true}, Case{10, 10, 0, 5, true}, Case{10, 30, 0, 4, false},
        Case{30, 20, 3, 2, false}, Case{-10, 10, 0, 5, false, false}}) {
    const std::string follows =
        one.c == 0 ? "" : fmt::format("ELAW 1 1 = {0}*e2_1\nELAW 2 1 = -{0}*e1_1\n", one.c);
    const test::RunResult run = test::run(
        fmt::format("FORMULA 1 = x3_1*cos(x2_1) + x3_2*sin(x2_1)\nFORMULA 2 = -x3_1*sin(x2_1) + "
                    "x3_2*cos(x2_1)\nX 2 0\nX 3 0.1 0\nINPUTX 2\nDYNE 1\nDYNE 2\nEND HALT\n{}"
                    "ESTIFF 1 {}\nESTIFF 2 {}\n{}INPUTX 2 1 0 {}\nSTATIC\nEND END\n",
                    one.has_mass ? "XM 3 1\n" : "", one.k1, one.k2, follows, one.w));
    ASSERT_EQ(run.status, ExitStatus::done) << one.w << run.messages;
    EXPECT_NEAR(run.value(0, "x3_1"), 0, 1e-9) << one.w;
    EXPECT_NEAR(run.value(0, "x3_2"), 0, 1e-9) << one.w;
    EXPECT_NE(run.report.find(one.stable ? "equilibrium: stable" : "equilibrium: unstable"),
              std::string::npos)
        << one.w << run.report;
  }
}

// The whole load at once leads to the equilibrium to which a load leads that grows in rows, beyond
// a bifurcation or a limit point, with few beams and many. Both name the load at which the path of
// equilibria stops being stable.
TEST(DrivenEquilibria, TheWholeLoadOfAnArchAtOnce) {
  struct Kind {
    int n;
    const char* kind;
    double EA, rise, load;
  };
  for (const Kind& k : {Kind{6, "PLBEAMG", 1e5, 0.1, 20}, Kind{8, "PLBEAML", 1e5, 0.44, 148.7},
                        Kind{12, "PLBEAM", 1e5, 0.2, 60}, Kind{20, "PLBEAML", 1e5, 0.44, 148.7}}) {
    const std::string what = fmt::format("{} {}", k.n, k.kind);
    const auto of = [&](const std::string& rest) {
      return test::run(arch(k.n, k.kind, k.EA, k.rise, rest));
    };
    const int top = top_of(k.n);
    const test::RunResult once = of(fmt::format("XF {} 0 -{}\nSTATIC\n", top, k.load));
    const test::RunResult rows =
        of(fmt::format("XLAW {} 2 = -{}*t\nSTATIC\nTIMES 0 1 0.1\n", top, k.load));
    const test::RunResult path =
        of(fmt::format("XF {} 0 -{}\nSTATIC\nITERSTEP 50 40 ARC\n", top, k.load));
    ASSERT_EQ(once.status, ExitStatus::done) << what << once.messages;
    ASSERT_EQ(rows.status, ExitStatus::done) << what << rows.messages;
    EXPECT_NE(once.report.find("equilibrium: stable"), std::string::npos) << what << once.report;
    for (int node = 1; node <= 2 * k.n + 1; node += 2)
      for (int c = 1; c <= 2; ++c) {
        const std::string name = fmt::format("x{}_{}", node, c);
        EXPECT_NEAR(once.value(0, name), rows.value(10, name), 1e-8) << what << " " << name;
      }
    const double branches = number_behind("bifurcation at ", path.report);
    const double turns = number_behind("limit point at ", path.report);
    const double first = std::fmin(branches, turns);
    ASSERT_TRUE(first > 0) << what << path.report;
    EXPECT_NEAR(first == turns ? number_behind("equilibria turns at ", once.messages)
                               : number_behind("is not stable beyond ", once.messages),
                first, 1e-3)
        << what << once.messages;
    EXPECT_NEAR(number_behind("about t = ", rows.messages), first, 2e-3) << what << rows.messages;
  }
}

}  // namespace
}  // namespace mbs
