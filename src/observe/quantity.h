// The meaning of a channel as data: the kind of number, its owner, its component and its rate. No
// code parses the name of a channel to find its meaning.
#pragma once

#include <cstdint>
#include <string>

namespace mbs {

struct Model;
struct Plan;

// The comment of each kind gives the list that `owner` is an index into, and the components.
enum class Of : std::uint8_t {
  unknown,       // in a layout that no run has made
  body,          // Model::bodies: x, y, angle
  point,         // Model::points: x, y
  quaternion,    // Model::nodes: q0 ... q3
  coordinate,    // Model::nodes
  load,          // Model::nodes
  reaction,      // Model::nodes
  deformation,   // Model::elements
  stress,        // Model::elements
  wrench,        // Model::elements: fu fv fw mu mv mw along the axes of a joint, fx ... mz of space
  joint,         // Parts::joints: two forces and an angle, or a force and a moment
  further,       // Parts::further: deformation (with its rate), force
  holder,        // Parts::holders: fx, fy, m or f, and the power
  segment,       // of a chain: angle, frx fry m fextx fexty mext
  last_joint,    // of a chain: frx fry m
  base,          // of a chain: x, y
  constraint,    // of a chain, row of Chain::constraints: fx, fy, m, power, work
  net_joint,     // Model::net_joints: x y fx fy m power
  plate,         // ForceLaws::measured_forces: fx fy x y
  space_load,    // ForceLaws::space_loads: fx fy fz x y z, or mx my mz
  recorded,      // Plan::recorded
  contact,       // by number: gap slip slip-rate n f law lawf
  friction,      // by number: slip slip-rate load f law
  angle,         // Parts::angles
  drive_power,   // -1: of a coordinate, else of a deformation
  spring,        // Parts::springs: f power length rate
  hinge,         // Parts::hinges: m power angle rate
  beam,          // Parts::beams: three deformations
  beam_stress,   // Parts::beams
  path,          // Parts::paths: length
  path_stress,   // Parts::paths
  muscle,        // Plan::muscles: as in observe/muscles.cpp
  muscle_joint,  // Plan::muscles: arm, moment
  shared,        // Plan::shared_muscles: f act fmost l ld lce
  shared_joint,  // Plan::shared_muscles: arm, moment
  moment,        // of STATICOPT: asked for, reserve
  state,         // Model::states: value; rate
  energy,        // kinetic potential work balance
  centre,        // of mass: x y z
  momentum,      // x y z
  spin,          // angular momentum about z, or x y z
  impulse,       // 0: on a coordinate, 1: of a deformation
  place,         // Parts::places: x, y
  wheel,         // Model::elements: x y z n along across slip side
  cam,           // Parts::cams: u x y nx ny radius pressure
  curves,        // Parts::curves: ua ub x y nx ny ra rb
  mode,          // omega frequency damping real imaginary
  shape,         // of modes
  out,           // of OUT lines
  rotation       // Plan::rotations: as in observe/rotations.cpp
};

inline constexpr int kJointMoment = 3;  // component of Of::segment

struct Quantity {
  Of of = Of::unknown;
  int owner = 0;
  int component = 0;
  int rate = 0;  // 1: first, 2: second derivative in time
  friend bool operator==(const Quantity&, const Quantity&) = default;
};

// "rate of x of body 4", in the words of the report.
std::string meaning_of(const Quantity& what, const Plan& plan, const Model& model);

}  // namespace mbs
