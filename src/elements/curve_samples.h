// Data computed once for a curve that another curve touches: samples, close enough that nothing is
// missed between two of them, arcs that turn one way, and the length along the curve.
//
// A place is a sample, or between two samples. An open curve has a corner at each of its ends,
// round which the normal turns by half a turn: samples of the same u with other angles.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "elements/curve.h"
#include "linalg/chebyshev.h"

namespace mbs {

struct CurveSample {
  double u = 0;
  double angle = 0;                      // of the tangent, goes on without jumps [rad]
  std::array<double, 2> c = {}, t = {};  // place and unit tangent
};

// Samples first to last, whose angles go up (bulging) or down (hollow).
struct CurveArc {
  int first = 0, last = 0;
  bool bulges = true;
};

class CurveSamples {
 public:
  explicit CurveSamples(Curve curve) : curve_(std::move(curve)) {}
  // Returns what is wrong with the curve, or an empty string.
  std::string make();

  const Curve& curve() const { return curve_; }
  const std::vector<CurveSample>& samples() const { return sample_; }
  const std::vector<CurveArc>& arcs() const { return arc_; }
  // Length from the beginning to u [m], and length of the whole curve.
  double length(double u) const;
  double length() const { return length_; }
  // The angle of the tangent at u [rad], without jumps.
  double angle(double u) const;
  // d(curvature)/du.
  double curvature_slope(double u) const;
  // By how many turns the tangent of a closed curve turns to the left all round: 1 or -1.
  int turns() const { return turns_; }
  // The largest coordinate [m].
  double size() const { return size_; }

 private:
  // The speed and the curvature between two u.
  struct Piece {
    double from, to, length;  // length: of the curve before the piece
    Chebyshev speed, curvature;
  };
  bool sample(const CurvePoint& from, double u0, const CurvePoint& to, double u1, int halvings);
  void add_corners();
  void find_arcs();
  void measure(double from, double to, int halvings);
  const Piece& piece_at(double u) const;
  double once_round(double u) const;

  Curve curve_;
  std::vector<CurveSample> sample_;
  std::vector<CurveArc> arc_;
  std::vector<Piece> piece_;
  double length_ = 0, size_ = 0;
  int turns_ = 0;
};

}  // namespace mbs
