// A skeletal chain (Casius 2004) as the deck gives it; the other tables are made from it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/source_location.h"
#include "plan/choice.h"
#include "plan/point_forces.h"

namespace mbs {

struct EventRow;

struct ChainSegment {
  double m = 0, l = 0, d = 0, j = 0;  // d: from the proximal end to the centre of gravity
  double phi = 0, phid = 0;           // at the start
  bool phid_given = false;            // false: the angle is an estimate and the rate follows
  // ATTACH: the segment hangs on segment `parent` instead of the one before it, at distance `reach`
  // from the proximal end of `parent`.
  bool attached = false;
  int parent = 0;  // from 0
  double reach = 0;
  bool reach_given = false;  // false: at the distal end of `parent`
  SourceLocation where, state_where, attach_where;
  int point = 0, angle = 0;    // nodes
  int joint = -1, hinge = -1;  // elements at its proximal end
};

// The 7n + 5 variables of Casius 2004: FRX FRY M of joints 1 .. n + 1, FEXTX FEXTY MEXT PHIDD of
// segments 1 .. n, XDD YDD of the base. phi is known only: an angle with its rate and acceleration.
enum class ChainVariable : std::uint8_t { frx, fry, m, fextx, fexty, mext, phidd, xdd, ydd, phi };

struct ChainKnown {
  ChainVariable variable = ChainVariable::m;
  int index = 0;  // from 0
  ChainQuantity is;
  std::string label;
  SourceLocation where;
};

struct ChainUnknown {
  ChainVariable variable = ChainVariable::m;
  int index = 0;
  std::string label;
  SourceLocation where;
};

// An additional equation: sum of coefficients times variables = right side.
struct ChainRowTerm {
  bool right_side = false;
  ChainVariable variable = ChainVariable::phidd;
  int index = 0;
  ChainQuantity is;
  std::string label;  // "ROW 1 PHIDD 2"
  SourceLocation where;
};
struct ChainRow {
  int number = 0;
  std::vector<ChainRowTerm> terms;
};

struct ChainConstraint {
  enum class Kind : std::uint8_t { joint, lock, equal };
  Kind kind = Kind::joint;
  // lock: DRIVE PHI i = expression; empty: the segment keeps its angular velocity
  std::string text;
  SourceLocation text_at;
  int first = 0, second = 0;  // joint, or segments; from 0
  bool placed = false;        // x, y of a joint are given; false: it stays at its start
  double x = 0, y = 0;
  std::string label;
  SourceLocation where;
  int element = -1;  // joint, equal
};

// DRIVE HINGE k = expression: the angle of joint k, phi(k) - phi of the segment it hangs on.
struct ChainDrive {
  int joint = 0;  // from 0
  std::string text;
  SourceLocation text_at;
  std::string label;
  SourceLocation where;
};

// Releases a constraint, or the base, at time t.
struct ChainRelease {
  int constraint = -1;  // -1: the base
  double t = 0;
  std::string label;
  SourceLocation where;
};

// A contact of a point or wheel of a segment with a line, a circle or an outline of the
// environment; its law is a row of Forces::contacts.
struct ChainContact {
  int segment = 0;  // from 0
  bool circle = false, outline = false;
  // Distance along the segment from its proximal end, height to the left of the segment, radius r;
  // then x y tx ty of the line or x y R of the circle. For an outline the columns of OutlineColumn;
  // xi and eta are the distance and the height.
  std::vector<double> columns;
  SourceLocation vertices_at;  // outline only
  std::string label;
  SourceLocation where;
};

// SDA, RSDA: a spring, damper and actuator between two segments, or a segment and the ground; in a
// KABIOS deck between two bodies. Points are in the frames of the segments at their centres of
// gravity, xi along them.
struct SpringRecord {
  bool turns = false;         // RSDA
  int i = 0, j = 0;           // segments or bodies from 1; 0: the ground
  std::vector<double> place;  // SDA: xi and eta in i, then in j
  double k = 0, rest = 0, c = 0, stress = 0;
  std::string label;
  SourceLocation where;
  int element = -1;
};

// PLBEAM, PLBEAMG, PLBEAML: a beam between two segments, or a segment and the ground, clamped at
// both ends and straight at the start.
struct ChainBeam {
  std::string word;                              // of the element
  int i = 0, j = 0;                              // segments from 1; 0: the ground
  std::vector<double> place;                     // xi and eta in i, in j
  std::vector<double> stiffness, damping, mass;  // EA EI; damping of both or empty; rho J or empty
  std::string label;
  SourceLocation where;
  int element = -1;
};

// PATH place place ...: a length along points and circles of segments and the ground; muscles lie
// over it (deck/forms/path_record.h). Places are in the frames of the segments, as for springs.
struct ChainPath {
  std::vector<int> segments;    // of each place, from 1; 0: the ground
  std::vector<double> columns;  // kPathColumns of each place
  std::string label;
  SourceLocation where;
  int element = -1;
};

// POINT i xi eta: an observed point in the frame of a segment. The origin of the frame is the
// centre of gravity, its first axis points along the segment.
struct ChainPoint {
  int segment = 0;  // from 0
  double xi = 0, eta = 0;
  SourceLocation where;
};

// LAW SDA n, LAW RSDA n, LAW PATH n, LAW BODY i k = expression.
struct ChainLaw {
  enum class Kind : std::uint8_t { spring, hinge, path, segment };
  Kind kind = Kind::spring;
  int number = 0;     // of the spring among its kind, of the path, of the segment; from 0
  int component = 0;  // of a segment: x, y, phi
  std::string text;
  SourceLocation text_at;
  std::string label;
  SourceLocation where;
};

struct Chain {
  std::vector<ChainSegment> segments;
  std::array<double, 4> base{};  // x, y, xd, yd
  bool free_base = false;
  std::vector<ChainKnown> knowns;
  std::vector<ChainUnknown> unknowns;
  std::vector<ChainRow> rows;
  std::vector<ChainConstraint> constraints;
  std::vector<ChainRelease> releases;
  std::vector<ChainContact> contacts;
  std::vector<SpringRecord> springs;
  std::vector<ChainBeam> beams;
  std::vector<ChainPath> paths;
  std::vector<ChainLaw> laws;
  std::vector<ChainPoint> points;
  std::vector<ChainDrive> drives;
  // The deck has joints between segments, drives or friction (deck/names/kabios_joints.h); their
  // rows are in the other tables.
  bool has_joints = false;
  int origin = -1, ground_angle = -1;  // nodes of the ground, for joints
  std::vector<PointForceRow> forces;   // point and frame are segments from 0
  bool project = true;  // PROJECT OFF: constraints are fulfilled for accelerations only
  int tip_hinge = -1;   // element, if M n+1 is known or unknown
  // element, if FRX n+1 or FRY n+1 appear without FIX TIP, or are known with it
  int tip_joint = -1;
  int base_point = 0;  // node of the environment at joint 1
  // With EVENT lines or a choice joint 1 stays closed and a free base is a free point, so that
  // events can hold it at any place. Without them joint 1 of a free base is open.
  bool has_events = false;
  bool is_closed() const;  // joint 1 stays closed even if the base is free
  // Whether there are forces that the matrix of Casius 2004 does not have; contacts do not count.
  bool has_springs() const {
    return !springs.empty() || !beams.empty() || !paths.empty() || has_joints;
  }
  bool switches = false;  // FORWARD AT t
  double forward_at = 0;
  SourceLocation forward_where;
};

// The segment that segment i hangs on (-1: the base), and the distance along that segment.
int chain_parent(std::span<const ChainSegment> segments, int i);
double chain_reach(std::span<const ChainSegment> segments, int i);
// Whether the deck chooses unknowns or adds equations that classes of nodes and elements cannot
// express: then the chain is solved in its own variables.
bool chain_has_choice(const Chain& chain);
// TIP, JOINT and HINGE mean the place of a joint and phi(k) - phi(k-1); the deformations of their
// elements have the opposite sign. Changes the sign of velocities, accelerations and sides of stops
// in the actions of an event, in both directions.
void turn_chain_actions(const Chain& chain, EventRow& event);

}  // namespace mbs
