// Derivatives of elements of space whose author writes only the continuity function C of axes and
// points that two bodies carry.
//
// A kernel K has `bodies`, the first local columns of the place (or -1) and of the angular velocity
// (or -1) of its two bodies i and j, and
//   template <class T> static void continuity(BodiesOf<T>& bodies, const double* p, T* e)
// which asks bodies.i and bodies.j for axis(a0), place() and, of each body, one point(s); and, if
// some deformations are turns alone, `turns`. With w
// along the axes of a body, an axis a = R a0 and a point P = x + R s of it have
//   da = -R sk(a0) dphi,   d2a(v, v) = R (w x (w x a0)),   dP = dx - R sk(s) dphi.
// FrameDerived<K> makes the rest: De by Relative, D2e(v, v) by Timed along the velocities. Both see
// body j from body i.
//
// One file above 400 lines: the scalars of De and those of D2e have the same operations, side by
// side, and a kernel is written once for both.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "base/space_vector.h"
#include "elements/batch.h"
#include "elements/gradient.h"

namespace mbs {

// A vector of space whose entries are of the scalar T.
template <class T>
struct VectorOf {
  T x, y, z;
};

// The first columns of a body of an element; place -1: an orientation alone, turn -1: a point
// alone.
struct BodyColumns {
  int place, turn;
};

// A body at the present position. R: row-major, its axes to space; x: its place, w: its angular
// velocity, u: the velocity of its place.
struct BodyFrame {
  BodyColumns columns;
  const double* R;
  const double* x;
  const double* u = nullptr;
  const double* w = nullptr;
};

// Derivatives by a turn of body i about the point of body j, and by a shift of body i along the
// axes of space.
struct ByTurn {
  Vec3 turn;
};
struct ByMotion {
  ByMotion() = default;
  ByMotion(Vec3 by_shift, Vec3 by_turn) : shift(by_shift), turn(by_turn) {}
  ByMotion(ByTurn by) : turn(by.turn) {}
  Vec3 shift, turn;
};
inline ByTurn sum(double s, ByTurn a, double t, ByTurn b) { return {s * a.turn + t * b.turn}; }
inline ByMotion sum(double s, const ByMotion& a, double t, const ByMotion& b) {
  return {s * a.shift + t * b.shift, s * a.turn + t * b.turn};
}
inline ByTurn operator*(double s, ByTurn a) { return {s * a.turn}; }
inline ByMotion operator*(double s, const ByMotion& a) { return {s * a.shift, s * a.turn}; }

// A number that says how body i lies against body j. A motion of both as one leaves it as it is, so
// that six derivatives say all, three where it is a turn alone. They are the force and the moment
// of the element for the stress 1.
template <class D>
struct RelativeBy {
  double value = 0;
  double size = 0;  // of the terms whose sum it is
  D d;

  RelativeBy() = default;
  RelativeBy(double constant) : value(constant), size(std::fabs(constant)) {}
  RelativeBy(double v, double s, const D& by) : value(v), size(s), d(by) {}
  // From a turn alone.
  template <class Other>
  requires(std::is_convertible_v<Other, D>) RelativeBy(const RelativeBy<Other>& a)
      : value(a.value), size(a.size), d(a.d) {}

  friend RelativeBy operator+(const RelativeBy& a, const RelativeBy& b) {
    return {a.value + b.value, a.size + b.size, sum(1, a.d, 1, b.d)};
  }
  friend RelativeBy operator-(const RelativeBy& a, const RelativeBy& b) {
    return {a.value - b.value, a.size + b.size, sum(1, a.d, -1, b.d)};
  }
  friend RelativeBy operator-(const RelativeBy& a) { return -1.0 * a; }
  friend RelativeBy operator-(RelativeBy a, double b) {
    a.value -= b, a.size += std::fabs(b);
    return a;
  }
  friend RelativeBy operator*(double s, const RelativeBy& a) {
    return {s * a.value, std::fabs(s) * a.size, s * a.d};
  }
  friend RelativeBy operator*(const RelativeBy& a, const RelativeBy& b) {
    return {a.value * b.value, std::fabs(a.value) * b.size + a.size * std::fabs(b.value),
            sum(b.value, a.d, a.value, b.d)};
  }
};
using RelativeTurn = RelativeBy<ByTurn>;
using Relative = RelativeBy<ByMotion>;

template <class D>
RelativeBy<D> chain(const RelativeBy<D>& a, double f, double df, double) {
  return {f, std::fabs(df) * a.size + std::fabs(f), df * a.d};
}
template <class D>
RelativeBy<D> sqrt(const RelativeBy<D>& a) {
  const double root = std::sqrt(a.value);
  return chain(a, root, 0.5 / root, 0);
}
template <class D>
RelativeBy<D> atan2(const RelativeBy<D>& y, const RelativeBy<D>& x) {
  const double scale = 1 / (x.value * x.value + y.value * y.value);
  const double along = scale * x.value, across = scale * y.value;
  const double angle = std::atan2(y.value, x.value);
  return {angle,
          std::fabs(angle) + std::fabs(along) * (y.size + std::fabs(y.value)) +
              std::fabs(across) * (x.size + std::fabs(x.value)),
          sum(along, y.d, -across, x.d)};
}

// An axis of body i (kMoves) or j. size: of its terms, the same for each component.
template <bool kMoves>
struct AxisOf {
  Vec3 at;
  double size = 0;
};
inline double absolute_sum(Vec3 a) { return std::fabs(a.x) + std::fabs(a.y) + std::fabs(a.z); }
inline RelativeTurn dot(const AxisOf<true>& a, const AxisOf<false>& c) {
  return {dot(a.at, c.at),
          a.size * absolute_sum(c.at) + c.size * absolute_sum(a.at),
          {cross(a.at, c.at)}};
}
inline RelativeTurn dot(const AxisOf<false>& c, const AxisOf<true>& a) { return dot(a, c); }

// A point of body i (kMoves) or j.
template <bool kMoves>
struct PointOf {
  Vec3 at, size;
};
// From the point of the one body to that of the other. sign: 1 to body i, -1 to body j. A turn of
// body i about the point of j moves that of i, so that an axis of i sees nothing of it.
struct Gap {
  Vec3 at, size;
  double sign;
};
inline Gap operator-(const PointOf<true>& i, const PointOf<false>& j) {
  return {i.at - j.at, i.size + j.size, 1};
}
inline Gap operator-(const PointOf<false>& j, const PointOf<true>& i) {
  return {j.at - i.at, i.size + j.size, -1};
}
template <bool kMoves>
Relative dot(const Gap& d, const AxisOf<kMoves>& a) {
  const Vec3 beside = {std::fabs(a.at.x), std::fabs(a.at.y), std::fabs(a.at.z)};
  return {dot(d.at, a.at), a.size * absolute_sum(d.at) + dot(beside, d.size),
          ByMotion(d.sign * a.at, kMoves ? Vec3{} : cross(d.at, a.at))};
}
inline Relative dot(const Gap& a, const Gap& b) {
  const Vec3 beside = {std::fabs(a.at.x), std::fabs(a.at.y), std::fabs(a.at.z)};
  return {dot(a.at, b.at), 2 * dot(beside, b.size), ByMotion((2 * a.sign) * b.at, {})};
}

// Body i (kMoves) or j where the scalar is Relative.
template <bool kMoves>
class RelativeFrame {
 public:
  explicit RelativeFrame(const BodyFrame& body) : body_(body) {}
  AxisOf<kMoves> axis(Vec3 a0) const { return {to_space(body_.R, a0), absolute_sum(a0)}; }
  PointOf<kMoves> point(Vec3 s) {
    arm_ = to_space(body_.R, s);
    return point_at(absolute_sum(s));
  }
  PointOf<kMoves> place() { return point_at(0); }
  // From the node to the point that was asked for.
  Vec3 arm() const { return arm_; }
  const BodyFrame& body() const { return body_; }

 private:
  PointOf<kMoves> point_at(double size) const {
    const Vec3 x = vec3(body_.x);
    return {x + arm_, {std::fabs(x.x) + size, std::fabs(x.y) + size, std::fabs(x.z) + size}};
  }

  const BodyFrame body_;
  Vec3 arm_;
};

// A number along the velocities, at zero accelerations: with its first and second derivative by
// time.
struct Timed {
  double value = 0, first = 0, second = 0;

  Timed() = default;
  Timed(double constant) : value(constant) {}
  Timed(double f0, double f1, double f2) : value(f0), first(f1), second(f2) {}

  friend Timed operator+(const Timed& a, const Timed& b) {
    return {a.value + b.value, a.first + b.first, a.second + b.second};
  }
  friend Timed operator-(const Timed& a, const Timed& b) {
    return {a.value - b.value, a.first - b.first, a.second - b.second};
  }
  friend Timed operator-(const Timed& a) { return {-a.value, -a.first, -a.second}; }
  friend Timed operator-(const Timed& a, double b) { return {a.value - b, a.first, a.second}; }
  friend Timed operator*(double s, const Timed& a) {
    return {s * a.value, s * a.first, s * a.second};
  }
  friend Timed operator*(const Timed& a, const Timed& b) {
    return {a.value * b.value, a.first * b.value + a.value * b.first,
            a.second * b.value + 2 * a.first * b.first + a.value * b.second};
  }
};
inline Timed chain(const Timed& a, double f, double df, double d2f) {
  return {f, df * a.first, d2f * a.first * a.first + df * a.second};
}
inline Timed sqrt(const Timed& a) {
  const double root = std::sqrt(a.value), rate = 0.5 * a.first / root;
  return {root, rate, (0.5 * a.second - rate * rate) / root};
}
// Not computed where nobody reads it, which std::atan2 would be for the sake of errno.
[[gnu::const, gnu::noinline]] inline double angle_of(double y, double x) {
  return std::atan2(y, x);
}
inline Timed atan2(const Timed& y, const Timed& x) {
  const double scale = 1 / (x.value * x.value + y.value * y.value);
  const double c = scale * x.value, s = scale * y.value;
  // The rates of the logarithm of the length, and of the angle.
  const double stretch = c * x.first + s * y.first, turn = c * y.first - s * x.first;
  return {angle_of(y.value, x.value), turn, c * y.second - s * x.second - 2 * stretch * turn};
}

// Vectors of bodies as they are seen from body i, whose axes stand still there: values along the
// axes of space.
struct HeldAxis {
  Vec3 at;
};
struct TimedVector {
  Vec3 at, first, second;
};
inline Timed dot(const TimedVector& a, const TimedVector& b) {
  return {dot(a.at, b.at), dot(a.first, b.at) + dot(a.at, b.first),
          dot(a.second, b.at) + 2 * dot(a.first, b.first) + dot(a.at, b.second)};
}
inline Timed dot(const TimedVector& a, const HeldAxis& b) {
  return {dot(a.at, b.at), dot(a.first, b.at), dot(a.second, b.at)};
}
inline Timed dot(const HeldAxis& a, const TimedVector& b) { return dot(b, a); }

// A point of a body as space sees it; w: the angular velocity of body i.
struct TimedPoint {
  TimedVector at;
  Vec3 w;
};
inline TimedVector operator-(const TimedPoint& a, const TimedPoint& b) {
  const Vec3 d = a.at.at - b.at.at, first = a.at.first - b.at.first,
             second = a.at.second - b.at.second;
  const Vec3 seen = first - cross(a.w, d);
  return {d, seen, second - cross(a.w, first + seen)};
}

// What both bodies are where the scalar is Timed.
class TimedFrame {
 public:
  TimedFrame(const BodyFrame& body, Vec3 w, Vec3 w_i) : body_(body), w_(w), w_i_(w_i) {}
  TimedPoint point(Vec3 s) const {
    const Vec3 arm = to_space(body_.R, s), turning = cross(w_, arm);
    return {{vec3(body_.x) + arm, vec3(body_.u) + turning, cross(w_, turning)}, w_i_};
  }
  TimedPoint place() const { return {{vec3(body_.x), vec3(body_.u), {}}, w_i_}; }

 protected:
  const BodyFrame body_;
  Vec3 w_, w_i_;  // along the axes of space
};
struct HeldFrame : TimedFrame {
  using TimedFrame::TimedFrame;
  HeldAxis axis(Vec3 a0) const { return {to_space(body_.R, a0)}; }
};
// Its angular velocity seen from body i is W = w - w_i, whose rate is -w_i x w.
struct TurningFrame : TimedFrame {
  using TimedFrame::TimedFrame;
  TimedVector axis(Vec3 a0) const {
    const Vec3 along = to_space(body_.R, a0), W = w_ - w_i_, first = cross(W, along);
    return {along, first, cross(W, first) - cross(cross(w_i_, w_), along)};
  }
};

template <class T>
struct BodiesOf;
template <>
struct BodiesOf<Relative> {
  RelativeFrame<true> i;
  RelativeFrame<false> j;
};
template <>
struct BodiesOf<Timed> {
  HeldFrame i;
  TurningFrame j;
};

// The entries of De (entry_set) that are zero since their rows are turns alone.
template <class K>
constexpr auto zeros_of_turns() {
  std::array<std::uint64_t, (K::ne * K::nx + 63) / 64> words{};
  if constexpr (requires { K::turns; })
    for (const int r : K::turns)
      for (const BodyColumns& body : K::bodies)
        for (int c = body.place; c < body.place + 3; ++c) {
          const int entry = c * K::ne + r;
          words[static_cast<std::size_t>(entry / 64)] |= std::uint64_t{1} << (entry % 64);
        }
  return words;
}

// Writes derivatives as rows of De over the velocities of the two bodies: all rows at once, since
// that many numbers side by side are vectors to the processor.
template <class K>
class RowWriter {
 public:
  RowWriter(const BodiesOf<Relative>& bodies, const Relative* e, double* De) : De_(De) {
    for (int r = 0; r < kNe; ++r)
      for (int c = 0; c < 3; ++c) force_[c][r] = e[r].d.shift[c], moment_[c][r] = e[r].d.turn[c];
    if constexpr (kI.place >= 0) {
      shift(kI.place, 1);
      shift(kJ.place, -1);
    }
    // From the nodes to the point of body j.
    const BodyFrame &i = bodies.i.body(), &j = bodies.j.body();
    const Vec3 arm_j = bodies.j.arm(),
               arm_i = bodies.i.arm() - (vec3(i.x) - vec3(j.x) + bodies.i.arm() - arm_j);
    turn(kI.turn, i.R, arm_i, 1);
    if constexpr (kJ.turn >= 0) turn(kJ.turn, j.R, arm_j, -1);
  }

 private:
  static constexpr int kNe = K::ne;
  static constexpr BodyColumns kI = K::bodies[0], kJ = K::bodies[1];
  // An even row; those before it are turns alone.
  static constexpr int kFirstForce = [] {
    int turns = 0;
    if constexpr (requires { K::turns; })
      for (const int r : K::turns) turns += r == turns ? 1 : 0;
    return turns / 2 * 2;
  }();

  void shift(int first, double sign) {
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < kNe; ++r) De_[(first + c) * kNe + r] = sign * force_[c][r];
  }
  // Not inlined: loops of known lengths become vectors in a function of their own.
  [[gnu::noinline]] void turn(int first, const double* R, Vec3 arm, double sign) {
    double on[3][kNe];
    for (int r = 0; r < kNe; ++r) {
      on[0][r] = moment_[0][r], on[1][r] = moment_[1][r], on[2][r] = moment_[2][r];
    }
    if constexpr (kI.place >= 0)
      for (int r = kFirstForce; r < kNe; ++r) {
        on[0][r] += arm.y * force_[2][r] - arm.z * force_[1][r];
        on[1][r] += arm.z * force_[0][r] - arm.x * force_[2][r];
        on[2][r] += arm.x * force_[1][r] - arm.y * force_[0][r];
      }
    double* const De = De_ + first * kNe;
    for (int c = 0; c < 3; ++c) {
      const Vec3 along = sign * axis(R, c);
      for (int r = 0; r < kNe; ++r)
        De[c * kNe + r] = along.x * on[0][r] + along.y * on[1][r] + along.z * on[2][r];
    }
  }

  double* De_;
  double force_[3][kNe], moment_[3][kNe];
};

// Makes the deform() of a kernel that has only continuity() of frames.
template <class K>
struct FrameDerived : K {
  static constexpr bool has_plane_angles = false;
  static constexpr bool is_relative = true;

  // All that an author writes is inlined, so that numbers stay in registers.
  template <bool kAcceleration>
  [[gnu::flatten]] static void deform(const Local<K::nx>& q, const double* p, LocalOut& out) {
    BodiesOf<Relative> bodies{RelativeFrame<true>(frame(q, 0)), RelativeFrame<false>(frame(q, 1))};
    Relative e[K::ne];
    K::continuity(bodies, p, e);
    for (int r = 0; r < K::ne; ++r) {
      out.e[r] = e[r].value;
      out.size[r] = e[r].size;
    }
    RowWriter<K>(bodies, e, out.De);
    if constexpr (kAcceleration) second_order<0, K::ne>(q, p, out.D2e_vv);
  }

  // Of the deformations kFirst to kEnd - 1. What serves the others alone is not computed.
  template <int kFirst, int kEnd>
  [[gnu::flatten]] static void second_order(const Local<K::nx>& q, const double* p,
                                            double* D2e_vv) {
    const BodyFrame i = frame(q, 0), j = frame(q, 1);
    const Vec3 w_i = turning_of(i), w_j = turning_of(j);
    BodiesOf<Timed> bodies{HeldFrame(i, w_i, w_i), TurningFrame(j, w_j, w_i)};
    Timed e[K::ne];
    K::continuity(bodies, p, e);
    for (int r = kFirst; r < kEnd; ++r) D2e_vv[r] = e[r].second;
  }

 private:
  static BodyFrame frame(const Local<K::nx>& q, int body) {
    const BodyColumns columns = K::bodies[body];
    const int place = columns.place < 0 ? 0 : columns.place;
    const bool turns = columns.turn >= 0;
    return {columns, turns ? q.R[body] : nullptr, q.x + place, q.v + place,
            q.v + (turns ? columns.turn : 0)};
  }
  // Its angular velocity along the axes of space.
  static Vec3 turning_of(const BodyFrame& body) {
    return body.R ? to_space(body.R, vec3(body.w)) : Vec3{};
  }
};

}  // namespace mbs
