// Impulses: M (v+ - v-) + De^T L = 0 in the free coordinates, De v+ = ed in the constraints.
#include "oracle.h"

namespace hunt {

bool Oracle::jump(double t, const Numbers& x, Numbers& v, int struck, double u) const {
  Numbers px = x, pv = v, a, e, ed, edd, now, D2e, h, weight;
  prescribe(t, px, pv, a, e, ed, edd);
  Matrix De, M;
  place(px, pv, now, De, D2e);
  inertia(px, pv, M, h, weight);
  const int nf = static_cast<int>(free_.size()), nc = static_cast<int>(constrained_.size());
  const int all = nf + nc + (struck >= 0 ? 1 : 0);
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
  if (struck >= 0)
    for (int j = 0; j < nf; ++j)
      if (free_[at(j)] == struck) {
        A(all - 1, j) = A(j, all - 1) = 1;
        b[at(all - 1)] = u - pv[at(struck)];
      }
  const Elimination system(A);
  if (system.quality() < 1e-4) return false;
  const Numbers jump = system.solve(b);
  v = pv;
  for (int i = 0; i < nf; ++i) v[at(free_[at(i)])] += jump[at(i)];
  return true;
}

}  // namespace hunt
