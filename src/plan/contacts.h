// Data of contacts and of joints with friction that a run needs besides the Model.
#pragma once

#include <cstdint>
#include <string>

#include "base/classes.h"
#include "base/source_location.h"
#include "base/unit.h"

namespace mbs {

// Whether the slip is a vector: friction has a direction, and a speed below which it fades. Of a
// FRICTION `contact` is what touches a plane of space, with two slips behind its gap.
constexpr bool slip_has_direction(FrictionKind kind) {
  return kind == FrictionKind::journal || kind == FrictionKind::socket ||
         kind == FrictionKind::pads || kind == FrictionKind::contact;
}

// FRICTION: the stress of the joint presses, and friction resists the slip, which may be a
// deformation of another element.
struct JointFriction {
  int element = 0, component = 0;  // of the slip
  FrictionKind kind = FrictionKind::pin;
  bool has_arm = false;  // the slip is an angle: mu_s and mu_k are arms [m] of rolling resistance
  // Radius of a pin, length of a guide, mean sliding of teeth, mean radius of a thread [m], pull of
  // a belt at rest [N]; 0: no length.
  double size = 0;
  double length = 0;  // of an arm of a universal joint or of a journal: between its bearings [m]
  // Angle of wrap of a rope or belt, pressure angle of teeth, flank angle of a thread [rad].
  double angle = 0;
  double factor = 1;      // friction of teeth and threads is at most this times mu times the load
  double efficiency = 0;  // of teeth, given in place of mu; 0: not given
  // The number of deformations that slip, from `component` on.
  int slip_count() const {
    const bool two = kind == FrictionKind::journal || kind == FrictionKind::contact;
    return !slip_has_direction(kind) ? 1 : two ? 2 : 3;
  }
  // What presses a slip with a direction: a gap may be held from both sides.
  FrictionKind load_kind() const {
    return kind == FrictionKind::contact ? FrictionKind::face : kind;
  }
  // 1 over the length at which a moment presses [1/m]; 0: no length.
  double per_length() const {
    const double l = kind == FrictionKind::cross || kind == FrictionKind::journal ? length : size;
    return l > 0 ? 1 / l : 0;
  }
};

// CONTACT: the law of a contact element (RecordSpec::is_contact). FRICTION: the law of a joint.
enum class ContactModel : std::uint8_t { penalty, rigid, impulses, joint };
struct ContactRow {
  int element = 0;
  ContactModel model = ContactModel::penalty;
  double k = 0, n = 1, d = 0;  // PENALTY: see laws/force_law.h
  double mu = 0, vs = 0;      // vs = 0: no friction was given; FRICTION: of a slip with a direction
  double restitution = 0;     // RIGID, IMPULSES
  double mu_s = 0, mu_k = 0;  // static and kinetic friction; IMPULSES: both equal
  int bounces = 50;         // RIGID: the contact rests after so many bounces in a row, each slower
  bool sequential = false;  // RIGID: impacts pair after pair
  double tau = 0;           // IMPULSES: time between two impulses at rest [s]
  bool starts_closed = false;  // gap = 0 is an equation of the assembly
  double reach = 0;  // starts_closed: largest change of a coordinate by it [m]; 0: not given
  Unit gap = unit::unknown;  // STOPS: of what is stopped
  JointFriction joint{};     // FRICTION
  // FRICTION of a joint whose slip is a vector: it has mu and vs.
  bool has_direction() const { return model == ContactModel::joint && vs > 0; }
  std::string label;
  SourceLocation where;
};

}  // namespace mbs
