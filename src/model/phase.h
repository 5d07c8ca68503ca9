// What an event may change while the Model stays: the class of every coordinate and deformation.
#pragma once

#include <vector>

#include "base/classes.h"
#include "model/model.h"

namespace mbs {

struct Phase {
  std::vector<Class> x_class;  // nx
  std::vector<Class> e_class;  // ne
  std::vector<double> e_hold;  // ne: the value that a fixed deformation keeps
  std::vector<int> x_motion;   // nx: index into Model::motions where prescribed, else -1
  std::vector<int> e_motion;   // ne
  // After FORWARD: the efforts that drove what is free now. Empty before.
  std::vector<double> x_kept;    // nx
  std::vector<double> e_kept;    // ne
  std::vector<Touch> touch;      // one per ForceLaws::contacts
  std::vector<Origin> x_origin;  // nx: the row that gave the class (label empty: default)
  std::vector<Origin> e_origin;  // ne

  int count_coordinates(Class c) const;
  int count_deformations(Class c) const;
};

}  // namespace mbs
