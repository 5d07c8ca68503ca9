#include "run/events/gap_waves.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "model/owner.h"
#include "run/events/step_watch.h"

namespace mbs {

namespace {

double length_of(const std::vector<int>& of, const std::vector<double>& rates) {
  double sum = 0;
  for (const int i : of)
    sum += rates[static_cast<std::size_t>(i)] * rates[static_cast<std::size_t>(i)];
  return std::sqrt(sum);
}

}  // namespace

GapWaves::GapWaves(const Model& model, const ElementBatch& batch, int row,
                   const Approach& approach) {
  const auto is_angle = [&model](int i) { return turns(model, i); };
  const auto columns = approach.form == GapForm::smooth
                           ? std::span(batch.gather)
                                 .subspan(static_cast<std::size_t>(batch.first_column(row)),
                                          static_cast<std::size_t>(batch.columns_of(row)))
                           : std::span<const int>(approach.coordinates);
  if (!batch.type->approach) {  // any function of the coordinates
    std::copy_if(columns.begin(), columns.end(), std::back_inserter(turns_a_), is_angle);
    return;
  }
  // The place and the turn of body a, then those of body b.
  std::size_t k = 0;
  const auto take = [&](bool turning, std::vector<int>& out) {
    for (; k < columns.size() && is_angle(columns[k]) == turning; ++k) out.push_back(columns[k]);
  };
  take(false, place_a_), take(true, turns_a_);
  take(false, place_b_), take(true, turns_b_);
  lever_ = std::hypot(approach.xi, approach.eta) + approach.size;
  if (lever_ == 0) turns_a_.clear();
}

GapWaves::Look GapWaves::at(const State& state) const {
  Look out;
  if (turns_a_.empty() && turns_b_.empty()) return out;
  out.turning_a = length_of(turns_a_, state.v), out.turning_b = length_of(turns_b_, state.v);
  double speed = 0, pull = 0;
  for (std::size_t k = 0; k < place_a_.size(); ++k) {
    double v = state.v[place_a_[k]], a = state.a[place_a_[k]];
    if (!place_b_.empty()) v -= state.v[place_b_[k]], a -= state.a[place_b_[k]];
    speed += v * v, pull += a * a;
  }
  out.speed = std::sqrt(speed), out.pull = std::sqrt(pull);
  return out;
}

bool GapWaves::wind(const Look& a, const Look& b, double h) const {
  return std::max(a.turning_a + a.turning_b, b.turning_a + b.turning_b) * std::fabs(h) >
         watch::kMostTurn;
}

bool GapWaves::are_far(const Look& a, const Look& b, double h, double gap) const {
  if (lever_ == HUGE_VAL || a.turning_b > 0 || b.turning_b > 0) return false;
  const double t = std::fabs(h), way = t * (std::max(a.speed, b.speed) +
                                            watch::kMargin * t * std::max(a.pull, b.pull));
  return gap > way + 2 * lever_;
}

}  // namespace mbs
