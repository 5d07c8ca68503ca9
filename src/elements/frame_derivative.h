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
// FrameDerived<K> makes the rest: De by Relative, D2e(v, v) by Taylor along the velocities.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "base/space_vector.h"
#include "elements/derivative.h"

namespace mbs {

// A vector of space whose entries are of the scalar T.
template <class T>
struct VectorOf {
  T x, y, z;
};

template <class T>
T dot(const VectorOf<T>& a, const VectorOf<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
VectorOf<T> operator-(const VectorOf<T>& a, const VectorOf<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

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

// A number that says how body i lies against body j. A motion of both as one leaves it as it is, so
// that six derivatives say all: by a shift of body i along the axes of space and by a turn of it
// about the point of body j. They are the force and the moment of the element for the stress 1.
struct Relative {
  double value = 0;
  double size = 0;  // of the terms whose sum it is
  double d[6] = {};

  Relative() = default;
  Relative(double constant) : value(constant), size(std::fabs(constant)) {}
  Relative(double v, double s, Vec3 shift, Vec3 turn)
      : value(v), size(s), d{shift.x, shift.y, shift.z, turn.x, turn.y, turn.z} {}

  friend Relative operator+(const Relative& a, const Relative& b) { return sum(a, 1, b); }
  friend Relative operator-(const Relative& a, const Relative& b) { return sum(a, -1, b); }
  friend Relative operator-(const Relative& a) { return -1.0 * a; }
  friend Relative operator-(Relative a, double b) {
    a.value -= b, a.size += std::fabs(b);
    return a;
  }
  friend Relative operator*(double s, Relative a) {
    a.value *= s, a.size *= std::fabs(s);
    for (double& x : a.d) x *= s;
    return a;
  }
  friend Relative operator*(const Relative& a, const Relative& b) {
    Relative r;
    r.value = a.value * b.value;
    r.size = std::fabs(a.value) * b.size + a.size * std::fabs(b.value);
    for (int i = 0; i < 6; ++i) r.d[i] = a.d[i] * b.value + a.value * b.d[i];
    return r;
  }

 private:
  static Relative sum(const Relative& a, double s, const Relative& b) {
    Relative r;
    r.value = a.value + s * b.value;
    r.size = a.size + b.size;
    for (int i = 0; i < 6; ++i) r.d[i] = a.d[i] + s * b.d[i];
    return r;
  }
};

inline Relative chain(const Relative& a, double f, double df, double) {
  Relative r = df * a;
  r.value = f, r.size += std::fabs(f);
  return r;
}
inline Relative sqrt(const Relative& a) {
  const double root = std::sqrt(a.value);
  return chain(a, root, 0.5 / root, 0);
}
inline Relative atan2(const Relative& y, const Relative& x) {
  const double scale = 1 / (x.value * x.value + y.value * y.value);
  const double along = scale * x.value, across = scale * y.value;
  Relative r;
  r.value = std::atan2(y.value, x.value);
  r.size = std::fabs(r.value) + std::fabs(along) * (y.size + std::fabs(y.value)) +
           std::fabs(across) * (x.size + std::fabs(x.value));
  for (int i = 0; i < 6; ++i) r.d[i] = along * y.d[i] - across * x.d[i];
  return r;
}

// An axis of body i (kMoves) or j. size: of its terms, the same for each component.
template <bool kMoves>
struct AxisOf {
  Vec3 at;
  double size = 0;
};
inline double absolute_sum(Vec3 a) { return std::fabs(a.x) + std::fabs(a.y) + std::fabs(a.z); }
inline Relative dot(const AxisOf<true>& a, const AxisOf<false>& c) {
  return {dot(a.at, c.at),
          a.size * absolute_sum(c.at) + c.size * absolute_sum(a.at),
          {},
          cross(a.at, c.at)};
}
inline Relative dot(const AxisOf<false>& c, const AxisOf<true>& a) { return dot(a, c); }

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
  return {dot(d.at, a.at), a.size * absolute_sum(d.at) + dot(beside, d.size), d.sign * a.at,
          kMoves ? Vec3{} : cross(d.at, a.at)};
}
inline Relative dot(const Gap& a, const Gap& b) {
  const Vec3 beside = {std::fabs(a.at.x), std::fabs(a.at.y), std::fabs(a.at.z)};
  return {dot(a.at, b.at), 2 * dot(beside, b.size), (2 * a.sign) * b.at, {}};
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

// A body where the scalar is Taylor: along the velocities, at zero accelerations.
class MovingFrame {
 public:
  explicit MovingFrame(const BodyFrame& body)
      : body_(body), w_(body.R ? to_space(body.R, vec3(body.w)) : Vec3{}) {}
  VectorOf<Taylor> axis(Vec3 a0) const {
    const Vec3 along = to_space(body_.R, a0), first = cross(w_, along), second = cross(w_, first);
    return {
        {along.x, first.x, second.x}, {along.y, first.y, second.y}, {along.z, first.z, second.z}};
  }
  VectorOf<Taylor> point(Vec3 s) const {
    const VectorOf<Taylor> arm = axis(s), x = place();
    return {x.x + arm.x, x.y + arm.y, x.z + arm.z};
  }
  VectorOf<Taylor> place() const {
    return {Taylor(body_.x[0], body_.u[0], 0), Taylor(body_.x[1], body_.u[1], 0),
            Taylor(body_.x[2], body_.u[2], 0)};
  }

 private:
  const BodyFrame body_;
  Vec3 w_;  // along the axes of space
};

template <class T>
struct BodiesOf;
template <>
struct BodiesOf<Relative> {
  RelativeFrame<true> i;
  RelativeFrame<false> j;
};
template <>
struct BodiesOf<Taylor> {
  MovingFrame i, j;
};

// The deformations of K that are turns alone, so that no place is in them: K::turns.
template <class K>
constexpr std::array<bool, K::ne> turns_of() {
  std::array<bool, K::ne> out{};
  if constexpr (requires { K::turns; })
    for (const int r : K::turns) out[r] = true;
  return out;
}

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

// Writes derivatives as rows of De over the velocities of the two bodies.
template <class K>
class RowWriter {
 public:
  explicit RowWriter(const BodiesOf<Relative>& bodies) : bodies_(bodies) {
    // From the nodes to the point of body j.
    arm_j_ = bodies.j.arm();
    arm_i_ = bodies.i.arm() -
             (vec3(bodies.i.body().x) - vec3(bodies.j.body().x) + bodies.i.arm() - arm_j_);
  }
  void write(int r, const Relative& e, double* De) const {
    static constexpr std::array<bool, K::ne> kTurns = turns_of<K>();
    const Vec3 force = vec3(e.d), moment = vec3(e.d + 3);
    Vec3 on_i = moment, on_j = moment;
    De += r;
    if constexpr (kI.place >= 0) {
      if (!kTurns[static_cast<std::size_t>(r)]) {
        on_i = on_i + cross(arm_i_, force);
        on_j = on_j + cross(arm_j_, force);
      }
      put(kI.place, force, De);
      put(kJ.place, -1 * force, De);
    }
    put(kI.turn, to_body(bodies_.i.body().R, on_i), De);
    if constexpr (kJ.turn >= 0) put(kJ.turn, -1 * to_body(bodies_.j.body().R, on_j), De);
  }

 private:
  static constexpr BodyColumns kI = K::bodies[0], kJ = K::bodies[1];
  static void put(int first, Vec3 a, double* De) {
    De[first * K::ne] = a.x, De[(first + 1) * K::ne] = a.y, De[(first + 2) * K::ne] = a.z;
  }

  const BodiesOf<Relative>& bodies_;
  Vec3 arm_i_, arm_j_;
};

// Makes the deform() of a kernel that has only continuity() of frames.
template <class K>
struct FrameDerived : K {
  template <bool kAcceleration>
  static void deform(const Local<K::nx>& q, const double* p, LocalOut& out) {
    BodyFrame frames[2];
    for (int b = 0; b < 2; ++b) {
      const BodyColumns columns = K::bodies[b];
      const int place = columns.place < 0 ? 0 : columns.place;
      const bool turns = columns.turn >= 0;
      frames[b] = {columns, turns ? q.R[b] : nullptr, q.x + place, q.v + place,
                   q.v + (turns ? columns.turn : 0)};
    }
    BodiesOf<Relative> bodies{RelativeFrame<true>(frames[0]), RelativeFrame<false>(frames[1])};
    Relative e[K::ne];
    K::continuity(bodies, p, e);
    const RowWriter<K> rows(bodies);
    for (int r = 0; r < K::ne; ++r) {
      out.e[r] = e[r].value;
      out.size[r] = e[r].size;
      rows.write(r, e[r], out.De);
    }
    if constexpr (kAcceleration) {
      BodiesOf<Taylor> moving{MovingFrame(frames[0]), MovingFrame(frames[1])};
      Taylor te[K::ne];
      K::continuity(moving, p, te);
      for (int r = 0; r < K::ne; ++r) out.D2e_vv[r] = te[r].second;
    }
  }
};

}  // namespace mbs
