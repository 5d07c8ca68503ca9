#include <fmt/format.h>

#include "deck/kabios/space_words.h"
#include "deck/lines/dialects.h"
#include "deck/records/muscle_records.h"
#include "deck/records/subject_records.h"
#include "deck/tables/tables.h"
#include "deck/write/native_channels.h"
#include "text/units.h"

namespace mbs {

namespace {

// The UNITS line of the written deck: its coherent units, so that reading gives the same numbers
// again.
std::string units_line(const Tables& tables) {
  const UnitSystem& units = tables.units();
  return units.given ? fmt::format("UNITS {}\n", units.line()) : "";
}

}  // namespace

std::string write_deck(const Tables& tables) {
  const std::string units = units_line(tables);
  if (tables.kabios.space) return units + write_kabios_space(tables);
  if (tables.dialect == Dialect::native) return units + write_native(tables);
  if (tables.dialect == Dialect::kabios) return units + write_kabios(tables);
  std::string out = write_segdyn(tables);
  return out.insert(out.find('\n') + 1, units);
}

std::string write_converted(Tables tables, Diagnostics& diagnostics) {
  if (tables.dialect != Dialect::native) use_native_subject(tables);
  if (tables.dialect == Dialect::kabios) use_native_channels(tables, diagnostics);
  if (tables.kabios.space) use_native_names_of_space(tables, diagnostics);
  if (!diagnostics.has_errors() && chain_has_choice(tables.chain))
    diagnostics.error(
        {}, "deck", "a chain with a choice of its own has no native form",
        "UNKNOWN, ROW, PROJECT OFF, FORWARD, releases and known accelerations or joint "
        "forces have no words there");
  if (tables.dialect == Dialect::segdyn && !diagnostics.has_errors()) {
    use_native_inputs(tables, diagnostics);
    use_native_chain_channels(tables, diagnostics);
    std::erase_if(tables.events, is_onset);  // onsets are not lines of the deck
    for (const EventRow& row : tables.events)
      diagnostics.error(row.where, row.label, "it has no native form",
                        "its actions are words of chains");
  }
  return diagnostics.has_errors() ? "" : units_line(tables) + write_native(tables);
}

}  // namespace mbs
