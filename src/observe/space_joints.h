// Forces and moments of joints of space: of body i on body j, the moments at the joint's point of
// body j. Channels rev1.fu .fv .fw .mu .mv .mw along the axes u v w of the joint, which body i
// carries, and rev1.fx .fy .fz .mx .my .mz along those of space. They hold all that the joint does:
// what it holds, drives, springs and laws.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/space_vector.h"
#include "observe/layout.h"
#include "solve/forces/dynamics.h"

namespace mbs {

// In the words of the report; a quantity of Of::wrench.
std::string meaning_of_wrench(const Quantity& what, const Model& model);

// The first part of the names of its channels, "rev"; empty: it has none.
std::string_view stem_of(const ElementType& type);

class SpaceJointObserver {
 public:
  SpaceJointObserver(const Model& model, const Phase& phase);
  void lay_out(Layout& layout) const;
  void observe(const State& state, const Dynamics& dynamics, double* out);

 private:
  struct Joint {
    std::string name, label;  // "rev1", "REVOLUTE 1"
    int element = 0;          // index into Model::elements
    int batch = 0, k = 0;
    bool has_axes = false;  // else those of body i are its u v w
    std::vector<int> open;  // its deformations whose stress nothing determines
  };
  // Force on body j and moment at its point of the joint, along the axes of space, by stresses of 1
  // of deformation r, or, r < 0, of all.
  struct Wrench {
    Vec3 force, moment;
  };
  Wrench wrench(const Joint& joint, const Dynamics& dynamics, int r) const;
  void axes_of(const Joint& joint, Vec3 axes[3]) const;

  const Model& model_;
  std::vector<Joint> joints_;
  Evaluation here_;
};

}  // namespace mbs
