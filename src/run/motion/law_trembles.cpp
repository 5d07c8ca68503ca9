// Laws between whose sides GALPHA goes to and fro from step to step.
#include "run/motion/motion_watches.h"

namespace mbs {

namespace {

// kTremblingLookedAt of every kTremblingPeriod steps are looked at; a law that goes to and fro
// kTrembles times there is named.
constexpr long long kTremblingLookedAt = 16, kTremblingPeriod = 64;
constexpr int kTrembles = 10;

}  // namespace

void LawJumps::warn_of_trembling(double t, double step, const Loads& loads,
                                 Diagnostics& diagnostics) {
  if (laws_.empty() || is_warned_) return;
  const long long place = trembling_steps_++ % kTremblingPeriod;
  if (place > kTremblingLookedAt) return;
  if (place == 0)
    for (Law& law : laws_) law.trembles = law.side = 0;
  else
    look_for_trembling(t, step, loads, diagnostics);
  kept_ = loads.law_slots;
}

// Counts the laws that jump between the last state and the present one, back from where they jumped
// before.
void LawJumps::look_for_trembling(double t, double step, const Loads& loads,
                                  Diagnostics& diagnostics) {
  last_ = kept_;
  begin_look(loads);
  t_ = t;
  for (Law& law : laws_)
    if (jumps_back(law, law.side, kSteepHalvings) && ++law.trembles >= kTrembles && !is_warned_)
      warn(law, step, diagnostics);
}

}  // namespace mbs
