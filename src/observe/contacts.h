// Gap, slip and forces of the contacts, in every dialect.
#pragma once

#include "observe/layout.h"
#include "solve/dynamics.h"

namespace mbs {

class ContactObserver {
 public:
  ContactObserver(const Tables& tables, const Model& model);

  // contact1.gap .slip .slipd .n .f: gap and slip [m], rate of slip [m/s], normal force that pushes
  // the bodies apart and friction on the first body, positive along the slip [N].
  void lay_out(Layout& layout) const;
  // As many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  struct Contact {
    int number;  // of the element; in a KABIOS deck as they stand in it
    int normal;  // deformation: the gap; the slip follows it
  };
  std::vector<Contact> contacts_;
};

}  // namespace mbs
