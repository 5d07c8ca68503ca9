#include "solve/place/connected_parts.h"

#include "base/index.h"

namespace mbs {

DisjointSets connected_parts(const Model& model, const std::vector<int>& deformations,
                             const std::vector<int>& coordinates) {
  std::vector<char> connects(model.ne, 0), moves(model.nx, 0);
  for (const int r : deformations) connects[at(r)] = 1;
  for (const int i : coordinates) moves[at(i)] = 1;
  DisjointSets out(model.nx + model.ne);
  for (std::size_t k = 0; k < model.entry_row.size(); ++k) {
    const int r = model.entry_row[k], i = model.entry_column[k];
    if (connects[at(r)] && moves[at(i)] && !model.entry_zero[k]) out.join(i, model.nx + r);
  }
  return out;
}

void join_coordinates_of_masses(const Model& model, DisjointSets& coordinates) {
  for (const NodeMass& mass : model.node_masses) {
    const std::vector<int>& gather = mass.nodes.gather;
    for (std::size_t k = 0; k < gather.size(); ++k)
      coordinates.join(gather[k - k % at(mass.nodes.type->nv)], gather[k]);
  }
}

}  // namespace mbs
