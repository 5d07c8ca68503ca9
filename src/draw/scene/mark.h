// Lines and areas that a picture is made of, and what carries them.
//
// A Group is drawn once in coordinates of its own and then carried along: by a body (rigid), by two
// points that it is stretched between, or by the two ends of a beam. Whoever writes a picture, a
// moving picture or a page needs to know these three ways only.
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
    between,  // x from 0 at a to 1 at b, y in metres to the left of that
    beam      // a curve from a to b; the one mark says its style only
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
  int side = 0;      // -1: the text ends there, 0: middle, 1: begins there
};

// A beam whose tangents lie at these angles from those of its ends.
struct BeamEnds {
  Anchor a, b;
  double slope_a = 0, slope_b = 0;
  int parts = 12;  // straight pieces that it is drawn of
};
// Its centre line, for any bending: the angle of the tangent is quadratic along the length and has
// the given values at the ends, as that of PLBEAML.
std::vector<Vec> beam_line(const BeamEnds& ends, const double* q);

// Marks in the plane of the mechanism, carried to where the state has them. Empty where a group is
// not to be seen. near: the distance [m] within which two points meet.
std::vector<Mark> carried(const Group& group, const double* q, double near);

}  // namespace mbs
