// Gap, slip and forces of the contacts, and of joints with friction, in every dialect.
#pragma once

#include <string>
#include <vector>

#include "observe/layout.h"
#include "solve/forces/dynamics.h"

namespace mbs {

struct Plan;

class ContactObserver {
 public:
  ContactObserver(const Plan& plan, const Model& model);

  // contact1.gap .slip .slipd .n .f: gap and slip [m], rate of slip [m/s], normal force that pushes
  // the bodies apart and friction on the first body, positive along the slip [N]. friction1.slip
  // .slipd .load .f of a joint: slip [m or rad] and its rate, the pressing force [N], and friction
  // against the growth of the slip [N or N m]. Of what rolls in space the slip is a vector: .slip
  // is 0, .slipd its length, .f along it. If laws (springs, ELAW, ESIG) act on such a deformation,
  // their forces have channels of their own: contact1.law on the gap, .lawf on the slip,
  // friction1.law, with the signs of .n and .f.
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  struct Contact {
    int number;  // of the element; KABIOS: order in the deck
    int normal;  // deformation: the gap; slips follow
    int slips;   // 0 of a cam, whose slip and friction are 0; 2 of what rolls in space
  };
  struct Friction {
    int number;        // of the pressing element; KABIOS: order in the deck
    std::string name;  // the number, with the deformation where several slip
    int slip;          // deformation
    Unit unit;         // of the slip
    FrictionLoad load;
  };
  void lay_out_frictions(Layout& layout) const;

  std::vector<Contact> contacts_;
  std::vector<Friction> frictions_;
  struct LawsBeside {
    bool of_gap = false, of_slip = false, of_friction = false;
  };
  LawsBeside laws_beside_;  // whether any contact or friction has such laws
};

}  // namespace mbs
