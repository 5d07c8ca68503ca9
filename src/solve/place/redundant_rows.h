// Held deformations of space that follow from others wherever the mechanism goes: planar loops of
// hinges, linkages that move only by their special dimensions.
#pragma once

#include <vector>

#include "assembly/evaluation.h"
#include "model/phase.h"

namespace mbs {

struct RedundantRows {
  int held = 0;           // held deformations
  std::vector<int> shed;  // each follows from held ones before it in the deck
  // Held deformations whose stress equilibrium does not determine, the shed ones among them; and
  // fixed coordinates whose reaction it does not determine.
  std::vector<int> open, open_reactions;
  std::vector<double> closed;  // x (nq) at the start, where all held deformations close
  double extent = 1;           // the largest distance of two points of the mechanism there
};

// Closes the mechanism at t from x (nq), finds the rows that follow from others there, and keeps
// those that still do so where the mechanism has moved a little. None in the plane, without loops,
// or where the mechanism does not close.
RedundantRows find_redundant_rows(const Model& model, const Phase& phase, double t, ConstVector x);

}  // namespace mbs
