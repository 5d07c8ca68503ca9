// The records of a KABIOS deck of bodies of space as written: bodies, joints and points by number,
// from 1. The rows of the tables are made from them as those of a native deck of space: body i is
// point 2 i - 1 and orientation 2 i, joint n is element n, and lines of the tail that are elements
// go on with the numbers of the joints. Records that mean the same in every dialect are only in the
// tables.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "deck/records/space_load.h"
#include "deck/tables/rows.h"

namespace mbs {

// (b)
struct BodyOfSpace {
  std::array<double, 3> x{};
  std::array<double, 4> q{};
  std::string sequence;  // of its three angles, "zxy"
};

// (c), and the lines of the tail that are elements between two bodies.
struct JointOfSpace {
  std::string_view word;
  int i = 0, j = 0;
  int element = 0;
  double length = 0;                       // of a ROD
  std::vector<double> stiffness, damping;  // of a BUSHING; of an SDA k and c
  double rest = 0, force = 0;              // of an SDA
};

// A coordinate that (f), (g) and DRIVE name: free motion k of a joint, or coordinate k of a body, 1
// to 3 its place, 4 to 6 the angles of its sequence. k from 1.
struct CoordinateOfSpace {
  bool of_joint = false;
  int owner = 0, k = 0;
};

// (g), and DRIVE, which continues their numbers.
struct DriverOfSpace {
  CoordinateOfSpace of;
  std::array<double, 3> given{};  // position, velocity, acceleration
  std::string text;               // of the expression; empty: the three numbers
  bool in_tail = false;
};

// (h)
struct PointOfSpace {
  int body = 0;
  std::array<double, 3> place{};
};

// (i): a body that follows its columns x y z and three angles, or four Euler parameters.
struct GuideOfSpace {
  int body = 0;
  bool by_numbers = false;
};

// MOTION: the same by a table of its own, or by markers, which become such a table.
struct MotionOfSpace {
  int body = 0;
  std::vector<MotionRow> motions;  // x y z, and three angles or four Euler parameters
};

struct MassOfSpace {
  int body = 0;
  std::array<double, 10> values{};  // m, centre, matrix of inertia
};

struct VelocityOfSpace {
  int body = 0;
  std::array<double, 6> v{};
  bool along_body = false;  // the angular velocity is along the axes of the body
};

// RSDA: spring, damper and motor on a free motion of a joint.
struct MotorOfSpace {
  int joint = 0, k = 0;
  double stiffness = 0, rest = 0, damping = 0, torque = 0;
};

// FORCE at a point of a body, TORQ: numbers or expressions.
struct LoadOfSpace : SpaceLoad {
  int body = 0;
  int node = 0;  // that carries it
};

struct KabiosSpaceDeck {
  std::vector<BodyOfSpace> bodies;
  std::vector<JointOfSpace> joints;  // as many as there are in (c), then those of the tail
  int head_joints = 0;
  std::vector<int> grounds;
  std::vector<CoordinateOfSpace> simples;
  std::vector<DriverOfSpace> drivers;
  std::vector<PointOfSpace> points;
  std::vector<GuideOfSpace> guides;
  std::shared_ptr<const TimeTable> guide_table;
  std::vector<MotionOfSpace> motions;
  std::vector<MassOfSpace> masses;
  std::vector<VelocityOfSpace> velocities;
  std::vector<MotorOfSpace> motors;
  std::vector<LoadOfSpace> loads;
};

}  // namespace mbs
