// A planar mechanism as data, from which decks are written and which the oracle computes. Nothing
// in this folder but run_deck.cpp and the programs knows anything of src/.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace hunt {

enum class Kind { truss, beam, beam_geometric, hinge, revolute, slider, spring };
enum class Class { fixed, prescribed, dynamic, calculable };
enum class Dialect { native, kabios };

// A polynomial in t; the coefficients belong to ascending powers.
struct Motion {
  std::array<double, 6> c{};
  bool given = false;  // false: it rests at its value at the start
};

// k q + k3 q^3 + d qd + a sin(w t + p); q is a deformation or a coordinate minus `offset`. Of a
// stress as it is, of a load with the opposite sign of k, k3 and d.
struct Law {
  bool given = false;
  double k = 0, k3 = 0, d = 0, a = 0, w = 0, p = 0, offset = 0;
};

struct Node {
  int number = 0;
  bool angle = false;
  std::array<double, 2> x{};  // where elements are undeformed
  std::array<Class, 2> cls{Class::calculable, Class::calculable};
  std::array<Motion, 2> motion;
  std::array<Law, 2> law;
  std::array<double, 2> load{};
  double mass = 0;
  int count() const { return angle ? 1 : 2; }
};

struct Element {
  Kind kind = Kind::truss;
  int number = 0;
  std::vector<int> nodes;       // indices
  std::vector<double> columns;  // body points, as in the deck
  std::array<Class, 3> cls{Class::fixed, Class::fixed, Class::fixed};
  std::array<Motion, 3> motion;
  std::array<Law, 3> law;
  std::vector<double> stiffness, damping;  // one number per column of ESTIFF
  std::vector<double> prestress, rest;     // one per deformation; rest may be empty
  std::array<double, 2> mass{};            // per reference length: rho, J
  int count() const {
    return kind == Kind::beam || kind == Kind::beam_geometric ? 3
           : kind == Kind::revolute || kind == Kind::slider   ? 2
                                                              : 1;
  }
};

struct PointForce {
  int point = 0, angle = 0;  // node indices
  double xi = 0, eta = 0, fx = 0, fy = 0;
};

// KABIOS: which record holds a coordinate.
enum class Holder { none, ground, simple, driver };

struct Mechanism {
  Dialect dialect = Dialect::native;
  std::vector<Node> nodes;  // KABIOS: body k is nodes 2k - 2 (x, y) and 2k - 1 (phi)
  std::vector<Element> elements;
  std::vector<PointForce> forces;
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
};

}  // namespace hunt
