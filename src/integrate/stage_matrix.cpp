#include "integrate/stage_matrix.h"

namespace mbs {

StageMatrix::StageMatrix(const OdeSystem& system)
    : n_(system.n),
      positions_(system.plain ? system.pairs : 0),
      jacobian_(static_cast<std::size_t>(system.n) * static_cast<std::size_t>(system.n)),
      core_(system.n - positions_) {}

bool StageMatrix::factor(double s) {
  s_ = s;
  const Matrix core = core_.matrix();
  const double* const corner = jacobian_.data() + positions_;
  for (int j = 0; j < core.cols; ++j) {
    const double* of_core = corner + static_cast<std::ptrdiff_t>(positions_ + j) * n_;
    double* column = core.column(j);
    for (int i = 0; i < core.rows; ++i) column[i] = -of_core[i];
    column[j] += s;
    if (j >= positions_) continue;
    const double* of_position = corner + static_cast<std::ptrdiff_t>(j) * n_;
    for (int i = 0; i < core.rows; ++i) column[i] -= of_position[i] / s;
  }
  return core_.factor() < 0;
}

void StageMatrix::solve(double* b) const {
  for (int j = 0; j < positions_; ++j) {
    const double* column = jacobian_.data() + static_cast<std::ptrdiff_t>(j) * n_;
    for (int i = positions_; i < n_; ++i) b[i] += b[j] / s_ * column[i];
  }
  core_.solve(b + positions_);
  for (int j = 0; j < positions_; ++j) b[j] = (b[j] + b[positions_ + j]) / s_;
}

bool StageMatrix::keep_slow(double s, int pairs, std::vector<double>& b) {
  constexpr int kSweeps = 4;
  if (!factor(s)) return false;
  for (int pass = 0; pass < kSweeps; ++pass) {
    for (int i = 0; i < n_; ++i) b[i] = i >= pairs && i < 2 * pairs ? s * b[i] : 0;
    solve(b.data());
  }
  return true;
}

}  // namespace mbs
