// mbsim sweep --resume: killed at random moments and gone on with, the table is that of a sweep
// that was left alone; and what is not the same sweep is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "support/process.h"

namespace mbs {
namespace {

using test::Finished;
using test::mbsim;

const char* const kDeck = "decks/kabios/quick_return.dat";

TEST(SweepResume, KilledAtRandomMoments) {
  const test::Scratch scratch;
  const std::string out = scratch.file("table.csv");
  const std::string sweep = fmt::format("sweep {} -p crank=0.6:1:0.004 ", kDeck);
  const Finished whole = mbsim(sweep);
  ASSERT_EQ(whole.status, 0) << whole.err;
  std::mt19937 random(5);
  Finished last;
  int killed = 0;
  for (int k = 0; k < 60; ++k) {
    const double most = killed < 20 ? whole.seconds / 4 : 1000;
    const double seconds = std::uniform_real_distribution(0.01, most)(random);
    last = mbsim(sweep + fmt::format("-j 2 --resume -o '{}'", out),
                 killed < 20 ? fmt::format("timeout -s KILL {:.3f}", seconds) : "");
    if (last.status == 137) ++killed;
    if (killed == 20 && last.status == 0) break;
    if (last.status == 0) std::filesystem::remove(out), std::filesystem::remove(out + ".sweep");
  }
  EXPECT_EQ(killed, 20);
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_EQ(test::read_all(out), whole.out);
  EXPECT_FALSE(std::filesystem::exists(out + ".part"));
  EXPECT_FALSE(std::filesystem::exists(out + ".next"));
}

TEST(SweepResume, CutsAnUnfinishedRowAndKeepsTheOthers) {
  const test::Scratch scratch;
  const std::string out = scratch.file("table.csv");
  const std::string sweep = fmt::format("sweep {} -p crank=0.8:1:0.05 -o '{}'", kDeck, out);
  ASSERT_EQ(mbsim(sweep).status, 0);
  const std::string whole = test::read_all(out);
  for (const std::size_t size :
       {whole.size() - 1, whole.size() / 2, std::size_t{30}, std::size_t{0}}) {
    std::filesystem::remove(out);
    test::write_all(out + ".part", whole.substr(0, size));
    EXPECT_EQ(mbsim(sweep + " --resume").status, 0) << size;
    EXPECT_EQ(test::read_all(out), whole) << size;
  }
  // The numbers of rows that stand there are taken as they are.
  std::string other = whole;
  const std::size_t digit = other.find('.', other.find('\n') + 8) + 3;
  other[digit] = other[digit] == '5' ? '6' : '5';
  test::write_all(out + ".part", other.substr(0, other.size() - 3));
  EXPECT_EQ(mbsim(sweep + " --resume").status, 0);
  EXPECT_EQ(test::read_all(out), other);
  // A complete table is kept as well, and one that was edited refused.
  EXPECT_EQ(mbsim(sweep + " --resume").status, 0);
  EXPECT_EQ(test::read_all(out), other);
  test::write_all(out, whole);
  const Finished edited = mbsim(sweep + " --resume");
  EXPECT_EQ(edited.status, 2);
  EXPECT_NE(edited.err.find("is not as the sweep has left it"), std::string::npos) << edited.err;
}

TEST(SweepResume, RefusesAnotherSweep) {
  const test::Scratch scratch;
  const std::string out = scratch.file("table.csv"), deck = scratch.file("deck.dat"),
                    table = scratch.file("runs.csv"), part = scratch.file("part.dat");
  const std::string text =
      "PARAM more = 1\nINCLUDE \"part.dat\"\n" + test::deck_text("kabios/quick_return.dat");
  test::write_all(deck, text);
  test::write_all(part, "# nothing\n");
  const std::string sweep = fmt::format("sweep '{}' -o '{}' ", deck, out);
  const std::string first = sweep + "-p crank=0.8,1 -D more=1";
  ASSERT_EQ(mbsim(first).status, 0);
  EXPECT_EQ(mbsim(first + " --resume -j 1 --timeout 100").status, 0);
  auto refused = [&](const std::string& command, const char* what) {
    const Finished done = mbsim(command + " --resume");
    EXPECT_EQ(done.status, 2) << command;
    EXPECT_NE(done.err.find(what), std::string::npos) << done.err;
  };
  refused(sweep + "-p crank=0.8,1", "has changed: -D;");
  refused(sweep + "-p crank=0.8,1.1 -D more=1", "has changed: the list of runs;");
  refused(first + " --set feps=1e-11", "has changed: --set, --strict;");
  test::write_all(part, "# other\n");
  refused(first, "has changed: included files and tables;");
  test::write_all(part, "# nothing\n");
  test::write_all(deck, text + "# other\n");
  refused(first, "has changed: the deck;");
  test::write_all(deck, text);
  EXPECT_EQ(mbsim(first + " --resume").status, 0);
  const std::string facts = test::read_all(out + ".sweep");
  test::write_all(out + ".sweep", std::string(facts).replace(facts.find("mbsim 0"), 7, "mbsim 9"));
  refused(first, "has changed: the program;");
  std::filesystem::remove(out + ".sweep");
  refused(first, "is missing");
  const Finished nowhere = mbsim(fmt::format("sweep {} -p crank=1 --resume", kDeck));
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_NE(nowhere.err.find("expected -o"), std::string::npos) << nowhere.err;
}

// What stands beside the table under the names that a sweep uses, and is of somebody else.
TEST(SweepResume, FilesOfOthersBesideTheTableStay) {
  const test::Scratch scratch;
  const std::string out = scratch.file("table.csv");
  const std::string sweep = fmt::format("sweep {} -p crank=0.8,1 -o '{}'", kDeck, out);
  for (const bool after_a_sweep : {false, true})
    for (const char* ending : {".next", ".part", ".sweep"}) {
      if (after_a_sweep) {
        EXPECT_EQ(mbsim(sweep).status, 0);
      }
      test::write_all(out + ending, "my measurements\n1 2 3\n");
      for (const char* resume : {"", " --resume"}) {
        const Finished done = mbsim(sweep + resume);
        EXPECT_EQ(done.status, 2) << ending;
        if (*resume == 0) {
          EXPECT_NE(done.err.find(ending), std::string::npos) << done.err;
        }
        EXPECT_EQ(test::read_all(out + ending), "my measurements\n1 2 3\n");
      }
      std::filesystem::remove(out + ending);
      std::filesystem::remove(out + ".sweep");
    }
  // Those of an earlier sweep of other runs are its own.
  test::write_all(out + ".part", "");
  EXPECT_EQ(mbsim(sweep).status, 0);
  const std::string whole = test::read_all(out);
  for (const char* ending : {".next", ".part"})
    test::write_all(out + ending, whole.substr(0, whole.size() - 5));
  EXPECT_EQ(mbsim(fmt::format("sweep {} -p crank=1.1 -o '{}'", kDeck, out)).status, 0);
  EXPECT_FALSE(std::filesystem::exists(out + ".next"));
  EXPECT_FALSE(std::filesystem::exists(out + ".part"));
}

// Rows that say timeout are computed again, the others are not.
TEST(SweepResume, TimeoutsRunAgain) {
  const test::Scratch scratch;
  const std::string out = scratch.file("table.csv");
  const std::string sweep = fmt::format("sweep {} -p crank=0.8:1:0.05 -o '{}'", kDeck, out);
  EXPECT_EQ(mbsim(sweep + " --timeout 1e-6").status, 3);
  const std::string late = test::read_all(out);
  EXPECT_NE(late.find("0.8,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,5,\"timeout\",nan\n"),
            std::string::npos)
      << late;
  EXPECT_EQ(mbsim(sweep + " --resume").status, 0);
  EXPECT_EQ(test::read_all(out), mbsim(fmt::format("sweep {} -p crank=0.8:1:0.05", kDeck)).out);
}

}  // namespace
}  // namespace mbs
