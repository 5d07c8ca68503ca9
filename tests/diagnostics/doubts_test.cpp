// Decks that run and most likely do not say what their writer meant: a warning, once, and none
// where a comment says that it is meant.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

struct Doubt {
  const char* name;
  std::string head, line, rest;  // the doubtful line ends the second part
  const char* said;
};
void PrintTo(const Doubt& d, std::ostream* out) { *out << d.name; }

const char* const kBar = R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
DYNX 2 2
END HALT
XM 2 1
XF 2 0.1 -1
TIMES 0 0.1 0.1
)";
const char* const kFourBar = R"(4 4 0 1 0 1 0 0 0
0 0 0
0.5 0.8 60deg
2 1 -30deg
3.5 1.8 60deg
1 2 0 0 -1 0
2 3 1 0 -2 0
3 4 2 0 2 0
4 1 -2 0 2.5 0
1
)";
const char* const kPendulum = R"(2 1 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1 2  0 0  -0.5 0
1
0 0.2 0.1
)";

// The estimate of the second wheel is far from its pin, 0.3 m from the first.
const char* const kWheels = R"(3 2 0 1 0 0 0 0 0
0 0 0
0.05 0.02 0
0.5 0.1 0.7
1 2  0 0  0 0
1 3  0.3 0  0 0
1
0 0.2 0.1
MASS 2 1 0.05
MASS 3 1 0.4
TORQ 2 1
)";

std::vector<Doubt> doubts() {
  return {
      {"stiffness", kBar, "ESTIFF 1 100", "END END\n", "PLTRUSS 1 is rigid: its stiffness"},
      {"damping", kBar, "EDAMP 1 3", "END END\n", "PLTRUSS 1 is rigid: its damping"},
      {"driver", kFourBar, "2 3 60 6 0", "0 0.1 0.1\n", "9.5 turns; 60deg"},
      {"speed", kFourBar, "2 3 60deg 360 0", "0 1 0.5\n", "360 rad/s, 28.6 turns a report step"},
      {"step", kFourBar, "2 3 60deg ${2*pi} 0", "0 3 1\n", "1 whole turn a report step"},
      {"sine", kFourBar, "2 3 ${60deg+0*sin(30)} 6 0", "0 0.1 0.1\n", "sin(30) is that of 30"},
      {"mass", std::string(kPendulum) + "MASS 2 1 0.1\n", "MASS 1 1 1", "",
       "held in all directions"},
      {"load", std::string(kPendulum) + "MASS 2 1 0.1\n", "FORCE 1 0 0 3 0", "",
       "held in all directions"},
      {"law", std::string(kPendulum) + "MASS 2 1 0.1\n", "LAW BODY 1 X = 5", "",
       "it acts on what is held in all directions"},
      {"rest", std::string(kPendulum) + "MASS 2 1 0.1\n", "RSDA 1 2 5 30 1", "",
       "its angle at rest is 30 rad, 4.8 turns; 30deg"},
      {"start", std::string(kPendulum) + "MASS 2 1 0.1\n", "VEL 2 0 0 360", "",
       "it turns at 360 rad/s, 5.73 turns a report step"},
      {"nativeStart", "PLTOR 1 1 2\nX 1 0\nX 2 0\nFIX 1\nDYNX 2 1\nRLSE 1\nEND HALT\nXM 2 0.5\n",
       "STARTDX 2 1 60 0", "TIMES 0 0.1 0.1\nEND END\n", "it starts at 60 rad, 9.5 turns; 60deg"},
      {"chainStart", "SEGDYN\nSEGMENT 1 1 0.5 0.25 0.02\n", "STATE 1 0 300",
       "TIME 0 0.2 0.1\nEND\n", "it turns at 300 rad/s, 4.77 turns a report step"},
      {"negative", std::string(kPendulum) + "MASS 2 1 0.1\n", "RSDA 1 2 5 0 -1", "",
       "its damping -1 is negative"},
      {"gravityOfMetres", "UNITS mm N s\n" + std::string(kPendulum) + "MASS 2 1 0.1\n",
       "GRAV 0 -9.81", "", "it is 9.81 mm/s^2: m/s^2?"},
      {"segment", "SEGDYN\n", "SEGMENT 1 1 500 250 1e5",
       "STATE 1 10deg\nGRAV 0 -9.81\nTIME 0 0.1 0.1\nEND\n",
       "9.81 m/s^2 stands beside a segment of 500 m"},
      {"driveOfTwoRows", "SEGDYN\nSEGMENT 1 1 0.2 0.1 0.01\nSTATE 1 30deg\n",
       "DRIVE HINGE 1 = 30 + 6*t", "TIME 0 0.1 0.1\nEND\n", "it starts at 30 rad, 4.8 turns"},
      {"driveOfThreeRows", "SEGDYN\nSEGMENT 1 1 0.2 0.1 0.01\nSTATE 1 30deg\n",
       "DRIVE HINGE 1 = 30deg + 2*pi*t", "TIME 0 2 1\nEND\n", "1 whole turn a report step"},
      {"inertia",
       "3 2 0 1 0 1 0 0 0\n0 0 0\n0.5 0 0\n1.5 0 0\n1 2 0 0 -0.5 0\n2 3 0.5 0 -0.5 0\n1\n"
       "2 3 0 1 0\n0 0.2 0.1\nMASS 3 1 0.1\n",
       "MASS 2 3 1", "", "of a bar of 1 m about an end"},
      {"gears", std::string(kWheels), "GEAR 2 3  0 0 0.1  0 0 0.3", "",
       "GEAR 1: its centres start 0.3 m apart; the radii 0.1 and 0.3 mesh at 0.4"},
      {"ring", std::string(kWheels), "GEAR 2 3  0 0 0.1  0 0 -0.5", "", "and -0.5 mesh at 0.4"},
      {"belt", std::string(kWheels), "BELT 2 3  0 0 0.1  0 0 0.5", "",
       "a belt round the radii 0.1 and 0.5 takes more than 0.4"},
      {"crossedBelt", std::string(kWheels), "BELT 2 3  0 0 0.1  0 0 -0.3", "",
       "a belt round the radii 0.1 and -0.3 takes more than 0.4"},
  };
}

// Gears and belts that go with their places.
TEST(DoubtsOfGears, RightOnes) {
  for (const char* const line :
       {"GEAR 2 3  0 0 0.1  0 0 0.2", "GEAR 2 3  0 0 0.1  0 0 -0.4", "GEAR 2 3  0 0 0.1  0 0 0.205",
        "BELT 2 3  0 0 0.1  0 0 0.3", "BELT 2 3  0 0 0.1  0 0 -0.19"})
    test::good_run(std::string(kWheels) + line + "\n");
}

class Doubts : public testing::TestWithParam<Doubt> {};

TEST_P(Doubts, AreSaidOnceAndCanBeMeant) {
  const Doubt& d = GetParam();
  const test::RunResult doubtful = test::run(d.head + d.line + "\n" + d.rest);
  EXPECT_EQ(doubtful.status, ExitStatus::done) << doubtful.messages;
  const std::size_t first = doubtful.messages.find(d.said);
  EXPECT_NE(first, std::string::npos) << d.head << d.line << "\n" << doubtful.messages;
  EXPECT_EQ(doubtful.messages.find(d.said, first + 1), std::string::npos);
  EXPECT_NE(doubtful.messages.find("warning"), std::string::npos);
  const test::RunResult meant = test::run(d.head + d.line + "   # meant\n" + d.rest);
  EXPECT_EQ(meant.messages.find(d.said), std::string::npos) << meant.messages;
  EXPECT_EQ(meant.report.size(), doubtful.report.size());
}

INSTANTIATE_TEST_SUITE_P(All, Doubts, testing::ValuesIn(doubts()),
                         [](const auto& doubt) { return doubt.param.name; });

// Numbers that are left out are 0: a warning where the deformation may change.
TEST(DoubtsOfStiffness, NumbersThatAreLeftOut) {
  const auto said = [](const std::string& row, const std::string& freed = "") {
    return test::done("BUSHING 1 0 0 1 2 AT 0 0 0 1 0 0 0 1 0\nX 1 0 0 0\nDYNX 1\nDYNX 2\n" +
                      freed + "END HALT\n" + row +
                      "\nXM 1 1\nXM 2 1 0 0 1 0 1\nTIMESTEP 1 2\nEND END\n")
        .messages;
  };
  EXPECT_NE(said("ESTIFF 1 1e4 1e4 1e4").find("it has 3 of 6 numbers; 0 is taken for k4, k5, k6"),
            std::string::npos);
  EXPECT_NE(said("EDAMP 1 10").find("it has 1 of 6 numbers; 0 is taken for k2, k3, k4, k5, k6"),
            std::string::npos);
  EXPECT_EQ(said("ESTIFF 1 1e4 1e4 1e4 0 0 0"), "");
  EXPECT_EQ(said("ESTIFF 1 1e4 1e4 1e4  # meant"), "");
  const auto beam = [](const char* freed) {
    return test::done(std::string("PLBEAM 1 1 2 3 4\nX 1 0 0\nX 3 1 0\nFIX 1\nFIX 2\n") + freed +
                      "\nEND HALT\nESTIFF 1 1e4\nXM 3 1\nXM 4 1\nTIMESTEP 0.01 2\nEND END\n")
        .messages;
  };
  EXPECT_NE(beam("DYNX 3\nDYNX 4\nRLSE 1").find("it has 1 of 2 numbers; 0 is taken for EI"),
            std::string::npos);
  // Bending is rigid.
  EXPECT_EQ(beam("DYNE 1 1"), "");
}

// An angle of a turn and more with decimals is none in degrees; the next one is looked at.
TEST(DoubtsOfAngles, EachOneOfASequence) {
  const test::RunResult run = test::run(
      "PINBODY 1 1 2 3\nX 1 0 0 0\nX 2 ROT xyz 7.5 90 180\nX 3 1 0 0\nDYNX 1\nDYNX 2\nEND HALT\n"
      "XM 1 1\nXM 2 1 0 0 1 0 1\nTIMESTEP 1 2\nEND END\n");
  EXPECT_NE(run.messages.find("an angle of 90 rad is 14.3 turns; 90deg"), std::string::npos)
      << run.messages;
  EXPECT_EQ(run.messages.find("180"), std::string::npos);
}

TEST(DoubtsOfSize, MillimetresBesideMetres) {
  const std::string deck = R"(2 1 0 1 0 0 0 0 0
0 0 0
50 0 0
1 2  0 0  -50 0
1
0 0.2 0.1
MASS 2 1 100
)";
  EXPECT_NE(test::run(deck + "GRAV 0 -9.81\n").messages.find("mm?"), std::string::npos);
  EXPECT_NE(test::run("PLTRUSS 1 1 2\nX 1 0 0\nX 2 500 0\nFIX 1\nDYNX 2 2\nEND HALT\nXM 2 1\n"
                      "GRAVITY 0 -9.81\nTIMES 0 0.1 0.1\nEND END\n")
                .messages.find("deck:1:1: warning: PLTRUSS 1: its length of 500 m"),
            std::string::npos);
  test::good_run(deck + "GRAV 0 -9810\n");
  EXPECT_NE(
      test::run("PLBEAM 1 1 2 3 4\nX 1 0 0\nX 3 500 0\nFIX 1\nFIX 2\nRLSE 1\nEND HALT\nEM 1 1\n"
                "ESTIFF 1 1e9 1e9\nGRAVITY 0 -9.81\nTIMES 0 1e-4 1e-4\nEND END\n")
          .messages.find("deck:1:1: warning: PLBEAM 1: its length of 500 m"),
      std::string::npos);
}

// A parameter by itself is a number, too; one of a computation, one that an event changes and what
// a comment says are not.
TEST(DoubtsOfSines, OfParametersAndNotOfComments) {
  const auto said = [](const std::string& head, const std::string& tail = "") {
    return test::run(head + R"(2 1 0 1 0 0 0 0 0
0 0 0
${0.5*cos(a)} ${0.5*sin( a )} ${a}
1 2  0 0  -0.5 0
1
0 0.2 0.1
MASS 2 1 0.1
)" + tail)
        .messages;
  };
  EXPECT_NE(said("PARAM a = 30\n")
                .find("4:21: warning: expression: sin(a) is that of 30 radians; PARAM a = 30deg"),
            std::string::npos)
      << said("PARAM a = 30\n");
  EXPECT_EQ(said("PARAM a = 30deg\n", "! sin(30)\nFORCE 2 0 0 3 0  % cos(90)\n"), "");
  EXPECT_EQ(said("PARAM a = 0.5\nPARAM w = 45.3\n", "LAW BODY 2 X = sin(w)\n"), "");
}

TEST(DoubtsOfContacts, FreeSideThatIsTheFarOne) {
  const auto deck = [](const char* direction) {
    return std::string(R"(2 0 0 1 0 0 0 0 0
0 0 0
0 1 0
1
0 0.1 0.1
MASS 2 1 0.1
CONTACT 2 1 LINE 0 0 0.1  0 0 )") +
           direction + " PENALTY 1000 1 0\n";
  };
  EXPECT_NE(test::run(deck("-1 0")).messages.find("behind its line"), std::string::npos);
  test::good_run(deck("1 0"));
}

// A point has no size to measure by: a tenth of the mechanism's counts. Each dialect, and each kind
// of free side.
TEST(DoubtsOfContacts, OfPoints) {
  const auto kabios = [](const std::string& contact, const char* y = "1") {
    return test::run(fmt::format(R"(2 0 0 1 0 0 0 0 0
0 0 0
0 {} 0
1
0 0.01 0.01
MASS 2 1 0.1
CONTACT 2 1 {} PENALTY 1000 1 0
)",
                                 y, contact))
        .messages;
  };
  const auto says = [](const std::string& messages, const char* what) {
    EXPECT_NE(messages.find(what), std::string::npos) << what << "\n" << messages;
  };
  says(kabios("LINE 0 0 0  0 0 -1 0"),
       "7:1: warning: CONTACT 1: it starts 1 m behind its line, whose free side is on the left of "
       "its direction; the direction 1 0 has its free side there");
  says(kabios("POLYLINE 0 0 0  1 0 -1 0"), "it starts 1 m behind its polyline");
  says(kabios("POLYGON 0 0 0  -2 0  2 0  0 4"), "inside its polygon");
  says(kabios("CIRCLE 0 0 0  0 0 3"), "it starts 2 m inside its disc; R = -3 is a ring");
  says(kabios("CIRCLE 0 0 0  0 0 -0.5"), "it starts 0.5 m outside its ring; R = 0.5 is a disc");
  for (const char* right :
       {"LINE 0 0 0  0 0 1 0", "POLYLINE 0 0 0  -1 0 1 0", "POLYGON 0 0 0  -2 0  2 0  0 -4",
        "CIRCLE 0 0 0  0 0 0.5", "CIRCLE 0 0 0  0 0 -3", "SEGMENT 0 0 0.01  -1 0  1 0"})
    EXPECT_EQ(kabios(right), "") << right;
  EXPECT_EQ(kabios("LINE 0 -0.51 0  0 0 1 0", "0.5"), "");  // a foot in the sand

  // One that stands in it by its weight, 1e4 N/m and 9.81 N of one node alone.
  EXPECT_EQ(
      test::run("PLCLINE 1  1 2  8 9  0 0 0  0 0 1 0\nX 1 0 -0.000981\nX 8 0 0\nFIX 8\nFIX 9\n"
                "DYNX 1\nDYNX 2\nEND HALT\nXM 1 1\nXM 2 0.1\nGRAVITY 0 -9.81\n"
                "CONTACT 1 PENALTY 1e4 1 0\nTIMES 0 0.01 0.01\nEND END\n")
          .messages,
      "");
  const auto native = [](const char* direction) {
    return test::run(fmt::format(
                         "PLCLINE 1  1 2  8 9  0 0 0  0 0 {} 0\nX 1 0 1\nX 8 0 0\nFIX 8\nFIX 9\n"
                         "DYNX 1\nDYNX 2\nEND HALT\nXM 1 1\nXM 2 0.1\nCONTACT 1 PENALTY 1000 1 0\n"
                         "TIMES 0 0.01 0.01\nEND END\n",
                         direction))
        .messages;
  };
  says(native("-1"), "it starts 1 m behind its line");
  EXPECT_EQ(native("1"), "");
  const auto chain = [](const char* direction) {
    return test::run(fmt::format("SEGDYN\nSEGMENT 1 1 0.5 0.25 0.02\nFREE BASE\nBASE 0 1\n"
                                 "STATE 1 10deg 0\nCONTACT 1 LINE 0.5 0 0  0 0 {} 0 PENALTY 1000 "
                                 "1 0\nTIME 0 0.01 0.01\nEND\n",
                                 direction))
        .messages;
  };
  says(chain("-1"), "behind its line");
  EXPECT_EQ(chain("1"), "");
}

TEST(DoubtsOfTimes, DecimalCommas) {
  const test::RunResult run = test::run(std::string(kFourBar) + "2 3 60deg 6 0\n0,1,0,025\n");
  EXPECT_EQ(run.status, ExitStatus::deck_error);
  EXPECT_NE(run.messages.find("a decimal comma is a point here: 0.025"), std::string::npos)
      << run.messages;
}

// An expression turns by a whole turn a row, too; by 6 rad it does not.
TEST(DoubtsOfTurns, AnExpressionThatTurnsWholly) {
  const auto crank = [](const char* rate) {
    return fmt::format(R"(SEGDYN
SEGMENT 1 1 0.2 0.1 0.01
STATE 1 60deg
DRIVE HINGE 1 = 60deg + {}*t
TIME 0 3 1
END
)",
                       rate);
  };
  EXPECT_NE(test::run(crank("2*pi")).messages.find("1 whole turn a report step"), std::string::npos)
      << test::run(crank("2*pi")).messages;
  EXPECT_EQ(test::run(crank("2")).messages, "");
}

// An expression that starts at 30 or turns at 360; the line of a segment's angle is its STATE.
TEST(DoubtsOfTurns, ExpressionsAndStatesInDegrees) {
  const auto said = [](const char* state, const char* drive) {
    return test::run(fmt::format("SEGDYN\nSEGMENT 1 1 0.2 0.1 0.01\nSTATE 1 {}\n{}TIME 0 0.5 "
                                 "0.1\nEND\n",
                                 state, drive))
        .messages;
  };
  EXPECT_NE(said("30deg", "DRIVE HINGE 1 = 30 + 6*t\n").find("it starts at 30 rad, 4.8 turns"),
            std::string::npos);
  EXPECT_NE(said("30deg", "DRIVE HINGE 1 = 30deg + 360*t\n").find("it turns at 360 rad/s"),
            std::string::npos);
  EXPECT_EQ(said("30deg", "DRIVE HINGE 1 = 30deg + 360deg*t\n"), "");
  EXPECT_EQ(said("30", "").find("deck:3:1: warning: segment 1: its angle 30 rad"), 0u);
  EXPECT_EQ(said("30  # meant", ""), "");
}

// m l^2/3 of what has its centre of gravity elsewhere than in the middle is no bar about an end.
TEST(DoubtsOfInertia, OfBarsAlone) {
  const auto pair = [](double d) {
    return test::run(fmt::format(R"(SEGDYN
SEGMENT 1 3 0.5 {} 0.25
SEGMENT 2 1 0.5 0.25 0.02
STATE 1 10deg 0
STATE 2 20deg 0
GRAV 0 -9.81
TIME 0 0.1 0.1
END
)",
                                 d))
        .messages;
  };
  EXPECT_NE(pair(0.25).find("about an end"), std::string::npos) << pair(0.25);
  EXPECT_EQ(pair(0.4), "");
}

TEST(DoubtsOfTimes, DecimalCommasInTheOtherDialects) {
  for (const char* deck :
       {"PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nDYNX 2 2\nEND HALT\nXM 2 1\n"
        "TIMES 0 1,0 0,1\nEND END\n",
        "SEGDYN\nSEGMENT 1 1 0.2 0.1 0.01\nSTATE 1 10deg\nTIME 0,1,0,025\nEND\n"}) {
    const test::RunResult run = test::run(deck);
    EXPECT_EQ(run.status, ExitStatus::deck_error);
    EXPECT_NE(run.messages.find("DT is 0; expected a positive number; a decimal comma is a point "
                                "here: 0.025"),
              std::string::npos)
        << run.messages;
  }
}

// Any line of them says so, also where what is wrong is the first of the two numbers.
TEST(DoubtsOfTimes, DecimalCommaOfADuration) {
  const std::string head = "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nDYNX 2 2\nEND HALT\nXM 2 1\n";
  const test::RunResult run = test::run(head + "TIMESTEP 0,5 10\nEND END\n");
  EXPECT_EQ(run.status, ExitStatus::deck_error);
  EXPECT_NE(run.messages.find("deck:8:10: error: TIMESTEP: T is 0; expected a positive number; a "
                              "decimal comma is a point here"),
            std::string::npos)
      << run.messages;
  EXPECT_NE(
      test::run(head + "TIMESTEP 1,5 10\nEND END\n").messages.find("'1,5' is read as two numbers"),
      std::string::npos);
}

// A comment in an included file silences what its line is doubted for, too.
TEST(DoubtsOfFiles, CanBeMeant) {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), std::string(kPendulum) + "INCLUDE \"forces.dat\"\n");
  for (const auto& [comment, doubted] : {std::pair("", true), std::pair("  # meant", false)}) {
    test::write_all(scratch.file("forces.dat"),
                    fmt::format("MASS 2 1 0.1\nRSDA 1 2 5 0 -1{}\n", comment));
    const test::Finished run = test::mbsim("--check '" + scratch.file("deck.dat") + "'");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.err.find("its damping -1 is negative") != std::string::npos, doubted) << run.err;
  }
}

// Decks that say what they mean.
TEST(DoubtsOfRightDecks, None) {
  test::good_run(std::string(kFourBar) + "2 3 60deg 6 0\n0 1 0.1\n");
  test::good_run(std::string(kFourBar) + "2 3 ${60*pi/180} ${2*pi} 0\n0 1 0.1\nGRAV 0 -9.81\n");
  test::good_run(std::string(kPendulum) + "MASS 2 3 0.25\nRSDA 1 2 5 0 1\nGRAV 0 -9.81\n");
  test::good_run(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
RLSE 1
DYNX 2
END HALT
XM 2 1
ESTIFF 1 100
EDAMP 1 1
TIMES 0 0.1 0.1
END END
)");
}

}  // namespace
}  // namespace mbs
