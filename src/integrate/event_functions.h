// The functions of time and state whose zeros are sought.
#pragma once

#include <cstdint>

#include "integrate/system.h"

namespace mbs {

// Inputs of a function: the state too; the time alone; the time alone, with a linear function.
enum class EventReads : std::uint8_t { state, time, linear_time };

class EventFunctions {
 public:
  virtual ~EventFunctions() = default;
  virtual int count() const = 0;
  // Fills all g (count() of them) at one state.
  virtual EvalStatus evaluate(double t, ConstVector y, Vector g) = 0;
  // The inputs of function i.
  virtual EventReads reads(int /*i*/) const { return EventReads::state; }
  // The value of a function of the time alone.
  virtual double at_time(int /*i*/, double /*t*/) { return 0; }
  // Whether g can be foretold. keep() keeps the quantities from which the last evaluated g were
  // made, at time t, in place of the oldest of three such points. foretell() gives all g that read
  // the state at time t, from quantities on the parabolas through the points kept.
  virtual bool can_foretell() const { return false; }
  virtual void keep(double /*t*/) {}
  virtual void foretell(double /*t*/, Vector /*g*/) {}
  // Notes the quantities from which the last evaluated g were made, as point `point` of a step. A
  // negative `point`: the last point of a step becomes the first one of the next.
  virtual void note(int /*point*/) {}
};

}  // namespace mbs
