// Friction in joints on the way. A slip that comes to its end is held if mu_s suffices: its rate
// and acceleration are 0 then, and its force follows. What is held is let go where the force passes
// mu_s times what presses, to the side that the force has kept it from. Where two joints decide at
// once, or one holds what another is to hold, friction has no single value.
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
  return rebuild() && settle(-1);
}

// The slip of an element ends (5), or what it holds is at the bound (6).
bool Journey::rub(int element, int what) {
  ++rubbed_;
  Rub& rub = now_.elements[at(element)].rub;
  if (what == 6) return release(element, oracle_->sample(t_, x_, v_)) && settle(element);
  rub.sticks = true;
  now_.elements[at(rub.slip)].cls[at(rub.component)] = Class::fixed;
  return rebuild() && settle(-1);
}

// To the side that its force has kept it from.
bool Journey::release(int element, const Sample& now) {
  Rub& rub = now_.elements[at(element)].rub;
  rub.side = now.s[at(oracle_->slip(rub))] < 0 ? -1 : 1;
  rub.sticks = false;
  now_.elements[at(rub.slip)].cls[at(rub.component)] = Class::calculable;
  return rebuild();
}

// Lets go, one after the other, what is held with more than its bound. `fresh` has just been let
// go; -1: nothing has.
bool Journey::settle(int fresh) {
  std::vector<int> released;
  if (fresh >= 0) released.push_back(fresh);
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
    released.push_back(too_much);
    if (!release(too_much, now)) return false;
  }
  return false;
}

}  // namespace hunt
