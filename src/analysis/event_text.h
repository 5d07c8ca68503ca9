// What the report says of an event.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "model/state.h"
#include "plan/plan.h"
#include "solve/impulse.h"

namespace mbs {

struct EventEffect {
  bool changes = false;            // something else than STOP was done
  bool switched = false;           // classes have changed
  bool stops = false;              // the run ends with it
  std::vector<std::string> notes;  // one line each: impacts, parameters
  Impulses impulses;  // summed over its actions; empty vectors: velocities did not jump

  // Adds impulses, one after another: the energy before is that of the first.
  void add(const Impulses& more);
};

// `degrees`: of freedom, afterwards.
std::string describe_event(const EventRow& row, const Model& model, const State& before,
                           const State& after, const EventEffect& effect, double value,
                           int degrees);

}  // namespace mbs
