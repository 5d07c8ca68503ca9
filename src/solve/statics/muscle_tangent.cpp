// The part of muscles in the derivatives of laws, entry by entry: exact derivatives of their
// tensions and of the rates of their states.
#include "solve/statics/law_tangent.h"

namespace mbs {

// path_ := the derivatives of the length of a muscle's path, and of its rate.
void LawTangent::read_path(const Muscle& muscle, const InputState& here) {
  path_.clear();
  for (const MuscleTerm& term : muscle.terms) {
    const double angle = muscle_angle(term, here), arm = moment_arm(muscle, term, angle);
    const double turn = moment_arm_slope(muscle, term, angle) * muscle_angle_rate(term, here);
    if (term.of_deformation) {
      for (const auto& [place, i] : entries_of_[term.i]) {
        const double by_x = term.sign * base_->De[place];
        path_.push_back({i, arm * by_x, turn * by_x + arm * term.sign * turning_of(place)});
      }
    } else {
      path_.push_back({term.i, arm, turn});
      path_.push_back({term.j, -arm, -turn});
    }
  }
}

// by: the derivatives by the length of the path and by its rate.
void LawTangent::read_along_path(const double* by) {
  for (const Read& one : path_)
    reads_.push_back({one.i, by[0] * one.by_x + by[1] * one.by_v, by[1] * one.by_x});
}

// reads_ and state_reads_ := the derivatives of the tension. That of an elastic tendon follows its
// strain alone.
void LawTangent::read_tension(const LinearLaws::MuscleSlopes& slopes, const Muscle& muscle) {
  const double* const by = slopes.flow.force.d;
  read_nothing();
  if (muscle.strain >= 0) {
    state_reads_.emplace_back(muscle.strain, by[3]);
    return;
  }
  read_along_path(by);
  state_reads_.emplace_back(muscle.activation, by[2]);
}

// The tension stays, and moment arms change.
void LawTangent::add_turning_arms(const Muscle& muscle, const InputState& here, double tension,
                                  double load_factor) {
  constexpr int kStraight = 2;  // coefficients of a path with constant arm
  for (const MuscleTerm& term : muscle.terms) {
    if (term.count <= kStraight) continue;
    const double slope = tension * moment_arm_slope(muscle, term, muscle_angle(term, here));
    read_nothing();
    if (term.of_deformation) {
      read_row(term.i, slope, 0);  // the square of term.sign is 1
      add_stress(term.i);
    } else {
      reads_.push_back({term.i, slope, 0});
      reads_.push_back({term.j, -slope, 0});
      add_force(term.i, -load_factor);
      add_force(term.j, load_factor);
    }
  }
}

void LawTangent::add_muscles(const State& state, double load_factor) {
  const InputState here{state.t, state.x, state.v, base_->e, laws_.rates(), state.z};
  for (std::size_t k = 0; k < model_.forces.muscles.size(); ++k) {
    const Muscle& muscle = model_.forces.muscles[k];
    const LinearLaws::MuscleSlopes& slopes = laws_.muscles()[k];
    read_path(muscle, here);
    read_tension(slopes, muscle);
    for (const MuscleTerm& term : muscle.terms) {
      const double arm = moment_arm(muscle, term, muscle_angle(term, here));
      if (term.of_deformation) {
        add_stress(term.i, term.sign * arm);
      } else {
        add_force(term.i, -load_factor * arm);
        add_force(term.j, load_factor * arm);
      }
    }
    add_turning_arms(muscle, here, slopes.flow.force.value, load_factor);
    state_slopes_.push_back(
        {muscle.activation, muscle.activation, slopes.flow.activation_rate.d[2]});
    if (muscle.strain >= 0) {
      const double* const by = slopes.flow.strain_rate.d;
      read_nothing();
      read_along_path(by);
      state_reads_.emplace_back(muscle.activation, by[2]);
      state_reads_.emplace_back(muscle.strain, by[3]);
      add_rate(muscle.strain, 1);
    }
    if (slopes.stimulation.empty()) continue;
    read(*muscle.stimulation, slopes.stimulation, state, -1);
    add_rate(muscle.activation, slopes.flow.activation_rate.d[4]);
  }
}

}  // namespace mbs
