// A force at a point of a body of space, or a moment on it, along the axes of space or of the body:
//   xi eta zeta fx fy fz
//   AT x y z fx fy fz                  at a place that does not go with the body
//   xi eta zeta FX = expression ; FY = expression ; FZ = expression [; IN BODY [b]]
//   xi eta zeta fx fy fz IN BODY [b]   along the axes of the body, or of another orientation b
//   TABLE [curve] t fx fy fz x y z     measured, at a measured place of space
//   xi eta zeta [IN BODY [b]] TABLE [curve] t fx fy fz      measured, at a point of the body
//   AT x y z TABLE [curve] t fx fy fz
// Rows of a table: deck/records/measured.h.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "base/source_location.h"
#include "deck/lines/record_reader.h"
#include "deck/records/measured.h"

namespace mbs {

class Parameters;
struct Tables;

struct SpaceLoad {
  bool turns = false, along_body = false;
  bool in_space = false;  // place is one of space, not of the body
  // The components lie along the axes of this orientation node, which the deck calls frame_number;
  // -1: those of space, or of the body that it acts on.
  int frame = -1, frame_number = 0;
  std::array<double, 3> place{}, value{};
  std::array<std::string, 3> text;  // empty: numbers
  std::array<SourceLocation, 3> text_at{};
  std::vector<MotionRow> motions;  // of TABLE: fx fy fz or mx my mz, then a place of space
  int number = 0;
  std::string label;
  SourceLocation where;

  bool by_text() const { return !text[0].empty(); }
  // Whether its components lie along the axes of the node that carries it: those of space for a
  // point, those of the body for an orientation.
  bool along_node() const { return turns == along_body; }
};

// Reads the number b of a body or an orientation and returns its orientation node. Empty: the line
// gives the axes of its numbers in another way.
using TakeFrame = std::function<int(RecordReader&)>;
// Reads TABLE and its rows. Empty: the line takes none.
using TakeRows = std::function<std::vector<MotionRow>(RecordReader&, SpaceRows)>;
// Reads the fields behind the body: its place, where it is a force, and its components.
void take_space_load(RecordReader& in, const TakeFrame& take_frame, const TakeRows& take_rows,
                     SpaceLoad& load);
// " ; IN BODY 3", with a semicolon behind expressions; empty along the axes of space.
std::string write_frame(const SpaceLoad& load);

// The row of a load by TABLE on the body (point, turn).
SpaceLoadRow row_of_measured(const SpaceLoad& load, int point, int turn);
// Adds rows of the body (point, turn) that are the load, since names in its expressions are known.
// By numbers and expressions it is loads and laws: F along x of space is the sum of f_k dirx_k over
// the axes k of the body. A force beside the point has a moment.
void lower_space_load(const SpaceLoad& load, int point, int turn, Tables& tables);

}  // namespace mbs
