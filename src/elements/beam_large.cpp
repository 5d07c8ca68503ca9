// PLBEAML: planar beam for large bending. The centre line of one element is an elastica whose
// curvature is linear along it, integrated exactly: no limit to the angle by which elements in a
// row are bent, and one of them may bend by more than half a circle.
#include <algorithm>
#include <cmath>

#include "elements/beam_base.h"
#include "elements/types.h"

namespace mbs {

namespace {

// The centre line is r' = (1 + e1/l) (cos theta, sin theta), its rotation theta quadratic in the
// reference length s = l xi:
//   theta(xi) = beta + w (2 xi - 1) + c xi (1 - xi)
// beta is the mean of the rotations at p and q, w half their difference; both are known from the
// angles of the nodes. c follows from the direction of the chord d = q - p, which is the direction
// of
//   I(w, c) = int (cos, sin)(theta - beta) dxi,   at the angle delta from beta
// and the length of the centre line is |d| / |I|. With these
//   e1 = |d| / |I| - l                 elongation of the centre line [m]
//   e2 = -l (w + c/6),  e3 = -l (w - c/6)   bending [m]
// For small bending c = 6 delta, and e2, e3 are l times the angles from chord to tangent, as those
// of PLBEAM. For any bending their energy is the energy of the curvature: with K of
// BeamBase::stiffness
//   e^T K e / 2 = EI/(2 l) int theta'^2 dxi = EI/(2 l) (4 w^2 + c^2/3)
// so this is Ritz's method for the elastica: buckling loads and stiffness are approached from
// above.
//
// delta is between -pi and pi, for it is 0 where both ends bend alike; w is no angle of a vector
// but a difference of coordinates. So there is no branch to track. delta grows with c for |w| < pi.
struct BeamLarge : BeamBase {
  // w and beta without the part by the node angles, then the parameters of BeamBase
  static constexpr int np = 9;
  static constexpr int kBase = 2;  // index of the first parameter of BeamBase

  static std::string prepare(const double* x0, const double* columns, double* p) {
    p[0] = -(x0[5] - x0[2]) / 2;
    p[1] = std::atan2(x0[4] - x0[1], x0[3] - x0[0]) - (x0[5] + x0[2]) / 2;
    return BeamBase::prepare(x0, columns, p + kBase);
  }
  static void stiffness(const double* p, const double* columns, double* K) {
    BeamBase::stiffness(p + kBase, columns, K);
  }
  static void inertia(const Local<nx>& q, const double* p, const double* mass, double* M,
                      double* h) {
    BeamBase::inertia(q, p + kBase, mass, M, h);
  }

  // Gauss-Legendre points m = 2 xi - 1 > 0 and weights; those at -m are added by symmetry. Eight in
  // all leave an error of 1e-12 in an arc of a right angle, 4e-8 in one of 4 rad.
  static constexpr int kPairs = 4;
  static constexpr double kPoint[kPairs] = {0.18343464249564980494, 0.52553240991632898582,
                                            0.79666647741362673959, 0.96028985649753623168};
  static constexpr double kWeight[kPairs] = {0.36268378337836198297, 0.31370664587788728734,
                                             0.22238103445337447054, 0.10122853629037625915};
  static constexpr double bubble(int k) { return (1 - kPoint[k] * kPoint[k]) / 4; }  // xi (1 - xi)

  // The centre line in the frame of its chord: tau = theta - beta - delta = y + w m, y = c n -
  // delta even in m. Cosines and sines of y and w m at the points.
  struct Line {
    double w, delta, c;
    double cw[kPairs], sw[kPairs], cy[kPairs], sy[kPairs];

    void turn() {
      for (int k = 0; k < kPairs; ++k) {
        const double y = c * bubble(k) - delta;
        cy[k] = std::cos(y);
        sy[k] = std::sin(y);
      }
    }
    // int cos tau f and int sin tau f dxi for f(m) = even + odd, given at the points.
    template <class F>
    double cosine(F f) const {
      double sum = 0;
      for (int k = 0; k < kPairs; ++k)
        sum += kWeight[k] * (cy[k] * cw[k] * f(k).even - sy[k] * sw[k] * f(k).odd);
      return sum;
    }
    template <class F>
    double sine(F f) const {
      double sum = 0;
      for (int k = 0; k < kPairs; ++k)
        sum += kWeight[k] * (sy[k] * cw[k] * f(k).even + cy[k] * sw[k] * f(k).odd);
      return sum;
    }
  };
  struct Parts {
    double even, odd;
  };
  static Parts one(int) { return {1, 0}; }
  static Parts middle(int k) { return {bubble(k), 0}; }  // d tau / dc
  static Parts tilt(int k) { return {0, kPoint[k]}; }    // d tau / dw

  // Finds c from the direction of the chord: Newton's method on the angle between I and the chord.
  static Line fit(double w, double delta) {
    constexpr int kMost = 30;
    constexpr double kSmall = 1e-8;  // the error behind such a change is its square
    Line line{w, delta, 6 * delta, {}, {}, {}, {}};
    for (int k = 0; k < kPairs; ++k) {
      line.cw[k] = std::cos(w * kPoint[k]);
      line.sw[k] = std::sin(w * kPoint[k]);
    }
    for (int iteration = 0; iteration < kMost; ++iteration) {
      line.turn();
      const double across = line.sine(one), along = line.cosine(one);
      const double slope = (along * line.cosine(middle) + across * line.sine(middle)) /
                           (along * along + across * across);
      const double step = std::atan2(across, along) / slope;
      line.c -= step;
      if (!(std::fabs(step) > kSmall)) break;
    }
    line.turn();
    return line;
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    const double dx = q.x[3] - q.x[0], dy = q.x[4] - q.x[1], l = p[6];
    const double length = std::sqrt(dx * dx + dy * dy);
    const double tx = dx / length, ty = dy / length;
    const double beta = (q.x[2] + q.x[5]) / 2 + p[1];
    const double cb = std::cos(beta), sb = std::sin(beta);
    const Line line =
        fit((q.x[5] - q.x[2]) / 2 + p[0], std::atan2(cb * dy - sb * dx, cb * dx + sb * dy));
    const double A = line.cosine(one), c = line.c;
    out.e[0] = length / A - l;
    out.e[1] = -l * (line.w + c / 6) - p[7];
    out.e[2] = -l * (line.w - c / 6) - p[8];

    // 0 = int sin tau and A = int cos tau, varied by w, c and delta.
    const double Cn = line.cosine(middle), Sn = line.sine(middle);
    const double c_w = -line.cosine(tilt) / Cn, c_delta = A / Cn;
    const double A_w = -line.sine(tilt) - Sn * c_w, A_delta = -Sn * c_delta;
    write_size(q, p, length, A, c_delta, out);

    // psi, the direction of the chord, by the places of the nodes: delta = psi - (mean angle).
    const double psi[nx] = {ty / length, -tx / length, 0, -ty / length, tx / length, 0};
    const double stretch[nx] = {-tx, -ty, 0, tx, ty, 0};
    for (int i = 0; i < nx; ++i) {
      const double w_i = i == 2 ? -0.5 : i == 5 ? 0.5 : 0;
      const double delta_i = psi[i] - std::fabs(w_i);
      const double c_i = c_w * w_i + c_delta * delta_i, A_i = A_w * w_i + A_delta * delta_i;
      out.De[i * ne] = (stretch[i] - length / A * A_i) / A;
      out.De[i * ne + 1] = -l * (w_i + c_i / 6);
      out.De[i * ne + 2] = -l * (w_i - c_i / 6);
    }

    if constexpr (kAcceleration) {
      const double ux = q.v[3] - q.v[0], uy = q.v[4] - q.v[1];
      const double lengthd = tx * ux + ty * uy, psid = (tx * uy - ty * ux) / length;
      const double wd = (q.v[5] - q.v[2]) / 2, deltad = psid - (q.v[5] + q.v[2]) / 2;
      const double lengthdd = length * psid * psid, deltadd = -2 * lengthd * psid / length;
      const double cd = c_w * wd + c_delta * deltad, Ad = A_w * wd + A_delta * deltad;
      const auto taud2 = [&](int k) -> Parts {
        const double even = cd * bubble(k) - deltad, odd = wd * kPoint[k];
        return {even * even + odd * odd, 2 * even * odd};
      };
      const double cdd = (line.sine(taud2) + A * deltadd) / Cn;
      const double Add = -line.cosine(taud2) - Sn * cdd;
      out.D2e_vv[0] = (lengthdd - 2 * lengthd * Ad / A - length / A * (Add - 2 * Ad * Ad / A)) / A;
      out.D2e_vv[1] = -l * cdd / 6;
      out.D2e_vv[2] = l * cdd / 6;
    }
  }

  static void write_size(const Local<nx>& q, const double* p, double length, double A,
                         double c_delta, LocalOut& out) {
    const double reach =
        std::fabs(q.x[0]) + std::fabs(q.x[1]) + std::fabs(q.x[3]) + std::fabs(q.x[4]);
    const double angles = std::fabs(q.x[2]) + std::fabs(q.x[5]) + std::fabs(p[0]) + std::fabs(p[1]);
    const double bending = p[6] * (angles + std::fabs(c_delta) / 6 * (angles + reach / length));
    out.size[0] = reach / A + p[6];
    out.size[1] = bending + std::fabs(p[7]);
    out.size[2] = bending + std::fabs(p[8]);
  }

  // e2 / l and e3 / l are the angles from the chord, nearly. At kEnd an arc is 5 rad long and its
  // chord a quarter of its length; stretched to twice its length, it bends by l_ref no longer.
  static constexpr double kEnd = 2.5;  // [rad]
  static constexpr double fair_range = 0.8;
  static constexpr std::string_view range_advice = "";
  static void range_used(const double* e, const double*, const double* p, double* used) {
    used[0] = std::fabs(e[0]) / p[6];
    used[1] = std::fabs(e[1] + p[7]) / (p[6] * kEnd);
    used[2] = std::fabs(e[2] + p[8]) / (p[6] * kEnd);
  }
};

}  // namespace

const ElementType kBeamLarge =
    make_element_type<BeamLarge>({"PLBEAML",
                                  "planar beam for large bending",
                                  BeamBase::kNodes,
                                  {},
                                  BeamBase::kDeformations,
                                  {},
                                  {},
                                  true},
                                 BeamBase::kStiffness, BeamLarge::stiffness, BeamBase::kMass);

}  // namespace mbs
