// Vectors and rotations of space. R is row-major and takes the axes of a body to space.
#pragma once

#include <cmath>

namespace mbs {

struct Vec3 {
  double x = 0, y = 0, z = 0;
  double operator[](int k) const { return k == 0 ? x : k == 1 ? y : z; }
};

inline Vec3 vec3(const double* v) { return {v[0], v[1], v[2]}; }
inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
inline Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// The axis k (0 to 2) of the frame.
inline Vec3 unit_axis(int k) {
  return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
}
inline double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 unit_vector(Vec3 a) { return 1 / std::sqrt(dot(a, a)) * a; }
inline Vec3 to_space(const double* R, Vec3 a) {
  return {R[0] * a.x + R[1] * a.y + R[2] * a.z, R[3] * a.x + R[4] * a.y + R[5] * a.z,
          R[6] * a.x + R[7] * a.y + R[8] * a.z};
}
inline Vec3 to_body(const double* R, Vec3 a) {
  return {R[0] * a.x + R[3] * a.y + R[6] * a.z, R[1] * a.x + R[4] * a.y + R[7] * a.z,
          R[2] * a.x + R[5] * a.y + R[8] * a.z};
}
// The body axis k in space.
inline Vec3 axis(const double* R, int k) { return {R[k], R[3 + k], R[6 + k]}; }

}  // namespace mbs
