#include "elements/contact_polyline.h"

#include <cmath>

#include "elements/place_motion.h"
#include "elements/row_parts.h"
#include "elements/variable_arity.h"

namespace mbs {

namespace {

// A wheel moves to the next piece of an outline when it is beyond the present piece by this part of
// the size of the outline: more than rounding can take back, and too little to be seen.
constexpr double kNextPiece = 1e-11;

struct Pose {
  std::array<std::size_t, 6> g{};  // coordinates x y phi of bodies a and b
  double cb = 1, sb = 0;
  Vec2 arm{};  // from the origin of a to the centre of the wheel, in ground
  Vec2 w{};    // from the origin of b to the centre, in ground
  Vec2 q{};    // w in the frame of b
};

Pose pose_of(const OutlineRow& row, const ElementBatch& batch, const Coordinates& at) {
  Pose p;
  for (std::size_t k = 0; k < 6; ++k)
    p.g[k] = static_cast<std::size_t>(batch.gather[row.column[k]]);
  p.cb = at.cosine[p.g[5]], p.sb = at.sine[p.g[5]];
  p.arm = turned({row.xi, row.eta}, at.cosine[p.g[2]], at.sine[p.g[2]]);
  p.w = {at.x[p.g[0]] - at.x[p.g[3]] + p.arm[0], at.x[p.g[1]] - at.x[p.g[4]] + p.arm[1]};
  p.q = turned(p.w, p.cb, -p.sb);
  return p;
}

int piece_at(const OutlineRow& row, const Coordinates& at, const Vec2& q) {
  const int told = at.pieces ? at.pieces[row.contact] : -1;
  return told >= 0 ? told : row.outline.nearest(q);
}

template <bool kAcceleration>
void evaluate(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  const OutlineRow& row = outline_row(batch);
  const Pose p = pose_of(row, batch, at);
  const Outline::Place place = row.outline.place(piece_at(row, at, p.q), p.q);
  const double r = row.outline.r(), phi_a = at.x[p.g[2]], phi_b = at.x[p.g[5]];
  // dS = share t.dq
  const double share = place.on_corner ? r / place.d : 1;
  const Vec2 n = turned(place.n, p.cb, p.sb), t = turned(place.t, p.cb, p.sb);  // in ground
  const double* const reference = batch.parameters.data() + kInitialSlip + 1;
  const std::size_t e1 = batch.first_deformation, e2 = e1 + 1;
  const double rounds =
      row.outline.perimeter() *
      periods_counted(batch, at, {place.S, row.outline.perimeter(), 0, std::hypot(p.w[0], p.w[1])});
  const double slip = place.S + rounds + r * (phi_a - phi_b) - batch.parameters[kInitialSlip];
  out.e[e1] = place.d - r - reference[0];
  out.e[e2] = slip - reference[1];
  const double arm = std::fabs(row.xi) + std::fabs(row.eta);
  out.size[e1] = std::fabs(at.x[p.g[0]]) + std::fabs(at.x[p.g[1]]) + std::fabs(at.x[p.g[3]]) +
                 std::fabs(at.x[p.g[4]]) + (1 + std::fabs(phi_a)) * arm +
                 (1 + std::fabs(phi_b)) * (std::fabs(p.q[0]) + std::fabs(p.q[1])) +
                 row.outline.size() + std::fabs(reference[0]);
  out.size[e2] = out.size[e1] + std::fabs(place.S) + r * (std::fabs(phi_a) + std::fabs(phi_b)) +
                 std::fabs(batch.parameters[kInitialSlip]) + std::fabs(reference[1]);
  double* const De = out.De + batch.first_derivative;
  for (std::size_t k = 0; k < 2 * batch.gather.size(); ++k) De[k] = 0;
  const std::array<double, 6> gap = slopes_along(n, p.arm, p.w);
  std::array<double, 6> way = slopes_along(t, p.arm, p.w);
  for (double& slope : way) slope *= share;
  way[2] += r, way[5] -= r;
  for (std::size_t k = 0; k < 6; ++k) {
    De[2 * row.column[k]] += gap[k];
    De[2 * row.column[k] + 1] += way[k];
  }
  if constexpr (kAcceleration) {
    const auto [rate, second] = place_motion(at.v, p.g, p.arm, p.w);
    double gap_rate = dot(n, second), way_rate = share * dot(t, second);
    if (place.on_corner) {
      const double across = dot(t, rate);
      gap_rate += across * across / place.d;
      way_rate -= 2 * share * dot(n, rate) * across / place.d;
    }
    out.D2e_vv[e1] = gap_rate;
    out.D2e_vv[e2] = way_rate;
  }
}

Round round_outline(const ElementBatch& batch, int, const Coordinates& at) {
  const OutlineRow& row = outline_row(batch);
  const Pose p = pose_of(row, batch, at);
  const Outline::Place place = row.outline.place(piece_at(row, at, p.q), p.q);
  Round out{place.S, row.outline.perimeter(), 0, std::hypot(p.w[0], p.w[1])};
  if (at.v == nullptr) return out;
  const double share = place.on_corner ? row.outline.r() / place.d : 1;
  out.rate = share * dot(turned(place.t, p.cb, p.sb), place_motion(at.v, p.g, p.arm, p.w).rate);
  return out;
}

constexpr DeformationSpec kDeformations[] = {{"gap", unit::metre}, {"slip", unit::metre}};
constexpr Column kStiffness[] = {{"k_n", "N/m", "stiffness across the outline"},
                                 {"k_t", "N/m", "stiffness along the outline"}};

constexpr RecordSpec spec() {
  RecordSpec out{"PLCPOLY", "contact with a polyline", {}, {}, kDeformations};
  out.is_contact = true;
  out.arity = Arity::bodies;
  return out;
}

// The region behind an outline is convex, and so is the distance from it. The distance of a point
// is the largest of its distances from the sides.
Approach approach_outline(const ElementBatch& batch, int) {
  const OutlineRow& row = outline_row(batch);
  Approach out{GapForm::convex, {}, row.xi, row.eta};
  for (std::size_t k = 0; k < 6; ++k)
    out.coordinates[k] = batch.gather[static_cast<std::size_t>(row.column[k])];
  return out;
}

Vec2 slope_from_outline(const ElementBatch& batch, int, const Vec2& q) {
  const Outline& outline = outline_row(batch).outline;
  return outline.place(outline.nearest(q), q).n;
}

}  // namespace

const OutlineRow& outline_row(const ElementBatch& batch) {
  return *static_cast<const OutlineRow*>(batch.row.get());
}

int outline_piece(const ElementBatch& batch, const Coordinates& at) {
  const OutlineRow& row = outline_row(batch);
  return row.outline.nearest(pose_of(row, batch, at).q);
}

Outline::Margins outline_margins(const ElementBatch& batch, const Coordinates& at, int piece) {
  const OutlineRow& row = outline_row(batch);
  const double more = kNextPiece * row.outline.size();
  Outline::Margins out = row.outline.margins(piece, pose_of(row, batch, at).q);
  out.back += more, out.forth += more;
  return out;
}

int outline_piece_beside(const ElementBatch& batch, const Coordinates& at, int piece, int way) {
  const OutlineRow& row = outline_row(batch);
  return row.outline.beside(piece, way, pose_of(row, batch, at).q);
}

int next_outline_piece(const ElementBatch& batch, const Coordinates& at, int piece) {
  const OutlineRow& row = outline_row(batch);
  const Vec2 q = pose_of(row, batch, at).q;
  const std::size_t most = 2 * row.outline.vertices().size();
  for (std::size_t k = 0; k < most; ++k) {
    const Outline::Margins margins = outline_margins(batch, at, piece);
    const int way = margins.forth <= 0 ? 1 : margins.back <= 0 ? -1 : 0;
    if (way == 0) break;
    piece = row.outline.beside(piece, way, q);
  }
  return piece;
}

namespace {

std::shared_ptr<const void> make_outline(RowParts& parts) {
  const std::span<const double> numbers = parts.numbers;
  OutlineRow out{parts.two_bodies(), {}};
  out.xi = numbers[OutlineColumn::xi], out.eta = numbers[OutlineColumn::eta];
  std::vector<Vec2> vertices;
  for (std::size_t k = OutlineColumn::first; k + 1 < numbers.size(); k += 2)
    vertices.push_back({numbers[k], numbers[k + 1]});
  const auto shape = static_cast<OutlineShape>(numbers[OutlineColumn::shape]);
  std::string problem = out.outline.make(std::move(vertices), shape != OutlineShape::polyline,
                                         shape == OutlineShape::segment, numbers[OutlineColumn::r]);
  if (!problem.empty())
    return parts.refuse(
        std::move(problem),
        shape == OutlineShape::polyline
            ? "expected different vertices, the free side to the left of the way along them, and "
              "all corners to the right; a line of its own for each part between hollow corners"
            : "expected the vertices of a convex body, one after the other; a line of its own for "
              "each part of a hollow one");
  out.contact = parts.outline;
  parts.is_outline = true;
  return std::make_shared<const OutlineRow>(std::move(out));
}

}  // namespace

const ElementType kContactPolyline = [] {
  static constexpr ElementFigure kFigures[] = {{FigureKind::outline}};
  ElementType type = make_variable_type<2>(spec(), kStiffness, evaluate<false>, evaluate<true>);
  type.np = 3;  // the initial slip before the reference values
  type.figures = kFigures;
  type.approach = approach_outline;
  type.make_row = make_outline;
  type.gap_slope = slope_from_outline;
  type.from_start = 1;
  type.round = round_outline;
  return type;
}();

}  // namespace mbs
