// The contacts of a dynamic run: where they open and close. The integrator starts afresh there, so
// that no step runs over the kink of a contact force.
#pragma once

#include <vector>

#include "integrate/events.h"
#include "model/phase.h"
#include "solve/dynamics.h"

namespace mbs {

class ContactRun {
 public:
  explicit ContactRun(const Model& model) : model_(model) {}

  // Which contacts touch at the start: those whose gap is negative, or zero and about to be.
  void start(const State& state, Phase& phase);

  // Functions of the event locator: count() of them, behind those of the deck's events.
  int count() const { return 2 * static_cast<int>(model_.forces.contacts.size()); }
  void add_directions(std::vector<Crossing>& directions) const;
  // At a state after Dynamics::accelerate().
  void evaluate(const State& state, const Phase& phase, Vector g);
  // One of these functions has passed zero.
  void meet(int function, Crossing direction, Phase& phase);

 private:
  const Model& model_;
  double largest_gap_ = 0;  // so far, of all contacts
};

}  // namespace mbs
