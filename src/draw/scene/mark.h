// Lines and areas of a picture, and the groups that move them.
//
// A Group is drawn once in coordinates of its own and then carried along: by a body (rigid), by two
// points that it is stretched between, or by the two ends of a beam. The writers of pictures,
// moving pictures and pages know only these three ways.
#pragma once

#include <string>
#include <vector>

#include "draw/scene/scene.h"

namespace mbs {

// op: M move to p, L line to p, A arc of radius r counter-clockwise to p (at most half a turn),
// C one of the three points of a Bezier curve, O a whole circle about p, Z close.
struct PathStep {
  char op = 'M';
  Vec p;
  double r = 0;
};

struct Style {
  std::string fill = "none", stroke = "none";
  double width = 1;  // of the stroke, in pixels
  const char* dash = "";
  double opacity = 1;  // of the filling
};

struct Mark {
  std::vector<PathStep> steps;
  Style style;
};

struct Group {
  enum class Kind : unsigned char {
    rigid,    // origin in a, turning with it; marks in metres
    between,  // x from 0 at a to 1 at b, y in metres to the left of a-b
    beam      // a curve from a to b; its one mark gives only the style
  };
  Kind kind = Kind::rigid;
  int layer = 0;  // 0 lies lowest
  Anchor a, b;
  double slope_a = 0, slope_b = 0;  // beam: see BeamEnds
  int parts = 12;
  bool where_met = false;  // drawn only while a and b are at one place
  bool moves = true;
  std::vector<Mark> marks;
};

struct Caption {
  Anchor place;
  Vec offset;  // pixels, y upwards
  std::string text;
  std::string colour = "#333";
  double size = 12;  // pixels
  int side = 0;      // -1: the text ends at `place`, 0: middle, 1: begins there
};

// A beam. The tangent at end a has the angle of a plus slope_a; likewise at b.
struct BeamEnds {
  Anchor a, b;
  double slope_a = 0, slope_b = 0;
  int parts = 12;  // number of straight pieces
};
// The centre line of the beam, for any bending. As in PLBEAML, the angle of the tangent is
// quadratic along the length and has the given values at the ends.
std::vector<Vec> beam_line(const BeamEnds& ends, const double* q);

// The marks of a group in the plane of the mechanism at the state q. Empty where the group is not
// visible. near: the distance [m] within which two points meet.
std::vector<Mark> carried(const Group& group, const double* q, double near);

}  // namespace mbs
