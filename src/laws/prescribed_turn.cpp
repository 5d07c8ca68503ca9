#include "laws/prescribed_turn.h"

#include <cmath>

#include "base/space_vector.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// The vector part of conjugate(q) o p, twice: the angular velocity along the axes of the body where
// p is the rate of q.
Vec3 twice_behind(const double* q, const double* p) {
  const Vec3 a = vec3(q + 1), b = vec3(p + 1);
  return 2.0 * (q[0] * b - p[0] * a - cross(a, b));
}

void put(Vec3 from, double* to) { to[0] = from.x, to[1] = from.y, to[2] = from.z; }

// q = s / |s| and its rates: s = q1 q2 q3 of the first three rows, q0 of the last one.
TurnMotion of_numbers(const double given[4][3]) {
  double s[3][4];  // s, its rate and its second rate
  for (int k = 0; k < 3; ++k)
    for (int c = 0; c < 4; ++c) s[k][c] = given[(c + 3) % 4][k];
  const auto product = [&](int a, int b) {
    double sum = 0;
    for (int c = 0; c < 4; ++c) sum += s[a][c] * s[b][c];
    return sum;
  };
  TurnMotion out;
  const double size = std::sqrt(product(0, 0)), n1 = product(0, 1) / size,
               n2 = (product(1, 1) + product(0, 2) - n1 * n1) / size;
  double rate[4], second[4];
  for (int c = 0; c < 4; ++c) {
    out.q[c] = s[0][c] / size;
    rate[c] = (s[1][c] - out.q[c] * n1) / size;
    second[c] = (s[2][c] - 2 * rate[c] * n1 - out.q[c] * n2) / size;
  }
  put(twice_behind(out.q, rate), out.w);
  put(twice_behind(out.q, second), out.wd);
  return out;
}

}  // namespace

TurnMotion turn_as_prescribed(const PrescribedTurn& turn, const double given[4][3]) {
  if (turn.scalar >= 0) return of_numbers(given);
  TurnMotion out{{1, 0, 0, 0}, {}, {}};
  Vec3 w, wd;
  double R[9];
  const auto carry = [&](const double* step) {  // into the axes after this turn
    rotation_matrix(step, R);
    w = to_body(R, w);
    wd = to_body(R, wd);
  };
  for (std::size_t k = 0; k < 3; ++k) {
    const double* const angle = given[turn.order[k]];
    const Vec3 axis = vec3(turn.axes[k].data());
    double step[4] = {1, 0, 0, 0}, by[3];
    put(angle[0] * axis, by);
    turn_by(step, by);
    turn_by(out.q, by);
    carry(step);
    wd = wd - angle[1] * cross(axis, w) + angle[2] * axis;
    w = w + angle[1] * axis;
  }
  carry(turn.last.data());
  const double q[4] = {out.q[0], out.q[1], out.q[2], out.q[3]};
  const Vec3 a = vec3(q + 1), b = vec3(turn.last.data() + 1);
  out.q[0] = q[0] * turn.last[0] - dot(a, b);
  put(q[0] * b + turn.last[0] * a + cross(a, b), out.q + 1);
  put(w, out.w);
  put(wd, out.wd);
  return out;
}

}  // namespace mbs
