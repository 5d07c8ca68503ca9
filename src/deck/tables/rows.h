// The rows of the common tables of all dialects (deck/tables/tables.h). A row keeps its deck line.
// Parameters are substituted; references to nodes and elements are indices into the tables.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/classes.h"
#include "base/record_spec.h"
#include "base/source_location.h"
#include "nodes/node_type.h"
#include "plan/point_forces.h"
#include "plan/prescribed_turn.h"
#include "text/curve_choice.h"

namespace mbs {

struct TimeTable;

struct NodeRow {
  int number = 0;  // 0: of the ground of space, which elements name by 0
  NodeKind kind = NodeKind::point;
  std::array<double, kMostPositions> x{};  // initial estimate, NodeType::nq numbers
  std::string label;                       // "body 3", "node 7"; begins the names of coordinates
  SourceLocation where;
  std::string name = {};  // given by NAME; may be empty
  double start = 0;       // of an angle, for --convert space: at the start, whole turns included
};

// A curve of a body: its radius at the angle u, or x and y.
struct CurveRow {
  std::string x = {};  // or the radius
  SourceLocation x_at = {};
  std::string y = {};  // empty: a radius
  SourceLocation y_at = {};
  double from = 0, to = 0;  // u
};

struct ElementRow {
  int number = 0;
  const RecordSpec* spec = nullptr;
  std::vector<int> nodes;       // one per spec->nodes; Arity::bodies: point and angle of each
  std::vector<double> columns;  // one per spec->columns, for each body; PATH, CAM, PLCPOLY:
                                // base/row_columns.h
  std::string label;            // "REVOLUTE 4", "PLTRUSS 2"
  SourceLocation where;
  std::string name = {};  // given by NAME; may be empty
  std::string text = {};  // Arity::expression
  SourceLocation text_at = {};
  std::vector<CurveRow> curves = {};  // cam: of the second body; curves: of both bodies
};

inline constexpr int kMaxCoefficients = 6;

// A prescribed motion: a polynomial in t, one column of a table, or an expression of t and
// parameters.
struct MotionRow {
  std::vector<double> coefficients;  // ascending powers of t, at most kMaxCoefficients
  std::shared_ptr<const TimeTable> table;
  int column = 0;
  CurveChoice smoothing = Smoothing::cross_validated;
  std::string text;  // of the expression; empty: a polynomial or a table
  SourceLocation text_at;
  std::string label;  // "GUIDE 2"
  SourceLocation where;
  bool is_rate = false;  // RATE: it gives the velocity of what exists only as a rate
};

// INPUTX n ROT: an orientation that moves as prescribed. Its three classes have the motions of the
// angles, or of the numbers q1 q2 q3.
struct TurnRow {
  int node = 0;
  std::string words;    // behind ROT: "AXIS 0 0 1", "ZXY", "ZXY SPACE"; empty: a table of q0 to q3
  PrescribedTurn turn;  // its scalar: index into motions
  bool is_still() const { return words.empty() && turn.scalar < 0; }
};

enum class ClassSource : std::uint8_t { ground, simple, driver, guide, motion, keyword };

// The class of one coordinate or deformation. Without a row a coordinate is calculable and a
// deformation fixed.
struct ClassRow {
  Target target = Target::coordinate;
  int owner = 0;      // node or element
  int component = 0;  // from 0
  Class cls = Class::fixed;
  int motion = -1;  // prescribed: index into motions
  ClassSource source = ClassSource::keyword;
  std::string label;  // "GROUND 1", "DRIVER 2"
  SourceLocation where;
};

struct BodyRow {
  int number = 0;
  int point = 0;  // node indices
  int angle = 0;
  SourceLocation where;
};

// ASSEMBLE k MIRRORED: the pair of bodies k that closes a loop (program/dyads.h) starts in its
// other closure.
struct AssembleRow {
  int dyad = 0;  // from 1
  std::string label;
  SourceLocation where;
};

// A point fixed in a body (point node + angle node), reported but not constrained.
struct PointRow {
  int number = 0;
  int point = 0;  // node indices
  int angle = 0;
  double xi = 0, eta = 0;
  SourceLocation where;
  double zeta = 0;  // of a body of space
};

// ---- Forces and masses of a deck ---------------------------------------------------------------

// XM: mass [kg] of a point node, moment of inertia [kg m^2] of an angle node; of an orientation
// Ixx Ixy Ixz Iyy Iyz Izz along the axes of the body.
// EM: the element's mass columns (RecordSpec::mass_columns), missing ones 0.
// BODYMASS: m, the centre of mass in the body (3), the matrix of inertia about it (6).
struct MassRow {
  bool of_element = false;
  int owner = 0;  // node or element
  std::vector<double> values;
  std::string label;
  SourceLocation where;
  int turning = -1;  // BODYMASS: the orientation of the body whose point is the owner
};

// ESTIFF, EDAMP: the numbers that the deck gives, at most one per stiffness column of the element;
// the others are 0. ESIG: one number per deformation.
enum class StressKind : std::uint8_t { stiffness, damping, prestress };
struct StressRow {
  StressKind kind = StressKind::stiffness;
  int element = 0;
  std::vector<double> values;
  std::string label;
  SourceLocation where;
};

// EREST: reference values, one per deformation; missing ones follow from the initial position.
struct RestRow {
  int element = 0;
  std::vector<double> values;
  std::string label;
  SourceLocation where;
};

// ELAW, XLAW: an expression of t, e, ed (a deformation's own) or t, x, v (a coordinate's own) that
// is added to the stress or to the load.
struct LawRow {
  Target target = Target::deformation;
  int owner = 0;
  int component = 0;
  std::string text;
  SourceLocation text_at;
  std::string label;
  SourceLocation where;
  bool of_chain = false;                   // the expression may read the state of the whole chain
  std::shared_ptr<const TimeTable> table;  // not null: its first column replaces the expression
  CurveChoice smoothing = Smoothing::linear;  // of the table
};

// Own variables of the expression of a law, except in a chain: time, value and rate.
inline std::span<const std::string_view> law_variable_names(Target target) {
  static constexpr std::string_view kOfDeformation[] = {"t", "e", "ed"};
  static constexpr std::string_view kOfCoordinate[] = {"t", "x", "v"};
  return target == Target::deformation ? kOfDeformation : kOfCoordinate;
}

// XF: constant load of a node, one number per coordinate.
struct LoadRow {
  int node = 0;
  std::array<double, kMostVelocities> value{};
  std::string label;
  SourceLocation where;
};

// XDAMP, BDAMP: dampers between the coordinates of its nodes and the ground, F = -c v.
struct DamperRow {
  int body = 0;  // BDAMP: the body or segment of the nodes
  std::vector<int> nodes;
  std::vector<double> values;  // c of each coordinate of the nodes, one node after the other
  std::string label;
  SourceLocation where;
};

// A measured force and its point in space, global components fx, fy, x, y as functions of time.
struct MeasuredForceRow {
  int number = 0;
  int point = 0;
  int angle = 0;
  std::array<MotionRow, 4> motions;
  std::string label;
  SourceLocation where;
};

// A measured load on a body of space over time: a force, or a moment without a point. Its numbers
// lie along the axes of space or of an orientation.
struct SpaceLoadRow {
  int number = 0;
  int point = -1;
  int angle = 0;                   // the orientation of the body
  int frame = -1;                  // the orientation whose axes they lie along; -1: of space
  std::array<double, 3> place{};   // in the body; for a force whose motions have no place
  std::vector<MotionRow> motions;  // fx fy fz or mx my mz; behind a force its place x y z
  std::string label;
  SourceLocation where;
};

// A joint between two bodies of prescribed motion that only carries load: such joints carry the
// forces that the motion of the bodies needs. It lies at (xi, eta) of body i, or at a measured
// place in space.
struct NetJointRow {
  int number = 0;
  int point_i = 0, angle_i = 0;    // nodes of body i; the reported force and moment act on it
  int point_j = -1, angle_j = -1;  // nodes of body j; the opposite ones act on it; -1: no body
  double xi = 0, eta = 0;
  std::vector<MotionRow> place;  // x and y, of space x, y and z; empty: fixed in body i
  std::string label;
  SourceLocation where;
  double zeta = 0;  // of bodies of space
  bool in_space = false;
};

struct Forces {
  std::vector<MassRow> masses;
  std::vector<StressRow> stresses;
  std::vector<RestRow> rests;
  std::vector<LawRow> laws;
  std::vector<LoadRow> loads;
  std::vector<DamperRow> dampers;
  std::vector<PointForceRow> point_forces;
  std::vector<MeasuredForceRow> measured_forces;
  std::vector<SpaceLoadRow> space_loads;
  // PFORCE and FORCE of space by three numbers, which stand in the loads and laws above, too.
  std::vector<SpaceLoadRow> constant_space_forces;
  std::vector<NetJointRow> net_joints;
  std::array<double, 3> gravity{};
};

// ODE: a state of the deck, z' = expression.
struct OdeRow {
  std::string name;          // as written
  bool equilibrium = false;  // the start value makes its rate 0; `start` is the estimate
  double start = 0;
  std::string text;  // of the rate
  SourceLocation text_at;
  std::string label;  // "ODE lag"
  SourceLocation where;
};

// The record of a joint in the tail of a KABIOS deck or between segments.
struct KabiosJoint;
struct JointRecord {
  const KabiosJoint* word = nullptr;  // deck/names/kabios_joints.h
  std::vector<int> bodies;            // numbers, 0: the ground; path: one per place
  int element = 0;                    // element with its columns or its expression
  double length = 0;                  // if the word has a length
  std::string way;                    // CURVES: SLIDING, TOOTHED or empty
};

}  // namespace mbs
