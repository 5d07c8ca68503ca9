#include "solve/statics/law_tangent.h"

#include <cmath>
#include <limits>
#include <utility>

#include "assembly/space_loads.h"
#include "base/classes.h"
#include "base/index.h"

namespace mbs {

LawTangent::LawTangent(const Model& model, const Phase& phase, const std::vector<char>& is_sprung)
    : model_(model),
      phase_(phase),
      laws_(model, phase),
      loads_(model, phase),
      entries_of_(model.ne),
      spring_of_(model.ne, -1) {
  const ForceLaws& forces = model.forces;
  any_ = !forces.damping.empty() || !forces.stress_laws.empty() || !forces.known_stresses.empty() ||
         !forces.load_laws.empty() || !forces.known_loads.empty() || !forces.force_laws.empty() ||
         !forces.contacts.empty() || !forces.measured_forces.empty() ||
         !forces.space_loads.empty() || model.nz() > 0;
  if (!any_) return;
  for (std::size_t s = 0; s < model.entry_row.size(); ++s)
    if (model.entry_zero[s] == 0)
      entries_of_[model.entry_row[s]].emplace_back(static_cast<int>(s), model.entry_column[s]);
  const auto add_spring = [&](int row) {
    if (spring_of_[row] >= 0 || is_sprung[row] != 0 || !is_free(phase.e_class[row])) return;
    spring_of_[row] = count_of(springs_);
    springs_.push_back({row, 0});
  };
  for (const auto* laws : {&forces.stress_laws, &forces.known_stresses})
    for (const ExpressionLaw& law : *laws)
      for (const int k : law.reads()) {
        const Input& input = forces.inputs[k];
        if (input.kind == InputKind::deformation && input.i == law.index()) add_spring(input.i);
      }
  for (const ContactLaw& law : forces.contacts) add_spring(law.normal);
}

bool LawTangent::Spring::is_active() const {
  return std::fabs(slope) > std::numeric_limits<double>::min();
}

void LawTangent::evaluate(const State& state, const Evaluation& base, double load_factor,
                          const std::vector<double>* turning, double side) {
  if (!any_) return;
  base_ = &base;
  turning_ = turning;
  stiffness_.clear();
  damping_.clear();
  state_forces_.clear();
  state_rates_.clear();
  state_slopes_.clear();
  for (Spring& spring : springs_) spring.slope = 0;
  laws_.evaluate(state, base, side);
  add_laws(state, load_factor);
  add_forces(state, load_factor);
  add_space_loads(state, load_factor);
  add_dampers();
  add_contacts();
  add_muscles(state, load_factor);
}

void LawTangent::read_nothing() {
  reads_.clear();
  state_reads_.clear();
}

// reads_ gets what changes a deformation, times a derivative by it and by its rate.
void LawTangent::read_row(int row, double by_e, double by_ed) {
  for (const auto& [place, i] : entries_of_[row])
    reads_.push_back(
        {i, base_->De[place] * by_e + turning_of(place) * by_ed, base_->De[place] * by_ed});
}

// reads_ := the derivatives of a law by coordinates and velocities, state_reads_ those by states.
// The part by the deformation own_row goes to its spring.
void LawTangent::read(const ExpressionLaw& law, const std::vector<double>& gradient,
                      const State& state, int own_row) {
  read_nothing();
  for (std::size_t k = 0; k < gradient.size(); ++k) {
    const Input& input = model_.forces.inputs[law.reads()[k]];
    const double slope = gradient[k];
    const auto turning = [&] {
      const double c = std::cos(state.x[input.angle]), s = std::sin(state.x[input.angle]);
      return input.component == 0 ? -s * input.xi - c * input.eta : c * input.xi - s * input.eta;
    };
    const auto centripetal = [&] {
      const double c = std::cos(state.x[input.angle]), s = std::sin(state.x[input.angle]);
      return -state.v[input.angle] *
             (input.component == 0 ? c * input.xi - s * input.eta : s * input.xi + c * input.eta);
    };
    switch (input.kind) {
      case InputKind::time:
        break;
      case InputKind::state:
        state_reads_.emplace_back(input.i, slope);
        break;
      case InputKind::coordinate:
        reads_.push_back({input.i, slope, 0});
        break;
      case InputKind::velocity:
        reads_.push_back({input.i, 0, slope});
        break;
      case InputKind::deformation:
        if (input.i == own_row && spring_of_[own_row] >= 0)
          springs_[spring_of_[own_row]].slope += slope;
        else
          read_row(input.i, slope, 0);
        break;
      case InputKind::rate:
        read_row(input.i, 0, slope);
        break;
      case InputKind::angle:
        reads_.push_back({input.angle, slope, 0});
        reads_.push_back({input.i, -slope, 0});
        break;
      case InputKind::point_position:
        reads_.push_back({input.i + input.component, slope, 0});
        reads_.push_back({input.angle, slope * turning(), 0});
        break;
      case InputKind::point_velocity:
        reads_.push_back({input.i + input.component, 0, slope});
        reads_.push_back({input.angle, turning_ ? slope * centripetal() : 0, slope * turning()});
        break;
      case InputKind::direction:
        for (int c = 0; c < 3; ++c)
          reads_.push_back({input.i + c, slope * input.slope_of_turn(state.x, c), 0});
        break;
      case InputKind::space_position:
        reads_.push_back({input.i + input.component, slope, 0});
        for (int c = 0; c < 3; ++c)
          reads_.push_back({input.angle + c, slope * input.slope_of_turn(state.x, c), 0});
        break;
      case InputKind::space_velocity:
        reads_.push_back({input.i + input.component, 0, slope});
        for (int c = 0; c < 3; ++c) {
          const double by_turn = turning_ ? slope * input.slope_of_turn(state.x, state.v, c) : 0;
          reads_.push_back({input.angle + c, by_turn, slope * input.slope_of_turn(state.x, c)});
        }
        break;
    }
  }
}

// A force `factor` times the law of reads_ acts on coordinate i.
void LawTangent::add_force(int i, double factor) {
  for (const Read& read : reads_) {
    stiffness_.push_back({i, read.i, -factor * read.by_x});
    damping_.push_back({i, read.i, -factor * read.by_v});
  }
  for (const auto& [k, slope] : state_reads_) state_forces_.push_back({i, k, factor * slope});
}

// `factor` times the law of reads_ is added to the stress of a row.
void LawTangent::add_stress(int row, double factor) {
  if (!is_free(phase_.e_class[row])) return;
  for (const auto& [place, i] : entries_of_[row]) add_force(i, -factor * base_->De[place]);
}

// `factor` times the law of reads_ is added to the rate of a state.
void LawTangent::add_rate(int state, double factor) {
  for (const Read& read : reads_)
    state_rates_.push_back({state, read.i, factor * read.by_x, factor * read.by_v});
  for (const auto& [l, slope] : state_reads_) state_slopes_.push_back({state, l, factor * slope});
}

void LawTangent::add_laws(const State& state, double load_factor) {
  const ForceLaws& forces = model_.forces;
  std::size_t next = 0;
  for (const auto* laws : {&forces.stress_laws, &forces.known_stresses})
    for (const ExpressionLaw& law : *laws) {
      read(law, laws_.gradients()[next++], state, law.index());
      add_stress(law.index());
    }
  for (const auto* laws : {&forces.load_laws, &forces.known_loads})
    for (const ExpressionLaw& law : *laws) {
      read(law, laws_.gradients()[next++], state, -1);
      add_force(law.index(), load_factor);
    }
  for (std::size_t n = 0; n < forces.force_laws.size(); ++n) {
    const ForceByLaw& force = forces.force_laws[n];
    const PointForce& p = force.place;
    const double c = base_->cosine[p.phi], s = base_->sine[p.phi];
    const double sx = c * p.xi - s * p.eta, sy = s * p.xi + c * p.eta;
    const double fc = force.frame < 0 ? 1 : base_->cosine[force.frame],
                 fs = force.frame < 0 ? 0 : base_->sine[force.frame];
    const std::array<std::array<double, 2>, 2> axes{{{fc, fs}, {-fs, fc}}};
    double fx = 0, fy = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto [ax, ay] = axes[k];
      read(force.components[k], laws_.gradients()[next++], state, -1);
      add_force(p.x, load_factor * ax);
      add_force(p.x + 1, load_factor * ay);
      add_force(p.phi, load_factor * (sx * ay - sy * ax));
      fx += load_factor * laws_.held_forces()[n][k] * ax;
      fy += load_factor * laws_.held_forces()[n][k] * ay;
    }
    // The components stay, and their place and their frame turn.
    stiffness_.push_back({p.phi, p.phi, sy * fy + sx * fx});
    if (force.frame < 0) continue;
    stiffness_.push_back({p.x, force.frame, fy});
    stiffness_.push_back({p.x + 1, force.frame, -fx});
    stiffness_.push_back({p.phi, force.frame, -sx * fx - sy * fy});
  }
  for (int k = 0; k < static_cast<int>(model_.own_states()); ++k) {
    read(*model_.states[k].rate, laws_.gradients()[next++], state, -1);
    add_rate(k, 1);
  }
}

// Measured forces keep their line of action.
void LawTangent::add_forces(const State& state, double load_factor) {
  for (std::size_t k = 0; k < model_.forces.measured_forces.size(); ++k) {
    const MeasuredForce& m = model_.forces.measured_forces[k];
    double force[2];
    for (std::size_t c = 0; c < 2; ++c) {
      double value[3];
      m.motions[c].evaluate(state.t, value, loads_.hints[k][c]);
      force[c] = load_factor * value[0];
    }
    stiffness_.push_back({m.phi, m.x, force[1]});
    stiffness_.push_back({m.phi, m.x + 1, -force[0]});
  }
}

void LawTangent::add_space_loads(const State& state, double load_factor) {
  for (std::size_t n = 0; n < model_.forces.space_loads.size(); ++n) {
    const SpaceLoadOverTime& load = model_.forces.space_loads[n];
    const SpaceLoadNow now(load, model_, *base_, state.x, state.t, loads_.space_hints[n].data());
    const auto add = [&](int column, Vec3 shift, Vec3 turn, Vec3 turn_of_frame) {
      const auto [force, moment] = now.change(shift, turn, turn_of_frame);
      for (int c = 0; c < 3; ++c) {
        if (load.x >= 0) stiffness_.push_back({load.x + c, column, -load_factor * force[c]});
        stiffness_.push_back({load.turn + c, column, -load_factor * moment[c]});
      }
    };
    for (int k = 0; k < 3; ++k) {
      const Vec3 one = unit_axis(k);
      if (load.is_at_place()) add(load.x + k, one, {}, {});
      add(load.turn + k, {}, one, load.frame == load.turn ? one : Vec3{});
      if (load.frame >= 0 && load.frame != load.turn) add(load.frame + k, {}, {}, one);
    }
  }
}

void LawTangent::add_dampers() {
  for (const LinearTerm& term : model_.forces.damping) {
    read_nothing();
    read_row(term.column, 0, term.value);
    if (!is_free(phase_.e_class[term.row])) continue;
    for (const auto& [place, i] : entries_of_[term.row])
      for (const Read& read : reads_) {
        damping_.push_back({i, read.i, base_->De[place] * read.by_v});
        if (turning_) stiffness_.push_back({i, read.i, base_->De[place] * read.by_x});
      }
  }
}

void LawTangent::add_contacts() {
  for (const ContactLaw& law : model_.forces.contacts) {
    const int r = law.normal;
    const double* const rates = laws_.rates().data() + r;
    const double slip = law.slip_rate(rates);
    const ContactLaw::Slopes slopes = law.slopes(base_->e[r], rates[0], slip);
    const bool is_spring = spring_of_[r] >= 0;
    if (is_spring) springs_[spring_of_[r]].slope += slopes.S1_gap;
    read_nothing();
    read_row(r, is_spring ? 0 : slopes.S1_gap, slopes.S1_rate);
    add_stress(r);
    if (!(law.mu > 0)) continue;
    const double S2 = law.stress(Touch::by_gap, base_->e[r], rates[0], slip).S2;
    for (int k = 1; k <= law.slips; ++k) {
      const double part = law.part(rates, k);
      read_nothing();
      read_row(r, slopes.S2_gap * part, slopes.S2_rate * part);
      for (int j = 1; j <= law.slips; ++j)
        read_row(r + j, 0, law.slip_slope(slopes, S2, rates, k, j));
      add_stress(r + k);
    }
  }
}

}  // namespace mbs
