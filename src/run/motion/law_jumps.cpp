// One file above 400 lines: jumps ahead of the state, behind it and at it are found by the same
// looks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "integrate/integrator.h"
#include "run/motion/every_law.h"
#include "run/motion/integration.h"
#include "run/motion/law_change.h"
#include "run/motion/motion_watches.h"
#include "text/expression_origin.h"
#include "text/ranged_expression.h"

namespace mbs {

namespace {

// kFarShorter: a step below this part of the longest is far shorter. kStepsBefore: so many such
// steps come first. Then kLookedAt of every kLookPeriod steps are looked at.
constexpr double kFarShorter = 1e-3;
constexpr long long kStepsBefore = 200, kLookedAt = 256, kLookPeriod = 4096;
// So many jumps to and fro are suspicious: a law that holds the motion at its jump at kConfirmed
// ends of steps then chatters. A body that goes through a row of slits goes on behind each jump.
constexpr int kJumpsToAndFro = 8, kConfirmed = 3;
// kJumpSeen: a law that changes in a step by this part of its value may jump. kJumpStays: it jumps
// if this part of the change is left between two neighbouring states.
constexpr double kJumpSeen = 0.1, kJumpStays = 0.25;
// Of every kFixedPeriod steps of fixed length kFixedLookedAt are looked at; a warning names a law
// that jumps within kInWay of these in succession.
constexpr long long kFixedLookedAt = 8, kFixedPeriod = 64;
constexpr int kInWay = 6;
// kVeryShort: a step below this part of the run is very short. Of every kHeldPeriod very short
// steps kHeldLookedAt are looked at; a law that holds the motion in kHeld of them chatters.
constexpr double kVeryShort = 1e-5;
constexpr long long kHeldLookedAt = 32, kHeldPeriod = 1024;
constexpr int kHeld = 6;
constexpr double kLookedAhead = 4;  // steps
// At the first of kHeldPeriod very short steps laws of velocities are looked at within kSteepReach
// tolerances beside the state. One that is steep, and whose velocity stays there against its rate,
// at kSteepLooks of these in succession is named.
constexpr double kSteepReach = 10;
constexpr int kSteepLooks = 4;
// kBesideJump: how far beside a jump a law is looked at, as part of a step. kBesideZero: the same
// where no step can be made, as part of an input.
constexpr double kBesideJump = 1e-6, kBesideZero = 1e-12;

bool is_of_velocity(InputKind kind) {
  return kind == InputKind::velocity || kind == InputKind::rate ||
         kind == InputKind::point_velocity || kind == InputKind::space_velocity;
}

}  // namespace

LawJumps::LawJumps(const Model& model, const Phase& phase, double span)
    : model_(model),
      shortest_(kVeryShort * std::fabs(span)),
      seen_(phase.parameters.size(), model.forces.inputs.count()),
      last_(seen_),
      between_(seen_) {
  for_every_law(model, [this](const ExpressionLaw& law) { add(law); });
}

void LawJumps::add(const ExpressionLaw& law) {
  bool varies = false, moves = false;
  for (const int k : law.reads()) {
    varies |= model_.forces.inputs[k].kind != InputKind::time;
    moves |= is_of_velocity(model_.forces.inputs[k].kind);
  }
  if (varies) laws_.push_back({&law.expression(), moves});
}

void LawJumps::note(double step, const Loads& loads, const IntegratorSettings& method) {
  if (laws_.empty()) return;
  // GALPHA does not settle on a slope that is steep within a step: its velocity goes to and fro.
  steep_ = is_generalised_alpha(method.method);
  step = std::fabs(step);
  longest_ = std::max(longest_, step);
  if (step > kFarShorter * longest_) {
    short_ = 0, any_suspect_ = false;
    return;
  }
  if (++short_ < kStepsBefore) return;
  const long long place = (short_ - kStepsBefore) % kLookPeriod;
  if (place == 0 || place > kLookedAt) {
    any_suspect_ = false;
    for (Law& law : laws_) law.jumps = law.way = law.confirmed = 0;
  } else {
    look(loads);
  }
  if (place <= kLookedAt) seen_ = loads.law_slots;
}

void LawJumps::look(const Loads& loads) {
  last_ = seen_;
  begin_look(loads);
  for (Law& law : laws_)
    if (jumps_back(law, law.way, halvings())) any_suspect_ |= ++law.jumps >= kJumpsToAndFro;
}

// Whether a law that has jumped to and fro holds the motion at its jump.
bool LawJumps::holds_suspect(Integration& integration, const Loads& loads) {
  if (!any_suspect_) return false;
  prepare();
  const double h = kLookedAhead * integration.step_size();
  if (!look_ahead(integration, h, loads, steep_) || !look_behind(integration, h)) return false;
  for (Law& law : laws_) {
    if (!law.is_ahead || law.jumps < kJumpsToAndFro || !is_held(law, loads.law_slots, steep_) ||
        ++law.confirmed < kConfirmed)
      continue;
    found_ = &law;
    return true;
  }
  return false;
}

// The present state against that of the last look, with the parameters of now.
void LawJumps::begin_look(const Loads& loads) {
  now_ = &loads.law_slots;
  between_ = *now_;
  std::copy_n(last_.variables(), model_.forces.inputs.count(), between_.variables());
  last_ = between_;
}

// Whether a law has jumped since the last look, in another direction than before. way: the
// direction of the last jump.
bool LawJumps::jumps_back(Law& law, int& way, int halvings) {
  const double from = law.expression->value(last_.data()), to = law.expression->value(now_->data());
  const int present = to > from ? 1 : -1;
  if (present == way || !is_jump(law, from, to, halvings)) return false;
  way = present;
  return true;
}

// Whether the change is large, and remains where the states before and after it are brought next to
// each other. The law notes the values of a jump.
bool LawJumps::is_jump(Law& law, double from, double to, int halvings) {
  const double whole = std::fabs(to - from);
  if (!(whole > kJumpSeen * std::max(std::fabs(from), std::fabs(to)))) return false;
  const double least = std::min(from, to), most = std::max(from, to);
  const LawChange steepest = steepest_part(*law.expression, model_.forces.inputs, last_, *now_,
                                           from, to, halvings, between_);
  if (!(steepest.change > kJumpStays * whole)) return false;
  low_ = steepest.low, high_ = steepest.high;
  law.low = least, law.high = most;
  return true;
}

// Whether the motion behind the jump that has just been found leads back to it. The motion before
// the jump leads to it, too, so that the state can go neither way; a motion that passes a jump goes
// on behind it. ahead: the inputs to which the rates behind the jump lead in a step.
bool LawJumps::is_held(const Law& law, const Slots& ahead, bool steep) {
  const auto value_at = [&](double part, double beside) {
    for (std::size_t i = 0; i < model_.forces.inputs.count(); ++i) {
      const double a = std::as_const(last_).variables()[i], b = now_->variables()[i];
      between_.variables()[i] = a + part * (b - a) + beside * (ahead.variables()[i] - b);
    }
    return law.expression->value(between_.data());
  };
  const double before = value_at(law.before, 0), behind = value_at(law.behind, 0),
               back = value_at(law.behind, steep ? std::ldexp(4, -kSteepHalvings) : kBesideJump);
  return std::fabs(back - before) < std::fabs(back - behind);
}

// Whether any law of the state may jump at all.
bool LawJumps::prepare() {
  if (std::exchange(prepared_, true)) return any_may_jump_;
  const std::size_t parameters = last_.variables() - last_.data();
  for (Law& law : laws_) {
    law.may_jump = may_jump_anywhere(*law.expression, parameters + model_.forces.inputs.count());
    any_may_jump_ |= law.may_jump;
  }
  return any_may_jump_;
}

// Finds the laws that jump between the present state and the state to which a step h along the
// present rates would lead, and counts their steps in_way. Jumps in the time alone do not count.
// steep: slopes that are steep within that way do.
// False where no law jumps.
bool LawJumps::look_ahead(Integration& integration, double h, const Loads& loads, bool steep) {
  DynamicSystem& system = integration.system();
  const ConstVector y = integration.y();
  const double t = integration.t();
  y_.assign(y.begin(), y.end());
  rate_.resize(y_.size());
  const Slots& slots = loads.law_slots;
  if (!system.rhs(t, y_, rate_).ok()) return false;
  last_ = slots;
  for (std::size_t k = 0; k < y_.size(); ++k) y_[k] += h * rate_[k];
  if (!system.rhs(t + h, y_, rate_).ok()) return false;
  ahead_ = slots;
  now_ = &ahead_;
  const LawInputs& inputs = model_.forces.inputs;
  for (std::size_t k = 0; k < inputs.count(); ++k)
    if (inputs[static_cast<int>(k)].kind == InputKind::time)
      last_.variables()[k] = ahead_.variables()[k];
  between_ = *now_;
  t_ = t;
  bool any = false;
  for (Law& law : laws_) {
    law.is_ahead = false;
    if (!law.may_jump && !steep) continue;
    const double from = law.expression->value(last_.data()),
                 to = law.expression->value(now_->data());
    if (!is_jump(law, from, to, steep ? kSteepHalvings : kJumpHalvings)) {
      law.in_way = 0;
      continue;
    }
    ++law.in_way;
    law.is_ahead = true;
    law.before = low_, law.behind = high_;
    any = true;
  }
  return any;
}

// After look_ahead(): goes to the state there, and finds the state a step h on along the rates
// there.
bool LawJumps::look_behind(Integration& integration, double h) {
  for (std::size_t k = 0; k < y_.size(); ++k) y_[k] += h * rate_[k];
  return integration.system().rhs(integration.t() + h, y_, rate_).ok();
}

bool LawJumps::holds(Integration& integration, const Loads& loads) {
  if (holds_suspect(integration, loads)) return true;
  const double h = integration.step_size();
  if (laws_.empty() || !(std::fabs(h) < shortest_)) return false;
  const long long place = very_short_steps_++ % kHeldPeriod;
  if (place == 0 && finds_steep(integration, loads)) return true;
  if (place >= kHeldLookedAt || !prepare()) return false;
  if (place == 0)
    for (Law& law : laws_) law.held = 0;
  const double ahead = kLookedAhead * h;
  if (!look_ahead(integration, ahead, loads) || !look_behind(integration, ahead)) return false;
  for (Law& law : laws_) {
    if (!law.is_ahead || !is_held(law, loads.law_slots) || ++law.held < kHeld) continue;
    found_ = &law;
    return true;
  }
  return false;
}

// Whether the law goes most of its way within a small part of the reach beside a velocity that it
// reads, and which stays there although the rates at `here` lead it away in each step, to `next`.
bool LawJumps::is_steep(Law& law, double reach, const Slots& here, const Slots& next) {
  last_ = ahead_ = between_ = here;
  now_ = &ahead_;
  const LawInputs& inputs = model_.forces.inputs;
  for (std::size_t k = 0; k < inputs.count(); ++k) {
    const double middle = here.variables()[k];
    if (!is_of_velocity(inputs[static_cast<int>(k)].kind) ||
        !(kHeldPeriod * std::fabs(next.variables()[k] - middle) > 2 * reach))
      continue;
    last_.variables()[k] = middle - reach, ahead_.variables()[k] = middle + reach;
    const double from = law.expression->value(last_.data()),
                 to = law.expression->value(ahead_.data());
    if (is_jump(law, from, to, kSteepHalvings)) return true;
    last_.variables()[k] = ahead_.variables()[k] = between_.variables()[k] = middle;
  }
  return false;
}

bool LawJumps::finds_steep(Integration& integration, const Loads& loads) {
  if (std::none_of(laws_.begin(), laws_.end(), [](const Law& law) { return law.moves; }))
    return false;
  const IntegratorSettings& method = integration.method();
  const double tolerance = method.abs_each.empty()
                               ? method.abs
                               : *std::min_element(method.abs_each.begin(), method.abs_each.end());
  const double reach = kSteepReach * tolerance, h = integration.step_size();
  t_ = integration.t();
  y_.assign(integration.y().begin(), integration.y().end());
  rate_.resize(y_.size());
  if (!integration.system().rhs(t_, y_, rate_).ok()) return false;
  const Slots here = loads.law_slots;
  for (std::size_t k = 0; k < y_.size(); ++k) y_[k] += h * rate_[k];
  if (!integration.system().rhs(t_ + h, y_, rate_).ok()) return false;
  for (Law& law : laws_) {
    if (!law.moves) continue;
    law.steep = is_steep(law, reach, here, loads.law_slots) ? law.steep + 1 : 0;
    if (law.steep < kSteepLooks) continue;
    found_ = &law;
    steep_within_ = 2 * reach;
    return true;
  }
  return false;
}

void LawJumps::warn_of_fixed_step(Integration& integration, const Loads& loads,
                                  Diagnostics& diagnostics) {
  if (laws_.empty() || is_warned_ || !prepare()) return;
  const long long place = fixed_steps_++ % kFixedPeriod;
  if (place >= kFixedLookedAt) return;
  if (place == 0)
    for (Law& law : laws_) law.in_way = 0;
  const double h = integration.step_size();
  if (!look_ahead(integration, h, loads) || !look_behind(integration, h)) return;
  for (const Law& law : laws_)
    if (law.in_way >= kInWay && !is_warned_ && is_held(law, loads.law_slots))
      warn(law, h, diagnostics);
}

void LawJumps::warn(const Law& law, double step, Diagnostics& diagnostics) {
  is_warned_ = true;
  const ExpressionOrigin& origin = origin_of(*law.expression);
  diagnostics.warning(
      origin.where, origin.record,
      fmt::format("about t = {:.6g} its value jumps between {:.6g} and {:.6g} within every step "
                  "of {:.6g}: what it should hold creeps or trembles",
                  t_, law.low, law.high, std::fabs(step)),
      hint_of(law));
}

bool LawJumps::explain(Integration& integration, double h, const Loads& loads,
                       Diagnostics& diagnostics) {
  if (!find(integration, h, loads)) return false;
  report(diagnostics);
  return true;
}

bool LawJumps::explain_events(Integration& integration, double h, const Loads& loads,
                              Diagnostics& diagnostics) {
  if (!find(integration, h, loads) || !found_->moves) return false;
  report(diagnostics);
  return true;
}

// Whether a law jumps between the present state and that a step h ahead, or at the present state.
bool LawJumps::find(Integration& integration, double h, const Loads& loads) {
  const bool steep = is_generalised_alpha(integration.method().method);
  if (laws_.empty() || (!prepare() && !steep)) return false;
  for (Law& law : laws_) law.in_way = 0;
  const double length = std::max(std::fabs(h), kFarShorter * longest_);
  found_ = nullptr;
  is_passed_ = false;
  if (look_ahead(integration, std::copysign(length, h), loads, steep))
    for (const Law& law : laws_)
      if (law.in_way > 0) found_ = &law;
  if (!found_) return stands_on_jump(integration, loads);
  is_passed_ = look_behind(integration, std::copysign(length, h)) &&
               !is_held(*found_, loads.law_slots, steep);
  return true;
}

// Whether the present state is one at which a law jumps.
bool LawJumps::stands_on_jump(Integration& integration, const Loads& loads) {
  y_.assign(integration.y().begin(), integration.y().end());
  rate_.resize(y_.size());
  t_ = integration.t();
  if (!integration.system().rhs(t_, y_, rate_).ok()) return false;
  const LawInputs& inputs = model_.forces.inputs;
  last_ = ahead_ = loads.law_slots;
  now_ = &ahead_;
  for (std::size_t k = 0; k < inputs.count(); ++k) {
    if (inputs[static_cast<int>(k)].kind == InputKind::time) continue;
    double &below = last_.variables()[k], &above = ahead_.variables()[k];
    const double middle = below, beside = kBesideZero * std::max(1.0, std::fabs(middle));
    below = middle - beside, above = middle + beside;
    between_ = ahead_;
    for (Law& law : laws_) {
      if (!law.may_jump) continue;
      const double from = law.expression->value(last_.data()),
                   to = law.expression->value(ahead_.data());
      if (!is_jump(law, from, to, kJumpHalvings)) continue;
      found_ = &law;
      is_passed_ = goes_on(integration, loads, k, 4 * beside);
      return true;
    }
    below = above = middle;
  }
  return false;
}

// Whether input k, which moves along the rates of the present state, goes on in that direction
// where it has come as far as `way` beside that state. rate_: those rates.
bool LawJumps::goes_on(Integration& integration, const Loads& loads, std::size_t k, double way) {
  DynamicSystem& system = integration.system();
  const std::vector<double> first = rate_;
  // How much the input changes in the time dt along these rates; y_ goes there.
  const auto change = [&](const std::vector<double>& rate, double dt) {
    const double before = loads.law_slots.variables()[k];
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += dt * rate[i];
    return system.rhs(t_ + dt, y_, rate_).ok() ? loads.law_slots.variables()[k] - before : 0;
  };
  const double trial = kFarShorter * longest_, speed = change(first, trial) / trial;
  if (speed == 0) return false;
  y_.assign(integration.y().begin(), integration.y().end());
  if (!system.rhs(t_, y_, rate_).ok()) return false;
  const double dt = way / std::fabs(speed), to = change(first, dt);
  const std::vector<double> there = rate_;
  return to * change(there, dt) > 0;
}

const char* LawJumps::hint_of(const Law& law) {
  return law.moves ? "dry friction is FRICTION, in a joint, or a CONTACT's own; what switches is "
                     "for EVENT lines"
                   : "what switches is for EVENT lines; or make the jump a slope";
}

void LawJumps::report(Diagnostics& diagnostics) const {
  const ExpressionOrigin& origin = origin_of(*found_->expression);
  if (steep_within_ > 0)
    return diagnostics.error(
        origin.where, origin.record,
        fmt::format(
            "at t = {:.6g} its value goes from {:.6g} to {:.6g} within a velocity of {:.2g}, "
            "more steeply than the tolerance resolves, and steps stay very short",
            t_, found_->low, found_->high, steep_within_),
        hint_of(*found_));
  if (is_passed_)
    return diagnostics.error(
        origin.where, origin.record,
        fmt::format("at t = {:.6g} its value jumps between {:.6g} and {:.6g}, so far that no step "
                    "across the jump keeps the tolerance",
                    t_, found_->low, found_->high),
        "expected looser tolerances, an EVENT that switches it, or a slope in place of the jump");
  diagnostics.error(
      origin.where, origin.record,
      fmt::format("at t = {:.6g} its value jumps to and fro between {:.6g} and {:.6g} from step to "
                  "step, and no step across the jump is right",
                  t_, found_->low, found_->high),
      hint_of(*found_));
}

}  // namespace mbs
