#include "run/kinematic/row_measures.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "run/motion/dynamic_system.h"

namespace mbs {

namespace {

// In a stretch of time that is measured at once, no body turns by more than kMostTurn [rad]: the
// points of whole turns are all alike. No row is cut into more than kMostStretches.
constexpr double kMostTurn = 0.75, kMostStretches = 1e5;

}  // namespace

RowMeasures::RowMeasures(const Model& model, const Phase& phase, const Plan& plan,
                         MeasureRun& measures, KinematicSource& source, const State& before,
                         const State& row, Diagnostics& diagnostics)
    : model_(model),
      end_(plan.time.at(plan.time.count() - 1)),
      measures_(measures),
      source_(source),
      before_(before),
      row_(row),
      times_(model, phase, chosen_integrator(plan.method.integration, model, plan.units()),
             diagnostics),
      measured_(plan.time.start) {}

void RowMeasures::advance(double to, bool at_rest) {
  if (times_.any() && to > measured_) {
    times_.cuts(measured_, to, end_, cuts_);
    for (const double cut : cuts_) {
      advance_on_piece(cut, true);
      measures_.forget();
    }
  }
  advance_on_piece(to, at_rest);
}

void RowMeasures::advance_on_piece(double to, bool at_rest) {
  double fastest = 0;
  for (const int v : model_.turning)
    fastest = std::max({fastest, std::fabs(before_.v[v]), std::fabs(row_.v[v])});
  const double from = std::exchange(measured_, to),
               count = std::ceil(std::min(fastest * (to - from) / kMostTurn, kMostStretches));
  for (double k = 1; k < count; ++k)
    measures_.advance(from + (to - from) * k / count, true, source_);
  measures_.advance(to, at_rest, source_);
}

}  // namespace mbs
