// Measured loads on bodies of space: a force at a place of space or of the body, or a moment, whose
// numbers over time lie along the axes of space or of an orientation.
//
// With the numbers u, L = u or R_b u (along the axes of body b), the place P, and the body (x, R):
//
//   moment            m = R^T L
//   at P of space     f = L, m = R^T ((P - x) x L)
//   at s of the body  f = L, m = s x R^T L
//
// f along the axes of space at x, m along those of the body.
#pragma once

#include "assembly/evaluation.h"
#include "base/space_vector.h"

namespace mbs {

struct Loads;

// What acts on a body at a time.
class SpaceLoadNow {
 public:
  // hints: into the tables of the load, six. at: of the position x (nx).
  SpaceLoadNow(const SpaceLoadOverTime& load, const Model& model, const Evaluation& at,
               ConstVector x, double t, int* hints);

  struct Wrench {
    Vec3 force, moment;
  };
  Wrench wrench() const;
  // Where a force acts, in space.
  Vec3 point() const { return load_.is_at_place() ? place_ : x_ + to_space(body_, place_); }
  // Its change by a shift of the body and small turns about the axes of the body and of the
  // orientation along whose axes it lies.
  Wrench change(Vec3 shift, Vec3 turn, Vec3 turn_of_frame) const;

 private:
  Vec3 along_space() const { return frame_ ? to_space(frame_, given_) : given_; }

  const SpaceLoadOverTime& load_;
  const double *body_, *frame_;  // matrices; frame_ null: the axes of space
  Vec3 given_, place_, x_;
};

// out.f += all of them.
void add_space_loads(const Model& model, double t, ConstVector x, const Evaluation& at, Loads& out);

}  // namespace mbs
