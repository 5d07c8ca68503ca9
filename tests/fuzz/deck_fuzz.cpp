// The entry points of libFuzzer: any bytes are a deck, and reading, auditing and running one may
// report errors but not crash, leak, hang, touch a file or give numbers that are none. Half of the
// mutations know that a deck is lines of words and numbers; the others are libFuzzer's own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "program/fuzz_entry.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mbs::fuzz_entry(data, size);
  return 0;
}

namespace {

using Random = std::minstd_rand;

std::size_t below(std::size_t n, Random& random) { return n == 0 ? 0 : random() % n; }

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines(1);
  for (char c : text) {
    lines.back() += c;
    if (c == '\n') lines.emplace_back();
  }
  return lines;
}

bool in_number(char c) { return std::strchr("0123456789.+-eE", c) != nullptr && c != '\0'; }

struct Span {
  std::size_t first, count;
};

// Runs of characters that may be numbers, signs and exponents included, outside comments. `real`:
// only those with a point or an exponent, which are no counts and no numbers of nodes.
std::vector<Span> numbers_of(const std::string& text, bool real) {
  std::vector<Span> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '#') i = std::min(text.find('\n', i), text.size() - 1);
    std::size_t end = i;
    bool digit = false, point = false;
    for (; end < text.size() && in_number(text[end]); ++end) {
      digit = digit || (text[end] >= '0' && text[end] <= '9');
      point = point || text[end] == '.' || text[end] == 'e';
    }
    if (digit && (point || !real)) out.push_back({i, end - i});
    i = end;
  }
  return out;
}

std::string other_number(const std::string& now, Random& random) {
  static const char* const kNumbers[] = {"0",      "1",         "-1",
                                         "2",      "3",         "0.5",
                                         "-0.5",   "1e-3",      "1e3",
                                         "1e-9",   "1e9",       "1e-16",
                                         "1e16",   "1e150",     "1e-150",
                                         "1e308",  "-1e308",    "1e-308",
                                         "5e-324", "10",        "-2.5",
                                         "1e6",    "1e-6",      "0.1",
                                         "0.01",   "999999999", "3.141592653589793",
                                         "1e30"};
  static const double kFactors[] = {2, 0.5, -1, 10, 0.1, 1.001, 1e3, 1e-3, 3, 0.3, 1e-6, 1e6};
  char text[32];
  switch (below(6, random)) {
    case 0:
      return "-" + now;
    case 1:
      return now + std::to_string(below(10, random));
    case 2:
    case 3:
    case 4:
      std::snprintf(
          text, sizeof text, "%.15g",
          std::strtod(now.c_str(), nullptr) * kFactors[below(std::size(kFactors), random)]);
      return text;
    default:
      return kNumbers[below(std::size(kNumbers), random)];
  }
}

void change_number(std::string& text, Random& random) {
  std::vector<Span> numbers = numbers_of(text, below(4, random) != 0);
  if (numbers.empty()) numbers = numbers_of(text, false);
  if (numbers.empty()) return;
  const Span from = numbers[below(numbers.size(), random)];
  const Span to = numbers[below(numbers.size(), random)];
  const std::string now = text.substr(from.first, from.count);
  text.replace(to.first, to.count, below(6, random) == 0 ? now : other_number(now, random));
}

std::string join(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line;
  return out;
}

// Lines of `from` into `to`; the two may be the same deck.
void change_lines(std::string& to, const std::string& from, Random& random) {
  std::vector<std::string> lines = split(to), others = split(from);
  const std::size_t k = below(lines.size(), random), m = below(others.size(), random);
  const auto place = lines.begin() + static_cast<std::ptrdiff_t>(k);
  static const char* const kWords[] = {"#! certify\n", "#! cross-check\n", "#! dense\n",
                                       "#! sparse\n", "#! joint\n"};
  switch (below(5, random)) {
    case 4:
      lines.insert(lines.begin(), kWords[below(std::size(kWords), random)]);
      break;
    case 0:
      lines.erase(place);
      break;
    case 1:
      std::swap(lines[k], lines[below(lines.size(), random)]);
      break;
    case 2:
      lines[k] = others[m];
      break;
    default:
      lines.insert(place, others[m]);
  }
  to = join(lines);
}

std::size_t put(const std::string& text, std::uint8_t* data, std::size_t max_size) {
  const std::size_t size = text.size() < max_size ? text.size() : max_size;
  std::memcpy(data, text.data(), size);
  return size;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned int seed) {
  Random random(seed + 1);
  if (below(8, random) == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(data, data + size);
  for (std::size_t k = 1 + below(3, random); k > 0; --k)
    if (below(5, random) == 0)
      change_lines(text, text, random);
    else
      change_number(text, random);
  return put(text, data, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size,
                                                 const std::uint8_t* b, std::size_t b_size,
                                                 std::uint8_t* out, std::size_t max_size,
                                                 unsigned int seed) {
  Random random(seed + 1);
  std::string text(a, a + a_size);
  const std::string other(b, b + b_size);
  for (std::size_t k = 1 + below(3, random); k > 0; --k) change_lines(text, other, random);
  return put(text, out, max_size);
}
