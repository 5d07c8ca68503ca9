// Arcs of paths round circles that they may lift from, between equilibria. Behind half a turn the
// path would lie on the other side of its circle, and its length jump by about a round.
#pragma once

#include <optional>

#include "assembly/evaluation.h"
#include "model/built.h"

namespace mbs {

class ArcWatch {
 public:
  // built must outlive the object. Without such circles it does nothing.
  explicit ArcWatch(const Built& built);

  // The first arc that changes by more than `most` [rad] between two positions.
  ChangedArc changed(ConstVector before, ConstVector after, double most);
  // The first arc that jumps, if the way between the two positions is about straight.
  ChangedArc jumped_on_the_way(ConstVector before, ConstVector after);

 private:
  const Built& built_;
  std::optional<Evaluation> before_, after_;
};

}  // namespace mbs
