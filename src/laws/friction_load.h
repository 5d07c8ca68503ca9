// The load that presses the two sides of a joint together, as a function of the stresses S of its
// constraint. Dry friction is at most a coefficient times the load.
//   contact  -S1                       a contact: N, negative where it would pull
//   face     |S1|                      a slot: pressed to the one side or to the other
//   pin      sqrt(S1^2 + S2^2)         a pin joint: the force that it carries
//   guide    |S1/2 + S2/L| + |S1/2 - S2/L|   a slider of length L that carries force and moment at
//            its two ends; with L = 0 |S1|
//   rope     S1, 0 where it would push  a rope: the pull of its end at rest
//   tooth, thread  |S1|               gears and racks, screws
//   belt, constant  1                 friction that does not depend on what the joint carries
#pragma once

#include <cmath>

#include "base/classes.h"

namespace mbs {

// The friction is at most `up` times the load against a growing slip and `down` times the load
// against a decreasing slip. For contacts and most joints both are equal.
struct FrictionBounds {
  double up = 0, down = 0;
};

struct FrictionLoad {
  FrictionKind kind = FrictionKind::contact;
  int first = 0;          // deformation
  double per_length = 0;  // of a guide: 1/L [1/m]; L = 0: 0

  // The number of stresses S that value() reads.
  int count() const {
    if (is_constant()) return 0;
    return kind == FrictionKind::pin || kind == FrictionKind::guide ? 2 : 1;
  }
  bool is_constant() const { return kind == FrictionKind::constant || kind == FrictionKind::belt; }
  bool is_linear() const { return kind == FrictionKind::contact || is_constant(); }

  // The load; S: count() stresses.
  double value(const double* S) const {
    switch (kind) {
      case FrictionKind::contact:
        return -S[0];
      case FrictionKind::face:
      case FrictionKind::tooth:
      case FrictionKind::thread:
        return std::fabs(S[0]);
      case FrictionKind::pin:
        return std::hypot(S[0], S[1]);
      case FrictionKind::guide:
        return std::fabs(S[0] / 2 + S[1] * per_length) + std::fabs(S[0] / 2 - S[1] * per_length);
      case FrictionKind::rope:
        return std::fmax(S[0], 0);
      case FrictionKind::belt:
      case FrictionKind::constant:
        return 1;
    }
    return 0;
  }

  // The derivatives of the load by the stresses S.
  void slopes(const double* S, double* out) const {
    auto sign = [](double s) { return s < 0 ? -1.0 : 1.0; };
    switch (kind) {
      case FrictionKind::contact:
        out[0] = -1;
        return;
      case FrictionKind::face:
      case FrictionKind::tooth:
      case FrictionKind::thread:
        out[0] = sign(S[0]);
        return;
      case FrictionKind::pin: {
        const double size = std::hypot(S[0], S[1]);
        for (int k = 0; k < 2; ++k) out[k] = size > 0 ? S[k] / size : 0;
        return;
      }
      case FrictionKind::guide: {
        const double one = sign(S[0] / 2 + S[1] * per_length),
                     other = sign(S[0] / 2 - S[1] * per_length);
        out[0] = (one + other) / 2;
        out[1] = (one - other) * per_length;
        return;
      }
      case FrictionKind::rope:
        out[0] = S[0] > 0 ? 1 : 0;
        return;
      case FrictionKind::belt:
      case FrictionKind::constant:
        return;
    }
  }
};

}  // namespace mbs
