// Nets of bars and a cantilever of beams by hand, as a program for one structure would have them:
// everything inlined, the tangent in a band of the nodes' own order, factors L D L^T without
// pivots. Newton's method for an equilibrium, and steps of the trapezoidal rule, whose work is that
// of any implicit method of second order: the matrix is made anew in each iteration.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace mbs::bench {

// A symmetric matrix by rows of its lower band, the diagonal last.
class Band {
 public:
  Band(std::size_t n, std::size_t width) : n_(n), w_(width), a_(n * (width + 1)) {}
  void clear() { std::fill(a_.begin(), a_.end(), 0.0); }
  void add(std::size_t i, std::size_t j, double value) {
    if (i >= j) a_[i * (w_ + 1) + w_ - (i - j)] += value;
  }
  void factor() {
    for (std::size_t i = 0; i < n_; ++i) {
      double* row = &a_[i * (w_ + 1)] + w_ - i;  // row[j]: of column j
      const std::size_t first = i > w_ ? i - w_ : 0;
      for (std::size_t j = first; j < i; ++j) {
        const double* other = &a_[j * (w_ + 1)] + w_ - j;
        double sum = row[j];
        for (std::size_t k = std::max(first, j > w_ ? j - w_ : 0); k < j; ++k)
          sum -= row[k] * other[k];
        row[j] = sum;
      }
      double pivot = row[i];
      for (std::size_t j = first; j < i; ++j) {
        const double l = row[j] / a_[j * (w_ + 1) + w_];
        pivot -= l * row[j];
        row[j] = l;
      }
      row[i] = pivot;
    }
  }
  void solve(std::vector<double>& b) const {
    for (std::size_t i = 0; i < n_; ++i) {
      const double* row = &a_[i * (w_ + 1)] + w_ - i;
      for (std::size_t j = i > w_ ? i - w_ : 0; j < i; ++j) b[i] -= row[j] * b[j];
    }
    for (std::size_t i = n_; i-- > 0;) {
      const double* row = &a_[i * (w_ + 1)] + w_ - i;
      b[i] /= row[i];
    }
    for (std::size_t i = n_; i-- > 0;) {
      const double* row = &a_[i * (w_ + 1)] + w_ - i;
      for (std::size_t j = i > w_ ? i - w_ : 0; j < i; ++j) b[j] -= row[j] * b[i];
    }
  }

 private:
  std::size_t n_, w_;
  std::vector<double> a_;
};

// Bars of stiffness EA and mass rho per length between points; points 0 .. free - 1 move.
template <std::size_t kDim>
class BarNet {
 public:
  using Point = std::array<double, kDim>;
  struct Bar {
    std::size_t a, b;
    double stiffness, length, mass;
  };
  std::vector<Point> points;
  std::vector<Bar> bars;
  std::vector<double> load;  // of the free points
  std::size_t free = 0;

  void connect(std::size_t a, std::size_t b, double EA, double rho) {
    double square = 0;
    for (std::size_t c = 0; c < kDim; ++c)
      square += (points[b][c] - points[a][c]) * (points[b][c] - points[a][c]);
    const double length = std::sqrt(square);
    bars.push_back({a, b, EA / length, length, rho * length});
  }
  void begin() {
    std::size_t width = 0;
    for (const Bar& bar : bars)
      if (std::max(bar.a, bar.b) < free)
        width = std::max(width, std::max(bar.a, bar.b) - std::min(bar.a, bar.b));
    matrix_.assign(1, Band(free * kDim, (width + 1) * kDim - 1));
    load.resize(free * kDim, 0.0);
    rest_.assign(free * kDim, 0.0);
    v.assign(free * kDim, 0.0);
    a_.assign(free * kDim, 0.0);
  }
  // One iteration of Newton's method; the largest change.
  double newton() {
    matrix_[0].clear();
    rest_ = load;
    assemble(0, 1);
    matrix_[0].factor();
    matrix_[0].solve(rest_);
    double most = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      points[i / kDim][i % kDim] += rest_[i];
      most = std::max(most, std::fabs(rest_[i]));
    }
    return most;
  }
  // x1 = x + h v + h^2 (a + a1) / 4, v1 = v + h (a + a1) / 2.
  void step(double h, int iterations) {
    before_ = points;
    v0_ = v, a0_ = a_;
    for (std::size_t i = 0; i < v.size(); ++i) points[i / kDim][i % kDim] += h * v[i];
    const double c = 4 / (h * h);
    for (int k = 0; k < iterations; ++k) {
      for (std::size_t i = 0; i < v.size(); ++i)
        a_[i] =
            c * (points[i / kDim][i % kDim] - before_[i / kDim][i % kDim] - h * v0_[i]) - a0_[i];
      matrix_[0].clear();
      rest_ = load;
      assemble(c, 1);
      matrix_[0].factor();
      matrix_[0].solve(rest_);
      for (std::size_t i = 0; i < rest_.size(); ++i) points[i / kDim][i % kDim] += rest_[i];
    }
    for (std::size_t i = 0; i < v.size(); ++i) {
      a_[i] = c * (points[i / kDim][i % kDim] - before_[i / kDim][i % kDim] - h * v0_[i]) - a0_[i];
      v[i] = v0_[i] + h * (a0_[i] + a_[i]) / 2;
    }
  }
  // The accelerations of the start.
  void accelerate() {
    matrix_[0].clear();
    rest_ = load;
    a_.assign(a_.size(), 0.0);
    assemble(1, 0);
    matrix_[0].factor();
    matrix_[0].solve(rest_);
    a_ = rest_;
  }
  std::vector<double> v;

 private:
  // matrix += c M + s K, rest -= M a + forces of the bars.
  void assemble(double c, double s) {
    for (const Bar& bar : bars) {
      Point d;
      double square = 0;
      for (std::size_t i = 0; i < kDim; ++i) {
        d[i] = points[bar.b][i] - points[bar.a][i];
        square += d[i] * d[i];
      }
      const double l = std::sqrt(square), N = bar.stiffness * (l - bar.length);
      const double across = N / l, along = (bar.stiffness - across) / square;
      const double heavy = bar.mass / 3, light = bar.mass / 6;
      const bool moves_a = bar.a < free, moves_b = bar.b < free;
      for (std::size_t i = 0; i < kDim; ++i) {
        const std::size_t ai = bar.a * kDim + i, bi = bar.b * kDim + i;
        const double aa = moves_a ? a_[ai] : 0, ab = moves_b ? a_[bi] : 0;
        if (moves_a) rest_[ai] -= -across * d[i] + heavy * aa + light * ab;
        if (moves_b) rest_[bi] -= across * d[i] + heavy * ab + light * aa;
        for (std::size_t j = 0; j < kDim; ++j) {
          const double k = s * (along * d[i] * d[j] + (i == j ? across : 0));
          const double m = i == j ? c : 0;
          const std::size_t aj = bar.a * kDim + j, bj = bar.b * kDim + j;
          if (moves_a) matrix_[0].add(ai, aj, k + heavy * m);
          if (moves_b) matrix_[0].add(bi, bj, k + heavy * m);
          if (!moves_a || !moves_b) continue;
          matrix_[0].add(ai, bj, light * m - k);
          matrix_[0].add(bi, aj, light * m - k);
        }
      }
    }
  }

  std::vector<Band> matrix_;
  std::vector<double> rest_, a_, v0_, a0_;
  std::vector<Point> before_;
};

// A cantilever of n beams along x under a force (0, P) at its tip: EA, EI, rho and length 1 / n
// each; the deformations are those of PLBEAM (elongation, and the bending at both ends over l).
class Cantilever {
 public:
  Cantilever(std::size_t n, double EA, double EI, double rho, double P)
      : n_(n),
        l_(1.0 / static_cast<double>(n)),
        EA_(EA),
        EI_(EI),
        rho_(rho),
        P_(P),
        matrix_(3 * n, 5) {
    x.assign(3 * n, 0.0);
    for (std::size_t k = 0; k < n; ++k) x[3 * k] = l_ * static_cast<double>(k + 1);
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
    const std::vector<double> x0 = x, v0 = v_, a0 = a_;
    const double c = 4 / (h * h);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += h * v0[i];
    const auto rates = [&] {
      for (std::size_t i = 0; i < x.size(); ++i) {
        a_[i] = c * (x[i] - x0[i] - h * v0[i]) - a0[i];
        v_[i] = v0[i] + h * (a0[i] + a_[i]) / 2;
      }
    };
    for (int k = 0; k < iterations; ++k) {
      rates();
      matrix_.clear();
      assemble(c, 1);
      matrix_.factor();
      matrix_.solve(rest_);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += rest_[i];
    }
    rates();
  }

 private:
  // matrix := c M + s K, rest := loads - M a - h - stresses.
  void assemble(double c, double s) {
    static constexpr double kGram[4][4] = {{13. / 35, 11. / 210, 9. / 70, -13. / 420},
                                           {11. / 210, 1. / 105, 13. / 420, -1. / 140},
                                           {9. / 70, 13. / 420, 13. / 35, -11. / 210},
                                           {-13. / 420, -1. / 140, -11. / 210, 1. / 105}};
    static constexpr int kMoved[6] = {0, 0, 1, 2, 2, 3};
    std::fill(rest_.begin(), rest_.end(), 0.0);
    rest_[3 * n_ - 2] = P_;
    for (std::size_t e = 0; e < n_; ++e) {
      double q[6] = {0, 0, 0, 0, 0, 0}, w[6] = {0, 0, 0, 0, 0, 0}, b[6] = {0, 0, 0, 0, 0, 0};
      for (std::size_t i = e == 0 ? 3 : 0; i < 6; ++i) {
        q[i] = x[3 * e + i - 3];
        w[i] = v_[3 * e + i - 3];
        b[i] = a_[3 * e + i - 3];
      }
      const double dx = q[3] - q[0], dy = q[4] - q[1], l = std::sqrt(dx * dx + dy * dy);
      const double tx = dx / l, ty = dy / l;
      const double pc = std::cos(q[2]), ps = std::sin(q[2]), qc = std::cos(q[5]),
                   qs = std::sin(q[5]);
      const double e1 = l - l_, e2 = ps * dx - pc * dy, e3 = qc * dy - qs * dx;
      const double along_p = pc * dx + ps * dy, along_q = qc * dx + qs * dy;
      const double D[3][6] = {{-tx, -ty, 0, tx, ty, 0},
                              {-ps, pc, along_p, ps, -pc, 0},
                              {qs, -qc, 0, -qs, qc, -along_q}};
      const double k1 = EA_ / l_, k2 = EI_ / (l_ * l_ * l_);
      const double S[3] = {k1 * e1, k2 * (4 * e2 - 2 * e3), k2 * (4 * e3 - 2 * e2)};
      const double place[6][2] = {{1, 0}, {0, 1}, {-l_ * ps, l_ * pc},
                                  {1, 0}, {0, 1}, {-l_ * qs, l_ * qc}};
      const double turn_p = w[2] * w[2] * l_, turn_q = w[5] * w[5] * l_;
      double K[6][6], M[6][6];
      for (int i = 0; i < 6; ++i) {
        double force = 0;
        const double bent_2 = k2 * (4 * D[1][i] - 2 * D[2][i]);
        const double bent_3 = k2 * (4 * D[2][i] - 2 * D[1][i]);
        for (int j = 0; j < 6; ++j) {
          const double dot = place[i][0] * place[j][0] + place[i][1] * place[j][1];
          M[i][j] = rho_ * l_ * kGram[kMoved[i]][kMoved[j]] * dot;
          force += M[i][j] * b[j];
          K[i][j] = k1 * D[0][i] * D[0][j] + bent_2 * D[1][j] + bent_3 * D[2][j];
        }
        force -= rho_ * l_ *
                 (kGram[kMoved[i]][1] * turn_p * (place[i][0] * pc + place[i][1] * ps) +
                  kGram[kMoved[i]][3] * turn_q * (place[i][0] * qc + place[i][1] * qs));
        for (int r = 0; r < 3; ++r) force += D[r][i] * S[r];
        if (e > 0 || i >= 3) rest_[3 * e + static_cast<std::size_t>(i) - 3] -= force;
      }
      const double across = S[0] / l;
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
      for (std::size_t i = e == 0 ? 3 : 0; i < 6; ++i)
        for (std::size_t j = e == 0 ? 3 : 0; j <= i; ++j)
          matrix_.add(3 * e + i - 3, 3 * e + j - 3, c * M[i][j] + s * K[i][j]);
    }
  }

  std::size_t n_;
  double l_, EA_, EI_, rho_, P_;
  Band matrix_;
  std::vector<double> v_, a_, rest_;
};

}  // namespace mbs::bench
