// Slips of the pen in decks that are right: one number scaled, swapped with its neighbour or of the
// other sign. Where the mechanism can no longer be assembled, the line of the slip is among the
// first two that the message names.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"

namespace mbs {
namespace {

struct Deck {
  std::string name, directory;
  std::vector<std::string> lines;
};

std::string text_of(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

test::RunResult check(const std::string& text, const std::string& directory) {
  RunSettings settings;
  settings.check_only = true;
  return test::run(text, settings, directory);
}

std::vector<Deck> right_decks() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"kabios", "chains", "mechanisms"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(MBSIM_ROOT) + "/decks/" + folder))
      if (entry.path().extension() == ".dat") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Deck> out;
  for (const auto& path : paths) {
    Deck deck{path.filename().string(), path.parent_path().string(), {}};
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) deck.lines.push_back(line);
    if (check(text_of(deck.lines), deck.directory).status == ExitStatus::done) out.push_back(deck);
  }
  return out;
}

// A number that stands alone in a line, perhaps with deg behind it.
struct Number {
  std::size_t line = 0, from = 0, length = 0;
};

std::vector<Number> numbers_of(const Deck& deck) {
  std::vector<Number> out;
  for (std::size_t k = 0; k < deck.lines.size(); ++k) {
    const std::string line = deck.lines[k].substr(0, deck.lines[k].find('#'));
    for (std::size_t i = 0; i < line.size();) {
      if (std::isspace(static_cast<unsigned char>(line[i]))) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < line.size() && !std::isspace(static_cast<unsigned char>(line[end]))) ++end;
      const std::string word = line.substr(i, end - i);
      char* rest = nullptr;
      const double value = std::strtod(word.c_str(), &rest);
      const bool is_alone = rest != word.c_str() && (*rest == 0 || std::string(rest) == "deg");
      if (is_alone && value != 0) out.push_back({k, i, end - i});
      i = end;
    }
  }
  return out;
}

// The deck with a slip; empty where the draw makes none.
std::vector<std::string> slip(const Deck& deck, const std::vector<Number>& numbers,
                              const Number& at, std::mt19937& random) {
  std::vector<std::string> out = deck.lines;
  std::string& line = out[at.line];
  const std::string word = line.substr(at.from, at.length);
  char* rest = nullptr;
  const double value = std::strtod(word.c_str(), &rest);
  const std::size_t kind = random() % 3, factor = random() % 4;
  const double factors[] = {0.1, 0.5, 2, 10};
  if (kind == 2) {
    for (const Number& other : numbers)
      if (other.line == at.line && other.from > at.from) {
        const std::string second = line.substr(other.from, other.length);
        if (second == word) return {};
        line.replace(other.from, other.length, word);
        line.replace(at.from, at.length, second);
        return out;
      }
    return {};
  }
  line.replace(at.from, at.length,
               fmt::format("{}{}", kind == 0 ? -value : value * factors[factor], rest));
  return out;
}

// The lines that a message names, in its order.
std::vector<std::size_t> named_lines(const std::string& message) {
  std::vector<std::size_t> out;
  for (std::size_t from = message.find("line "); from != std::string::npos;
       from = message.find("line ", from + 1)) {
    const std::size_t line = std::strtoul(message.c_str() + from + 5, nullptr, 10);
    if (line > 0 && std::find(out.begin(), out.end(), line) == out.end()) out.push_back(line);
  }
  return out;
}

TEST(SeededFaults, TheirLineIsAmongTheFirstTwoNamed) {
  const char* const more = std::getenv("MBSIM_FAULTS");
  const int wanted = more ? std::atoi(more) : 40;
  const std::vector<Deck> decks = right_decks();
  ASSERT_GT(decks.size(), 40u);
  std::mt19937 random(37);
  int faults = 0, first = 0, second = 0;
  std::string missed;
  while (faults < wanted) {
    const Deck& deck = decks[random() % decks.size()];
    const std::vector<Number> numbers = numbers_of(deck);
    const Number at = numbers[random() % numbers.size()];
    const std::vector<std::string> lines = slip(deck, numbers, at, random);
    if (lines.empty()) continue;
    const test::RunResult run = check(text_of(lines), deck.directory);
    const std::size_t begin = run.messages.find("cannot be assembled");
    if (begin == std::string::npos) continue;
    ++faults;
    const std::string message =
        run.messages.substr(begin, run.messages.find(" residual ", begin) - begin);
    const std::vector<std::size_t> named = named_lines(message);
    if (!named.empty() && named[0] == at.line + 1)
      ++first;
    else if (named.size() > 1 && named[1] == at.line + 1)
      ++second;
    else
      missed += fmt::format("{}:{}: {}\n    {}", deck.name, at.line + 1, lines[at.line],
                            run.messages.substr(0, run.messages.find('\n') + 1));
  }
  EXPECT_GE((first + second) * 40, 34 * wanted) << first << " first, " << second << " second\n"
                                                << missed;
  if (more) std::puts(fmt::format("{} {} of {}\n{}", first, second, faults, missed).c_str());
}

}  // namespace
}  // namespace mbs
