// Everything that an event may change while the Model stays: the class of every coordinate and
// deformation, the values of live parameters.
#pragma once

#include <optional>
#include <vector>

#include "base/classes.h"
#include "laws/friction_load.h"
#include "model/model.h"

namespace mbs {

// A closed contact, or a joint with friction, whose slip is not held. If it slides, the stress of
// its slip is the coefficient times the load, and the coefficient has the sign of the slip rate. If
// it stands still because its leader holds the motion of both, its friction and the friction of the
// leader are the same part of their bounds.
struct Sliding {
  int slip = 0;  // deformation
  double coefficient = 0;
  FrictionLoad load;
  int leader = -1;             // index into Phase::leaders; -1: it slides
  FrictionBounds bounds = {};  // if it has a leader
};

// A contact or joint that sticks: its slip is held, and other contacts share its friction.
struct Leader {
  int slip = 0;  // deformation
  FrictionLoad load;
  FrictionBounds bounds = {};
};

// Known and unknown variables of a coordinate or deformation beyond its class (ChoiceKind of the
// deck).
struct CoordinateChoice {
  bool known_acceleration = false, known_reaction = false, unknown_load = false;
  bool any() const { return known_acceleration || known_reaction || unknown_load; }
};
struct DeformationChoice {
  bool known_stress = false, unknown_stress = false, held_rate = false;
  bool any() const { return known_stress || unknown_stress || held_rate; }
};

struct Phase {
  std::vector<Class> x_class;   // nx
  std::vector<Class> e_class;   // ne
  std::vector<double> e_fixed;  // ne: the value that a fixed deformation keeps
  // ne, 1: the laws of a deformation act even while it is held; the holding stress adds to them.
  std::vector<char> e_law;
  // nx: index of the motion of a prescribed coordinate (see motion_of), else -1
  std::vector<int> x_motion;
  std::vector<int> e_motion;  // ne
  // Driving forces and stresses at the instant of FORWARD, which stay as constant loads. Empty
  // before.
  std::vector<double> x_kept;  // nx
  std::vector<double> e_kept;  // ne
  // Empty if the model has no choice.
  std::vector<CoordinateChoice> x_choice;   // nx
  std::vector<DeformationChoice> e_choice;  // ne
  std::vector<double> load_kept;            // nx: loads that stay after FORWARD
  std::vector<Touch> touch;                 // one per ForceLaws::contacts
  std::vector<Wrap> wraps;                  // one per Model::circles
  std::vector<int> pieces;                  // one per Model::outlines; -1: the nearest
  std::vector<Sliding> sliding;
  std::vector<Leader> leaders;
  std::vector<Stimulus> stimuli;   // one per ForceLaws::muscles
  std::vector<Origin> x_origin;    // nx: the row that gave the class (label empty: default)
  std::vector<Origin> e_origin;    // ne
  std::vector<double> parameters;  // live parameters by their slots (Parameter::live)
  double least_length =
      0;  // REDUNDANT LEAST: moments count as forces at this arm [m]; 0: not given
  // What is prescribed stands at this part of the way there from x (nx) and e (ne), and does not
  // move.
  struct Lead {
    double part = 0;
    std::vector<double> x, e;
  };
  std::optional<Lead> lead;
  std::vector<Motion> motions;  // begun by events; indices continue behind Model::motions

  bool has_choice() const { return !x_choice.empty(); }
  int count_coordinates(Class c) const;
  int count_deformations(Class c) const;
};

inline const Motion& motion_of(const Model& model, const Phase& phase, int k) {
  const std::size_t i = k;
  return i < model.motions.size() ? model.motions[i] : phase.motions[i - model.motions.size()];
}

}  // namespace mbs
