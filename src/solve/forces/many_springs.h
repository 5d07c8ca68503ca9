// Which deformations with springs become minimal coordinates of a large mechanism: by sparse
// elimination, so that the cost grows like the mechanism. The counterpart for small ones stands in
// solve/forces/freedom_coordinates.cpp, and compares rows one after the other.
#pragma once

#include <functional>
#include <vector>

#include "assembly/evaluation.h"
#include "base/options.h"
#include "model/model.h"
#include "model/phase.h"
#include "solve/place/partition.h"

namespace mbs {

struct ManySprings {
  // Bounds of what is suitable, see solve/forces/freedom_coordinates.cpp.
  struct Bounds {
    double of_all, steady, growing;
    // Whether a part of the independent deformations is no choice.
    bool all_or_none;
  };

  const Model& model;
  const Phase& phase;
  const Options& options;
  Bounds bounds;

  // Deformations, ascending; none where coordinates of space serve better. here: the evaluation at
  // x; stiffness (ne): negative where a deformation has no law; ahead(length): the position after
  // some motion, lengths measured in `length`.
  std::vector<int> suitable(const Evaluation& here, const std::vector<double>& x,
                            const std::vector<double>& stiffness,
                            const std::function<std::vector<double>(double length)>& ahead) const;
  // Those that the constraints and, where they are too many, stiffer ones leave independent;
  // length: of the arms in the motion.
  std::vector<int> independent(const Evaluation& here, const std::vector<double>& stiffness,
                               double& length) const;
  // The partition with deformations that are independent.
  Partition partition(const Evaluation& here, const std::vector<int>& sprung) const;

 private:
  std::vector<int> staying(const std::vector<int>& sprung, const Evaluation& here,
                           const std::vector<double>& x, const std::vector<double>& x_ahead) const;
};

}  // namespace mbs
