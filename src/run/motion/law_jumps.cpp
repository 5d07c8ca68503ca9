#include "run/motion/law_jumps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "text/expression_origin.h"

namespace mbs {

namespace {

// kFarShorter: of the longest step. kStepsBefore: so many such steps come first. Then kLookedAt of
// every kLookPeriod steps are looked at.
constexpr double kFarShorter = 1e-3;
constexpr long long kStepsBefore = 200, kLookedAt = 256, kLookPeriod = 4096;
// So many jumps to and fro are chatter.
constexpr int kJumpsToAndFro = 8;
// kJumpSeen: part of the value by which it changes in a step. kJumpStays: of this change, what is
// left between two neighbouring states.
constexpr double kJumpSeen = 0.1, kJumpStays = 0.25;
constexpr int kJumpHalvings = 40;

bool is_of_velocity(InputKind kind) {
  return kind == InputKind::velocity || kind == InputKind::rate ||
         kind == InputKind::point_velocity;
}

}  // namespace

LawJumps::LawJumps(const Model& model, const Phase& phase)
    : model_(model), last_(phase.parameters.size(), model.forces.inputs.count()), between_(last_) {
  const ForceLaws& forces = model.forces;
  for (const ExpressionLaw& law : forces.stress_laws) add(law);
  for (const ExpressionLaw& law : forces.load_laws) add(law);
  for (const ForceByLaw& force : forces.force_laws)
    for (const ExpressionLaw& law : force.components) add(law);
  for (const StateEquation& state : model.states)
    if (state.rate) add(*state.rate);
}

void LawJumps::add(const ExpressionLaw& law) {
  bool varies = false, moves = false;
  for (const int k : law.reads()) {
    varies |= model_.forces.inputs[k].kind != InputKind::time;
    moves |= is_of_velocity(model_.forces.inputs[k].kind);
  }
  if (varies) laws_.push_back({&law.expression(), moves});
}

bool LawJumps::note(double t, double step, const Loads& loads) {
  if (laws_.empty()) return false;
  step = std::fabs(step);
  longest_ = std::max(longest_, step);
  if (step > kFarShorter * longest_) return short_ = 0, false;
  if (++short_ < kStepsBefore) return false;
  const long long place = (short_ - kStepsBefore) % kLookPeriod;
  if (place > kLookedAt) return false;
  t_ = t;
  if (place == 0)
    for (Law& law : laws_) law.jumps = law.way = 0;
  else if (look(loads))
    return true;
  last_ = loads.law_slots;
  return false;
}

bool LawJumps::look(const Loads& loads) {
  now_ = &loads.law_slots;
  between_ = *now_;
  std::copy_n(last_.variables(), model_.forces.inputs.count(), between_.variables());
  last_ = between_;  // with the parameters of now
  for (Law& law : laws_) {
    const double from = law.expression->value(last_.data()),
                 to = law.expression->value(now_->data());
    if (!(std::fabs(to - from) > kJumpSeen * std::max(std::fabs(from), std::fabs(to)))) continue;
    const int way = to > from ? 1 : -1;
    if (way == law.way || !is_jump(law, from, to)) continue;
    law.way = way;
    law.low = std::min(from, to), law.high = std::max(from, to);
    if (++law.jumps < kJumpsToAndFro) continue;
    found_ = &law;
    return true;
  }
  return false;
}

// Whether the change remains where the states before and after it are brought next to each other.
bool LawJumps::is_jump(const Law& law, double from, double to) {
  const double whole = std::fabs(to - from);
  double low = 0, high = 1;
  for (int k = 0; k < kJumpHalvings; ++k) {
    const double middle = low + (high - low) / 2;
    for (std::size_t i = 0; i < model_.forces.inputs.count(); ++i) {
      const double a = std::as_const(last_).variables()[i], b = now_->variables()[i];
      between_.variables()[i] = a + middle * (b - a);
    }
    const double value = law.expression->value(between_.data());
    if (std::fabs(value - from) > std::fabs(to - value))
      high = middle, to = value;
    else
      low = middle, from = value;
  }
  return std::fabs(to - from) > kJumpStays * whole;
}

void LawJumps::report(Diagnostics& diagnostics) const {
  const ExpressionOrigin& origin = origin_of(*found_->expression);
  diagnostics.error(
      origin.where, origin.record,
      fmt::format("at t = {:.6g} its value jumps to and fro between {:.6g} and {:.6g} from step to "
                  "step, and no step across the jump is right",
                  t_, found_->low, found_->high),
      found_->moves ? "dry friction is FRICTION, in a joint, or a CONTACT's own; what switches is "
                      "for EVENT lines"
                    : "what switches is for EVENT lines; or make the jump a slope");
}

}  // namespace mbs
