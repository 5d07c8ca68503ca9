// KABIOS decks of bodies of space, echoed and converted: the numbers stay.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "deck/help/words.h"
#include "support/good_run.h"
#include "support/kabios_space.h"

namespace mbs {
namespace {

const char* const kKabiosSpaceDecks[] = {"four_bar", "arm", "shaken_dynamic",
                                         "slider_crank_dynamic"};

TEST(KabiosSpaceText, EchoIsRunAgainWithTheSameNumbers) {
  for (const char* name : kKabiosSpaceDecks) {
    const std::string deck = test::kabios_space_deck(name), echo = test::printed(deck, "--echo");
    EXPECT_TRUE(echo.find("SPACE\n") != std::string::npos) << echo;
    EXPECT_EQ(test::printed(echo, "--echo"), echo);
    const test::RunResult first = test::good_run(deck), again = test::good_run(echo);
    EXPECT_EQ(test::expect_same_numbers(first, again, 0), static_cast<int>(first.names.size()))
        << name;
  }
}

TEST(KabiosSpaceText, ConvertsToNativeDecksWithTheSameNumbers) {
  for (const char* name : kKabiosSpaceDecks) {
    const std::string deck = test::kabios_space_deck(name),
                      native = test::printed(deck, "--convert native");
    const test::RunResult first = test::good_run(deck), again = test::done(native);
    EXPECT_GT(test::expect_same_numbers(again, first, 1e-10), 30) << name << native;
  }
  const double reach = test::good_run(test::kabios_space_deck("arm")).measure("reach");
  EXPECT_NEAR(test::done(test::printed(test::kabios_space_deck("arm"), "--convert native"))
                  .measure("reach"),
              reach, 1e-12);
}

// Every word of the tail, by the examples of help.
TEST(KabiosSpaceText, ExamplesOfHelpAreEchoedAndConverted) {
  std::set<std::string_view> done;
  for (const Word& word : words()) {
    const std::string_view deck = word.kabios.example;
    if (word.group != WordGroup::kabios_space || !done.insert(deck).second) continue;
    const test::RunResult first = test::good_run(std::string(deck));
    const std::string echo = test::printed(std::string(deck), "--echo");
    const test::RunResult again = test::good_run(echo);
    EXPECT_EQ(test::expect_same_numbers(first, again, 0), static_cast<int>(first.names.size()))
        << echo;
    const std::string native = test::printed(std::string(deck), "--convert native");
    const test::RunResult converted = test::done(native);
    EXPECT_GT(test::expect_same_numbers(converted, first, 1e-9), 20) << native;
    EXPECT_EQ(converted.events.size(), first.events.size());
  }
  EXPECT_GE(done.size(), 7u);
}

}  // namespace
}  // namespace mbs
