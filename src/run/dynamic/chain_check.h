// A chain in the variables of the matrix of Casius 2004: which of them are unknown, whether there
// are as many equations, and rcond of the choice. With --cross-check the matrix is solved at every
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
  // At the start; `balance` is null without a choice.
  ChainCheck(const Chain& chain, const Model& model, const Phase& phase);
  // After an event at time t: what is known and held now.
  void follow(const Phase& phase, double t);
  // The numbers of ChainObserver at one time. balance: of a chain with a choice, else null.
  void note(double t, ConstVector row, const Balance* balance);
  // False, with an error, where there are more or fewer unknowns than equations.
  bool counts_agree(Diagnostics& diagnostics) const;
  // "PHIDD 1, PHIDD 2".
  std::string unknowns() const;
  std::string describe_equations() const;
  // At the end: by how much the two ways differ, and the smallest rcond as a class and in digits.
  std::string describe_difference() const;
  CrossCheck result() const;
  std::string describe_rcond() const;
  std::string describe_digits() const;
  // rcond of the choice at the time of the last note().
  double rcond() { return system_->rcond(); }

 private:
  void read(const Phase& phase);
  void set_equations(const Balance& balance);

  const Chain& chain_;
  const Model& model_;
  int n_;
  std::vector<ChainSegment> segments_;
  std::vector<char> unknown_;
  std::unique_ptr<ChainSystem> system_;
  ChainEquations equations_;
  std::vector<double> here_, found_;
  long long unsolved_ = 0;
  double unsolved_at_ = 0;
  double difference_ = 0, smallest_rcond_ = 1, rcond_time_ = 0;
  // False while an event holds half a constraint, or moves one: the matrix has no row for that.
  bool comparable_ = true;
  double left_at_ = 0;
  bool left_ = false;
};

}  // namespace mbs
