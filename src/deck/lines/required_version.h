// REQUIRES 0.9: the version of mbsim for which the deck was written. The line may stand anywhere. A
// newer version is an error; for an older one mbsim warns of words with a changed meaning.
#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

struct LexedDeck;

struct Version {
  int edition = 0, feature = 0, mend = 0;
  auto operator<=>(const Version&) const = default;
};
// "0.9", "1.2.3"; nullopt if it is no version.
std::optional<Version> parse_version(std::string_view text);
// The shortest form: "0.9", "1.2.3".
std::string version_text(Version version);

// A word whose meaning changed with version `since`.
struct ChangedWord {
  Version since;
  std::string_view dialect;  // "KABIOS", "native", "SEGDYN"; empty: in every deck
  std::string_view keyword;  // of the record
  std::string_view inside;   // a word that the record must contain; empty: none
  std::string_view change;
};
// All changed words in the order of versions.
std::span<const ChangedWord> changed_words();

// Reads the version of a record REQUIRES; empty after an error.
std::optional<Version> read_requires(const Record& record, Version program,
                                     Diagnostics& diagnostics);
// Warns of each word that has changed up to version `program` in a file that requires an older one.
void name_changed_words(const LexedDeck& deck, Version program, Diagnostics& diagnostics);
// The version of this program.
Version program_version();
// "REQUIRES 0.9\n" with the newest version that the deck requires; empty if there is none.
std::string requires_line(const LexedDeck& deck);

}  // namespace mbs
