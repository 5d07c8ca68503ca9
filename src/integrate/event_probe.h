// Evaluates event functions at a state, or at any time within a stretch.
#pragma once

#include <vector>

#include "integrate/event_functions.h"
#include "integrate/integrator.h"

namespace mbs {

// The stretch of time that is searched: the last step of an integrator, or any stretch whose event
// functions need no state and are called with an empty one.
struct Stretch {
  double from = 0, to = 0, direction = 1;
  Integrator* dense = nullptr;
};

class EventProbe {
 public:
  // n is the size of the state. Only the constructor allocates.
  EventProbe(const EventFunctions& functions, int n);

  void set_state_size(int n) { state_.resize(n); }

  int count() const { return functions_.count; }
  EventReads reads(std::size_t i) const { return reads_[i]; }

  // All functions at a state, or at a time inside the stretch. Not ok where one of them cannot be
  // evaluated or is not finite.
  EvalStatus evaluate(double t, ConstVector y, Vector g);
  EvalStatus sample(const Stretch& stretch, double t, Vector g);
  // Function i alone, at a time inside the stretch.
  EvalStatus value(const Stretch& stretch, int i, double t, double& g);
  // A function of the time alone.
  double at_time(int i, double t) const { return functions_.at_time(functions_.context, i, t); }

  // As in EventFunctions; keep() does nothing where functions cannot be foretold.
  bool can_foretell() const { return functions_.keep; }
  void keep(double t) {
    if (functions_.keep) functions_.keep(functions_.context, t);
  }
  void note(std::size_t point) {
    if (functions_.note) functions_.note(functions_.context, static_cast<int>(point));
  }
  void note_beginning() {
    if (functions_.note) functions_.note(functions_.context, -1);
  }
  void foretell(double t, Vector g) { functions_.foretell(functions_.context, t, g); }

 private:
  EventFunctions functions_;
  std::vector<EventReads> reads_;
  std::vector<double> g_, state_;
};

}  // namespace mbs
