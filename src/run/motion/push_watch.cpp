#include "run/motion/push_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "elements/path.h"
#include "elements/types.h"
#include "plan/plan.h"

namespace mbs {

namespace {

// A force below this part of the largest one of the mechanism is an error of the integration.
constexpr double kForceRounding = 1e-6;
// A force below kSmallForce times the largest one of its path or wheel is looked at more closely
// if it is also below kBends times what it bends by in this step and in the one before, or below
// kChanges times what it changes by.
constexpr double kSmallForce = 0.25, kBends = 4, kChanges = 0.5;
// The column `r` of PLCLINE and PLCCIRC.
constexpr int kWheelRadius = 2;

bool is_wheel(const Model& model, const ElementRange& element) {
  if (element.type != &kContactLine && element.type != &kContactCircle) return false;
  for (const ElementBatch& batch : model.batches) {
    if (batch.type != element.type) continue;
    const int k = (element.first - batch.first_deformation) / batch.type->ne;
    const std::size_t np = batch.parameters.size() / static_cast<std::size_t>(batch.count);
    if (k >= 0 && k < batch.count)
      return batch.parameters[static_cast<std::size_t>(k) * np + kWheelRadius] > 0;
  }
  return false;
}

}  // namespace

PushWatch::PushWatch(const Plan& plan, const Model& model, const Phase& phase)
    : model_(model), phase_(phase), state_(0, 0) {
  std::vector<char> touches(model.elements.size(), 0);
  for (const ContactRow& contact : plan.contacts) touches[contact.element] = 1;
  for (std::size_t k = 0; k < model.elements.size(); ++k) {
    const ElementRange& element = model.elements[k];
    const auto first = static_cast<std::size_t>(element.first);
    if (element.type == &kPath)
      sites_.push_back({first, 1, false});
    else if (!touches[k] && is_wheel(model, element))
      sites_.push_back({first, -1, true});
  }
}

bool PushWatch::is_watched(const Site& at) const {
  const auto& classes = phase_.e_class;
  return !at.first && is_held(classes[at.gap]) && (!at.wheel || is_held(classes[at.gap + 1]));
}

void PushWatch::note(double t, const Dynamics& dynamics) {
  if (std::isnan(start_)) start_ = t;
  for (Site& at : sites_) {
    if (!is_watched(at)) continue;
    const ConstVector S = dynamics.stresses();
    double largest = 0;
    for (const ConstVector forces : {S, ConstVector(dynamics.loads().f)})
      for (const double force : forces) largest = std::max(largest, std::fabs(force));
    at.last = at.sign * S[at.gap];
    at.largest = std::max(at.largest, std::fabs(at.last));
    if (-at.last > kForceRounding * largest) at.first = t;
  }
}

bool PushWatch::watches_any() const {
  return std::any_of(sites_.begin(), sites_.end(),
                     [this](const Site& at) { return is_watched(at); });
}

// Whether the force at.last at the end of a step may have been wrong within the step. Three ends of
// steps give the parabola that it follows; without them it may bend by all that it changes by.
bool PushWatch::may_dip(Site& at, double from, double to) {
  const Site::End before = std::exchange(at.end, {to, at.last}),
                  earlier = std::exchange(at.earlier, before);
  const double bent = std::exchange(at.bend, 0.0);
  if (!(before.t == from)) return at.last < kSmallForce * at.largest;
  const double h = to - from, change = at.last - before.force, past = from - earlier.t;
  const bool has_parabola = past > 0;
  at.bend = std::fabs(change);
  if (has_parabola)
    at.bend =
        std::fabs(change / h - (before.force - earlier.force) / past) / (h + past) * h * h / 4;
  const double least = std::min(before.force, at.last);
  return least < kSmallForce * at.largest &&
         least < std::max(kBends * (at.bend + bent), kChanges * std::fabs(change));
}

void PushWatch::look(Integration& integration, const DynamicSite& site, double t) {
  DynamicSystem& system = integration.system();
  if (t != integration.t() || !system.complete_step(t, state_)) {
    state_ = site.state;
    if (!integration.integrator().interpolate(t, y_).ok()) return;
    if (!system.complete(t, y_, state_).ok()) return;
  }
  note(t, *site.dynamics);
}

// Finds the first time at which the force of a site is wrong, by halving from the time `good` on.
void PushWatch::halve(Integration& integration, const DynamicSite& site, Site& at, double good) {
  state_ = site.state;
  double bad = *at.first;
  for (;;) {
    const double middle = good + (bad - good) / 2;
    if (middle == good || middle == bad) break;
    if (!integration.integrator().interpolate(middle, y_).ok() ||
        !integration.system().complete(middle, y_, state_).ok())
      break;
    (at.sign * site.dynamics->stresses()[at.gap] < 0 ? bad : good) = middle;
  }
  at.first = bad;
}

void PushWatch::step(Integration& integration, const DynamicSite& site, double limit) {
  if (sites_.empty()) return;
  const auto open = [](const Site& at) { return at.first && !at.exact; };
  const bool look_on = watches_any();
  if (!look_on && std::none_of(sites_.begin(), sites_.end(), open)) return;
  y_.resize(integration.system().size());
  const double from = integration.integrator().t_previous();
  if (look_on) {
    look(integration, site, limit);
    bool is_small = false;
    for (Site& at : sites_)
      if (is_watched(at) && may_dip(at, from, limit)) is_small = true;
    if (is_small) look(integration, site, from + (limit - from) / 2);
  }
  for (Site& at : sites_) {
    if (!open(at)) continue;
    if (*at.first > from) halve(integration, site, at, from);
    at.exact = true;
  }
}

void PushWatch::report(bool at_rest, Diagnostics& diagnostics) const {
  for (const Site& at : sites_) {
    // A wheel that hangs below its line from the start is meant to hang there.
    if (!at.first || (at.wheel && *at.first == start_)) continue;
    const Origin& origin = model_.deformation_origin[at.gap];
    const std::string when =
        at_rest ? "in the equilibrium" : fmt::format("from t = {:.6g} on", *at.first);
    diagnostics.warning(
        origin.where, origin.label,
        at.wheel
            ? "held on what it rolls on, it has to be pulled to it " + when + ": a wheel would lift"
            : "held at its length it pushes " + when + ": a rope would be slack",
        at.wheel ? "expected a CONTACT, which lets it lift; a wheel between two rails is held"
                 : "a bar may; an EVENT lets a rope go, or a law pulls where it is stretched");
  }
}

}  // namespace mbs
