// A chain in the variables of the matrix of Casius 2004: names the unknown variables and compares
// their number with the number of equations. The matrix is built with --cross-check only. It is
// then solved at every report time, and its variables are compared with the variables of the run.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/phase.h"
#include "run/frame/cross_check.h"
#include "solve/chain/chain_system.h"
#include "solve/forces/balance.h"

namespace mbs {

class ChainCheck {
 public:
  enum class Matrix : bool { none, built };
  // At the start.
  ChainCheck(const Chain& chain, const Model& model, const Phase& phase, Matrix matrix);
  // An event at time t has changed the phase: reads the known and held variables again.
  void follow(const Phase& phase, double t);
  // Solves the matrix, which must have been built. row: the numbers of ChainObserver at one time;
  // balance: null for a chain without a choice.
  void note(double t, ConstVector row, const Balance* balance);
  // Reports an error and returns false if the numbers of unknowns and equations differ.
  bool counts_agree(Diagnostics& diagnostics) const;
  // "PHIDD 1, PHIDD 2".
  std::string unknowns() const;
  std::string describe_equations() const;
  // At the end of the run: the largest difference between the matrix and the run.
  std::string describe_difference() const;
  CrossCheck result() const;
  // Reciprocal condition number of the matrix of the last note(); 1 while the chain is not
  // comparable.
  double rcond() { return comparable_ ? system_->rcond() : 1; }

 private:
  void read(const Phase& phase);
  int equation_count() const { return 3 * n_ + held_.equations + driven_ + equations_.count; }
  std::string equation_text() const;
  std::string efforts_left() const;
  std::string mend(int equations, int unknowns) const;
  const ChainKnown* known_angle() const;
  bool drives(int segment) const;  // DRIVE HINGE
  int unknown_count() const;       // without the forces of constraints
  void set_equations(const Balance& balance);

  const Chain& chain_;
  const Model& model_;
  int n_;
  std::vector<ChainSegment> segments_;
  std::vector<char> unknown_;
  bool with_matrix_;
  ChainConstraintCounts held_;           // of the constraints in force
  int driven_ = 0;                       // joints that a DRIVE moves, beside a choice
  std::unique_ptr<ChainSystem> system_;  // the matrix
  ChainEquations equations_;
  std::vector<double> here_, found_;
  long long unsolved_ = 0;
  double unsolved_at_ = 0;
  double difference_ = 0;
  // False while an event holds only half of a constraint or moves a constraint: the matrix has no
  // row for these cases.
  bool comparable_ = true;
  double left_at_ = 0;
  bool left_ = false;
};

}  // namespace mbs
