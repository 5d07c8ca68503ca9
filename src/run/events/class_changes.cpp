#include <fmt/format.h>

#include <algorithm>

#include "assembly/loads.h"
#include "plan/plan.h"
#include "run/events/deck_events.h"

namespace mbs {

namespace {

bool on_x(const EventTarget& target) { return target.target == Target::coordinate; }

Class class_after(ActionKind kind) {
  return kind == ActionKind::fix         ? Class::fixed
         : kind == ActionKind::prescribe ? Class::prescribed
         : kind == ActionKind::dynamic   ? Class::dynamic
                                         : Class::calculable;
}

std::string_view class_name(Class cls) {
  return cls == Class::fixed        ? "fixed"
         : cls == Class::prescribed ? "prescribed"
         : cls == Class::dynamic    ? "dynamic"
                                    : "calculable";
}

}  // namespace

bool names_all_of(const ActionRow& action, int element, const Model& model) {
  const auto named = std::count_if(
      action.targets.begin(), action.targets.end(), [element](const EventTarget& one) {
        return one.target == Target::deformation && one.owner == element;
      });
  return named > 1 && named == model.elements[element].type->ne;
}

int ClassChanges::index_of(const EventTarget& target) const {
  return target.component + (on_x(target) ? site_.model.nodes[target.owner].first
                                          : site_.model.elements[target.owner].first);
}

std::string ClassChanges::name_of(const EventTarget& target) const {
  return on_x(target) ? site_.model.coordinate_name(index_of(target))
                      : site_.model.deformation_name(index_of(target));
}

Class& ClassChanges::class_of(const EventTarget& target) {
  return (on_x(target) ? site_.phase.x_class : site_.phase.e_class)[index_of(target)];
}

int& ClassChanges::motion_of(const EventTarget& target) {
  return (on_x(target) ? site_.phase.x_motion : site_.phase.e_motion)[index_of(target)];
}

char& ClassChanges::given_by_event(const EventTarget& target) {
  return (on_x(target) ? x_by_event_ : e_by_event_)[index_of(target)];
}

bool ClassChanges::is_fixed_by_event(const EventTarget& target) {
  return class_of(target) == Class::fixed && given_by_event(target) != 0;
}

// Whether `target` is free already, and the action names its whole element, of which it releases
// another deformation. The angle of a hinge is such a target where RELEASE names the hinge.
bool ClassChanges::is_part_of_whole(const ActionRow& action, const EventTarget& target) {
  if (on_x(target) || !names_all_of(action, target.owner, site_.model)) return false;
  if (target.component > 0) return true;  // the first one has found something
  return std::any_of(action.targets.begin(), action.targets.end(), [&](const EventTarget& other) {
    return !on_x(other) && other.owner == target.owner && is_held(class_of(other));
  });
}

bool ClassChanges::is_slip(const EventTarget& target) const {
  const auto rubs = [&target](const ContactRow& row) {
    return row.joint.element == target.owner && row.joint.component == target.component;
  };
  const auto& frictions = site_.plan.frictions;
  return !on_x(target) && std::any_of(frictions.begin(), frictions.end(), rubs);
}

bool ClassChanges::change(const EventRow& row, const ActionRow& action, const EventTarget& target) {
  Class& cls = class_of(target);
  const Class wanted = class_after(action.kind);
  const bool release = action.kind == ActionKind::release;
  if (release && release_choice(target)) return true;
  if (release && !is_held(cls) && is_part_of_whole(action, target)) return true;
  if (release && is_slip(target)) return true;  // of a joint that breaks: friction ends with it
  if (release ? !is_held(cls) : cls == wanted && wanted != Class::prescribed) {
    site_.diagnostics.error(action.where, row.label,
                            fmt::format("at t = {:.9g} {} is {} already", site_.state.t,
                                        name_of(target), release ? "free" : class_name(cls)),
                            wanted == Class::fixed ? "expected one that moves"
                            : release              ? "expected one that is fixed or prescribed"
                                                   : "expected one of another class");
    return false;
  }
  cls = wanted;
  given_by_event(target) = 1;
  motion_of(target) = -1;
  if (!on_x(target) && is_free(wanted)) site_.phase.e_law[index_of(target)] = 1;
  if (wanted == Class::fixed) keep_place(target);
  if (wanted == Class::prescribed) prescribe(action, target);
  return true;
}

// Releases a coordinate or deformation whose acceleration the deck's choice gives: the acceleration
// becomes unknown, the load known. False where its class must be changed too.
bool ClassChanges::release_choice(const EventTarget& target) {
  Phase& phase = site_.phase;
  if (!phase.has_choice()) return false;
  const std::size_t k = index_of(target);
  if (!on_x(target)) {
    if (!phase.e_choice[k].held_rate) return false;
    phase.e_choice[k] = {};
    return true;
  }
  if (!phase.x_choice[k].any()) return false;
  phase.x_choice[k] = {};
  return !is_held(phase.x_class[k]);
}

void ClassChanges::prescribe(const ActionRow& action, const EventTarget& target) {
  const State& state = site_.state;
  const std::size_t k = index_of(target);
  const double t = state.t, a = action.acceleration, x = on_x(target) ? state.x[k] : state.e[k];
  const double v = action.has_velocity ? action.velocity : on_x(target) ? state.v[k] : state.ed[k];
  std::vector<Motion>& motions = site_.phase.motions;
  motion_of(target) = static_cast<int>(site_.model.motions.size() + motions.size());
  motions.push_back(Motion::uniform(x - v * t + a * t * t / 2, v - a * t, a));
}

// Stores the present value of a coordinate or deformation that becomes fixed; it keeps this value.
void ClassChanges::keep_place(const EventTarget& target) {
  const std::size_t k = index_of(target);
  if (on_x(target))
    site_.state.a[k] = 0;
  else
    site_.phase.e_fixed[k] = site_.state.e[k];
}

void ClassChanges::close(const EventTarget& target) {
  if (is_held(class_of(target))) return;
  class_of(target) = Class::fixed;
  given_by_event(target) = 1;
  keep_place(target);
}

bool ClassChanges::let_go(const EventRow& row, const ActionRow& action) {
  Phase& phase = site_.phase;
  if (phase.has_choice()) return let_choice_go(), true;
  bool any = false;
  const ConstVector r = site_.dynamics->reactions();
  // S: stresses that drive the deformations, without the laws that act beside them.
  std::vector<double> S(phase.e_class.size());
  for (std::size_t k = 0; k < S.size(); ++k) S[k] = site_.dynamics->own_stress(k);
  // The coordinate that is the time itself (Model::clock) stays prescribed.
  auto release = [&any](std::size_t count, std::vector<Class>& classes, std::vector<int>& motions,
                        std::vector<double>& kept, ConstVector effort) {
    kept.resize(classes.size());
    for (std::size_t k = 0; k < count; ++k) {
      if (classes[k] != Class::prescribed) continue;
      classes[k] = Class::calculable;
      motions[k] = -1;
      kept[k] = effort[k];
      any = true;
    }
  };
  release(site_.model.node_velocities(), phase.x_class, phase.x_motion, phase.x_kept, r);
  release(phase.e_class.size(), phase.e_class, phase.e_motion, phase.e_kept, S);
  for (std::size_t k = 0; k < phase.e_law.size(); ++k)
    if (is_free(phase.e_class[k])) phase.e_law[k] = 1;
  if (!any)
    site_.diagnostics.error(action.where, row.label, "nothing is prescribed any more",
                            "expected a motion that can be let go");
  return any;
}

// FORWARD for a chain with a choice: accelerations become unknown, and the efforts that were
// unknown keep their present values. Known angles and driven joints are let go. The base moves on
// as the deck says.
void ClassChanges::let_choice_go() {
  const Model& model = site_.model;
  const State& state = site_.state;
  Phase& phase = site_.phase;
  Dynamics& dynamics = *site_.dynamics;
  phase.load_kept.resize(phase.x_choice.size());
  phase.e_kept.resize(phase.e_choice.size());
  const std::size_t base = model.nodes[site_.plan.chain.base_point].first;
  const std::vector<CoordinateChoice> before = phase.x_choice;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i == base || i == base + 1) continue;
    phase.x_choice[i] = {};
    if (!before[i].known_reaction || phase.x_class[i] != Class::prescribed) continue;
    phase.x_class[i] = Class::calculable;
    phase.x_motion[i] = -1;
  }
  Loads known(model, phase);  // all loads but the unknown ones
  evaluate_loads(model, phase, state.t, state.x, state.v, state.z,
                 dynamics.kinematics().evaluation(), dynamics.inertia(), known);
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].unknown_load && !phase.x_choice[i].unknown_load)
      phase.load_kept[i] = dynamics.loads().f[i] - known.f[i];
  for (std::size_t r = 0; r < phase.e_choice.size(); ++r) {
    DeformationChoice& choice = phase.e_choice[r];
    const bool driven = phase.e_class[r] == Class::prescribed;
    if (choice.unknown_stress)
      phase.e_kept[r] = driven ? dynamics.own_stress(r) : dynamics.stresses()[r];
    choice.unknown_stress = choice.known_stress = false;
    if (!driven) continue;
    phase.e_class[r] = Class::calculable;
    phase.e_motion[r] = -1;
    phase.e_law[r] = 1;
  }
}

}  // namespace mbs
