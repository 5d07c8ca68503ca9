// Contacts between two looks of a step, in every dialect and by every method: what falls or flies
// freely comes to what it touches in a step of seconds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/happenings.h"

namespace mbs {
namespace {

using test::strikes_of;

// Deck text with a line INTEG before its measures.
std::string with_method(std::string deck, const std::string& method) {
  return deck.insert(deck.find("MEASURE"), "INTEG " + method + "\n");
}

const char* const kEveryMethod[] = {"STEP 1e-6 1e-6",   "STEP 1e-9 1e-9",  "STEP 1e-12 1e-12",
                                    "DOP853 1e-9 1e-9", "STIFF 1e-9 1e-9", "GALPHA 1e-6 1e-6",
                                    "GALPHA STEP 0.25", "RK4 0.25",        "HEUN 0.25"};

// A parabola is exact but for GALPHA with steps as long as this.
double error_of(const std::string& method) { return method == "GALPHA STEP 0.25" ? 3e-3 : 1e-7; }

// Falls by 2.96 m to the top of a rod and bounces by a quarter of that: at 1 s it is above it.
TEST(UnseenContacts, ABallIsStoppedByARodWhateverTheMethod) {
  const std::string deck = R"(PLCCIRC 1 1 9 8 9  0 0 0.02  0 0 0.02
X 1 0 3
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
END HALT
XM 1 0.1
GRAVITY 0 -9.81
CONTACT 1 RIGID 0.5
TIMES 0 1 1
MEASURE low = MIN x1_2
END END
)";
  const double t = std::sqrt(2 * 2.96 / 9.81), left = 1 - t;
  for (const char* method : kEveryMethod) {
    const test::RunResult run = test::run(with_method(deck, method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    EXPECT_NEAR(run.measure("low"), 0.04, 1e-9) << method;
    const double end = 0.04 + 0.5 * 9.81 * t * left - 9.81 / 2 * left * left;
    EXPECT_NEAR(run.value(1, "x1_2"), end, error_of(method)) << method;
  }
}

// A report time at which it would be in the wall was an error, whatever the tolerances.
TEST(UnseenContacts, AWallIsMetBetweenReportTimesInsideIt) {
  for (const char* const model : {"RIGID 0.8", "IMPULSES 0.8 0.01"}) {
    const test::RunResult run =
        test::run(R"(PLCPOLY 1 1 9 8 9  POLYGON 0 0 0.005  50 -1  50.1 -1  50.1 1  50 1
X 1 0 0.1
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
END HALT
XM 1 0.1
STARTVX 1 1 30
TIMES 0 4 0.0167
CONTACT 1 )" + std::string(model) +
                  "\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double t = 49.995 / 30;
    const std::size_t last = run.rows.size() - 1;
    EXPECT_NEAR(run.value(last, "x1_1"), 49.995 - 24 * (run.time(last) - t), 1e-8);
    EXPECT_NEAR(run.value(last, "v1_1"), -24, 1e-10);
  }
}

TEST(UnseenContacts, AChainIsStoppedByARail) {
  const std::string deck = R"(SEGDYN
SEGMENT 1 1 0.4 0.2 0.0133
STATE 1 0 0
BASE -0.2 3
FREE BASE
GRAV 0 -9.81
CONTACT 1 CIRCLE 0.2 0 0.02 0 0 0.05 RIGID 0.5
TIME 0 1 1
MEASURE low = MIN y
END
)";
  for (const char* method : kEveryMethod) {
    const test::RunResult run = test::run(with_method(deck, method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    EXPECT_NEAR(run.measure("low"), 0.07, 1e-9) << method;
  }
}

// In a KABIOS deck a body is thrown through between two pegs, upwards, so that it meets the second.
TEST(UnseenContacts, AKabiosBodyMeetsAPeg) {
  const std::string deck = R"(2 0 0 1 0 0 0 0 0
0 0 0
0 0 0
1
0 2 2
MASS 2  2 0.1
GRAV 0 -9.81
VEL 2  0 19.62 3
CONTACT 2 1 CIRCLE  0 0 0.01   0.2 5 0.01   RIGID 0.5
CONTACT 2 1 CIRCLE  0 0 0.01   0 18 0.01   RIGID 0.5
MEASURE top = MAX body2.y
END
)";
  // It would rise to 19.62 m.
  const double t = (19.62 - std::sqrt(19.62 * 19.62 - 2 * 9.81 * 17.98)) / 9.81;
  for (const char* method : kEveryMethod) {
    const test::RunResult run = test::run(with_method(deck, method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    const auto strikes = strikes_of(run, StrikeKind::bounce, "CONTACT 2");
    ASSERT_GE(strikes.size(), 1u) << method;
    EXPECT_NEAR(strikes[0].t, t, error_of(method)) << method;
    EXPECT_NEAR(run.measure("top"), 17.98, 1e-6) << method;
  }
}

// A penalty contact must begin to act: a bounce of a ball on a stiff wire loses nothing.
TEST(UnseenContacts, APenaltyContactBeginsToAct) {
  const std::string deck = R"(PLCPOLY 1 1 9 8 9  SEGMENT 0 0 0.01  -0.5 0  0.5 0
X 1 0 4
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
END HALT
XM 1 0.1
GRAVITY 0 -9.81
CONTACT 1 PENALTY 1e8 1 0
TIMES 0 1.2 1.2
MEASURE low = MIN x1_2
END END
)";
  const double t = std::sqrt(2 * 3.99 / 9.81), left = 1.2 - t;
  for (const char* method : {"STEP 1e-9 1e-9", "DOP853 1e-9 1e-9", "STIFF 1e-9 1e-9"}) {
    const test::RunResult run = test::run(with_method(deck, method));
    ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
    // The bounce itself takes pi sqrt(m/k) = 1e-4 s.
    EXPECT_NEAR(run.value(1, "x1_2"), 0.01 + 9.81 * t * left - 9.81 / 2 * left * left, 2e-3)
        << method;
    EXPECT_GT(run.measure("low"), 0.009) << method;
  }
}

// Two curves, and a roller on a cam: distances that have no tangent planes.
TEST(UnseenContacts, CurvesAndCamsAreMet) {
  const test::RunResult curves = test::run(R"(CURVES 1  1 2  8 9  RADIUS = 0.02 ; ON RADIUS = 0.03
X 1 0.001 3
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 0.1
XM 2 1e-4
GRAVITY 0 -9.81
CONTACT 1 RIGID 0.5
TIMES 0 1 1
END END
)");
  ASSERT_EQ(curves.status, ExitStatus::done) << curves.messages;
  const auto first = strikes_of(curves, StrikeKind::bounce);
  ASSERT_GE(first.size(), 1u);
  const double height = 3 - std::sqrt(0.05 * 0.05 - 1e-6);
  EXPECT_NEAR(first[0].t, std::sqrt(2 * height / 9.81), 1e-8);

  const test::RunResult cam = test::run(R"(CAM 1  1 2  8 9  ROLLER 0 0 0.02  RADIUS = 0.03
X 1 0.001 3
X 2 0
X 8 0 0
X 9 0
FIX 2
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 0.1
GRAVITY 0 -9.81
CONTACT 1 RIGID 0.5
TIMES 0 1 1
END END
)");
  ASSERT_EQ(cam.status, ExitStatus::done) << cam.messages;
  const auto second = strikes_of(cam, StrikeKind::bounce);
  ASSERT_GE(second.size(), 1u);
  EXPECT_NEAR(second[0].t, std::sqrt(2 * height / 9.81), 1e-8);
}

// Two balls meet two rods 1 us after one another, and an event between them sets a load.
TEST(UnseenContacts, TwoContactsAndAnEventInOneStep) {
  const test::RunResult run = test::run(R"(PARAM f = 0
PLCCIRC 1 1 9 8 9  0 0 0.02  0 0 0.02
PLCCIRC 2 2 9 8 9  0 0 0.02  5 0 0.02
X 1 0 3.04
X 2 5 3.0400077
X 3 0
X 8 0 0
X 9 0
FIX 8
FIX 9
DYNX 1
DYNX 2
DYNX 3
END HALT
XM 1 0.1
XM 2 0.1
XM 3 1
GRAVITY 0 -9.81
XLAW 3 1 = f
CONTACT 1 RIGID 0.5
CONTACT 2 RIGID 0.5
EVENT go WHEN t > 0.7820625 DO SET f = 1
TIMES 0 1 1
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const auto one = strikes_of(run, StrikeKind::bounce, "CONTACT 1"),
             two = strikes_of(run, StrikeKind::bounce, "CONTACT 2");
  ASSERT_EQ(one.size(), 1u);
  ASSERT_EQ(two.size(), 1u);
  EXPECT_NEAR(one[0].t, std::sqrt(6 / 9.81), 1e-12);
  EXPECT_NEAR(two[0].t, std::sqrt(6.0000154 / 9.81), 1e-12);
  EXPECT_NEAR(test::event_of(run, "go").t, 0.7820625, 1e-12);
  EXPECT_NEAR(run.value(1, "x3_1"), (1 - 0.7820625) * (1 - 0.7820625) / 2, 1e-12);
  EXPECT_LT(one[0].t, 0.7820625);
  EXPECT_GT(two[0].t, 0.7820625);
}

// A roller comes to a cam, and a ball to a curve, shortly before another ball meets its rod: in one
// step of a second. The distance of a cam has a kink where another place becomes the nearest; the
// step's polynomial passed over a touch of 0.8 ms beside it.
TEST(UnseenContacts, AnEarlierTouchIsFoundBesideALaterOne) {
  // y(t) falls from h with g; |q| - r - R = 0 where the wheel is on top of the disc.
  const auto falls = [](double height) { return std::sqrt(2 * height / 9.81); };
  for (const char* const element :
       {"CAM 1  1 2  8 9  ROLLER 0 0 0.02  X = 0.15*cos(u) ; Y = 0.05*sin(u) ; FROM 0 TO 360deg",
        "CURVES 1  1 2  8 9  RADIUS = 0.02 ; ON X = 0.15*cos(u) ; Y = 0.05*sin(u) ; "
        "FROM 0 TO 360deg"})
    for (const char* const method :
         {"STIFF 1e-8 1e-8", "STEP 1e-9 1e-9", "DOP853 1e-9 1e-9", "RK4 0.3"})
      for (const double later : {2e-4, 8e-4, 3e-3, 8e-3}) {
        const double first = falls(8 - 0.07);
        const double height = 9.81 / 2 * (first + later) * (first + later);
        const test::RunResult run = test::run(fmt::format(R"({}
PLCCIRC 2  3 4  8 9  0 0 0.02  5 0 0.02
X 1 0 8
X 2 0
X 3 5 {:.17g}
X 4 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 1
XM 2 0.1
XM 3 1
XM 4 0.1
GRAVITY 0 -9.81
CONTACT 1 RIGID 0.5
CONTACT 2 RIGID 0.5
TIMES 0 1.5 1.5
INTEG {}
END END
)",
                                                          element, 0.04 + height, method));
        ASSERT_EQ(run.status, ExitStatus::done) << method << run.messages;
        const auto one = strikes_of(run, StrikeKind::bounce, "CONTACT 1"),
                   two = strikes_of(run, StrikeKind::bounce, "CONTACT 2");
        ASSERT_GE(one.size(), 1u) << method << element;
        ASSERT_GE(two.size(), 1u) << method << element;
        EXPECT_NEAR(one[0].t, first, 1e-7) << method << element << later;
        EXPECT_NEAR(two[0].t, first + later, 1e-7) << method << element << later;
      }
}

// An event holds a rod at x = 2, where it has come to; a ball from x = 50 meets it there, not where
// the rod was at the start. Radii of 2 cm, the ball 1 cm higher.
TEST(UnseenContacts, ARodIsMetWhereAnEventHasFixedIt) {
  for (const char* const method : {"STEP", "DOP853", "STIFF", "RK4 0.5"}) {
    const test::RunResult run = test::run(
        "PLCCIRC 1 1 11 2 12  0 0 0.02  0 0 0.02\nX 1 0 0\nX 11 0\nX 2 50 0.01\nX 12 0\n"
        "FIX 1 2\nFIX 11\nFIX 12\nDYNX 1 1\nDYNX 2\nEND HALT\nXM 1 1\nXM 2 0.1\n"
        "STARTVX 1 1 1\nSTARTVX 2 1 -10\nCONTACT 1 RIGID 0.5\nINTEG " +
        std::string(method) +
        "\nEVENT fix WHEN x1_1 > 2 DO FIX X 1 1\nTIMES 0 10 10\nMEASURE nearest = MIN x2_1\n"
        "END END\n");
    EXPECT_NEAR(run.measure("nearest"), 2 + std::sqrt(.04 * .04 - .01 * .01), 1e-9) << method;
  }
}

}  // namespace
}  // namespace mbs
