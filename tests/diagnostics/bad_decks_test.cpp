// Every deck under decks/bad/ has a file NAME.expected beside it: the command as typed, then
// exactly what stderr says, then the exit status. No faulty deck may write a report.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "paths.h"
#include "support/process.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(MBSIM_ROOT) / "decks" / "bad";

std::vector<std::string> names(const std::string& extension) {
  std::vector<std::string> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(kFolder))
    if (entry.path().extension() == extension) out.push_back(entry.path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

class BadDeck : public testing::TestWithParam<std::string> {};

TEST_P(BadDeck, SaysExactlyThis) {
  const std::string expected = test::read_all(kFolder / (GetParam() + ".expected"));
  const std::string command = expected.substr(0, expected.find('\n'));
  ASSERT_TRUE(command.starts_with("mbsim ")) << "decks/bad/" << GetParam() << ".expected";
  ASSERT_TRUE(command.ends_with("decks/bad/" + GetParam() + ".dat")) << command;
  const test::Finished run = test::mbsim(command.substr(6));
  EXPECT_EQ(command + "\n" + run.err + "exit status " + std::to_string(run.status) + "\n",
            expected);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.status == 2 || run.status == 3) << run.status;
}

// An error is one line that begins with the deck and says "error:".
TEST_P(BadDeck, SaysItInLinesForPeopleAndTools) {
  const std::string expected = test::read_all(kFolder / (GetParam() + ".expected"));
  std::size_t begin = expected.find('\n') + 1;
  const std::size_t end = expected.rfind("exit status");
  ASSERT_NE(end, std::string::npos) << "no exit status";
  ASSERT_LT(begin, end) << "no message";
  while (begin < end) {
    const std::size_t feed = expected.find('\n', begin);
    const std::string line = expected.substr(begin, feed - begin);
    begin = feed + 1;
    EXPECT_TRUE(line.starts_with("decks/bad/" + GetParam() + ".dat:")) << line;
    EXPECT_TRUE(line.find(": error: ") != std::string::npos ||
                line.find(": warning: ") != std::string::npos ||
                line.find(" more errors not shown") != std::string::npos)
        << line;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadDeck, testing::ValuesIn(names(".dat")),
                         [](const auto& deck) { return deck.param; });

TEST(BadDecks, EachHasItsExpectation) {
  EXPECT_EQ(names(".dat"), names(".expected"));
  EXPECT_GE(names(".dat").size(), 30u);
}

}  // namespace
}  // namespace mbs
