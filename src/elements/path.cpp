#include "elements/path.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "base/row_columns.h"
#include "elements/row_parts.h"
#include "elements/variable_arity.h"
#include "text/number.h"

namespace mbs {

namespace {

// Centre of a place relative to its body, and the centre itself.
struct Centre {
  double sx, sy, x, y;
};

// A point is inside a circle where its distance squared is below the radius squared by more than
// this part of it; nearer to the radius it is on the rim.
constexpr double kRim = 1e-12;

// A straight piece: unit vector and length; not `exists` where one circle contains the other.
struct Piece {
  double ux, uy, length;
  bool exists;
};

Piece tangent(const Centre& from, const Centre& to, double delta) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double d2 = dx * dx + dy * dy, least = kRim * delta * delta;
  // A point on the rim has a direction, whatever the sign of the rounding.
  const double given = d2 - delta * delta, l2 = std::fabs(given) < least ? kRim * least : given;
  const double length = std::sqrt(l2);
  return {(length * dx + delta * dy) / d2, (length * dy - delta * dx) / d2, length, l2 > 0};
}

// The angle by which the path turns from one piece to the next, counted towards the circle.
double turn(const Piece& in, const Piece& out, double rho) {
  const double cross = in.ux * out.uy - in.uy * out.ux, dot = in.ux * out.ux + in.uy * out.uy;
  return std::atan2(rho > 0 ? cross : -cross, dot);
}

// The places that the path touches, in their order, and the pieces between them.
struct Course {
  int count;
  std::array<int, kMostPlaces> place;
  std::array<Piece, kMostPlaces> piece;  // from place k to k + 1
};

void find_piece(const PathRow& row, const Centre* centre, Course& course, int k) {
  const std::size_t a = course.place[k];
  const std::size_t b = course.place[k + 1];
  course.piece[k] = tangent(centre[a], centre[b], row.places[b].rho - row.places[a].rho);
}

// Which circles the path lies round: as told, or as the geometry decides; `held`: a place round
// which it is taken to lie, or -1.
struct Wraps {
  const Wrap* told;
  int held = -1;

  Wrap of(const PathRow& row, int k) const {
    const int circle = row.places[static_cast<std::size_t>(k)].circle;
    if (k == held) return Wrap::on;
    return circle < 0 || !told ? Wrap::by_geometry : told[circle];
  }
};

// The circle from which the path lifts next: the one round which it turns most in the wrong
// direction, or one with a neighbour inside it. 0 if there is none.
int circle_to_leave(const PathRow& row, const Wraps& wraps, const Course& course) {
  int leave = 0;
  double least = 0;
  for (int k = 1; k + 1 < course.count; ++k) {
    const PathPlace& place = row.places[course.place[k]];
    if (!place.lifts || wraps.of(row, course.place[k]) != Wrap::by_geometry) continue;
    const Piece &in = course.piece[k - 1], &out = course.piece[k];
    if (!in.exists || !out.exists) return k;
    const double angle = turn(in, out, place.rho);
    if (angle < least) least = angle, leave = k;
  }
  return leave;
}

void find_course(const PathRow& row, const Centre* centre, const Wraps& wraps, Course& course) {
  course.count = 0;
  for (int k = 0; k < count_of(row.places); ++k)
    if (wraps.of(row, k) != Wrap::off) course.place[course.count++] = k;
  for (int k = 0; k + 1 < course.count; ++k) find_piece(row, centre, course, k);
  while (const int leave = circle_to_leave(row, wraps, course)) {
    for (int k = leave; k + 1 < course.count; ++k) {
      course.place[k] = course.place[k + 1];
      course.piece[k] = course.piece[k + 1];
    }
    --course.count;
    find_piece(row, centre, course, leave - 1);
  }
}

// The part of the arc round a pulley that follows from angles of bodies.
double followed(const ElementBatch& batch, const PathPlace& place, const double* x) {
  const auto angle = [&](int column) { return column < 0 ? 0 : x[batch.gather[column]]; };
  const double turned = angle(place.turns_out) - angle(place.turns_in);
  return place.rho > 0 ? turned : -turned;
}

// An estimate of the arc round a pulley, less than half a turn off.
double estimate(const ElementBatch& batch, const PathPlace& place, const double* x) {
  return x[place.winding] + followed(batch, place, x);
}

// The whole turns round a pulley beyond the first one; 0 for other places.
double whole_turns(const ElementBatch& batch, const PathPlace& place, const double* x) {
  if (place.winding < 0) return 0;
  return std::floor(std::max(0.0, estimate(batch, place, x) - kLeastArc) / (2 * kPi));
}

// theta of the circle between two pieces.
double arc(const ElementBatch& batch, const PathPlace& place, const Piece& in, const Piece& out,
           const double* x) {
  const double theta = turn(in, out, place.rho);
  if (place.winding < 0) return theta;
  return theta + 2 * kPi * std::round((estimate(batch, place, x) - theta) / (2 * kPi));
}

Centre centre_of(const ElementBatch& batch, const Coordinates& at, const PathPlace& p) {
  const int* gather = batch.gather.data();
  const double c = at.cosine[gather[p.phi]], s = at.sine[gather[p.phi]];
  const double sx = c * p.xi - s * p.eta, sy = s * p.xi + c * p.eta;
  return {sx, sy, at.x[gather[p.x]] + sx, at.x[gather[p.x + 1]] + sy};
}

std::array<Centre, kMostPlaces> find_centres(const ElementBatch& batch, const Coordinates& at,
                                             const PathRow& row) {
  std::array<Centre, kMostPlaces> out;
  for (std::size_t k = 0; k < row.places.size(); ++k) out[k] = centre_of(batch, at, row.places[k]);
  return out;
}

template <bool kAcceleration>
void evaluate(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  const auto& row = *static_cast<const PathRow*>(batch.row.get());
  const int* gather = batch.gather.data();
  const std::array<Centre, kMostPlaces> centre = find_centres(batch, at, row);
  double size = std::fabs(batch.parameters[0]);
  for (const PathPlace& p : row.places) {
    const double turns = whole_turns(batch, p, at.x);
    size += std::fabs(at.x[gather[p.x]]) + std::fabs(at.x[gather[p.x + 1]]) +
            (std::fabs(p.xi) + std::fabs(p.eta)) * (1 + std::fabs(at.x[gather[p.phi]])) +
            8 * std::fabs(p.rho) * (1 + turns * turns);
  }
  Course course;
  find_course(row, centre.data(), {at.wraps}, course);
  double* De = out.De + batch.first_derivative;
  for (std::size_t i = 0; i < batch.gather.size(); ++i) De[i] = 0;
  double length = 0, second = 0;
  for (std::size_t k = 0; k + 1 < static_cast<std::size_t>(course.count); ++k) {
    const Piece& piece = course.piece[k];
    length += piece.exists ? piece.length : std::nan("");
    if (k > 0) {
      const PathPlace& place = row.places[course.place[k]];
      length += std::fabs(place.rho) * arc(batch, place, course.piece[k - 1], piece, at.x);
    }
    double vx = 0, vy = 0;  // of the far end against the near one
    for (const int end : {0, 1}) {
      const std::size_t i = course.place[k + end];
      const PathPlace& p = row.places[i];
      const double sign = end == 0 ? -1 : 1, sx = centre[i].sx, sy = centre[i].sy;
      De[p.x] += sign * piece.ux;
      De[p.x + 1] += sign * piece.uy;
      De[p.phi] += sign * (piece.uy * sx - piece.ux * sy);
      if constexpr (kAcceleration) {
        const double w = at.v[gather[p.phi]];
        vx += sign * (at.v[gather[p.x]] - w * sy);
        vy += sign * (at.v[gather[p.x + 1]] + w * sx);
        second -= sign * w * w * (piece.ux * sx + piece.uy * sy);
      }
    }
    if constexpr (kAcceleration) {
      const double across = piece.ux * vy - piece.uy * vx;
      second += across * across / piece.length;
    }
  }
  out.e[batch.first_deformation] = length - batch.parameters[0];
  out.size[batch.first_deformation] = size;
  if constexpr (kAcceleration) out.D2e_vv[batch.first_deformation] = second;
}

constexpr DeformationSpec kDeformations[] = {{"elongation", unit::metre}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness"}};

constexpr RecordSpec spec() {
  RecordSpec out{"PATH", "length of a path", {}, {}, kDeformations};
  out.arity = Arity::bodies;
  return out;
}

struct Found {
  const PathRow& row;
  std::array<Centre, kMostPlaces> centre;
  Course course;
  int before = 0;        // in the course: the last place not behind the one asked for
  bool touches = false;  // `before` is the place asked for
};

Found find(const ElementBatch& batch, const Coordinates& at, int place, int held = -1) {
  Found out{*static_cast<const PathRow*>(batch.row.get()), {}, {}};
  out.centre = find_centres(batch, at, out.row);
  find_course(out.row, out.centre.data(), {at.wraps, held}, out.course);
  while (out.before + 2 < out.course.count && out.course.place[out.before + 1] <= place)
    ++out.before;
  out.touches = out.course.place[out.before] == place;
  return out;
}

}  // namespace

double path_radius(const ElementBatch& batch, int place) {
  return std::fabs(static_cast<const PathRow*>(batch.row.get())->places[place].rho);
}

bool path_touches(const ElementBatch& batch, const Coordinates& at, int place) {
  return find(batch, at, place).touches;
}

double path_gap(const ElementBatch& batch, const Coordinates& at, int place) {
  const Found here = find(batch, at, place);
  const PathPlace& circle = here.row.places[place];
  const std::size_t k = here.before;
  const Piece& piece = here.course.piece[k];
  if (here.touches)
    return -std::fabs(circle.rho) * turn(here.course.piece[k - 1], piece, circle.rho);
  // The vector from the beginning of the piece to the centre: along the piece and across.
  const std::size_t from = here.course.place[k];
  const Centre &O = here.centre[place], &A = here.centre[from];
  const double rho = here.row.places[from].rho;
  const double dx = O.x - A.x - rho * piece.uy, dy = O.y - A.y + rho * piece.ux;
  const double along = piece.ux * dx + piece.uy * dy, across = piece.ux * dy - piece.uy * dx;
  const double beyond = along < 0 ? along : along > piece.length ? along - piece.length : 0;
  if (beyond != 0) return std::hypot(beyond, across) - std::fabs(circle.rho);
  return (circle.rho < 0 ? -across : across) - std::fabs(circle.rho);
}

double path_arc(const ElementBatch& batch, const Coordinates& at, int place) {
  const Found here = find(batch, at, place, place);
  const std::size_t k = here.before;
  return turn(here.course.piece[k - 1], here.course.piece[k], here.row.places[place].rho);
}

int path_enclosed(const ElementBatch& batch, const Coordinates& at, int place) {
  const std::vector<PathPlace>& places = static_cast<const PathRow*>(batch.row.get())->places;
  const PathPlace& circle = places[place];
  const Centre O = centre_of(batch, at, circle);
  for (const int way : {-1, 1}) {
    int next = place + way;
    while (places[next].lifts) next += way;  // the ends are points
    const Centre P = centre_of(batch, at, places[next]);
    const double dx = P.x - O.x, dy = P.y - O.y, delta = places[next].rho - circle.rho;
    if (dx * dx + dy * dy < (1 - kRim) * delta * delta) return next;
  }
  return -1;
}

PulleyArc pulley_arc(const ElementBatch& batch, const Coordinates& at, int place) {
  const Found here = find(batch, at, place);
  const PathPlace& pulley = here.row.places[place];
  const std::size_t k = here.before;
  const double angle = arc(batch, pulley, here.course.piece[k - 1], here.course.piece[k], at.x);
  return {angle, angle - followed(batch, pulley, at.x)};
}

// The winding in the middle of the turn that begins with kLeastArc.
double first_winding(const ElementBatch& batch, const double* x, int place) {
  const PathPlace& pulley = static_cast<const PathRow*>(batch.row.get())->places[place];
  return kLeastArc + kPi + 2 * kPi * pulley.turns - followed(batch, pulley, x);
}

namespace {

// Column of the angle with which the line between two places turns; -1: no single angle.
int turns_with(const PathPlace& a, const PathPlace& b) {
  if (a.x != b.x) return -1;
  return std::hypot(b.xi, b.eta) < std::hypot(a.xi, a.eta) ? a.phi : b.phi;
}

std::shared_ptr<const void> make_path(RowParts& parts) {
  PathRow out;
  for (int k = 0; k < count_of(parts.bodies); ++k) {
    const auto columns = parts.numbers.subspan(static_cast<std::size_t>(kPathColumns * k));
    PathPlace& place = out.places.emplace_back();
    place.x = parts.bodies[k].x;
    place.phi = parts.bodies[k].phi;
    place.xi = columns[0], place.eta = columns[1], place.rho = columns[2];
    place.lifts = columns[3] == kLifts;
    place.turns = place.lifts ? 0 : columns[3];
    if (place.lifts) {
      place.circle = parts.first_circle + count_of(parts.circles);
      parts.circles.push_back(k);
    } else if (place.rho != 0) {
      place.winding = parts.first_winding + count_of(parts.pulleys);
      parts.pulleys.push_back(k);
    }
  }
  for (std::size_t k = 1; k + 1 < out.places.size(); ++k) {
    PathPlace& place = out.places[k];
    if (place.winding < 0) continue;
    place.turns_in = turns_with(place, out.places[k - 1]);
    place.turns_out = turns_with(place, out.places[k + 1]);
  }
  return std::make_shared<const PathRow>(std::move(out));
}

}  // namespace

const ElementType kPath = [] {
  static constexpr ElementFigure kFigures[] = {{FigureKind::path}};
  ElementType type = make_variable_type(spec(), kStiffness, evaluate<false>, evaluate<true>);
  type.figures = kFigures;
  type.from_start = 0;
  type.make_row = make_path;
  return type;
}();

}  // namespace mbs
