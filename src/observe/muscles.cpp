#include "observe/muscles.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "plan/plan.h"

namespace mbs {

namespace {

struct Shown {
  const char* name;
  Unit unit;
};
constexpr Shown kQuantities[] = {{"l", unit::metre},       {"ld", rate_of(unit::metre)},
                                 {"lce", unit::metre},     {"lced", rate_of(unit::metre)},
                                 {"strain", unit::number}, {"f", unit::newton},
                                 {"stim", unit::number},   {"act", unit::number},
                                 {"power", unit::watt},    {"actd", rate_of(unit::number)},
                                 {"q", unit::number},      {"pfibre", unit::watt},
                                 {"ptendon", unit::watt},  {"elastic", unit::joule}};

InputState input_state(const State& s) { return {s.t, s.x, s.v, s.e, s.ed, s.z}; }

}  // namespace

MusclePath muscle_path(const Muscle& muscle, const State& state) {
  return muscle_path(muscle, input_state(state));
}

MuscleDetail muscle_detail(const Muscle& muscle, const State& state) {
  const bool elastic = muscle.strain >= 0;
  return muscle_detail(muscle, muscle_path(muscle, state), state.z[muscle.activation],
                       elastic ? state.z[muscle.strain] : 0, elastic ? state.zd[muscle.strain] : 0);
}

double elastic_energy(const Model& model, const State& state) {
  double energy = 0;
  for (const Muscle& muscle : model.forces.muscles) energy += muscle_detail(muscle, state).elastic;
  return energy;
}

std::size_t muscle_channels(const Model& model, std::size_t muscle) {
  return std::size(kQuantities) + 2 * model.parts.muscles[muscle].size();
}

MuscleObserver::MuscleObserver(const Plan& plan, const Model& model)
    : model_(model),
      coupled_(model, model.forces.muscles, model.muscle_crossings, model.muscle_joints) {
  for (const MuscleRow& row : plan.muscles) names_.push_back(row.name);
}

void MuscleObserver::lay_out(Layout& layout) const {
  if (names_.empty()) return;
  std::size_t width = 6;
  for (const std::string& name : names_) width = std::max(width, name.size());
  TableLayout table{
      "",
      fmt::format(" {:<{}}", "MUSCLE", width),
      {"LENGTH", "RATE", "FIBRE", "FIBRERATE", "STRAIN", "FORCE", "STIM", "ACT", "POWER"},
      {}};
  TableLayout arms{"", fmt::format(" {:<{}}  JOINT", "MUSCLE", width), {"ARM", "MOMENT"}, {}};
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const std::string& name = names_[k];
    table.rows.push_back({fmt::format(" {:<{}}", name, width), layout.count()});
    const int owner = static_cast<int>(k);
    for (int component = 0; const Shown& shown : kQuantities)
      layout.add(fmt::format("{}.{}", name, shown.name), shown.unit,
                 {Of::muscle, owner, component++});
    for (const auto& [joint, along] : model_.parts.muscles[k]) {
      const std::string shown = joint.front() == '_' ? joint.substr(1) : joint;
      arms.rows.push_back({fmt::format(" {:<{}} {:>6}", name, width, shown), layout.count()});
      layout.add(fmt::format("{}.arm{}", name, joint), unit::metre / along,
                 {Of::muscle_joint, owner, 0});
      layout.add(fmt::format("{}.m{}", name, joint), unit::effort_along(along),
                 {Of::muscle_joint, owner, 1});
    }
  }
  layout.tables.push_back(std::move(table));
  layout.tables.push_back(std::move(arms));
}

void MuscleObserver::observe(const State& state, const Phase& phase, const Dynamics& dynamics,
                             double* out) {
  const InputState here = input_state(state);
  const ConstVector De = dynamics.kinematics().evaluation().De;
  coupled_.update(phase, De);
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const Muscle& m = model_.forces.muscles[k];
    const MuscleDetail d = muscle_detail(m, state);
    const double values[] = {d.length,
                             d.rate,
                             d.fibre,
                             d.fibre_rate,
                             d.strain,
                             d.force,
                             dynamics.state_rates().stimulations()[k],
                             state.z[m.activation],
                             d.power,
                             state.zd[m.activation],
                             d.active_state,
                             d.fibre_power,
                             d.tendon_power,
                             d.elastic};
    out = std::copy(std::begin(values), std::end(values), out);
    arms_.resize(model_.parts.muscles[k].size());
    coupled_.moment_arms(k, here, De, arms_);
    for (const double arm : arms_) {
      *out++ = arm;
      *out++ = 0.0 - d.force * arm;
    }
  }
}

}  // namespace mbs
