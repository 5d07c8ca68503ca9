// Records of the dynamics block that say how to run: report times, method, tolerances, form, job.
#include <fmt/format.h>

#include <cmath>

#include "deck/native/native.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

// TIMESTEP and TIMES both give the report times: a deck has one of them, once.
bool only_time(RecordReader& in, NativeReading& r) {
  r.has_time = true;
  return r.first(in, "time", "the time grid (TIMESTEP or TIMES)");
}

void native_time_step(RecordReader& in, NativeReading& r) {
  const double duration = read_positive(in, "T");
  const auto steps = static_cast<double>(in.integer("N", 1, kMostReportSteps, "a number of steps"));
  const double start = in.at_end() ? 0 : in.number("T0");
  in.finish();
  const TimeGrid grid{start, start + duration, duration / steps, r.where};
  const bool resolved = grid.at(1) > grid.start && std::isfinite(grid.end);
  if (in.ok() && !(resolved && grid.count() == static_cast<long long>(steps) + 1))
    in.fail(r.where, fmt::format("T = {} in {} steps is lost in rounding", duration, steps),
            "expected steps that can be told from each other");
  if (only_time(in, r)) r.tables.time = grid;
}

void native_times(RecordReader& in, NativeReading& r) {
  TimeGrid grid;
  grid.where = r.where;
  read_times(in, grid);
  if (only_time(in, r)) r.tables.time = grid;
}

void native_tolerances(RecordReader& in, NativeReading& r) {
  IntegrationRow row = r.tables.method.integration;
  read_tolerances(in, row);
  if (!r.first(in)) return;
  if (r.tables.method.integration.abs > 0)
    return in.fail(r.where, "INTEG gives the tolerances already", "expected them once");
  r.tables.method.integration = row;
  if (row.where.line == 0) r.tables.method.integration.where = r.where;
}

void native_outlevel(RecordReader& in, NativeReading& r) {
  const auto level = static_cast<int>(in.integer("level n", 0, 9, "a level"));
  if (!in.at_end()) in.integer("level m", 0, 9, "a level");  // level of SPACAR's binary file
  if (r.first(in)) r.tables.method.outlevel = level;
}

void native_freedoms(RecordReader& in, NativeReading& r) {
  const SourceLocation at = in.here();
  const std::string word = in.word("choice", "expected AUTO");
  if (in.ok() && word != "AUTO")
    return in.fail(at, fmt::format("'{}' is no choice", word), "expected AUTO");
  if (r.first(in)) r.tables.method.choose_freedoms = true;
}

void native_form(RecordReader& in, NativeReading& r) {
  shared::form.read(in, r);
  r.dynamic = true;
}

}  // namespace

NativeKeywords native_run_keywords() {
  static const Keyword<NativeReading> kKeywords[] = {
      {"TIMESTEP", "T N [T0]", native_time_step},
      {"TIMES", "T0 TE DT", native_times},
      {"ERROR", "abs rel", native_tolerances},
      shared::integ,
      shared::iterstep,
      {"OUTLEVEL", "level [m]", native_outlevel},
      shared::limit,
      shared::assemble,
      {shared::form.name, shared::form.fields, native_form},
      {"DOF", "AUTO", native_freedoms},
      {"REDUNDANT", "LEAST [LENGTH l]", as<read_redundant>},
      shared::equilibrium,
      shared::eigen,
  };
  return kKeywords;
}

bool says_dynamics(const Tables& t) {
  const Forces& f = t.forces;
  return !f.masses.empty() || !f.stresses.empty() || !f.laws.empty() || !f.loads.empty() ||
         !f.dampers.empty() || !f.point_forces.empty() || !f.measured_forces.empty() ||
         !f.space_loads.empty() || !f.net_joints.empty() || !t.starts.empty() ||
         !t.contacts.empty() || !t.frictions.empty() || !t.muscles.empty() ||
         !t.shared_muscles.empty() || f.gravity[0] != 0 || f.gravity[1] != 0 || f.gravity[2] != 0 ||
         (t.method.integration.given && t.odes.empty()) || t.method.form != Form::automatic ||
         t.method.choose_freedoms;
}

}  // namespace mbs
