// The used part of the range of an element: its deformation over the largest one for which its
// theory is valid (ElementType::range_used). Above 1 results are wrong; above its fair_range they
// are rough.
#pragma once

#include "assembly/evaluation.h"

namespace mbs {

// For model.elements[element]: 0 where it has no limit, or where nothing depends on its
// deformations (Model::ranged); nan where a deformation is nan. `at`: evaluated at either level.
double range_used(const Model& model, const Evaluation& at, std::size_t element);

// The number of elements of equal length that would share the deformation of this one and each stay
// within its fair range, when this one uses `used` of its range; 0 where no number is enough.
int elements_needed(const ElementType& type, double used);

// Watches the largest part of its range that each element has used in a run. Costs nothing in
// models without ranges.
class RangeWatch {
 public:
  explicit RangeWatch(const Model& model);

  // Takes note of an accepted state.
  void note(const Evaluation& at, double t);

  struct Use {
    int element = -1;  // index into model.elements; -1: none
    double used = 0;
    double t = 0;  // the first time it was above its fair range
  };
  // One entry per element that has a range.
  const std::vector<Use>& uses() const { return uses_; }
  // The element that has used most; element -1 without any.
  Use most() const;
  // The element that uses most in this state.
  Use now(const Evaluation& at) const;

 private:
  static Use most_of(const std::vector<Use>& uses);

  const Model& model_;
  std::vector<Use> uses_;
};

}  // namespace mbs
