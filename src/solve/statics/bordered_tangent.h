// The equations of motion linearised about a state at rest, in all free coordinates:
//   | K - s M   De^T   J^T | | x |   | f |
//   | De        -C      0  | | S | = | 0 |     J: rows that are held; C: the compliance of springs
//   | J          0      0  | | r |   | 0 |
// where K is the geometric stiffness by stresses and loads: S_r D2e_r of each element, by
// polarisation of D2e(v, v) within the element, and the change of gravity and point forces. Springs
// are unknown stresses, so that no large stiffness is added up that has to cancel for a smooth
// motion. Sparse: all costs grow like the mechanism. The dense counterpart is
// solve/statics/linearise.h.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assembly/inertia.h"
#include "linalg/symmetric_factors.h"
#include "model/phase.h"
#include "model/state.h"

namespace mbs {

// An equilibrium with at least so many degrees of freedom is solved on the bordered tangent.
inline constexpr int kManyForEquilibrium = 30;

class BorderedTangent {
 public:
  BorderedTangent(const Model& model, const Phase& phase);

  // The part of the mechanism that the tangent does not represent ("dampers"); empty where there is
  // none. Where nothing moves, dampers need not be represented.
  static std::string unknown_part(const Model& model, const Phase& phase, bool moves = true);

  // Evaluates the tangent at a state without velocities and accelerations, with its stresses S
  // (ne); loads are multiplied by load_factor. False where K is not symmetric, or a number is not
  // finite.
  [[nodiscard]] bool evaluate(const State& state, ConstVector S, double load_factor = 1);

  // Factors the tangent for a shift s; false where it is singular.
  [[nodiscard]] bool factor(double shift);
  // The number of eigenvalues below s: of motions that the constraints leave and along which K - s
  // M is negative.
  int negative() const;
  // x (nx) from f (nx), 0 where coordinates are not free.
  void solve(ConstVector f, Vector x);
  // Solves with right sides for all rows: the motion dx (nx) and the change of stresses dS (ne, 0
  // where a stress is no unknown) that remove the force f on free coordinates and the gap (ne) of
  // held rows. The gap of a spring is C (S - law), for a stress S that does not follow its law.
  void solve(ConstVector f, ConstVector gap, Vector dx, Vector dS);
  // gap := C (S - law) of the springs whose stresses are unknowns; other rows stay.
  void spring_gaps(ConstVector S, ConstVector law, Vector gap) const;
  // Whether the stress of row r is an unknown beside x.
  bool is_unknown(int r) const { return row_unknown_[r] >= 0; }
  // The mass of free coordinates times x.
  void mass_times(ConstVector x, Vector b) const;

  // x^T K x including springs; is_none: the value is only rounding of its terms.
  struct Energy {
    double value = 0;
    bool is_none = false;
  };
  Energy energy(ConstVector x) const;

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
  };
  struct Entry {
    int i, j;  // unknowns
    double K, M;
  };
  // Springs whose stresses depend on each other's deformations, and their matrix.
  struct Group {
    std::vector<int> rows;
    std::vector<double> stiffness, compliance;
    // Its stresses are unknowns; else it stands in K.
    bool is_stress() const { return !compliance.empty(); }
  };

  void find_groups();
  void lay_out();
  void find_geometry(const State& state, ConstVector S);
  void find_gravity(const State& state, double load_factor);
  void add_block(const Block& block);
  void add_springs();
  void add(int i, int j, double K, double M);
  bool symmetric(const Block& block) const;
  void choose_scales(double shift);
  void solve_all();
  void multiply(ConstVector y, Vector out) const;

  const Model& model_;
  const Phase& phase_;
  Inertia inertia_;
  Evaluation base_, work_;
  std::vector<int> unknown_;      // nx: of a free coordinate, else -1
  std::vector<int> row_unknown_;  // ne: of the stress of a row, else -1
  std::vector<Group> groups_;
  int free_count_ = 0, held_count_ = 0, stress_count_ = 0;
  std::vector<std::vector<std::pair<int, int>>> entries_of_;  // ne: place in De, unknown
  std::vector<Block> geometry_, gravity_;                     // of batches; of masses
  std::vector<char> is_angle_;
  std::vector<int> component_;  // nx: of a place, else -1
  std::vector<Entry> entries_;  // in the same sequence at every state
  // Springs are eliminated first: their stresses as unknowns would fill the factors.
  bool springs_first_ = false;
  std::optional<SymmetricFactors> factors_;  // from the first evaluation on
  std::vector<double> scale_, rhs_, rest_, force_, y_;
  double shift_ = 0;
};

}  // namespace mbs
