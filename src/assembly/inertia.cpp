#include "assembly/inertia.h"

namespace mbs {

Inertia::Inertia(const Model& model) : node_mass_(&model.mass) {
  for (const ElementMass& row : model.element_masses) {
    const ElementBatch& batch = model.batches[row.batch];
    const int nx = batch.type->nx;
    const std::size_t size = batch.count * nx;
    blocks_.push_back({row.batch, batch.count, nx, batch.gather.data(),
                       std::vector<double>(size * static_cast<std::size_t>(nx)),
                       std::vector<double>(size)});
  }
  const RotaryInertia& rotary = model.rotary;
  if (!rotary.gather.empty())
    blocks_.push_back({-1, static_cast<int>(rotary.gather.size() / 3), 3, rotary.gather.data(),
                       rotary.J, std::vector<double>(rotary.gather.size())});
}

// h = w x J w, for J along the axes of the body.
void Inertia::find_gyroscopic(ConstVector v, Block& block) {
  for (int k = 0; k < block.count; ++k) {
    const double* const w = v.data() + block.coordinate(k, 0);
    const double* const J = block.M.data() + 9 * k;
    double* const h = block.h.data() + 3 * k;
    double L[3];
    for (int i = 0; i < 3; ++i) L[i] = J[i] * w[0] + J[3 + i] * w[1] + J[6 + i] * w[2];
    h[0] = w[1] * L[2] - w[2] * L[1];
    h[1] = w[2] * L[0] - w[0] * L[2];
    h[2] = w[0] * L[1] - w[1] * L[0];
  }
}

void Inertia::evaluate(const Model& model, ConstVector x, ConstVector v, const Evaluation& at) {
  const Coordinates where{x.data(), v.data(), at.cosine.data(), at.sine.data()};
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    if (blocks_[k].batch < 0) {
      find_gyroscopic(v, blocks_[k]);
      continue;
    }
    const ElementBatch& batch = model.batches[blocks_[k].batch];
    batch.type->inertia(batch, where, model.element_masses[k].columns.data(), blocks_[k].M.data(),
                        blocks_[k].h.data());
  }
}

void Inertia::add_mass_times(ConstVector z, Vector y) const {
  for (std::size_t i = 0; i < node_mass_->size(); ++i) y[i] += (*node_mass_)[i] * z[i];
  for (const Block& block : blocks_)
    for (int k = 0; k < block.count; ++k)
      for (int j = 0; j < block.nx; ++j) {
        const double zj = z[block.coordinate(k, j)];
        for (int i = 0; i < block.nx; ++i) y[block.coordinate(k, i)] += block.mass(k, i, j) * zj;
      }
}

void Inertia::add_velocity_forces(Vector y) const {
  for (const Block& block : blocks_)
    for (int k = 0; k < block.count; ++k)
      for (int i = 0; i < block.nx; ++i) y[block.coordinate(k, i)] += block.h[k * block.nx + i];
}

}  // namespace mbs
