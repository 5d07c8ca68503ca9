// Forces at points of bodies.
#pragma once

#include <array>
#include <string>

#include "base/source_location.h"

namespace mbs {

// A force at a point fixed in a body (point node + angle node): constant global components, or
// components by expressions (deck/records/force_components.h).
struct PointForceRow {
  int number = 0;
  int point = 0;
  int angle = 0;
  double xi = 0, eta = 0, fx = 0, fy = 0;
  std::string label;
  SourceLocation where;
  std::array<std::string, 2> text = {};  // of its components; empty: fx, fy
  std::array<SourceLocation, 2> text_at = {};
  int frame = -1;  // angle node of the frame of the components; -1: ground
  bool by_expression() const { return !text[0].empty(); }
};

}  // namespace mbs
