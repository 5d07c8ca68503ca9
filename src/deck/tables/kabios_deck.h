// The records of a KABIOS deck as written: bodies by number, from 1; coordinates 1, 2, 3 for X, Y,
// PHI. The rows of the tables are made from them (deck/kabios/kabios_tables.h), and the writer
// writes them back. Records that are equal in every dialect (times, gravity, method, muscles,
// states, events, friction) are only in the tables; joints of the tail are Tables::joints.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "deck/tables/rows.h"
#include "plan/chain.h"

namespace mbs {

// (b)
struct KabiosBody {
  double x = 0, y = 0, phi = 0;
  SourceLocation where;
};

// (c) and (d): a revolute has four columns, a translational joint six.
struct KabiosHeadJoint {
  int number = 0, i = 0, j = 0;
  std::array<double, 6> columns{};
  SourceLocation where;
};

// (e) a fixed body; (f) a fixed coordinate; (i) a coordinate that follows its column of the table.
struct KabiosGround {
  int number = 0, body = 0;
  SourceLocation where;
};
struct KabiosCoordinate {
  int number = 0, body = 0, coordinate = 0;
  SourceLocation where;
};

// (g), and DRIVE i k = expression, which continue their numbers.
struct KabiosDriver {
  int number = 0, body = 0, coordinate = 0;
  double position = 0, velocity = 0, acceleration = 0;
  std::string text;  // of the expression; empty: the three numbers
  SourceLocation text_at, where;
};

// (h)
struct KabiosPoint {
  int number = 0, body = 0;
  double xi = 0, eta = 0;
  SourceLocation where;
};

// MASS, VEL, TORQ
struct KabiosMass {
  int body = 0;
  double m = 0, J = 0;
  std::string label;
  SourceLocation where;
};
struct KabiosVelocity {
  int body = 0;
  std::array<double, 3> v{};  // xd, yd, phid
  std::string label;
  SourceLocation where;
};
struct KabiosTorque {
  int body = 0;
  double n = 0;
  std::string label;
  SourceLocation where;
};

// CONTACT i j: its geometry. Its model is row `law` of Tables::contacts.
struct KabiosContact {
  int i = 0, j = 0;
  const RecordSpec* shape = nullptr;  // the element
  std::vector<double> columns;
  SourceLocation vertices_at;  // of an outline
  std::size_t law = 0;
};

// MOTION: the motions of X, Y and PHI.
struct KabiosMotion {
  int body = 0;
  std::vector<MotionRow> motions;
  std::string label;
  SourceLocation where;
};

// FORWARD AT t: prescribed motions are released at time t.
struct KabiosForward {
  double t = 0;
  SourceLocation t_at, where;
  std::size_t event = 0;  // its row
};

struct KabiosSpaceDeck;  // deck/kabios/space_deck.h

struct KabiosDeck {
  // The records of a deck of bodies of space, whose tables are those of a native deck; null: a deck
  // of the plane.
  std::shared_ptr<const KabiosSpaceDeck> space;
  std::vector<KabiosBody> bodies;
  std::vector<KabiosHeadJoint> revolutes, translationals;
  std::vector<KabiosGround> grounds;
  std::vector<KabiosCoordinate> simples, guides;
  std::vector<KabiosDriver> drivers;
  std::vector<KabiosPoint> points;
  std::shared_ptr<const TimeTable> guide_table;  // null without guides
  Smoothing guide_smoothing = Smoothing::cross_validated;

  std::vector<KabiosMass> masses;
  std::vector<KabiosVelocity> velocities;
  std::vector<std::variant<SpringRecord, KabiosContact>> parts;  // in the order of the deck
  // Points, angles and frames of these rows are body numbers; 0: a net joint to no body.
  std::vector<PointForceRow> forces;
  std::vector<MeasuredForceRow> measured_forces;
  std::vector<NetJointRow> net_joints;
  std::vector<KabiosTorque> torques;
  std::vector<KabiosMotion> motions;
  std::optional<KabiosForward> forward;
};

}  // namespace mbs
