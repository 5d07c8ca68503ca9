#include "assembly/inertia.h"

#include <algorithm>

namespace mbs {

Inertia::Inertia(const Model& model) : node_mass_(&model.mass) {
  for (const ElementMass& row : model.element_masses) {
    const ElementBatch& batch = model.batches[row.batch];
    add_block(&row, nullptr, batch.count, batch.type->nx, batch.gather.data());
  }
  for (const NodeMass& row : model.node_masses)
    add_block(nullptr, &row, row.nodes.count(), row.nodes.type->nv, row.nodes.gather.data());
}

void Inertia::add_block(const ElementMass* elements, const NodeMass* nodes, int count, int nx,
                        const int* gather) {
  const std::size_t size = count * nx;
  bool are_apart = true;
  for (int k = 0; k < count; ++k)
    for (int i = 1; i < nx; ++i)
      are_apart &= std::find(gather + k * nx, gather + k * nx + i, gather[k * nx + i]) ==
                   gather + k * nx + i;
  blocks_.push_back({elements, nodes, count, nx, gather, are_apart,
                     std::vector<double>(size * static_cast<std::size_t>(nx)),
                     std::vector<double>(size)});
}

void Inertia::evaluate(const Model& model, ConstVector x, ConstVector v, const Evaluation& at) {
  const Coordinates where{x.data(), v.data(), at.cosine.data(), at.sine.data()};
  for (Block& block : blocks_) {
    double *const M = block.M.data(), *const h = block.h.data();
    if (block.nodes) {
      const NodeBatch& nodes = block.nodes->nodes;
      nodes.type->inertia(nodes, x.data(), v.data(), block.nodes->columns.data(), M, h);
    } else {
      const ElementBatch& batch = model.batches[block.elements->batch];
      batch.type->inertia(batch, where, block.elements->columns.data(), M, h);
    }
  }
}

namespace {

// y += M z of the elements of a block with N different coordinates each.
template <int N>
void add_products_apart(int count, const int* gather, const double* M, const double* z, double* y) {
  for (int k = 0; k < count; ++k, gather += N, M += N * N) {
    double sum[N];
    for (int i = 0; i < N; ++i) sum[i] = y[gather[i]];
    for (int j = 0; j < N; ++j) {
      const double zj = z[gather[j]];
      if (zj == 0) continue;  // gravity does not turn
      for (int i = 0; i < N; ++i) sum[i] += M[j * N + i] * zj;
    }
    for (int i = 0; i < N; ++i) y[gather[i]] = sum[i];
  }
}

// The same where two coordinates of an element may be the same one of the model, and N is 0: n = nx
// of them.
template <int N>
void add_products(int count, int nx, const int* gather, const double* M, const double* z,
                  double* y) {
  const int n = N > 0 ? N : nx;
  for (int k = 0; k < count; ++k, gather += n, M += n * n)
    for (int j = 0; j < n; ++j) {
      const double zj = z[gather[j]];
      if (zj == 0) continue;  // gravity does not turn
      for (int i = 0; i < n; ++i) y[gather[i]] += M[j * n + i] * zj;
    }
}

}  // namespace

void Inertia::add_mass_times(ConstVector z, Vector y) const {
  for (std::size_t i = 0; i < node_mass_->size(); ++i) y[i] += (*node_mass_)[i] * z[i];
  for (const Block& block : blocks_) {
    // Planar bars have four coordinates, bars of space and planar beams six.
    if (block.nx == 6 && block.are_apart) {
      add_products_apart<6>(block.count, block.gather, block.M.data(), z.data(), y.data());
      continue;
    }
    const auto add = block.nx == 4   ? add_products<4>
                     : block.nx == 6 ? add_products<6>
                                     : add_products<0>;
    add(block.count, block.nx, block.gather, block.M.data(), z.data(), y.data());
  }
}

bool Inertia::is_constant_along(ConstVector z) const {
  for (const Block& block : blocks_)
    for (int k = 0; k < block.count * block.nx; ++k)
      if (z[block.gather[k]] != 0) return false;
  return true;
}

void Inertia::add_velocity_forces(Vector y) const {
  for (const Block& block : blocks_)
    for (int k = 0; k < block.count; ++k)
      for (int i = 0; i < block.nx; ++i) y[block.coordinate(k, i)] += block.h[k * block.nx + i];
}

}  // namespace mbs
