// Paths round circles that they may lift from, between two positions. Behind half a turn, or where
// it comes to its circle from the far side, a path lies on the other side, and its length jumps.
#pragma once

#include <optional>

#include "assembly/evaluation.h"

namespace mbs {

// A path and the circle on whose other side it would lie: its deformation and the place of the
// circle, from 0; row -1: none.
struct JumpedArc {
  int row = -1, circle = -1;
};

class ArcWatch {
 public:
  // model must outlive the object. Without such circles it does nothing.
  explicit ArcWatch(const Model& model);

  // Whether a path touches other circles at one position than at the other. at_after: the
  // evaluation at the latter.
  bool touches_others(ConstVector before, ConstVector after, const Evaluation& at_after);
  bool touches_others(ConstVector before, ConstVector after);
  // The first path whose length changes by more than the points it goes through move, with a circle
  // that it touches at one position only.
  JumpedArc jumped(ConstVector before, ConstVector after);
  // The same anywhere between the two positions, if the way is about straight.
  JumpedArc jumped_on_the_way(ConstVector before, ConstVector after);
  // The first path that turns round its circle by nearly half a turn.
  JumpedArc about_to_jump(ConstVector x);

 private:
  // Between the positions at which before_ and after_ are.
  JumpedArc jump_between(ConstVector before, ConstVector after) const;
  bool touches(const PathCircle& circle, const Evaluation& at, ConstVector x) const;

  const Model& model_;
  std::optional<Evaluation> before_, after_;
};

}  // namespace mbs
