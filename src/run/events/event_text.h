// EventEffect collects the effects of an event's actions; record_event() makes the event's record.
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
  ContactChange contacts;  // contacts that struck together with its stops
  Impulses impulses;       // summed over its actions; empty vectors: velocities did not jump

  // Adds the impulses of a later impact; the kinetic energy before stays that of the first impact.
  void add(const Impulses& more);
  // A parameter, state or stimulus has a new value.
  void add(ValueChange change);
};

// value: of the event's expression; degrees: degrees of freedom after the event. Numbers within
// rounding become zero.
EventRecord record_event(const EventRow& row, const Model& model, const State& before,
                         const State& after, const EventEffect& effect, double value, int degrees);

}  // namespace mbs
