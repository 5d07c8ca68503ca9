// One line per kind of nodes; nothing else in the program lists them.
#include "nodes/node_type.h"

namespace mbs {

std::span<const NodeType* const> node_types() {
  static constexpr const NodeType* kTypes[] = {
      &kPointNode,
      &kAngleNode,
      &kSpacePointNode,
      &kOrientationNode,
  };
  return kTypes;
}

void NodeBatch::add(const NodeBatch& from, int k) {
  type = from.type;
  for (int c = 0; c < type->nq; ++c) place.push_back(from.place[k * type->nq + c]);
  for (int c = 0; c < type->nv; ++c) gather.push_back(from.gather[k * type->nv + c]);
}

}  // namespace mbs
