// PLCPOLY: a point or a wheel of one body against a polyline, a polygon or a segment of another.
//
// q is the centre of the wheel in the frame of body b, psi = phi_a - phi_b; d, S, n and t are those
// of elements/outline.h:
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

#include "base/row_columns.h"
#include "elements/element.h"
#include "elements/outline.h"

namespace mbs {

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
