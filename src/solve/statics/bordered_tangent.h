// The equations of motion linearised about a state at rest, in all free coordinates:
//   | K - s M   De^T   J^T | | x |   | f |
//   | De        -C      0  | | S | = | 0 |     J: rows that are held; C: the compliance of springs
//   | J          0      0  | | r |   | 0 |
// where K is the geometric stiffness by stresses and loads: S_r D2e_r of each element, by
// polarisation of D2e(v, v) within the element, and the change of gravity, point forces and laws
// (solve/statics/law_tangent.h). Springs, and laws and contacts that follow one deformation, are
// unknown stresses, so that no large stiffness is added up that has to cancel for a smooth motion.
// Laws may make K unsymmetric. Orientations of space have the symmetric part of their stiffness, to
// which moments of the deck add what has no energy. States named EQUILIBRIUM
// are further unknowns, whose rates are equations. With dampers K - s M + d C stands in the corner
// (run/motion/ step_tangent.h), also at states that move: what velocities add to K is left out.
// Sparse: costs grow like the mechanism. The dense counterpart is solve/statics/linearise.h.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assembly/inertia.h"
#include "linalg/lu.h"
#include "linalg/sparse_cholesky.h"
#include "linalg/sparse_lu.h"
#include "linalg/symmetric_factors.h"
#include "model/phase.h"
#include "model/state.h"
#include "solve/statics/law_tangent.h"

namespace mbs {

class BorderedTangent {
 public:
  // rest: equilibrium, with the states named EQUILIBRIUM as unknowns. modes: of what has no states.
  // steps: what resists velocities has its places in the matrix; states, those of muscles too, are
  // solved for beside the tangent.
  enum class Use { rest, modes, steps };
  BorderedTangent(const Model& model, const Phase& phase, Use use = Use::rest);

  // The part of the mechanism that the tangent does not represent ("states"); empty where there is
  // none.
  static std::string unknown_part(const Model& model, const Phase& phase, Use use = Use::rest);

  // Evaluates the tangent at a state without velocities and accelerations, with its stresses S
  // (ne); loads are multiplied by load_factor. False where springs or gravity make K unsymmetric,
  // or a number is not finite.
  // for_steps: the tangent of gravity stays for some calls.
  [[nodiscard]] bool evaluate(const State& state, ConstVector S, double load_factor = 1,
                              bool for_steps = false);
  // Evaluates the laws alone, which decide is_unknown(); evaluate() does it, too.
  void evaluate_laws(const State& state, double load_factor);

  // Factors the tangent for a shift s and a factor d of the dampers that have places in the matrix;
  // false where it is singular.
  [[nodiscard]] bool factor(double shift, double damping = 0);
  // Whether laws leave K symmetric, without states; only then do negative() and energy() mean
  // something.
  bool is_symmetric() const { return skew_.empty() && !has_states(); }
  bool has_states() const { return state_count_ > 0; }
  // The sign of the determinant of K on the motions that the constraints leave, but for a sign that
  // is the same at all states; 0 where the matrix is symmetric.
  int determinant_sign() const;
  // Whether a damper, a law or a contact resists velocities.
  bool is_damped() const;
  // The number of eigenvalues below s: of motions that the constraints leave and along which K - s
  // M is negative.
  int negative() const;
  // x (nx) from f (nx), 0 where coordinates are not free. unrefined: what the factors alone give.
  void solve(ConstVector f, Vector x, bool unrefined = false);
  // Solves with right sides for all rows: the motion dx (nx) and the change of stresses dS (ne, 0
  // where a stress is no unknown) that remove the force f on free coordinates and the gap (ne) of
  // held rows, and the change of states dz (nz) that removes their rates (nz). The gap of a spring
  // is C (S - law), for a stress S that does not follow its law.
  void solve(ConstVector f, ConstVector gap, ConstVector rates, Vector dx, Vector dS, Vector dz);
  // gap := C (S - law) of the springs whose stresses are unknowns; other rows stay.
  void spring_gaps(ConstVector S, ConstVector law, Vector gap) const;
  // The derivatives of laws, among them those by states, at the last evaluate().
  const LawTangent& laws() const { return laws_; }
  // Whether the stress of row r is an unknown beside x.
  bool is_unknown(int r) const { return row_unknown_[r] >= 0 && row_follows_[r] == 0; }
  // From now on these resistances of coordinates (nx) stand in the place of masses.
  void resist(std::vector<double> resistances) { resistances_ = std::move(resistances); }
  // The mass of free coordinates times x, and the forces of dampers at velocities v.
  void mass_times(ConstVector x, Vector b) const;
  void damping_times(ConstVector v, Vector b) const;
  // The masses at the state of the last evaluate().
  const Inertia& inertia() const { return inertia_; }
  // The diagonal of the mass of free coordinates (nx).
  std::vector<double> masses() const;

  // x^T K x including springs; is_none: the value is only rounding of its terms.
  struct Energy {
    double value = 0;
    bool is_none = false;
    bool is_doubtful = false;  // it may be rounding of the search for x
  };
  Energy energy(ConstVector x) const;

  bool is_slack() const;
  int freedoms() const { return free_count_ - held_count_; }
  // The largest stiffness of a coordinate over its mass.
  double fastest() const;

 private:
  // The matrices of the elements of one batch (or of the node masses), each over its own
  // coordinates.
  struct Block {
    int batch = 0;               // index into Model::batches; node masses: into Model::node_masses
    int count = 0, nx = 0;       // rows, coordinates of each
    std::vector<int> gather;     // count x nx: coordinates of the model
    std::vector<double> values;  // count x nx x nx
    bool turns = false;          // bodies of space: the symmetric part of their stiffness is taken
    std::vector<double> reach = {};  // of gravity, count x nx: reaches()
    double work = 0;                 // of gravity: the largest term along a reach; less is rounding
  };
  struct Entry {
    int i, j;  // unknowns
    double K, M, C = 0;
  };
  // Springs whose stresses depend on each other's deformations, and their matrix.
  struct Group {
    std::vector<int> rows;
    std::vector<double> stiffness, compliance;
    // Its stresses are unknowns; else it stands in K.
    bool is_stress() const { return !compliance.empty(); }
  };

  void find_groups();
  std::vector<char> sprung_rows() const;
  void number_rows();
  void lay_out();
  void add_law_springs();
  void add_law_entries();
  template <class Take>
  void each_law_entry(const Take& take) const;
  void find_moments(ConstVector S, double load_factor);
  void find_state_rows();
  void scale_states(double most);
  void sort_law_places();
  void put_values();
  bool lay_out_in_order();
  bool factor_in_order();
  bool is_factored_symmetric() const { return (skew_.empty() || is_border()) && !prefers_rows_; }
  // Whether states border the factors of the rest.
  bool is_border() const { return has_states() && is_symmetric_beside_states_ && !refuses_border_; }
  int first_state() const { return free_count_ + stress_count_ + held_count_; }
  [[nodiscard]] bool factor_border();
  void solve_border(Vector y) const;
  bool factor_by_rows(double most_work);
  bool rows_cost_less();
  void lay_out_geometry();
  void find_geometry(const State& state, ConstVector S);
  void lay_out_gravity();
  void find_gravity(const State& state, double load_factor);
  std::vector<double> reaches(const Block& block, const std::vector<double>& x) const;
  void find_gravity_of_masses(std::size_t m, const State& state, double load_factor);
  void find_gravity_of_bodies(Block& block, const State& state, double load_factor);
  void add_block(const Block& block);
  void add_springs();
  void add(int i, int j, double K, double M, double C = 0);
  // The entry of the matrix that is factored.
  double value(const Entry& e) const { return e.K - shift_ * e.M + damping_ * e.C; }
  bool symmetric(const Block& block) const;
  void choose_scales();
  void solve_all(bool unrefined = false);
  void multiply(ConstVector y, Vector out) const;

  const Model& model_;
  const Phase& phase_;
  Inertia inertia_;
  Evaluation base_, work_;
  std::vector<int> unknown_;        // nx: of a free coordinate, else -1
  std::vector<int> row_unknown_;    // ne: of the stress of a row, else -1
  std::vector<char> row_follows_;   // ne: the stress of a spring by law that has no slope there
  std::vector<int> state_unknown_;  // nz: of a state that is found, else -1
  // nz: the equation of a state is multiplied by this, so that it reads positions as much as forces
  // read the state.
  std::vector<double> state_row_;
  std::vector<Group> groups_;
  int free_count_ = 0, held_count_ = 0, stress_count_ = 0, state_count_ = 0;
  std::vector<std::vector<std::pair<int, int>>> entries_of_;  // ne: place in De, unknown
  std::vector<Block> geometry_, gravity_;                     // of batches; of masses
  std::vector<char> is_angle_;
  std::vector<int> component_;  // nx: of a place, else -1
  std::vector<Entry> entries_;  // in the same sequence at every state
  // Springs are eliminated first: their stresses as unknowns would fill the factors.
  bool springs_first_ = false;
  // Factors in a fixed order (factors_in_order.cpp), and the place of each entry in them.
  // in_order_: they are the last ones made. refuses_order_: a step had no pivots in that order.
  std::optional<SparseCholesky> ordered_;
  std::vector<int> ordered_slot_;
  bool in_order_ = false, refuses_order_ = false;
  std::vector<double> resistances_;          // nx, in the place of masses; or empty
  int steps_of_gravity_ = 0;                 // evaluations for steps since the last of all masses
  std::optional<SymmetricFactors> factors_;  // from the first evaluation on
  std::vector<int> order_;
  LawTangent laws_;
  bool has_dampers_ = false;  // in the matrix
  // Orientations on which other moments act than those of elements and of gravity, and these.
  struct Moment {
    int first = 0;
    double value[3] = {0, 0, 0};
  };
  std::vector<Moment> moments_;
  // The entries of laws with both coordinates free fall into places (i, j), i <= j. slots: of each
  // entry, in the sequence of each_law_entry(), the place, with the bit 1 where it stands below the
  // diagonal; -1: not free.
  std::vector<std::pair<int, int>> law_places_;
  std::vector<int> law_slots_;
  // Of states that border the factors, scaled: the inverse of the rest times the columns of states
  // (each n numbers), the entries of their rows, and what is left of their own.
  struct RowEntry {
    int state, column;
    double value;
  };
  std::vector<double> border_;
  std::vector<RowEntry> state_entries_;
  Lu own_of_states_;
  bool is_symmetric_beside_states_ = true, refuses_border_ = false;
  std::vector<Entry> skew_;  // differences over 2 at i < j; empty: the matrix is symmetric
  // Of an unsymmetric tangent, and where they cost less in the matrix of a step: factors by rows,
  // and the place of each pair of entries in them.
  std::optional<SparseLu> by_rows_;
  bool is_compared_ = false, prefers_rows_ = false;
  std::vector<int> columns_;  // of the factors: the unknown of each
  std::vector<std::pair<int, int>> value_of_;
  int negative_stresses_ = 0;
  std::vector<double> scale_, rhs_, rest_, force_, y_;
  double shift_ = 0, damping_ = 0;
};

}  // namespace mbs
