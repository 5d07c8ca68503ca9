// REQUIRES 0.9: the version of mbsim that the words of a deck are meant for. It may stand anywhere;
// a newer one is an error, an older one names words whose meaning has changed since.
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
// As short as it may be: "0.9", "1.2.3".
std::string version_text(Version version);

// A word whose meaning is not what it was before a version.
struct ChangedWord {
  Version since;
  std::string_view dialect;  // "KABIOS", "native", "SEGDYN"; empty: in every deck
  std::string_view keyword;  // of its record
  std::string_view inside;   // what stands in the record, too; empty: whatever does
  std::string_view change;
};
// In the order of versions.
std::span<const ChangedWord> changed_words();

// The version that a record REQUIRES asks for. Without an error nothing is wrong with it.
std::optional<Version> read_requires(const Record& record, Version program,
                                     Diagnostics& diagnostics);
// Warns of each word that has changed up to this program, in a file that asks for an older version.
void name_changed_words(const LexedDeck& deck, Version program, Diagnostics& diagnostics);
// This program's.
Version program_version();
// "REQUIRES 0.9\n", the newest that the deck asks for; empty if it asks for none.
std::string requires_line(const LexedDeck& deck);

}  // namespace mbs
