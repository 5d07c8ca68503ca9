// A chain that is solved as nodes and elements, seen by the matrix of Casius 2004: rcond of its
// known/unknown choice, and with --cross-check its variables at every report time.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/phase.h"
#include "solve/chain_system.h"

namespace mbs {

// The line about report times at which the other way had no solution; empty without any.
std::string describe_unsolved(long long count, double first);

class ChainCheck {
 public:
  explicit ChainCheck(const Chain& chain);
  // After an event at time t: what holds now.
  void follow(const Phase& phase, const Model& model, double t);
  // The numbers of ChainObserver at one time.
  void note(double t, ConstVector row);
  std::string describe() const;
  // At the time noted last.
  double rcond() { return system_->rcond(); }

 private:
  void choose(const std::vector<ChainConstraint>& holds, std::span<const char> active);

  const Chain& chain_;
  int n_;
  std::vector<ChainSegment> segments_;
  std::unique_ptr<ChainSystem> system_;
  ChainEquations none_;
  std::vector<double> here_, found_;
  long long unsolved_ = 0;
  double unsolved_at_ = 0;
  double difference_ = 0, smallest_rcond_ = 1;
  // Half a constraint, or one that moves, has no place in the matrix: no comparison meanwhile.
  bool comparable_ = true;
  double left_at_ = 0;
  bool left_ = false;
};

}  // namespace mbs
