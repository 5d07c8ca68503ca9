// Structures of beams by hand, as yardsticks/net.h has nets of bars: a cantilever, and legs that
// rigid rods join into flexible four-bars.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "net.h"

namespace mbs::bench {

// A beam between two nodes (x, y, angle each), its deformations those of PLBEAM: elongation, and
// the bending at both ends over l.
struct Beam {
  double l, EA, EI, rho;

  // tangent := c M + s K (its lower half), force := M a + h + stresses.
  struct Part {
    double tangent[6][6], force[6];
  };
  void evaluate(const double* q, const double* w, const double* a, double c, double s,
                Part& out) const {
    static constexpr double kGram[4][4] = {{13. / 35, 11. / 210, 9. / 70, -13. / 420},
                                           {11. / 210, 1. / 105, 13. / 420, -1. / 140},
                                           {9. / 70, 13. / 420, 13. / 35, -11. / 210},
                                           {-13. / 420, -1. / 140, -11. / 210, 1. / 105}};
    static constexpr int kMoved[6] = {0, 0, 1, 2, 2, 3};
    const double dx = q[3] - q[0], dy = q[4] - q[1], now = std::sqrt(dx * dx + dy * dy);
    const double tx = dx / now, ty = dy / now;
    const double pc = std::cos(q[2]), ps = std::sin(q[2]), qc = std::cos(q[5]), qs = std::sin(q[5]);
    const double e1 = now - l, e2 = ps * dx - pc * dy, e3 = qc * dy - qs * dx;
    const double along_p = pc * dx + ps * dy, along_q = qc * dx + qs * dy;
    const double D[3][6] = {
        {-tx, -ty, 0, tx, ty, 0}, {-ps, pc, along_p, ps, -pc, 0}, {qs, -qc, 0, -qs, qc, -along_q}};
    const double k1 = EA / l, k2 = EI / (l * l * l);
    const double S[3] = {k1 * e1, k2 * (4 * e2 - 2 * e3), k2 * (4 * e3 - 2 * e2)};
    const double place[6][2] = {{1, 0}, {0, 1}, {-l * ps, l * pc},
                                {1, 0}, {0, 1}, {-l * qs, l * qc}};
    const double turn_p = w[2] * w[2] * l, turn_q = w[5] * w[5] * l;
    double K[6][6], M[6][6];
    for (int i = 0; i < 6; ++i) {
      double force = 0;
      const double bent_2 = k2 * (4 * D[1][i] - 2 * D[2][i]);
      const double bent_3 = k2 * (4 * D[2][i] - 2 * D[1][i]);
      for (int j = 0; j < 6; ++j) {
        const double dot = place[i][0] * place[j][0] + place[i][1] * place[j][1];
        M[i][j] = rho * l * kGram[kMoved[i]][kMoved[j]] * dot;
        force += M[i][j] * a[j];
        K[i][j] = k1 * D[0][i] * D[0][j] + bent_2 * D[1][j] + bent_3 * D[2][j];
      }
      force -= rho * l *
               (kGram[kMoved[i]][1] * turn_p * (place[i][0] * pc + place[i][1] * ps) +
                kGram[kMoved[i]][3] * turn_q * (place[i][0] * qc + place[i][1] * qs));
      for (int r = 0; r < 3; ++r) force += D[r][i] * S[r];
      out.force[i] = force;
    }
    const double across = S[0] / now;
    const double xx = across * ty * ty, xy = -across * tx * ty, yy = across * tx * tx;
    const double second[2][2] = {{xx, xy}, {xy, yy}};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        K[i][j] += second[i][j], K[i + 3][j + 3] += second[i][j];
        K[i][j + 3] -= second[i][j], K[i + 3][j] -= second[i][j];
      }
    K[2][2] -= S[1] * e2;
    K[5][5] -= S[2] * e3;
    const double turned_p[2] = {S[1] * pc, S[1] * ps}, turned_q[2] = {-S[2] * qc, -S[2] * qs};
    for (int i = 0; i < 2; ++i) {
      K[2][i + 3] += turned_p[i], K[i + 3][2] += turned_p[i];
      K[2][i] -= turned_p[i], K[i][2] -= turned_p[i];
      K[5][i + 3] += turned_q[i], K[i + 3][5] += turned_q[i];
      K[5][i] -= turned_q[i], K[i][5] -= turned_q[i];
    }
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j <= i; ++j) out.tangent[i][j] = c * M[i][j] + s * K[i][j];
  }
};

// One step of the trapezoidal rule, x1 = x + h v + h^2 (a + a1) / 4, v1 = v + h (a + a1) / 2, of
// unknowns whose equations `correct(c)` improves at (x, v, a).
template <class Correct>
void trapezoidal_step(std::vector<double>& x, std::vector<double>& v, std::vector<double>& a,
                      double h, int iterations, Correct correct) {
  const std::vector<double> x0 = x, v0 = v, a0 = a;
  const double c = 4 / (h * h);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += h * v0[i];
  const auto rates = [&] {
    for (std::size_t i = 0; i < x.size(); ++i) {
      a[i] = c * (x[i] - x0[i] - h * v0[i]) - a0[i];
      v[i] = v0[i] + h * (a0[i] + a[i]) / 2;
    }
  };
  for (int k = 0; k < iterations; ++k) {
    rates();
    correct(c);
  }
  rates();
}

// A cantilever of n beams along x under a force (0, P) at its tip: EA, EI, rho and length 1 / n
// each.
class Cantilever {
 public:
  Cantilever(std::size_t n, double EA, double EI, double rho, double P)
      : n_(n), beam_{1.0 / static_cast<double>(n), EA, EI, rho}, P_(P), matrix_(3 * n, 5) {
    x.assign(3 * n, 0.0);
    for (std::size_t k = 0; k < n; ++k) x[3 * k] = beam_.l * static_cast<double>(k + 1);
    v_.assign(3 * n, 0.0);
    a_ = rest_ = v_;
  }
  std::vector<double> x;  // place and angle of nodes 1 .. n

  double newton() {
    matrix_.clear();
    assemble(0, 1);
    matrix_.factor();
    matrix_.solve(rest_);
    double most = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += rest_[i];
      most = std::max(most, std::fabs(rest_[i]));
    }
    return most;
  }
  void accelerate() {
    matrix_.clear();
    assemble(1, 0);
    matrix_.factor();
    matrix_.solve(rest_);
    a_ = rest_;
  }
  void step(double h, int iterations) {
    trapezoidal_step(x, v_, a_, h, iterations, [&](double c) {
      matrix_.clear();
      assemble(c, 1);
      matrix_.factor();
      matrix_.solve(rest_);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += rest_[i];
    });
  }

 private:
  // matrix := c M + s K, rest := loads - M a - h - stresses.
  void assemble(double c, double s) {
    std::fill(rest_.begin(), rest_.end(), 0.0);
    rest_[3 * n_ - 2] = P_;
    Beam::Part part;
    for (std::size_t e = 0; e < n_; ++e) {
      double q[6] = {0, 0, 0, 0, 0, 0}, w[6] = {0, 0, 0, 0, 0, 0}, b[6] = {0, 0, 0, 0, 0, 0};
      const std::size_t first = e == 0 ? 3 : 0;
      for (std::size_t i = first; i < 6; ++i) {
        q[i] = x[3 * e + i - 3];
        w[i] = v_[3 * e + i - 3];
        b[i] = a_[3 * e + i - 3];
      }
      beam_.evaluate(q, w, b, c, s, part);
      for (std::size_t i = first; i < 6; ++i) {
        rest_[3 * e + i - 3] -= part.force[i];
        for (std::size_t j = first; j <= i; ++j)
          matrix_.add(3 * e + i - 3, 3 * e + j - 3, part.tangent[i][j]);
      }
    }
  }

  std::size_t n_;
  Beam beam_;
  double P_;
  Band matrix_;
  std::vector<double> v_, a_, rest_;
};

// Legs of length 1 in a row at a distance of 1, leaning by 60 degrees, each of `beams` beams on a
// hinge and with a mass at its top; a rigid rod joins each top to the next. They fall. The force of
// a rod stands behind its two legs among the unknowns, so that no pivot is 0.
class FlexibleFourBars {
 public:
  static constexpr double kLean = 3.14159265358979324 / 3, kGravity = 9.81;

  FlexibleFourBars(std::size_t loops, std::size_t beams, double EA, double EI, double rho,
                   double top_mass)
      : legs_(loops + 1),
        beams_(beams),
        top_mass_(top_mass),
        beam_{1.0 / static_cast<double>(beams), EA, EI, rho},
        matrix_(legs_ * (3 * beams + 1) + loops, 3 * beams + 5) {
    x.assign(legs_ * (3 * beams + 1) + loops, 0.0);
    v_ = a_ = rest_ = x;
    forces_.assign(loops, 0.0);
    for (std::size_t leg = 0; leg < legs_; ++leg)
      for (std::size_t node = 0; node <= beams_; ++node) {
        const double way = beam_.l * static_cast<double>(node);
        x[turn(leg, node)] = kLean;
        if (node == 0) continue;
        x[turn(leg, node) - 2] = static_cast<double>(leg) + way * std::cos(kLean);
        x[turn(leg, node) - 1] = way * std::sin(kLean);
      }
  }
  std::vector<double> x;  // places and angles of the nodes; 0 where a rod's force stands
  std::size_t top(std::size_t leg) const { return turn(leg, beams_) - 2; }

  void accelerate() {
    solve(1, 0);
    a_ = rest_;
  }
  void step(double h, int iterations) {
    trapezoidal_step(x, v_, a_, h, iterations, [&](double c) {
      solve(c, 1);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += rest_[i];
    });
  }

 private:
  // Unknowns: of a foot its angle, of other nodes x, y and angle; behind the second leg and each
  // further one the force of the rod that ends there.
  std::size_t turn(std::size_t leg, std::size_t node) const {
    return leg * (3 * beams_ + 1) + (leg > 1 ? leg - 1 : 0) + 3 * node;
  }
  std::size_t rod(std::size_t k) const { return turn(k + 1, beams_) + 1; }

  // rest := the corrections of c M + s K; those of the forces are taken over at once.
  void solve(double c, double s) {
    matrix_.clear();
    assemble(c, s);
    matrix_.factor();
    matrix_.solve(rest_);
    for (std::size_t k = 0; k + 1 < legs_; ++k) {
      forces_[k] += rest_[rod(k)];
      rest_[rod(k)] = 0;
    }
  }
  void assemble(double c, double s) {
    std::fill(rest_.begin(), rest_.end(), 0.0);
    Beam::Part part;
    for (std::size_t leg = 0; leg < legs_; ++leg) {
      for (std::size_t e = 0; e < beams_; ++e) {
        // Gravity as an acceleration of the ground.
        double q[6] = {static_cast<double>(leg), 0, 0, 0, 0, 0}, w[6] = {0, 0, 0, 0, 0, 0};
        double b[6] = {0, kGravity, 0, 0, kGravity, 0};
        const std::size_t first = e == 0 ? 2 : 0, at = turn(leg, e) - (e == 0 ? 0 : 2);
        for (std::size_t i = first; i < 6; ++i) {
          q[i] = x[at + i - first];
          w[i] = v_[at + i - first];
          b[i] += a_[at + i - first];
        }
        beam_.evaluate(q, w, b, c, s, part);
        for (std::size_t i = first; i < 6; ++i) {
          rest_[at + i - first] -= part.force[i];
          for (std::size_t j = first; j <= i; ++j)
            matrix_.add(at + i - first, at + j - first, part.tangent[i][j]);
        }
      }
      for (std::size_t i = 0; i < 2; ++i) {
        rest_[top(leg) + i] -= top_mass_ * (a_[top(leg) + i] + (i == 1 ? kGravity : 0));
        matrix_.add(top(leg) + i, top(leg) + i, c * top_mass_);
      }
    }
    for (std::size_t k = 0; k + 1 < legs_; ++k) {
      const std::size_t p = top(k), q = top(k + 1), row = rod(k);
      const double d[2] = {x[q] - x[p], x[q + 1] - x[p + 1]};
      const double l = std::sqrt(d[0] * d[0] + d[1] * d[1]), across = s * forces_[k] / l;
      rest_[row] = 1 - l;
      for (std::size_t i = 0; i < 2; ++i) {
        rest_[p + i] += forces_[k] * d[i] / l;
        rest_[q + i] -= forces_[k] * d[i] / l;
        matrix_.add(row, p + i, -d[i] / l);
        matrix_.add(row, q + i, d[i] / l);
        for (std::size_t j = 0; j < 2; ++j) {
          const double K = across * ((i == j ? 1 : 0) - d[i] * d[j] / (l * l));
          matrix_.add(p + i, p + j, K);
          matrix_.add(q + i, q + j, K);
          matrix_.add(q + i, p + j, -K);
        }
      }
    }
  }

  std::size_t legs_, beams_;
  double top_mass_;
  Beam beam_;
  Band matrix_;
  std::vector<double> v_, a_, rest_, forces_;
};

}  // namespace mbs::bench
