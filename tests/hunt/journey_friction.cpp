// Friction in joints on the way. A slip that comes to its end is held if mu_s suffices: its rate
// and acceleration are 0 then, and its force follows. What is held is let go where the force passes
// mu_s times what presses, to the side that the force has kept it from. Joints that hold one motion
// together have the same part of their bounds. Where two joints decide at once, or something else
// holds what one is to hold, friction has no single value.
#include <algorithm>
#include <cmath>

#include "journey.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr double kStill = 1e-9, kSlow = 1e-4;  // slip rates [m/s, rad/s]
constexpr double kTie = 1e-7;                  // of the bound of friction
constexpr double kSingularSystem = 1e-7;
constexpr int kMostReleases = 4;

}  // namespace

// Sides of what slides; what is at rest sticks if it can.
bool Journey::begin_to_rub() {
  if (!now_.has_friction()) return true;
  const Sample first = oracle_->sample(t_, x_, v_);
  if (!(first.quality > 0)) return false;
  bool rests = false;
  for (Element& e : now_.elements) {
    if (!e.rub.given()) continue;
    const double rate = first.ed[at(oracle_->slip(e.rub))];
    if (std::fabs(rate) > kStill && std::fabs(rate) < kSlow) return false;
    e.rub.side = rate < 0 ? -1 : 1;
    e.rub.sticks = std::fabs(rate) <= kStill;
    if (e.rub.sticks) now_.elements[at(e.rub.slip)].cls[at(e.rub.component)] = Class::fixed;
    rests = rests || e.rub.sticks;
  }
  const long spent = oracle_->evaluations;
  auto begun = std::make_unique<Oracle>(now_);
  begun->wind_as(*oracle_);
  oracle_ = std::move(begun);
  oracle_->evaluations = spent;
  if (!rests) return true;
  return share() && settle(-1);
}

// Of what stands, each slip that the others hold gets the one whose motion it follows as its
// leader, and the ratio of the two slips. One that nothing or more than one of them decides has no
// single value.
bool Journey::share() {
  std::vector<int> standing, kept, rows = oracle_->constrained();
  for (int e = 0; e < static_cast<int>(now_.elements.size()); ++e) {
    Rub& rub = now_.elements[at(e)].rub;
    if (!rub.given() || !rub.stands()) continue;
    standing.push_back(e);
    rub.leader = -1;
    rub.sticks = true;
    now_.elements[at(rub.slip)].cls[at(rub.component)] = Class::fixed;
    rows.erase(std::remove(rows.begin(), rows.end(), oracle_->slip(rub)), rows.end());
  }
  const Matrix De = oracle_->jacobian(x_);
  const std::vector<int>& free = oracle_->free_coordinates();
  // Motions that leave all these rows at rest; and how slip e goes in them.
  const auto motions = [&](const std::vector<int>& held) {
    Matrix A(static_cast<int>(held.size()), static_cast<int>(free.size()));
    for (int i = 0; i < A.rows; ++i)
      for (int j = 0; j < A.columns; ++j) A(i, j) = De(held[at(i)], free[at(j)]);
    double quality = 0;
    return null_space(A, quality);
  };
  const auto goes = [&](int e, const Matrix& N) {
    Numbers out(at(N.columns), 0);
    for (int k = 0; k < N.columns; ++k)
      for (int j = 0; j < N.rows; ++j)
        out[at(k)] += De(oracle_->slip(now_.elements[at(e)].rub), free[at(j)]) * N(j, k);
    return out;
  };
  const auto most = [](const Numbers& of) {
    double out = 0;
    for (const double v : of) out = std::fmax(out, std::fabs(v));
    return out;
  };
  for (const int e : standing) {
    Rub& rub = now_.elements[at(e)].rub;
    const double moves = most(goes(e, motions(rows)));
    if (moves > kSingularSystem) {
      kept.push_back(e);
      rows.push_back(oracle_->slip(rub));
      continue;
    }
    for (const int other : kept) {
      std::vector<int> without = rows;
      const int slip = oracle_->slip(now_.elements[at(other)].rub);
      without.erase(std::remove(without.begin(), without.end(), slip), without.end());
      const Matrix N = motions(without);
      const Numbers own = goes(e, N), its = goes(other, N);
      double both = 0, square = 0;
      for (std::size_t k = 0; k < its.size(); ++k)
        both += own[k] * its[k], square += its[k] * its[k];
      if (!(std::fabs(both) > kSingularSystem * square)) continue;
      if (rub.leader >= 0) return undetermined_ = true, false;
      rub.leader = other;
      rub.ratio = both / square;
    }
    if (rub.leader < 0) return undetermined_ = true, false;
    rub.sticks = false;
    now_.elements[at(rub.slip)].cls[at(rub.component)] = Class::calculable;
  }
  return rebuild();
}

// The slip of an element ends (5), or what it holds is at the bound (6).
bool Journey::rub(int element, int what) {
  ++rubbed_;
  Rub& rub = now_.elements[at(element)].rub;
  if (what == 6) return settle(element);
  const Sample now = oracle_->sample(t_, x_, v_);
  rub.sticks = true;
  // What ends with it: slips of one motion.
  for (Element& e : now_.elements)
    if (e.rub.given() && !e.rub.stands() && std::fabs(now.ed[at(oracle_->slip(e.rub))]) < kStill)
      e.rub.sticks = true;
  return share() && settle(-1);
}

// To the side that its force has kept it from, and with it all that have it as their leader.
bool Journey::release(int element, const Sample& now, std::vector<int>& released) {
  for (int e = 0; e < static_cast<int>(now_.elements.size()); ++e) {
    Rub& rub = now_.elements[at(e)].rub;
    if (e != element && !(rub.given() && rub.leader == element)) continue;
    rub.side = now.s[at(oracle_->slip(rub))] < 0 ? -1 : 1;
    rub.sticks = false;
    rub.leader = -1;
    now_.elements[at(rub.slip)].cls[at(rub.component)] = Class::calculable;
    released.push_back(e);
  }
  return rebuild();
}

// Lets go, one after the other, what is held with more than its bound; `fresh` first, -1: none.
bool Journey::settle(int fresh) {
  std::vector<int> released;
  if (fresh >= 0 && !release(fresh, oracle_->sample(t_, x_, v_), released)) return false;
  const auto is_fresh = [&](int e) {
    return std::find(released.begin(), released.end(), e) != released.end();
  };
  for (int turn = 0; turn < kMostReleases; ++turn) {
    double independent = 0;
    (void)null_space(oracle_->constraints(x_), independent);
    const Sample now = oracle_->sample(t_, x_, v_);
    if (independent < kSingularSystem) return undetermined_ = true, false;
    if (now.quality < kSingularSystem) return false;
    int too_much = -1, count = 0;
    for (int e = 0; e < static_cast<int>(now_.elements.size()); ++e) {
      const Rub& rub = now_.elements[at(e)].rub;
      if (!rub.given()) continue;
      const std::size_t slip = at(oracle_->slip(rub));
      if (rub.leader >= 0) continue;  // what it needs is judged with its leader
      if (!rub.sticks) {
        // What stands still without being held is held by others.
        if (std::fabs(now.ed[slip]) < kStill && !is_fresh(e)) return undetermined_ = true, false;
        if (is_fresh(e) && !(rub.side * now.edd[slip] > -kStill)) return false;
        continue;
      }
      const double bound = rub.mu_s * oracle_->pressing(e, now.s);
      const double lacks = std::fabs(now.s[slip]) - bound;
      if (std::fabs(lacks) < kTie * (1 + bound)) return undetermined_ = true, false;
      if (lacks > 0) too_much = e, ++count;
    }
    if (count == 0) return true;
    if (count > 1) return undetermined_ = true, false;
    if (!release(too_much, now, released)) return false;
  }
  return false;
}

}  // namespace hunt
