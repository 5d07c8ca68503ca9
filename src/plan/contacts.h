// What a run needs to know of contacts and of joints with friction, beside what is in the Model.
#pragma once

#include <cstdint>
#include <string>

#include "base/classes.h"
#include "base/source_location.h"

namespace mbs {

// FRICTION: the stress of `element` presses, and friction resists the slip, a deformation that may
// be of another element.
struct JointFriction {
  int element = 0, component = 0;  // of the slip
  FrictionKind kind = FrictionKind::pin;
  bool has_arm = false;  // what slips is an angle: mu_s and mu_k are arms [m] of rolling resistance
  // Radius of a pin, length of a guide, mean sliding of teeth, mean radius of a thread [m], pull of
  // a belt at rest [N]; 0: no length.
  double size = 0;
  // How far a rope lies round its drum, a belt round its pulley; pressure angle of teeth, flank
  // angle of a thread [rad].
  double angle = 0;
  double factor = 1;      // friction of teeth and threads is at most this times mu times the load
  double efficiency = 0;  // of teeth, given in place of mu; 0: it was not
};

// CONTACT: the law of a contact element (RecordSpec::is_contact); FRICTION: that of a joint.
enum class ContactModel : std::uint8_t { penalty, rigid, impulses, joint };
struct ContactRow {
  int element = 0;
  ContactModel model = ContactModel::penalty;
  double k = 0, n = 1, d = 0;  // PENALTY: see laws/contact_law.h
  double mu = 0, vs = 0;       // vs = 0: no friction was given
  double restitution = 0;      // RIGID, IMPULSES
  double mu_s = 0, mu_k = 0;   // static and kinetic friction; of IMPULSES the same
  int bounces = 50;            // RIGID: with so many in a row, each slower, it rests
  bool sequential = false;     // RIGID: it strikes pair after pair
  double tau = 0;              // IMPULSES: time from one to the next at rest [s]
  bool starts_closed = false;  // its gap is an equation of the assembly
  double reach = 0;            // the farthest that this may move a coordinate [m]; 0: not given
  JointFriction joint{};       // FRICTION
  std::string label;
  SourceLocation where;
};

}  // namespace mbs
