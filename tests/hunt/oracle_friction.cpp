// Joints with friction. What slides takes mu times the load that presses it, and the load depends
// on what all of them take; what sticks is a constraint of its own.
#include <cmath>

#include "oracle.h"

namespace hunt {

namespace {
constexpr int kMostTurns = 400;
constexpr double kSettled = 3e-15;
}  // namespace

double Oracle::pressing(int element, const Numbers& s) const {
  const Element& e = m_.elements[at(element)];
  const std::size_t press = at(deformation(element, 0));  // the first of one or two that press
  const double a = s[press], b = press + 1 < s.size() ? s[press + 1] : 0, size = e.rub.size;
  if (e.kind == Kind::revolute) return size * std::hypot(a, b);
  if (e.kind == Kind::slider && size > 0)
    return std::fabs(a / 2 + b / size) + std::fabs(a / 2 - b / size);
  return std::fabs(a);
}

// What the leader would hold alone, over the bounds of all of them; by virtual work.
double Oracle::part(int leader, const Numbers& s, const Numbers& friction) const {
  const Rub& first = m_.elements[at(leader)].rub;
  double alone = s[at(slip(first))], bounds = first.mu_s * pressing(leader, s);
  for (std::size_t k = 0; k < rubs_.size(); ++k) {
    if (rubs_[k].leader != leader) continue;
    alone += rubs_[k].ratio * friction[k];
    bounds += std::fabs(rubs_[k].ratio) * rubs_[k].mu * pressing(rubs_[k].element, s);
  }
  return bounds > 0 ? alone / bounds : 0;
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
      const Rubbing& rub = rubs_[k];
      const double side = rub.side != 0 ? rub.side : out.ed[rub.slip];
      const double bound = rub.mu * pressing(rub.element, s);
      const double now = rub.leader < 0
                             ? std::copysign(bound, side)
                             : std::copysign(bound, rub.ratio) * part(rub.leader, s, friction);
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
