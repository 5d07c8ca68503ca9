// Rows of De of bodies of space that joints connect to trees. The rows of the joint of body k to
// the body p before it, A z_k + B z_p = b, are solved for as many of the coordinates of k as there
// are rows (Gauss and Jordan). Positions, velocities and accelerations follow from them, from the
// root to the tips; forces from the tips to the root (solve/forces/tree_forces.h). All matrices
// have a fixed size, so that there is no search for entries.
//
// z_k = X z_p fulfils A z_k + B z_p = 0. Where the rows see only how two whole bodies lie against
// each other (ElementType::is_relative), X carries body k along with p as one rigid body, and B =
// -A X is not needed: with d from the point of p to that of k, and w along the axes of the bodies,
//   u_k = u_p + R_p w_p x d,   w_k = R_k^T R_p w_p.
// Else X is -B in the rows that are solved for, and 0 in others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/views.h"
#include "base/with_constant.h"
#include "model/phase.h"
#include "solve/place/jacobian_block.h"

namespace mbs {

class TreeRows {
 public:
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
    void add(const Six& of) {
      for (int p = 0; p < 3; ++p) pair[p] += of.pair[p];
    }
    void add(double factor, const Six& of) {
      for (int p = 0; p < 3; ++p) pair[p] += factor * of.pair[p];
    }
  };
  using Square = std::array<Six, kSize>;

  struct Body {
    int size = 0, rows = 0;   // its coordinates; rows of the joint
    int parent = -1;          // a later one; -1: the ground, or there is no joint
    int orientation = -1;     // of a whole body: a point, then an orientation; else -1
    bool is_carried = false;  // X carries it along with the parent
    std::array<int, kSize> coordinates{}, deformations{};
  };
  // Rows of the joint of a body, solved for its coordinates `solved`: A has a one there, and b
  // becomes R b. others: the other coordinates.
  struct Joint {
    Square A, B;
    Square X, X_rows;  // by columns, over the coordinates of the body; by rows
    std::array<int, kSize> solved, others;
    // R, step by step: row r is multiplied by inverse[r], and factor[r][c] times it is added to row
    // c.
    double inverse[kSize], factor[kSize][kSize];
    Six scale;  // of coordinates, for comparisons
    Six may;    // the same where a coordinate may be solved for, else 0
    int sign;   // of the order of the coordinates that are solved for

    void note_order(int rows);
    // X a, of the body before.
    Six moved(const Six& a) const;
    // X^T f, for the body before.
    Six moved_back(const Six& f) const;
    template <int kRows>
    void solve(double* b) const;
    template <int kRows>
    void solve_transposed(double* b) const;
  };

  TreeRows() = default;
  // Any coordinate may be solved for.
  TreeRows(const Model& model, const Phase& phase, const std::vector<int>& rows);
  // The rows of the block are solved for its columns: is_tree() only where that can be done joint
  // by joint.
  TreeRows(const Model& model, const Phase& phase, const JacobianBlock& block);

  // Whether there are bodies of space and rows, which join all of them to trees.
  bool is_tree() const { return !bodies_.empty(); }
  const std::vector<Body>& bodies() const { return bodies_; }  // tips first
  const Joint& joint(std::size_t k) const { return joints_[k]; }
  // The body of each coordinate (nx), -1: none, and its place there.
  const std::vector<int>& body_of() const { return body_of_; }
  const std::vector<int>& place() const { return place_; }

  // Solves the rows at a position. pivot_ratio(): the smallest pivot over the length of its row
  // before, 0 where a row has none.
  void factor(const Evaluation& at);
  double pivot_ratio() const { return pivot_; }

  // Of a tree made with a block, which must be the same one, as those of linalg/lu.h. factor():
  // returns -1, or the column of a zero pivot.
  [[nodiscard]] int factor(const JacobianBlock& block, const Evaluation& at);
  double smallest_pivot() const { return pivot_; }
  int weakest_column() const { return column_[weakest_]; }
  int determinant_sign() const { return pivot_ > 0 ? sign_ : 0; }
  void solve(double* b, int nrhs);
  void solve_transposed(double* b, int nrhs);
  // Of such a tree: z (nx) of the coordinates that are solved for, from z of the others and De z =
  // b, one number for each row of the block, without scales.
  void follow(ConstVector b, Vector z) const;

 private:
  // Entries of De below one another, and where they go among the numbers of joints_: to rows one
  // after the other. step > 0: of three such columns, beside one another there and this far apart
  // in De.
  struct Source {
    int entry, place;
    std::int16_t rows = 1, step = 0;
  };

  void find_tree(const Model& model, const Phase& phase, const std::vector<int>& rows,
                 const std::vector<char>& may);
  void find_carried(const Model& model);
  void find_sources(const Model& model);
  void set_scales(const JacobianBlock& block);
  double* numbers() { return reinterpret_cast<double*>(joints_.data()); }
  template <int kRows, bool kNeedsB>
  void solve_rows(std::size_t k);
  void carry(std::size_t k, const Evaluation& at);
  template <int kRows>
  void solve_joint(std::size_t k, double* b);
  template <int kRows>
  void solve_joint_transposed(std::size_t k, double* b);
  template <int kRows>
  void follow_joint(std::size_t k, ConstVector b, Vector z) const;

  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
  std::vector<int> body_of_, place_;
  std::vector<Source> sources_;
  double pivot_ = 0;
  bool is_ordered_ = false;     // the joints know by which coordinates they were solved last
  int weakest_ = 0, sign_ = 0;  // weakest_: a coordinate
  int scalings_ = -1;           // of the block, when its scales were taken
  // A column of the block, and the coordinate of a body that it is.
  struct Column {
    int column, body, i;
  };
  // Of the block: the column of each coordinate and the row of each deformation, one over their
  // scales, by bodies; what is found for the bodies.
  std::vector<int> column_, row_;
  std::vector<char> turns_;  // nx: whether it is an angle
  std::vector<Column> columns_;
  std::vector<Six> row_unit_, column_unit_, found_;
};

// In two sums, so that fewer numbers wait for one another.
inline TreeRows::Six TreeRows::Joint::moved(const Six& a) const {
  Six even = X[0], odd = X[1];
  even.scale(a.number[0]), odd.scale(a.number[1]);
  for (int i = 2; i < kSize; i += 2)
    even.add(a.number[i], X[i]), odd.add(a.number[i + 1], X[i + 1]);
  even.add(odd);
  return even;
}

inline TreeRows::Six TreeRows::Joint::moved_back(const Six& f) const {
  Six sum;
  sum.clear();
  for (int i = 0; i < kSize; ++i) sum.add(f.number[i], X_rows[i]);
  return sum;
}

// b := R b.
template <int kRows>
void TreeRows::Joint::solve(double* b) const {
  double x[kRows + 1];  // which nothing else can be, so that it stays in registers
  std::copy_n(b, kRows, x);
  each_constant<kRows>([&](auto r) {
    x[r] *= inverse[r];
    each_constant<kRows>([&](auto c) {
      if (c != r) x[c] += factor[r][c] * x[r];
    });
  });
  std::copy_n(x, kRows, b);
}

// b := R^T b.
template <int kRows>
void TreeRows::Joint::solve_transposed(double* b) const {
  for (int r = kRows - 1; r >= 0; --r) {
    double sum = b[r];
    for (int c = 0; c < kRows; ++c)
      if (c != r) sum += factor[r][c] * b[c];
    b[r] = sum * inverse[r];
  }
}

inline double product(const TreeRows::Six& a, const TreeRows::Six& b) {
  const TreeRows::Six::Pair sum =
      a.pair[0] * b.pair[0] + a.pair[1] * b.pair[1] + a.pair[2] * b.pair[2];
  return sum[0] + sum[1];
}

}  // namespace mbs
