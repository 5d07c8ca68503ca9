#include "assembly/evaluation.h"

#include <cmath>
#include <limits>

namespace mbs {

Evaluation::Evaluation(const Model& model)
    : cosine(static_cast<std::size_t>(model.nx)),
      sine(cosine),
      angle(static_cast<std::size_t>(model.nx), std::numeric_limits<double>::quiet_NaN()),
      e(static_cast<std::size_t>(model.ne)),
      size(e),
      De(static_cast<std::size_t>(model.derivative_count)),
      D2e_vv(e) {}

namespace {

Coordinates prepare(const Model& model, ConstVector x, const double* v, Evaluation& out) {
  for (int i : model.angles) {
    const auto k = static_cast<std::size_t>(i);
    if (x[k] == out.angle[k]) continue;  // rates are often asked for where the position was
    out.angle[k] = x[k];
    out.cosine[k] = std::cos(x[k]);
    out.sine[k] = std::sin(x[k]);
  }
  return {x.data(), v, out.cosine.data(), out.sine.data()};
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

void add_derivative_times(const Model& model, const Evaluation& at, ConstVector z, Vector y) {
  for (const ElementBatch& batch : model.batches)
    batch.type->add_times(batch, at.De.data(), z.data(), y.data());
}

}  // namespace mbs
