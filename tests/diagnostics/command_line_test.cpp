// What mbsim answers to a command line that is wrong: one line on stderr, exit status 2, no report.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "paths.h"
#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

struct Wrong {
  const char* arguments;
  const char* message;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << "mbsim " << wrong.arguments; }

class WrongCommandLine : public testing::TestWithParam<Wrong> {};

TEST_P(WrongCommandLine, SaysExactlyThis) {
  const test::Finished run = test::mbsim(GetParam().arguments, "</dev/null");
  EXPECT_EQ(run.err, std::string("mbsim: error: ") + GetParam().message + "\n");
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.status, 2);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongCommandLine,
    testing::Values(
        Wrong{"", "no deck given; mbsim --help shows how"},
        Wrong{"--no-such-option decks/kabios/four_bar.dat",
              "no option is called '--no-such-option'; mbsim --help shows what there is"},
        Wrong{"--digit 5 decks/kabios/four_bar.dat",
              "no option is called '--digit'; did you mean '--digits'?; mbsim --help shows what "
              "there is"},
        Wrong{"--csv out.csv --columms=t decks/kabios/four_bar.dat",
              "no option is called '--columms'; did you mean '--columns'?; mbsim --help shows what "
              "there is"},
        Wrong{"sweep --sampel 3 decks/kabios/four_bar.dat",
              "no option is called '--sampel'; did you mean '--sample'?; mbsim sweep --help shows "
              "what there is"},
        Wrong{"--rtol 1 decks/kabios/four_bar.dat",
              "only diff takes --rtol; expected 'mbsim diff ...'; mbsim --help shows what there "
              "is"},
        Wrong{"diff --csv a b", "diff takes no --csv; mbsim diff --help shows what there is"},
        Wrong{"meassure decks/kabios/four_bar.dat",
              "no verb is called 'meassure'; did you mean 'measure'?; mbsim --help shows what "
              "there is"},
        Wrong{"sweeep", "cannot read deck 'sweeep'; did you mean the verb 'sweep'?"},
        Wrong{"decks/kabios/four_bar.dat decks/kabios/thigh.dat",
              "'decks/kabios/thigh.dat' is one word too many; expected one deck, or a verb before "
              "it: measure, channels, sweep, solve, optimise, sensitivity, diff, average, draw, "
              "plot, "
              "animate, "
              "help; "
              "mbsim --help shows what there is"},
        Wrong{"decks/kabios/no_such_deck.dat", "cannot read deck 'decks/kabios/no_such_deck.dat'"},
        Wrong{"decks/kabios", "cannot read deck 'decks/kabios'"},
        Wrong{"--digits 0 decks/kabios/four_bar.dat",
              "--digits: 0: expected auto, or a number from 1 to 17; mbsim --help shows what there "
              "is"},
        Wrong{"--digits 18 decks/kabios/four_bar.dat",
              "--digits: 18: expected auto, or a number from 1 to 17; mbsim --help shows what "
              "there is"},
        Wrong{"--digits many decks/kabios/four_bar.dat",
              "--digits: many: expected auto, or a number from 1 to 17; mbsim --help shows what "
              "there is"},
        Wrong{"--set feps=2 decks/kabios/four_bar.dat",
              "option feps: '2' will not do; expected a number from 1e-15 to 0.01"},
        Wrong{"--set feps decks/kabios/four_bar.dat", "--set feps: expected name=value"},
        Wrong{"--set feps=nan decks/kabios/four_bar.dat",
              "option feps: 'nan' will not do; expected a number from 1e-15 to 0.01"},
        Wrong{"--set nrmax=2.5 decks/kabios/four_bar.dat",
              "option nrmax: '2.5' will not do; expected a whole number from 1 to 1000"},
        Wrong{"--set guides=straight decks/kabios/thigh.dat",
              "option guides: 'straight' will not do; expected smooth or interpolate"},
        Wrong{"--set guide=smooth decks/kabios/thigh.dat",
              "there is no option 'guide'; did you mean 'guides'?"},
        Wrong{"--set colour=red decks/kabios/thigh.dat",
              "there is no option 'colour'; mbsim --options lists them"},
        Wrong{"-D crank decks/kabios/numbered.dat", "-D crank: expected name=value"},
        Wrong{"--csv no/such/folder/out.csv decks/kabios/four_bar.dat",
              "cannot write 'no/such/folder/out.csv': No such file or directory"},
        Wrong{"--csv - decks/kabios/four_bar.dat",
              "--csv -: the report goes to standard output; add --no-report, or name a file"},
        Wrong{"--csv decks/kabios/thigh.dat decks/kabios/../kabios/thigh.dat",
              "the run has read 'decks/kabios/../kabios/thigh.dat', so 'decks/kabios/thigh.dat' is "
              "not written; expected another file"},
        Wrong{"--csv /dev/full --no-report decks/kabios/four_bar.dat",
              "cannot write '/dev/full' completely: No space left on device"},
        Wrong{"--timeout -1 decks/kabios/four_bar.dat",
              "--timeout: -1: expected a number of seconds above 0; mbsim --help shows what there "
              "is"}),
    [](const auto& wrong) {
      return test::plain_name(std::string("mbsim ") + wrong.param.arguments);
    });

// What concerns the deck is said once, however many runs it has.
TEST(CommandLine, WarningsOnce) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("w.dat");
  test::write_all(deck,
                  R"(PARAM n = 3
PARAM k = 10
X 1 0 0
X 2 1 0
PLTRUSS 1 1 2
FIX 1
FIX 2 2
DYNX 2 1
RLSE 1
END HALT
XM 2 1
ESTIFF 1 ${k}
PARAM s = 0
EVENT e WHEN v2_1 > 0 DO SET s = 1
XLAW 2 1 = s
STARTDX 2 1 1
MEASURE a = MAX x2_1
TIMESTEP 1 4
END END
)");
  for (const std::string command :
       {"", "--certify", "measure", "sweep -p k=1,2,3,4 -j 2", "--strict --audit"}) {
    const std::string err = test::mbsim(command + " " + deck).err;
    const std::size_t at = err.find("PARAM n: never used");
    ASSERT_NE(at, std::string::npos) << command << "\n" << err;
    EXPECT_EQ(err.find("PARAM n: never used", at + 1), std::string::npos) << command << "\n" << err;
    const std::size_t event = err.find("EVENT e:");
    const bool twice = event != std::string::npos && err.find("EVENT e:", event + 1) != err.npos;
    EXPECT_FALSE(twice) << command << "\n" << err;
  }
}

// What was expected grows with the program; that it is refused does not change.
TEST(CommandLine, OtherValuesOutOfRange) {
  for (const char* arguments : {"--template fortran", "--timeout 0 decks/kabios/four_bar.dat",
                                "--timeout soon decks/kabios/four_bar.dat", "diff one_file_only"}) {
    const test::Finished run = test::mbsim(arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_TRUE(run.err.starts_with("mbsim: error: ")) << run.err;
  }
}

TEST(CommandLine, QuestionsAreAnswered) {
  for (const char* question : {"--help", "--version", "--options", "--template kabios"}) {
    const test::Finished run = test::mbsim(question);
    EXPECT_EQ(run.status, 0) << question;
    EXPECT_FALSE(run.out.empty()) << question;
    EXPECT_EQ(run.err, "") << question;
  }
}

TEST(CommandLine, TheTemplateIsADeck) {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), test::mbsim("--template kabios").out);
  const test::Finished run = test::mbsim(scratch.file("deck.dat"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find(" TIME ="), std::string::npos);
}

TEST(CommandLine, CheckReadsAndAssemblesOnly) {
  const test::Finished good = test::mbsim("--check decks/kabios/four_bar.dat");
  EXPECT_EQ(good.status, 0);
  EXPECT_EQ(good.out.find(" TIME ="), std::string::npos);
  EXPECT_EQ(test::mbsim("--check decks/bad/letter_o.dat").status, 2);
  EXPECT_EQ(test::mbsim("--check decks/bad/unassemblable.dat").status, 3);
}

TEST(CommandLine, DefineOverridesAParameter) {
  const test::Finished faster = test::mbsim("-D omega=7 --no-echo decks/kabios/numbered.dat");
  EXPECT_EQ(faster.status, 0) << faster.err;
  EXPECT_NE(faster.out.find("  7.000"), std::string::npos);
  EXPECT_NE(faster.out, test::mbsim("--no-echo decks/kabios/numbered.dat").out);
}

// 1e9 steps would take hours; rows done so far are written, and a timeout is no failure of the
// deck.
TEST(CommandLine, TimeoutEndsARun) {
  const test::Scratch scratch;
  std::string deck = test::read_all(MBSIM_ROOT "/decks/kabios/four_bar.dat");
  deck.replace(deck.rfind("0.0250"), 6, "1.0E-9");
  test::write_all(scratch.file("long.dat"), deck);
  const test::Finished run = test::mbsim("--timeout 0.2 --no-echo " + scratch.file("long.dat"));
  EXPECT_EQ(run.status, 5);
  EXPECT_NE(run.err.find("ended by"), std::string::npos) << run.err;
  EXPECT_NE(run.out.find(" TIME ="), std::string::npos);
}

}  // namespace
}  // namespace mbs
