// Joints with friction that slide: each takes mu times the load that presses it, and the load
// depends on what all of them take.
#include <cmath>

#include "oracle.h"

namespace hunt {

namespace {
constexpr int kMostTurns = 400;
constexpr double kSettled = 3e-15;
}  // namespace

double Oracle::Rubbing::load(const Numbers& s) const {
  const double a = s[press], b = press + 1 < s.size() ? s[press + 1] : 0;
  if (kind == Kind::revolute) return size * std::hypot(a, b);
  if (kind == Kind::slider && size > 0)
    return std::fabs(a / 2 + b / size) + std::fabs(a / 2 - b / size);
  return std::fabs(a);
}

double Oracle::slowest_slip(const Numbers& ed) const {
  double out = INFINITY;
  for (const Rubbing& rub : rubs_) out = std::fmin(out, std::fabs(ed[rub.slip]));
  return out;
}

bool Oracle::slips_turn(const Numbers& ed, const Numbers& other) const {
  for (const Rubbing& rub : rubs_)
    if ((ed[rub.slip] < 0) != (other[rub.slip] < 0)) return true;
  return false;
}

// By turns: forces that press, friction, forces that press. Where that does not settle the system
// is called singular.
Numbers Oracle::solve_sliding(const Elimination& system, const Matrix& De, const Numbers& b,
                              Sample& out) const {
  const std::size_t nf = free_.size();
  Numbers friction(rubs_.size(), 0), u;
  for (int turn = 0; turn < kMostTurns; ++turn) {
    Numbers loaded = b;
    for (std::size_t k = 0; k < rubs_.size(); ++k)
      for (std::size_t i = 0; i < nf; ++i)
        loaded[i] -= De(static_cast<int>(rubs_[k].slip), free_[i]) * friction[k];
    u = system.solve(loaded);
    Numbers s = out.s;
    for (std::size_t k = 0; k < constrained_.size(); ++k) s[at(constrained_[k])] = u[nf + k];
    double change = 0, size = 0;
    for (std::size_t k = 0; k < rubs_.size(); ++k) {
      const double now = std::copysign(rubs_[k].mu * rubs_[k].load(s), out.ed[rubs_[k].slip]);
      change = std::fmax(change, std::fabs(now - friction[k]));
      size = std::fmax(size, std::fabs(now));
      friction[k] = now;
    }
    if (!(size < 1e12)) break;
    if (change > kSettled * size) continue;
    for (std::size_t k = 0; k < rubs_.size(); ++k) out.s[rubs_[k].slip] = friction[k];
    return u;
  }
  out.quality = 0;
  return Numbers(u.size(), NAN);
}

}  // namespace hunt
