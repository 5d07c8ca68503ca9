// A chain in the variables of the matrix of Casius 2004: which of them are unknown, and whether
// there are as many equations. With --cross-check alone the matrix is built; it is solved at every
// report time and its variables are compared with those of the run.
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
  // After an event at time t: what is known and held now.
  void follow(const Phase& phase, double t);
  // Solves the matrix, which must have been built. row: the numbers of ChainObserver at one time;
  // balance: of a chain with a choice, else null.
  void note(double t, ConstVector row, const Balance* balance);
  // False, with an error, where there are more or fewer unknowns than equations.
  bool counts_agree(Diagnostics& diagnostics) const;
  // "PHIDD 1, PHIDD 2".
  std::string unknowns() const;
  std::string describe_equations() const;
  // At the end: by how much the two ways differ.
  std::string describe_difference() const;
  CrossCheck result() const;
  // Of the matrix of the last note().
  double rcond() { return comparable_ ? system_->rcond() : 1; }

 private:
  void read(const Phase& phase);
  int equation_count() const { return 3 * n_ + held_.equations + equations_.count; }
  int unknown_count() const;  // without the forces of constraints
  void set_equations(const Balance& balance);

  const Chain& chain_;
  const Model& model_;
  int n_;
  std::vector<ChainSegment> segments_;
  std::vector<char> unknown_;
  bool with_matrix_;
  ChainConstraintCounts held_;           // of the constraints in force
  std::unique_ptr<ChainSystem> system_;  // the matrix
  ChainEquations equations_;
  std::vector<double> here_, found_;
  long long unsolved_ = 0;
  double unsolved_at_ = 0;
  double difference_ = 0;
  // False while an event holds half a constraint, or moves one: the matrix has no row for that.
  bool comparable_ = true;
  double left_at_ = 0;
  bool left_ = false;
};

}  // namespace mbs
