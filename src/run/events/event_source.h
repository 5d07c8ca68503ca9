// The one interface of all that may happen in a run: events of the deck with their stops, rigid
// contacts and joints that rub, penalty contacts, circles of paths, outlines. Each of these is a
// source. It has functions of the state whose zeros are sought, and acts where one has passed zero.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "integrate/events.h"
#include "run/frame/change.h"
#include "run/motion/dynamic_site.h"

namespace mbs {

// A state, placed and with accelerations, and the unknowns y of the integrator there.
struct EventLook {
  double t;
  ConstVector y;
  const State& state;
  const Dynamics& dynamics;
  const Phase& phase;
};

// After a change a function up to `size` is zero, and counts as positive; negative: no such size is
// needed. of_force: the function is a force. Where loads begin at zero, the forces of all closed
// contacts are zero together, and the first force to pass its noise goes first.
struct EventNoise {
  double size = -1;
  bool of_force = false;
};

class EventSource {
 public:
  virtual ~EventSource() = default;
  // The number of functions. The argument k below is the number of one of them, from 0.
  virtual int count() const = 0;
  virtual const std::string& label(int k) const = 0;  // "EVENT takeoff", "CONTACT 2"
  virtual SourceLocation where(int k) const = 0;
  virtual Crossing direction(int /*k*/) const { return Crossing::both; }
  // Whether a zero of the function is an event of the run. The end of a smooth piece, or an impulse
  // that holds a contact, is none.
  virtual bool counts(int /*k*/) const { return true; }
  // The values of all functions, in one call.
  virtual void evaluate(const EventLook& at, Vector g) = 0;
  // By how much rounding of the state may change each function.
  virtual void rounding(const EventLook& /*at*/, Vector out) {
    std::fill(out.begin(), out.end(), 0.0);
  }
  // After a change: adds the noise of each function. The dynamics are those of the state.
  virtual void add_noise(DynamicSite& /*at*/, std::vector<EventNoise>& noise) {
    noise.insert(noise.end(), static_cast<std::size_t>(count()), EventNoise{});
  }
  // Function k has passed zero at the state of the site, which becomes the state afterwards.
  virtual Change occur(int k, Crossing direction, DynamicSite& at) = 0;
};

}  // namespace mbs
