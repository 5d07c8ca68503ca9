#include "elements/curves.h"

#include <cmath>

#include "elements/cam.h"
#include "elements/place_motion.h"
#include "elements/row_parts.h"
#include "elements/variable_arity.h"

namespace mbs {

namespace {

// x: x y phi of both bodies; c and s: cosines and sines of both angles.
RelativePose relative_pose(const std::array<double, 6>& x, const Vec2& c, const Vec2& s) {
  return {x[2] - x[5], c[0] * c[1] + s[0] * s[1], s[0] * c[1] - c[0] * s[1],
          turned({x[0] - x[3], x[1] - x[4]}, c[1], -s[1])};
}

// What the rounds of the place on closed curves add to the slip. The round of b is counted where
// both are closed; m counts that of the other against it.
double rounds_of(const CurvesRow& row, int m, double rounds_of_b) {
  const double La = row.a.turns() * row.a.length(), Lb = row.b.turns() * row.b.length();
  return row.a.turns() == 0 ? -m * Lb : m * La + rounds_of_b * row.b.turns() * (La + Lb);
}
// The direction of the tangent in ground, which counts rounds where both are closed: it turns like
// the centres about each other, however fast the bodies spin.
Round round_of_tangent(const CurvesRow& row, const Vec2& t, const Vec2& w) {
  const bool both = row.a.turns() != 0 && row.b.turns() != 0;
  return {std::atan2(t[1], t[0]), both ? 2 * kPi : 0, 0, std::hypot(w[0], w[1])};
}

// The quantities of which the rates of a pair are made.
struct Rates {
  double Na, Da, Nb, Db, gap, K;
  explicit Rates(const CurvePair& pair)
      : Na(pair.a.N()),
        Da(pair.a.D()),
        Nb(pair.b.N()),
        Db(pair.b.D()),
        gap(pair.gap),
        K(Na * Db + Nb * Da + gap * Na * Nb) {}

  double turning(double vt, double psid) const { return Nb * (Na * vt + Da * psid) / K; }
  // Rates of the place along both curves.
  double along_a(double vt, double psid) const {
    return Da * (Nb * vt - (Db + Nb * gap) * psid) / K;
  }
  double along_b(double vt, double psid) const { return Db * (Na * vt + Da * psid) / K; }
};

// d(curvature)/ds along a curve; 0 at a corner.
double slope_along(const CurveSamples& curve, const CurvePair::Side& side) {
  return side.corner ? 0 : curve.curvature_slope(side.u) / side.point.speed();
}

// Where the curves of a row are nearest to each other.
struct Meeting {
  std::array<std::size_t, 6> g{};
  std::array<double, 6> x{};
  CurvePair pair;
  Vec2 n, t;    // in ground
  Vec2 w, arm;  // from the origin of b to A, and from that of a
};

Meeting meeting_of(const CurvesRow& row, const ElementBatch& batch, const Coordinates& at) {
  Meeting out;
  auto& [g, x, pair, n, t, w, arm] = out;
  for (std::size_t k = 0; k < 6; ++k) {
    g[k] = static_cast<std::size_t>(batch.gather[row.column[k]]);
    x[k] = at.x[g[k]];
  }
  const double cb = at.cosine[g[5]], sb = at.sine[g[5]];
  pair = nearest_pair(row.a, row.b, relative_pose(x, {at.cosine[g[2]], cb}, {at.sine[g[2]], sb}));
  n = turned(pair.n, cb, sb), t = turned(pair.t, cb, sb);
  w = turned(pair.place, cb, sb);
  arm = {x[3] + w[0] - x[0], x[4] + w[1] - x[1]};
  return out;
}

Round round_curves(const ElementBatch& batch, int, const Coordinates& at) {
  const CurvesRow& row = curves_row(batch);
  const auto [g, x, pair, n, t, w, arm] = meeting_of(row, batch, at);
  Round out = round_of_tangent(row, t, w);
  if (at.v != nullptr)
    out.rate = at.v[g[5]] + Rates(pair).turning(dot(t, place_motion(at.v, g, arm, w).rate),
                                                at.v[g[2]] - at.v[g[5]]);
  return out;
}

template <bool kAcceleration>
void evaluate(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  const CurvesRow& row = curves_row(batch);
  const auto [g, x, pair, n, t, w, arm] = meeting_of(row, batch, at);
  const Rates rates(pair);
  const double* const reference = batch.parameters.data() + kInitialSlip + 1;
  const std::size_t e1 = batch.first_deformation, e2 = e1 + 1;
  const double Sa = row.a.length(pair.a.u), Sb = row.b.length(pair.b.u);
  const Round round = round_of_tangent(row, t, w);
  const double direction = round.way + round.period * periods_counted(batch, at, round);
  const double on_b = rounds_of_angle(row.b, pair.b.u, direction - x[5]);
  const double rounds = rounds_of(row, pair.m, round.period > 0 ? on_b : 0);
  out.e[e1] = pair.gap - reference[0];
  out.e[e2] = Sa + Sb + rounds - batch.parameters[kInitialSlip] - reference[1];
  const double phis = std::fabs(x[2]) + std::fabs(x[5]);
  out.size[e1] = std::fabs(x[0]) + std::fabs(x[1]) + std::fabs(x[3]) + std::fabs(x[4]) +
                 (1 + phis) * (row.a.size() + row.b.size()) + std::fabs(pair.gap) +
                 std::fabs(reference[0]);
  out.size[e2] = out.size[e1] + Sa + Sb + std::fabs(rounds) +
                 std::fabs(batch.parameters[kInitialSlip]) + std::fabs(reference[1]);
  // The factors of vt and of psid in the rate of e2.
  const double across = (rates.Na * rates.Db + rates.Nb * rates.Da) / rates.K;
  const double spin = -rates.Da * rates.Nb * rates.gap / rates.K;
  double* const De = out.De + batch.first_derivative;
  for (std::size_t k = 0; k < 2 * batch.gather.size(); ++k) De[k] = 0;
  const std::array<double, 6> gap = slopes_along(n, arm, w);
  std::array<double, 6> slip = slopes_along(t, arm, w);
  for (double& slope : slip) slope *= across;
  slip[2] += spin, slip[5] -= spin;
  for (std::size_t k = 0; k < 6; ++k) {
    De[2 * row.column[k]] += gap[k];
    De[2 * row.column[k] + 1] += slip[k];
  }
  if constexpr (kAcceleration) {
    const auto [rate, second] = place_motion(at.v, g, arm, w);
    const double psid = at.v[g[2]] - at.v[g[5]];
    const auto& [Na, Da, Nb, Db, d, K] = rates;
    const double vt = dot(t, rate), gap_rate = dot(n, rate);
    const double turning = rates.turning(vt, psid);
    out.D2e_vv[e1] =
        dot(n, second) +
        (Na * Nb * vt * vt + 2 * Da * Nb * vt * psid - Da * (Db + Nb * d) * psid * psid) / K;
    const double vt_rate = dot(t, second) - turning * gap_rate;
    const double Na_rate = slope_along(row.a, pair.a) * rates.along_a(vt, psid);
    const double Nb_rate = slope_along(row.b, pair.b) * rates.along_b(vt, psid);
    const double K_rate = Na_rate * (Db + d * Nb) + Nb_rate * (Da + d * Na) + gap_rate * Na * Nb;
    const double turning_rate =
        (Nb_rate * (Na * vt + Da * psid) + Nb * (Na_rate * vt + Na * vt_rate) - K_rate * turning) /
        K;
    out.D2e_vv[e2] = vt_rate - turning * gap_rate - d * turning_rate;
  }
}

double radius_of(const CurvePair::Side& side) {
  if (side.corner) return 0;
  const double k = side.N();
  return std::fabs(k) * kLargestRadius > 1 ? 1 / k : std::copysign(kLargestRadius, k);
}

constexpr DeformationSpec kDeformations[] = {{"gap", unit::metre}, {"slip", unit::metre}};
constexpr Column kStiffness[] = {{"k_n", "N/m", "stiffness across the curves"},
                                 {"k_t", "N/m", "stiffness along the curves"}};

constexpr RecordSpec spec() {
  RecordSpec out{"CURVES", "curve on a curve", {}, {}, kDeformations};
  out.is_contact = true;
  out.arity = Arity::bodies;
  return out;
}

}  // namespace

CurvesPlace curves_place(const CurvesRow& row, const std::array<double, 6>& x) {
  const double cb = std::cos(x[5]), sb = std::sin(x[5]);
  const CurvePair pair =
      nearest_pair(row.a, row.b, relative_pose(x, {std::cos(x[2]), cb}, {std::sin(x[2]), sb}));
  CurvesPlace out;
  out.u_a = pair.a.u, out.u_b = pair.b.u;
  const Vec2 c = turned(pair.b.point.c, cb, sb);
  out.c = {x[3] + c[0], x[4] + c[1]};
  out.n = turned(pair.n, cb, sb);
  out.radius_a = radius_of(pair.a), out.radius_b = radius_of(pair.b);
  return out;
}

const CurvesRow& curves_row(const ElementBatch& batch) {
  return *static_cast<const CurvesRow*>(batch.row.get());
}

namespace {

Approach approach_curves(const ElementBatch& batch, int) {
  constexpr double kDiagonal = 1.4142135623730951;  // of a square
  const CurvesRow& row = curves_row(batch);
  Approach out{GapForm::distance, {}, 0, 0, kDiagonal * row.a.size()};
  for (std::size_t k = 0; k < 6; ++k)
    out.coordinates[k] = batch.gather[static_cast<std::size_t>(row.column[k])];
  return out;
}

std::shared_ptr<const void> make_curves(RowParts& parts) {
  CurvesRow out{parts.two_bodies(), CurveSamples(parts.curves[0]), CurveSamples(parts.curves[1])};
  for (int k = 0; k < 2; ++k) {
    std::string problem = (k == 0 ? out.a : out.b).make();
    if (!problem.empty())
      return parts.refuse(std::move(problem),
                          "expected expressions of u with two derivatives, of a curve that goes on "
                          "without corners, once round if it is closed",
                          k);
  }
  return std::make_shared<const CurvesRow>(std::move(out));
}

}  // namespace

const ElementType kCurves = [] {
  static constexpr ElementFigure kFigures[] = {{FigureKind::curves}};
  ElementType type = make_variable_type<2>(spec(), kStiffness, evaluate<false>, evaluate<true>);
  type.np = 3;  // the initial slip before the reference values
  type.figures = kFigures;
  type.approach = approach_curves;
  type.round = round_curves;
  type.make_row = make_curves;
  type.from_start = 1;
  return type;
}();

}  // namespace mbs
