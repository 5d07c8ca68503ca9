// UNITS and units behind numbers: what a deck says in mm and degrees is what another one says in m
// and radians.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kPi = 3.14159265358979323846;

// A bar of length l and mass m about its end, held by a torsional spring k (theta - theta0):
// J phidd = -k (phi - theta0) - m g l/2 cos(phi), J = m l^2/3, at phi = 20 degrees.
TEST(Units, PendulumOfMillimetresAndDegrees) {
  const test::RunResult run = test::good_run(R"(UNITS mm N s deg
2 1 0 1 0 0 0 0 0
0 0 0
200 100 20
1 2  0 0  -250 0
1
0 1 1
MASS 2  0.002  ${2kg * 500^2 / 12}
VEL 2 0 0 90
RSDA 1 2  20 30 0
GRAV EARTH
END
)");
  const double m = 2, l = 0.5, g = 9.81, phi = 20 * kPi / 180;
  const double k = 0.020 * 180 / kPi;  // N m/rad
  const double moment = -k * (phi - 30 * kPi / 180) - m * g * l / 2 * std::cos(phi);
  EXPECT_NEAR(run.value(0, "body2.phi"), phi, 1e-14);
  EXPECT_NEAR(run.value(0, "body2.phid"), kPi / 2, 1e-14);
  EXPECT_NEAR(run.value(0, "body2.phidd"), moment / (m * l * l / 3), 1e-11);
  EXPECT_NEAR(run.value(0, "rsda1.m"), -1000 * k * 10 * kPi / 180, 1e-10);
  EXPECT_NE(run.report.find("# units: mm, N, s, t; angles in rad\n"), std::string::npos);
}

// A crank drives a beam and a slider on a spring. STIFF, GALPHA and AUTO change their unknowns on
// the way, other kinds and other numbers of them; the tolerances that UNITS asks for change with
// them.
TEST(Units, TolerancesOfUnknownsThatChange) {
  const std::string deck = R"(PLREV 1  10 11  1 2   0m 0m  -0.1m 0m
PLBEAM 2  3 4  5 6
PLREV 3  1 2  3 4   0.1m 0m  0m 0m
PLTRAN 4  10 11  5 12   0m 0m 1m 0m   0m 0m
PLSDA 5  10 11  5 12   1m 0m  0m 0m
PLTOR 6  4 6
PLTOR 7  2 4
X 10  0m 0m
X 1   0.1m 0m
X 3   0.2m 0m
X 5   0.7m 0m
X 20  0deg
FIX 10
FIX 11
INPUTX 2
DYNE 2
DYNX 20
RLSE 5
RLSE 6
RLSE 7
END HALT
INPUTX 2 1  POLY 0 6rad/s -3rad/s^2
ESTIFF 2  1e4N 1N*m^2
XM 5  0.5kg
XM 4  0.01kg*m^2
XM 6  0.01kg*m^2
XM 20  0.1kg*m^2
TIMESTEP 0.1s 2
MEASURE place = LAST x5_1/1m
MEASURE turn = LAST x4_1
MEASURE bending = LAST e2_3/1m
)";
  const test::RunResult si = test::good_run(deck + "INTEG STEP 1e-12 1e-12\nEND END\n");
  for (const char* units : {"UNITS kN ms deg\n", "UNITS mm N s deg\n", "UNITS cm g ms\n"}) {
    for (const auto& [method, error] : {std::pair("STIFF 1e-9 1e-9", 1e-7),
                                        {"AUTO 1e-9 1e-9", 1e-7},
                                        {"GALPHA 1e-8 1e-8", 1e-5}}) {
      SCOPED_TRACE(std::string(units) + method);
      const test::RunResult run = test::good_run(units + deck + "INTEG " + method + "\nEND END\n");
      for (const char* name : {"place", "turn", "bending"})
        EXPECT_NEAR(run.measure(name), si.measure(name), error) << name;
    }
    SCOPED_TRACE(units);
    // EIGEN behind the motion goes there with the same tolerances.
    const std::string modes =
        deck + "INTEG STIFF\nEIGEN 4\nMEASURE tone = LAST mode3.omega*1s\nEND END\n";
    EXPECT_NEAR(test::good_run(units + modes).measure("tone"),
                test::good_run(modes).measure("tone"), 2e-7);
  }
}

// A motion of 2 mm by a tolerance of 1e-6 m is judged alike in all units, and the abs that would do
// is one of metres: 1e-4 of the motion is 2e-7.
TEST(Units, VerdictOnSmallMotions) {
  struct System {
    const char* line;
    double m, kg, s;
  };
  for (const System& u : {System{"", 1, 1, 1}, System{"UNITS mm kg s\n", 1000, 1, 1},
                          System{"UNITS km t min\n", 1e-3, 1e-3, 1.0 / 60}}) {
    const test::RunResult run =
        test::run(u.line +
                  fmt::format("X 1  0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1  {}\nXDAMP 1  {} 0\n",
                              2 * u.kg, 8 * u.kg / u.s) +
                  fmt::format("STARTVX 1 1  {}\nINTEG STEP 1e-6 1e-9\nTIMES 0 {} {}\nEND END\n",
                              8e-3 * u.m / u.s, 2 * u.s, 0.2 * u.s));
    EXPECT_EQ(run.status, ExitStatus::done) << u.line << run.messages;
    EXPECT_NE(run.messages.find("INTEG STEP 1e-08 1e-09 would do"), run.messages.npos)
        << u.line << run.messages << run.report;
  }
}

// The links are 10 mm too short to close.
TEST(Units, MessagesSayThem) {
  const test::RunResult run = test::run(R"(UNITS mm
PLTRUSS 1 1 3
PLTRUSS 2 2 3
X 1 0 0
X 2 1000 0
X 3 500 100
FIX 1
FIX 2
END HALT
EREST 1 490
EREST 2 500
TIMES 0 1 1
END END
)");
  EXPECT_EQ(run.status, ExitStatus::solution_failed) << run.messages;
  EXPECT_NE(run.messages.find("cannot reach by 10 mm"), std::string::npos) << run.messages;
}

// Without a UNITS line m, kg, s and rad are coherent.
TEST(Units, SuffixesAlwaysMeanTheirUnit) {
  const test::RunResult run = test::good_run(R"(PARAM r = 10in
PARAM g = 1kg
2 0 0 1 0 3 0 0 0
0 0 0
0 0 0
1
2 1  25.4mm 1ft/s 0
2 2  ${r} 1km/h ${2*3mm}
2 3  90deg 30rpm 0
0 1 1
MASS 2 10lb ${g*1cm^2}
FORCE 2 0 0 1lbf 2kgf
END
)");
  EXPECT_NEAR(run.value(0, "body2.x"), 0.0254, 1e-16);
  EXPECT_NEAR(run.value(0, "body2.xd"), 0.3048, 1e-15);
  EXPECT_NEAR(run.value(0, "body2.y"), 0.254, 1e-15);
  EXPECT_NEAR(run.value(0, "body2.yd"), 1 / 3.6, 1e-15);
  EXPECT_NEAR(run.value(0, "body2.ydd"), 0.006, 1e-17);
  EXPECT_NEAR(run.value(0, "body2.phi"), kPi / 2, 1e-15);
  EXPECT_NEAR(run.value(0, "body2.phid"), kPi, 1e-15);
  EXPECT_EQ(run.report.find("# units"), std::string::npos);
}

void refused(const std::string& deck, const std::string& message) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::deck_error) << deck;
  EXPECT_NE(run.messages.find(message), std::string::npos) << deck << run.messages;
}

constexpr const char* kFree = R"(1 0 0 0 0 0 0 0 0
0 0 0
0 1 1
MASS 1 1 1
)";

TEST(Units, WhatDoesNotFitIsRefusedWithWhatWould) {
  refused(std::string("UNITS mm kg N\n") + kFree, "deck:1:13");
  refused(std::string("UNITS mm kg N\n") + kFree,
          "mm kg s (a force of mN), or mm N s (a mass of t)");
  refused(std::string("UNITS mm cm\n") + kFree, "'mm' and 'cm' are two units of one kind");
  refused(std::string("UNITS furlong\n") + kFree, "'furlong' is no unit of");
  refused(std::string("UNITS\n") + kFree, "no unit is named");
  refused(std::string(kFree) + "UNITS mm\n", "it stands below lines that it is about");
  refused(std::string("UNITS mm\nUNITS mm\n") + kFree, "it stands below lines");
  // More than needed, and it fits.
  test::good_run(std::string("UNITS mm kg ms kN deg\n") + kFree);
}

TEST(Units, WrongKindOfUnitIsRefused) {
  refused(std::string(kFree) + "GRAV 0 5kg\n", "gy is '5kg', and its unit is m/s^2");
  refused(std::string(kFree) + "FORCE 1 5N 0 1 1\n", "xi is '5N', and its unit is m");
  refused(std::string("UNITS mm\n") + kFree + "GRAV 0 5deg\n", "gy is '5deg'");
  refused(std::string(kFree) + "PARAM a = 5furlong\n", "5furlong");
}

// PARAM names that measures have as words of their own.
TEST(Units, ParametersOfMeasuresMayHaveTheNamesOfClauses) {
  const test::RunResult run =
      test::good_run(std::string("PARAM from = 0.25\nPARAM to = 0.75\nPARAM time = 2\n") + kFree +
                     "MEASURE a = LAST time*t FROM from TO to\nMEASURE b = INTEG time FROM from\n");
  EXPECT_NEAR(run.measure("a"), 1.5, 1e-12);
  EXPECT_NEAR(run.measure("b"), 1.5, 1e-12);
}

// Right behind a number of an expression a unit may have several factors, in any units of the deck.
TEST(Units, OfSeveralFactorsInExpressions) {
  const char* const deck = R"(PARAM k = 2N/mm
PARAM a = 9.81m/s^2
PARAM j = 1/2kg*m^2
PARAM w = 90deg/s
PARAM c = 3N/m/s * 2
1 0 0 0 0 0 0 0 0
0 0 0
0 1 1
MASS 1 1kg ${0.2kg*m^2}
FORCE 1 0 0 ${k*1mm} ${a*1kg}
TORQ 1 ${w*1rpm/j}  # j is no joule
MEASURE stiffness = LAST ${k}
MEASURE rate = LAST ${c}
MEASURE force = LAST 4N*t
END
)";
  const test::RunResult si = test::good_run(deck);
  EXPECT_NEAR(si.measure("stiffness"), 2000, 1e-10);
  EXPECT_NEAR(si.measure("rate"), 6, 1e-14);
  EXPECT_NEAR(si.measure("force"), 4, 1e-14);
  EXPECT_NEAR(si.value(0, "body1.xdd"), 2, 1e-14);
  EXPECT_NEAR(si.value(0, "body1.ydd"), 9.81, 1e-14);
  // 1/(2 kg m2): the unit belongs to its number.
  EXPECT_NEAR(si.value(0, "body1.phidd"), 2 * (kPi / 2) * (kPi / 30) / 0.2, 1e-14);
  const test::RunResult mm = test::good_run("UNITS mm N s\n" + std::string(deck));
  EXPECT_NEAR(mm.measure("stiffness"), 2, 1e-13);
  EXPECT_NEAR(mm.value(0, "body1.ydd"), 9810, 1e-10);
  EXPECT_NEAR(mm.value(0, "body1.phidd"), si.value(0, "body1.phidd"), 1e-14);
}

// Where a name of the deck is a unit, too, nobody knows which one is meant.
TEST(Units, OfSeveralFactorsBesideNames) {
  refused("PARAM m = 2\nPARAM k = 2N/m\n" + std::string(kFree) + "FORCE 1 0 0 ${k} 0\n",
          "deck:2:11: error: PARAM k: '2N/m' is a number with a unit, but 'm' is a name of this "
          "deck, too");
  const test::RunResult run =
      test::good_run("PARAM m = 2\nPARAM k = 2N / m\nPARAM turn = 60deg*m\n" + std::string(kFree) +
                     "FORCE 1 0 0 ${k} ${4N/(1mm)*1mm}\nMEASURE angle = LAST ${turn}\n");
  EXPECT_EQ(run.value(0, "body1.xdd"), 1);
  EXPECT_EQ(run.value(0, "body1.ydd"), 4);
  EXPECT_NEAR(run.measure("angle"), 2 * kPi / 3, 1e-14);
}

// No unit is a name.
TEST(Units, UnitsAreNoNames) {
  const test::RunResult run =
      test::good_run(std::string("PARAM m = 2\nPARAM s = 3\nPARAM mm = 5\n") + kFree +
                     "FORCE 1 0 0 ${m*mm} ${s}\n");
  EXPECT_EQ(run.value(0, "body1.xdd"), 10);
  EXPECT_EQ(run.value(0, "body1.ydd"), 3);
}

}  // namespace
}  // namespace mbs
