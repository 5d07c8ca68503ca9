#include "elements/cam.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "elements/place_motion.h"
#include "elements/row_parts.h"
#include "elements/variable_arity.h"

namespace mbs {

namespace {

constexpr double kWholeTurn = 6.283185307179586;

// The coordinates x y phi of bodies a and b.
std::array<std::size_t, 6> coordinates_of(const CamRow& row, const ElementBatch& batch) {
  std::array<std::size_t, 6> out{};
  for (std::size_t k = 0; k < 6; ++k)
    out[k] = static_cast<std::size_t>(batch.gather[row.column[k]]);
  return out;
}

struct Pose {
  double ca, sa, cb, sb;
  Vec2 arm;  // from the origin of a to P, in ground
  Vec2 w;    // from the origin of b to P, in ground
  Vec2 q;    // w in the frame of b
};

Pose pose(const CamRow& row, const std::array<double, 6>& x, Pose p) {
  p.arm = turned({row.xi, row.eta}, p.ca, p.sa);
  p.w = {x[0] - x[3] + p.arm[0], x[1] - x[4] + p.arm[1]};
  p.q = turned(p.w, p.cb, -p.sb);
  return p;
}

// m of a flat face, in the frame of b.
Vec2 face_normal(const CamRow& row, const Pose& p) {
  const Vec2 tau = turned(row.face, p.ca, p.sa);
  return turned({tau[1], -tau[0]}, p.cb, -p.sb);
}

// at_sample() is smallest at the nearest place; there f of slope() is zero.
struct Nearness {
  const CamRow& row;
  Vec2 q, m;
  double at_sample(const Vec2& c) const {
    const Vec2 away = minus(q, c);
    return row.follower == Follower::flat ? dot(m, away) : dot(away, away);
  }
  // f, which is zero at the place, and its derivative by u.
  Vec2 slope(const CurvePoint& p) const {
    if (row.follower == Follower::flat) return {dot(m, p.first), dot(m, p.second)};
    const Vec2 away = minus(q, p.c);
    return {dot(p.first, away), dot(p.second, away) - dot(p.first, p.first)};
  }
};

struct Found {
  double u;
  CurvePoint point;
  bool at_end;  // of an open curve
};

// Takes the best sample, then Newton's method between its neighbours. f falls through zero at the
// place. Where Newton's method would leave the bracket, the bracket is halved.
Found nearest(const Nearness& near) {
  const CamRow& row = near.row;
  std::size_t best = 0;
  double least = near.at_sample(row.sample[0]);
  for (std::size_t k = 1; k < row.sample.size(); ++k)
    if (const double here = near.at_sample(row.sample[k]); here < least) least = here, best = k;
  double u = row.curve.from + static_cast<double>(best) * row.spacing;
  double low = u - row.spacing, high = u + row.spacing;
  if (!row.curve.closed) low = std::max(low, row.curve.from), high = std::min(high, row.curve.to);
  CurvePoint point = curve_at(row.curve, u);
  for (int k = 0; k < 60; ++k) {
    const Vec2 f = near.slope(point);
    if (f[0] == 0) break;
    (f[0] > 0 ? low : high) = u;
    double next = f[1] < 0 ? u - f[0] / f[1] : low - 1;
    if (!(next > low && next < high)) {
      if (next >= high && !row.curve.closed && high == row.curve.to)
        next = row.curve.to;
      else if (next <= low && f[1] < 0 && !row.curve.closed && low == row.curve.from)
        next = row.curve.from;
      else
        next = low + (high - low) / 2;
    }
    const double step = next - u;
    u = next;
    point = curve_at(row.curve, u);
    if (std::fabs(step) <= tolerance::last_digit * (std::fabs(u) + row.spacing)) break;
  }
  const Vec2 f = near.slope(point);
  const bool at_end =
      !row.curve.closed && ((u == row.curve.from && f[0] < 0) || (u == row.curve.to && f[0] > 0));
  return {u, point, at_end};
}

// The direction of the tangent in ground, which counts the rounds of a point or a roller.
Round round_of_tangent(const CamRow& row, const Pose& p, const Vec2& t) {
  const bool counts = row.follower != Follower::flat && row.lengths->turns() != 0;
  const Vec2 ground = turned(t, p.cb, p.sb);
  return {std::atan2(ground[1], ground[0]), counts ? kWholeTurn : 0, 0, std::hypot(p.w[0], p.w[1])};
}

// The place of a cam and its follower, and the motion there.
struct Touching {
  const CamRow& row;
  const Found& place;
  double d = 0, psi = 0;
  Vec2 t = {}, away = {};  // in the frame of b; t along a flat face
  bool flat() const { return row.follower == Follower::flat; }
  double curvature() const { return place.at_end ? 0 : place.point.curvature(); }

  struct Slip {
    double e = 0, size = 0;
    double along = 1, spin = 0;  // e2d = along t.qd + spin psid
  };
  Slip slip(double initial, double rounds) const {
    const CurveSamples& curve = *row.lengths;
    const double S = curve.length(place.u), theta = curve.angle(place.u), r = row.r;
    Slip out{S + dot(t, away) - initial};
    out.size = std::fabs(S) + std::fabs(initial) + r * (std::fabs(theta) + std::fabs(psi));
    if (flat()) {
      const double turns = (psi + std::atan2(row.face[1], row.face[0]) - theta) / (kWholeTurn);
      out.e += curve.turns() * std::round(turns) * curve.length();
      out.spin = -d;
      return out;
    }
    const double k = curvature(), turns = curve.turns();
    out.e += r * (theta - psi) + rounds * (curve.length() + kWholeTurn * turns * r);
    out.along = (1 + k * r) / (1 + k * d);
    out.spin = -r;
    return out;
  }

  // The part of the second derivative of the slip that velocities give. rate, second: of the place,
  // in the frame of b; n: the normal.
  double slip_rate_rate(const Vec2& n, const Vec2& rate, const Vec2& second, double psid) const {
    if (flat()) return dot(t, second) - 2 * psid * dot(n, rate) - psid * psid * dot(t, away);
    const double k = curvature(), r = row.r, longer = 1 + k * d;
    const double along = dot(t, rate), u_rate = along / longer, d_rate = dot(n, rate);
    const double k_rate =
        place.at_end ? 0 : row.lengths->curvature_slope(place.u) / place.point.speed() * u_rate;
    const double along_rate = dot(t, second) - k * u_rate * d_rate;
    const double factor = (1 + k * r) / longer;
    const double factor_rate = (r * k_rate - factor * (k_rate * d + k * d_rate)) / longer;
    return factor * along_rate + factor_rate * along;
  }
};

template <bool kAcceleration, bool kRubs>
void evaluate(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  constexpr std::size_t ne = kRubs ? 2 : 1;
  const CamRow& row = cam_row(batch);
  const bool flat = row.follower == Follower::flat;
  const auto g = coordinates_of(row, batch);
  std::array<double, 6> x{};
  for (std::size_t k = 0; k < 6; ++k) x[k] = at.x[g[k]];
  const Pose p =
      pose(row, x, {at.cosine[g[2]], at.sine[g[2]], at.cosine[g[5]], at.sine[g[5]], {}, {}, {}});
  const Vec2 m = flat ? face_normal(row, p) : Vec2{};
  const Found place = nearest({row, p.q, m});
  const double speed = place.point.speed();
  const Vec2 t = {place.point.first[0] / speed, place.point.first[1] / speed};
  const Vec2 n = flat ? m : Vec2{t[1], -t[0]}, away = minus(p.q, place.point.c);
  const double d = dot(n, away), across = flat ? dot(left(n), away) : 0;
  const Vec2 ng = turned(n, p.cb, p.sb);  // in ground
  double* De = out.De + batch.first_derivative;
  std::array<double, 6> slopes = slopes_along(ng, p.arm, p.w);
  slopes[2] += across, slopes[5] -= across;
  for (std::size_t k = 0; k < ne * batch.gather.size(); ++k) De[k] = 0;
  for (std::size_t k = 0; k < 6; ++k) De[ne * static_cast<std::size_t>(row.column[k])] += slopes[k];
  const int r = batch.first_deformation;
  out.e[r] = d - row.r - batch.parameters[kRubs ? kInitialSlip + 1 : 0];
  out.size[r] = std::fabs(p.q[0]) + std::fabs(p.q[1]) + std::fabs(place.point.c[0]) +
                std::fabs(place.point.c[1]) + std::fabs(row.r) + std::fabs(row.xi) +
                std::fabs(row.eta);
  const Touching touching{row, place, d, x[2] - x[5], flat ? left(n) : t, away};
  if constexpr (kRubs) {
    const Round round = round_of_tangent(row, p, t);
    const double direction = round.way + round.period * periods_counted(batch, at, round);
    const auto slip = touching.slip(
        batch.parameters[kInitialSlip],
        round.period > 0 ? rounds_of_angle(*row.lengths, place.u, direction - x[5]) : 0);
    const double reference = batch.parameters[kInitialSlip + 2];
    out.e[r + 1] = slip.e - reference;
    out.size[r + 1] = out.size[r] + slip.size + std::fabs(reference);
    std::array<double, 6> along = slopes_along(turned(touching.t, p.cb, p.sb), p.arm, p.w);
    for (double& slope : along) slope *= slip.along;
    along[2] += slip.spin, along[5] -= slip.spin;
    for (std::size_t k = 0; k < 6; ++k)
      De[ne * static_cast<std::size_t>(row.column[k]) + 1] += along[k];
  }
  if constexpr (kAcceleration) {
    const auto [rate, second] = place_motion(at.v, g, p.arm, p.w);
    const double k = place.at_end ? 0 : place.point.curvature();
    double sum = dot(ng, second);
    if (flat) {
      const double psid = at.v[g[2]] - at.v[g[5]], rho = place.at_end ? 0 : 1 / k;
      sum += 2 * psid * dot(left(ng), rate) - psid * psid * (d + rho);
    } else {
      const double along = dot(turned(t, p.cb, p.sb), rate);
      sum += k / (1 + k * d) * along * along;
    }
    out.D2e_vv[r] = sum;
    if constexpr (kRubs)
      out.D2e_vv[r + 1] = touching.slip_rate_rate(
          n, turned(rate, p.cb, -p.sb), turned(second, p.cb, -p.sb), at.v[g[2]] - at.v[g[5]]);
  }
}

Round round_cam(const ElementBatch& batch, int, const Coordinates& at) {
  const CamRow& row = cam_row(batch);
  if (row.follower == Follower::flat) return {};
  const auto g = coordinates_of(row, batch);
  std::array<double, 6> x{};
  for (std::size_t k = 0; k < 6; ++k) x[k] = at.x[g[k]];
  const Pose p =
      pose(row, x, {at.cosine[g[2]], at.sine[g[2]], at.cosine[g[5]], at.sine[g[5]], {}, {}, {}});
  const Found place = nearest({row, p.q, {}});
  const double speed = place.point.speed();
  const Vec2 t = {place.point.first[0] / speed, place.point.first[1] / speed};
  Round out = round_of_tangent(row, p, t);
  if (at.v == nullptr) return out;
  const double k = Touching{row, place}.curvature();
  const double d = dot({t[1], -t[0]}, minus(p.q, place.point.c));
  const Vec2 rate = turned(place_motion(at.v, g, p.arm, p.w).rate, p.cb, -p.sb);
  out.rate = at.v[g[5]] + k * dot(t, rate) / (1 + k * d);
  return out;
}

constexpr DeformationSpec kDeformations[] = {{"gap between cam and follower", unit::metre}};
constexpr DeformationSpec kRubbing[] = {kDeformations[0],
                                        {"slip of the follower along the cam", unit::metre}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness"}};
constexpr Column kRubbingStiffness[] = {kStiffness[0], {"k_t", "N/m", "stiffness along the cam"}};

constexpr RecordSpec spec(bool rubs) {
  RecordSpec out{
      "CAM", rubs ? "follower that rubs on a curve" : "follower on a curve", {}, {}, kDeformations};
  if (rubs) out.deformations = kRubbing;
  out.arity = Arity::bodies;
  out.is_gap = true;
  return out;
}

}  // namespace

bool sample_curve(CamRow& row) {
  const int pieces = kCamSamples;
  Curve& curve = row.curve;
  row.spacing = (curve.to - curve.from) / pieces;
  row.sample.clear();
  curve.closed = false;
  CurvePoint first{}, last{};
  for (int k = 0; k <= pieces; ++k) {
    last = curve_at(curve, curve.from + k * row.spacing);
    if (!last.is_smooth()) return false;
    row.sample.push_back(last.c);
    if (k == 0) first = last;
  }
  const Vec2 piece = minus(row.sample[0], row.sample[1]);
  curve.closed = curve_closes(first, last, std::hypot(piece[0], piece[1]));
  if (!curve.closed) return true;
  row.sample.pop_back();
  return goes_on_smoothly(first, last);
}

CamPlace cam_place(const CamRow& row, const std::array<double, 6>& x) {
  const bool flat = row.follower == Follower::flat;
  const Pose p =
      pose(row, x, {std::cos(x[2]), std::sin(x[2]), std::cos(x[5]), std::sin(x[5]), {}, {}, {}});
  const Vec2 m = flat ? face_normal(row, p) : Vec2{};
  const Found found = nearest({row, p.q, m});
  const double speed = found.point.speed();
  const Vec2 n = flat ? m : Vec2{found.point.first[1] / speed, -found.point.first[0] / speed};
  CamPlace out;
  out.u = found.u;
  const Vec2 c = turned(found.point.c, p.cb, p.sb);
  out.c = {x[3] + c[0], x[4] + c[1]};
  out.n = turned(n, p.cb, p.sb);
  const double k = found.point.curvature();
  out.radius = std::fabs(k) * kLargestRadius > 1 ? 1 / k : std::copysign(kLargestRadius, k);
  if (row.guide == Guide::none) return out;
  Vec2 way = row.direction;
  if (row.guide == Guide::about) {
    const Vec2 pivot = turned(row.direction, p.ca, p.sa);
    const Vec2 tip = flat ? minus(out.c, {x[0], x[1]}) : p.arm;
    way = left(minus(tip, pivot));
  }
  out.pressure = std::atan2(std::fabs(dot(left(out.n), way)), std::fabs(dot(out.n, way)));
  return out;
}

const CamRow& cam_row(const ElementBatch& batch) {
  return *static_cast<const CamRow*>(batch.row.get());
}

namespace {

// The distance of a point or a roller from the cam; a flat face turns about the place where it
// touches, which may be anywhere on the cam.
Approach approach_cam(const ElementBatch& batch, int) {
  const CamRow& row = cam_row(batch);
  Approach out{GapForm::distance, {}, row.xi, row.eta};
  for (std::size_t k = 0; k < 6; ++k)
    out.coordinates[k] = batch.gather[static_cast<std::size_t>(row.column[k])];
  if (row.follower != Follower::flat) return out;
  for (const auto& c : row.sample) out.size = std::max(out.size, std::hypot(c[0], c[1]));
  out.size_grows = true;
  return out;
}

}  // namespace

namespace {

template <bool kRubs>
std::shared_ptr<const void> make_cam(RowParts& parts) {
  const auto number = [&parts](int k) { return parts.numbers[k]; };
  CamRow out{parts.two_bodies(), parts.curves[0]};
  out.follower = static_cast<Follower>(number(CamColumn::follower));
  out.xi = number(CamColumn::xi), out.eta = number(CamColumn::eta);
  const double first = number(CamColumn::first), second = number(CamColumn::second);
  const double length = std::hypot(first, second);
  if (out.follower == Follower::flat)
    out.face = {first / length, second / length};
  else
    out.r = first;
  out.guide = static_cast<Guide>(number(CamColumn::guide));
  out.direction = {number(CamColumn::guide_x), number(CamColumn::guide_y)};
  if (!sample_curve(out))
    return parts.refuse("its curve is not smooth, or has no value, somewhere on the way",
                        "expected expressions of u with two derivatives, and a curve that goes on "
                        "everywhere",
                        0);
  if constexpr (kRubs) {
    auto lengths = std::make_shared<CurveSamples>(parts.curves[0]);
    const std::string problem = lengths->make();
    if (!problem.empty())
      return parts.refuse(problem + ", so nothing can rub along it",
                          "expected a curve that goes on without corners, once round if it is "
                          "closed; or no friction",
                          0);
    out.lengths = std::move(lengths);
  }
  return std::make_shared<const CamRow>(std::move(out));
}

ElementType with_figure(ElementType type, bool rubs) {
  static constexpr ElementFigure kFigures[] = {{FigureKind::curve}};
  type.figures = kFigures;
  type.approach = approach_cam;
  type.make_row = rubs ? make_cam<true> : make_cam<false>;
  return type;
}

}  // namespace

const ElementType kCam = with_figure(
    make_variable_type(spec(false), kStiffness, evaluate<false, false>, evaluate<true, false>),
    false);

const ElementType kRubbingCam = [] {
  ElementType type = with_figure(make_variable_type<2>(spec(true), kRubbingStiffness,
                                                       evaluate<false, true>, evaluate<true, true>),
                                 true);
  type.round = round_cam;
  type.np = 3;  // the initial slip before the reference values
  type.from_start = 1;
  return type;
}();

}  // namespace mbs
