#include "report/columns.h"

#include <algorithm>
#include <cctype>

#include "base/diagnostics.h"
#include "base/index.h"

namespace mbs {

namespace {

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// If the rest does not match, goes back to the last *. The time is linear in the name for each *.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || same_letter(pattern[p], name[n]))) {
      ++p, ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace

bool is_pattern(std::string_view name) { return name.find_first_of("*?") != name.npos; }

std::vector<std::string> split_columns(std::string_view text) {
  constexpr std::string_view kSeparators = ", \t\n";
  std::vector<std::string> out;
  std::size_t begin = text.find_first_not_of(kSeparators);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kSeparators, begin), text.size());
    out.emplace_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(kSeparators, end);
  }
  return out;
}

ColumnChoice choose_columns(const std::vector<std::string>& patterns,
                            const std::vector<std::string>& names, bool has_time, int plain) {
  const int total = count_of(names), count = plain < 0 ? total : plain;
  auto name_of = [&](int k) {
    return k == ColumnChoice::kTime ? std::string_view("t") : std::string_view(names[k]);
  };
  ColumnChoice out;
  std::vector<bool> taken(names.size() + 1);
  auto take_from = [&](int first, int past, std::string_view pattern) {
    bool any = false, exact = false;
    // If names differ in letter case only (t and a state T), the name as written is meant.
    for (int k = first; k < past; ++k) exact = exact || name_of(k) == pattern;
    for (int k = first; k < past; ++k) {
      if (exact ? name_of(k) != pattern : !matches(pattern, name_of(k))) continue;
      any = true;
      if (!taken[k + 1]) out.indices.push_back(k);
      taken[k + 1] = true;
    }
    return any;
  };
  auto take = [&](std::string_view pattern) {
    return take_from(has_time ? ColumnChoice::kTime : 0, count, pattern) ||
           take_from(count, total, pattern);
  };
  if (patterns.empty()) take("*");
  for (const std::string& pattern : patterns) {
    if (take(pattern)) continue;
    out.unknown = pattern;
    std::vector<std::string_view> all(names.begin(), names.end());
    if (has_time) all.push_back("t");
    out.nearest = nearest_word(pattern, all);
    break;
  }
  return out;
}

}  // namespace mbs
