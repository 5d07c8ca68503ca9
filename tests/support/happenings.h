// What has happened in a run, as data: events of the deck, impacts and modes of contacts.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/deck.h"

namespace mbs::test {

// Those of the deck, in the order in which they were carried out.
inline std::vector<EventRecord> events_of(const RunResult& run) {
  std::vector<EventRecord> out;
  for (const Happening& at : run.events) out.insert(out.end(), at.events.begin(), at.events.end());
  return out;
}

// The first one with this name, or the n-th (from 0); its time is nan where there is none.
inline EventRecord event_of(const RunResult& run, const std::string& name, int n = 0) {
  for (const EventRecord& event : events_of(run))
    if (event.label == "EVENT " + name && n-- == 0) return event;
  EventRecord none;
  none.t = NAN;
  return none;
}

// Names of the events, each with a blank behind it: "bounce bounce stop ".
inline std::string sequence_of(const RunResult& run) {
  std::string out;
  for (const EventRecord& event : events_of(run)) out += event.label.substr(6) + " ";
  return out;
}

// Throws where the event changes no coordinate of this name.
inline const CoordinateJump& jump_of(const EventRecord& event, const std::string& coordinate) {
  for (const CoordinateJump& jump : event.coordinates)
    if (jump.name == coordinate) return jump;
  throw std::out_of_range(coordinate);
}

// The impulse of a deformation; nan where there is none.
inline double impulse_of(const EventRecord& event, const std::string& deformation) {
  for (const StressImpulse& stress : event.stresses)
    if (stress.name == deformation) return stress.impulse;
  return NAN;
}

// What happened at the start, where contacts may touch, and then in the run.
inline std::vector<Happening> all_of(const RunResult& run) {
  std::vector<Happening> out = {run.at_start};
  out.insert(out.end(), run.events.begin(), run.events.end());
  return out;
}

struct TimedStrike {
  double t;
  ContactStrike strike;
};

// What impacts have done to contacts and joints with friction, in the order of the report; of one
// of them where its label is given.
inline std::vector<TimedStrike> strikes_of(const RunResult& run, StrikeKind kind,
                                           const std::string& label = "") {
  std::vector<TimedStrike> out;
  for (const Happening& at : all_of(run))
    for (const ContactStrike& strike : at.strikes)
      if (strike.kind == kind && (label.empty() || strike.label == label))
        out.push_back({at.t, strike});
  return out;
}

// Times of the turns of this kind, of any contact or of one.
inline std::vector<double> times_of(const RunResult& run, ContactTurn turn,
                                    const std::string& label = "") {
  std::vector<double> out;
  for (const Happening& at : all_of(run))
    for (const ModeChange& change : at.contacts)
      if (change.turn == turn && (label.empty() || change.label == label)) out.push_back(at.t);
  return out;
}

}  // namespace mbs::test
