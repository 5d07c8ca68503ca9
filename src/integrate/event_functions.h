// The functions of time and state whose zeros are sought.
#pragma once

#include <cstdint>

#include "integrate/system.h"

namespace mbs {

// Inputs of a function: the state too; the time alone; the time alone, with a linear function.
enum class EventReads : std::uint8_t { state, time, linear_time };

struct EventFunctions {
  int count = 0;
  void* context = nullptr;
  // Fills all g (count of them) at one state.
  EvalStatus (*evaluate)(void* context, double t, ConstVector y, Vector g) = nullptr;
  // The inputs of function i; null: all functions read the state.
  EventReads (*reads)(void* context, int i) = nullptr;
  // The value of a function of the time alone.
  double (*at_time)(void* context, int i, double t) = nullptr;
  // Keeps the quantities from which the last evaluated g were made, at time t, in place of the
  // oldest of three such points. Null: g cannot be foretold.
  void (*keep)(void* context, double t) = nullptr;
  // Notes the quantities from which the last evaluated g were made, as point `point` of a step. A
  // negative `point`: the last point of a step becomes the first one of the next. Null: nobody asks
  // between the points.
  void (*note)(void* context, int point) = nullptr;
  // Gives all g that read the state at time t, from quantities on the parabolas through the points
  // kept.
  void (*foretell)(void* context, double t, Vector g) = nullptr;
};

// The event functions of an object that has events(t, y, g). It may also have event_reads(i) with
// event_at_time(i, t), can_foretell(), keep(t), foretell(t, g), and note(point).
template <class Problem>
EventFunctions event_functions(int count, Problem& problem) {
  EventFunctions out;
  out.count = count;
  out.context = &problem;
  out.evaluate = [](void* p, double t, ConstVector y, Vector g) -> EvalStatus {
    return static_cast<Problem*>(p)->events(t, y, g);
  };
  if constexpr (requires { problem.event_reads(0); }) {
    out.reads = [](void* p, int i) { return static_cast<Problem*>(p)->event_reads(i); };
    out.at_time = [](void* p, int i, double t) -> double {
      return static_cast<Problem*>(p)->event_at_time(i, t);
    };
  }
  if constexpr (requires { problem.note(0); }) {
    if (problem.may_note())
      out.note = [](void* p, int point) { static_cast<Problem*>(p)->note(point); };
  }
  if constexpr (requires(Vector g) { problem.foretell(0.0, g); }) {
    if (problem.can_foretell()) {
      out.keep = [](void* p, double t) { static_cast<Problem*>(p)->keep(t); };
      out.foretell = [](void* p, double t, Vector g) { static_cast<Problem*>(p)->foretell(t, g); };
    }
  }
  return out;
}

}  // namespace mbs
