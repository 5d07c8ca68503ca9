// A chain seen by the matrix of Casius 2004: whether as many of its variables are unknown as there
// are equations, which they are, rcond of the choice, and with --cross-check its variables at every
// report time.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analysis/cross_check.h"
#include "base/diagnostics.h"
#include "model/phase.h"
#include "solve/balance.h"
#include "solve/chain_system.h"

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
  // Of the choice, at the time noted last.
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
  // Half a constraint, or one that moves, has no place in the matrix: no comparison meanwhile.
  bool comparable_ = true;
  double left_at_ = 0;
  bool left_ = false;
};

}  // namespace mbs
