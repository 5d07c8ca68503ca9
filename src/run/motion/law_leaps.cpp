#include "run/motion/law_leaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "integrate/integrator.h"
#include "run/motion/every_law.h"
#include "run/motion/law_change.h"
#include "text/expression_origin.h"

namespace mbs {

namespace {

// A change in a step below kFaintLeap of the range so far counts as smooth; so does one that
// differs from that of the step before by less than kSteady of itself.
constexpr double kFaintLeap = 0.01, kSteady = 0.5;
// A law leaps if kLeapStays of its change in a step is left on a part of 2^-kLeapHalvings of it.
constexpr int kLeapHalvings = 4;
constexpr double kLeapStays = 0.5;
// A change by this part of the range in one step is a long stride.
constexpr double kStride = 0.1;
// A step shorter by this is not offered.
constexpr double kTooShort = 1e-3;

// The largest of 1, 2, 5 times a power of ten that is not above x.
double round_step_down(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  return x >= 5 * power ? 5 * power : x >= 2 * power ? 2 * power : power;
}

}  // namespace

LawLeaps::LawLeaps(const Model& model, const Phase& phase)
    : inputs_(model.forces.inputs),
      last_(phase.parameters.size(), inputs_.count()),
      between_(last_) {
  for_every_law(model, [this](const ExpressionLaw& law) {
    const auto& reads = law.reads();
    if (std::any_of(reads.begin(), reads.end(),
                    [this](int k) { return inputs_[k].kind != InputKind::time; }))
      laws_.push_back({&law.expression()});
  });
}

void LawLeaps::note(double t, const Loads& loads) {
  if (laws_.empty()) return;
  const Slots& now = loads.law_slots;
  for (Law& law : laws_) {
    const double value = law.expression->value(now.data()), from = std::exchange(law.value, value);
    if (!std::isfinite(value)) continue;
    law.low = law.has_range ? std::min(law.low, value) : value;
    law.high = law.has_range ? std::max(law.high, value) : value;
    law.has_range = true;
    if (is_first_ || !std::isfinite(from)) {
      law.change = 0;
      continue;
    }
    const double change = value - from, before = std::exchange(law.change, change);
    const double size = std::fabs(change);
    if (size > law.stride)
      law.stride = size, law.stride_from = from, law.stride_to = value, law.stride_at = t;
    if (!(size > kFaintLeap * law.width()) || !(std::fabs(change - before) > kSteady * size) ||
        !leaps(law, from, value, now))
      continue;
    ++law.leaps;
    if (size > law.leap) law.leap = size, law.from = from, law.to = value, law.at = t;
  }
  last_ = now;
  is_first_ = false;
}

// Whether most of the change stays where the states before and after it are brought next to each
// other.
bool LawLeaps::leaps(const Law& law, double from, double to, const Slots& now) {
  between_ = now;
  const LawChange steepest =
      steepest_part(*law.expression, inputs_, last_, now, from, to, kLeapHalvings, between_);
  return steepest.change > kLeapStays * std::fabs(to - from);
}

bool LawLeaps::strides(const Law& law) { return law.stride > kStride * law.width(); }

bool LawLeaps::any() const {
  return std::any_of(laws_.begin(), laws_.end(), [](const Law& law) { return law.leaps > 0; });
}

void LawLeaps::warn(const IntegratorSettings& method, double error,
                    Diagnostics& diagnostics) const {
  const Law* worst = nullptr;
  const auto part = [](const Law& law) {
    return (law.leaps > 0 ? law.leap : law.stride) / law.width();
  };
  for (const Law& law : laws_)
    if ((law.leaps > 0 || strides(law)) && (!worst || part(law) > part(*worst))) worst = &law;
  if (!worst || !(error > 1) || !std::isfinite(error)) return;
  const ExpressionOrigin& origin = origin_of(*worst->expression);
  const bool leaps = worst->leaps > 0;
  const double order = leaps ? 1 : fixed_step_order(method.method);
  // The error of a leap depends on chance.
  const double shorter = leaps ? 0.5 : 1;
  const double enough = round_step_down(shorter * std::fabs(method.h) / std::pow(error, 1 / order));
  const char* const name =
      is_generalised_alpha(method.method) ? "GALPHA STEP" : method.method.c_str();
  const std::string times =
      !leaps ? ""
      : worst->leaps == 1
          ? ", and within a small part of it"
          : fmt::format(", and within a small part of it, in {} steps", worst->leaps);
  diagnostics.warning(
      origin.where, origin.record,
      fmt::format("about t = {:.6g} its value goes from {:.6g} to {:.6g} in one step of {:.6g}{}: "
                  "such steps do not resolve it",
                  leaps ? worst->at : worst->stride_at, leaps ? worst->from : worst->stride_from,
                  leaps ? worst->to : worst->stride_to, std::fabs(method.h), times),
      (enough < kTooShort * std::fabs(method.h)
           ? std::string()
           : fmt::format("INTEG {} {:.6g} would do by the error that was found; ", name, enough)) +
          "INTEG STIFF 1e-6 1e-6 chooses its steps and copes with steep laws");
}

}  // namespace mbs
