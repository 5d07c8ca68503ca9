#include "analysis/run.h"

#include "analysis/measure_run.h"

namespace mbs {

void finish_measures(MeasureRun* measures, const RunSettings& settings, RunOutput& out,
                     Outcome& outcome, Diagnostics& diagnostics) {
  out.finish_tables();
  if (!measures) return;
  const bool complete = outcome.status == ExitStatus::done;
  outcome.measures = measures->finish(complete);
  out.table(summary_table(measures->summary(), settings.digits));
  out.table(measure_table(outcome.measures, settings.digits));
  if (!settings.rerun) warn_of_notes(outcome.measures, diagnostics);
  if (settings.rerun || !complete) return;
  if (!has_required(outcome.measures, diagnostics)) outcome.status = ExitStatus::check_failed;
}

}  // namespace mbs
