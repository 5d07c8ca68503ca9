#include "model/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/owner.h"
#include "model/phase.h"

namespace mbs {

std::string Model::coordinate_name(int i) const {
  const auto owner = std::find_if(nodes.begin(), nodes.end(), [i](const Node& n) {
    return i >= n.first && i < n.first + coordinate_count(n.kind);
  });
  if (i == clock && clock >= 0) return "the time";
  if (owner == nodes.end()) return "none";  // a deck of states alone
  const std::string_view component = node_type(owner->kind).components[i - owner->first].name;
  return fmt::format("{} {}", coordinate_origin[i].label, component);
}

bool Model::is_spatial() const {
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const Node& node) { return node_type(node.kind).is_spatial; });
}

void Model::rigid_motion(RigidMotion motion, const double* x, double* v) const {
  double place[kMostPositions], velocities[kMostVelocities];
  for (const NodeBatch& batch : node_batches) {
    const int nq = batch.type->nq, nv = batch.type->nv;
    for (int k = 0; k < batch.count(); ++k) {
      for (int c = 0; c < nq; ++c) place[c] = x[batch.place[k * nq + c]];
      batch.type->rigid_motion(motion, place, velocities);
      for (int c = 0; c < nv; ++c) v[batch.gather[k * nv + c]] = velocities[c];
    }
  }
}

bool Model::translations_vary() const {
  return std::any_of(node_batches.begin(), node_batches.end(),
                     [](const NodeBatch& batch) { return batch.type->translations_vary; });
}

std::string Model::deformation_name(int r) const {
  const Origin& origin = deformation_origin[r];
  const std::size_t file = origin.where.file;
  const std::string place = file > 0 && file < files.size()
                                ? fmt::format("{}:{}", files[file], origin.where.line)
                                : fmt::format("line {}", origin.where.line);
  return fmt::format("{} ({}), equation {}", origin.label, place, r - owner_of(*this, r).first + 1);
}

std::vector<double> Model::z0() const {
  std::vector<double> out;
  for (const StateEquation& state : states) out.push_back(state.start);
  return out;
}

std::size_t Model::own_states() const {
  const auto of_muscle = std::find_if(states.begin(), states.end(),
                                      [](const StateEquation& state) { return !state.rate; });
  return static_cast<std::size_t>(of_muscle - states.begin());
}

std::size_t Model::state_index(std::string_view name) const {
  std::size_t k = 0;
  while (k + 1 < states.size() && states[k].name != name) ++k;
  return k;
}

int Phase::count_coordinates(Class c) const {
  return static_cast<int>(std::count(x_class.begin(), x_class.end(), c));
}

int Phase::count_deformations(Class c) const {
  return static_cast<int>(std::count(e_class.begin(), e_class.end(), c));
}

}  // namespace mbs
