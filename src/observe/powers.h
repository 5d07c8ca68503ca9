// Joint angles and powers of motors, springs and drives: columns of the CSV and channels of events.
// The tables of a report show only the springs of KABIOS decks.
#pragma once

#include "observe/layout.h"
#include "solve/forces/dynamics.h"

namespace mbs {

struct Plan;

class PowerObserver {
 public:
  PowerObserver(const Plan& plan, const Model& model, const Phase& phase);

  // Native decks: rev3.angle of PLREV 3, phi_b - phi_a [rad]; e3_1.power of a deformation that is
  // not fixed at the start and x3_1.power of a prescribed coordinate. KABIOS decks: sda1.f .power
  // .length .rate, rsda1.m .power .angle .rate in the order of the deck, and their tables. Chains:
  // m1.power .. of the net joint moments, springs as in KABIOS decks, beam1.e1 .ed1 .s1 .. .s3 of
  // their beams, path1.e .ed .s of their paths. A power is positive into the mechanism: -S ed, r v
  // [W].
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  struct Drive {
    std::string name;
    bool coordinate;  // else a deformation
    int index;
  };
  void lay_out_beams(Layout& layout) const;
  void lay_out_paths(Layout& layout) const;

  const Model& model_;
  std::vector<Drive> drives_;
};

}  // namespace mbs
