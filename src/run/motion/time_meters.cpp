#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/tolerances.h"
#include "run/motion/known_times.h"

namespace mbs {

namespace {

// Allowed errors over the whole run (kMissed) and of one step (kMissedByStep), as multiples of rel
// times the size of a meter.
constexpr double kMissed = 4, kMissedByStep = 5e-4;
constexpr double kPatience = 10;
// After so many refused steps a meter may miss more, too: an endless wave, perhaps in a branch that
// does not count, is left to the error control of the method.
constexpr int kManyRefusals = 2000;
// After kCalm steps in succession that missed less than the part kNextToNothing of what a step may
// miss, one of kLookEvery steps is looked at, as long as pieces and steps are what they were.
constexpr double kNextToNothing = 0.1;
constexpr int kCalm = 32, kLookEvery = 4;
constexpr double kShorterPiece = 0.6, kShorterStep = 0.5, kLongerStep = 1.25;
// An error of a step below this part of the tolerance of the pieces does not count.
constexpr double kUnlooked = 1e-3;
constexpr double kRounding = 8 * tolerance::epsilon;
constexpr double kFinest = 1e-12;  // a smaller rel counts as this one
// kAhead: the size counts at most so many pieces ahead. A piece whose integral is below the part
// kNothing of the size ends them.
constexpr int kAhead = 24;
constexpr double kNothing = 1e-9;  // of all so far
// An integral in halves is right when it agrees with the whole one to this part.
constexpr double kAgrees = 1e-13;
constexpr int kDeepest = 8;

struct GaussPoint {
  double at, weight;  // from -1 to 1
};
// The Gauss-Legendre rules of 2, 3 and 6 points.
constexpr GaussPoint kTwo[] = {{0.57735026918962576451, 1}};
constexpr GaussPoint kThree[] = {{0, 0.44444444444444444444},  // twice the middle
                                 {0.77459666924148337704, 0.55555555555555555556}};
constexpr GaussPoint kSix[] = {{0.23861918608319690863, 0.46791393457269104739},
                               {0.66120938646626451366, 0.36076157304813860757},
                               {0.93246951420315202781, 0.17132449237917034504}};

// Integrals of f and of (t - from) f.
struct Integrals {
  double whole = 0, moment = 0;
  Integrals& operator+=(const Integrals& more) {
    whole += more.whole, moment += more.moment;
    return *this;
  }
};

template <std::size_t n, class Function>
Integrals gauss(const GaussPoint (&rule)[n], double a, double b, double from, Function&& f) {
  const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
  Integrals sum;
  for (const GaussPoint& p : rule) {
    const double left = p.weight * f(middle - half * p.at),
                 right = p.weight * f(middle + half * p.at);
    sum.whole += left + right;
    sum.moment += (middle - from) * (left + right) + half * p.at * (right - left);
  }
  return {half * sum.whole, half * sum.moment};
}

// The integrals over a part of a piece, exact to 1e-10: 9 points describe the whole of an active
// piece.
template <class Function>
Integrals over(const TimePiece& piece, double a, double b, double from, const Function& f) {
  constexpr double kSmallPart = 0.05;
  if (!piece.active) return gauss(kTwo, a, b, from, f);
  return b - a < kSmallPart * piece.length() ? gauss(kThree, a, b, from, f)
                                             : gauss(kSix, a, b, from, f);
}

template <class Function>
Integrals refined(double a, double b, double from, double whole, double size, int depth,
                  const Function& f) {
  const double middle = 0.5 * (a + b);
  Integrals left = gauss(kSix, a, middle, from, f), right = gauss(kSix, middle, b, from, f);
  if (depth == 0 || !(std::fabs(left.whole + right.whole - whole) > kAgrees * size))
    return left += right;
  left = refined(a, middle, from, left.whole, size, depth - 1, f);
  return left += refined(middle, b, from, right.whole, size, depth - 1, f);
}

}  // namespace

TimeMeters::TimeMeters(double rel) : part_(std::max(rel, kFinest)) {}

double TimeMeters::Meter::value(double t) const {
  return use == TimeUse::force ? ahead->function().value(t) : ahead->function().at(t).second;
}

// Of a motion: a method asks for the end of a step before the step is accepted, and the step ends
// where the next one begins.
const DerivativesAlong& TimeMeters::Meter::at(double t) {
  for (const Known* one : {&now, &end, &begin})
    if (one->t == t) return one->at;
  now = {t, ahead->function().at(t)};
  return now.at;
}

void TimeMeters::values(double t, Vector f) {
  for (std::size_t k = 0; k < meters_.size(); ++k) {
    Meter& meter = meters_[k];
    f[k] = meter.use == TimeUse::force ? meter.value(t) : meter.at(t).second;
  }
}

// Adds to meter.size the integral of |value()| from t0 to t1, and over the pieces right behind t1.
// A load that has rested for a piece begins to act again: a new burst.
void TimeMeters::look_ahead(Meter& meter, double t0, double t1) {
  if (meter.known >= t1) return;
  const auto size_at = [&meter](double t) { return std::fabs(meter.value(t)); };
  int beyond = 0;
  const TimePiece* piece = nullptr;
  for (std::size_t k = 0; (piece = meter.ahead->at(k)) && beyond < kAhead; ++k) {
    const double a = std::max({t0, piece->from, meter.known}), b = piece->to;
    if (!(b > a)) continue;
    const Integrals given = over(*piece, a, b, a, size_at);
    if (given.whole > kNothing * meter.size && std::isfinite(given.moment)) {
      Meter::Burst& burst = meter.burst;
      if (burst.is_known || burst.size == 0) burst = {.origin = a};
      burst.size += given.whole;
      burst.moment += given.moment + (a - burst.origin) * given.whole;
      burst.end = b;
    } else if (meter.burst.size > 0) {
      meter.burst.is_known = true;
    }
    if (std::isfinite(given.whole)) meter.size += given.whole;
    meter.known = b;
    if (b < t1) continue;
    ++beyond;
    if (meter.size > 0 && !(given.whole > kNothing * meter.size)) break;
  }
  meter.known = std::max(meter.known, t1);
}

// calm becomes 0, so that all steps are looked at, behind a known time and where nothing acts.
void TimeMeters::Meter::note_piece(const TimePiece* present) {
  if (!present || !present->active || (present->from != from && piece_end != TimePiece::End::plain))
    calm = 0;
  if (present) from = present->from, piece_end = present->end;
}

// Whether a step need not be looked at: a wave goes on as it was, and the method follows it, so
// that its steps err as the last one did.
bool TimeMeters::Meter::may_trust(const TimePiece* present, double t0, double t1) {
  if (calm < kCalm || unlooked + 1 >= kLookEvery) return false;
  if (t0 < present->from || t1 > present->to || present->length() < kShorterPiece * piece)
    return false;
  if (t1 - t0 > kLongerStep * step || t1 - t0 < kShorterStep * step) return false;
  ++unlooked;
  return true;
}

// The integral of a load over time is its way. Whether a step makes the method miss too much of the
// way of the present burst. missed_way: what this step alone misses.
bool TimeMeters::misses_way(Meter& meter, double t0, double t1, double missed_way) const {
  Meter::Burst& burst = meter.burst;
  const double whole = burst.whole_way();
  const double before = burst.way + (t1 - t0) * burst.defect;
  burst.trial_way = before + missed_way;
  if (!std::isfinite(burst.trial_way) || !std::isfinite(whole)) {
    burst.trial_way = before;
    return false;
  }
  const double by_step =
      std::max(kMissedByStep * part_ * whole, kRounding * (t1 - t0) * burst.size);
  return std::fabs(burst.trial_way) > std::max(kMissed * part_ * whole, std::fabs(before)) &&
         std::fabs(missed_way) > meter.patience * by_step &&
         std::fabs(missed_way) > kUnlooked * meter.ahead->tolerance() * (t1 - t0);
}

bool TimeMeters::accepts(Meter& meter, double t0, double t1, double change, double way) const {
  look_ahead(meter, t0, t1);
  const TimePiece* const present = meter.ahead->at(0);
  meter.note_piece(present);
  if (meter.may_trust(present, t0, t1)) {
    meter.trial = 0;
    meter.burst.trial_way = meter.burst.way + (t1 - t0) * meter.burst.defect;
    return true;
  }
  meter.unlooked = 0;
  meter.step = t1 - t0;
  if (present) meter.piece = present->length();
  const bool is_force = meter.use == TimeUse::force;
  const auto value = [&meter](double t) { return meter.value(t); };
  for (const bool fine : {false, true}) {
    Integrals exact;
    if (!is_force) {
      const Meter::Known to{t1, meter.at(t1)}, from{t0, meter.at(t0)};
      meter.begin = from, meter.end = to;
      exact.whole = to.at.first - from.at.first;
    } else {
      const TimePiece* piece = nullptr;
      for (std::size_t k = 0; (piece = meter.ahead->at(k)) && piece->from < t1; ++k) {
        const double a = std::max(t0, piece->from), b = std::min(t1, piece->to);
        if (!(b > a)) continue;
        const Integrals whole = over(*piece, a, b, t0, value);
        exact += fine ? refined(a, b, t0, whole.whole, meter.size, kDeepest, value) : whole;
      }
    }
    meter.trial = change - exact.whole;
    if (!std::isfinite(meter.trial) || t1 > meter.ahead->gave_up_at()) {
      meter.trial = 0;
      meter.burst.trial_way = meter.burst.way;
      return true;
    }
    const double missed = std::fabs(meter.defect + meter.trial), allowed = part_ * meter.size;
    const double trial = std::fabs(meter.trial);
    const double by_step = std::max(kMissedByStep * part_, kRounding) * meter.size;
    if (!fine) meter.calm = trial <= kNextToNothing * by_step ? meter.calm + 1 : 0;
    const double exact_way = (t1 - t0) * exact.whole - exact.moment;
    if ((missed <= std::max(kMissed * allowed, std::fabs(meter.defect)) ||
         trial <= meter.patience * by_step || trial <= kUnlooked * meter.ahead->tolerance()) &&
        !(is_force && misses_way(meter, t0, t1, way - exact_way)))
      return true;
  }
  return false;
}

bool TimeMeters::accepts(double t0, double t1, ConstVector change) {
  bool all = true;
  const std::size_t count = meters_.size();
  for (std::size_t k = 0; k < count; ++k) {
    Meter& meter = meters_[k];
    const double way = meter.use == TimeUse::force ? change[count + k] : 0;
    meter.refused = !accepts(meter, t0, t1, change[k], way);
    if (meter.refused && ++meter.refusals % kManyRefusals == 0) meter.patience *= kPatience;
    all = all && !meter.refused;
  }
  return all;
}

void TimeMeters::give_way() {
  for (Meter& meter : meters_)
    if (meter.refused) meter.patience *= kPatience;
}

void TimeMeters::commit() {
  for (Meter& meter : meters_) {
    meter.defect += meter.trial;
    meter.burst.defect += meter.trial;
    meter.burst.way = meter.burst.trial_way;
  }
}

}  // namespace mbs
