#include <fmt/format.h>

#include "deck/dialects.h"

namespace mbs {

Tables read_deck(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                 Diagnostics& diagnostics) {
  if (!deck.usable) return {};
  if (deck.records.empty()) {
    diagnostics.error({}, "deck", "it holds no records",
                      "expected a mechanism; mbsim --template kabios prints one to start from");
    return {};
  }
  const Token& first = deck.records.front().tokens.front();
  if (first.kind == TokenKind::number) return read_kabios(deck, specs, options, diagnostics);
  diagnostics.error(first.where, "deck",
                    fmt::format("'{}' starts no dialect", printable(first.text)),
                    "expected the nine counts of a KABIOS deck");
  return {};
}

}  // namespace mbs
