#include "solve/place/arc_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/index.h"
#include "elements/path.h"
#include "model/extent.h"
#include "text/number.h"

namespace mbs {

ArcWatch::ArcWatch(const Model& model) : model_(model) {
  if (model.circles.empty()) return;
  before_.emplace(model);
  after_ = before_;
}

bool ArcWatch::touches(const PathCircle& circle, const Evaluation& here, ConstVector x) const {
  return path_touches(model_.batches[at(circle.batch)],
                      {x.data(), nullptr, here.cosine.data(), here.sine.data()}, circle.place);
}

bool ArcWatch::touches_others(ConstVector before, ConstVector after, const Evaluation& at_after) {
  if (!before_) return false;
  evaluate_position(model_, before, *before_);
  const auto& circles = model_.circles;
  return std::any_of(circles.begin(), circles.end(), [&](const PathCircle& circle) {
    return touches(circle, *before_, before) != touches(circle, at_after, after);
  });
}

bool ArcWatch::touches_others(ConstVector before, ConstVector after) {
  if (!before_) return false;
  evaluate_position(model_, after, *after_);
  return touches_others(before, after, *after_);
}

JumpedArc ArcWatch::jumped(ConstVector before, ConstVector after) {
  if (!before_) return {};
  evaluate_position(model_, before, *before_);
  evaluate_position(model_, after, *after_);
  return jump_between(before, after);
}

JumpedArc ArcWatch::jump_between(ConstVector before, ConstVector after) const {
  // The row of De may grow to twice its size on the way; lengths have rounding.
  constexpr double kBend = 2, kRounding = 1e-9;
  std::vector<double> way(at(model_.nx)),
      most(at(model_.ne), kRounding * extent_of_places(model_, before));
  coordinate_difference(model_, before, after, way);
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k)
    most[at(model_.entry_row[k])] += kBend *
                                     std::max(std::fabs(before_->De[k]), std::fabs(after_->De[k])) *
                                     std::fabs(way[at(model_.entry_column[k])]);
  for (const PathCircle& circle : model_.circles) {
    const int row = model_.batches[at(circle.batch)].first_deformation;
    if (std::fabs(after_->e[at(row)] - before_->e[at(row)]) > most[at(row)] &&
        touches(circle, *before_, before) != touches(circle, *after_, after))
      return {row, circle.place};
  }
  return {};
}

JumpedArc ArcWatch::about_to_jump(ConstVector x) {
  constexpr double kNearly = 0.3;  // [rad]
  if (!before_) return {};
  evaluate_position(model_, x, *before_);
  for (const PathCircle& circle : model_.circles) {
    const ElementBatch& path = model_.batches[at(circle.batch)];
    const Coordinates here{x.data(), nullptr, before_->cosine.data(), before_->sine.data()};
    if (path_touches(path, here, circle.place) &&
        path_arc(path, here, circle.place) > kPi - kNearly)
      return {path.first_deformation, circle.place};
  }
  return {};
}

JumpedArc ArcWatch::jumped_on_the_way(ConstVector before, ConstVector after) {
  constexpr int kParts = 64;
  if (!before_) return {};
  std::vector<double> way(at(model_.nx)), here(before.begin(), before.end()), next = here;
  coordinate_difference(model_, before, after, way);
  evaluate_position(model_, here, *before_);
  for (int k = 1; k <= kParts; ++k) {
    move_from(model_, before, way, static_cast<double>(k) / kParts, next);
    evaluate_position(model_, next, *after_);
    if (const JumpedArc found = jump_between(here, next); found.row >= 0) return found;
    std::swap(here, next);
    std::swap(before_, after_);
  }
  return {};
}

}  // namespace mbs
