// The parts of a mechanism (joints, springs, cams, muscles) with their names in the report. They
// are made once from the deck; tables and channels are made from them.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/unit.h"
#include "base/views.h"

namespace mbs {

// A point that is fixed in a body [m].
struct PlaceInBody {
  int x = 0, phi = 0;  // coordinates: x and y of its point node, its angle
  double xi = 0, eta = 0;

  // The point in space at the coordinates `of` of the mechanism.
  std::array<double, 2> at(ConstVector of) const {
    const double angle = of[phi];
    const double c = std::cos(angle), s = std::sin(angle);
    return {of[x] + c * xi - s * eta, of[x + 1] + s * xi + c * eta};
  }
};

// Indices are those of the Model. Bodies are given by their number (of a Body or a segment), 0:
// none.
struct Parts {
  struct Place {
    std::string name;  // "rev1", "joint2"
    PlaceInBody place;
  };
  // A revolute or translational joint of a report with rows of bodies.
  struct Joint {
    std::string label, name;  // "REVOLUTE 1", "rev1"
    int element;              // index into Model::elements
    bool revolute;
    int phi_i, phi_j;  // coordinates
    int i, j;          // bodies
  };
  // One deformation of any other joint of such a report.
  struct Further {
    std::string label;
    std::array<std::string, 3> names;  // of e, ed and s
    int deformation, component;
    int i, j;  // bodies
    Unit unit;
  };
  // An element that holds or drives coordinates: a ground or a motion (three coordinates), a simple
  // constraint, a driver or a guide (one).
  struct Holder {
    std::string label, name;
    std::vector<int> coordinates;
    bool driven;
    Unit effort;  // of its first coordinate
  };
  struct Angle {
    std::string name;  // "rev1.angle"
    int phi_i, phi_j;  // coordinates
  };
  struct Spring {
    std::string name;  // "sda1"
    int index;         // deformation
    int body_i, body_j;
    PlaceInBody i, j;
  };
  struct Hinge {
    std::string name;  // "rsda1"
    int index;         // deformation
    int body_i, body_j;
    int phi_i, phi_j;  // coordinates
  };
  // PLBEAM, PLBEAMG and PLBEAML of a chain.
  struct Beam {
    std::string word;
    int index;  // first of three deformations
    int i, j;   // segments
  };
  // A CAM or CURVES.
  struct CamPart {
    std::string name;                 // "cam1", "curves1"
    std::shared_ptr<const void> row;  // keeps the CamRow or CurvesRow
    std::array<int, 6> coordinates;
  };
  // Where a muscle crosses a joint or a deformation.
  struct Arm {
    std::string name;  // "2", "_e3_1"
    Unit unit;         // of the angle or deformation
  };
  using Arms = std::vector<Arm>;

  std::vector<Place> places;
  std::vector<Joint> joints;
  std::vector<Further> further;
  std::vector<Holder> holders;
  std::vector<Angle> angles;
  std::vector<Spring> springs;
  std::vector<Hinge> hinges;
  std::vector<Beam> beams;
  std::vector<int> paths;  // deformations of the PATH lines of a chain
  std::vector<CamPart> cams, curves;
  // One per muscle: the arms of its terms, then the arms about joints that it crosses without
  // naming them.
  std::vector<Arms> muscles, shared_muscles;
  Arms shared_joints;  // of STATICOPT
};

}  // namespace mbs
