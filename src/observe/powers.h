// Joint angles and powers of motors, springs and drives: columns of the CSV and channels of events
// that have no place in the tables of a report; and the springs of KABIOS decks, which have.
#pragma once

#include "observe/joint_places.h"
#include "observe/layout.h"
#include "solve/dynamics.h"

namespace mbs {

class PowerObserver {
 public:
  PowerObserver(const Tables& tables, const Model& model, const Phase& phase);

  // Native decks: rev3.angle of PLREV 3, phi_b - phi_a [rad]; e3_1.power of a deformation that is
  // not fixed at the start and x3_1.power of a prescribed coordinate. KABIOS decks: sda1.f .power
  // .length .rate, rsda1.m .power .angle .rate in the order of the deck, and their tables. Chains:
  // m1.power .. of the net joint moments, springs as in KABIOS decks, beam1.e1 .ed1 .s1 .. .s3 of
  // their beams, path1.e .ed .s of their paths. Powers are what goes into the mechanism: -S ed, r v
  // [W].
  void lay_out(Layout& layout) const;
  // As many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  struct Angle {
    std::string name;
    int phi_i, phi_j;  // coordinates
  };
  struct Drive {
    std::string name;
    bool coordinate;  // else a deformation
    int index;
  };
  struct Spring {
    std::string name;
    int index;  // deformation
    int body_i, body_j;
    PlaceInBody i, j;
  };
  struct Hinge {
    std::string name;
    int index;  // deformation
    int body_i, body_j;
    int phi_i, phi_j;  // coordinates
  };
  // PLBEAM, PLBEAMG and PLBEAML of a chain.
  struct Beam {
    std::string word;
    int index;  // first of three deformations
    int i, j;   // segments
  };
  void lay_out_beams(Layout& layout) const;
  void lay_out_paths(Layout& layout) const;
  void add_spring(const ElementRow& row, int deformation, int body_i, int body_j);

  const Model& model_;
  std::vector<Angle> angles_;
  std::vector<Drive> drives_;
  std::vector<Spring> springs_;
  std::vector<Hinge> hinges_;
  std::vector<Beam> beams_;
  std::vector<int> paths_;  // deformations of the PATH lines of a chain
};

}  // namespace mbs
