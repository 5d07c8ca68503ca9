// Which coordinates and deformations of a mechanism are connected.
#pragma once

#include <vector>

#include "base/disjoint_sets.h"
#include "model/model.h"

namespace mbs {

// The parts of a mechanism in which these deformations connect these coordinates: coordinate i is
// number i, deformation r is number nx + r.
DisjointSets connected_parts(const Model& model, const std::vector<int>& deformations,
                             const std::vector<int>& coordinates);

// Joins the coordinates of each orientation and of each point with a mass matrix.
void join_coordinates_of_masses(const Model& model, DisjointSets& coordinates);

}  // namespace mbs
