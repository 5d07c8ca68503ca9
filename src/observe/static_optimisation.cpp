#include "observe/static_optimisation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "observe/muscles.h"
#include "observe/names.h"
#include "plan/plan.h"
#include "text/expression.h"
#include "text/parameters.h"

namespace mbs {

namespace {

// A muscle takes no share if its tension can vary by at most this part of FMAX.
constexpr double kNoTension = 1e-9;

}  // namespace

StaticOptimisation::StaticOptimisation(const Plan& plan, const Model& model, const Phase& phase,
                                       Layout& layout, Diagnostics& diagnostics)
    : model_(model),
      row_(plan.static_opt),
      first_(layout.channels.size()),
      lengths_(model),
      coupled_(model, model.shared_muscles, model.shared_crossings, model.shared_joints) {
  if (!row_.given) return;
  const VariableNames names = channel_names(layout);
  for (std::size_t k = 0; k < row_.channels.size(); ++k) {
    const int variable = names.find(row_.channels[k]);
    if (variable <= 0) {  // t is no moment
      diagnostics.error(row_.channels_at[k], "STATICOPT",
                        fmt::format("there is no channel '{}'", row_.channels[k]),
                        "expected the channel of the joint's moment, or the name of an OUT line");
      continue;
    }
    wanted_from_.push_back(variable - 1);
    const Channel& channel = layout.channels[static_cast<std::size_t>(variable - 1)];
    stress_.push_back(stress_of(plan, channel.what, k));
    outs_.emplace_back();
    if (channel.what.of == Of::out) find_out(plan, layout, variable - 1, k);
  }
  slots_ = Slots(plan.parameters->live_count(), layout.channels.size() + 1);
  limits_.resize(model.shared_muscles.size());
  parts_.resize(limits_.size());
  wanted_.resize(row_.joints.size());
  arms_.resize(limits_.size() * wanted_.size());
  for (const CrossedJoints& crossings : model.shared_crossings)
    crosses_ = crosses_ || !crossings.empty();
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    const auto& joints = model.shared_joints;
    if (std::any_of(joints.begin(), joints.end(), [&](const MuscleTerm& joint) {
          return acts_about(joint, model.shared_muscles[k], model.shared_crossings[k]);
        }))
      continue;
    const MuscleRow& muscle = plan.shared_muscles[k];
    const bool crosses_none = std::all_of(muscle.arms.begin(), muscle.arms.end(),
                                          [](const MuscleArm& arm) { return arm.over; }) &&
                              model.shared_crossings[k].empty();
    if (crosses_none)
      diagnostics.error(muscle.where, muscle.label, "it has a moment arm about no joint",
                        "expected a path between bodies that revolute joints join, or what it lies "
                        "over among the joints of STATICOPT");
    else
      diagnostics.warning(muscle.where, muscle.label,
                          "it has a moment arm about no joint of STATICOPT",
                          "its force is the least that it can be");
  }
  lay_out(plan, layout);
  contact_.emplace(plan, model, phase, layout);
}

// The deformation whose stress the channel is, if it belongs to joint r or to a hinge between the
// same bodies; -1: another channel.
int StaticOptimisation::stress_of(const Plan& plan, const Quantity& channel, std::size_t r) const {
  const MuscleTerm& joint = model_.shared_joints[r];
  const auto owner = static_cast<std::size_t>(channel.owner);
  if (channel.of == Of::segment && channel.component == kJointMoment) {
    const int hinge = model_.elements[plan.chain.segments[owner].hinge].first;
    return joint.of_deformation && joint.i == hinge ? hinge : -1;
  }
  if (channel.of == Of::further && channel.component == 1) {
    const int d = model_.parts.further[owner].deformation;
    return joint.of_deformation && joint.i == d ? d : -1;
  }
  if (channel.of != Of::stress) return -1;
  const ElementRange& range = model_.elements[owner];
  const int d = range.first + channel.component;
  return (joint.of_deformation && joint.i == d) || is_hinge_of(range, joint) ? d : -1;
}

// The OUT lines that make the channel, if they read stresses of joint r. An OUT line that names a
// muscle with a stimulation says itself what of it is in the moment.
void StaticOptimisation::find_out(const Plan& plan, const Layout& layout, int channel,
                                  std::size_t r) {
  OfStresses found;
  std::vector<char> needed(layout.channels.size(), 0);
  needed[static_cast<std::size_t>(channel)] = 1;
  const int before = plan.parameters->live_count() + 1;  // slots before those of channels
  for (std::size_t k = layout.outs.size(); k-- > 0;) {
    const Layout::Out& out = layout.outs[k];
    if (!needed[static_cast<std::size_t>(out.channel)]) continue;
    found.outs.insert(found.outs.begin(), out);
    for (const int slot : out.expression.slots()) {
      if (slot < before || std::exchange(needed[static_cast<std::size_t>(slot - before)], 1))
        continue;
      const Quantity& what = layout.channels[static_cast<std::size_t>(slot - before)].what;
      if (what.of == Of::muscle || what.of == Of::muscle_joint) return;
      if (const int d = stress_of(plan, what, r); d >= 0)
        found.stresses.emplace_back(slot - before, d);
    }
  }
  if (!found.stresses.empty()) outs_[r] = std::move(found);
}

// The moment of joint r that muscles with a stimulation leave to the others.
double StaticOptimisation::less_others(std::size_t r, const State& state, const Phase& phase,
                                       ConstVector values) {
  const double whole = values[static_cast<std::size_t>(wanted_from_[r])];
  if (stress_[r] >= 0) return whole - made_by_others(stress_[r], state);
  const OfStresses& of = outs_[r];
  if (of.outs.empty()) return whole;
  slots_.set_parameters(phase.parameters);
  double* const channels = slots_.variables() + 1;
  channels[-1] = state.t;
  std::copy_n(values.begin(), first_, channels);
  for (const auto& [channel, d] : of.stresses) channels[channel] -= made_by_others(d, state);
  for (const Layout::Out& out : of.outs)
    channels[out.channel] = out.expression.value(slots_.data());
  return channels[wanted_from_[r]];
}

bool StaticOptimisation::is_hinge_of(const ElementRange& range, const MuscleTerm& joint) const {
  if (range.type->spec.keyword != "PLTOR" || joint.plus < 0) return false;
  int found = 0;
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k)
    if (model_.entry_row[k] == range.first &&
        (model_.entry_column[k] == joint.plus || model_.entry_column[k] == joint.minus))
      ++found;
  return found == 2;
}

void StaticOptimisation::lay_out(const Plan& plan, Layout& layout) const {
  std::size_t width = 6;
  for (const MuscleRow& muscle : plan.shared_muscles) width = std::max(width, muscle.name.size());
  TableLayout table{"",
                    fmt::format(" {:<{}}", "SHARED", width),
                    {"FORCE", "ACT", "FMOST", "LENGTH", "RATE", "FIBRE"},
                    {}};
  TableLayout arms{"", fmt::format(" {:<{}}  JOINT", "SHARED", width), {"ARM", "MOMENT"}, {}};
  for (std::size_t k = 0; k < plan.shared_muscles.size(); ++k) {
    const MuscleRow& muscle = plan.shared_muscles[k];
    table.rows.push_back({fmt::format(" {:<{}}", muscle.name, width), layout.count()});
    const int owner = static_cast<int>(k);
    layout.add(muscle.name + ".f", unit::newton, {Of::shared, owner, 0});
    layout.add(muscle.name + ".act", unit::number, {Of::shared, owner, 1});
    layout.add(muscle.name + ".fmost", unit::newton, {Of::shared, owner, 2});
    layout.add(muscle.name + ".l", unit::metre, {Of::shared, owner, 3});
    layout.add(muscle.name + ".ld", rate_of(unit::metre), {Of::shared, owner, 3, 1});
    layout.add(muscle.name + ".lce", unit::metre, {Of::shared, owner, 4});
    for (const auto& [joint, along] : model_.parts.shared_muscles[k]) {
      const std::string shown = joint.front() == '_' ? joint.substr(1) : joint;
      arms.rows.push_back(
          {fmt::format(" {:<{}} {:>6}", muscle.name, width, shown), layout.count()});
      layout.add(fmt::format("{}.arm{}", muscle.name, joint), unit::metre / along,
                 {Of::shared_joint, owner, 0});
      layout.add(fmt::format("{}.m{}", muscle.name, joint), unit::effort_along(along),
                 {Of::shared_joint, owner, 1});
    }
  }
  TableLayout joints{"", " JOINT ", {"MOMENT", "RESERVE"}, {}};
  for (const auto& [joint, along] : model_.parts.shared_joints) {
    const std::string shown = joint.front() == '_' ? joint.substr(1) : joint;
    joints.rows.push_back({fmt::format(" {:>6}", shown), layout.count()});
    layout.add("moment" + joint, unit::effort_along(along), {Of::moment, 0, 0});
    layout.add("reserve" + joint, unit::effort_along(along), {Of::moment, 0, 1});
  }
  layout.tables.push_back(std::move(table));
  layout.tables.push_back(std::move(arms));
  layout.tables.push_back(std::move(joints));
}

// The part of a stress that muscles with a stimulation make: muscles that act on the deformation by
// ARM or OVER. If the deformation is a length, the stress is the tension.
double StaticOptimisation::made_by_others(int deformation, const State& state) const {
  const InputState here{state.t, state.x, state.v, state.e, state.ed, state.z};
  double made = 0;
  for (const Muscle& muscle : model_.forces.muscles)
    for (const MuscleTerm& term : muscle.terms)
      if (term.of_deformation && term.i == deformation)
        made += muscle_detail(muscle, state).force * term.sign *
                moment_arm(muscle, term, muscle_angle(term, here));
  return made;
}

void StaticOptimisation::observe(const State& state, const Phase& phase, Vector values) {
  if (!row_.given) return;
  const InputState here{state.t, state.x, state.v, state.e, state.ed, state.z};
  const std::vector<Muscle>& muscles = model_.shared_muscles;
  const std::size_t n = muscles.size(), m = wanted_.size();
  for (std::size_t r = 0; r < m; ++r) wanted_[r] = less_others(r, state, phase, values);
  if (crosses_ || coupled_.any() || contact_->present())
    evaluate_position(model_, state.x, lengths_);
  coupled_.update(phase, lengths_.De);
  // Muscles that can make no tension now are left out.
  std::vector<std::size_t> able;
  std::vector<TensionLimits> limits;
  std::vector<double> rest = wanted_;
  std::fill(arms_.begin(), arms_.end(), 0.0);
  for (std::size_t k = 0; k < n; ++k) {
    parts_[k] = tension_parts(muscles[k], muscle_path(muscles[k], here));
    limits_[k] = {parts_[k].passive + row_.least * parts_[k].active,
                  parts_[k].passive + row_.most * parts_[k].active};
    for (std::size_t r = 0; r < m; ++r)
      arms_[r * n + k] = -coupled_.arm_about(r, k, here, lengths_.De);
    if (limits_[k].highest - limits_[k].lowest > kNoTension * muscles[k].constants.fmax) {
      able.push_back(k);
      limits.push_back(limits_[k]);
      continue;
    }
    for (std::size_t r = 0; r < m; ++r) rest[r] -= arms_[r * n + k] * limits_[k].lowest;
  }
  std::vector<double> arms;
  for (std::size_t r = 0; r < m; ++r)
    for (const std::size_t k : able) arms.push_back(arms_[r * n + k]);
  const bool of_force = row_.criterion == MuscleCriterion::force;
  const SharingSlope slope = [&](std::size_t i, double tension) {
    const TensionParts& p = parts_[able[i]];
    const double unit = of_force ? muscles[able[i]].constants.fmax : p.active;
    const double u = std::max(0.0, of_force ? tension : tension - p.passive) / unit;
    return (row_.power == 2 ? u : u * u) / unit;
  };
  const SharedLoad shared = share_with_reserve(limits, arms, rest, slope);
  double* out = values.data() + first_;
  std::size_t next = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const bool is_able = next < able.size() && able[next] == k;
    const bool is_found = is_able && next < shared.tensions.size();
    const double tension = is_found ? shared.tensions[next] : limits_[k].lowest;
    if (is_able) ++next;
    const MusclePath path = muscle_path(muscles[k], here);
    *out++ = tension;
    *out++ = is_able ? (tension - parts_[k].passive) / parts_[k].active : row_.least;
    *out++ = parts_[k].passive + parts_[k].active;
    *out++ = path.length;
    *out++ = path.rate;
    *out++ = muscles[k].constants.lopt > 0
                 ? std::hypot(std::max(0.0, fibre_along(muscles[k], path.length, 0)),
                              muscles[k].height) *
                       muscles[k].constants.lopt
                 : 0;
    of_muscle_.resize(model_.parts.shared_muscles[k].size());
    coupled_.moment_arms(k, here, lengths_.De, of_muscle_);
    for (const double arm : of_muscle_) {
      *out++ = arm;
      *out++ = 0.0 - tension * arm;
    }
  }
  for (std::size_t r = 0; r < m; ++r) {
    *out++ = wanted_[r];
    *out++ = r < shared.reserve.size() ? shared.reserve[r] : 0;
  }
  if (contact_->present()) contact_->observe(here, lengths_.De, values);
}

}  // namespace mbs
