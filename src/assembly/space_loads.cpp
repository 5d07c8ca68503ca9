#include "assembly/space_loads.h"

#include <cstddef>

#include "assembly/loads.h"

namespace mbs {

namespace {

const double* matrix(const Model& model, const Evaluation& at, int turn) {
  return at.rotation.data() + 9 * model.orientation_of[static_cast<std::size_t>(turn)];
}

}  // namespace

SpaceLoadNow::SpaceLoadNow(const SpaceLoadOverTime& load, const Model& model, const Evaluation& at,
                           ConstVector x, double t, int* hints)
    : load_(load),
      body_(matrix(model, at, load.turn)),
      frame_(load.frame < 0 ? nullptr : matrix(model, at, load.frame)),
      place_(load.place) {
  double numbers[6] = {};
  for (std::size_t c = 0; c < load.motions.size(); ++c) {
    double value[3];
    load.motions[c].evaluate(t, value, hints[c]);
    numbers[c] = value[0];
  }
  given_ = vec3(numbers);
  if (load.is_at_place()) place_ = vec3(numbers + 3);
  if (load.x >= 0) x_ = vec3(x.data() + load.x);
}

SpaceLoadNow::Wrench SpaceLoadNow::wrench() const {
  const Vec3 force = along_space();
  if (load_.x < 0) return {{}, to_body(body_, force)};
  if (load_.is_at_place()) return {force, to_body(body_, cross(place_ - x_, force))};
  return {force, cross(place_, to_body(body_, force))};
}

// A vector of space keeps its direction while the body turns: along the axes of the body it changes
// by itself x turn.
SpaceLoadNow::Wrench SpaceLoadNow::change(Vec3 shift, Vec3 turn, Vec3 turn_of_frame) const {
  const Vec3 by_frame = frame_ ? to_space(frame_, cross(turn_of_frame, given_)) : Vec3{};
  if (load_.x < 0) return {{}, to_body(body_, by_frame) + cross(wrench().moment, turn)};
  if (load_.is_at_place()) {
    const Vec3 moment = cross(place_ - x_, by_frame) - cross(shift, along_space());
    return {by_frame, to_body(body_, moment) + cross(wrench().moment, turn)};
  }
  const Vec3 along_body = to_body(body_, along_space());
  return {by_frame, cross(place_, to_body(body_, by_frame) + cross(along_body, turn))};
}

void add_space_loads(const Model& model, double t, ConstVector x, const Evaluation& at,
                     Loads& out) {
  for (std::size_t k = 0; k < model.forces.space_loads.size(); ++k) {
    const SpaceLoadOverTime& load = model.forces.space_loads[k];
    const auto [force, moment] =
        SpaceLoadNow(load, model, at, x, t, out.space_hints[k].data()).wrench();
    for (int c = 0; c < 3; ++c) {
      if (load.x >= 0) out.f[static_cast<std::size_t>(load.x + c)] += force[c];
      out.f[static_cast<std::size_t>(load.turn + c)] += moment[c];
    }
  }
}

}  // namespace mbs
