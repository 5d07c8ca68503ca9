#include "deck/line_reader.h"

#include <fmt/format.h>

#include "deck/ode_records.h"
#include "deck/run_records.h"

namespace mbs {

bool Once::operator()(RecordReader& in, SourceLocation where, const std::string& key,
                      std::string_view what) {
  const auto [it, is_new] = first_.emplace(key, where);
  if (!is_new)
    in.fail(where, what.empty() ? "given twice" : fmt::format("{} is given twice", what),
            fmt::format("the first is in {}", line_text(it->second, where, diagnostics_)));
  return is_new;
}

void LineReader::begin(const Record& record, std::string label) {
  record_ = &record;
  where_ = record.where;
  label_ = std::move(label);
}

bool LineReader::first(RecordReader& in, const std::string& key, std::string_view what) {
  in.finish();
  if (what.empty() && key != label_) what = key;
  return in.ok() && once_(in, where_, key, what);
}

void LineReader::gravity(RecordReader& in) {
  const double gx = in.number("gx"), gy = in.number("gy");
  if (first(in)) tables_.forces.gravity = {gx, gy};
}

// The tolerances may stand in a line of their own, ERROR of native decks.
void LineReader::integration(RecordReader& in) {
  IntegrationRow row;
  row.where = where_;
  read_integration(in, row);
  if (!first(in)) return;
  IntegrationRow& known = tables_.method.integration;
  if (row.abs > 0 && known.abs > 0)
    return in.fail(where_, "ERROR gives the tolerances already", "expected them once");
  if (row.abs == 0) row.abs = known.abs, row.rel = known.rel;
  known = row;
}

void LineReader::form(RecordReader& in) {
  Form chosen = Form::automatic;
  read_form(in, chosen);
  if (first(in)) tables_.method.form = chosen;
}

void LineReader::limits(RecordReader& in) {
  LimitRow row;
  row.where = where_;
  read_limits(in, row);
  if (first(in)) tables_.limits = row;
}

// ITERSTEP
void LineReader::iteration(RecordReader& in) {
  const auto iterations = static_cast<int>(in.integer("number of iterations", 1, 1000, "a number"));
  const int steps =
      in.at_end() ? 1
                  : static_cast<int>(in.integer("number of load steps", 1, 1000000, "a number"));
  // Between rounding and what is no equilibrium any more.
  const double tolerance = in.at_end() ? 0 : read_within(in, "tolerance", 1e-15, 1e-2);
  if (!first(in)) return;
  Method& method = tables_.method;
  method.iterations = iterations;
  method.load_steps = steps;
  method.tolerance = tolerance;
  method.iterstep_where = where_;
}

// STATIC with EIGEN: modes about the equilibrium, in whatever order they stand.
void LineReader::equilibrium(RecordReader& in) {
  if (!first(in)) return;
  if (tables_.job == Job::modes)
    tables_.method.equilibrium_first = true;
  else
    tables_.job = Job::equilibrium;
}

// EIGEN
void LineReader::modes(RecordReader& in) {
  const int count =
      in.at_end() ? 0 : static_cast<int>(in.integer("number of modes", 1, 100000, "a number"));
  if (!first(in)) return;
  tables_.method.equilibrium_first = tables_.job == Job::equilibrium;
  tables_.method.modes = count;
  tables_.job = Job::modes;
}

void LineReader::ode(RecordReader& in) {
  OdeRow row;
  row.where = where_;
  if (read_ode(in, deck_.parameters, row)) tables_.odes.push_back(std::move(row));
}

void LineReader::event(RecordReader& in) {
  events_.push_back(record_);
  while (!in.at_end()) in.skip();
}

void LineReader::read_events(const TakeTargets& take, const std::function<void(EventRow&)>& adapt) {
  for (const Record* record : events_) {
    begin(*record, "EVENT");
    RecordReader in(*record, label_, diagnostics_, 1);
    EventRow row;
    if (!read_event(in, *record, deck_.parameters, diagnostics_, take, row)) continue;
    if (adapt) adapt(row);
    if (first(in, upper_case(row.label), row.label)) tables_.events.push_back(std::move(row));
  }
}

}  // namespace mbs
