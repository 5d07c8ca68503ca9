#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/owner.h"
#include "run/dynamic/dynamic_judge.h"

namespace mbs {

namespace {

// Five rows are compared if their distances are equal up to kUnequal times a distance.
constexpr double kUnequal = 1e-6;
// Dense output may be wrong by kDense times the tolerance.
constexpr double kDense = 1e3;
// A gap above kRowsApart times the largest velocity is bad.
constexpr double kRowsApart = 1e-3;

double simpson(double h, const std::array<double, 5>& f) {
  return h / 3 * (f[0] + 4 * f[1] + 2 * f[2] + 4 * f[3] + f[4]);
}

// |change - integral of the rate| minus the estimated error of Simpson's rule.
double gap_of(double h, double change, const std::array<double, 5>& rate) {
  const double fine = simpson(h, rate), coarse = 2 * h / 3 * (rate[0] + 4 * rate[2] + rate[4]);
  return std::fabs(change - fine) - std::fabs(fine - coarse);
}

}  // namespace

RowAudit::RowAudit(const Model& model)
    : model_(model), of_x_(model.nx), of_v_(model.nx), turns_(turning_flags(model)) {}

void RowAudit::note(const State& state, long long steps, bool smooth) {
  Row& row = rows_[(first_ + count_) % kRows];
  if (count_ == kRows)
    first_ = (first_ + 1) % kRows;
  else
    ++count_;
  row.t = state.t;
  row.steps = steps;
  row.x = state.x, row.v = state.v, row.a = state.a;
  for (int i = 0; i < model_.node_velocities(); ++i) {
    const std::size_t kind = turns_[i];
    largest_x_[kind] = std::max(largest_x_[kind], std::fabs(state.x[i]));
    largest_v_[kind] = std::max(largest_v_[kind], std::fabs(state.v[i]));
  }
  if (count_ == kRows) compare(smooth);
}

void RowAudit::compare(bool smooth) {
  const auto at = [this](std::size_t k) -> const Row& { return rows_[(first_ + k) % kRows]; };
  const Row &from = at(0), &to = at(kRows - 1);
  const double h = (to.t - from.t) / (kRows - 1);
  for (std::size_t k = 1; k + 1 < kRows; ++k)
    if (!(std::fabs(at(k).t - from.t - static_cast<double>(k) * h) <= kUnequal * std::fabs(h)))
      return;
  if (to.steps - from.steps >= static_cast<long long>(kRows)) {
    ++apart_;
    return;
  }
  ++compared_;
  length_ = std::max(length_, std::fabs(to.t - from.t));
  for (int i = 0; i < model_.node_velocities(); ++i) {
    if (model_.is_orientation(i)) continue;
    std::array<double, kRows> v, a;
    for (std::size_t k = 0; k < kRows; ++k) v[k] = at(k).v[i], a[k] = at(k).a[i];
    const double dx = gap_of(h, to.x[i] - from.x[i], v),
                 dv = smooth ? gap_of(h, v[4] - v[0], a) : 0;
    if (dx > of_x_[i].gap) of_x_[i] = {dx, at(2).t};
    if (dv > of_v_[i].gap) of_v_[i] = {dv, at(2).t};
  }
}

void RowAudit::add_figure(double abs, double rel, const SiSizes& one,
                          std::vector<Figure>& figures) const {
  Figure worst{Check::rows};
  for (int i = 0; i < model_.node_velocities(); ++i) {
    const std::size_t kind = turns_[i];
    const double v = largest_v_[kind];
    const auto look = [&](const Gap& found, double size, double value, int rate, const char* what) {
      if (!(found.gap > kDense * (abs * one.of(kind == 1, rate) + rel * value))) return;
      const double part = found.gap / std::max(size, found.gap);
      if (!(part > kRowsApart) || !(part > worst.value)) return;
      worst.value = part;
      worst.where =
          fmt::format("{} of {} near t = {:.6g}", what, model_.coordinate_name(i), found.t);
    };
    look(of_v_[i], v, v, 1, "velocity");
    look(of_x_[i], v * length_, largest_x_[kind], 0, "position");
  }
  if (worst.value > 0) figures.push_back(std::move(worst));
}

std::string RowAudit::describe() const {
  return fmt::format("rows compared with the integrals between them {}, rows too far apart {}\n",
                     compared_, apart_);
}

}  // namespace mbs
