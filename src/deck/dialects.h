// The dialects of a deck. Each reader turns lexed records into Tables; what is wrong goes to the
// sink, and the tables are complete only if it has no errors.
#pragma once

#include <span>
#include <string>

#include "base/diagnostics.h"
#include "base/options.h"
#include "base/record_spec.h"
#include "deck/lexer.h"
#include "deck/tables.h"

namespace mbs {

// The elements a deck may name, in the order of the registry; deck/ itself knows none.
using ElementSpecs = std::span<const RecordSpec* const>;

// Chooses the dialect by the first significant token: a number is KABIOS.
Tables read_deck(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                 Diagnostics& diagnostics);

// The nine counts, then the records (b) to (j) of the manual (Flores 2010 chapter 5).
Tables read_kabios(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                   Diagnostics& diagnostics);

// A canonical deck with parameters resolved; reading it gives the same tables.
std::string write_kabios(const Tables& tables);

// A commented deck to start from: "kabios". Empty for an unknown name.
std::string deck_template(std::string_view dialect);

}  // namespace mbs
