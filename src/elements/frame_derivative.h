// Derivatives of elements of space whose author writes only the continuity function C of axes and
// points that bodies carry.
//
// A kernel K has `bodies`, the first local columns of the place (or -1) and of the angular velocity
// of each of its bodies, and
//   template <class T> static void continuity(const FrameOf<T>* bodies, const double* p, T* e)
// With w along the axes of a body, an axis a = R a0 and a point P = x + R s of it have
//   da = -R sk(a0) dphi,   d2a(v, v) = R (w x (w x a0)),   dP = dx - R sk(s) dphi.
// FrameDerived<K> makes the rest: De by Gradient over the velocities, D2e(v, v) by Taylor along
// them.
#pragma once

#include <cmath>

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

template <class T>
class FrameOf;

template <int N>
class FrameOf<Gradient<N>> {
 public:
  explicit FrameOf(const BodyFrame& body) : body_(body) {}

  // The axis whose components in the body are a0.
  VectorOf<Gradient<N>> axis(Vec3 a0) const {
    const Vec3 along = to_space(body_.R, a0);
    VectorOf<Gradient<N>> out{Gradient<N>(along.x), Gradient<N>(along.y), Gradient<N>(along.z)};
    out.x.size = out.y.size = out.z.size = std::fabs(a0.x) + std::fabs(a0.y) + std::fabs(a0.z);
    for (int k = 0; k < 3; ++k) {
      const Vec3 turned = to_space(body_.R, cross(unit_axis(k), a0));
      out.x.d[body_.columns.turn + k] = turned.x;
      out.y.d[body_.columns.turn + k] = turned.y;
      out.z.d[body_.columns.turn + k] = turned.z;
    }
    return out;
  }
  // The point whose coordinates in the body are s.
  VectorOf<Gradient<N>> point(Vec3 s) const {
    const VectorOf<Gradient<N>> arm = axis(s);
    const auto moved = [this](const Gradient<N>& along, int c) {
      Gradient<N> x(body_.x[c]);
      x.d[body_.columns.place + c] = 1;
      return x + along;
    };
    return {moved(arm.x, 0), moved(arm.y, 1), moved(arm.z, 2)};
  }
  // The place of the body itself.
  VectorOf<Gradient<N>> place() const {
    VectorOf<Gradient<N>> out{Gradient<N>(body_.x[0]), Gradient<N>(body_.x[1]),
                              Gradient<N>(body_.x[2])};
    out.x.d[body_.columns.place] = out.y.d[body_.columns.place + 1] =
        out.z.d[body_.columns.place + 2] = 1;
    return out;
  }

 private:
  const BodyFrame& body_;
};

template <>
class FrameOf<Taylor> {
 public:
  explicit FrameOf(const BodyFrame& body) : body_(body) {}

  VectorOf<Taylor> axis(Vec3 a0) const {
    const Vec3 w = vec3(body_.w), rate = cross(w, a0);
    const Vec3 along = to_space(body_.R, a0), first = to_space(body_.R, rate),
               second = to_space(body_.R, cross(w, rate));
    return {
        {along.x, first.x, second.x}, {along.y, first.y, second.y}, {along.z, first.z, second.z}};
  }
  VectorOf<Taylor> point(Vec3 s) const {
    const VectorOf<Taylor> arm = axis(s);
    return {Taylor(body_.x[0], body_.u[0], 0) + arm.x, Taylor(body_.x[1], body_.u[1], 0) + arm.y,
            Taylor(body_.x[2], body_.u[2], 0) + arm.z};
  }
  VectorOf<Taylor> place() const {
    return {Taylor(body_.x[0], body_.u[0], 0), Taylor(body_.x[1], body_.u[1], 0),
            Taylor(body_.x[2], body_.u[2], 0)};
  }

 private:
  const BodyFrame& body_;
};

// Makes the deform() of a kernel that has only continuity() of frames.
template <class K>
struct FrameDerived : K {
  template <bool kAcceleration>
  static void deform(const Local<K::nx>& q, const double* p, LocalOut& out) {
    static constexpr int kBodies = static_cast<int>(std::size(K::bodies));
    BodyFrame frames[kBodies];
    for (int b = 0; b < kBodies; ++b) {
      const BodyColumns columns = K::bodies[b];
      const int place = columns.place < 0 ? 0 : columns.place;
      const bool turns = columns.turn >= 0;
      frames[b] = {columns, turns ? q.R[b] : nullptr, q.x + place, q.v + place,
                   q.v + (turns ? columns.turn : 0)};
    }
    using G = Gradient<K::nx>;
    const FrameOf<G> bodies[] = {FrameOf<G>(frames[0]), FrameOf<G>(frames[1])};
    G e[K::ne];
    K::continuity(bodies, p, e);
    for (int r = 0; r < K::ne; ++r) {
      out.e[r] = e[r].value;
      out.size[r] = e[r].size;
      for (int i = 0; i < K::nx; ++i) out.De[i * K::ne + r] = e[r].d[i];
    }
    if constexpr (kAcceleration) {
      const FrameOf<Taylor> moving[] = {FrameOf<Taylor>(frames[0]), FrameOf<Taylor>(frames[1])};
      Taylor te[K::ne];
      K::continuity(moving, p, te);
      for (int r = 0; r < K::ne; ++r) out.D2e_vv[r] = te[r].second;
    }
  }
};

}  // namespace mbs
