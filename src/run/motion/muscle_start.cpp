#include "run/motion/muscle_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "build/coupled_arms.h"
#include "plan/plan.h"
#include "run/frame/missing_value.h"
#include "run/motion/muscle_rest.h"
#include "text/units.h"

namespace mbs {

namespace {

class MuscleStart {
 public:
  MuscleStart(const Plan& plan, const Model& model, const Phase& phase, StateRates& rates,
              State& state, Diagnostics& diagnostics, const RestMoments* rest)
      : plan_(plan),
        model_(model),
        phase_(phase),
        rates_(rates),
        state_(state),
        diagnostics_(diagnostics),
        rest_(rest),
        lengths_(model),
        coupled_(model, model.forces.muscles, model.muscle_crossings, model.muscle_joints) {}

  bool run(std::vector<Stimulus>* stimuli) {
    rates_.fill_stimulations(state_);
    if (rates_.missing_value()) {
      report_missing_value(*rates_.missing_value(), state_.t, diagnostics_);
      return false;
    }
    u_.assign(rates_.stimulations().begin(), rates_.stimulations().end());
    for (std::size_t k = 0; k < u_.size(); ++k)  // an onset at the beginning acts later
      if (const Muscle& m = muscle(k); !m.stimulation && stimuli)
        u_[k] = std::max((*stimuli)[k].before, m.constants.least_act);
    const MuscleStartRow& row = plan_.muscle_start;
    const bool later = row.rest && !rest_;
    if (row.given && stimuli && !later && !choose(*stimuli)) return false;
    for (std::size_t k = 0; k < u_.size(); ++k)
      if (!(later && is_chosen(k) ? slacken(k) : balance(k))) return false;
    return true;
  }

 private:
  const Muscle& muscle(std::size_t k) const { return model_.forces.muscles[k]; }
  InputState here() const { return {state_.t, state_.x, state_.v, state_.e, state_.ed, state_.z}; }
  double& z(int k) { return state_.z[k]; }

  // Whether MUSCLESTART chooses the stimulation of muscle k.
  bool is_chosen(std::size_t k) const { return !muscle(k).has_from && !muscle(k).stimulation; }

  bool slacken(std::size_t k) {
    z(muscle(k).activation) = muscle(k).constants.least_act;
    if (muscle(k).strain >= 0) z(muscle(k).strain) = 0;
    return true;
  }

  // States of muscle k at stimulation u_[k].
  bool balance(std::size_t k) {
    const Muscle& m = muscle(k);
    const MuscleConstants& c = m.constants;
    const MusclePath path = muscle_path(m, here());
    if (!m.has_start) z(m.activation) = u_[k];
    if (c.rigid) {
      const double x = (path.length - c.lslack) / c.lopt;
      return (x >= kShortFibre && x <= kLongFibre) || no_balance(k, path);
    }
    if (m.has_start) {
      const double fibre = m.start_fibre / c.lopt;
      z(m.strain) =
          strain_of(m, path.length, std::sqrt(std::max(0.0, fibre * fibre - m.height * m.height)));
      return true;
    }
    const auto strain = strain_in_balance(m, path.length, u_[k]);
    if (!strain) return no_balance(k, path);
    z(m.strain) = *strain;
    return true;
  }

  bool no_balance(std::size_t k, const MusclePath& path) {
    const MuscleConstants& c = muscle(k).constants;
    const PathRange range = balanced_paths(muscle(k), u_[k]);
    const Origin& origin = model_.muscle_origin[k];
    const std::string& length = plan_.units().length;
    diagnostics_.error(
        origin.where, origin.label,
        fmt::format(
            "at t = {} fibre and tendon find no equilibrium: the path is {:.6g} {unit} long, "
            "the tendon's slack length is {:.6g} {unit}",
            state_.t, path.length, c.lslack, fmt::arg("unit", length)),
        fmt::format(
            "expected a path of {:.6g} to {:.6g} {unit}, where the fibre has {} to {} LOPT: "
            "look at ARM, LSLACK, LOPT and the posture",
            range.shortest, range.longest, kShortFibre, kLongFibre, fmt::arg("unit", length)));
    return false;
  }

  // Moment of a tension of 1 of muscle k in equation r.
  double arm_in(std::size_t r, std::size_t k) const {
    return rest_ ? rest_->arms[r * u_.size() + k] : -coupled_.arm_about(r, k, here(), lengths_.De);
  }

  bool choose(std::vector<Stimulus>& stimuli) {
    evaluate_position(model_, state_.x, lengths_);
    coupled_.update(phase_, lengths_.De);
    const MuscleStartRow& row = plan_.muscle_start;
    std::vector<LoadedMuscle> loaded;
    std::vector<std::size_t> chosen;
    std::vector<double> wanted = rest_ ? rest_->wanted : row.moments;
    for (std::size_t k = 0; k < u_.size(); ++k) {
      const Muscle& m = muscle(k);
      const MusclePath path = muscle_path(m, here());
      if (is_chosen(k)) {
        LoadedMuscle one{&m, path, {}};
        if (!tension_at(k, path, row.least, one.tension.lowest) ||
            !tension_at(k, path, row.most, one.tension.highest))
          return false;
        loaded.push_back(one);
        chosen.push_back(k);
        continue;
      }
      if (!balance(k)) return false;
      const double tension = muscle_force(m, path, z(m.activation), m.strain < 0 ? 0 : z(m.strain));
      for (std::size_t r = 0; r < wanted.size(); ++r) wanted[r] -= tension * arm_in(r, k);
    }
    std::vector<double> arms;
    for (std::size_t r = 0; r < wanted.size(); ++r)
      for (const std::size_t k : chosen) arms.push_back(arm_in(r, k));
    const SharedLoad shared = share_load(loaded, arms, wanted, row.criterion);
    if (!makes_moments(shared, arms, wanted, tolerance::muscle_moment))
      return cannot(loaded, arms, wanted);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const double u =
          muscle_load(*loaded[i].muscle, loaded[i].path, shared.tensions[i]).activation;
      u_[chosen[i]] = stimuli[chosen[i]].before =
          std::clamp(u, std::max(row.least, muscle(chosen[i]).constants.least_act), row.most);
    }
    return true;
  }

  bool tension_at(std::size_t k, const MusclePath& path, double u, double& tension) {
    const Muscle& m = muscle(k);
    u_[k] = std::max(u, m.constants.least_act);
    if (!balance(k)) return false;
    // An elastic tendon is in balance with a fibre that stands still; a rigid one moves it.
    const MusclePath fibre{path.length, m.constants.rigid ? path.rate : 0};
    tension = muscle_force(m, fibre, u_[k], m.strain < 0 ? 0 : z(m.strain));
    return true;
  }

  bool cannot(const std::vector<LoadedMuscle>& loaded, const std::vector<double>& arms,
              const std::vector<double>& wanted) {
    std::vector<std::string> ranges;
    for (std::size_t r = 0; r < wanted.size(); ++r) {
      double low = 0, high = 0;
      for (std::size_t k = 0; k < loaded.size(); ++k) {
        const double arm = arms[r * loaded.size() + k];
        const TensionLimits& tension = loaded[k].tension;
        low += arm * (arm > 0 ? tension.lowest : tension.highest);
        high += arm * (arm > 0 ? tension.highest : tension.lowest);
      }
      ranges.push_back(fmt::format("{}{:.6g} wanted, {:.6g} to {:.6g} possible",
                                   rest_ ? rest_->names[r] + ": " : "", wanted[r], low, high));
    }
    diagnostics_.error(
        plan_.muscle_start.where, "MUSCLESTART",
        fmt::format("at t = {} the muscles cannot make these moments (joint by joint: {})",
                    state_.t, fmt::join(ranges, "; ")),
        "expected moments that they can make together, or wider bounds (BETWEEN)");
    return false;
  }

  const Plan& plan_;
  const Model& model_;
  const Phase& phase_;
  StateRates& rates_;
  State& state_;
  Diagnostics& diagnostics_;
  const RestMoments* rest_;
  Evaluation lengths_;
  CoupledArms coupled_;
  std::vector<double> u_;
};

}  // namespace

bool start_muscles(const Plan& plan, const Model& model, const Phase& phase, StateRates& rates,
                   State& state, std::vector<Stimulus>* stimuli, Diagnostics& diagnostics,
                   const RestMoments* rest) {
  if (model.forces.muscles.empty()) return true;
  return MuscleStart(plan, model, phase, rates, state, diagnostics, rest).run(stimuli);
}

}  // namespace mbs
