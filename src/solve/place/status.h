// The result of a solver, which never prints and never throws. The analysis adds time and deck
// line.
#pragma once

#include <cmath>

namespace mbs {

enum class SolveKind {
  ok,
  not_converged,  // row: deformation with the largest residual
  singular,       // column: the coordinate that is determined worst
  non_finite,
  off_pulley,  // row: deformation of a path that would have to leave a pulley
  // row: deformation of a path; one of its places lies inside a circle that the path has to pass
  inside_circle,
  // row: deformation of a path, circle: a place of it, round which it would turn too far
  turns_round,
  jammed,  // row: deformation along which friction finds no force that fits its load
};

struct SolveStatus {
  SolveKind kind = SolveKind::ok;
  int row = -1;         // deformation, or -1
  int column = -1;      // coordinate, or -1
  double residual = 0;  // of that row
  double relative = 0;  // residual divided by the size of its terms
  int iterations = 0;
  int circle = -1, place = -1;  // of inside_circle: places of the path, from 0
  double time = NAN;            // of singular, where it lies within the step that has been taken

  bool ok() const { return kind == SolveKind::ok; }
};

}  // namespace mbs
