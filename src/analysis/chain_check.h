// A chain that is solved as nodes and elements, seen by the matrix of Casius 2004: rcond of its
// known/unknown choice, and with --cross-check its variables at every report time.
#pragma once

#include <string>
#include <vector>

#include "solve/chain_system.h"

namespace mbs {

class ChainCheck {
 public:
  explicit ChainCheck(const Chain& chain);
  // The numbers of ChainObserver at one time.
  void note(double t, ConstVector row);
  std::string describe() const;
  // At the time noted last.
  double rcond() { return system_.rcond(); }

 private:
  int n_;
  std::vector<ChainSegment> segments_;
  ChainSystem system_;
  ChainEquations none_;
  std::vector<double> here_, found_;
  double difference_ = 0, smallest_rcond_ = 1, rcond_time_ = 0;
};

}  // namespace mbs
