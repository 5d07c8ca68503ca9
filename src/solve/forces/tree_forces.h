// Accelerations and constraint stresses of bodies of space that the constraints join to a tree, by
// elimination of the bodies from the tips to the root, as articulated bodies (Featherstone 1983).
// The joint of body k to the body p before it, A a_k + B a_p = b, is solved for as many of the
// coordinates of k as it has rows,
//   a_k = H q + X a_p + c
// with q the accelerations of the other coordinates. With f' = f - M c the body before it gets
//   X^T (M - M H D^-1 H^T M) X  and  X^T (f' - M H D^-1 H^T f'),   D = H^T M H
// one column of H at a time. All matrices have a fixed size, so that there is no search for
// entries, and D is small, so that few numbers wait for one another. Loops, and mechanisms of the
// plane, are left to solve/forces/joint_forces.h.
#pragma once

#include <array>
#include <vector>

#include "assembly/loads.h"
#include "model/phase.h"

namespace mbs {

class TreeForces {
 public:
  // Only where JointForces::possible().
  TreeForces(const Model& model, const Phase& phase);

  // Whether there are bodies of space and constraints, which join all of them to trees. Only then
  // solve() may be called.
  bool is_tree() const { return !bodies_.empty(); }

  // As JointForces::solve().
  double solve(const Evaluation& at, const Inertia& inertia, ConstVector g, ConstVector edd,
               Vector a, Vector S);

 private:
  static constexpr int kSize = 6;
  // Six numbers, of which two are taken at a time.
  struct Six {
    using Pair = double __attribute__((vector_size(16)));
    union {
      Pair pair[3];
      double number[kSize];
    };
    void clear() { pair[0] = pair[1] = pair[2] = Pair{0, 0}; }
    void scale(double factor) {
      for (int p = 0; p < 3; ++p) pair[p] *= factor;
    }
    void add(double factor, const Six& of) {
      for (int p = 0; p < 3; ++p) pair[p] += factor * of.pair[p];
    }
  };
  using Square = std::array<Six, kSize>;

  // An entry of De, and where it goes among the numbers of factors_.
  struct Source {
    int entry, place;
  };
  // An entry of De whose coordinate has a given acceleration, and its row of b.
  struct Moved {
    int entry, place, coordinate;
  };
  struct Body {
    int size = 0, rows = 0;  // of M, which ones on the diagonal complete; of the joint
    int parent = -1;         // a later one; -1: the ground, or there is no joint
    std::array<int, kSize> coordinates{}, deformations{};
  };
  struct Factors {
    // Rows of the joint, solved for the coordinates `solved`: A has a one there, X = -B, c = b; R
    // makes them of the rows as they were.
    Square A, B, R;
    Six b;
    std::array<int, kSize> solved;
    Square M;     // of the body and all behind it, without the columns of H that are done
    Square H, w;  // by columns: H, M H D^-1
    Six q;        // D^-1 H^T f'
    Six f, a;     // force, acceleration
    Square Y;     // M B, the rows `solved`
  };

  void find_tree(const Phase& phase, std::vector<int>& body_of);
  double* numbers() { return reinterpret_cast<double*>(factors_.data()); }
  void find_sources(const Phase& phase, const std::vector<int>& body_of);
  void load(const Evaluation& at, const Inertia& inertia, ConstVector g, ConstVector edd,
            ConstVector a);
  static double product(const Six& a, const Six& b);
  template <int kRows>
  static double solve_rows(Factors& own);
  template <int kRows>
  static bool eliminate(Factors& own, Factors* before);
  template <int kRows>
  static void go_back(Factors& own, const Factors* before, Six& S);

  const Model& model_;
  std::vector<int> free_, rows_;
  std::vector<Body> bodies_;  // tips first
  std::vector<Factors> factors_;
  std::vector<int> mass_places_;  // of each entry of M, as of a source; -1: none
  std::vector<Source> sources_;
  std::vector<Moved> moved_;
};

}  // namespace mbs
