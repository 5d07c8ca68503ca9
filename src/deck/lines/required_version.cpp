#include "deck/lines/required_version.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "deck/lines/lexer.h"
#include "deck/lines/tokenizer.h"
#include "text/names.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr std::string_view kRequiresForm = "expected: REQUIRES 0.9, a version of mbsim";

std::string_view dialect_of_deck(const LexedDeck& deck) {
  if (deck.records.empty()) return {};
  const Record& first = deck.records.front();
  if (first.tokens.front().kind != TokenKind::word) return "KABIOS";
  return has_keyword(first, "segdyn") ? "SEGDYN" : "native";
}

// Whether a field contains the word; a field may be a text of several words.
bool has_inside(const Record& record, std::string_view word) {
  return std::any_of(record.tokens.begin() + 1, record.tokens.end(), [word](const Token& token) {
    if (token.kind == TokenKind::string) return false;
    for (std::size_t at = 0; at < token.text.size();) {
      const std::size_t end = std::min(token.text.find_first_of(" \t\n,", at), token.text.size());
      if (are_same_name(std::string_view(token.text).substr(at, end - at), word)) return true;
      at = end + 1;
    }
    return false;
  });
}

// Finds the first record with a changed word in a file that requires an older version.
class OldUse {
 public:
  explicit OldUse(const LexedDeck& deck) {
    for (const Record& record : deck.observations)
      if (const auto version = version_of(record)) {
        Version& known = files_.try_emplace(record.where.file, *version).first->second;
        known = std::min(known, *version);
      }
  }

  bool none() const { return files_.empty(); }
  // The version that a file requires; a file without REQUIRES has the version of the deck.
  std::optional<Version> of_file(int file) const {
    const auto own = files_.find(file);
    const auto found = own == files_.end() ? files_.find(0) : own;
    return found == files_.end() ? std::nullopt : std::optional(found->second);
  }
  const Record* find(const ChangedWord& word, const std::vector<Record>& records) const {
    for (const Record& record : records) {
      if (!are_same_name(record.tokens.front().text, word.keyword)) continue;
      if (!word.inside.empty() && !has_inside(record, word.inside)) continue;
      const auto version = of_file(record.where.file);
      if (version && *version < word.since) return &record;
    }
    return nullptr;
  }

  static std::optional<Version> version_of(const Record& record) {
    return has_keyword(record, "requires") ? parse_version(record.tokens[1].text) : std::nullopt;
  }

 private:
  std::unordered_map<int, Version> files_;
};

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
  int parts[3] = {0, 0, 0};
  std::size_t count = 0;
  const char *at = text.data(), *const end = at + text.size();
  while (at < end && count < 3) {
    const auto [next, error] = std::from_chars(at, end, parts[count]);
    if (error != std::errc() || *at == '-' || parts[count] > 9999) return {};
    ++count;
    if (next == end) return Version{parts[0], parts[1], parts[2]};
    if (*next != '.') return {};
    at = next + 1;
  }
  return {};
}

std::string version_text(Version version) {
  const std::string text = fmt::format("{}.{}", version.edition, version.feature);
  return version.mend == 0 ? text : fmt::format("{}.{}", text, version.mend);
}

std::optional<Version> read_requires(const Record& record, Version program,
                                     Diagnostics& diagnostics) {
  const auto fail = [&](SourceLocation at, std::string problem, std::string expected) {
    diagnostics.error(at, "REQUIRES", std::move(problem), std::move(expected));
    return std::nullopt;
  };
  const auto& tokens = record.tokens;
  if (tokens.size() < 2) return fail(record.end, "no version", std::string(kRequiresForm));
  if (tokens[1].faulty) return {};
  const auto version = parse_version(tokens[1].text);
  if (!version)
    return fail(tokens[1].where, fmt::format("'{}' is no version", printable(tokens[1].text)),
                std::string(kRequiresForm));
  if (tokens.size() > 2)
    return fail(tokens[2].where, "too many fields", std::string(kRequiresForm));
  if (*version > program)
    return fail(tokens[1].where,
                fmt::format("the deck is written for mbsim {}, and this is {}",
                            version_text(*version), version_text(program)),
                "expected a newer mbsim, or a deck without words that this one does not have");
  return version;
}

void name_changed_words(const LexedDeck& deck, Version program, Diagnostics& diagnostics) {
  const OldUse old(deck);
  if (old.none()) return;
  const std::string_view dialect = dialect_of_deck(deck);
  for (const ChangedWord& word : changed_words()) {
    if (word.since > program || (!word.dialect.empty() && word.dialect != dialect)) continue;
    const Record* use = old.find(word, deck.records);
    if (!use) use = old.find(word, deck.observations);
    if (!use) continue;
    diagnostics.warning(
        use->where, std::string(word.keyword),
        fmt::format("the deck is written for mbsim {}; since {} {}",
                    version_text(*old.of_file(use->where.file)), version_text(word.since),
                    word.change),
        fmt::format("if that is what is meant, write REQUIRES {}", version_text(word.since)));
  }
}

Version program_version() {
  static const Version version = parse_version(MBSIM_VERSION).value_or(Version{});
  return version;
}

std::string requires_line(const LexedDeck& deck) {
  std::optional<Version> newest;
  for (const Record& record : deck.observations)
    if (const auto version = OldUse::version_of(record))
      newest = newest ? std::max(*newest, *version) : *version;
  return newest ? fmt::format("REQUIRES {}\n", version_text(*newest)) : "";
}

}  // namespace mbs
