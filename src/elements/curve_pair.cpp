#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "base/tolerances.h"
#include "elements/curves.h"
#include "elements/plane_vector.h"
#include "text/number.h"

namespace mbs {

namespace {

// Two curves touch where their tangents are parallel to within this [rad] and the line between the
// two points is square to the tangents to within this part of its length and the size of the
// curves.
constexpr double kTouchingCurves = 1e-8;

constexpr int kMostNewton = 40;
constexpr std::size_t kMostCandidates = 8;

Vec2 right(const Vec2& a) { return {a[1], -a[0]}; }
Vec2 between(const Vec2& a, const Vec2& b, double part) {
  return {a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])};
}
Vec2 turned(const RelativePose& p, const Vec2& a) { return mbs::turned(a, p.c, p.s); }

// A pair of cells of samples between which a nearest pair lies.
struct Candidate {
  double u_a = 0, u_b = 0;
  double reach_a = 0, reach_b = 0;  // of the cells, in u
  bool corner_a = false, corner_b = false;
  int m = 0;
  double gap = std::numeric_limits<double>::infinity();
  double slack = 0;  // largest error of gap [m]
};

// The best candidate found, and those that may turn out to be better.
class Candidates {
 public:
  void add(const Candidate& c) {
    least_ = std::min(least_, std::fabs(c.gap) + c.slack);
    if (!may_be_best(c)) return;
    const auto kept = std::remove_if(all_.begin(), all_.begin() + count_,
                                     [this](const Candidate& k) { return !may_be_best(k); });
    count_ = kept - all_.begin();
    if (count_ < static_cast<std::ptrdiff_t>(kMostCandidates)) all_[count_++] = c;
  }
  bool may_be_best(const Candidate& c) const { return std::fabs(c.gap) - c.slack <= least_; }
  const Candidate* begin() const { return all_.data(); }
  const Candidate* end() const { return all_.data() + count_; }

 private:
  std::array<Candidate, kMostCandidates> all_;
  std::ptrdiff_t count_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
};

// Along an arc with growing angle: sample k, k + way, ...
struct Walker {
  const CurveSamples& curve;
  int at, end, way;
  double shift;  // of its angles

  Walker(const CurveSamples& c, const CurveArc& arc, double more)
      : curve(c),
        at(arc.bulges ? arc.first : arc.last),
        end(arc.bulges ? arc.last : arc.first),
        way(arc.bulges ? 1 : -1),
        shift(more) {}
  const CurveSample& here() const { return curve.samples()[at]; }
  const CurveSample& next() const { return curve.samples()[at + way]; }
  double angle() const { return here().angle + shift; }
  double next_angle() const { return next().angle + shift; }
  bool is_last() const { return at == end; }
  void step() { at += way; }
  void skip_to(double angle) {
    while (!is_last() && next_angle() < angle) step();
  }
  // The place of an angle in the cell from here to the next sample, from 0 to 1.
  double part(double angle) const {
    if (is_last()) return 0;
    const double width = next_angle() - this->angle();
    return width > 0 ? std::clamp((angle - this->angle()) / width, 0.0, 1.0) : 0;
  }
  Vec2 place(double part) const { return is_last() ? here().c : between(here().c, next().c, part); }
  double u(double part) const {
    return is_last() ? here().u : here().u + part * (next().u - here().u);
  }
  double turn() const { return is_last() ? 0 : next_angle() - angle(); }
  double chord() const {
    return is_last() ? 0 : std::hypot(next().c[0] - here().c[0], next().c[1] - here().c[1]);
  }
};

// The pairs of two arcs whose tangents have the same angle.
class ArcPairs {
 public:
  ArcPairs(const CurveSamples& a, const CurveSamples& b, const RelativePose& pose,
           Candidates& found)
      : a_(a),
        b_(b),
        pose_(pose),
        found_(found),
        none_(kNone * (a.size() + b.size() + std::hypot(pose.origin[0], pose.origin[1]))) {}

  void walk(const CurveArc& arc_a, const CurveArc& arc_b) {
    if (!arc_a.bulges && !arc_b.bulges) return;  // two hollows never touch
    const double shift = pose_.psi - kPi;
    const Walker a(a_, arc_a, shift), b(b_, arc_b, 0);
    const double low_a = a.angle(), high_a = a_.samples()[a.end].angle + shift;
    const double low_b = b.angle(), high_b = b_.samples()[b.end].angle;
    const int first = static_cast<int>(std::ceil((low_b - high_a) / (2 * kPi)));
    const int last = static_cast<int>(std::floor((high_b - low_a) / (2 * kPi)));
    // On a hollow t.w rises through the place, else it falls.
    const double sense = arc_a.bulges && arc_b.bulges ? 1 : -1;
    for (int m = first; m <= last; ++m) merge(Walker(a_, arc_a, shift + 2 * kPi * m), b, m, sense);
  }

 private:
  struct Point {
    double F, gap, u_a, u_b;
  };

  // t: the tangent of the sample at this angle.
  Point point(const Walker& a, const Walker& b, double angle, const Vec2& t) const {
    const double part_a = a.part(angle), part_b = b.part(angle);
    const Vec2 ca = turned(pose_, a.place(part_a)), cb = b.place(part_b);
    const Vec2 w = {pose_.origin[0] + ca[0] - cb[0], pose_.origin[1] + ca[1] - cb[1]};
    return {dot(t, w), dot(right(t), w), a.u(part_a), b.u(part_b)};
  }
  Vec2 tangent_of(const CurveSample& a) const {
    const Vec2 t = turned(pose_, a.t);
    return {-t[0], -t[1]};
  }

  void merge(Walker a, Walker b, int m, double sense) {
    const double low = std::max(a.angle(), b.angle());
    a.skip_to(low), b.skip_to(low);
    const bool from_a = a.angle() == low;
    Point before = point(a, b, low, from_a ? tangent_of(a.here()) : b.here().t);
    while (!a.is_last() && !b.is_last()) {
      const Walker a0 = a, b0 = b;
      const bool of_a = a.next_angle() <= b.next_angle();
      const double angle = of_a ? a.next_angle() : b.next_angle();
      (of_a ? a : b).step();
      const Point now = point(a, b, angle, of_a ? tangent_of(a.here()) : b.here().t);
      if (sense * before.F >= -none_ && sense * now.F <= none_) add(a0, b0, before, now, m);
      before = now;
    }
  }

  void add(const Walker& a, const Walker& b, const Point& before, const Point& now, int m) {
    const double change = before.F - now.F;
    const double part = change != 0 ? before.F / change : 0.5;
    Candidate c;
    c.u_a = before.u_a + part * (now.u_a - before.u_a);
    c.u_b = before.u_b + part * (now.u_b - before.u_b);
    c.reach_a = std::fabs(a.next().u - a.here().u);
    c.reach_b = std::fabs(b.next().u - b.here().u);
    c.corner_a = c.reach_a == 0, c.corner_b = c.reach_b == 0;
    c.m = m;
    c.gap = before.gap + part * (now.gap - before.gap);
    c.slack = (a.chord() * a.turn() + b.chord() * b.turn() + std::fabs(change) * b.turn()) / 2;
    if (c.corner_a && c.corner_b && c.gap < 0) return;  // two corners do not overlap
    found_.add(c);
  }

  // A place at the seams of both curves is at the end of one pair of arcs and at the beginning of
  // another, where rounding may give F the other sign each time.
  static constexpr double kNone = 1e-14;
  const CurveSamples &a_, &b_;
  const RelativePose& pose_;
  Candidates& found_;
  double none_;
};

// Makes one pair exact.
class Newton {
 public:
  Newton(const CurveSamples& a, const CurveSamples& b, const RelativePose& pose,
         const Candidate& start)
      : a_(a.curve()), b_(b.curve()), pose_(pose), start_(start) {
    out_.a = {start.u_a, {}, start.corner_a};
    out_.b = {start.u_b, {}, start.corner_b};
    out_.m = start.m;
    size_ = a.size() + b.size();
  }

  // False where the method does not converge.
  bool solve() {
    double before = std::numeric_limits<double>::infinity();
    for (int k = 0; k < kMostNewton; ++k) {
      evaluate();
      double du_a = 0, du_b = 0;
      step(du_a, du_b);
      const double size = std::fabs(du_a) / (std::fabs(out_.a.u) + start_.reach_a + tiny_) +
                          std::fabs(du_b) / (std::fabs(out_.b.u) + start_.reach_b + tiny_);
      if (!std::isfinite(size)) return false;
      const bool rounding = size < kTouchingCurves && size >= before / 2;
      if (size <= tolerance::last_digit || rounding) break;
      before = size;
      go(a_, out_.a, du_a, start_.reach_a);
      go(b_, out_.b, du_b, start_.reach_b);
    }
    return std::fabs(F_) <= kTouchingCurves * (size_ + std::fabs(out_.gap)) &&
           std::fabs(off_) <= kTouchingCurves;
  }

  const CurvePair& pair() const { return out_; }

 private:
  void evaluate() {
    out_.a.point = curve_at(a_, out_.a.u);
    out_.b.point = curve_at(b_, out_.b.u);
    const Vec2 ca = turned(pose_, out_.a.point.c);
    out_.place = {pose_.origin[0] + ca[0], pose_.origin[1] + ca[1]};
    const Vec2 w = minus(out_.place, out_.b.point.c);
    const Vec2 ta = turned(pose_, unit(out_.a.point.first));
    const Vec2 tb = unit(out_.b.point.first);
    off_ = 0;
    if (out_.a.corner && out_.b.corner) {
      const double d = std::hypot(w[0], w[1]);
      out_.t = {-w[1] / d, w[0] / d};
    } else if (out_.b.corner) {
      out_.t = {-ta[0], -ta[1]};
    } else {
      out_.t = tb;
      if (!out_.a.corner) off_ = std::atan2(-cross(ta, tb), -dot(ta, tb));
    }
    along_ = out_.a.corner || out_.b.corner ? -1 : dot(tb, ta);
    out_.n = right(out_.t);
    F_ = dot(out_.t, w);
    out_.gap = dot(out_.n, w);
  }

  static Vec2 unit(const Vec2& a) {
    const double v = std::hypot(a[0], a[1]);
    return {a[0] / v, a[1] / v};
  }

  // Newton's step in the lengths along both curves:
  //   F + (t.t_a) ds_a - (1 + k_b gap) ds_b = 0,   off + k_b ds_b - k_a ds_a = 0
  void step(double& du_a, double& du_b) const {
    const CurvePair::Side &a = out_.a, &b = out_.b;
    if (a.corner && b.corner) return;
    if (a.corner) {
      du_b = F_ / (1 + b.N() * out_.gap) / b.point.speed();
    } else if (b.corner) {
      du_a = F_ / (1 + a.N() * out_.gap) / a.point.speed();
    } else {
      const double ka = a.N(), kb = b.N(), more = 1 + kb * out_.gap;
      const double det = along_ * kb - ka * more;
      du_a = (-F_ * kb - more * off_) / det / a.point.speed();
      du_b = (-along_ * off_ - ka * F_) / det / b.point.speed();
    }
  }

  // Moves u, at most a little way out of the cell. A side that is at the end of an open curve and
  // would move beyond it becomes the corner there.
  void go(const Curve& curve, CurvePair::Side& side, double du, double reach) const {
    if (side.corner) return;
    const double at_end = side.u;
    side.u += std::clamp(du, -2 * reach, 2 * reach);
    if (curve.closed) return;
    side.u = std::clamp(side.u, curve.from, curve.to);
    side.corner = side.u == at_end && du != 0 && (at_end == curve.from || at_end == curve.to);
  }

  const Curve &a_, &b_;
  const RelativePose& pose_;
  const Candidate& start_;
  CurvePair out_;
  double F_ = 0, off_ = 0, along_ = -1;  // off_: angle from -t_a to t_b
  double size_ = 0;
  static constexpr double tiny_ = std::numeric_limits<double>::min();
};

// For two open curves of which no sides face each other: the two nearest samples.
Candidate nearest_samples(const CurveSamples& a, const CurveSamples& b, const RelativePose& pose) {
  Candidate out;
  for (const CurveSample& sa : a.samples())
    for (const CurveSample& sb : b.samples()) {
      const Vec2 ca = turned(pose, sa.c);
      const double d =
          std::hypot(pose.origin[0] + ca[0] - sb.c[0], pose.origin[1] + ca[1] - sb.c[1]);
      if (!(d < out.gap)) continue;
      out.gap = d;
      out.u_a = sa.u, out.u_b = sb.u;
    }
  out.corner_a = out.corner_b = true;
  return out;
}

}  // namespace

CurvePair nearest_pair(const CurveSamples& a, const CurveSamples& b, const RelativePose& pose) {
  Candidates found;
  ArcPairs pairs(a, b, pose, found);
  for (const CurveArc& arc_a : a.arcs())
    for (const CurveArc& arc_b : b.arcs()) pairs.walk(arc_a, arc_b);
  CurvePair best;
  best.gap = std::numeric_limits<double>::quiet_NaN();
  for (const Candidate& candidate : found) {
    if (!found.may_be_best(candidate)) continue;
    Newton newton(a, b, pose, candidate);
    if (!newton.solve()) continue;
    if (!(std::fabs(newton.pair().gap) >= std::fabs(best.gap))) best = newton.pair();
  }
  if (found.begin() != found.end()) return best;
  const Candidate apart = nearest_samples(a, b, pose);
  Newton newton(a, b, pose, apart);
  newton.solve();
  return newton.pair();
}

}  // namespace mbs
