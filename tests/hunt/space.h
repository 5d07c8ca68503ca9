// A mechanism of space as data, from which decks are written and which an oracle computes in
// maximal coordinates: rigid bodies and points, elements between them, drives and springs.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compare.h"
#include "generator.h"

namespace hunt {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;  // rows

enum class Joint {
  revolute,
  cylindrical,
  prismatic,
  universal,
  cv,
  planar,
  inplane,
  weld,
  screw,
  bushing,
  spherical,
  hinge,  // of two orientations, as cardan
  cardan,
  sda,
  pinbody,  // of a body and a point, as rbeam and slider
  rbeam,
  slider,
  truss,  // of two points
  relation,
  wheel,  // body i rolls on a plane of body j, as ball and egg
  ball,
  egg,
  coordinates,  // X, Y and Z of body j in a KABIOS deck; cardan of the ground has its angles there
  skate         // VFORMULA: velocity of the node of i along an axis of j, and turning of i
};
inline constexpr std::size_t kJoints = 24;

// How a deck names an element and its wrench (nullptr: it has none), how many deformations it has,
// and which of them may move: `free` of them from the first on.
struct JointForm {
  const char* word;
  const char* channel;
  int rows, free;
};
const JointForm& form_of(Joint joint);

struct SpaceBody {
  bool point = false;  // a node without an orientation
  bool fixed = false;
  Vector3 x{};  // of its node in the position of the X lines
  std::array<double, 4> q{1, 0, 0, 0};
  double mass = 0;
  Vector3 centre{};           // of the mass, in the frame of the body
  Matrix3 inertia{};          // about the centre, along the axes of the body
  Vector3 force{}, moment{};  // at the node along the axes of space; along those of the body
  double drag = 0;            // moments -drag w along the axes of the body
  int unknowns() const { return fixed ? 0 : point ? 3 : 6; }
};

// A deformation that may move. Its drive is a sin(w t) + b t^2; without a drive its stress is
// k e + d ed + a sin(w t).
struct FreeMotion {
  bool driven = false, dynamic = false;
  double a = 0, w = 1, b = 0, k = 0, d = 0;
  double home = 0;             // its value at the X lines
  double start = 0, rate = 0;  // of a degree of freedom: how far from home, and how fast
};

// What rolls: lengths and directions in the frame of body i; normal and a point of the plane in
// that of body j.
struct SpaceRolling {
  Vector3 axle{}, semi{}, centre{}, turn{};
  Matrix3 axes{};  // of the ellipsoid: turn is their rotation vector
  double radius = 0, tyre = 0;
  Vector3 normal{}, through{};
  int axis = 0;       // of a rate row: of body j
  Vector3 turning{};  // factors of the angular velocity of body i
};

struct SpaceElement {
  Joint joint = Joint::revolute;
  int i = 0, j = 0;            // bodies
  Vector3 place{}, place_j{};  // of space in the position of the X lines; place_j: of sda and truss
  Matrix3 axes{};              // u, v, w of space in that position
  bool says_v = false;         // the deck names v
  double lead = 0;             // of a screw
  std::array<int, 3> sequence{};    // of cardan
  std::vector<FreeMotion> free;     // as many as its form has
  std::array<int, 2> inner{};       // of a relation: the elements whose first deformations
  std::array<double, 2> factors{};  // it adds with these factors
  int way = 0;                      // how the deck says its place and axes
  bool closes = false;              // a loop
  SpaceRolling rolling{};
};

// A degree of freedom of a node: velocity 0 to 2 of the point, 3 to 5 about the axes of the body.
struct NodeFreedom {
  int body = 0, component = 0;
  double rate = 0;
};

// At a time deformations of an element, in the oracle's order, are let go, held where they are,
// turned back with a restitution, or moved on with a rate and an acceleration.
struct SpaceEvent {
  enum class Action { release, fix, impact, prescribe };
  Action action = Action::release;
  double t = 0;
  int element = 0;
  std::vector<std::size_t> rows;
  double restitution = 0, rate = 0, acceleration = 0;
};

struct SpaceMechanism {
  std::vector<SpaceBody> bodies;  // the first one is the ground
  bool ground_is_zero = true;     // the deck calls it 0 0
  std::vector<SpaceElement> elements;
  std::vector<NodeFreedom> freedoms;
  std::vector<SpaceEvent> events;  // in the order of their times
  Vector3 gravity{};
  std::string integ, form;
  int steps = 4;
  double dt = 0.1;
  bool redundant = false, loops = false, rolls = false;  // rolls: some rows bind velocities alone
  bool kabios = false;                                   // it is written as a KABIOS deck
  bool chooses = false;  // DOF AUTO: the program may name other degrees of freedom on the way
};

// What decks of space a hunt asks for: any, those in which something rolls, and KABIOS decks.
enum class SpacePrey { all, rolling, kabios };
// False: this seed gives nothing useful.
bool random_space(Random& random, SpaceMechanism& out, SpacePrey prey);
std::string space_deck(const SpaceMechanism& m, int steps, const std::string& integ);

// Decks by what became of them and by what is in them.
struct SpaceTally {
  long decks = 0, agrees = 0, explained = 0, refused = 0, late = 0, skipped = 0, disagrees = 0;
  long loops = 0, redundant = 0, driven = 0, gears = 0, springs = 0, laws = 0;
  long rolls = 0, on_bodies = 0;
  struct OfJoint {
    long all = 0, driven = 0, closing = 0, sprung = 0;
  };
  std::array<OfJoint, kJoints> joints{};
  std::array<long, 4> events{};  // by SpaceEvent::Action
  std::map<std::string, long> methods, forms;
  std::string text() const;
};
Finding compare(const SpaceMechanism& m, const Runner& run);
// What is wrong, empty if nothing is; refusals only if they are wanted.
std::string hunt_space(std::uint64_t seed, bool show_refusals, SpaceTally& tally,
                       SpacePrey prey = SpacePrey::all);

}  // namespace hunt
