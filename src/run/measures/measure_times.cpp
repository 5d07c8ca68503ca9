#include <algorithm>
#include <utility>

#include "run/measures/measure_run.h"
#include "text/expression_origin.h"
#include "text/time_function.h"

namespace mbs {

namespace {

// Pieces of a part of an expression are ignored if their integral is below kMeasuredIntegral times
// the size of the part over the whole run.
constexpr double kMeasuredIntegral = 1e-14;

}  // namespace

MeasureTimes::MeasureTimes(const MeasureFunctions& measured, const Layout& layout, int parameters,
                           double end, Diagnostics& diagnostics)
    : live_(parameters), end_(end), diagnostics_(diagnostics) {
  std::vector<char> read(live_ + 1 + layout.channels.size(), 0);
  const auto note = [&](const Expression& expression) {
    for (const int slot : expression.slots()) read[slot] = 1;
  };
  for (const MeasuredFunction& f : measured.functions) {
    if (!f.expression || f.row->reduction == Reduction::formula) continue;
    note(*f.expression);
    add(*f.expression, f.row->label);
  }
  for (auto out = layout.outs.rbegin(); out != layout.outs.rend(); ++out) {
    if (!read[live_ + 1 + out->channel]) continue;
    note(out->expression);
    add(out->expression, "OUT " + layout.name(out->channel));
  }
}

void MeasureTimes::add(const Expression& expression, const std::string& name) {
  for (Expression& part : expression.time_parts(live_, live_))
    parts_.push_back({std::move(part), {name, origin_of(expression).where}});
}

void MeasureTimes::begin(double from, ConstVector parameters) {
  parameters_.assign(parameters.begin(), parameters.end());
  ahead_.clear();
  for (const Part& part : parts_)
    ahead_.emplace_back(TimePieces(TimeFunction(part.expression, parameters_), TimeUse::force, from,
                                   end_, kMeasuredIntegral));
}

bool MeasureTimes::cut(double from, double to, ConstVector parameters, std::vector<double>& out) {
  if (parts_.empty()) return false;
  if (ahead_.empty() || !std::equal(parameters.begin(), parameters.end(), parameters_.begin()))
    begin(from, parameters);
  bool passed = false;
  const auto add = [&](double t) {
    if (t > from && t < to) out.push_back(t);
  };
  for (std::size_t s = 0; s < ahead_.size(); ++s) {
    PiecesAhead& ahead = ahead_[s];
    const TimePiece* piece = nullptr;
    while ((piece = ahead.at(0)) && piece->to <= from) {
      if (piece->end != TimePiece::End::plain) {
        passed = true;
        add(piece->next);
      }
      ahead.pass();
    }
    for (std::size_t k = 0; (piece = ahead.at(k)) && piece->from < to; ++k) {
      warn_of_unknown_pieces(ahead, piece->to, parts_[s].origin, diagnostics_);
      if (piece->active && piece->length() < to - from) {
        add(piece->from);
        add(piece->to);
      }
      if (piece->end == TimePiece::End::plain) continue;
      add(piece->to);
      add(piece->next);
    }
  }
  return passed;
}

}  // namespace mbs
