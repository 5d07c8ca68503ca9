// What every dialect ends in: tables whose rows know the deck line they came from. Numbers in rows
// are resolved (parameters substituted); node and element references are indices into the tables.
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
#include "deck/chain_tables.h"
#include "deck/choice_tables.h"
#include "deck/force_tables.h"
#include "deck/muscle_tables.h"
#include "deck/observation_tables.h"
#include "deck/parameters.h"
#include "deck/time_table.h"
#include "nodes/node_type.h"
#include "plan/vocabulary.h"

namespace mbs {

enum class Dialect : std::uint8_t { kabios, native, segdyn };

struct NodeRow {
  int number = 0;
  NodeKind kind = NodeKind::point;
  std::array<double, 4> x{};  // initial estimate, as many as NodeType::nq
  std::string label;          // "body 3", "node 7": coordinate names follow it
  SourceLocation where;
  std::string name = {};  // given by NAME; may be empty
};

struct ElementRow {
  int number = 0;
  const RecordSpec* spec = nullptr;
  std::vector<int> nodes;       // one per spec->nodes; path: point and angle of each place
  std::vector<double> columns;  // one per spec->columns; path: kPathColumns of each place; cam:
                                // elements/cam.h
  std::string label;            // "REVOLUTE 4", "PLTRUSS 2"
  SourceLocation where;
  std::string name = {};  // given by NAME; may be empty
  // formula, relation, velocity: the expression; cam: radius, or x
  std::string text = {};
  SourceLocation text_at = {};
  std::string text_y = {};  // cam: y, where the curve is given by x and y
  SourceLocation text_y_at = {};
};

// A place of a path, xi eta r turns: a point (xi, eta) of a body where r is 0, else the centre of a
// circle that lies to the left (r > 0) or right (r < 0) of the path. turns: whole turns that the
// path takes round it beside the rest; kLifts: the path may lift off the circle.
inline constexpr int kPathColumns = 4;
inline constexpr double kLifts = -1;

enum class Smoothing : std::uint8_t { cross_validated, interpolated };

inline constexpr int kMaxCoefficients = 6;

// A prescribed motion: a polynomial in t, one column of a table, or an expression of t and
// parameters.
struct MotionRow {
  std::vector<double> coefficients;  // ascending powers of t, at most kMaxCoefficients
  std::shared_ptr<const TimeTable> table;
  int column = 0;
  Smoothing smoothing = Smoothing::cross_validated;
  std::string text;  // of the expression; empty: one of the others
  SourceLocation text_at;
  std::string label;  // "GUIDE 2"
  SourceLocation where;
};

enum class Target : std::uint8_t { coordinate, deformation };

enum class ClassSource : std::uint8_t { ground, simple, driver, guide, motion, keyword };

// The class of one coordinate or deformation; what no row names has its default (a coordinate is
// calculable, a deformation fixed).
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

// A point fixed in a body (point node + angle node), reported but not constrained.
struct PointRow {
  int number = 0;
  int point = 0;  // node indices
  int angle = 0;
  double xi = 0, eta = 0;
  SourceLocation where;
};

struct TimeGrid {
  double start = 0, end = 0, step = 0;
  SourceLocation where;
  // Report times that pictures ask for, ascending, in place of those below; mostly empty.
  std::vector<double> asked = {};
  // Report time k is start + k step (by multiplication), for k up to count() - 1.
  long long count() const;
  double at(long long k) const {
    return asked.empty() ? start + static_cast<double>(k) * step
                         : asked[static_cast<std::size_t>(k)];
  }
};

// ---- What a deck says about forces and masses -------------------------------------------------

// XM: mass [kg] of a point node, moment of inertia [kg m^2] of an angle node; of an orientation
// Ixx Ixy Ixz Iyy Iyz Izz along the axes of the body.
// EM: the element's mass columns (RecordSpec::mass_columns), missing ones 0.
struct MassRow {
  bool of_element = false;
  int owner = 0;  // node or element
  std::vector<double> values;
  std::string label;
  SourceLocation where;
};

// ESTIFF, EDAMP: one number per stiffness column of the element. ESIG: one number per deformation.
enum class StressKind : std::uint8_t { stiffness, damping, prestress };
struct StressRow {
  StressKind kind = StressKind::stiffness;
  int element = 0;
  std::vector<double> values;
  std::string label;
  SourceLocation where;
};

// EREST: reference values, one per deformation named (the rest keep what the initial position
// gives).
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
  bool of_chain = false;                   // it sees the state of the whole chain instead
  std::shared_ptr<const TimeTable> table;  // not null: its first column, and no text
};

// What the expression of a law sees, but for one of a chain: time, value and rate.
inline std::span<const std::string_view> law_variable_names(Target target) {
  static constexpr std::string_view kOfDeformation[] = {"t", "e", "ed"};
  static constexpr std::string_view kOfCoordinate[] = {"t", "x", "v"};
  return target == Target::deformation ? kOfDeformation : kOfCoordinate;
}

// FRICTION: the stress of `element` presses, and friction resists the slip, a deformation that may
// be of another element.
struct JointFriction {
  int element = 0, component = 0;  // of the slip
  FrictionKind kind = FrictionKind::pin;
  double size = 0;   // radius of a pin, length of a guide [m]; 0: no length
  double angle = 0;  // of a rope: how far it lies round the drum [rad]
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
  double tau = 0;              // IMPULSES: time from one to the next at rest [s]
  JointFriction joint{};       // FRICTION
  std::string label;
  SourceLocation where;
};

// XF: constant load of a node, one number per coordinate.
struct LoadRow {
  int node = 0;
  std::array<double, 3> value{};
  std::string label;
  SourceLocation where;
};

// A measured force in global components and the point in space it acts at, each a function of time:
// fx, fy, x, y.
struct MeasuredForceRow {
  int number = 0;
  int point = 0;
  int angle = 0;
  std::array<MotionRow, 4> motions;
  std::string label;
  SourceLocation where;
};

// A joint that only carries load between two bodies of prescribed motion, and holds nothing: what
// the motion of the bodies demands is shared out over such joints. It lies at (xi, eta) of body i,
// or at a measured place in space.
struct NetJointRow {
  int number = 0;
  int point_i = 0, angle_i = 0;    // nodes of body i, on which the force and moment reported act
  int point_j = -1, angle_j = -1;  // nodes of body j, on which their opposites act; -1: no body
  double xi = 0, eta = 0;
  std::vector<MotionRow> place;  // x and y in space; empty: fixed in body i
  std::string label;
  SourceLocation where;
};

// STARTDX, STARTDE, VEL: initial value and velocity. What is given here is kept exactly where it is
// a degree of freedom; the rest follows.
struct StartRow {
  Target target = Target::coordinate;
  int owner = 0;
  int component = 0;
  bool has_value = false;
  double value = 0;
  bool has_velocity = false;
  double velocity = 0;
  std::string label;
  SourceLocation where;
};

struct IntegrationRow {
  bool given = false;       // method and tolerances come from the deck
  std::string method;       // upper case; empty: the default
  double abs = 0, rel = 0;  // 0: the default
  double hmax = 0;
  double h = 0;     // of HEUN, RK4 and GALPHA STEP
  double rho = -1;  // of GALPHA; negative: the default
  SourceLocation where;
};

enum class Form : std::uint8_t { automatic, reduced, full };
enum class Job : std::uint8_t { kinematic, dynamic, equilibrium, modes };

struct Forces {
  std::vector<MassRow> masses;
  std::vector<StressRow> stresses;
  std::vector<RestRow> rests;
  std::vector<LawRow> laws;
  std::vector<ContactRow> contacts;
  std::vector<ContactRow> frictions;
  std::vector<LoadRow> loads;
  std::vector<PointForceRow> point_forces;
  std::vector<MeasuredForceRow> measured_forces;
  std::vector<NetJointRow> net_joints;
  std::vector<StartRow> starts;
  std::array<double, 3> gravity{};
  IntegrationRow integration;
  Form form = Form::automatic;
  bool choose_freedoms = false;  // degrees of freedom named by the user may be chosen again
  int outlevel = 0;              // 1: transfer functions in the report
  // ITERSTEP: Newton iterations allowed (0: the option nrmax), load steps and tolerance of an
  // equilibrium (0: the default).
  int iterations = 0;
  int load_steps = 1;
  double tolerance = 0;
  SourceLocation iterstep_where;
  bool equilibrium_first = false;  // EIGEN with STATIC: modes about the equilibrium
  int modes = 0;                   // EIGEN: how many; 0: all
};

// ODE: a state of the deck's own, z' = expression.
struct OdeRow {
  std::string name;          // as written
  bool equilibrium = false;  // it begins where its rate is 0; `start` is the guess then
  double start = 0;
  std::string text;  // of the rate
  SourceLocation text_at;
  std::string label;  // "ODE lag"
  SourceLocation where;
};

// ---- EVENT --------------------------------------------------------------------------------------

// forward: what is prescribed is let go, and the efforts that drove it stay as constant loads.
enum class ActionKind : std::uint8_t {
  stop,
  fix,
  release,
  forward,
  dynamic,
  calculable,
  prescribe,
  impact,
  set,
  stimulate  // the onset of a muscle: no action of a deck's EVENT
};

// One coordinate (of a node) or deformation (of an element).
struct EventTarget {
  Target target = Target::coordinate;
  int owner = 0;
  int component = 0;
  bool operator==(const EventTarget&) const = default;
};

struct ActionRow {
  ActionKind kind = ActionKind::stop;
  std::vector<EventTarget> targets;  // impact, prescribe: one
  SourceLocation where;
  // IMPACT (solve/impact.h)
  double restitution = 0;
  int side = 0;
  std::vector<EventTarget> stick;
  bool energetic = false;
  int bounces = 0;  // after which the contact closes; 0: when they have become slow
  // PRESCRIBE: from the event on with this velocity (not given: the one it has) and acceleration.
  bool has_velocity = false;
  double velocity = 0, acceleration = 0;
  // SET: a parameter or a state (sets_state) and the expression of its new value.
  std::string parameter;
  bool sets_state = false;
  std::string text;
  SourceLocation text_at;
  int muscle = 0;  // stimulate
};

// EVENT name WHEN expression [RISING|FALLING] DO action; action ...
struct EventRow {
  std::string name;
  std::string text;      // of the expression, as written; known names: channels of the report and t
  std::string function;  // its zeros: comparisons have become differences
  bool comparison = false;  // it is true where its function is positive
  SourceLocation text_at;
  Passing passing = Passing::both;
  bool passing_given = false;  // RISING or FALLING stands in the deck
  std::vector<ActionRow> actions;
  std::string label;  // "EVENT takeoff"
  SourceLocation where;
};

// LIMIT: what a run may take; 0: the default of the option of the same name.
struct LimitRow {
  double seconds = 0;
  long long steps = 0;
  long long events = 0;
  SourceLocation where;
};

struct Tables {
  Dialect dialect = Dialect::native;  // for src/deck alone
  Vocabulary vocabulary;              // what everything after it needs to know of the dialect
  std::string name;                   // of the deck
  std::vector<NodeRow> nodes;
  std::vector<ElementRow> elements;
  std::vector<MotionRow> motions;
  std::vector<ClassRow> classes;
  std::vector<BodyRow> bodies;
  std::vector<PointRow> points;
  std::vector<EventRow> events;
  std::vector<NameRow> names;
  std::vector<OutRow> outs;
  std::vector<MeasureRow> measures;
  std::vector<ReportRow> reports;  // none: the tables of the dialect
  bool summary = false;            // SUMMARY
  SourceLocation summary_where;
  std::vector<SweepRow> sweeps;
  std::vector<OdeRow> odes;
  std::vector<MuscleRow> muscles;
  MuscleStartRow muscle_start;
  std::vector<MuscleRow> shared_muscles;  // of STATICOPT
  StaticOptRow static_opt;
  LimitRow limits;
  ChoiceTables choice;
  TimeGrid time;
  Job job = Job::kinematic;
  Forces forces;
  Chain chain;            // of a SEGDYN deck
  Parameters parameters;  // for the expressions of laws
};

}  // namespace mbs
