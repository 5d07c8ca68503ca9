// What a lexer meets when the text is no deck at all: limits, linear time, random bytes, mutations.
#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "deck/lines/lexer.h"
#include "paths.h"

namespace mbs {
namespace {

struct Lexed {
  LexedDeck deck;
  Diagnostics diagnostics;
};

// Touches no file.
Lexed lexed(std::string text, std::vector<std::pair<std::string, std::string>> overrides = {}) {
  Lexed out;
  out.deck = lex({"d", std::move(text), {}, std::move(overrides), false}, out.diagnostics);
  return out;
}

std::string messages(std::string text) { return lexed(std::move(text)).diagnostics.format_all(); }

std::string read_file(const char* name) {
  std::ifstream stream(std::filesystem::path(MBSIM_ROOT) / name, std::ios::binary);
  EXPECT_TRUE(stream.is_open()) << name;
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(LexerLimits, WhatIsNotText) {
  const std::string tail =
      " does not belong in a text; expected a plain text file, lines ending in LF or CR LF\n";
  EXPECT_EQ(messages(std::string("1 2\n3 \0 4\n\1\n", 12)), "d:2:3: error: byte 0x00" + tail);
  EXPECT_EQ(messages("1\r2\n"), "d:1:2: error: byte 0x0D" + tail);
  EXPECT_EQ(messages("1\x7F"), "d:1:2: error: byte 0x7F" + tail);
  EXPECT_EQ(messages("\x1B[0m"), "d:1:1: error: byte 0x1B" + tail);
  EXPECT_FALSE(lexed(std::string("\0", 1)).deck.usable);
  EXPECT_EQ(messages(std::string(kMaxDeckBytes + 1, ' ')),
            "d: error: the deck is larger than 256 MB\n");
}

TEST(LexerLimits, TooManyFields) {
  std::string text;
  for (std::size_t i = 0; i <= kMaxDeckTokens; ++i) text += "1 ";
  const Lexed out = lexed(text);
  EXPECT_FALSE(out.deck.usable);
  EXPECT_EQ(out.diagnostics.format_all(), "d:1:1: error: the deck has more than 5000000 fields\n");
}

TEST(LexerLimits, AtMostTwentyErrorsAreShown) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "X ${a}\n";
  const std::string all = messages(text);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 21);
  EXPECT_NE(all.find("30 more errors not shown"), std::string::npos);
}

// The time this thread has spent, which other programs do not lengthen. [s]
double thread_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<std::string> texts_of_size(std::size_t n) {
  auto repeat = [&](std::string_view piece) {
    std::string text;
    while (text.size() < n) text += piece;
    return text;
  };
  const std::string digits = std::string(n, '1');
  return {repeat("("),
          repeat("(a"),
          repeat("1(ab)"),
          repeat("1(a)"),
          repeat("${"),
          repeat("${1}"),
          repeat("-${1}x"),
          repeat("\""),
          repeat("\"\""),
          repeat("1 "),
          repeat("&\n"),
          repeat("1 &\n"),
          repeat("\r"),
          repeat("="),
          repeat("! "),
          repeat("a!"),
          repeat("1."),
          repeat("PARAM "),
          repeat("{"),
          repeat(","),
          repeat("( "),
          repeat("(  \n"),
          digits,
          digits + repeat("(ab)"),
          "= " + repeat("("),
          "= " + repeat("a "),
          "${" + repeat("1+"),
          repeat("${a} "),
          repeat("=a\n"),
          repeat("\xC3"),
          repeat("1e9999 "),
          repeat("\n"),
          repeat("%"),
          repeat("()"),
          "1" + digits + "e" + digits};
}

// A text takes 16 times the time of its sixteenth; 256 times if a step is quadratic.
TEST(LexerLimits, LinearTime) {
  constexpr double kRatio = 64;       // the caches hold the shorter text
  constexpr double kLeastTime = 0.1;  // [s]; a quadratic step takes far longer
  const auto time_of = [](const std::string& text) {
    const double begun = thread_time();
    lexed(text);
    return thread_time() - begun;
  };
  const std::vector<std::string> parts = texts_of_size(1 << 14), wholes = texts_of_size(1 << 18);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const double part = time_of(parts[k]), whole = time_of(wholes[k]);
    EXPECT_LT(whole, kRatio * part + kLeastTime) << parts[k].substr(0, 20);
  }
}

TEST(LexerLimits, ManyParametersAndMisspellings) {
  std::string text;
  for (int i = 0; i < 20000; ++i)
    text += "PARAM name_" + std::to_string(i) + " = " + std::to_string(i) + "\n";
  for (int i = 0; i < 20000; ++i) text += "X ${nmae_" + std::to_string(i) + "}\n";
  const Lexed out = lexed(text);
  EXPECT_EQ(out.diagnostics.error_count(), 20000);
}

// Whatever comes out of a lexer must keep what the header promises.
void expect_promises(const Lexed& out) {
  for (const Record& record : out.deck.records) {
    ASSERT_FALSE(record.tokens.empty());
    EXPECT_EQ(record.where.line, record.tokens.front().where.line);
    EXPECT_GE(record.end.line, record.tokens.back().where.line);
    for (const Token& token : record.tokens) {
      EXPECT_GT(token.where.line, 0);
      EXPECT_GT(token.where.column, 0);
      EXPECT_TRUE(std::isfinite(token.value));
      EXPECT_TRUE(!token.faulty || out.diagnostics.has_errors());
    }
  }
  EXPECT_TRUE(out.deck.usable || out.diagnostics.has_errors());
}

TEST(LexerFuzz, RandomBytes) {
  std::mt19937 random(1);
  for (int i = 0; i < 10000; ++i) {
    std::string text(random() % 200, ' ');
    // Half of the buffers hold printable characters only and so get past the first check.
    for (char& c : text) c = static_cast<char>(i % 2 ? random() % 256 : 32 + random() % 95);
    for (char& c : text)
      if (random() % 12 == 0) c = '\n';
    expect_promises(lexed(text));
  }
}

TEST(LexerFuzz, MutatedDecks) {
  const std::string decks[] = {read_file("decks/kabios/four_bar.dat"),
                               read_file("decks/kabios/thigh.dat"),
                               R"(PARAM k = 2*pi/(1 + 3) # c
PLTRUSS 1 1 2
X 1 ${k} -${k}, 2.5D0 30deg
ELAW 1 1 = -k*e &
  - step(t - 1) ? 2 : max(3, ed)
INCLUDE "x"
TITLE "a b" (c)
END HALT
)"};
  const std::string_view spice = "(){}$=&\"#!%,.+-*/^?:eEdDg01 \n\t\r<>|;'\\";
  std::mt19937 random(2);
  for (int i = 0; i < 6000; ++i) {
    std::string text = decks[i % 3];
    for (unsigned k = 0; k <= random() % 8; ++k) {
      const std::size_t at = random() % text.size();
      const char c = spice[random() % spice.size()];
      switch (random() % 4) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        case 2:
          text.erase(at, 1 + random() % 5);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 30));
      }
      if (text.empty()) text = "1";
    }
    expect_promises(lexed(text, {{"k", "3"}}));
  }
}

}  // namespace
}  // namespace mbs
