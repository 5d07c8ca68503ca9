// Places of the joints: columns of the CSV and channels of events and measures; the tables of a
// report do not show them.
#pragma once

#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

class JointPlaces {
 public:
  // KABIOS: rev1.x .y and tran1.x .y (the point of body j), in the order of the deck; native: rev
  // and tran with the numbers of PLREV and PLTRAN; chains: joint1.x .y ... of the proximal end of
  // each segment and, last, of the tip.
  explicit JointPlaces(const Model& model) : model_(model) {}

  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named.
  void observe(const State& state, double* out) const;

 private:
  const Model& model_;
};

}  // namespace mbs
