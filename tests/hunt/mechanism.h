// A planar mechanism as data, from which decks are written and which the oracle computes. Nothing
// in this folder but run_deck.cpp and the programs knows anything of src/.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace hunt {

enum class Kind {
  truss,
  beam,
  beam_geometric,
  hinge,
  revolute,
  slider,
  spring,
  contact_line,
  contact_circle,
  slot,
  weld,
  gear,
  belt,
  rack,
  screw,     // nodes: an angle, then a body point, then the body of the line
  path,      // through three body points
  pulley,    // from a body point round a circle on a body to a body point
  cam,       // of a circle: xi eta r cx cy R 0 of a roller; xi eta angle cx cy R 1 of a flat face
  relation,  // sum of coordinates with factors
  formula,   // c0 + c1 x_0 + c2 sin(c3 x_1) x_2 + c4 x_3^2 + c5 sin(c6 t) of its nodes' coordinates
  rate       // (c0 + c1 sin(c2 t)) v_0 + c3 sin(c4 x_1) v_2 + c5 x_3 v_4: a rate without a value
};
enum class Class { fixed, prescribed, dynamic, calculable };
enum class Dialect { native, kabios, chain };

// A polynomial in t; the coefficients belong to ascending powers. Or the natural spline through a
// table.
struct Motion {
  std::array<double, 6> c{};
  bool given = false;                        // false: it rests at its value at the start
  std::vector<double> times, values, bends;  // bends: the oracle's own
};

// k q + k3 q^3 + d qd + a sin(w t + p); q is a deformation or a coordinate minus `offset`. Of a
// stress as it is, of a load with the opposite sign of k, k3 and d.
struct Law {
  bool given = false;
  double k = 0, k3 = 0, d = 0, a = 0, w = 0, p = 0, offset = 0;
  std::string parameter;  // the deck's name of a, if it has one
};

// What a CONTACT line says. A rigid contact is open, sticks or slides; the deformations' classes
// go with that. One of impulses is always open.
struct Contact {
  enum class Model { none, penalty, rigid, impulses };
  Model model = Model::none;
  double k = 0, n = 1, d = 0, mu = 0, vs = 1;  // penalty; mu = 0: no friction
  double restitution = 0, mu_s = 0, mu_k = 0;  // rigid, impulses; mu_s = 0: no friction
  double tau = 0;                              // impulses
  double slides = 0;                           // closed and sliding: the sign of the slip's rate
};

// FRICTION of an element, which presses: of a pin of radius `size`, a slider of length `size` (0:
// none), a slot or a wheel; against a deformation, mostly of an element that is there for that. Of
// a wheel that rolls mu is the arm [m] of its rolling resistance.
struct Rub {
  int slip = -1, component = 0;  // element and deformation that slip; -1: no friction
  double size = 0, mu_s = 0, mu_k = 0;
  // Of a motion: the slip is held (its deformation is fixed then), or it slides to this side (0: to
  // that of its rate).
  bool sticks = false;
  double side = 0;
  // It stands still with another element that sticks, whose slip times `ratio` would be its own:
  // both have the same part of their bounds. -1: none.
  int leader = -1;
  double ratio = 0;
  bool stands() const { return sticks || leader >= 0; }
  bool given() const { return slip >= 0; }
};

struct Node {
  int number = 0;
  bool angle = false;
  std::array<double, 2> x{};  // where elements are undeformed
  std::array<Class, 2> cls{Class::calculable, Class::calculable};
  std::array<Motion, 2> motion;
  std::array<Law, 2> law;
  std::array<double, 2> load{};
  std::array<double, 2> drive{};  // of what was prescribed and has been let go: a reaction
  double mass = 0;
  bool clock = false;  // no node of the deck: an angle that is the time, less t at the start
  int count() const { return angle ? 1 : 2; }
};

struct Element {
  Kind kind = Kind::truss;
  int number = 0;
  std::vector<int> nodes;       // indices
  std::vector<double> columns;  // body points, as in the deck; factors of a relation or a formula
  std::vector<int> components;  // of its nodes, that a relation or a formula reads
  std::vector<std::size_t> node_counts;  // how many coordinates each of those nodes has
  // Of an element before it whose deformation a relation or a formula adds, with this factor.
  int inner = -1, inner_component = 0;
  double inner_factor = 0;
  std::array<Class, 3> cls{Class::fixed, Class::fixed, Class::fixed};
  std::array<bool, 3> was_free{};  // an event has taken hold of it: its springs go on acting
  std::array<Motion, 3> motion;
  std::array<Law, 3> law;
  std::vector<double> stiffness, damping;  // one number per column of ESTIFF
  std::vector<double> prestress, rest;     // one per deformation; rest may be empty
  std::array<double, 2> mass{};            // per reference length: rho, J
  Contact contact;
  Rub rub;
  bool touches() const { return kind == Kind::contact_line || kind == Kind::contact_circle; }
  bool expression() const {
    return kind == Kind::relation || kind == Kind::formula || kind == Kind::rate;
  }
  bool ruled() const { return contact.model != Contact::Model::none; }  // by a CONTACT line
  int count() const {
    return kind == Kind::beam || kind == Kind::beam_geometric || kind == Kind::weld ? 3
           : kind == Kind::revolute || kind == Kind::slider || touches()            ? 2
                                                                                    : 1;
  }
};

// Where w is given the deck says its components by expressions: (fx, fy)[k] + swing[k] sin(w t + p)
// + drag[k] phid, in ground or in the frame of an angle node.
struct PointForce {
  int point = 0, angle = 0;  // node indices
  double xi = 0, eta = 0, fx = 0, fy = 0;
  std::array<double, 2> swing{}, drag{};
  double w = 0, p = 0;
  int frame = -1;
};

// A segment of a chain. Its body is nodes 2k + 4 and 2k + 5 (k from 0), at the centre of gravity;
// nodes 0 and 1 are the environment, 2 and 3 what carries the base. Elements 2k and 2k + 1 are its
// proximal joint and the hinge whose law is the joint's moment.
struct Limb {
  double l = 0, d = 0;
  int parent = -1;  // of segments after the first
  bool attached = false;
  double reach = 0;  // of the joint, from the proximal end of the parent
};

struct Mechanism {
  Dialect dialect = Dialect::native;
  std::vector<Node> nodes;  // KABIOS: body k is nodes 2k - 2 (x, y) and 2k - 1 (phi)
  std::vector<Element> elements;
  std::vector<PointForce> forces;
  std::vector<Limb> limbs;  // of a chain
  std::array<double, 2> gravity{};
  double t0 = 0, dt = 0.1;
  int steps = 5;
  bool dynamic = true;  // false: nothing but motions
  bool choose_freedoms = false;
  // Position and velocity at t0 of every coordinate, consistent; empty: X and rest.
  std::vector<double> x, v;
  bool displaced = false;  // x differs from the X lines
  std::string integ;       // "STEP 1e-10 1e-10"
  std::string form;        // "", "REDUCED", "FULL"
  std::string tail;        // more lines, as they are: events
  bool has_expressions() const {
    for (const Element& e : elements)
      if (e.expression()) return true;
    return false;
  }
  bool has_friction() const {
    for (const Element& e : elements)
      if (e.rub.given()) return true;
    return false;
  }
  // Whether the slip of a FRICTION line, which lets it go.
  bool slips(int element, int component) const {
    for (const Element& e : elements)
      if (e.rub.slip == element && e.rub.component == component) return true;
    return false;
  }
  bool has_rates() const {
    for (const Element& e : elements)
      if (e.kind == Kind::rate) return true;
    return false;
  }
};

}  // namespace hunt
