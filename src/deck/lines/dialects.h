// The dialects of a deck. Each reader turns lexed records into Tables. Errors go to `diagnostics`;
// the tables are complete only if there are none.
#pragma once

#include <span>
#include <string>

#include "base/diagnostics.h"
#include "base/options.h"
#include "base/record_spec.h"
#include "deck/lines/record.h"

namespace mbs {

struct LexedDeck;
struct Tables;

// The elements that a deck may name, in the order of the registry; the code of deck/ itself knows
// no element.
using ElementSpecs = std::span<const RecordSpec* const>;
// Null if there is none of this keyword.
const RecordSpec* find_spec(ElementSpecs specs, std::string_view keyword);

// Chooses the dialect by the first token: a number means KABIOS, the word SEGDYN a chain, any other
// keyword native.
Tables read_deck(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                 Diagnostics& diagnostics);

// The nine counts, then the records (b) to (j) of the manual (Flores 2010 chapter 5).
Tables read_kabios(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                   Diagnostics& diagnostics);

// The keyword lines that may follow the time line of a KABIOS deck and make it dynamic: masses,
// loads, springs, integration. `first` is the index of the first such line in deck.records.
void read_kabios_tail(const LexedDeck& deck, std::size_t first, ElementSpecs specs, Tables& tables,
                      Diagnostics& diagnostics);

// Kinematics block, END HALT, dynamics block, END END: SPACAR-style keyword lines (docs/native.md).
Tables read_native(const LexedDeck& deck, ElementSpecs specs, const Options& options,
                   Diagnostics& diagnostics);

// A chain: segments, known variables, constraints (Casius 2004, docs/chains.md).
Tables read_segdyn(const LexedDeck& deck, ElementSpecs specs, Diagnostics& diagnostics);
// Makes nodes, joints, hinges, classes, loads and initial values from tables.chain.
void make_chain_tables(ElementSpecs specs, Tables& tables);
std::string write_segdyn(const Tables& tables);

// A canonical deck with parameters resolved; reading it gives the same tables. write_kabios() is
// for tables of a KABIOS deck, write_native() for any.
std::string write_kabios(const Tables& tables);
std::string write_kabios_tail(const Tables& tables);
std::string write_native(const Tables& tables);

// The deck in its own dialect.
std::string write_deck(const Tables& tables);
// The deck in the native dialect. Empty, with errors, if that is not possible.
std::string write_converted(Tables tables, Diagnostics& diagnostics);
// The deck of space with the motion of a native deck of the plane. Empty, with errors, if that is
// not possible. An angle that an element counts from the start needs its EREST, and each node its
// NodeRow::start.
std::string write_in_space(const Tables& native, ElementSpecs specs, Diagnostics& diagnostics);

// A commented deck to start from: "kabios", "native" or "segdyn". Empty for an unknown name.
std::string deck_template(std::string_view dialect);

}  // namespace mbs
