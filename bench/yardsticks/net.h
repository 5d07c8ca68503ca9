// Nets of bars by hand, as a program for one structure would have them: everything inlined, the
// tangent in a band of the nodes' own order, factors L D L^T without pivots. Newton's method for an
// equilibrium, and steps of the trapezoidal rule, whose work is that of any implicit method of
// second order: the matrix is made anew in each iteration.
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

}  // namespace mbs::bench
