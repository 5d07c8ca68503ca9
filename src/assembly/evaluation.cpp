#include "assembly/evaluation.h"

#include <cmath>
#include <limits>

#include "elements/path.h"
#include "nodes/quaternion.h"

namespace mbs {

Evaluation::Evaluation(const Model& model)
    : cosine(model.nx),
      sine(cosine),
      angle(model.nx, std::numeric_limits<double>::quiet_NaN()),
      rotation(9 * model.orientations.size()),
      e(model.ne),
      size(e),
      De(model.derivative_count),
      D2e_vv(e) {}

namespace {

Coordinates prepare(const Model& model, ConstVector x, const double* v, Evaluation& out) {
  for (int i : model.angles) {
    const double angle = x[i];
    if (angle == out.angle[i]) continue;  // rates are often asked for where the position was
    const double cosine = std::cos(angle), sine = std::sin(angle);  // found together
    out.angle[i] = angle;
    out.cosine[i] = cosine;
    out.sine[i] = sine;
  }
  model.find_rotations(x.data(), out.rotation.data());
  return {x.data(),
          v,
          out.cosine.data(),
          out.sine.data(),
          out.rotation.data(),
          model.orientation_of.data(),
          out.wraps ? out.wraps->data() : nullptr,
          out.pieces ? out.pieces->data() : nullptr};
}

Deformation target(Evaluation& out) {
  return {out.e.data(), out.size.data(), out.De.data(), out.D2e_vv.data()};
}

}  // namespace

void evaluate_position(const Model& model, ConstVector x, Evaluation& out) {
  const Coordinates at = prepare(model, x, nullptr, out);
  for (const ElementBatch& batch : model.batches) batch.type->position(batch, at, target(out));
}

void evaluate_acceleration(const Model& model, ConstVector x, ConstVector v, Evaluation& out) {
  const Coordinates at = prepare(model, x, v.data(), out);
  for (const ElementBatch& batch : model.batches) batch.type->acceleration(batch, at, target(out));
}

void move_coordinates(const Model& model, ConstVector d, double s, Vector x) {
  for (std::size_t i = 0; i < d.size(); ++i)
    if (!model.is_orientation(static_cast<int>(i))) x[i] += s * d[i];
  for (const Orientation& orientation : model.orientations) {
    std::array<double, 4> q = orientation.quaternion(x.data());
    const double* const w = d.data() + orientation.first;
    const double turn[3] = {s * w[0], s * w[1], s * w[2]};
    turn_by(q.data(), turn);
    orientation.set_quaternion(q.data(), x.data());
  }
}

void normalise_orientations(const Model& model, Vector x) {
  for (const Orientation& orientation : model.orientations) {
    std::array<double, 4> q = orientation.quaternion(x.data());
    normalise(q.data());
    orientation.set_quaternion(q.data(), x.data());
  }
}

int wind_pulleys(const Model& model, Vector x, Evaluation& at) {
  int leaves = -1;
  if (model.pulleys.empty()) return leaves;
  const Coordinates here = prepare(model, x, nullptr, at);
  for (const PathPulley& pulley : model.pulleys) {
    const ElementBatch& path = model.batches[pulley.batch];
    const PulleyArc arc = pulley_arc(path, here, pulley.place);
    if (arc.angle < kLeastArc) leaves = path.first_deformation;
    x[pulley.winding] = arc.winding;
  }
  return leaves;
}

void add_derivative_times(const Model& model, const Evaluation& at, ConstVector z, Vector y) {
  for (const ElementBatch& batch : model.batches)
    batch.type->add_times(batch, at.De.data(), z.data(), y.data());
}

}  // namespace mbs
