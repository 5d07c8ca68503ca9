// A force at a point of a body of space, or a moment on it, along the axes of space or of the body:
//   xi eta zeta fx fy fz
//   xi eta zeta FX = expression ; FY = expression ; FZ = expression [; IN BODY]
#pragma once

#include <array>
#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/tables.h"

namespace mbs {

class Parameters;

struct SpaceLoad {
  bool turns = false, along_body = false;
  std::array<double, 3> place{}, value{};
  std::array<std::string, 3> text;  // empty: numbers
  std::array<SourceLocation, 3> text_at{};
  std::string label;
  SourceLocation where;

  bool by_text() const { return !text[0].empty(); }
  // Whether its components lie along the axes of the node that carries it: those of space for a
  // point, those of the body for an orientation.
  bool along_node() const { return turns == along_body; }
};

// Reads the fields behind the body: its place, where it is a force, and its components.
void take_space_load(RecordReader& in, SpaceLoad& load);

// Adds loads and laws of the body (point, turn) that are the load, since names in its expressions
// are known: F along x of space is the sum of f_k dirx_k over the axes k of the body. A force
// beside the point has a moment.
void lower_space_load(const SpaceLoad& load, int point, int turn, Tables& tables);

}  // namespace mbs
