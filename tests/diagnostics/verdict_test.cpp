// --strict, --audit and --certify where the verdict is bad.
#include <gtest/gtest.h>

#include <string>

#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

// A pencil on its tip: STATIC finds the equilibrium, and it does not last.
constexpr const char* kUnstable =
    R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0 1
FIX 1
DYNX 2 1
END HALT
XM 2 1
GRAVITY 0 -9.81
STATIC
END END
)";
// Steps far too long for the spring.
constexpr const char* kCoarse =
    R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
FIX 2 2
RLSE 1
DYNX 2 1
END HALT
XM 2 1
ESTIFF 1 100
STARTVX 2 1 1
TIMES 0 20 1
INTEG HEUN 0.05
END END
)";
// A joint that feeds energy in, to 1e39 J; of half the step there is no motion to the end.
constexpr const char* kFed =
    R"(SEGDYN
SEGMENT 1  3.5 0.45 0.20 0.06
STATE 1  -60deg 0.2
GRAV 0 -9.81
PROJECT OFF
KNOWN M 1 = 5*phid1
TIME 0 2 0.5
INTEG HEUN 0.05
END
)";

TEST(Strict, TurnsABadVerdictIntoStatusFour) {
  const test::Scratch scratch;
  for (const char* text : {kUnstable, kCoarse, kFed}) {
    const std::string deck = scratch.file("a.dat");
    test::write_all(deck, text);
    const test::Finished plain = test::mbsim(deck), strict = test::mbsim("--strict " + deck);
    EXPECT_EQ(plain.status, 0) << plain.err;
    EXPECT_NE(plain.err.find("warning: audit: "), std::string::npos) << plain.err;
    EXPECT_NE(plain.out.find("# audit\n# verdict: bad ("), std::string::npos) << plain.out;
    EXPECT_EQ(strict.status, 4);
    EXPECT_EQ(strict.out, plain.out);
    EXPECT_NE(strict.err.find("error: audit: "), std::string::npos) << strict.err;
  }
  EXPECT_EQ(test::mbsim("--strict decks/kabios/four_bar.dat").status, 0);
  EXPECT_EQ(test::mbsim("--strict decks/own/double_pendulum.dat").status, 0);
}

TEST(Strict, NoDigitsAreCertifiedWhereTheVerdictIsBad) {
  RunSettings settings;
  settings.certify = 1;
  const test::RunResult run = test::run(kCoarse, settings);
  EXPECT_EQ(run.status, ExitStatus::check_failed);
  EXPECT_NE(run.report.find("# no digits are certified: the verdict of the audit is bad"),
            std::string::npos)
      << run.report;
}

// A wheel turns about its centre under its weight: all lengths rest, and what rounding leaves of
// their velocities and accelerations is compared with what turns.
TEST(Strict, AWheelThatTurnsEvenlyIsRight) {
  for (const char* more : {"", "RSDA 1 2  0 0.5 0\n", "FRICTION REVOLUTE 1  0.03 0.2 0.1\n"})
    for (const char* method : {"RK4 1e-3", "HEUN 1e-3", "GALPHA STEP 1e-3", "DOP853 1e-9 1e-9"})
      for (const char* form : {"REDUCED", "FULL"}) {
        const test::RunResult run = test::run(std::string(R"(2 1 0 1 0 0 0 0 0
0 0 0
0 0 0
1 2  0 0  0 0
1
0 4 1
MASS 2  20 0.5
VEL 2  0 0 3
GRAV 0 -9.81
)") + more + "INTEG " + method + "\nFORM " + form +
                                              "\nEND\n");
        ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
        EXPECT_FALSE(run.verdict.bad()) << more << method << form << run.messages;
      }
}

// No force acts, and a spring beside a bar of the same length leaves nothing but rounding: of its
// stress, 1e-14 N, and of the reactions, 1e-30 N.
TEST(Strict, WhereNothingActsNothingIsOutOfBalance) {
  const std::string deck =
      R"(X 7 0 0.95
FIX 7
X 2 -0.8062578465164241 0.3930886162020478
DYNX 2 1
PLTRUSS 5 7 2
RLSE 5 1
PLTRUSS 8 7 2
END HALT
ESTIFF 5 77.484
EM 5 0.828
)";
  const test::RunResult modes = test::run(deck + "EIGEN\nEND END\n");
  EXPECT_EQ(modes.status, ExitStatus::done);
  EXPECT_NE(modes.report.find("verdict: good"), std::string::npos) << modes.report;
  // That rounding is no stiffness, either.
  const test::RunResult rest = test::run(deck + "STATIC\nEND END\n");
  EXPECT_NE(rest.messages.find("a motion has no stiffness"), std::string::npos) << rest.messages;
}

TEST(Audit, ShowsDigitsOnStandardErrorOnly) {
  const test::Finished plain = test::mbsim("decks/own/double_pendulum.dat"),
                       audit = test::mbsim("--audit decks/own/double_pendulum.dat");
  EXPECT_EQ(plain.out, audit.out);
  EXPECT_EQ(plain.err, "");
  EXPECT_EQ(audit.err.find("verdict: good ("), 0u) << audit.err;
  for (const char* line : {"energy balance: ", "steps accepted "})
    EXPECT_NE(audit.err.find(line), std::string::npos) << line;
  EXPECT_EQ(plain.out.find("steps accepted"), std::string::npos);
}

// A contact that rests by impulses is lifted by each of them: energy of its own law, and no fault.
TEST(Verdict, ALiftOfAnImpulseContactIsNoGain) {
  for (const char* const deck :
       {"SEGDYN\nSEGMENT 1  1 0.4 0.2 0.0133\nSTATE 1 2.8887763784846774 0\nBASE "
        "1.0784789360568034 -0.06087759881114865 2.860212182636424 3.1473137468964425\n"
        "FREE BASE\nGRAV 0 -9.81\nCONTACT 1 CIRCLE 0.11365668061379984 0 0.0707991174433421 0 0 "
        "-2.492703987193364 IMPULSES 0.5 0.01\nTIME 0 2.749540636188831 "
        "1.3747703180944155\nINTEG DOP853\nEND\n",
        "PLCLINE 1  1 9  8 9   0 0  0.1   0 0  1 0\nX 1 0 0.1\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\n"
        "DYNX 1\nEND HALT\nXM 1 1\nGRAVITY 0 -9.81\nSTARTVX 1 1 1e-3\n"
        "CONTACT 1 IMPULSES 0.5 0.1\nTIMES 0 1 0.25\nEND END\n"}) {
    const test::RunResult run = test::run(deck);
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_EQ(run.messages, "");
    EXPECT_EQ(run.verdict.judgement, Judgement::good);
  }
}

}  // namespace
}  // namespace mbs
