// Masses. Nodes whose kind says so have a diagonal constant M; other kinds of nodes, and elements,
// have blocks M and h that depend on x and v.
#pragma once

#include <array>
#include <vector>

#include "assembly/evaluation.h"

namespace mbs {

class Inertia {
 public:
  explicit Inertia(const Model& model);

  // Evaluates the blocks at x, v with the sines of `at`. Does nothing in a model without blocks.
  void evaluate(const Model& model, ConstVector x, ConstVector v, const Evaluation& at);

  // y += M z, over all coordinates.
  void add_mass_times(ConstVector z, Vector y) const;
  // Whether M z is the same at all positions and velocities.
  bool is_constant_along(ConstVector z) const;
  // y += h, the velocity forces.
  void add_velocity_forces(Vector y) const;
  // Calls visit(i, j, value) for every stored entry of M, each (i, j) of the full symmetric matrix;
  // entries with the same place add up.
  template <class Visit>
  void each_entry(Visit visit) const {
    each_constant_entry([&](int i, double value) { visit(i, i, value); });
    each_varying_entry(visit);
  }
  // Those alone that never change, on the diagonal: visit(i, value); and the others.
  template <class Visit>
  void each_constant_entry(Visit visit) const {
    for (std::size_t i = 0; i < node_mass_->size(); ++i)
      if ((*node_mass_)[i] != 0) visit(static_cast<int>(i), (*node_mass_)[i]);
  }
  template <class Visit>
  void each_varying_entry(Visit visit) const {
    for (const Block& block : blocks_)
      for (int k = 0; k < block.count; ++k)
        for (int j = 0; j < block.nx; ++j)
          for (int i = 0; i < block.nx; ++i)
            visit(block.coordinate(k, i), block.coordinate(k, j), block.mass(k, i, j));
  }
  bool has_velocity_forces() const { return !blocks_.empty(); }

 private:
  // The mass of the elements of one batch or of the nodes of one kind; the other pointer is null.
  struct Block {
    const ElementMass* elements;
    const NodeMass* nodes;
    int count, nx;
    const int* gather;
    bool are_apart;  // no element has one coordinate twice
    std::vector<double> M, h;
    int coordinate(int k, int i) const { return gather[k * nx + i]; }
    double mass(int k, int i, int j) const { return M[(k * nx + j) * nx + i]; }
  };
  void add_block(const ElementMass* elements, const NodeMass* nodes, int count, int nx,
                 const int* gather);

  const std::vector<double>* node_mass_;
  std::vector<Block> blocks_;
};

}  // namespace mbs
