#include "nodes/quaternion.h"

#include "base/tolerances.h"

namespace mbs {

void normalise(double q[4]) {
  const double norm = norm_of(q);
  if (std::fabs(norm - 1) <= tolerance::last_digit || !(norm > 0)) return;
  for (int k = 0; k < 4; ++k) q[k] /= norm;
}

void turn_by(double q[4], const double d[3]) {
  const double angle = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  if (angle == 0) return;
  const double c = std::cos(angle / 2), s = std::sin(angle / 2) / angle;
  const double p[4] = {q[0], q[1], q[2], q[3]};
  q[0] = c * p[0] - s * (p[1] * d[0] + p[2] * d[1] + p[3] * d[2]);
  q[1] = c * p[1] + s * (p[0] * d[0] + p[2] * d[2] - p[3] * d[1]);
  q[2] = c * p[2] + s * (p[0] * d[1] + p[3] * d[0] - p[1] * d[2]);
  q[3] = c * p[3] + s * (p[0] * d[2] + p[1] * d[1] - p[2] * d[0]);
  normalise(q);
}

}  // namespace mbs
