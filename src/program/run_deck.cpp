#include "program/run_deck.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "build/build.h"
#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "deck/lines/required_version.h"
#include "elements/element.h"
#include "program/checks.h"
#include "program/doubt.h"
#include "program/doubts.h"
#include "program/dyads.h"
#include "program/report_head.h"
#include "program/start_references.h"
#include "run/certify/certify.h"
#include "run/frame/limits.h"
#include "run/frame/scale.h"
#include "run/motion/dynamic_system.h"
#include "run/motion/start.h"
#include "run/rest/shape_at_rest.h"
#include "run/strides/stride_run.h"
#include "solve/place/placement.h"

namespace mbs {

namespace {

constexpr const char* kConverted = "the converted deck";

DeckInput converted(const std::string& text, const DeckInput& from) {
  DeckInput out{kConverted, text, from.directory};
  out.files = from.files;
  return out;
}

// Where they are given: `required` becomes the line REQUIRES of the deck, or empty, `included` the
// files of its INCLUDE lines.
Tables read(const DeckInput& input, const RunSettings& settings, Diagnostics& diagnostics,
            std::string* required = nullptr, std::vector<DeckPart>* included = nullptr) {
  const LexedDeck lexed = lex(input, diagnostics);
  if (required) *required = requires_line(lexed);
  if (included) *included = lexed.included;
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  Tables tables = read_deck(lexed, specs, settings.options, diagnostics);
  tables.name = input.name;
  if (!settings.of_study && !tables.sweeps.empty())
    diagnostics.warning(tables.sweeps.front().where, tables.sweeps.front().label,
                        "this run has the value of PARAM alone",
                        "mbsim sweep makes the runs of SWEEP lines");
  return tables;
}

// What was measured beside the motion of MARKERS is no part of a written deck, which has tables of
// the motion.
void warn_of_recorded(const Tables& tables, const char* option, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const RecordedRow& row : tables.recorded) names.push_back(row.name);
  if (!names.empty())
    diagnostics.warning({}, option,
                        fmt::format("the deck written has no markers any more, and so no {}",
                                    fmt::join(names, ", ")),
                        "the run of this deck has them");
}

// Takes the iteration of positions from ITERSTEP; --set overrides it. In a static run its tolerance
// is that of the equilibrium.
void apply_iterstep(const Tables& tables, Options& options, Diagnostics& diagnostics) {
  const Method& method = tables.method;
  const Options defaults;
  const bool moves = tables.job == Job::kinematic || tables.job == Job::dynamic;
  if (method.iterations > 0 && options.nrmax == defaults.nrmax) options.nrmax = method.iterations;
  if (moves && method.tolerance > 0 && options.feps == defaults.feps)
    options.feps = method.tolerance;
  if (moves && method.follows_path)
    diagnostics.warning(method.iterstep_where, "ITERSTEP", "ARC has no effect on a motion",
                        "it belongs to STATIC");
  else if (moves && method.load_steps > 1)
    diagnostics.warning(method.iterstep_where, "ITERSTEP",
                        fmt::format("{} load steps have no effect on a motion", method.load_steps),
                        "they belong to STATIC");
}

// A choice of knowns has no reduced form: the second way of its cross-check is the matrix of a
// chain.
void check_cross_check(const Tables& tables, Diagnostics& diagnostics) {
  if (tables.job != Job::dynamic) {
    diagnostics.error({}, "--cross-check", "only a dynamic run is solved in two ways");
    return;
  }
  if (!tables.choice.present) return;
  const Chain& chain = tables.chain;
  if (!tables.contacts.empty())
    diagnostics.error(tables.contacts.front().where, "--cross-check",
                      "the matrix of a chain has no contacts", "leave out one of the two");
  else if (chain.has_springs())
    diagnostics.error(!chain.springs.empty()  ? chain.springs.front().where
                      : !chain.beams.empty()  ? chain.beams.front().where
                      : !chain.drives.empty() ? chain.drives.front().where
                                              : chain.paths.front().where,
                      "--cross-check",
                      "the matrix of a chain has no springs, beams, paths and driven joints",
                      "leave out one of the two");
}

// Whether a run accepts the deck. If not, `diagnostics` get the errors of the run. A run that does
// not reach its first row is accepted.
bool runs(const Tables& tables, const RunSettings& settings, Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) return false;
  RunSettings check = settings;
  check.check_only = true;
  Diagnostics found = diagnostics;
  const std::optional<PreparedRun> prepared = prepare_run(tables, check, found);
  if (prepared && run(*prepared, {}, found).status != ExitStatus::deck_error) return true;
  diagnostics = std::move(found);
  return false;
}

// Checks that a run accepts the converted deck, too: a name that is free in one dialect may have a
// meaning in the other.
void check_converted(const std::string& text, const DeckInput& input, const RunSettings& settings,
                     Diagnostics& diagnostics) {
  Diagnostics of_native;
  const Tables native = read(converted(text, input), settings, of_native);
  if (runs(native, settings, of_native)) return;
  for (const Diagnostic& found : of_native.list())
    if (found.severity == Severity::error)
      return diagnostics.error(
          {}, "--convert",
          fmt::format("as a native deck it would be wrong: {}: {}", found.record, found.problem),
          found.expected);
}

// An angle or a relation that an element of the plane counts from the start is counted from the X
// lines in space: EREST keeps the difference.
void keep_references_at_start(const Model& model, Tables& tables) {
  for (std::size_t k = 0; k < model.elements.size(); ++k) {
    const ElementRange& range = model.elements[k];
    const int counted = range.type->from_start;
    const RecordSpec& spec = range.type->spec;
    if (counted < 0 || (spec.deformations[at(counted)].unit != unit::radian && !spec.is_linear))
      continue;
    std::vector<RestRow>& rests = tables.forces.rests;
    if (std::any_of(rests.begin(), rests.end(),
                    [k](const RestRow& row) { return row.element == static_cast<int>(k); }))
      continue;
    for (const ElementBatch& batch : model.batches) {
      const int row =
          batch.type == range.type ? (range.first - batch.first_deformation) / range.type->ne : -1;
      if (row < 0 || row >= batch.count) continue;
      RestRow rest;
      rest.element = static_cast<int>(k);
      rest.values.assign(at(counted) + 1, 0.0);
      rest.values.back() =
          batch.parameters[at((row + 1) * range.type->np - range.type->ne + counted)];
      rest.label = tables.elements[k].label;
      rest.where = tables.elements[k].where;
      rests.push_back(std::move(rest));
    }
  }
}

// Notes the first coordinate of each node at the start: of an angle the angle.
void note_starts(const PreparedRun& of, Tables& tables) {
  const Model& model = of.built.model;
  const State drawn = state_at_rest(model, of.tables.time.start);
  State state = drawn;
  if (!Placement(model, of.built.phase, of.settings.options, true).start(state).ok()) state = drawn;
  for (std::size_t k = 0; k < tables.nodes.size(); ++k)
    tables.nodes[k].start = state.x[at(model.nodes[k].first)];
}

bool is_unassembled(const Diagnostics& diagnostics) {
  const auto& all = diagnostics.list();
  return std::any_of(all.begin(), all.end(), [](const Diagnostic& one) {
    return one.problem.find("cannot be assembled") != std::string::npos;
  });
}

void say_no_memory(const char* what, Diagnostics& diagnostics) {
  diagnostics.error({}, "run", "no memory is left", what);
}

// Shows the rows of the run to `doubts`, and their doubts to the report. All must outlive the run.
void look_at_rows(RowDoubts& doubts, std::vector<std::string_view> lines,
                  const Diagnostics& diagnostics, Outputs& outputs) {
  outputs.layout = [&doubts, given = outputs.layout](const Layout& layout, Diagnostics& found) {
    doubts.begin(layout);
    if (given) given(layout, found);
  };
  outputs.rows = [&doubts, given = outputs.rows](double t, ConstVector values) {
    doubts.row(t, values);
    if (given) given(t, values);
  };
  outputs.doubts = [&doubts, &diagnostics, lines = std::move(lines)] {
    std::string out;
    for (const Doubt& doubt : doubts.found())
      if (!is_meant(doubt.where, lines, diagnostics))
        out += fmt::format("warning: {}: {}\n", doubt.label, doubt.problem);
    return out;
  };
}

}  // namespace

std::optional<PreparedRun> prepare_run(const DeckInput& input, const RunSettings& given,
                                       Diagnostics& diagnostics) try {
  std::vector<DeckPart> included;
  Tables tables = read(input, given, diagnostics, nullptr, &included);
  if (diagnostics.has_errors()) return std::nullopt;
  std::optional<PreparedRun> out = prepare_run(std::move(tables), given, diagnostics);
  if (out) warn_of_doubts(input.text, included, out->tables, out->built, diagnostics);
  if (out) out->text = input.text;
  return out;
} catch (const std::bad_alloc&) {
  say_no_memory("the deck is too large for what there is", diagnostics);
  return std::nullopt;
}

std::optional<PreparedRun> prepare_run(Tables tables, const RunSettings& given,
                                       Diagnostics& diagnostics) {
  if (given.cross_check) check_cross_check(tables, diagnostics);
  check_space(tables, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  std::optional<Built> built = build_model(tables, diagnostics);
  if (!built) return std::nullopt;
  if (given.tightest > 0) {
    IntegrationRow& row = tables.method.integration;
    const IntegratorSettings chosen = chosen_integrator(row, built->model, tables.units());
    row.abs = std::min(chosen.abs, given.tightest);
    row.rel = std::min(chosen.rel, given.tightest);
  }
  if (!std::isfinite(total_mass(built->model))) {
    diagnostics.error(
        tables.forces.masses.empty() ? SourceLocation{} : tables.forces.masses.front().where,
        "deck", "the total mass is larger than a number can be",
        "look at the masses; SI units are kg and m");
    return std::nullopt;
  }
  check_tables(tables, built->model, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  RunSettings settings = given;
  time_limit(tables.limits, settings);  // for STATIC and EIGEN, which do not check the clock
  apply_iterstep(tables, settings.options, diagnostics);
  if (settings.digits == 0 && tables.vocabulary.suited_digits) settings.digits = kSuitedDigits;
  if (!tables.mirrored.empty()) {
    assemble_mirrored(tables, settings.options, built, diagnostics);
    if (!built || diagnostics.has_errors()) return std::nullopt;
  }
  std::string references =
      take_references_at_start(tables, settings.options, *built,
                               tables.vocabulary.rows == RowsOf::nodes ? &diagnostics : nullptr);
  warn_of_wound_springs(tables, *built, diagnostics);
  references += describe_dependent_joints(tables, *built);
  references += shed_redundant_joints(tables, *built, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  let_shape_stand_still(tables, settings.options, *built);
  return PreparedRun{std::move(tables), std::move(*built), std::move(settings),
                     std::move(references)};
}

Outcome run(const PreparedRun& prepared, const Outputs& wanted, Diagnostics& diagnostics) {
  const Tables& tables = prepared.tables;
  const Built& built = prepared.built;
  const RunSettings& settings = prepared.settings;
  const Plan& plan = tables;
  Outputs outputs = wanted;
  outputs.head = [&prepared](const Built& of) {
    const Options& options = prepared.settings.options;
    std::string head = describe_model(prepared.tables, of, options) + prepared.references;
    if (prepared.settings.check_only)
      head += describe_dyads(prepared.tables, prepared.built, options);
    return head;
  };
  RowDoubts doubts(tables, built.model);
  if (doubts.any()) look_at_rows(doubts, lines_of(prepared.text), diagnostics, outputs);
  Outcome outcome{ExitStatus::solution_failed, {}};
  try {
    const Analysis plain = [&built](const Plan& of, const RunSettings& with, const Outputs& to,
                                    Diagnostics& messages) {
      return (of.job == Job::dynamic       ? run_dynamic
              : of.job == Job::equilibrium ? run_equilibrium
              : of.job == Job::modes       ? run_modes
                                           : run_kinematic)(of, built, with, to, messages);
    };
    const Analysis certified = [&built](const Plan& of, const RunSettings& with, const Outputs& to,
                                        Diagnostics& messages) {
      return run_certified(of, built, with, to, messages);
    };
    const Analysis& whole = settings.certify ? certified : plain;
    outcome = plan.marks.empty() && plan.strides.empty()
                  ? whole(plan, settings, outputs, diagnostics)
                  : run_with_strides(plan, settings, outputs, diagnostics, plain, whole);
  } catch (const std::bad_alloc&) {  // rows made so far are in the outputs
    say_no_memory("what has been computed is written", diagnostics);
  }
  if (std::vector<Doubt> found = doubts.found(); !found.empty()) {
    const std::vector<std::string_view> lines = lines_of(prepared.text);
    for (Doubt& doubt : found) warn_of(std::move(doubt), lines, diagnostics);
  }
  if (outcome.status == ExitStatus::solution_failed && is_unassembled(diagnostics))
    warn_of_open_dyads(tables, built, settings.options, diagnostics);
  warn_of(outcome.verdict, settings.strict, diagnostics);
  if (settings.strict && outcome.verdict.bad() && outcome.status == ExitStatus::done)
    outcome.status = ExitStatus::check_failed;
  return outcome;
}

Outcome run_deck(const DeckInput& input, const RunSettings& settings, TextSink& report,
                 TextSink* csv, Diagnostics& diagnostics) {
  const std::optional<PreparedRun> prepared = prepare_run(input, settings, diagnostics);
  if (!prepared) return {ExitStatus::deck_error, {}};
  return run(*prepared, {&report, csv, {}, {}}, diagnostics);
}

std::string echo_deck(const DeckInput& input, const RunSettings& settings,
                      Diagnostics& diagnostics) {
  std::string required;
  const Tables tables = read(input, settings, diagnostics, &required);
  if (!runs(tables, settings, diagnostics)) return {};
  warn_of_recorded(tables, "--echo", diagnostics);
  return required + write_deck(tables);
}

std::string convert_deck(const DeckInput& input, const RunSettings& settings,
                         Diagnostics& diagnostics) {
  std::string required;
  Tables tables = read(input, settings, diagnostics, &required);
  if (!runs(tables, settings, diagnostics)) return {};
  warn_of_recorded(tables, "--convert", diagnostics);
  const std::string out = required + write_converted(std::move(tables), diagnostics);
  if (!diagnostics.has_errors()) check_converted(out, input, settings, diagnostics);
  return diagnostics.has_errors() ? "" : out;
}

std::string convert_deck_to_space(const DeckInput& input, const RunSettings& settings,
                                  Diagnostics& diagnostics) {
  std::string required;
  Tables tables = read(input, settings, diagnostics, &required);
  if (!runs(tables, settings, diagnostics)) return {};
  if (tables.vocabulary.rows != RowsOf::nodes) {
    const std::string native = write_converted(std::move(tables), diagnostics);
    if (diagnostics.has_errors()) return {};
    tables = read(converted(native, input), settings, diagnostics);
    tables.name = input.name;
  }
  const std::optional<PreparedRun> prepared = prepare_run(tables, settings, diagnostics);
  if (!prepared || diagnostics.has_errors()) return {};
  keep_references_at_start(prepared->built.model, tables);
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  note_starts(*prepared, tables);
  const std::string out = required + write_in_space(tables, specs, diagnostics);
  if (!diagnostics.has_errors()) check_converted(out, input, settings, diagnostics);
  return diagnostics.has_errors() ? "" : out;
}

}  // namespace mbs
