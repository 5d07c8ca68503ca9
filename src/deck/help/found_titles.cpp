#include "deck/help/found_titles.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "deck/help/titles.h"
#include "text/characters.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::size_t kShownLength = 110;  // of a sentence
constexpr std::size_t kPluralLength = 4;   // from here on a final s does not count

// The words of a text in lower case, without the s of a plural.
std::vector<std::string> stems(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_name_char(text[end])) ++end;
    std::string word = lower_case(text.substr(i, end - i));
    if (word.size() >= kPluralLength && word.ends_with('s')) word.pop_back();
    if (!word.empty()) out.push_back(std::move(word));
    i = std::max(end, i + 1);
  }
  return out;
}

// How many words of the text stand before the last of those that are wanted; empty: one is missing.
std::optional<std::size_t> words_before(std::string_view text,
                                        const std::vector<std::string>& wanted) {
  const std::vector<std::string> has = stems(text);
  std::size_t last = 0;
  for (const std::string& word : wanted) {
    const auto found = std::find(has.begin(), has.end(), word);
    if (found == has.end()) return {};
    last = std::max(last, static_cast<std::size_t>(found - has.begin()));
  }
  return last;
}

// The first sentence of a title, shortened.
std::string first_sentence(std::string_view text) {
  text = text.substr(0, text.find(". "));
  while (text.ends_with('.')) text.remove_suffix(1);
  std::string out;
  for (const char c : text)
    if (c != '`') out += c;
  if (out.size() <= kShownLength) return out;
  return out.substr(0, out.rfind(' ', kShownLength)) + " ...";
}

}  // namespace

std::string found_titles(std::string_view words, std::size_t most) {
  const std::vector<std::string> wanted = stems(words);
  if (wanted.empty()) return {};
  std::string out;
  std::size_t more = 0;
  for (const std::string_view folder : {"docs/", "decks/"}) {
    std::vector<std::pair<std::size_t, const Title*>> found;  // one of each place
    for (const Title& title : kTitles) {
      const auto before = title.where.starts_with(folder) ? words_before(title.text, wanted)
                                                          : std::optional<std::size_t>();
      if (!before) continue;
      if (found.empty() || found.back().second->where != title.where)
        found.push_back({*before, &title});
      else if (*before < found.back().first)
        found.back() = {*before, &title};
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t k = 0; k < std::min(found.size(), most); ++k)
      out +=
          fmt::format("  {}: {}\n", found[k].second->where, first_sentence(found[k].second->text));
    more += found.size() - std::min(found.size(), most);
  }
  if (more > 0) out += fmt::format("  and {} more\n", more);
  return out;
}

}  // namespace mbs
