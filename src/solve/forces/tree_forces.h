// Accelerations and constraint stresses of bodies of space that the constraints join to a tree, by
// elimination of the bodies from the tips to the root, as articulated bodies (Featherstone 1983).
// Where the rows of the joint of body k to the body p before it are solved for coordinates of k
// (solve/place/tree_rows.h),
//   a_k = H q + X a_p + c
// with q the accelerations of the other coordinates. With f' = f - M c the body before it gets
//   X^T (M - M H D^-1 H^T M) X  and  X^T (f' - M H D^-1 H^T f'),   D = H^T M H
// one column of H at a time. D is small, so that few numbers wait for one another. Loops, and
// mechanisms of the plane, are left to solve/forces/joint_forces.h.
#pragma once

#include <array>
#include <vector>

#include "assembly/loads.h"
#include "model/phase.h"
#include "solve/place/tree_rows.h"

namespace mbs {

class TreeForces {
 public:
  // Only where JointForces::possible(). solved: the rows of all constraints, which the caller
  // factors at each position; null: none.
  TreeForces(const Model& model, const Phase& phase, const TreeRows* solved = nullptr);

  // Whether there are bodies of space and constraints, which join all of them to trees. Only then
  // solve() may be called.
  bool is_tree() const { return rows_->is_tree(); }

  // As JointForces::solve().
  double solve(const Evaluation& at, const Inertia& inertia, ConstVector g, ConstVector edd,
               Vector a, Vector S);

 private:
  using Body = TreeRows::Body;
  using Joint = TreeRows::Joint;
  using Six = TreeRows::Six;
  using Square = TreeRows::Square;
  static constexpr int kSize = TreeRows::kSize;

  // An entry of De whose coordinate has a given acceleration, and its row of b.
  struct Moved {
    int entry, body, row, coordinate;
  };
  struct Factors {
    Square M;     // of the body and all behind it, without the columns of H that are done
    Square H, w;  // by columns: H, M H D^-1
    Six q;        // D^-1 H^T f'
    Six f, a;     // force, acceleration
    Six b, c;     // the right side of the joint; c, over the coordinates
    Square mass;  // what never changes of M
  };

  void find_places(const Phase& phase);
  void load(const Evaluation& at, const Inertia& inertia, ConstVector g, ConstVector edd,
            ConstVector a);
  double* numbers() { return reinterpret_cast<double*>(factors_.data()); }
  template <int kRows>
  static bool eliminate(const Joint& joint, Factors& own);
  template <int kRows, bool kIsCarried>
  static void give(const Joint& joint, const Factors& own, Factors& before);
  template <int kRows>
  static void go_back(const Joint& joint, Factors& own, const Factors* before, Six& S);

  const Model& model_;
  TreeRows own_;                  // where the caller has none
  const TreeRows* rows_;          // own_, or the caller's
  std::vector<Factors> factors_;  // of each body, tips first
  // Of each entry of M that varies, its place among the numbers of factors_; -1: none.
  std::vector<int> mass_places_;
  std::vector<Moved> moved_;
};

}  // namespace mbs
