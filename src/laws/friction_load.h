// The load that presses the two sides of a joint together, as a function of the stresses S of its
// constraint. Dry friction is at most a coefficient times the load.
//   contact  -S1                       a contact: N, negative where it would pull
//   face     |S1|                      a slot: pressed to the one side or to the other
//   pin      sqrt(S1^2 + S2^2)         a pin joint: the force that it carries
//   guide    |S1/2 + S2/L| + |S1/2 - S2/L|   a slider of length L that carries force and moment at
//            its two ends; with L = 0 |S1|
//   bearing  sqrt(Sv^2 + Sw^2) + |Su|  a hinge of space: the force across its axis and along it
//   carriage the forces at the two ends of a slider of space of length L, each a sum of the forces
//            along v and w and of the moments about them; 2 |Mu| / L for the moment along it
//   cross    sqrt(Su^2 + Sv^2 + Sw^2) + 2 |M| / L   an arm of a universal joint of space, whose
//            bearings are L apart: the force of the joint and the moment that its cross carries
//   journal  the forces at the two ends of a bearing of space of length L, across its axis
//   socket   sqrt(Sx^2 + Sy^2 + Sz^2)  a ball joint
//   pads     |S1/2 + M/(2R)| + |S1/2 - M/(2R)|   a plate between guides: the force across it and
//   the
//            moment M about its two directions, which presses at the distance R
//   rope     S1, 0 where it would push  a rope: the pull of its end at rest
//   tooth, thread  |S1|               gears and racks, screws
//   belt, constant  1                 friction that does not depend on what the joint carries
#pragma once

#include <array>
#include <cmath>

#include "base/classes.h"

namespace mbs {

// The friction is at most `up` times the load against a growing slip and `down` times the load
// against a decreasing slip. For contacts and most joints both are equal.
struct FrictionBounds {
  double up = 0, down = 0;
};

// Friction reads at most so many stresses, which stand one behind the other in the element of the
// joint, from this one on.
inline constexpr int kMostPressing = 5;
using Pressing = std::array<double, kMostPressing>;
constexpr int first_pressing(FrictionKind kind) {
  switch (kind) {
    case FrictionKind::bearing:
    case FrictionKind::pads:
      return 3;
    case FrictionKind::cross:
    case FrictionKind::journal:
      return 2;
    case FrictionKind::carriage:
      return 1;
    default:
      return 0;
  }
}

struct FrictionLoad {
  FrictionKind kind = FrictionKind::contact;
  int first = 0;          // deformation
  double per_length = 0;  // of a guide 1/L, of pads 1/R [1/m]; L = 0: 0

  // The number of stresses S that value() reads.
  int count() const {
    switch (kind) {
      case FrictionKind::constant:
      case FrictionKind::belt:
        return 0;
      case FrictionKind::pin:
      case FrictionKind::guide:
        return 2;
      case FrictionKind::bearing:
      case FrictionKind::socket:
      case FrictionKind::pads:
        return 3;
      case FrictionKind::cross:
      case FrictionKind::journal:
        return 4;
      case FrictionKind::carriage:
        return 5;
      default:
        return 1;
    }
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
      case FrictionKind::bearing:
        return std::fabs(S[0]) + std::hypot(S[1], S[2]);
      case FrictionKind::carriage: {
        double sum = 2 * std::fabs(S[2]) * per_length;
        for (const double end : {1.0, -1.0})
          sum += std::hypot(at_end(S, end, 0), at_end(S, end, 1));
        return sum;
      }
      case FrictionKind::cross:
        return 2 * std::fabs(S[0]) * per_length + std::hypot(S[1], S[2], S[3]);
      case FrictionKind::journal: {
        double sum = 0;
        for (const double end : {1.0, -1.0})
          sum += std::hypot(at_journal(S, end, 0), at_journal(S, end, 1));
        return sum;
      }
      case FrictionKind::socket:
        return std::hypot(S[0], S[1], S[2]);
      case FrictionKind::pads: {
        const double rim = std::hypot(S[1], S[2]) * per_length / 2;
        return std::fabs(S[0] / 2 + rim) + std::fabs(S[0] / 2 - rim);
      }
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
      case FrictionKind::bearing: {
        const double size = std::hypot(S[1], S[2]);
        out[0] = sign(S[0]);
        for (int k = 1; k < 3; ++k) out[k] = size > 0 ? S[k] / size : 0;
        return;
      }
      case FrictionKind::carriage: {
        for (int k = 0; k < 5; ++k) out[k] = 0;
        out[2] = 2 * sign(S[2]) * per_length;
        for (const double end : {1.0, -1.0}) {
          const double v = at_end(S, end, 0), w = at_end(S, end, 1), size = std::hypot(v, w);
          if (!(size > 0)) continue;
          out[0] += v / size / 2, out[4] += end * per_length * v / size;
          out[1] += w / size / 2, out[3] -= end * per_length * w / size;
        }
        return;
      }
      case FrictionKind::cross: {
        const double size = std::hypot(S[1], S[2], S[3]);
        out[0] = 2 * sign(S[0]) * per_length;
        for (int k = 1; k < 4; ++k) out[k] = size > 0 ? S[k] / size : 0;
        return;
      }
      case FrictionKind::journal: {
        for (int k = 0; k < 4; ++k) out[k] = 0;
        for (const double end : {1.0, -1.0}) {
          const double v = at_journal(S, end, 0), w = at_journal(S, end, 1);
          const double size = std::hypot(v, w);
          if (!(size > 0)) continue;
          out[2] += v / size / 2, out[1] += end * per_length * v / size;
          out[3] += w / size / 2, out[0] -= end * per_length * w / size;
        }
        return;
      }
      case FrictionKind::socket: {
        const double size = std::hypot(S[0], S[1], S[2]);
        for (int k = 0; k < 3; ++k) out[k] = size > 0 ? S[k] / size : 0;
        return;
      }
      case FrictionKind::pads: {
        const double moment = std::hypot(S[1], S[2]), rim = moment * per_length / 2;
        const double one = sign(S[0] / 2 + rim), other = sign(S[0] / 2 - rim);
        out[0] = (one + other) / 2;
        for (int k = 1; k < 3; ++k)
          out[k] = moment > 0 ? (one - other) * per_length / 2 * S[k] / moment : 0;
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

 private:
  // Of a carriage with the stresses fv fw mu mv mw: the force along v (0) or w (1) at an end.
  double at_end(const double* S, double end, int along) const {
    return along == 0 ? S[0] / 2 + end * S[4] * per_length : S[1] / 2 - end * S[3] * per_length;
  }
  // Of a journal with the stresses mv mw fv fw.
  double at_journal(const double* S, double end, int along) const {
    return along == 0 ? S[2] / 2 + end * S[1] * per_length : S[3] / 2 - end * S[0] * per_length;
  }
};

// Friction of a joint whose slip has a direction, against the slip: with g_k = arm_k ed_k and the
// load N of the joint, the stress of slip k is mu N tanh(|g| / vs) arm_k g_k / |g|. tanh replaces
// the jump at rest, as in a penalty contact (laws/force_law.h): it never holds the joint.
struct SmoothFriction {
  static constexpr int kMost = 3;
  int count = 0;                     // of its slips
  std::array<int, kMost> slips{};    // deformations
  std::array<double, kMost> arms{};  // [m] for an angle, 1 for a length
  FrictionLoad load;
  double mu = 0, vs = 0;

  // The stresses of the slips per load, from the rates of all deformations.
  std::array<double, kMost> coefficients(const double* ed) const {
    std::array<double, kMost> out{};
    double speed = 0;
    for (std::size_t k = 0; k < out.size() && static_cast<int>(k) < count; ++k) {
      out[k] = arms[k] * ed[slips[k]];
      speed = std::hypot(speed, out[k]);
    }
    // tanh(s)/s is 1 at 0.
    const double s = speed / vs, factor = mu / vs * (s > 1e-8 ? std::tanh(s) / s : 1);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] *= factor * arms[k];
    return out;
  }
};

}  // namespace mbs
