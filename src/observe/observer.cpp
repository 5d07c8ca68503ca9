#include "observe/observer.h"

#include <algorithm>
#include <cmath>

#include "base/finite.h"
#include "base/not_determined.h"
#include "base/tolerances.h"
#include "observe/names.h"
#include "plan/plan.h"

namespace mbs {

namespace {

constexpr Observer::Parts kAll{true, true, true, true, true, true, true};

}  // namespace

Observer::Observer(const Plan& plan, const Model& model, const Phase& phase)
    : model_(model),
      phase_(phase),
      bodies_(plan.vocabulary.rows == RowsOf::bodies),
      chain_(plan, model),
      reactions_(model),
      net_joints_(model),
      space_net_joints_(model),
      recorded_(plan, model),
      contacts_(plan, model),
      wheels_(model),
      powers_(plan, model, phase),
      muscles_(plan, model),
      totals_(model),
      spatial_(model.is_spatial()),
      impulses_(plan, model, phase),
      joints_(model),
      space_joints_(model, phase),
      rotations_(plan, model) {
  if (!model.bodies.empty() || !model.points.empty()) lay_out_bodies(model, layout_);
  reactions_first_ = layout_.count();
  if (bodies_) {
    reactions_.lay_out(layout_);
  } else if (chain_.present()) {
    chain_.lay_out(layout_);
    elements_first_ = layout_.count();
    reactions_.lay_out(layout_);
  } else {
    lay_out_nodes(model, phase, layout_);
    elements_first_ = layout_.count();
    lay_out_elements(model, phase, layout_);
    space_joints_first_ = layout_.count();
    space_joints_.lay_out(layout_);
  }
  net_joints_first_ = layout_.count();
  net_joints_.lay_out(layout_);
  space_net_joints_first_ = layout_.count();
  space_net_joints_.lay_out(layout_);
  recorded_first_ = layout_.count();  // the group of the net joints goes on here
  recorded_.lay_out(layout_);
  contacts_first_ = layout_.count();
  contacts_.lay_out(layout_);
  wheels_first_ = layout_.count();
  wheels_.lay_out(layout_);
  powers_first_ = layout_.count();
  powers_.lay_out(layout_);
  muscles_first_ = layout_.count();
  muscles_.lay_out(layout_);
  states_first_ = layout_.count();
  lay_out_states(model, layout_);
  totals_first_ = layout_.count();
  lay_out_totals(spatial_, layout_);
  impulses_first_ = layout_.count();
  impulses_.lay_out(layout_);
  joints_first_ = layout_.count();
  joints_.lay_out(layout_);
  rotations_first_ = layout_.count();
  rotations_.lay_out(layout_);
  add_names(plan, model, layout_);
  for (int k = 0; k < layout_.count(); ++k)
    if (layout_.channels[k].what.rate == kOpenChannel) open_.push_back(k);
}

Observer::Parts Observer::parts_with(std::span<const int> channels) const {
  const std::array<int, 9> begins{reactions_first_, net_joints_first_, contacts_first_,
                                  powers_first_,    muscles_first_,    states_first_,
                                  totals_first_,    impulses_first_,   joints_first_};
  // A channel belongs to the last group that begins at it or before it.
  std::array<bool, 10> in{};
  for (const int channel : channels) {
    std::size_t group = 0;
    for (std::size_t k = 0; k < begins.size(); ++k)
      if (begins[k] <= channel) group = k + 1;
    const bool is_out = outs_ && channel >= outs_->first();
    if (is_out) in.fill(true);
    in[group] = true;
  }
  return {in[1], in[2], in[3], in[4], in[5], in[9], in[7]};
}

// Fills the forces. The other channels (places of bodies, states, impulses) cost little.
void Observer::fill_forces(const State& state, const Dynamics& dynamics, double* out) {
  if (bodies_) return reactions_.observe(state, dynamics, out + reactions_first_);
  if (chain_.present()) {
    chain_.observe(state, dynamics, out + reactions_first_);
    return reactions_.observe(state, dynamics, out + elements_first_);
  }
  observe_nodes(model_, state, dynamics, out + reactions_first_);
  observe_elements(model_, state, dynamics, out + elements_first_);
  space_joints_.observe(state, dynamics, out + space_joints_first_);
}

void Observer::fill(const State& state, const Dynamics& dynamics, const Parts& parts,
                    Vector values) {
  observe_bodies(model_, state, values);
  double* const out = values.data();
  if (parts.forces) fill_forces(state, dynamics, out);
  if (parts.net_joints) {
    net_joints_.observe(state, dynamics, out + net_joints_first_);
    space_net_joints_.observe(state, dynamics, out + space_net_joints_first_);
    recorded_.observe(state.t, out + recorded_first_);
  }
  if (parts.contacts) {  // wheels belong to this group
    contacts_.observe(state, dynamics, out + contacts_first_);
    wheels_.observe(state, dynamics, out + wheels_first_);
  }
  if (parts.powers) powers_.observe(state, dynamics, out + powers_first_);
  if (parts.muscles) muscles_.observe(state, phase_, dynamics, out + muscles_first_);
  observe_states(model_, state, out + states_first_);
  impulses_.observe(out + impulses_first_);
  if (parts.joints) joints_.observe(state, out + joints_first_);
  rotations_.observe(state, out + rotations_first_);
}

Totals Observer::fill_totals(const State& state, const Dynamics& dynamics, double work,
                             Vector values, bool audited) {
  const Totals totals = totals_.observe(model_, phase_, state, dynamics, audited);
  const double start = started_ ? start_energy_ : totals.kinetic + totals.potential;
  put_totals(totals, spatial_, work + totals.elastic, start, values.data() + totals_first_);
  return totals;
}

void Observer::probe(const State& state, const Dynamics& dynamics, double work, Vector values) {
  probe(state, dynamics, work, values, kAll);
}

void Observer::probe(const State& state, const Dynamics& dynamics, double work, Vector values,
                     const Parts& parts) {
  fill(state, dynamics, parts, values);
  if (parts.totals) fill_totals(state, dynamics, work, values, false);
}

void Observer::observe(const State& state, const Dynamics& dynamics, double work, Vector values) {
  fill(state, dynamics, kAll, values);
  for (const int k : open_) values[k] = kNotDetermined;
  const Totals totals = fill_totals(state, dynamics, work, values, true);
  if (first_not_finite(values) >= 0) return;  // no row: the figures of the audit do not change
  if (!started_) start_energy_ = totals.kinetic + totals.potential;
  started_ = true;
  balance_ = values[totals_first_ + 3];
  for (std::size_t k = 0; k < momentum_gaps_.size(); ++k) {
    momentum_gaps_[k] = std::max(momentum_gaps_[k], totals.momentum_gaps[k]);
    momentum_terms_[k] = std::max(momentum_terms_[k], totals.momentum_terms[k]);
  }
  length_ = std::max(length_, dynamics.kinematics().jacobian().length());
  for (const double S : dynamics.stresses())
    largest_effort_ = std::max(largest_effort_, std::fabs(S));
  const Evaluation& here = dynamics.kinematics().evaluation();
  for (const LinearTerm& term : model_.forces.stiffness)
    largest_terms_ = std::max(largest_terms_, std::fabs(term.value) * here.size[at(term.column)]);
  // Loads by laws may cancel on their coordinate.
  const auto note = [&](const ExpressionLaw& law) {
    const double effort = std::fabs(law.evaluate(dynamics.loads().law_slots));
    if (std::isfinite(effort)) largest_effort_ = std::max(largest_effort_, effort);
  };
  for (const ExpressionLaw& law : model_.forces.load_laws) note(law);
  for (const ForceByLaw& by_law : model_.forces.force_laws)
    for (const ExpressionLaw& law : by_law.components) note(law);
  for (const std::size_t kind : {0, 1}) {
    velocity_slope_[kind] = std::max(velocity_slope_[kind], totals.velocity_slope[kind]);
    position_slope_[kind] = std::max(position_slope_[kind], totals.position_slope[kind]);
  }
  energy_scale_ = std::max({energy_scale_, std::fabs(totals.kinetic), std::fabs(totals.potential),
                            std::fabs(work + totals.elastic)});
}

// All gaps are compared with one force, since forces are rounding where only moments act. If
// nothing acts, reactions are the rounding of stresses, and a gap of this size counts as 0.
double Observer::momentum_gap() const {
  constexpr double kUnbalanced = 1e-9;
  const auto worst =
      [this](const std::array<double, 6>& of) {  // the third and the last two are moments
        return std::max({of[0], of[1], of[2] / length_, of[3], of[4] / length_, of[5] / length_});
      };
  const double force = worst(momentum_terms_), gap = worst(momentum_gaps_);
  // A body that spins without any load has forces of inertia that cancel: energy over a length.
  const double inertia = length_ > 0 ? energy_scale_ / length_ : 0;
  if (!(gap > tolerance::rounding_of_one * std::max(largest_effort_, inertia))) return 0;
  // Stiff springs that carry nothing have the rounding of their stiffness.
  double stiffest = largest_terms_;
  for (const LinearTerm& term : model_.forces.stiffness)
    stiffest = std::max(stiffest, std::fabs(term.value));
  const bool rounds = gap <= tolerance::rounding_of_one * stiffest * std::max(length_, 1 / length_);
  return rounds && gap > kUnbalanced * force ? 0 : gap / force;
}

double Observer::energy(const State& state, const Dynamics& dynamics) {
  const Totals totals = totals_.observe(model_, phase_, state, dynamics, false);
  kinetic_ = totals.kinetic;
  return totals.kinetic + totals.potential - totals.elastic;
}

void Observer::relabel() {
  if (bodies_) return;
  Layout now;
  lay_out_nodes(model_, phase_, now);
  lay_out_elements(model_, phase_, now);
  // A name may follow the label, so only the beginning is replaced.
  for (TableLayout& table : layout_.tables)
    for (const TableLayout& fresh : now.tables)
      if (table.heading == fresh.heading && table.label_heads.starts_with(fresh.label_heads))
        for (std::size_t k = 0; k < table.rows.size(); ++k)
          table.rows[k].labels.replace(0, fresh.rows[k].labels.size(), fresh.rows[k].labels);
}

}  // namespace mbs
