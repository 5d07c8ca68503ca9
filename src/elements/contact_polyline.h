// PLCPOLY: a point or a wheel of one body against a polyline, a polygon or a segment of another.
//
// q is the centre of the wheel in the frame of body b, psi = phi_a - phi_b; d, S, n and t are those
// of Outline:
//
//   e1 = d - r                   gap [m], negative where they overlap
//   e2 = S + r psi - reference   slip [m]: its rate is the velocity of the wheel against the
//        outline, along t, where gap is 0
//
// On a side d and S are linear in q; on a corner at the distance d from q
//   D2d(v, v) = n.D2q + (t.Dq v)^2 / d
//   D2S(v, v) = r (t.D2q - 2 (n.Dq v) (t.Dq v) / d) / d
// De is continuous from side to corner where gap is 0, D2e is not: a run of dynamics makes these
// changes events and says which piece counts (Coordinates::pieces). For a point, n jumps from one
// side to the next. The slip round a polygon is taken within half a round of its initial value.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "base/row_columns.h"
#include "elements/element.h"
#include "elements/plane_vector.h"

namespace mbs {

// Polylines, polygons and segments that a wheel of radius r, or a point (r = 0), touches.
//
// The free side is to the left of each side, all corners turn right: the region behind the outline
// is convex. A polyline goes on along its first and its last side for ever; a polygon is closed; a
// segment is a polygon of two sides, one for each face. q is the centre of the wheel. It is nearest
// to one piece of the outline:
//
//   side k, from V along the unit vector t, n = t turned +90 degrees:
//     distance d = n.(q - V),  way S = S_k + t.(q - V)
//   corner behind it, at V, if r > 0: n = (q - V)/d, t = n turned -90 degrees,
//     distance d = |q - V|,    way S = S_k + L_k + r angle(n_k -> n), clockwise
//
// S is the length along the line at the distance r, on which the centre of a touching wheel moves.
// For a point there are no corners: d is the largest of the distances from all sides, which is the
// distance from the outline except in front of a corner, and negative inside.
class Outline {
 public:
  // `thin`: a segment. Returns what is wrong with the vertices, or an empty string.
  std::string make(std::vector<Vec2> vertices, bool closed, bool thin, double r);

  // The nearest piece: 2 k is side k, 2 k + 1 the corner at its end. Takes O(log n) for n sides,
  // O(n) for points behind the outline.
  int nearest(const Vec2& q) const;

  struct Place {
    double d = 0, S = 0;
    Vec2 n{}, t{};
    bool on_corner = false;
  };
  // The place for q as if the piece were the nearest one, also a little beyond it.
  Place place(int piece, const Vec2& q) const;

  // How far q is inside the region in which the piece is the nearest one [m], towards the beginning
  // and the end of the piece; negative where the piece before or after it is nearer.
  struct Margins {
    double back = std::numeric_limits<double>::infinity(), forth = back;
  };
  Margins margins(int piece, const Vec2& q) const;
  // The piece before `piece` (way -1) or after it (1), for a centre at q.
  int beside(int piece, int way, const Vec2& q) const;

  double r() const { return r_; }
  bool closed() const { return closed_; }
  const std::vector<Vec2>& vertices() const { return vertex_; }
  // Length all round at the distance r [m]; 0 for a polyline.
  double perimeter() const { return closed_ ? perimeter_ : 0; }
  // Magnitude of the numbers that the outline is made of.
  double size() const { return size_; }

 private:
  struct Side {
    Vec2 start{}, t{}, n{};
    double length = 0, S = 0;
    double turn = 0;      // at its end, to the right [rad]
    double half_tan = 0;  // of turn
    double heading = 0;   // the sum of the turns before it
  };
  int count() const { return static_cast<int>(side_.size()); }
  int wrapped(int k) const { return closed_ ? (k + count()) % count() : k; }
  double height(int k, const Vec2& q) const;
  double along(int k, const Vec2& q) const;
  std::string make_sides(bool thin);
  void make_search();
  int visible_side(const Vec2& q) const;
  int highest_side(const Vec2& q) const;
  int sharpened(int piece, const Vec2& q) const;

  std::vector<Vec2> vertex_;
  std::vector<Side> side_;
  bool closed_ = false;
  double r_ = 0, perimeter_ = 0, size_ = 0;
  // The start of the search: a direction along which a polyline goes on, or a place inside of a
  // polygon and the angles of its vertices round it, clockwise from the first.
  Vec2 middle_{};
  std::vector<double> order_;
};

struct OutlineRow {
  std::array<int, 6> column = {};  // of x, y, phi of bodies a and b; they may share nodes
  Outline outline;
  double xi = 0, eta = 0;  // of body a
  int contact = 0;         // its place in Model::outlines
};

// The row of a batch; each is a batch of its own.
const OutlineRow& outline_row(const ElementBatch& batch);
// The nearest piece, whatever piece `at` says.
int outline_piece(const ElementBatch& batch, const Coordinates& at);
Outline::Margins outline_margins(const ElementBatch& batch, const Coordinates& at, int piece);
// The piece before `piece` (way -1) or after it (1).
int outline_piece_beside(const ElementBatch& batch, const Coordinates& at, int piece, int way);
// The piece that counts after the pose has left `piece` at one of its ends; goes on past pieces
// that are left at the same time. Returns `piece` where it still counts.
int next_outline_piece(const ElementBatch& batch, const Coordinates& at, int piece);

extern const ElementType kContactPolyline;

}  // namespace mbs
