// The two lines for any square choice of known and unknown variables (Otten 2003 Appendix A; Casius
// 2004):
//   M a + De^T S - f = -h     one row per coordinate
//   De a = edd - D2e(v, v)    one row per deformation whose edd is known
//   sum c z = b               rows of the deck, over accelerations, loads and stresses z
// The classes say which variables are known; the Phase lists the exceptions. The row of a held
// coordinate only gives its reaction, so the row and the reaction are left out. Rows and columns
// are scaled by powers of two to entries of about 1. Unknowns that follow one by one, from the base
// outwards or from the tips inwards, are substituted (linalg/singleton_lu.h); the rest of the
// matrix is factored, dense for a few unknowns, else sparse.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "assembly/inertia.h"
#include "assembly/loads.h"
#include "base/index.h"
#include "base/options.h"
#include "linalg/singleton_lu.h"
#include "model/phase.h"

namespace mbs {

class Balance {
 public:
  // The phase has a choice. The constructor allocates; of the other functions only undetermined()
  // and the first rcond() do.
  Balance(const Model& model, const Phase& phase, const Inertia& inertia, const Options& options);

  // As many unknowns as equations.
  bool is_square() const { return rows_ == count_of(unknowns_); }
  // Evaluates the given numbers of the deck at time t and the state of `loads`. False where one of
  // them is not finite.
  bool set_given(double t, Loads& loads);
  // False where the choice is singular: rcond below tolerance::chain_singular.
  [[nodiscard]] bool factor(const Evaluation& at, const Inertia& inertia);
  // On entry a holds the known accelerations of held coordinates, S the known stresses. g: the
  // known forces f - h - De^T S; edd (ne): the accelerations asked of held deformations. Writes the
  // unknown entries of a, S and f.
  void solve(const Evaluation& at, const Inertia& inertia, ConstVector g, ConstVector edd, Vector a,
             Vector S, Vector f);

  // Like solve(), for an impact: impulses in the place of forces and jumps of velocity in the place
  // of accelerations (Otten 2003 section 8). Known accelerations jump by 0 and known efforts give
  // no impulse. p (nx): the impulses that act; rate (ne): the jumps De dv of held deformations; on
  // entry dv holds the jumps of held coordinates. Writes dv, the impulses L of unknown stresses and
  // F of unknown loads; all other L and F are 0.
  void solve_jump(const Evaluation& at, const Inertia& inertia, ConstVector p, ConstVector rate,
                  Vector dv, Vector L, Vector F);

  // Reciprocal condition number of the matrix of the last factor(), its rows and columns scaled to
  // largest entries of about 1; 0 where it is singular. Allocates the first time.
  double rcond();
  // The determinant of the matrix of the last factor(); its sign does not depend on the order of
  // rows and columns. sign 0: there are no factors. The scales are left out, so that the
  // determinant is the same function of the state throughout a run.
  struct Determinant {
    int sign = 0;
    double log2 = 0;  // of its absolute value
  };
  Determinant determinant() const;
  // Values of the deck's equations at the last set_given(): the right side of one equation, and the
  // coefficient of the term with this label (0: no such term).
  double right_side(std::size_t equation) const { return right_sides_[equation]; }
  double coefficient(std::string_view label) const;
  // After factor() was false: the unknowns that the equations leave open.
  std::vector<Variable> undetermined() const;

 private:
  // A term of the matrix (Term), or of a right side where its variable is known (KnownTerm): factor
  // times the number `source` of its kind.
  struct Term {
    int slot, source;  // slot: in the values of the matrix
    double factor;
  };
  struct KnownTerm {
    int row, source;
    Variable variable;
    double factor;
  };
  struct Terms {
    std::vector<Term> unknown;
    std::vector<KnownTerm> known;
  };
  // The source of a term: M, De, the loads or the equations of the deck.
  enum Kind { of_mass, of_derivative, of_load, of_equation, kind_count };
  struct Place {
    Kind kind;
    std::size_t term;
    int row, column;
  };
  using Sources = std::array<const double*, kind_count>;

  void number(const Phase& phase);
  int column_of(const Variable& v) const;  // -1: known
  std::vector<Place> collect(const Inertia& inertia);
  void make_pattern(std::vector<Place> places);
  Sources sources(const Evaluation& at, const Inertia& inertia);
  void gather(const Sources& sources);
  void find_scales();
  void scale_entries(std::vector<double>& rows, std::vector<double>& columns,
                     std::vector<double>& entries) const;
  bool factor_scaled();
  void solve_rows(const Evaluation& at, const Inertia& inertia, Vector a, Vector S, Vector f);

  const Model& model_;
  std::vector<Variable> unknowns_;
  std::vector<int> a_column_, f_column_, S_column_;  // of the unknowns; -1: known
  std::vector<int> x_row_, e_row_;                   // -1: no such equation
  std::vector<char> given_;                          // nx: a free coordinate whose a is known
  std::vector<char> is_held_row_;                    // ne
  int rows_ = 0;
  std::array<Terms, kind_count> terms_;
  std::vector<double> mass_values_;  // all entries of M, in the order of Inertia
  // At the last set_given(): known accelerations, coefficients and right sides of the deck.
  std::vector<double> accelerations_, coefficients_, right_sides_;
  SparsePattern pattern_;
  SingletonLu factors_;
  std::vector<double> values_;                                // of the matrix, not scaled
  std::vector<double> row_scale_, column_scale_, scale_, b_;  // scale_: of each entry
  bool has_scales_ = false;
  std::vector<double> row_scratch_, column_scratch_;  // of rcond()
  std::optional<SparseLu> whole_;  // for the condition number, made where it is first asked for
};

}  // namespace mbs
