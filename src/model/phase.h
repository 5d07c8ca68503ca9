// What an event may change while the Model stays: the class of every coordinate and deformation,
// the values of live parameters.
#pragma once

#include <vector>

#include "base/classes.h"
#include "laws/friction_load.h"
#include "model/model.h"

namespace mbs {

// A closed contact, or a joint with friction, whose slip is not held though it rubs. One that
// slides: the stress of its slip is the coefficient times the load, the coefficient has the sign of
// the slip rate. One that stands still because another one, its leader, holds the motion of both:
// its friction is the same part of its bound as that of the leader.
struct Sliding {
  int slip = 0;  // deformation
  double coefficient = 0;
  FrictionLoad load;
  int leader = -1;             // index into Phase::leaders; -1: it slides
  FrictionBounds bounds = {};  // of one that has a leader
};

// A contact or joint that sticks, and whose friction others share: its slip is held.
struct Leader {
  int slip = 0;  // deformation
  FrictionLoad load;
  FrictionBounds bounds = {};
};

// What is known of a coordinate or deformation beside its class (ChoiceKind in the deck's tables).
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
  // ne: its laws act, also while something holds it: what holds it stands beside its springs.
  std::vector<char> e_law;
  std::vector<int> x_motion;  // nx: which motion where prescribed, else -1 (see motion_of)
  std::vector<int> e_motion;  // ne
  // After FORWARD: the driving forces and stresses at that instant, which go on as loads. Empty
  // before.
  std::vector<double> x_kept;  // nx
  std::vector<double> e_kept;  // ne
  // Of a model with a choice, else empty.
  std::vector<CoordinateChoice> x_choice;   // nx
  std::vector<DeformationChoice> e_choice;  // ne
  std::vector<double> load_kept;            // nx: loads that FORWARD has left
  std::vector<Touch> touch;                 // one per ForceLaws::contacts
  std::vector<Wrap> wraps;                  // one per Model::circles
  std::vector<int> pieces;                  // one per Model::outlines; -1: the nearest
  std::vector<Sliding> sliding;
  std::vector<Leader> leaders;
  std::vector<Stimulus> stimuli;   // one per ForceLaws::muscles
  std::vector<Origin> x_origin;    // nx: the row that gave the class (label empty: default)
  std::vector<Origin> e_origin;    // ne
  std::vector<double> parameters;  // the live ones, by their slots (Parameter::live)
  std::vector<Motion> motions;     // that events have begun: they come after those of the model

  bool has_choice() const { return !x_choice.empty(); }
  int count_coordinates(Class c) const;
  int count_deformations(Class c) const;
};

inline const Motion& motion_of(const Model& model, const Phase& phase, int k) {
  const std::size_t i = k;
  return i < model.motions.size() ? model.motions[i] : phase.motions[i - model.motions.size()];
}

}  // namespace mbs
