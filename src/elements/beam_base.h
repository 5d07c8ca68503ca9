// The common part of the planar beams: bending stiffness and mass of the cubic centre line between
// two nodes with angles, and the columns of their records.
//
// p: the stored parameters that these functions read, t_p, t_q in the frames of their nodes (4),
// and the reference values l_ref, e2, e3.
#pragma once

#include <cmath>

#include "elements/batch.h"

namespace mbs {

struct BeamBase {
  static constexpr int nx = 6;  // x_p y_p phi_p x_q y_q phi_q
  static constexpr int ne = 3;
  static constexpr int mass_count = 2;
  static constexpr ElementFigure figures[] = {{FigureKind::beam, {0, 1}, {2, 3}}};

  // Writes p; the deformations are 0 at x0.
  static std::string prepare(const double* x0, const double*, double* p) {
    const double dx = x0[3] - x0[0], dy = x0[4] - x0[1];
    const double length = std::hypot(dx, dy);
    if (!(length > 0)) return "its two point nodes coincide, so it has no direction";
    for (int end = 0; end < 2; ++end) {
      const double c = std::cos(x0[3 * end + 2]), s = std::sin(x0[3 * end + 2]);
      p[2 * end] = (c * dx + s * dy) / length;
      p[2 * end + 1] = (c * dy - s * dx) / length;
    }
    p[4] = length;
    p[5] = p[6] = 0;
    return {};
  }

  // Unit tangent at an end (0: p, 1: q); the normal is (-y, x).
  struct Tangent {
    double x, y;
  };
  static Tangent tangent(const Local<nx>& q, const double* p, int end) {
    const double c = q.c[3 * end + 2], s = q.s[3 * end + 2];
    const double a = p[2 * end], b = p[2 * end + 1];
    return {c * a - s * b, s * a + c * b};
  }

  // S1 = EA/l e1, (S2, S3) = EI/l^3 [4 -2; -2 4] (e2, e3): the energy of the cubic centre line.
  static void stiffness(const double* p, const double* columns, double* K) {
    const double l = p[4], bending = columns[1] / (l * l * l);
    for (int k = 0; k < ne * ne; ++k) K[k] = 0;
    K[0] = columns[0] / l;
    K[4] = K[8] = 4 * bending;
    K[5] = K[7] = -2 * bending;
  }

  // Kinetic energy T = 1/2 int rho |rd|^2 ds + 1/2 int J thetad^2 ds over the reference length;
  // -(M a + h) are Lagrange's inertia forces of it, exactly.
  static void inertia(const Local<nx>& q, const double* p, const double* mass, double* M,
                      double* h) {
    set_translation(q, p, mass[0], M, h);
    if (mass[1] != 0) add_rotation(q, p, mass[1], M, h);
  }

  // r(s) = H1 p + H2 l t_p + H3 q + H4 l t_q with Hermite's cubics H and l = l_ref. The motion of
  // the nodes moves it by d r = N dx with N = [H1, H2 l n_p, H3, H4 l n_q], and N' v = -(H2 l t_p
  // phid_p^2 + H4 l t_q phid_q^2), so M = rho int N^T N ds and h = rho int N^T N' v ds.
  static void set_translation(const Local<nx>& q, const double* p, double rho, double* M,
                              double* h) {
    // int Hi Hk over 0..1, Hermite's cubics ordered: place of p, slope at p, place of q, slope at
    // q.
    static constexpr double kGram[4][4] = {
        {13. / 35, 11. / 210, 9. / 70, -13. / 420},
        {11. / 210, 1. / 105, 13. / 420, -1. / 140},
        {9. / 70, 13. / 420, 13. / 35, -11. / 210},
        {-13. / 420, -1. / 140, -11. / 210, 1. / 105},
    };
    const double l = p[4];
    const Tangent tp = tangent(q, p, 0), tq = tangent(q, p, 1);
    // Each coordinate moves one of the four places and slopes, in one direction.
    static constexpr int kMoved[nx] = {0, 0, 1, 2, 2, 3};
    const double direction[nx][2] = {{1, 0}, {0, 1}, {-l * tp.y, l * tp.x},
                                     {1, 0}, {0, 1}, {-l * tq.y, l * tq.x}};
    const double wp = q.v[2] * q.v[2] * l, wq = q.v[5] * q.v[5] * l;
    for (int i = 0; i < nx; ++i) {
      const double* gram = kGram[kMoved[i]];
      const double* di = direction[i];
      for (int k = 0; k <= i; ++k) {
        const double* dk = direction[k];
        M[k * nx + i] = M[i * nx + k] = rho * l * gram[kMoved[k]] * (di[0] * dk[0] + di[1] * dk[1]);
      }
      h[i] = -rho * l *
             (gram[1] * wp * (di[0] * tp.x + di[1] * tp.y) +
              gram[3] * wq * (di[0] * tq.x + di[1] * tq.y));
    }
  }

  // The sections turn with the slopes of the same cubic, small from the chord: theta(s) =
  // H2' phi_p + H3' psi + H4' phi_q + constant, psi the angle of the chord. These three weights sum
  // to 1, so a rigid motion turns every section at its own rate, and stretching turns none.
  static void add_rotation(const Local<nx>& q, const double* p, double J, double* M, double* h) {
    // int of the products of the weights of phi_p, psi, phi_q.
    static constexpr double kGram[3][3] = {
        {2. / 15, -1. / 10, -1. / 30}, {-1. / 10, 6. / 5, -1. / 10}, {-1. / 30, -1. / 10, 2. / 15}};
    const double dx = q.x[3] - q.x[0], dy = q.x[4] - q.x[1];
    const double length = std::sqrt(dx * dx + dy * dy);
    const double tx = dx / length, ty = dy / length;
    // psid = B v; psidd = B a - 2 (rate of the chord's length) psid / length.
    const double B[nx] = {ty / length, -tx / length, 0, -ty / length, tx / length, 0};
    const double ux = q.v[3] - q.v[0], uy = q.v[4] - q.v[1];
    const double psid = (tx * uy - ty * ux) / length;
    const double psidd = -2 * (tx * ux + ty * uy) * psid / length;
    const double rates[nx][3] = {{0, B[0], 0}, {0, B[1], 0}, {1, 0, 0},
                                 {0, B[3], 0}, {0, B[4], 0}, {0, 0, 1}};
    for (int i = 0; i < nx; ++i) {
      double weighted[3];
      for (int m = 0; m < 3; ++m)
        weighted[m] =
            J * p[4] *
            (rates[i][0] * kGram[0][m] + rates[i][1] * kGram[1][m] + rates[i][2] * kGram[2][m]);
      for (int k = 0; k < nx; ++k)
        M[k * nx + i] +=
            weighted[0] * rates[k][0] + weighted[1] * rates[k][1] + weighted[2] * rates[k][2];
      h[i] += weighted[1] * psidd;
    }
  }

  static constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point,
                                        NodeKind::angle};
  static constexpr DeformationSpec kDeformations[] = {
      {"elongation", unit::metre}, {"bending at p", unit::metre}, {"bending at q", unit::metre}};
  static constexpr Column kStiffness[] = {{"EA", "N", "stiffness in elongation"},
                                          {"EI", "N m^2", "stiffness in bending"}};
  static constexpr Column kMass[] = {{"rho", "kg/m", "mass per reference length"},
                                     {"J", "kg m", "rotary inertia per reference length"}};
};

}  // namespace mbs
