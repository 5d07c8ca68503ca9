#include "assembly/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elements/path.h"
#include "model/phase.h"

namespace mbs {

Evaluation::Evaluation(const Model& model)
    : cosine(model.nx),
      sine(cosine),
      angle(model.nx, std::numeric_limits<double>::quiet_NaN()),
      rotation(9 * model.orientations.size()),
      x(model.orientations.empty() ? 0 : model.nx),
      e(model.ne),
      size(e),
      De(model.derivative_count),
      D2e_vv(e) {}

Evaluation::Evaluation(const Model& model, const Phase& phase) : Evaluation(model) {
  wraps = &phase.wraps;
  pieces = &phase.pieces;
}

namespace {

Coordinates coordinates(const Model& model, ConstVector x, const double* v, const Evaluation& out) {
  return {x.data(),
          v,
          out.cosine.data(),
          out.sine.data(),
          out.rotation.data(),
          model.orientation_of.data(),
          out.wraps ? out.wraps->data() : nullptr,
          out.pieces ? out.pieces->data() : nullptr};
}

Coordinates prepare(const Model& model, ConstVector x, const double* v, Evaluation& out) {
  model.prepare_nodes(x.data(),
                      {out.cosine.data(), out.sine.data(), out.angle.data(), out.rotation.data()});
  std::copy_n(x.begin(), out.x.size(), out.x.begin());
  return coordinates(model, x, v, out);
}

Deformation target(Evaluation& out) {
  return {out.e.data(), out.size.data(), out.De.data(), out.D2e_vv.data()};
}

}  // namespace

void evaluate_position(const Model& model, ConstVector x, Evaluation& out) {
  const Coordinates at = prepare(model, x, nullptr, out);
  for (const ElementBatch& batch : model.batches) batch.type->position(batch, at, target(out));
}

Evaluation evaluated(const Model& model, const Phase& phase, ConstVector x) {
  Evaluation out(model, phase);
  evaluate_position(model, x, out);
  return out;
}

Evaluation evaluated(const Model& model, ConstVector x) {
  Evaluation out(model);
  evaluate_position(model, x, out);
  return out;
}

void evaluate_acceleration(const Model& model, ConstVector x, ConstVector v, Evaluation& out) {
  const Coordinates at = prepare(model, x, v.data(), out);
  for (const ElementBatch& batch : model.batches) batch.type->acceleration(batch, at, target(out));
}

void evaluate_second_order(const Model& model, ConstVector x, ConstVector v,
                           const std::vector<char>& waits, Share share, Evaluation& out) {
  const Coordinates at = coordinates(model, x, v.data(), out);
  for (std::size_t k = 0; k < waits.size(); ++k) {
    const bool is_shared = waits[k] != 0;
    if (share == Share::free && !is_shared) continue;
    const ElementBatch& batch = model.batches[k];
    if (batch.type->second_order)
      batch.type->second_order(batch, at, target(out), is_shared ? share : Share::all);
    else
      batch.type->acceleration(batch, at, target(out));
  }
}

void move_coordinates(const Model& model, ConstVector d, double s, Vector x) {
  for (std::size_t i = 0; i < d.size(); ++i)
    if (!model.is_orientation(static_cast<int>(i))) x[i] += s * d[i];
  for (const Orientation& orientation : model.orientations) {
    std::array<double, 4> q = orientation.quaternion(x.data());
    double turn[kMostVelocities];
    for (int c = 0; c < orientation.type->nv; ++c) turn[c] = s * d[orientation.first + c];
    orientation.type->retract(turn, q.data());
    orientation.set_quaternion(q.data(), x.data());
  }
}

void move_from(const Model& model, ConstVector from, ConstVector d, double s, Vector x) {
  for (std::size_t i = 0; i < d.size(); ++i)
    if (!model.is_orientation(static_cast<int>(i))) x[i] = from[i] + s * d[i];
  for (const Orientation& orientation : model.orientations) {
    std::array<double, 4> q = orientation.quaternion(from.data());
    double turn[kMostVelocities];
    for (int c = 0; c < orientation.type->nv; ++c) turn[c] = s * d[orientation.first + c];
    orientation.type->retract(turn, q.data());
    orientation.set_quaternion(q.data(), x.data());
  }
}

void extrapolate(const Model& model, ConstVector before, ConstVector at, Vector x) {
  for (int i = 0; i < model.nx; ++i)
    if (!model.is_orientation(i)) x[i] = 2 * at[i] - before[i];
  for (const Orientation& orientation : model.orientations) {
    std::array<double, 4> q = orientation.quaternion(at.data());
    double turn[kMostVelocities];
    orientation.type->difference(orientation.quaternion(before.data()).data(), q.data(), turn);
    orientation.type->retract(turn, q.data());
    orientation.set_quaternion(q.data(), x.data());
  }
}

void coordinate_difference(const Model& model, ConstVector from, ConstVector to, Vector d) {
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = to[i] - from[i];
  for (const Orientation& orientation : model.orientations)
    orientation.type->difference(orientation.quaternion(from.data()).data(),
                                 orientation.quaternion(to.data()).data(),
                                 d.data() + orientation.first);
}

void normalise_orientations(const Model& model, Vector x) {
  for (const Orientation& orientation : model.orientations) {
    std::array<double, 4> q = orientation.quaternion(x.data());
    orientation.type->normalise(q.data());
    orientation.set_quaternion(q.data(), x.data());
  }
}

int update_windings(const Model& model, Vector x, Evaluation& at) {
  int leaves = -1;
  for (const CountedAngle& angle : model.counted_angles)
    x[angle.winding] =
        at.e[angle.deformation] + model.batches[angle.batch].parameters[angle.parameter];
  if (model.pulleys.empty() && model.counted_rounds.empty()) return leaves;
  const Coordinates here = prepare(model, x, nullptr, at);
  for (const CountedRound& one : model.counted_rounds)
    wind_round(model.batches[one.batch], one.row, here, x.data() + one.winding);
  for (const PathPulley& pulley : model.pulleys) {
    const ElementBatch& path = model.batches[pulley.batch];
    const PulleyArc arc = pulley_arc(path, here, pulley.place);
    if (arc.angle < kLeastArc) leaves = path.first_deformation;
    x[pulley.winding] = arc.winding;
  }
  return leaves;
}

void round_rates(const Model& model, ConstVector x, ConstVector v, Evaluation& at, Vector rates,
                 std::vector<double>* periods) {
  if (model.counted_rounds.empty()) return;
  const Coordinates here = prepare(model, x, v.data(), at);
  for (std::size_t k = 0; k < rates.size(); ++k) {
    const CountedRound& one = model.counted_rounds[k];
    const ElementBatch& batch = model.batches[one.batch];
    const Round round = batch.type->round(batch, one.row, here);
    rates[k] = round.rate;
    if (periods) (*periods)[k] = round.period;
  }
}

EnclosedPlace find_enclosed(const Model& model, ConstVector x, const Evaluation& at) {
  const Coordinates here{x.data(), nullptr, at.cosine.data(), at.sine.data()};
  const auto look = [&](int batch, int circle) -> EnclosedPlace {
    const ElementBatch& path = model.batches[batch];
    const int place = path_enclosed(path, here, circle);
    return place < 0 ? EnclosedPlace{} : EnclosedPlace{path.first_deformation, circle, place};
  };
  EnclosedPlace found;
  for (const PathCircle& circle : model.circles)
    if (found.row < 0) found = look(circle.batch, circle.place);
  for (const PathPulley& pulley : model.pulleys)
    if (found.row < 0) found = look(pulley.batch, pulley.place);
  return found;
}

void add_derivative_times(const Model& model, const Evaluation& at, ConstVector z, Vector y) {
  for (const ElementBatch& batch : model.batches)
    batch.type->add_times(batch, at.De.data(), z.data(), y.data());
}

}  // namespace mbs
