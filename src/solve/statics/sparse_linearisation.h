// The equations of motion linearised about a state, at rest or in motion, in all free coordinates,
// with the states of the deck and of muscles. Unknowns are the changes dx of positions, dv of
// velocities, da of accelerations, dS of stresses, and dz of states:
//   M da + F_v dv + F_x dx + De^T dS - Z dz = 0     F = M (a - gravity) + h + De^T S - loads
//   De dx = 0 of what is held,   dS - k De dx = 0 of springs
//   De dv + B dx = dq',   De da + 2 D2e(v, dv) + A dx = dq''    of what is held (0) and of the
//                                                               degrees of freedom q
//   by_x dx + by_v dv + D dz = dz'
// with B and A the changes of De v and De a + D2e(v, v) with the position. These are the equations
// of Linearisation, of which no dense matrix is made: costs grow like the mechanism.
//
// Laws have their exact derivatives (solve/statics/law_tangent.h); F_x, B and A are differences of
// order 8 of what is smooth. Coordinates that no element and no mass has in common are displaced
// together (Curtis, Powell and Reid 1974), so that the number of displaced states depends on how
// many elements meet, not on how many there are.
//
// Where all free coordinates are degrees of freedom, as in nets of springs, dv and da are given,
// and dS follows from dx: the factors are those of dx and dz alone, in an order of the net, and
// symmetric where the stiffness is. All rows at once would fill the factors of a dome.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assembly/inertia.h"
#include "linalg/sparse_lu.h"
#include "linalg/symmetric_factors.h"
#include "model/state.h"
#include "solve/place/partition.h"
#include "solve/statics/law_tangent.h"

namespace mbs {

class SparseLinearisation {
 public:
  SparseLinearisation(const Model& model, const Phase& phase, const Partition& partition);

  // The part of the mechanism that these equations do not represent; empty where there is none.
  static std::string unknown_part(const Model& model, const Phase& phase);
  // The same of a mechanism that is known otherwise, in this state.
  std::string unknown_part(const State& state) const;

  // Takes the equations at a state with its accelerations and stresses (ne), and factors them.
  // side: the side of kinks of laws, as of move_aside(). False where a number is not finite, or
  // where the position, the velocities and the states do not follow from the accelerations.
  [[nodiscard]] bool factor(const State& state, ConstVector S, double side);

  // A change of positions (nx), velocities (nx) and states (nz).
  struct Change {
    std::vector<double> x, v, z;
  };
  Change none() const;
  // The change whose rate is `rate`. Of `rate` the degrees of freedom and the states count.
  void find_change(const Change& rate, Change& change);
  // The exact derivatives of laws, at the last factor().
  const LawTangent& laws() const { return laws_; }
  bool is_at_rest() const { return is_at_rest_; }
  // The fastest turn or place, over the size of the mechanism [1/s].
  double rate_of_motion() const { return rate_of_motion_; }
  // Whether no force answers a motion x (nx) at rest: rounding of its terms.
  bool nothing_resists(ConstVector x) const;
  void mass_times(ConstVector x, Vector b) const;
  // The diagonal of the mass (nx).
  std::vector<double> masses() const;

 private:
  struct Entry {
    int row, column;
    double value;
  };
  // The change of the forces F, and of what elements do, with one coordinate or its velocity: of
  // the coordinates beside it, and of the places of De in its column.
  struct Column {
    std::vector<int> beside, places;
    std::vector<double> by_x, by_v;
  };

  void find_columns();
  void find_colours();
  void find_steps(const State& state);
  void difference(const State& state, ConstVector S);
  bool displace(const std::vector<int>& colour, const State& state, ConstVector S);
  void evaluate_at(ConstVector x, ConstVector v, const State& state, ConstVector S);
  void collect();
  static void merge(std::vector<Entry>& entries);
  void reduce();
  void add(int row, int column, double value) {
    if (row >= 0 && column >= 0) entries_.push_back({row, column, value});
  }
  void lay_out();
  void choose_scales();
  bool factor_symmetric();
  void solve_reduced();
  bool is_rounding_left(const std::vector<double>& right);
  // What is factored: all equations, or those that are left.
  const std::vector<Entry>& system() const { return is_reduced_ ? reduced_ : entries_; }
  bool is_reduced_away(int n) const { return n >= free_ && n < 3 * free_ + stresses_; }
  int in_reduced(int n) const { return n < free_ ? n : n - 2 * free_ - stresses_; }
  int of_x(int i) const { return unknown_[i]; }
  int of_v(int i) const { return unknown_[i] < 0 ? -1 : free_ + unknown_[i]; }
  int of_a(int i) const { return unknown_[i] < 0 ? -1 : 2 * free_ + unknown_[i]; }
  int of_stress(int r) const { return row_unknown_[r] < 0 ? -1 : 3 * free_ + row_unknown_[r]; }
  int of_state(int k) const { return 3 * free_ + stresses_ + k; }

  const Model& model_;
  const Phase& phase_;
  const Partition& partition_;
  Inertia inertia_;
  Evaluation base_, work_;
  Loads loads_;  // of gravity
  std::vector<char> is_sprung_;
  LawTangent laws_;
  double rate_of_motion_ = 0;
  bool is_at_rest_ = true;  // without velocities
  int free_ = 0, stresses_ = 0, all_ = 0;
  std::vector<int> unknown_;      // nx: of a free coordinate, else -1
  std::vector<int> row_unknown_;  // ne: of the stress of a row, else -1
  std::vector<Column> columns_;   // nx
  std::vector<std::vector<int>> colours_;
  std::vector<double> step_;  // nx
  // Of the last evaluate_at(): F without laws (nx), De v and De a + D2e(v, v) (ne).
  std::vector<double> force_, rate_, acceleration_, fall_;
  // For each entry of De: what the row's De v and De a + D2e(v, v) change by with the coordinate of
  // the entry, and with its velocity.
  std::vector<double> rate_by_x_, acceleration_by_x_, acceleration_by_v_;
  std::vector<Entry> entries_;
  std::optional<SparseLu> factors_;
  std::vector<int> slot_;                  // of each entry in the factors
  std::vector<int> order_, place_of_;      // the unknown of each column, and the column of each
  std::vector<double> row_scale_, scale_;  // of rows; of unknowns
  std::vector<double> y_, rest_, rhs_;
  bool is_reduced_ = false;
  int size_ = 0;  // of the factors
  std::vector<Entry> reduced_;
  std::optional<SymmetricFactors> symmetric_;  // of what is left, where it is symmetric
  std::vector<double> terms_;                  // of rows: the sum of their magnitudes
};

}  // namespace mbs
