// A mechanism as its deck draws it: the model, and what its elements are at the initial estimate.
#pragma once

#include <string>

#include "assembly/evaluation.h"
#include "build/build.h"
#include "support/deck.h"

namespace mbs::test {

// Index of the first coordinate of the node with this number, plus `component`; -1: there is none.
inline int coordinate_of(const Model& model, int number, int component = 0) {
  for (const Node& node : model.nodes)
    if (node.number == number) return node.first + component;
  return -1;
}

// Index of the first deformation of the element with this number, plus `component`; -1: none.
inline int deformation_of(const Model& model, int number, int component = 0) {
  for (const ElementRange& element : model.elements)
    if (element.number == number) return element.first + component;
  return -1;
}

struct Drawn {
  Loaded loaded;
  Options options;
  Evaluation at;

  explicit Drawn(const std::string& text) : loaded(load(text)), at(model()) {
    evaluate_position(model(), model().x0, at);
  }
  Drawn(const Drawn&) = delete;
  Drawn& operator=(const Drawn&) = delete;

  const Model& model() const { return loaded.built.value().model; }
  Phase& phase() { return loaded.built.value().phase; }
  int coordinate(int number, int component = 0) const {
    return coordinate_of(model(), number, component);
  }
  int deformation(int number, int component = 0) const {
    return deformation_of(model(), number, component);
  }
  State state() const {
    State out(model().nx, model().ne, model().nz());
    out.x = model().x0;
    out.v = model().v0;
    return out;
  }
};

}  // namespace mbs::test
