// The table of words against the readers' own tables of keywords, its examples against the program,
// and what help and messages make of it.
#include "deck/help/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "deck/help/help.h"
#include "deck/help/keywords.h"
#include "elements/element.h"
#include "paths.h"
#include "support/process.h"
#include "text/names.h"

namespace mbs {
namespace {

constexpr Dialect kDialects[] = {Dialect::native, Dialect::kabios, Dialect::segdyn};

std::vector<const RecordSpec*> specs() {
  std::vector<const RecordSpec*> out;
  for (const ElementType* type : element_types()) out.push_back(&type->spec);
  return out;
}

// Keyword and dialect, as the readers have them.
std::set<std::pair<std::string, Dialect>> read_keywords() {
  std::set<std::pair<std::string, Dialect>> out;
  for (const ReaderKeyword& keyword : reader_keywords(specs()))
    for (const Dialect dialect : kDialects)
      if (keyword.block == Block::anywhere || dialect == dialect_of(keyword.block))
        out.emplace(keyword.row.name, dialect);
  return out;
}

std::set<std::pair<std::string, Dialect>> described_keywords() {
  std::set<std::pair<std::string, Dialect>> out;
  for (const Word& word : words())
    for (const Dialect dialect : kDialects)
      if (!said_in(word, dialect).keyword.empty())
        out.emplace(said_in(word, dialect).keyword, dialect);
  return out;
}

// Whether a line of the deck begins with the keyword.
bool uses(std::string_view deck, std::string_view keyword) {
  const std::string wanted = "\n" + std::string(keyword);
  const std::string text = "\n" + std::string(deck);
  for (std::size_t at = text.find(wanted); at != text.npos; at = text.find(wanted, at + 1)) {
    const char next = text[at + wanted.size()];
    if (next == ' ' || next == '\n') return true;
  }
  return false;
}

std::vector<std::string> codes(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = text.find('`'); at != text.npos; at = text.find('`', at)) {
    const std::size_t end = text.find('`', at + 1);
    out.emplace_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return out;
}

std::vector<std::string> pages(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = text.find("]("); at != text.npos; at = text.find("](", at + 1)) {
    const std::string_view link = text.substr(at + 2, text.find(')', at) - at - 2);
    out.emplace_back(link.substr(0, link.find('#')));
  }
  return out;
}

void expect_page(const std::string& page) {
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(MBSIM_ROOT) / "docs" / page)) << page;
}

TEST(Words, DescribeWhatTheReadersAcceptAndNothingElse) {
  EXPECT_GE(read_keywords().size(), 120u);
  EXPECT_EQ(described_keywords(), read_keywords());
}

TEST(Words, AreComplete) {
  for (const Word& word : words()) {
    EXPECT_FALSE(word.idea.empty());
    expect_page(std::string(word.page.substr(0, word.page.find('#'))));
    for (const Dialect dialect : kDialects) {
      const Said& said = said_in(word, dialect);
      EXPECT_TRUE(said.keyword.empty() || said.instead.empty()) << said.keyword;
      if (said.keyword.empty()) continue;
      EXPECT_TRUE(uses(said.example, said.keyword)) << said.keyword << said.example;
      EXPECT_FALSE(word.meaning.empty() && said.meaning.empty()) << said.keyword;
      for (const std::string& page : pages(said.meaning)) expect_page(page);
      for (const std::string& page : pages(word.meaning)) expect_page(page);
      for (std::string_view forms = said.forms; !forms.empty();) {
        const std::string_view form = forms.substr(0, forms.find('\n'));
        EXPECT_TRUE(form.starts_with(' ') || form.starts_with(said.keyword)) << form;
        forms.remove_prefix(std::min(form.size() + 1, forms.size()));
      }
    }
  }
}

TEST(Words, ExamplesRun) {
  const test::Scratch scratch;
  for (const ExampleFile& file : kExampleFiles)
    test::write_all(scratch.file(std::string(file.name)), std::string(file.text));
  std::set<std::pair<std::string_view, Dialect>> done;
  for (const Word& word : words())
    for (const Dialect dialect : kDialects) {
      const Said& said = said_in(word, dialect);
      if (said.example.empty() || !done.emplace(said.example, dialect).second) continue;
      const std::string deck = scratch.file("deck.dat");
      test::write_all(deck, std::string(said.example));
      const test::Finished run = test::mbsim("'" + deck + "'");
      EXPECT_EQ(run.status, 0) << said.keyword << "\n" << run.err;
      EXPECT_TRUE(run.err.empty() || said.keyword == "SWEEP") << said.keyword << run.err;
    }
  EXPECT_GE(done.size(), 40u);
}

// An example stands for one dialect: the report says which it was read as.
TEST(Words, ExamplesAreOfTheirDialect) {
  const test::Scratch scratch;
  for (const ExampleFile& file : kExampleFiles)
    test::write_all(scratch.file(std::string(file.name)), std::string(file.text));
  for (const Word& word : words())
    for (const Dialect dialect : kDialects) {
      const std::string_view text = said_in(word, dialect).example;
      if (text.empty()) continue;
      const bool chain = text.starts_with("SEGDYN\n");
      const bool native = text.find("\nEND HALT\n") != text.npos;
      EXPECT_EQ(chain, dialect == Dialect::segdyn) << text;
      EXPECT_EQ(native, dialect == Dialect::native) << text;
    }
}

TEST(Help, ShowsEveryKeywordInEveryDialectThatHasIt) {
  for (const auto& [keyword, dialect] : described_keywords()) {
    const Help answer = help(lower_case(keyword), specs());
    ASSERT_FALSE(answer.text.empty()) << keyword;
    EXPECT_EQ(answer.text, help(keyword, specs()).text);
    for (const Word& word : words()) {
      const Said& said = said_in(word, dialect);
      if (said.keyword != keyword) continue;
      EXPECT_NE(answer.text.find("    " + keyword), std::string::npos) << answer.text;
      const std::string_view line = said.example.substr(0, said.example.find('\n'));
      EXPECT_NE(answer.text.find("    " + std::string(line) + "\n"), std::string::npos);
    }
    EXPECT_EQ(answer.text.find('`'), std::string::npos) << answer.text;
    EXPECT_EQ(answer.text.find("]("), std::string::npos) << answer.text;
  }
}

TEST(Help, SaysUnitsMeaningAndTwins) {
  const std::string text = help("GRAVITY", specs()).text;
  for (const char* part :
       {"GRAVITY, GRAV: gravity", "acceleration of gravity, on every mass", "Units: gx, gy [m/s2]",
        "    GRAVITY gx gy [gz], or EARTH\n", "    GRAV gx gy, or EARTH\n",
        "KABIOS decks, after the times:", "See docs/dynamics.md"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  const std::string gear = help("plgear", specs()).text;
  for (const char* part : {"r_a [m]: pitch radius of wheel a", "deformation 1 [m]",
                           "ESTIFF: k [N/m]", "    GEAR i j "})
    EXPECT_NE(gear.find(part), std::string::npos) << part << "\n" << gear;
}

TEST(Help, KnowsWordsWithinRecordsAndWhatPeopleLookFor) {
  EXPECT_NE(help("dop853", specs()).text.find("INTEG DOP853"), std::string::npos);
  EXPECT_NE(help("transmission angle", specs()).text.find("OUT mu = rev3.angle"),
            std::string::npos);
  EXPECT_NE(help("motor", specs()).text.find("XLAW"), std::string::npos);
  EXPECT_EQ(help("GRAVTY", specs()).nearest, "GRAVITY");
  EXPECT_EQ(help("qqqqqqqq", specs()).nearest, "");
  for (const char* word : {"gear", "cam", "slot", "motor", "transmission angle", "dead point",
                           "spring", "pendulum", "friction", "rope", "damper"})
    EXPECT_FALSE(help(word, specs()).text.empty()) << word;
}

// Words of the field that are no keywords: pages and decks whose titles hold them. Each place is a
// file of the project that has the word.
TEST(Help, FindsWordsInTitlesOfTheManualAndOfDecks) {
  const auto places = [](const std::string& text) {
    std::vector<std::string> out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("  docs/") || line.starts_with("  decks/"))
        out.push_back(line.substr(2, line.find(": ") - 2));
    return out;
  };
  for (const std::string word :
       {"gyroscope", "Robot", "precession", "suspension", "camber", "pendulums", "arm", "hinges"}) {
    const std::string text = help(word, specs()).text;
    EXPECT_FALSE(places(text).empty()) << word << text;
    const std::string stem = lower_case(word).substr(0, word.size() - (word.back() == 's'));
    for (const std::string& place : places(text))
      EXPECT_NE(lower_case(test::read_all(std::string(MBSIM_ROOT "/") + place)).find(stem),
                std::string::npos)
          << word << " in " << place;
  }
  const std::vector<std::string> found = places(help("gyroscope", specs()).text);
  EXPECT_NE(std::find(found.begin(), found.end(), "decks/space/gyroscope.dat"), found.end());
  // All words of a phrase; a part of a word is none.
  EXPECT_FALSE(places(help("double pendulum", specs()).text).empty());
  EXPECT_TRUE(help("gyrosc", specs()).text.empty());
  EXPECT_TRUE(help("gyroscope qqqqqqqq", specs()).text.empty());
  // A keyword has its page, without these.
  EXPECT_TRUE(places(help("GRAVITY", specs()).text).empty());
}

TEST(Help, TopicsStandInOrderAndNameWhatThereIs) {
  std::string last;
  for (const Topic& topic : topics()) {
    const std::string name = lower_case(topic.names);
    EXPECT_LT(last, name);
    last = name;
    for (const std::string& page : pages(topic.answer)) expect_page(page);
    for (const std::string& code : codes(topic.answer)) {
      const bool word = code == upper_case(code) && code.find_first_of(" .-") == code.npos;
      EXPECT_TRUE(!word || !help(code, specs()).text.empty()) << code;
    }
  }
}

// tools/manual_tables.sh writes them anew.
TEST(Help, ManualHasTheTablesThatTheProgramWrites) {
  std::set<std::string> shown;
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(MBSIM_ROOT) / "docs")) {
    if (file.path().extension() != ".md") continue;
    const std::string text = test::read_all(file.path());
    const std::string head = "\n<!-- table ", end = "<!-- end of table -->\n";
    for (std::size_t at = text.find(head); at != text.npos; at = text.find(head, at + 1)) {
      const std::size_t name_at = at + head.size(), name_end = text.find(" -->\n", name_at);
      const std::string name = text.substr(name_at, name_end - name_at);
      const std::size_t begin = name_end + 5;
      const bool of_options = name == "verbs" || name.starts_with("options of ");
      const std::string right =
          of_options ? test::mbsim("help --table '" + name + "'").out : manual_table(name, specs());
      EXPECT_EQ(text.substr(begin, text.find(end, begin) - begin), right)
          << file.path() << " " << name;
      if (!of_options) shown.insert(name);
    }
  }
  const std::vector<std::string> all = manual_table_names();
  EXPECT_EQ(shown, std::set<std::string>(all.begin(), all.end()));
}

// What bash offers for the last of these words.
std::string completed(const std::string& words, int last) {
  const test::Finished run = test::shell(
      "PATH=\"$(dirname \"$MBSIM\"):$PATH\" bash -c 'compopt() { :; }; source <(mbsim help "
      "--completion bash); COMP_WORDS=(" +
      words + "); COMP_CWORD=" + std::to_string(last) + "; _mbsim; echo ${COMPREPLY[@]}'");
  EXPECT_EQ(run.err, "") << words;
  return run.out;
}

TEST(Help, CompletesInBash) {
  EXPECT_EQ(completed("mbsim help grav", 2), "GRAV GRAVITY\n");
  EXPECT_EQ(completed("mbsim sw", 1), "sweep\n");
  EXPECT_EQ(completed("mbsim sweep --s", 2), "--set --strict --strides --sample --seed --slurm\n");
  EXPECT_EQ(completed("mbsim --conv", 1), "--convert\n");
  EXPECT_EQ(completed("mbsim --convert n", 2), "native\n");
  EXPECT_EQ(completed("mbsim optimise --method c", 3), "cma cobyla\n");
  EXPECT_EQ(completed("mbsim diff --strict", 2), "\n");
  EXPECT_EQ(completed("mbsim measure decks/kabios/numbered.da", 2), "decks/kabios/numbered.dat\n");
  EXPECT_EQ(completed("mbsim decks/kabios/numbered.dat -D cr", 3), "crank=\n");
}

// The keywords of both syntax files are the words of decks.
TEST(Help, SyntaxFilesKnowEveryWord) {
  const std::string vim = test::mbsim("help --syntax vim").out;
  const std::string textmate = test::mbsim("help --syntax textmate").out;
  std::istringstream words(help_words());
  int count = 0;
  for (std::string word; words >> word; ++count) {
    EXPECT_TRUE(vim.find("\\|" + word + "\\") != vim.npos ||
                vim.find(" " + word + " ") != vim.npos || vim.find(" " + word + "\n") != vim.npos)
        << word;
    EXPECT_TRUE(textmate.find("|" + word + "|") != textmate.npos ||
                textmate.find("|" + word + ")") != textmate.npos ||
                textmate.find(":" + word + "|") != textmate.npos)
        << word;
  }
  EXPECT_GT(count, 200);
}

TEST(Help, VerbPrintsWordsForCompletion) {
  const test::Finished run = test::mbsim("help --words");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("\nGRAVITY\n"), std::string::npos);
  EXPECT_NE(run.out.find("\nDOP853\n"), std::string::npos);
  const test::Finished unknown = test::mbsim("help GRAVTY");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.out, "");
  EXPECT_NE(unknown.err.find("no word is called 'GRAVTY'; did you mean 'GRAVITY'?"),
            std::string::npos)
      << unknown.err;
  EXPECT_EQ(test::mbsim("help").status, 0);
}

}  // namespace
}  // namespace mbs
