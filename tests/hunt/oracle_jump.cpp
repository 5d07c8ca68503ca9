// Impulses: M (v+ - v-) + De^T L = J^T P in the free coordinates, De v+ = ed in the constraints.
#include "oracle.h"

namespace hunt {

bool Oracle::jump(double t, const Numbers& x, Numbers& v, std::vector<Strike>& strikes) const {
  Numbers px = x, pv = v, a, e, ed, edd, now, D2e, h, weight;
  prescribe(t, px, pv, a, e, ed, edd);
  Matrix De, M;
  place(px, pv, now, De, D2e);
  inertia(px, pv, M, h, weight);
  const int nf = static_cast<int>(free_.size()), nc = static_cast<int>(constrained_.size());
  const int all = nf + nc + static_cast<int>(strikes.size());
  Matrix A(all, all);
  Numbers b(at(all), 0);
  // Unknown are the jumps of the free velocities; those of the others are given.
  for (int i = 0; i < nf; ++i) {
    for (int j = 0; j < nf; ++j) A(i, j) = M(free_[at(i)], free_[at(j)]);
    for (int j = 0; j < nx_; ++j) b[at(i)] -= M(free_[at(i)], j) * (pv[at(j)] - v[at(j)]);
  }
  for (int k = 0; k < nc; ++k) {
    const int c = constrained_[at(k)];
    for (int j = 0; j < nf; ++j) A(nf + k, j) = A(j, nf + k) = De(c, free_[at(j)]);
    b[at(nf + k)] = ed[at(c)];
    for (int j = 0; j < nx_; ++j) b[at(nf + k)] -= De(c, j) * pv[at(j)];
  }
  for (std::size_t k = 0; k < strikes.size(); ++k) {
    const Strike& s = strikes[k];
    const int row = nf + nc + static_cast<int>(k);
    auto rate_by = [&](int i) {
      return s.coordinate ? (i == s.index ? 1.0 : 0.0) : De(s.index, i);
    };
    for (int j = 0; j < nf; ++j) {
      const int i = free_[at(j)];
      A(row, j) = rate_by(i);
      A(j, row) = -A(row, j) - (s.friction != 0 ? s.friction * De(s.index + 1, i) : 0);
    }
    b[at(row)] = s.u;
    for (int i = 0; i < nx_; ++i) b[at(row)] -= rate_by(i) * pv[at(i)];
  }
  const Elimination system(A);
  if (system.quality() < 1e-4) return false;
  const Numbers jump = system.solve(b);
  v = pv;
  for (int i = 0; i < nf; ++i) v[at(free_[at(i)])] += jump[at(i)];
  for (std::size_t k = 0; k < strikes.size(); ++k)
    strikes[k].impulse = jump[at(nf + nc + static_cast<int>(k))];
  return true;
}

}  // namespace hunt
