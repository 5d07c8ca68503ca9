#include "deck/records/reading.h"

#include <fmt/format.h>

#include "deck/help/keywords.h"
#include "deck/lines/lexer.h"
#include "deck/records/ode_records.h"
#include "deck/records/run_records.h"
#include "deck/tables/component_unit.h"
#include "deck/tables/tables.h"
#include "nodes/node_type.h"
#include "text/names.h"

namespace mbs {

bool Once::operator()(RecordReader& in, SourceLocation where, const std::string& key,
                      std::string_view what) {
  const auto [it, is_new] = first_.emplace(key, where);
  if (!is_new)
    in.fail(where, what.empty() ? "given twice" : fmt::format("{} is given twice", what),
            fmt::format("the first is in {}", line_text(it->second, where, diagnostics_)));
  return is_new;
}

void Reading::begin(const Record& next, std::string name) {
  record = &next;
  where = next.where;
  label = std::move(name);
}

bool Reading::first(RecordReader& in, const std::string& key, std::string_view what) {
  in.finish();
  if (what.empty() && key != label) what = key;
  return in.ok() && once(in, where, key, what);
}

bool read_earth(RecordReader& in, Reading& r) {
  if (in.peek_word() != "EARTH") return false;
  in.skip();
  const double g = in_units(9.81, rate_of(unit::metre, 2), r.deck.parameters.units());
  if (r.first(in)) r.tables.forces.gravity = {0, -g};
  return true;
}

void read_redundant(RecordReader& in, Reading& r) {
  take_word(in, "way", {"LEAST"}, "is no way to share stresses", "expected LEAST");
  double length = 0;
  if (in.ok() && !in.at_end()) {
    take_word(in, "word", {"LENGTH"}, "has no meaning here", "expected LENGTH l, or nothing");
    if (in.ok()) in.say_unit("l", unit::metre), length = read_positive(in, "l");
  }
  in.finish();
  if (!r.first(in)) return;
  Method& method = r.tables.method;
  method.least_shares = true;
  method.least_length = length;
  method.redundant_where = r.where;
}

void read_gravity(RecordReader& in, Reading& r) {
  if (read_earth(in, r)) return;
  const double gx = in.number("gx"), gy = in.number("gy");
  if (r.first(in)) r.tables.forces.gravity = {gx, gy};
}

namespace {

constexpr long long kMostDyads = 1'000'000;

// Reads INTEG; in native decks ERROR may give the tolerances in a line of its own.
void shared_integration(RecordReader& in, Reading& r) {
  IntegrationRow row;
  row.where = r.where;
  read_integration(in, row);
  if (!r.first(in)) return;
  IntegrationRow& known = r.tables.method.integration;
  if (row.abs > 0 && known.abs > 0)
    return in.fail(r.where, "ERROR gives the tolerances already", "expected them once");
  if (row.abs == 0) row.abs = known.abs, row.rel = known.rel;
  known = row;
}

void shared_form(RecordReader& in, Reading& r) {
  Form chosen = Form::automatic;
  read_form(in, chosen);
  if (r.first(in)) r.tables.method.form = chosen;
}

void shared_limits(RecordReader& in, Reading& r) {
  LimitRow row;
  row.where = r.where;
  read_limits(in, row);
  if (r.first(in)) r.tables.limits = row;
}

// ASSEMBLE k MIRRORED
void shared_assembly(RecordReader& in, Reading& r) {
  AssembleRow row;
  row.dyad = static_cast<int>(in.integer("dyad k", 1, kMostDyads, "the number of a dyad"));
  row.label = fmt::format("ASSEMBLE {}", row.dyad);
  row.where = r.where;
  if (in.ok()) take_word(in, "way", {"MIRRORED"}, "is no way to assemble", "expected MIRRORED");
  if (r.first(in, row.label)) r.tables.mirrored.push_back(std::move(row));
}

// ITERSTEP
void shared_iteration(RecordReader& in, Reading& r) {
  const auto iterations = static_cast<int>(in.integer("number of iterations", 1, 1000, "a number"));
  const auto is_over = [&in] { return in.at_end() || in.peek_word() == "ARC"; };
  const int steps =
      is_over() ? 1 : static_cast<int>(in.integer("number of load steps", 1, 1000000, "a number"));
  // The bounds lie between rounding and a residual that is no equilibrium.
  const double tolerance = is_over() ? 0 : read_within(in, "tolerance", 1e-15, 1e-2);
  const bool follows =
      !in.at_end() &&
      !take_word(in, "way", {"ARC"}, "is no way to add loads", "expected ARC, or nothing").empty();
  if (!r.first(in)) return;
  Method& method = r.tables.method;
  method.iterations = iterations;
  method.load_steps = steps;
  method.follows_path = follows;
  method.tolerance = tolerance;
  method.iterstep_where = r.where;
}

// STATIC. With EIGEN, in any order: modes about the equilibrium.
void shared_equilibrium(RecordReader& in, Reading& r) {
  if (!r.first(in)) return;
  if (r.tables.job == Job::modes)
    r.tables.method.equilibrium_first = true;
  else
    r.tables.job = Job::equilibrium;
}

// EIGEN
void shared_modes(RecordReader& in, Reading& r) {
  const int count =
      in.at_end() ? 0 : static_cast<int>(in.integer("number of modes", 1, 100000, "a number"));
  if (!r.first(in)) return;
  r.tables.method.equilibrium_first = r.tables.job == Job::equilibrium;
  r.tables.method.modes = count;
  r.tables.job = Job::modes;
}

void shared_ode(RecordReader& in, Reading& r) {
  OdeRow row;
  row.where = r.where;
  if (!read_ode(in, r.deck.parameters, row)) return;
  r.tables.named.insert(lower_case(row.name));
  r.tables.odes.push_back(std::move(row));
}

void shared_event(RecordReader& in, Reading& r) {
  r.events.push_back(r.record);
  while (!in.at_end()) in.skip();
}

void shared_muscle(RecordReader& in, Reading& r) { read_muscle(in, r.where, r.take_arm, r.tables); }

void shared_muscle_start(RecordReader& in, Reading& r) {
  auto row = read_muscle_start(in, r.where, r.take_arm);
  r.tables.muscle_start.given = true;  // onsets need nothing more where it is wrong
  if (row && r.first(in, "MUSCLESTART")) r.tables.muscle_start = std::move(*row);
}

void shared_static_opt(RecordReader& in, Reading& r) {
  auto row = read_static_opt(in, r.where, r.take_arm);
  r.tables.static_opt.given = true;
  if (row && r.first(in, "STATICOPT")) r.tables.static_opt = std::move(*row);
}

}  // namespace

namespace shared {
const SharedKeyword integ{"INTEG", "method h, or method [abs rel [hmax]]", shared_integration};
const SharedKeyword form{"FORM", "REDUCED, FULL or AUTO", shared_form};
const SharedKeyword limit{"LIMIT", "[TIME s] [STEPS n] [EVENTS n]", shared_limits};
const SharedKeyword assemble{"ASSEMBLE", "k MIRRORED", shared_assembly};
const SharedKeyword iterstep{"ITERSTEP", "iterations [load steps [tolerance]] [ARC]",
                             shared_iteration};
const SharedKeyword equilibrium{"STATIC", "", shared_equilibrium};
const SharedKeyword eigen{"EIGEN", "[modes]", shared_modes};
const SharedKeyword ode{"ODE", kOdeFields, shared_ode};
const SharedKeyword event{"EVENT", kEventFields, shared_event};
const SharedKeyword muscle{"MUSCLE", kMuscleFields, shared_muscle};
const SharedKeyword muscle_start{"MUSCLESTART", kMuscleStartFields, shared_muscle_start};
const SharedKeyword static_opt{"STATICOPT", kStaticOptFields, shared_static_opt};
}  // namespace shared

void read_events(Reading& r, const TakeTargets& take_any, void (*adapt)(const Tables&, EventRow&)) {
  // The numbers of PRESCRIBE behind a target have the unit of the target.
  const TakeTargets take = [&](RecordReader& in, TargetCount count,
                               std::vector<EventTarget>& targets) {
    take_any(in, count, targets);
    if (count != TargetCount::one_and_numbers || !in.ok() || targets.size() != 1) return;
    const EventTarget& t = targets.front();
    const Unit unit = component_unit(r.tables, t.target, t.owner, t.component);
    in.say_unit("velocity", rate_of(unit));
    in.say_unit("acceleration", rate_of(unit, 2));
  };
  for (const Record* record : r.events) {
    r.begin(*record, "EVENT");
    RecordReader in(*record, r.label, r.diagnostics, 1);
    EventRow row;
    if (!read_event(in, *record, r.deck.parameters, r.diagnostics, take, row)) continue;
    if (adapt) adapt(r.tables, row);
    if (r.first(in, upper_case(row.label), row.label)) r.tables.events.push_back(std::move(row));
  }
}

}  // namespace mbs
