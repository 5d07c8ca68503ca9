// What an event has done, as its actions tell it one by one, and the record of it.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "model/state.h"
#include "plan/events.h"
#include "run/frame/contact_change.h"
#include "solve/impact/impulse.h"

namespace mbs {

struct EventEffect {
  bool changes = false;            // something else than STOP was done
  bool switched = false;           // classes have changed
  bool stops = false;              // the run ends with it
  std::vector<std::string> notes;  // one line each: impacts, parameters
  std::vector<StopStrike> stops_struck;
  std::vector<ValueChange> sets;
  ContactChange contacts;  // that have struck together with its stops
  Impulses impulses;       // summed over its actions; empty vectors: velocities did not jump

  // Adds impulses, one after another: the energy before is that of the first.
  void add(const Impulses& more);
  // A parameter, state or stimulus has a new value.
  void add(ValueChange change);
};

// value: of the event's expression; degrees: of freedom, afterwards. Numbers that are no more than
// rounding are zero.
EventRecord record_event(const EventRow& row, const Model& model, const State& before,
                         const State& after, const EventEffect& effect, double value, int degrees);

}  // namespace mbs
