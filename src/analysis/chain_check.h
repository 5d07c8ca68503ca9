// --cross-check of a chain that is solved as nodes and elements: the same choice by the matrix of
// Casius 2004 at every report time.
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

 private:
  int n_;
  std::vector<ChainSegment> segments_;
  ChainSystem system_;
  ChainEquations none_;
  std::vector<double> here_, found_;
  double difference_ = 0, smallest_rcond_ = 1, rcond_time_ = 0;
};

}  // namespace mbs
