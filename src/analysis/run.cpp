#include "analysis/run.h"

#include <fmt/format.h>

#include "analysis/certify.h"
#include "deck/dialects.h"
#include "deck/native_channels.h"
#include "elements/element.h"

namespace mbs {

namespace {

Tables read(const DeckInput& input, const RunSettings& settings, Diagnostics& diagnostics) {
  const LexedDeck lexed =
      lex({input.name, input.text, input.directory, input.overrides}, diagnostics);
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  Tables tables = read_deck(lexed, specs, settings.options, diagnostics);
  tables.name = input.name;
  return tables;
}

// ITERSTEP says how positions are iterated; --set goes before it. The tolerance is that of the
// equilibrium where there is one.
void apply_iterstep(const Tables& tables, Options& options, Diagnostics& diagnostics) {
  const Forces& forces = tables.forces;
  const Options defaults;
  const bool moves = tables.job == Job::kinematic || tables.job == Job::dynamic;
  if (forces.iterations > 0 && options.nrmax == defaults.nrmax) options.nrmax = forces.iterations;
  if (moves && forces.tolerance > 0 && options.feps == defaults.feps)
    options.feps = forces.tolerance;
  if (moves && forces.load_steps > 1)
    diagnostics.warning(forces.iterstep_where, "ITERSTEP",
                        fmt::format("{} load steps have no effect on a motion", forces.load_steps),
                        "they belong to STATIC");
}

}  // namespace

Outcome run_deck(const DeckInput& input, const RunSettings& given, TextSink& report, TextSink* csv,
                 Diagnostics& diagnostics) {
  const Tables tables = read(input, given, diagnostics);
  if (diagnostics.has_errors()) return {ExitStatus::deck_error, {}};
  if (given.cross_check && tables.dialect != Dialect::segdyn) {
    diagnostics.error({}, "--cross-check", "only the chain of a SEGDYN deck is solved in two ways");
    return {ExitStatus::deck_error, {}};
  }
  if (given.cross_check && !tables.forces.contacts.empty()) {
    diagnostics.error(tables.forces.contacts.front().where, "--cross-check",
                      "the matrix of a chain has no contacts", "leave out one of the two");
    return {ExitStatus::deck_error, {}};
  }
  const std::optional<Built> built = build_model(tables, diagnostics);
  if (!built) return {ExitStatus::deck_error, {}};
  RunSettings settings = given;
  apply_iterstep(tables, settings.options, diagnostics);
  const Outputs outputs{&report, csv, {}};
  if (settings.certify && !settings.check_only)
    return run_certified(tables, *built, settings, outputs, diagnostics);
  if (tables.job == Job::dynamic)
    return run_dynamic(tables, *built, settings, outputs, diagnostics);
  if (tables.job == Job::equilibrium)
    return run_equilibrium(tables, *built, settings, outputs, diagnostics);
  if (tables.job == Job::modes) return run_modes(tables, *built, settings, outputs, diagnostics);
  return run_kinematic(tables, *built, settings, outputs, diagnostics);
}

std::string echo_deck(const DeckInput& input, const RunSettings& settings,
                      Diagnostics& diagnostics) {
  const Tables tables = read(input, settings, diagnostics);
  if (diagnostics.has_errors()) return {};
  if (tables.dialect == Dialect::segdyn) return write_segdyn(tables);
  return tables.dialect == Dialect::kabios ? write_kabios(tables) : write_native(tables);
}

std::string convert_deck(const DeckInput& input, const RunSettings& settings,
                         Diagnostics& diagnostics) {
  Tables tables = read(input, settings, diagnostics);
  if (tables.dialect == Dialect::kabios) use_native_channels(tables, diagnostics);
  if (!diagnostics.has_errors() && chain_has_choice(tables.chain))
    diagnostics.error(
        {}, "deck", "a chain with a choice of its own has no native form",
        "UNKNOWN, ROW, PROJECT OFF, FORWARD, releases and known accelerations or joint "
        "forces have no words there");
  for (const LawRow& row : tables.forces.laws)
    if (row.of_chain)
      diagnostics.error(row.where, row.label, "it has no native form",
                        "a native law sees its own deformation or coordinate only");
  if (tables.dialect == Dialect::segdyn && !diagnostics.has_errors())
    for (const EventRow& row : tables.events)
      diagnostics.error(row.where, row.label, "it has no native form",
                        "native reports have other channels");
  return diagnostics.has_errors() ? "" : write_native(tables);
}

}  // namespace mbs
