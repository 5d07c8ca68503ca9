// REQUIRES: a deck says for which version of mbsim it is written, in every dialect, wherever it
// likes; a newer one is an error with both versions, an older one names words that have changed.
#include "deck/lines/required_version.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "deck/help/help.h"
#include "deck/lines/lexer.h"
#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

struct Kind {
  const char* name;
  std::vector<std::string> lines;
};

const std::vector<Kind> kKinds = {
    {"KABIOS",
     {"2 1 0 1 0 1 0 0 0", "0 0 0", "0.5 0 0", "1 2 0 0 -0.5 0", "1", "2 3 0 2 0", "0 1 0.5"}},
    {"native",
     {"X 1 0 0", "X 2 1 0", "PLTRUSS 1 1 2", "FIX 1", "FIX 2 2", "DYNX 2 1", "RLSE 1", "END HALT",
      "XM 2 1", "ESTIFF 1 10", "STARTDX 2 1 1", "TIMESTEP 1 4", "END", "END"}},
    {"SEGDYN",
     {"SEGDYN", "SEGMENT 1 2 0.5 0.25 0.1", "STATE 1 0.3 0", "GRAV 0 -9.81", "TIME 0 0.2 0.1",
      "END"}}};

// The deck with a line in front of its k-th one; behind all where there are fewer.
std::string deck(const Kind& kind, std::size_t k, const std::string& line) {
  std::string out;
  for (std::size_t i = 0; i < kind.lines.size(); ++i)
    out += (i == k ? line + "\n" : "") + kind.lines[i] + "\n";
  return k < kind.lines.size() ? out : out + line + "\n";
}

class Requires : public testing::TestWithParam<int> {
 protected:
  const Kind& kind() const { return kKinds[GetParam()]; }
  test::Finished run(const std::string& text, const std::string& options = "") {
    test::write_all(scratch_.file("d.dat"), text);
    return test::mbsim(options + " " + scratch_.file("d.dat"));
  }
  test::Scratch scratch_;
};

// Wherever it stands, the numbers are those of the deck without it.
TEST_P(Requires, MayStandAnywhere) {
  const test::Finished without = run(deck(kind(), 1000, ""));
  ASSERT_EQ(without.status, 0) << without.err;
  const std::size_t end = kind().lines.back() == "END" ? kind().lines.size() - 1 : 1000;
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{3}, end}) {
    const test::Finished with = run(deck(kind(), k, "REQUIRES 0.1"));
    EXPECT_EQ(with.status, 0) << k << with.err;
    EXPECT_EQ(with.err, without.err) << k;
    EXPECT_EQ(with.out, without.out) << k;
  }
}

TEST_P(Requires, NewerIsAnError) {
  for (const std::size_t k : {std::size_t{0}, std::size_t{2}}) {
    const test::Finished newer = run(deck(kind(), k, "  REQUIRES 99.1 # soon"));
    EXPECT_EQ(newer.status, 2);
    EXPECT_EQ(newer.out, "");
    EXPECT_EQ(
        newer.err,
        scratch_.file("d.dat") + ":" + std::to_string(k + 1) +
            ":12: error: REQUIRES: the deck is written for mbsim 99.1, and this is " +
            version_text(program_version()) +
            "; expected a newer mbsim, or a deck without words that this one does not have\n");
  }
}

// What stands in a deck for a newer program may be unknown: only the version is said.
TEST_P(Requires, NewerIsTheOnlyError) {
  std::string text = deck(kind(), 0, "REQUIRES 99");
  text += "NEWWORD 1 2\n";
  const test::Finished newer = run(text);
  EXPECT_EQ(newer.err.find("NEWWORD"), newer.err.npos) << newer.err;
  EXPECT_EQ(newer.status, 2);
}

TEST_P(Requires, WrongFormsAreErrors) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"REQUIRES", "REQUIRES: no version; expected: REQUIRES 0.9, a version of mbsim"},
      {"REQUIRES new", "REQUIRES: 'new' is no version; expected: REQUIRES 0.9, a version of mbsim"},
      {"REQUIRES -1", "REQUIRES: '-1' is no version; expected: REQUIRES 0.9, a version of mbsim"},
      {"REQUIRES 1e1", "REQUIRES: '1e1' is no version; expected: REQUIRES 0.9, a version of mbsim"},
      {"REQUIRES 0.1.2.3",
       "REQUIRES: '0.1.2.3' is no version; expected: REQUIRES 0.9, a version of mbsim"},
      {"REQUIRES 0.1 0.2",
       "REQUIRES: too many fields; expected: REQUIRES 0.9, a version of mbsim"}};
  for (const auto& [line, message] : wrong) {
    const test::Finished run_of = run(deck(kind(), 0, line));
    EXPECT_EQ(run_of.status, 2) << line;
    EXPECT_NE(run_of.err.find(message), run_of.err.npos) << line << ": " << run_of.err;
  }
}

TEST_P(Requires, EchoAndConvertKeepTheNewest) {
  const std::string text = deck(kind(), 0, "requires 0.0.7\nREQUIRES 0.1");
  for (const char* option : {"--echo", "--convert native"}) {
    const test::Finished shown = run(text, option);
    ASSERT_EQ(shown.status, 0) << shown.err;
    EXPECT_EQ(shown.out.substr(0, 13), "REQUIRES 0.1\n") << option;
    const test::Finished again = run(shown.out);
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(run(shown.out, "--echo").out.substr(0, 13), "REQUIRES 0.1\n");
  }
}

INSTANTIATE_TEST_SUITE_P(Dialects, Requires, testing::Range(0, 3),
                         [](const auto& test) { return std::string(kKinds[test.param].name); });

std::string warnings(const std::string& text, Version program) {
  Diagnostics diagnostics;
  const LexedDeck lexed = lex({"deck", text, "."}, diagnostics);
  Diagnostics found;
  found.add_file("deck");
  name_changed_words(lexed, program, found);
  return found.format_all();
}

// The release that has the first changes of all: 0.9 or 1.0, make release writes it.
Version first_change() { return changed_words().front().since; }

TEST(ChangedWords, OlderNamesThoseThatItUses) {
  const std::string since = version_text(first_change());
  const std::string text = "SEGDYN\nREQUIRES 0.1\nPATH 1 0 0\nforce 1 table file\nFORCE 2 1 2\n";
  EXPECT_EQ(warnings(text, first_change()),
            "deck:3:1: warning: PATH: the deck is written for mbsim 0.1; since " + since +
                " it counts from the assembled start, not from the estimates of the deck; if that "
                "is what is meant, write REQUIRES " +
                since + "\n" +
                "deck:4:1: warning: FORCE: the deck is written for mbsim 0.1; since " + since +
                " forces between the rows of a TABLE are LINEAR, not on a natural spline; if that "
                "is what is meant, write REQUIRES " +
                since + "\n");
}

TEST(ChangedWords, NothingIsSaidOtherwise) {
  const std::string path = "PATH 1 0 0\n";
  const Version first = first_change();
  const Version before = {0, 0, 1}, later = {first.edition + 1, 0, 0};
  EXPECT_EQ(warnings("SEGDYN\n" + path, first), "");
  EXPECT_EQ(warnings("SEGDYN\nREQUIRES " + version_text(first) + "\n" + path, first), "");
  EXPECT_EQ(warnings("REQUIRES " + version_text(first) + "\nSEGDYN\n" + path, later), "");
  EXPECT_EQ(warnings("REQUIRES 0.0.1\nSEGDYN\n" + path, before), "") << "not released yet";
  EXPECT_EQ(warnings("REQUIRES 0.1\nSEGDYN\nPLTOR 1 1 2\n", first), "") << "another dialect";
  EXPECT_EQ(warnings("REQUIRES 0.1\nSEGDYN\nFORCE 1 2 3\n", first), "") << "no TABLE";
}

// The table is in the order of versions, and its words are those of decks.
TEST(ChangedWords, AreWordsOfDecks) {
  std::set<std::string> known;
  const std::string words = help_words();
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = words.find('\n', at);
    known.insert(words.substr(at, end - at));
    at = end + 1;
  }
  Version before;
  for (const ChangedWord& word : changed_words()) {
    EXPECT_EQ(known.count(std::string(word.keyword)), 1U) << word.keyword;
    EXPECT_TRUE(word.inside.empty() || known.count(std::string(word.inside)) == 1) << word.inside;
    EXPECT_GE(word.since, before) << word.keyword;
    before = word.since;
  }
}

TEST(Version, IsParsedAsNumbers) {
  EXPECT_EQ(parse_version("0.9"), (Version{0, 9, 0}));
  EXPECT_EQ(parse_version("0.10"), (Version{0, 10, 0}));
  EXPECT_LT(parse_version("0.9"), parse_version("0.10"));
  EXPECT_EQ(parse_version("12.0.3"), (Version{12, 0, 3}));
  for (const char* wrong :
       {"", ".", "1.", ".9", "1..2", "1.2.3.4", "-1", "+1", "1,2", "1e3", "99999"})
    EXPECT_FALSE(parse_version(wrong)) << wrong;
  EXPECT_EQ(version_text({1, 2, 0}), "1.2");
  EXPECT_EQ(version_text({1, 2, 3}), "1.2.3");
}

}  // namespace
}  // namespace mbs
