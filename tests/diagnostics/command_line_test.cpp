// What mbsim answers to a command line that is wrong: one line on stderr, exit status 2, no report.
#include <gtest/gtest.h>

#include <string>

#include "support/process.h"

namespace mbs {
namespace {

struct Wrong {
  const char* arguments;
  const char* message;
};

class WrongCommandLine : public testing::TestWithParam<Wrong> {};

TEST_P(WrongCommandLine, SaysExactlyThis) {
  const test::Finished run = test::mbsim(GetParam().arguments, "</dev/null");
  EXPECT_EQ(run.err, std::string("mbsim: error: ") + GetParam().message + "\n");
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.status, 2);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongCommandLine,
    testing::Values(Wrong{"", "X"}, Wrong{"--no-such-option decks/kabios/four_bar.dat", "X"},
                    Wrong{"decks/kabios/four_bar.dat decks/kabios/thigh.dat", "X"},
                    Wrong{"decks/kabios/no_such_deck.dat", "X"}, Wrong{"decks/kabios", "X"},
                    Wrong{"--digits 0 decks/kabios/four_bar.dat", "X"},
                    Wrong{"--digits 18 decks/kabios/four_bar.dat", "X"},
                    Wrong{"--digits many decks/kabios/four_bar.dat", "X"},
                    Wrong{"--timeout 0 decks/kabios/four_bar.dat", "X"},
                    Wrong{"--set feps=2 decks/kabios/four_bar.dat", "X"},
                    Wrong{"--set feps decks/kabios/four_bar.dat", "X"},
                    Wrong{"--set nrmax=2.5 decks/kabios/four_bar.dat", "X"},
                    Wrong{"--set guides=straight decks/kabios/thigh.dat", "X"},
                    Wrong{"--set guide=smooth decks/kabios/thigh.dat", "X"},
                    Wrong{"--set colour=red decks/kabios/thigh.dat", "X"},
                    Wrong{"-D crank decks/kabios/numbered.dat", "X"},
                    Wrong{"--csv no/such/folder/out.csv decks/kabios/four_bar.dat", "X"},
                    Wrong{"--template fortran", "X"}));

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
