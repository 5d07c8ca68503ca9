#include "analysis/run.h"

#include "analysis/certify.h"
#include "deck/dialects.h"
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

}  // namespace

Outcome run_deck(const DeckInput& input, const RunSettings& settings, TextSink& report,
                 TextSink* csv, Diagnostics& diagnostics) {
  const Tables tables = read(input, settings, diagnostics);
  if (diagnostics.has_errors()) return {ExitStatus::deck_error, {}};
  const std::optional<Built> built = build_model(tables, diagnostics);
  if (!built) return {ExitStatus::deck_error, {}};
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
  const Tables tables = read(input, settings, diagnostics);
  for (const LawRow& row : tables.forces.laws)
    if (row.of_chain)
      diagnostics.error(row.where, row.label, "it has no native form",
                        "a native law sees its own deformation or coordinate only");
  return diagnostics.has_errors() ? "" : write_native(tables);
}

}  // namespace mbs
