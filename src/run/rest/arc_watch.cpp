#include "run/rest/arc_watch.h"

#include <vector>

#include "base/index.h"
#include "text/number.h"

namespace mbs {

ArcWatch::ArcWatch(const Built& built) : built_(built) {
  if (built.model.circles.empty()) return;
  before_.emplace(built.model, built.phase);
  after_ = before_;
}

ChangedArc ArcWatch::changed(ConstVector before, ConstVector after, double most) {
  if (!before_) return {};
  evaluate_position(built_.model, before, *before_);
  evaluate_position(built_.model, after, *after_);
  return find_changed_arc(built_.model, before, *before_, after, *after_, most);
}

ChangedArc ArcWatch::jumped_on_the_way(ConstVector before, ConstVector after) {
  constexpr int kParts = 32;
  if (!before_) return {};
  std::vector<double> way(at(built_.model.nx)), here(before.begin(), before.end()), next = here;
  coordinate_difference(built_.model, before, after, way);
  for (int k = 1; k <= kParts; ++k) {
    move_from(built_.model, before, way, static_cast<double>(k) / kParts, next);
    if (const ChangedArc jumped = changed(here, next, kPi); jumped.row >= 0) return jumped;
    here = next;
  }
  return {};
}

}  // namespace mbs
