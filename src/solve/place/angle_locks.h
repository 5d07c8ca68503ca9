// Angles that are only measured, and the places where they are not defined.
#pragma once

#include <limits>
#include <vector>

#include "assembly/evaluation.h"
#include "model/model.h"

namespace mbs {

// Near the lock of a CARDAN, and where a HINGE is bent by half a turn, its angles turn by half a
// turn within a small part of the motion, of which a method sees nothing where no force depends on
// them. The nearer to it, the larger is the row of De of such an angle: about 1 over the distance
// [rad]. A step goes no farther than a part of this distance.
class AngleLocks {
 public:
  // held: deformations that are fixed or prescribed.
  AngleLocks(const Model& model, const std::vector<int>& held);

  bool any() const { return !rows_.empty(); }
  // An accepted state: `here` is the evaluation there.
  void note(const Evaluation& here, ConstVector v);
  double longest_step() const { return longest_; }
  // The rate of counted angle k of the model there; NaN: it is none of these.
  double rate(std::size_t k) const { return rates_[k]; }

 private:
  struct Row {
    std::size_t angle;                 // index into Model::counted_angles
    std::vector<std::size_t> entries;  // of De
  };
  const Model* model_;
  std::vector<Row> rows_;
  std::vector<double> rates_;
  double longest_ = std::numeric_limits<double>::infinity();
};

}  // namespace mbs
