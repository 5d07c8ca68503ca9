// What a row of bodies is made from (ElementType::make_row), and what it adds to the model.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "elements/curve.h"

namespace mbs {

struct RowParts {
  struct Body {
    int x = 0, y = 0, phi = 0;  // columns of the row
  };
  std::span<const double> numbers;  // of its line
  std::vector<Body> bodies;         // in the order of its line
  std::vector<Curve> curves;
  // Where the model puts what the row adds: in Model::circles, in x, in Model::outlines.
  int first_circle = 0, first_winding = 0, outline = 0;

  std::vector<int> circles, pulleys;  // added: the bodies (from 0) that they belong to
  bool is_outline = false;            // added
  // Why there is no row, and what was expected; `curve`: the one at fault, -1: the whole line.
  std::string problem, expected;
  int curve = -1;

  // The columns of x, y, phi of two bodies.
  std::array<int, 6> two_bodies() const {
    const Body &a = bodies[0], &b = bodies[1];
    return {a.x, a.y, a.phi, b.x, b.y, b.phi};
  }
  // No row.
  std::shared_ptr<const void> refuse(std::string what, std::string wanted, int of_curve = -1) {
    problem = std::move(what), expected = std::move(wanted), curve = of_curve;
    return nullptr;
  }
};

}  // namespace mbs
