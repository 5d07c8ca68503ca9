#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/owner.h"
#include "run/dynamic/dynamic_judge.h"

namespace mbs {

template <class Name>
void GivenAudit::note(double wrong, double size, double t, Name name) {
  const double part = wrong / size;
  if (!(part > worst_.value)) return;
  worst_.value = part;
  if (is_bad(worst_)) worst_.where = fmt::format("{} at t = {:.6g}", name(), t);
}

void GivenAudit::note_row(const State& state) {
  look(state);
  is_behind_row_ = true;
}

void GivenAudit::note_step(const State& state) {
  if (!is_behind_row_) return;
  is_behind_row_ = false;
  look(state);
}

// Deformations by their rates: those that bind velocities alone have no length or angle. The
// residuals of the constraints tell of the others.
void GivenAudit::look(const State& state) {
  slots_.slots.set_parameters(phase_.parameters);
  for (int i = 0; i < model_.nx; ++i) {
    if (phase_.x_class[i] != Class::prescribed || model_.is_orientation(i)) continue;
    const bool angle = turns(model_, i);
    const Given given = given_at(phase_.x_motion[i], state.t, angle);
    const auto name = [&] { return model_.coordinate_name(i); };
    note(std::fabs(state.x[i] - given.value) / one_.of(angle, 0), given.size, state.t, name);
    note(std::fabs(state.v[i] - given.rate) / one_.of(angle, 1), given.size, state.t,
         [&] { return "velocity of " + name(); });
  }
  for (int r = 0; r < model_.ne; ++r) {
    if (phase_.e_class[r] != Class::prescribed) continue;
    const bool angle = is_angle_of(model_, r);
    const Given given = given_at(phase_.e_motion[r], state.t, angle);
    note(std::fabs(state.ed[r] - given.rate) / one_.of(angle, 1), given.size, state.t,
         [&] { return "velocity of " + model_.deformation_name(r); });
  }
  compare_accelerations(state);
}

GivenAudit::Given GivenAudit::given_at(int motion, double t, bool angle) {
  double given[3];
  int hint = 0;
  motion_of(model_, phase_, motion).evaluate(t, given, hint, slots_);
  return {given[0], given[1],
          1 + std::max(std::fabs(given[0]) / one_.of(angle, 0),
                       std::fabs(given[1]) / one_.of(angle, 1))};
}

// Known accelerations: a number, rows of a table, or an expression, of which the inputs are read
// from the state.
void GivenAudit::compare_accelerations(const State& state) {
  if (!model_.choice || !phase_.has_choice()) return;
  Slots& inputs = law_slots_;
  inputs.set_parameters(phase_.parameters);
  model_.forces.inputs.read({state.t, state.x, state.v, state.e, state.ed, state.z},
                            inputs.variables());
  for (const Choice::KnownAcceleration& known : model_.choice->accelerations) {
    const int i = known.coordinate;
    if (!phase_.x_choice[i].known_acceleration) continue;
    double given[3] = {known.value.constant, 0, 0};
    int hint = 0;
    if (known.value.law) given[0] = known.value.law->evaluate(inputs);
    if (known.value.table) known.value.table->evaluate(state.t, given, hint, slots_);
    const double one = one_.of(turns(model_, i), 2);
    note(std::fabs(state.a[i] - given[0]) / one, 1 + std::fabs(given[0]) / one, state.t,
         [&] { return "acceleration of " + model_.coordinate_name(i); });
  }
}

void GivenAudit::add_figure(std::vector<Figure>& figures) const {
  if (is_bad(worst_)) figures.push_back(worst_);
}

}  // namespace mbs
