// `mbsim diff` of reports in different units.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "report/diff.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// Of a report with 9 digits, as text.
std::string report_of(const std::string& deck) {
  RunSettings settings;
  settings.digits = 9;
  const test::RunResult run = test::run(deck, settings);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages << deck;
  return run.report;
}

DiffResult diff(const std::string& a, const std::string& b, double rtol = 1e-7, double atol = -1) {
  return diff_texts(a, b, "a", "b", {rtol, atol, false});
}
bool has(const DiffResult& result, const std::string& text) {
  return result.text.find(text) != std::string::npos;
}

// A bar on a spring and a torsional spring; `mass` of the bar in kg.
std::string in_metres(double mass) {
  return fmt::format(R"(2 1 0 1 0 0 0 0 0
0 0 0
0.3 0 0.1
1 2  0 0  -0.3 0
1
0 0.4 0.1
MASS 2 {} 0.05
RSDA 1 2 20 0.3 0.2
SDA 2 1 0.05 0 0.3 0.4  500 0.29 2
GRAV EARTH
INTEG RK4 1e-3
END
)",
                     mass);
}
const std::string kInMillimetres = R"(UNITS mm N ms deg
2 1 0 1 0 0 0 0 0
0 0 0
300 0 0.1rad
1 2  0 0  -300 0
1
0 400 100
MASS 2 2kg 0.05kg*m2
RSDA 1 2 20Nm/rad 0.3rad 0.2Nm*s/rad
SDA 2 1 50 0 300 400  0.5 290 2N*s/m
GRAV EARTH
INTEG RK4 1
END
)";

// The balance of the energy is rounding, in either: --atol says so.
TEST(DiffUnits, BodiesInMillimetresAndInMetres) {
  const std::string mm = report_of(kInMillimetres), m = report_of(in_metres(2));
  for (const DiffResult& result : {diff(mm, m, 1e-7, 1e-4), diff(m, mm, 1e-7, 1e-4)}) {
    EXPECT_EQ(result.exit_status, 0) << result.text;
    EXPECT_TRUE(has(result, "agree: 45 channels at 5 times")) << result.text;
    EXPECT_FALSE(has(result, "not compared")) << result.text;
  }
  EXPECT_TRUE(has(diff(mm, m),
                  "note: b is in other units (m, N, s, kg; angles in rad); its numbers "
                  "are compared in those of a (mm, N, ms, "));
}

// 5 % of mass are 5 % of the force that holds the bar while it hangs still: 0.98 N of 19.6 N.
TEST(DiffUnits, DifferencesAreInTheUnitsOfTheFirst) {
  const auto hangs = [](const std::string& units, const std::string& mass) {
    return report_of(units + "1 0 0 0 1 0 0 0 0\n0 0 0\n1 3\n0 1 1\nMASS 1 " + mass +
                     " 1kg*m2\nGRAV EARTH\nEND\n");
  };
  const DiffResult result = diff(hangs("UNITS m kN s\n", "2kg"), hangs("", "2.1"));
  EXPECT_EQ(result.exit_status, 4);
  EXPECT_TRUE(has(result, "9.810E-04")) << result.text;
}

// Rows of nodes and elements say in the head which are no lengths.
TEST(DiffUnits, NodesAndElements) {
  const auto deck = [](const std::string& units, double m, double n, double rad) {
    return report_of(units + fmt::format(R"(PLBEAM 1 1 2 3 4
PLTOR 2 2 4
X 1 0 0
X 2 {}
X 3 {} 0
X 4 {}
FIX 1
INPUTX 2 1
RLSE 1 1 2 3
RLSE 2 1
DYNX 3
DYNX 4
END HALT
ESTIFF 1 {} {}
EDAMP 1 3N*s 0.02N*m2*s
ESTIFF 2 8Nm/rad
XM 3 2kg
XM 4 0.05kg*m2
XF 3 {} {}
INPUTX 2 1 {} 0.3rad/s
GRAVITY EARTH
TIMES 0 0.3 0.1
INTEG RK4 1e-3
END END
)",
                                         0.1 * rad, m, 0.1 * rad, 500 * n, 60 * n * m * m, 3 * n, n,
                                         0.1 * rad));
  };
  const double degrees = 180 / 3.14159265358979323846;
  const std::string si = deck("", 1, 1, 1), mm = deck("UNITS mm N s deg\n", 1000, 1, degrees);
  EXPECT_NE(mm.find("\n# angles: X 2 1, X 4 1, E 2 1\n"), std::string::npos) << mm;
  EXPECT_EQ(si.find("# angles"), std::string::npos);
  const DiffResult same = diff(si, mm, 1e-6, 1e-6);
  EXPECT_EQ(same.exit_status, 0) << same.text;
  EXPECT_FALSE(has(same, "not compared")) << same.text;
}

// The gap of a stop is an angle where the joint turns, and its force a moment.
TEST(DiffUnits, GapsOfStops) {
  const auto deck = [](const std::string& units, double m, double rad, double least) {
    return report_of(units + fmt::format(R"(PLTOR 1 1 2
PLTRUSS 2 3 4
X 1 0
X 2 0
X 3 0 0
X 4 {} 0
FIX 1
FIX 3
FIX 4 2
DYNE 1 1
DYNE 2 1
END HALT
XM 2 0.3kg*m2
XM 4 2kg
STARTDE 1 1 0 2rad/s
STARTDE 2 1 0 1m/s
STOPS 1 1 MIN {} MAX {} PENALTY 30Nm/rad 1 0
STOPS 2 1 MAX {} PENALTY 50N/m 1 0
TIMESTEP 0.8s 16
INTEG RK4 0.001s
END END
)",
                                         m, least * rad, 0.5 * rad, 0.3 * m));
  };
  const std::string si = deck("", 1, 1, -0.2),
                    mm = deck("UNITS mm N ms deg\n", 1000, 180 / 3.14159265358979323846, -0.2);
  EXPECT_NE(mm.find("E 3 1, E 4 1, C 3, C 4\n"), std::string::npos) << mm.substr(0, 400);
  for (const DiffResult& same : {diff(si, mm, 1e-6, 1e-6), diff(mm, si, 1e-6, 1e-3)}) {
    EXPECT_EQ(same.exit_status, 0) << same.text;
    EXPECT_FALSE(has(same, "not compared")) << same.text;
  }
  // A thousandth of a radian is seen as such, with a milliradian of tolerance in either unit.
  const std::string other = deck("", 1, 1, -0.201);
  for (const auto& [a, b] : {std::pair(other, mm), std::pair(mm, other)}) {
    const DiffResult result = diff(a, b, 0, 0.9e-3);
    EXPECT_EQ(result.exit_status, 4) << result.text;
    EXPECT_TRUE(has(result, "CONTACTS 3 GAP")) << result.text;
    EXPECT_TRUE(has(result, "1.000E-03")) << result.text;
  }
}

// The tables of space. A twentieth more of gravity shows in forces, moments and motions alike.
TEST(DiffUnits, TablesOfSpace) {
  const auto native = [](const std::string& units, double m, double gravity) {
    return report_of(units + fmt::format(R"(WHEEL 1  1 2  1 0 0  {0}  PLANE 0 0 1
REVOLUTE 2  0 0  3 4   0 0 0  {1} 0 0   0 1 0
X 1  0 0 {2}
X 2  AXES x {3} 0 {4}  y 0 0 1
X 3  {0} 0 0
X 4  1 0 0 0
DYNX 2
DYNE 2 1
END HALT
NETJOINT 1  3 4  0 0   {1} 0 0
XM 1  2
XM 2  {5} 0 0  {6} 0  {6}
XM 3  1
XM 4  {6} 0 0  {6} 0  {6}
STARTVX 2  6 2 -0.3
GRAVITY 0 0 {7}
INTEG DOP853 1e-12 1e-12
TIMES 0 0.3 0.1
END END
)",
                                         0.3 * m, -0.3 * m, 0.3 * m * std::sin(1.2), std::sin(1.2),
                                         std::cos(1.2), 0.09 * m * m, 0.045 * m * m, -gravity * m));
  };
  const auto kabios = [](const std::string& units, double m, double gravity) {
    return report_of(units + fmt::format(R"(SPACE
2 1 1 0 1 1 0 0
1  0 0 0    SEQ zxy 0 0 0
2  {0} 0 0  SEQ zxy 0 0 0
REVOLUTE 1 2   0 0 0  {1} 0 0   0 1 0
1
JOINT 1 1   0 2 0
2  {2} 0 0
0 0.5 0.1
MASS 2  2  {3} 0 0  {4} 0  {4}
GRAV 0 0 {5}
END
)",
                                         0.3 * m, -0.3 * m, 0.1 * m, 0.02 * m * m, 0.03 * m * m,
                                         -gravity * m));
  };
  const auto compare = [](const auto& deck) {
    const std::string si = deck("", 1, 9.81), mm = deck("UNITS mm kg s\n", 1000, 9.81),
                      other = deck("UNITS mm kg s\n", 1000, 10.3);
    for (const DiffResult& same : {diff(si, mm, 1e-6, 1e-6), diff(mm, si, 1e-6, 1e-3)}) {
      EXPECT_EQ(same.exit_status, 0) << same.text;
      EXPECT_FALSE(has(same, "not compared")) << same.text;
    }
    const DiffResult differs = diff_texts(si, other, "a", "b", {1e-6, 1e-6, true});
    EXPECT_EQ(differs.exit_status, 4);
    return differs.text;
  };
  const std::string of_native = compare(native), of_kabios = compare(kabios);
  for (const char* const column :
       {"ORIENTATIONS 2 Q1", "ANGULAR VELOCITIES ALONG THE AXES OF THE BODY 2 2 D A", "WHEELS",
        "MOMENTUM ANGULARY", "JOINTS : FORCE", "CENTRE ZDD"})
    EXPECT_NE(of_native.find(column), std::string::npos) << column << of_native;
  for (const char* const column : {"LOADS ", "JOINTS : FORCE"})
    EXPECT_NE(of_kabios.find(column), std::string::npos) << column << of_kabios;
}

// A number whose unit nobody tells is left out, and that is said.
TEST(DiffUnits, WhatHasNoUnitIsNotCompared) {
  const auto deck = [](const std::string& units) {
    return report_of(units +
                     "1 0 0 0 0 0 0 0 0\n0 0 0\n0 1 1\nMASS 1 1kg 1kg*m2\nFORCE 1 0 0 1N 0\n"
                     "ODE z 0.5 RATE = -z\nEND\n");
  };
  const DiffResult result = diff(deck("UNITS cm kg s\n"), deck(""), 1e-6, 1e-6);
  EXPECT_EQ(result.exit_status, 0) << result.text;
  EXPECT_TRUE(has(result, "whose unit the reports do not tell are not compared, the first STATE"))
      << result.text;
}

TEST(DiffUnits, UnitsThatCannotBeReadAreRefused) {
  const std::string si = report_of(in_metres(2));
  std::string other = report_of(kInMillimetres);
  other.replace(other.find("# units: mm"), 11, "# units: el");
  const DiffResult result = diff(si, other);
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_TRUE(has(result, "b: error: diff: not comparable: it is in other units (el, N, ms"))
      << result.text;
}

}  // namespace
}  // namespace mbs
