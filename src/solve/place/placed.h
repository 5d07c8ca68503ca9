// Handles: a value that shows what has been computed at a state, and that the next step asks for.
//   Kinematics::position()    -> Positioned   the Jacobian is factored at the position
//   Kinematics::velocities()  -> Placed       velocities fulfil the constraints too, D2e(v, v)
//   Dynamics::place()         -> Placed       the same, and what the equations of motion need
// A handle holds until the same kinematics comes to another position, or evaluates other
// velocities; one that holds no longer is a mistake of the program, which an assertion finds.
#pragma once

#include "solve/place/status.h"

namespace mbs {

class Kinematics;

class Positioned {
 public:
  Positioned() = default;
  bool ok() const { return status_.ok(); }
  const SolveStatus& status() const { return status_; }

 protected:
  friend class Kinematics;
  friend class Excursion;
  SolveStatus status_{SolveKind::singular};
  const Kinematics* of_ = nullptr;
  long long position_ = 0;  // the number of its position
};

class Placed : public Positioned {
 public:
  Placed() = default;
  // The handle of a state that could not be placed.
  explicit Placed(const SolveStatus& failure) { status_ = failure; }
  Placed failed(SolveKind kind, int column = -1) const;
  // A handle like this one, with the number of iterations it took.
  Placed after(int iterations) const;

 private:
  friend class Kinematics;
  friend class Excursion;
  friend class Dynamics;
  long long motion_ = 0;    // the number of the velocities
  bool is_solved_ = false;  // accelerations and forces have been interpolated already
};

inline Placed Placed::failed(SolveKind kind, int column) const {
  Placed out(status_);
  out.status_.kind = kind;
  if (column >= 0) out.status_.column = column;
  return out;
}

inline Placed Placed::after(int iterations) const {
  Placed out = *this;
  out.status_.iterations = iterations;
  return out;
}

// The handle of a state with known accelerations and stresses (Dynamics::accelerate_briefly()). It
// holds until the next solution.
class Accelerated {
 public:
  bool ok() const { return status_.ok(); }
  const SolveStatus& status() const { return status_; }

 private:
  friend class Dynamics;
  SolveStatus status_{SolveKind::singular};
  Placed placed_;
  long long number_ = 0;  // of the solution; 0: complete() has nothing to do
};

}  // namespace mbs
