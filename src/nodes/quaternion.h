// Euler parameters q = (q0, q1, q2, q3) of a body: |q| = 1, and R(q) takes its axes to space.
#pragma once

#include <cmath>

namespace mbs {

inline double norm_of(const double q[4]) {
  return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

// Leaves q unchanged where its norm is 1 up to rounding, so that a second call changes nothing.
void normalise(double q[4]);

// Row-major. q need not be normalised.
inline void rotation_matrix(const double q[4], double R[9]) {
  const double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  R[0] = 1 - s * (q[2] * q[2] + q[3] * q[3]);
  R[1] = s * (q[1] * q[2] - q[0] * q[3]);
  R[2] = s * (q[1] * q[3] + q[0] * q[2]);
  R[3] = s * (q[1] * q[2] + q[0] * q[3]);
  R[4] = 1 - s * (q[1] * q[1] + q[3] * q[3]);
  R[5] = s * (q[2] * q[3] - q[0] * q[1]);
  R[6] = s * (q[1] * q[3] - q[0] * q[2]);
  R[7] = s * (q[2] * q[3] + q[0] * q[1]);
  R[8] = 1 - s * (q[1] * q[1] + q[2] * q[2]);
}

// qd = q o (0, w) / 2 with the angular velocity w along the axes of the body.
inline void quaternion_rate(const double q[4], const double w[3], double qd[4]) {
  qd[0] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
  qd[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  qd[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  qd[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}

// The retraction q <- q o exp(d / 2): turns by the vector d, along the axes of the body [rad].
void turn_by(double q[4], const double d[3]);

}  // namespace mbs
