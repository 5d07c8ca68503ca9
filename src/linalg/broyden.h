// Broyden's good update of an iteration whose matrix is kept: the changes that the steps before
// have had improve the next one (Broyden 1965; in the form that stores steps alone, Kelley 1995).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/views.h"

namespace mbs {

class Broyden {
 public:
  // n unknowns, at most `most` updates. A step becomes up to 1 / least times as long, or short.
  Broyden(std::size_t n, std::size_t most, double least = 0.2)
      : n_(n), least_(least), before_(n * most), after_(n * most), squares_(most), last_(n) {}

  // With another matrix.
  void begin() { count_ = 0, has_last_ = false; }
  // With the same matrix, for other equations that are much like those before: updates stay.
  void go_on() { has_last_ = false; }
  // s: the step of the kept matrix; becomes the step to take.
  void improve(Vector s) {
    for (std::size_t j = 0; j < count_; ++j)
      add(product(before(j), s.data()) / squares_[j], after(j), s);
    if (has_last_) update(s);
    std::copy(s.begin(), s.end(), last_.begin());
    has_last_ = true;
  }

 private:
  // What the step before has left, in the direction of that step, is what the matrix lacks.
  void update(Vector s) {
    const double square = product(last_.data(), last_.data());
    const double kept = square > 0 ? 1 - product(last_.data(), s.data()) / square : 0;
    // A step that turns the last one round, or goes on as far, is no line to follow.
    if (!(kept >= least_ && kept <= 1 / least_)) return begin();
    for (double& one : s) one /= kept;
    if (count_ == squares_.size()) return;
    std::copy(last_.begin(), last_.end(), before(count_));
    std::copy(s.begin(), s.end(), after(count_));
    squares_[count_++] = square;
  }
  double* before(std::size_t j) { return before_.data() + j * n_; }
  double* after(std::size_t j) { return after_.data() + j * n_; }
  double product(const double* a, const double* b) const {
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) sum += a[i] * b[i];
    return sum;
  }
  void add(double factor, const double* step, Vector s) const {
    for (std::size_t i = 0; i < n_; ++i) s[i] += factor * step[i];
  }

  std::size_t n_;
  double least_;
  std::size_t count_ = 0;
  // Of each update: a step, the step after it, and the square of the former.
  std::vector<double> before_, after_, squares_, last_;
  bool has_last_ = false;
};

// When a matrix that is kept costs more than a new one. It is renewed where the next step would
// take more iterations than the steps since it was new have taken in the mean, its own cost
// included.
class MatrixAge {
 public:
  // iterations: of the step just solved; fresh: with a new matrix.
  bool is_old(int iterations, bool fresh) {
    if (fresh) {
      steps_ = 0, spent_ = kCostOfRenewal;
      if (++renewals_ % kTries == 0) first_kept_ = 0;
    } else if (steps_ == 1) {
      first_kept_ = iterations;
    }
    spent_ += iterations;
    ++steps_;
    return steps_ * (fresh ? first_kept_ : iterations) > spent_;
  }

 private:
  // In iterations; and how often a matrix is kept once more that has not served a second step.
  static constexpr int kCostOfRenewal = 3, kTries = 8;

  int steps_ = 0, spent_ = 0, renewals_ = 0;
  int first_kept_ = 0;  // iterations of the first step with a matrix of the step before
};

}  // namespace mbs
