#include "elements/curve_samples.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "text/number.h"

namespace mbs {

namespace {

// Chebyshev polynomials give the length along a curve and the slope of its curvature. Their tails
// stay below these parts of the speed and of the curvature.
constexpr double kLengthOfCurve = 1e-14, kCurvatureSlope = 1e-11;

constexpr int kPieces = 64;           // to begin with
constexpr double kMostTurn = 0.1;     // between two samples [rad]
constexpr double kMostGrowth = 4;     // of the speed from one sample to the next
constexpr double kCornerTurn = 0.25;  // between two samples round a corner [rad]
constexpr int kMostHalvings = 24;     // of a piece
constexpr int kMostSamples = 20000;

// From a counter-clockwise to b, from -pi to pi.
double turn(const std::array<double, 2>& a, const std::array<double, 2>& b) {
  return std::atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
}

std::array<double, 2> tangent(const CurvePoint& p) {
  const double v = p.speed();
  return {p.first[0] / v, p.first[1] / v};
}

}  // namespace

std::string CurveSamples::make() {
  static const std::string kRough = "its curve is not smooth, or has no value, somewhere";
  curve_.closed = false;
  const double step = (curve_.to - curve_.from) / kPieces;
  const CurvePoint first = curve_at(curve_, curve_.from);
  if (!first.is_smooth()) return kRough;
  const std::array<double, 2> t = tangent(first);
  sample_ = {{curve_.from, std::atan2(t[1], t[0]), first.c, t}};
  CurvePoint last = first;
  for (int k = 0; k < kPieces; ++k) {
    const double u = curve_.from + k * step;
    const double next = k + 1 == kPieces ? curve_.to : curve_.from + (k + 1) * step;
    const CurvePoint end = curve_at(curve_, next);
    if (!end.is_smooth() || !sample(last, u, end, next, 0)) return kRough;
    last = end;
  }
  const CurveSample &a = sample_[0], &b = sample_[1];
  const bool closes = curve_closes(first, last, std::hypot(a.c[0] - b.c[0], a.c[1] - b.c[1]));
  if (closes && !goes_on_smoothly(first, last)) return "its ends meet in a corner";
  for (const CurveSample& s : sample_)
    size_ = std::max({size_, std::fabs(s.c[0]), std::fabs(s.c[1])});
  for (int k = 0; k < kPieces / 4; ++k)
    measure(curve_.from + 4 * k * step,
            k + 1 == kPieces / 4 ? curve_.to : curve_.from + 4 * (k + 1) * step, 0);
  if (closes) {
    turns_ = static_cast<int>(std::lround((sample_.back().angle - sample_[0].angle) / (2 * kPi)));
    if (turns_ != 1 && turns_ != -1) return "its curve does not go round once";
    sample_.back().angle = sample_[0].angle + turns_ * 2 * kPi;
    curve_.closed = true;
  } else {
    add_corners();
  }
  find_arcs();
  return {};
}

// Adds the samples after `from`, up to `to`. False where the curve turns too fast to be smooth, or
// goes to infinity.
bool CurveSamples::sample(const CurvePoint& from, double u0, const CurvePoint& to, double u1,
                          int halvings) {
  const std::array<double, 2> a = tangent(from), b = tangent(to);
  const double u = u0 + (u1 - u0) / 2;
  const CurvePoint middle = curve_at(curve_, u);
  if (!middle.is_smooth()) return false;
  const std::array<double, 2> m = tangent(middle);
  const auto [slowest, fastest] = std::minmax({from.speed(), middle.speed(), to.speed()});
  if (std::fabs(turn(a, m)) + std::fabs(turn(m, b)) > kMostTurn ||
      fastest > kMostGrowth * slowest) {
    if (halvings >= kMostHalvings || sample_.size() > kMostSamples) return false;
    return sample(from, u0, middle, u, halvings + 1) && sample(middle, u, to, u1, halvings + 1);
  }
  for (const auto& [at, point, t] : {std::tuple(u, &middle, m), std::tuple(u1, &to, b)})
    sample_.push_back({at, sample_.back().angle + turn(sample_.back().t, t), point->c, t});
  return true;
}

// Adds a corner of half a turn to the left at both ends.
void CurveSamples::add_corners() {
  const int steps = static_cast<int>(std::ceil(kPi / kCornerTurn));
  const auto corner = [](CurveSample s, double more) {
    s.angle += more;
    const double c = std::cos(more), sine = std::sin(more);
    s.t = {c * s.t[0] - sine * s.t[1], sine * s.t[0] + c * s.t[1]};
    return s;
  };
  std::vector<CurveSample> all;
  for (int k = steps; k > 0; --k) all.push_back(corner(sample_.front(), -kPi * k / steps));
  all.insert(all.end(), sample_.begin(), sample_.end());
  for (int k = 1; k <= steps; ++k) all.push_back(corner(sample_.back(), kPi * k / steps));
  sample_ = std::move(all);
}

void CurveSamples::find_arcs() {
  int way = 0;  // of the last arc; 0: straight so far
  arc_ = {{0, 0, true}};
  for (int k = 0; k + 1 < static_cast<int>(sample_.size()); ++k) {
    const double step = sample_[k + 1].angle - sample_[k].angle;
    const int here = step > 0 ? 1 : step < 0 ? -1 : 0;
    if (here * way < 0) arc_.push_back({k, k, true});
    if (here != 0) way = here;
    arc_.back().last = k + 1;
    arc_.back().bulges = way >= 0;
  }
}

// Adds pieces on which speed and curvature are polynomials up to rounding; small pieces at kinks.
void CurveSamples::measure(double from, double to, int halvings) {
  Chebyshev::Values speed{}, curvature{};
  const double middle = from + (to - from) / 2, half = (to - from) / 2;
  double largest = 0;
  for (std::size_t k = 0; k < Chebyshev::kPoints; ++k) {
    const CurvePoint p = curve_at(curve_, middle + half * Chebyshev::points()[k]);
    speed[k] = p.speed();
    curvature[k] = p.curvature();
    largest = std::max(largest, std::fabs(curvature[k]));
  }
  const Piece piece{from, to, length_, Chebyshev(speed), Chebyshev(curvature)};
  const bool good = piece.speed.tail() <= kLengthOfCurve * std::fabs(piece.speed.middle()) &&
                    piece.curvature.tail() <= kCurvatureSlope * (largest + 1 / size_);
  if (!good && halvings < kMostHalvings) {
    measure(from, middle, halvings + 1);
    return measure(middle, to, halvings + 1);
  }
  piece_.push_back(piece);
  length_ += half * piece.speed.integral();
}

double CurveSamples::once_round(double u) const {
  const double range = curve_.to - curve_.from;
  return curve_.closed ? u - range * std::floor((u - curve_.from) / range) : u;
}

const CurveSamples::Piece& CurveSamples::piece_at(double u) const {
  const auto behind = std::upper_bound(piece_.begin(), piece_.end(), u,
                                       [](double at, const Piece& p) { return at < p.from; });
  return behind == piece_.begin() ? *behind : *(behind - 1);
}

double CurveSamples::length(double u) const {
  const double rounds =
      curve_.closed ? std::floor((u - curve_.from) / (curve_.to - curve_.from)) : 0;
  u = once_round(u);
  const Piece& p = piece_at(u);
  const double half = (p.to - p.from) / 2;
  return rounds * length_ + p.length + half * p.speed.integral(-1, (u - p.from) / half - 1);
}

double CurveSamples::angle(double u) const {
  const double range = curve_.to - curve_.from;
  const double rounds = curve_.closed ? std::floor((u - curve_.from) / range) : 0;
  u = once_round(u);
  // At both ends of an open curve there are corners behind the sample of the curve itself.
  const auto before = [](const CurveSample& a, double at) { return a.u < at; };
  const auto behind = [](double at, const CurveSample& a) { return at < a.u; };
  const CurveSample& near =
      u - curve_.from > range / 2
          ? *std::lower_bound(sample_.begin(), sample_.end(), u, before)
          : *(std::upper_bound(sample_.begin(), sample_.end(), u, behind) - 1);
  return near.angle + turn(near.t, tangent(curve_at(curve_, u))) + 2 * kPi * turns_ * rounds;
}

double CurveSamples::curvature_slope(double u) const {
  u = once_round(u);
  const Piece& p = piece_at(u);
  const double half = (p.to - p.from) / 2;
  return p.curvature.slope((u - p.from) / half - 1) / half;
}

}  // namespace mbs
