// What users of other programs write with another meaning: each is an error or a warning where it
// means something else here, and silent where it does not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "support/process.h"

namespace mbs {
namespace {

struct Said {
  int status = 0;
  std::string out, err;
};

// A point whose first coordinate the `line` moves; `head` stands above it.
Said point(const std::string& head, const std::string& line, const std::string& known = "INPUTX",
           const std::string& times = "TIMES 0 1 0.5") {
  const test::Scratch scratch;
  test::write_all(scratch.file("table.csv"), "t [ms],x [mm],angle [deg]\n0,0,0\n1000,20,90\n");
  test::write_all(scratch.file("one.csv"), "t,x [mm]\n0,0\n1,20\n");
  test::write_all(scratch.file("p.dat"), fmt::format(R"({}
X 1 0 0
{} 1 1
FIX 1 2
END HALT
XM 1 1
{}
{}
MEASURE last = LAST x1_1
END END
)",
                                                     head, known, line, times));
  const test::Finished run = test::mbsim("measure " + scratch.file("p.dat"));
  return {run.status, run.out, run.err};
}

double number_of(const std::string& out) {
  const std::size_t blank = out.find(' ');
  return blank == std::string::npos ? NAN : std::stod(out.substr(blank));
}

void says(const Said& said, const std::string& text, int status = 0) {
  EXPECT_EQ(said.status, status) << said.err;
  EXPECT_NE(said.err.find(text), std::string::npos) << text << "\n" << said.err;
}

void is_silent(const Said& said, double value) {
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.err, "");
  EXPECT_NEAR(number_of(said.out), value, 1e-9);
}

// 0 < t < 1 is always 1 where it is taken from left to right. A mass of 1 under a force of 1 goes
// 1/2 in a second.
TEST(SilentMeanings, ChainedComparisons) {
  const auto law = [](const std::string& e) { return point("", "XLAW 1 1 = " + e, "DYNX"); };
  says(law("0 < t < 1"), "'<' would compare the 1 or 0 that '<' before it gives; expected two", 2);
  says(law("2*(0 < t <= 1)"), "'<=' would compare", 2);
  says(law("t > 0 == 1"), "'==' would compare", 2);
  says(law("t != 1 != 2"), "'!=' would compare", 2);
  is_silent(law("0 <= t && t <= 1"), 0.5);
  is_silent(law("(t < 2) == (t > -1)"), 0.5);
  is_silent(law("t < 2 ? t > -1 ? 1 : 7 : t == 3"), 0.5);
  is_silent(law("min(t < 2, t > -1)"), 0.5);
  is_silent(law("t < 2 || t > 3"), 0.5);
}

// Lines that read channels: a fault of one does not hide those of the others.
TEST(SilentMeanings, FaultsOfAllLinesThatReadChannels) {
  const std::string lines =
      "OUT o = 1 < x1_1 < 2\nREPORT t nothing\nMEASURE a = LAST nowhere\nMEASURE b = INTEG 3 < "
      "x1_1 < "
      "4\nMEASURE c = LAST o";
  const Said still = point("", lines + "\nINPUTX 1 1 = t"),
             moving = point("", lines + "\nEVENT e WHEN 0 < x1_1 < 1 DO STOP", "DYNX");
  for (const Said& said : {still, moving}) {
    says(said, "OUT o: '<' would compare", 2);
    says(said, "no channel", 2);
    says(said, "MEASURE a: unknown name 'nowhere'", 2);
    says(said, "MEASURE b: '<' would compare", 2);
    EXPECT_EQ(said.err.find("MEASURE c"), std::string::npos) << said.err;
  }
  says(moving, "EVENT e: '<' would compare", 2);
  says(point("", "EVENT e WHEN 0 < x1_1 < 1 DO STOP", "DYNX"), "EVENT e: '<' would compare", 2);
}

TEST(SilentMeanings, RemaindersAndPowers) {
  const auto moved = [](const std::string& e) { return point("", "INPUTX 1 1 = " + e); };
  const Said cut = moved("5*t % 2");
  says(cut, "p.dat:7:18: warning: expression: '% 2' is a comment; mod(a, 2)");
  EXPECT_NEAR(number_of(cut.out), 5, 1e-12);
  is_silent(moved("5*t % 2 # meant"), 5);
  is_silent(moved("5*t % 2 metres a second"), 5);
  is_silent(moved("5*t # % 2"), 5);
  is_silent(moved("mod(5*t, 8)"), 5);
  says(moved("t*2^3^2"), "a^b^c is a^(b^c)");
  says(moved("t*(1 + 1)^-(1)^2"), "a^b^c is a^(b^c)");
  is_silent(moved("t*2^(3^2)"), 512);
  is_silent(moved("t*(2^3)^2"), 64);
  is_silent(moved("t^2*2^3 + 2^sin(0*t^2)"), 9);
}

TEST(SilentMeanings, UnitsAndLabelsThatAreNamesOfParameters) {
  says(point("PARAM g = 3", "INPUTX 1 1 = g*t + 2g"), "2g is a number with a unit, and PARAM g");
  is_silent(point("PARAM g = 3", "INPUTX 1 1 = g*t + 2*g*t"), 9);
  is_silent(point("PARAM m = 3\nPARAM way = 0.5m", "INPUTX 1 1 = way*m*t"), 1.5);
  says(point("PARAM q = 3\nPARAM w = q", "STARTDX 1 1 ${w} (q) 1", "DYNX"),
       "'(q)' is a label, which is skipped; ${q}");
  is_silent(point("PARAM q = 3\nPARAM w = q", "STARTDX 1 1 ${w} 1 (q)", "DYNX"), 4);
}

// Half of the impulse is missing in a run whose event takes the force away at half of the time.
TEST(SilentMeanings, NumbersThatSetDoesNotReach) {
  const std::string off = "\nEVENT off WHEN t > 0.5 DO SET f = 0";
  const Said load = point("PARAM f = 1", "XF 1 ${f} 0" + off, "DYNX");
  says(load, "p.dat:7:8: warning: SET f: this number keeps the value that f had");
  EXPECT_NEAR(number_of(load.out), 0.5, 1e-9);
  says(point("PARAM f = 1\nPARAM twice = 2*f", "XLAW 1 1 = twice" + off, "DYNX"), "SET f: this");
  is_silent(point("PARAM f = 1", "XLAW 1 1 = f" + off, "DYNX"), 0.375);
  is_silent(point("PARAM f = 1", "XLAW 1 1 = ${f}" + off, "DYNX"), 0.375);
  is_silent(point("PARAM f = 1", "STARTVX 1 1 ${f}\nXLAW 1 1 = f" + off, "DYNX"), 1.375);
}

TEST(SilentMeanings, TimesAndTolerances) {
  const auto over = [](const std::string& times) {
    return point("", "INPUTX 1 1 = t", "INPUTX", times);
  };
  says(over("TIMES 0 1 0.3"), "the run and its measures end with the last row, at 0.9, not at 1");
  says(over("TIMES 0 1 100"), "DT = 100 is longer than the run from 0 to 1");
  is_silent(over("TIMES 0 1 0.1"), 1);
  is_silent(over("TIMES 0 0.3 0.1"), 0.3);
  is_silent(over("TIMES 0 1 0.333333"), 0.999999);
  says(point("", "INTEG RK4 0.1\nERROR 1e-9 1e-9", "DYNX"), "INTEG RK4 takes steps of 0.1");
  is_silent(point("", "INTEG STEP\nERROR 1e-9 1e-9", "DYNX"), 0);
}

// A ball that falls from 1 m reaches 0 after sqrt(2/9.81) s; a CEILING does not stop it.
TEST(SilentMeanings, StopsOnTheOtherSide) {
  const auto ball = [](const std::string& side) {
    return point("",
                 "STARTDX 1 1 1\nXLAW 1 1 = -9.81\nEVENT land WHEN x1_1 < 0 DO IMPACT X 1 1 " +
                     side + " e = 0",
                 "DYNX");
  };
  const Said through = ball("CEILING");
  says(through,
       "at t = 0.451523641 its IMPACT does nothing: node 1 X moves at -4.42945, away from a "
       "CEILING; expected FLOOR");
  EXPECT_NEAR(number_of(through.out), 1 - 9.81 / 2, 1e-9);
  is_silent(ball("FLOOR"), 0);
  is_silent(ball(""), 0);
}

// A body on a hinge along Z has no angular velocity along X or Y.
TEST(SilentMeanings, AngularVelocitiesThatDoNotFit) {
  const auto door = [](const std::string& velocity) {
    const test::Scratch scratch;
    test::write_all(scratch.file("p.dat"),
                    "SPACE\n2 1 1 0 0 0 0 0\n1  0   0 0   1 0 0 0\n2  0.5 0 0   SEQ zxy 0 0 0\n"
                    "REVOLUTE 1 2   0 0 0   -0.5 0 0   0 0 1\n1\n0 1 0.5\n"
                    "MASS 2 1 0.1 0 0 0.1 0 0.1\n" +
                        velocity + "\nMEASURE first = FIRST body2.wz\nEND\n");
    const test::Finished run = test::mbsim("measure " + scratch.file("p.dat"));
    return Said{run.status, run.out, run.err};
  };
  says(door("VEL 2 0 1 0 0 1 2"), "VEL 2: the velocity of body 2 W2 is 0 at the start, not 1");
  is_silent(door("VEL 2 0 1 0 0 0 2"), 2);
  is_silent(door("VEL 2 0 1 0 0 0.1 2"), 2);
}

// A pendulum of 0.5 m: its end goes at 0.5 of its angular velocity, the degree of freedom.
TEST(SilentMeanings, StartsThatDoNotFit) {
  const auto pendulum = [](const std::string& lines) {
    const test::Scratch scratch;
    test::write_all(
        scratch.file("p.dat"),
        "2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1 2  0 0  -0.5 0\n1\n0 1 0.5\nMASS 2 1 0.1\n" + lines +
            "\nMEASURE first = FIRST body2.phid\nEND\n");
    const test::Finished run = test::mbsim("measure " + scratch.file("p.dat"));
    return Said{run.status, run.out, run.err};
  };
  const Said idle = pendulum("VEL 2 0 1 0");
  says(idle, "p.dat:8:1: warning: VEL 2: the velocity of body 2 Y is 0 at the start, not 1");
  EXPECT_EQ(number_of(idle.out), 0);
  is_silent(pendulum("VEL 2 0 0 2"), 2);
  is_silent(pendulum("VEL 2 0 1 2"), 2);
  is_silent(pendulum("VEL 2 0 1.05 2"), 2);
  says(pendulum("RSDA 1 2 -10 0 0"), "its stiffness -10 is negative: it pushes away from rest");
  is_silent(pendulum("RSDA 1 2 10 0 0"), 0);
}

TEST(SilentMeanings, HeadingsWithUnits) {
  const auto table = [](const std::string& columns, const std::string& head = "") {
    return point(head, "INPUTX 1 1 TABLE NATURAL \"table.csv\" COLUMNS " + columns, "INPUTX",
                 head.empty() ? "TIMES 0 1 0.5" : "TIMES 0 1000 500");
  };
  const Said plain = table("1 SCALE 0.001 \"x\"");
  says(plain,
       "column 2 of table file 'table.csv' is headed 'x [mm]', and its numbers are read in m");
  says(plain, "SCALE 0.001 behind this column");
  EXPECT_NEAR(number_of(plain.out), 20, 1e-9);
  says(table("1 2 SCALE 0.001"), "column 1 of table file 'table.csv' is headed 't [ms]'");
  says(table("1 SCALE 0.001 3"),
       "is headed 'angle [deg]', and its numbers are read in m; expected "
       "another column");
  is_silent(table("1 SCALE 0.001 2 SCALE 0.001"), 0.02);
  is_silent(table("1 SCALE 0.001 2 SCALE -0.001"), -0.02);
  is_silent(table("1 2", "UNITS mm ms"), 20);
  says(point("", "INPUTX 1 1 = table(\"one.csv\", t)"),
       "is headed 'x [mm]', and its numbers are read in m; expected the function times 0.001");
  is_silent(point("", "INPUTX 1 1 = 0.001*table(\"one.csv\", t)"), 0.02);
  is_silent(point("UNITS mm", "INPUTX 1 1 = table(\"one.csv\", t)"), 20);
}

// A wheel in a deck of degrees: a plain number is degrees a second, one of an expression radians.
TEST(SilentMeanings, ParametersWhereAnglesAreDegrees) {
  const auto wheel = [](const std::string& parameter, const std::string& field) {
    const test::Scratch scratch;
    test::write_all(scratch.file("p.dat"),
                    "UNITS deg\nPARAM w = " + parameter +
                        "\nX 1 0\nINPUTX 1\nEND HALT\nINPUTX 1 1 0 " + field +
                        "\nTIMES 0 1 0.5\nMEASURE last = LAST x1_1\nEND END\n");
    const test::Finished run = test::mbsim("measure " + scratch.file("p.dat"));
    return Said{run.status, run.out, run.err};
  };
  says(wheel("5", "${w}"), "velocity is 5 rad/s: numbers of expressions count in radians");
  is_silent(wheel("5deg", "${w}"), 5 * 3.14159265358979 / 180);
  is_silent(wheel("5", "${1rad*w}"), 5);
  is_silent(wheel("0.7", "${w}"), 0.7);
}

// What stands in included files, to any depth, is looked at like the lines of the deck.
TEST(SilentMeanings, LinesOfIncludedFiles) {
  const auto moved = [](const std::string& line, const char* comment = "") {
    const test::Scratch scratch;
    test::write_all(scratch.file("inner.inc"), "# a motion\n" + line + comment + "\n");
    test::write_all(scratch.file("outer.inc"), "INCLUDE \"inner.inc\"\n");
    test::write_all(scratch.file("p.dat"),
                    "PARAM g = 3\nX 1 0\nINPUTX 1\nEND HALT\nINCLUDE \"outer.inc\"\n"
                    "TIMES 0 1 0.5\nMEASURE last = LAST x1_1 + 0*${g}\nEND END\n");
    const test::Finished run = test::mbsim("measure " + scratch.file("p.dat"));
    return Said{run.status, run.out, run.err};
  };
  for (const auto& [line, said, value] :
       {std::tuple("INPUTX 1 1 = t*2^3^2", "inner.inc:2:17: warning: expression: a^b^c", 512.),
        std::tuple("INPUTX 1 1 = 5*t % 2", "inner.inc:2:18: warning: expression: '% 2'", 5.),
        std::tuple("INPUTX 1 1 = g*t + 2g", "inner.inc:2:20: warning: expression: 2g is a", 3.002),
        std::tuple("INPUTX 1 1 = t*sin(30)", "inner.inc:2:16: warning: expression: sin(30)",
                   std::sin(30.))}) {
    says(moved(line), said);
    const Said meant = moved(line, " # meant");
    EXPECT_EQ(meant.err, "") << line;
    EXPECT_NEAR(number_of(meant.out), value, 1e-9) << line;
  }
}

TEST(SilentMeanings, StepsOfASweep) {
  const test::Scratch scratch;
  test::write_all(scratch.file("p.dat"),
                  "PARAM v0 = 1\nX 1 0 0\nDYNX 1\nEND HALT\nXM 1 1\nSTARTVX 1 1 ${v0}\n"
                  "TIMES 0 1 0.5\nMEASURE last = LAST x1_1\nEND END\n");
  const test::Finished matlab = test::mbsim("sweep -p v0=0:0.1:1 " + scratch.file("p.dat"));
  EXPECT_EQ(matlab.status, 2);
  EXPECT_NE(matlab.err.find("longer than the way from 0 to 0.1; expected from:to:step"),
            std::string::npos)
      << matlab.err;
  for (const char* sound : {"0:1:1", "0:1:0.1", "1:0:-0.5", "1:1:1"})
    EXPECT_EQ(test::mbsim(fmt::format("sweep -p v0={} {}", sound, scratch.file("p.dat"))).status, 0)
        << sound;
}

}  // namespace
}  // namespace mbs
