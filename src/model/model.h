// The mechanism as the solvers see it: topology and parameters, const after build_model().
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/index.h"
#include "base/source_location.h"
#include "elements/element.h"
#include "laws/expression_law.h"
#include "laws/force_law.h"
#include "laws/motion.h"
#include "model/crossed_joints.h"
#include "model/parts.h"
#include "plan/balance_variable.h"
#include "plan/prescribed_turn.h"

namespace mbs {

struct Node {
  int number = 0;
  NodeKind kind = NodeKind::point;
  int first = 0;  // its first coordinate
};

// The deformations of one row of the element table.
struct ElementRange {
  int number = 0;
  const ElementType* type = nullptr;
  int first = 0;  // its first deformation
};

// Mass of the elements of one batch, from EM; an element without EM has columns 0.
struct ElementMass {
  int batch = 0;
  std::vector<double> columns;  // count x mass columns
};

// The coordinates of an orientation. q1 q2 q3 have the indices of its velocities, q0 comes behind
// all of these, so that every other coordinate has the index of its velocity.
struct Orientation {
  const NodeType* type = nullptr;
  int first = 0;   // q1 q2 q3 = x[first] ...; w = v[first] ...
  int scalar = 0;  // q0 = x[scalar]
  std::array<double, 4> quaternion(const double* x) const {
    return {x[scalar], x[first], x[first + 1], x[first + 2]};
  }
  void set_quaternion(const double q[4], double* x) const {
    x[scalar] = q[0];
    for (int k = 0; k < 3; ++k) x[first + k] = q[k + 1];
  }
  void copy(const std::vector<double>& from, std::vector<double>& to) const {
    set_quaternion(quaternion(from.data()).data(), to.data());
  }
};

// The nodes of one kind with an inertia from XM that is not both constant and diagonal.
struct NodeMass {
  NodeBatch nodes;
  std::vector<double> columns;  // count x mass columns
};

struct Body {
  int number = 0;
  int x = 0;    // coordinates x, y = x, x + 1; of space z = x + 2
  int phi = 0;  // coordinate of the angle; of space the first one of the orientation
  bool in_space = false;
};

struct BodyPoint {
  int number = 0;
  int x = 0;  // coordinates x, y, phi of its body, as in Body
  int phi = 0;
  double xi = 0, eta = 0;
  bool in_space = false;
  double zeta = 0;  // of space
  bool is_at_node() const { return xi == 0 && eta == 0 && zeta == 0; }
};

// A joint that only carries load: force and moment on body i, the opposite ones on body j.
struct NetJoint {
  int number = 0;
  Body i, j;                  // j.x < 0: no body
  double xi = 0, eta = 0;     // point of the joint in body i, if `place` is empty
  std::vector<Motion> place;  // x and y, of space x, y and z
  double zeta = 0;            // of space
};

// A circle of a PATH; the path may lift from it.
struct PathCircle {
  int element = 0;  // index into Model::elements
  int batch = 0;
  int place = 0;  // of the row, from 0
};

// A circle of a PATH; the path never lifts from it.
struct PathPulley {
  int batch = 0;
  int place = 0;    // of the row, from 0
  int winding = 0;  // index into x (elements/path.h)
};

// A deformation that is an angle and counts whole turns (ElementType::counts_turns).
struct CountedAngle {
  int deformation = 0;
  int winding = 0;    // index into x of the angle at the last position that was accepted
  int batch = 0;      // of its element
  int parameter = 0;  // of the batch: the reference that the deformation is counted from
};

// A way that closes and is counted (ElementType::round).
struct CountedRound {
  int batch = 0;    // of its element
  int row = 0;      // of the batch
  int winding = 0;  // index into x of the first number of its winding (Round)
};

// A contact of the element PLCPOLY.
struct OutlineContact {
  int element = 0;  // index into Model::elements
  int batch = 0;
};

// The deck row of a coordinate, of a deformation or of its class: for messages only.
struct Origin {
  std::string label;
  SourceLocation where;
};

// A state z_k of ODE, with z_k' = rate, or a state of a muscle.
struct StateEquation {
  std::string name;
  double start = 0;                   // start value, or estimate of it
  bool equilibrium = false;           // the start value makes its rate 0
  std::optional<ExpressionLaw> rate;  // empty: of a muscle
  Origin origin;
};

// A number of the deck: a constant, an expression of the state or a table over time.
struct GivenNumber {
  double constant = 0;
  std::optional<ExpressionLaw> law;
  std::optional<Motion> table;
};

// A variable of the two lines: acceleration or load of a coordinate, stress of a deformation.
struct Variable {
  BalanceSide side = BalanceSide::acceleration;
  int index = 0;
  bool operator==(const Variable&) const = default;
};

// Known and unknown variables in addition to the classes, and equations of the deck (Casius 2004).
// The Phase says which of them are in force.
struct Choice {
  struct KnownAcceleration {
    int coordinate = 0;
    GivenNumber value;
  };
  struct Term {
    Variable variable;
    GivenNumber coefficient;
    double sign = 1;
    std::string label;  // "ROW 1 PHIDD 2"
  };
  struct Equation {
    std::vector<Term> terms;
    GivenNumber right_side;
  };
  struct Name {
    Variable variable;
    std::string text;
  };
  std::vector<KnownAcceleration> accelerations;
  std::vector<Equation> equations;
  std::vector<Name> names;  // of all variables that a deck can name, in the order of messages
  SourceLocation where;     // of the first UNKNOWN line
};

// STARTDE: value and rate of a deformation at the start.
struct InitialDeformation {
  int deformation = 0;
  double value = 0;
  double rate = 0;
};

struct Model {
  int nx = 0;                // number of velocities; nq() coordinates
  int ne = 0;                // deformations
  int derivative_count = 0;  // stored entries of De
  // Index of the coordinate x = t if a formula reads t, else -1. It is the last one and has no
  // node.
  int clock = -1;
  std::vector<Node> nodes;
  std::vector<ElementBatch> batches;
  std::vector<ElementRange> elements;
  std::vector<Body> bodies;
  std::vector<BodyPoint> points;
  std::vector<NodeBatch> node_batches;  // the nodes, one batch per kind
  std::vector<int> turning;             // velocities that are angular: of angles and orientations
  std::vector<Orientation> orientations;
  std::vector<int> orientation_of;  // nx: index into orientations, or -1
  // One per orientation: how it moves while its angular velocities are prescribed.
  std::vector<PrescribedTurn> turns;
  std::vector<int> entry_row;     // deformation of each De entry
  std::vector<int> entry_column;  // coordinate of each De entry
  // 1: the De entry is 0 at all positions, or another constant.
  std::vector<char> entry_zero, entry_constant;
  std::vector<double> x0, v0;  // initial estimate (nq) and velocity (nx)
  // The position (nq) at which reference values were taken; the run begins there. Empty: x0.
  std::vector<double> start_x;
  // Coordinates (nq) that STARTDX moves in x0, with the motions (nx) that are given together with
  // each, three of an orientation, and its place in the drawing.
  struct StartMove {
    int coordinate = 0, first = 0, motions = 1;
    double drawn = 0;
  };
  std::vector<StartMove> start_moves;
  std::vector<InitialDeformation> initial_deformations;
  std::vector<int> preferred_freedoms;  // coordinates whose velocity the deck gives
  // nx: diagonal mass of nodes whose inertia is constant and diagonal; else 0.
  std::vector<double> mass;
  std::vector<ElementMass> element_masses;
  std::vector<NodeMass> node_masses;
  // 1: this deformation must stay in the range of its element (ElementType::range_used), because it
  // has stiffness, a law or mass, or a law reads it. A deformation that is only measured may have
  // any size.
  std::vector<char> ranged;
  std::vector<PathCircle> circles;
  std::vector<PathPulley> pulleys;
  std::vector<CountedAngle> counted_angles;
  std::vector<CountedRound> counted_rounds;
  std::vector<OutlineContact> outlines;
  ForceLaws forces;
  std::optional<Choice> choice;
  std::vector<StateEquation> states;
  std::vector<Origin> muscle_origin;      // of ForceLaws::muscles
  std::vector<MuscleTerm> muscle_joints;  // of MUSCLESTART
  std::vector<Muscle> shared_muscles;     // of STATICOPT; they do not act on the mechanism
  std::vector<MuscleTerm> shared_joints;
  std::vector<CrossedJoints> muscle_crossings, shared_crossings;  // one per muscle
  std::vector<NetJoint> net_joints;
  std::vector<FormulaOfTime> formulas_of_time;
  std::vector<Motion> motions;
  std::vector<Origin> motion_origin;
  std::vector<Origin> coordinate_origin;   // the node of each coordinate
  std::vector<Origin> deformation_origin;  // the element of each deformation
  Parts parts;
  std::vector<std::string> files;  // of the deck, by SourceLocation::file

  // The number of coordinates x: nx, q0 of the orientations, windings. Velocities and everything
  // dual to them have nx numbers.
  int nq() const { return nx + count_of(orientations) + windings(); }
  // The number of windings: of pulleys, of angles that count turns and of ways that close.
  int windings() const {
    return count_of(pulleys) + count_of(counted_angles) +
           static_cast<int>(Round::kNumbers) * count_of(counted_rounds);
  }
  bool is_spatial() const;
  // Computes the shared numbers of each node at the coordinates x (nq).
  void prepare_nodes(const double* x, const PreparedNodes& out) const {
    for (const NodeBatch& batch : node_batches)
      if (batch.type->prepare) batch.type->prepare(batch, x, out);
  }
  // The velocities v (nx) of all nodes at x (nq) while all move as one rigid body with speed 1.
  void rigid_motion(RigidMotion motion, const double* x, double* v) const;
  // Whether the velocities of a translation depend on x.
  bool translations_vary() const;
  bool is_orientation(int i) const { return !orientations.empty() && orientation_of[i] >= 0; }
  int nz() const { return count_of(states); }
  // The number of ODE states of the deck; they come before the states of muscles.
  std::size_t own_states() const;
  std::vector<double> z0() const;
  // Index of the state of the deck with this name, which must exist.
  std::size_t state_index(std::string_view name) const;
  // Velocities of nodes: nx without the clock.
  int node_velocities() const { return clock < 0 ? nx : nx - 1; }
  std::string coordinate_name(int i) const;  // "body 3 PHI"
  // "REVOLUTE 4 (line 9), equation 2", "REVOLUTE 4 (arm.dat:9), ..." of an included file.
  std::string deformation_name(int r) const;
};

}  // namespace mbs
