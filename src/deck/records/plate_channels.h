// Force plates of a file as a table of fx fy x y: PLATE n of a C3D file, or the six CHANNELS of a
// plate in any file.
//
//   "walk.c3d" PLATE n AXES +y +z
//   "walk.mot" CHANNELS t fx fy fz mx my mz AXES +y -z DEPTH d [AT x y]
//
// AXES: the axes of the file (PLATE) or of the plate (CHANNELS) that point along x and y of the
// deck. DEPTH: of the point about which the moments are, below the surface. AT: the middle of the
// surface in the deck.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>

#include "deck/lines/lexer.h"
#include "deck/lines/table_file.h"
#include "deck/tables/rows.h"

namespace mbs {

// An axis of a file: "+y" is axis 1 with sign 1.
struct FileAxis {
  int axis = 0;
  double sign = 1;

  char letter() const { return static_cast<char>('x' + axis); }
};

// Reads AXES and two different axes.
std::array<FileAxis, 2> read_axes(RecordReader& in);
// Reads AXES and three axes, which are right-handed as those of the file.
std::array<FileAxis, 3> read_axes_of_space(RecordReader& in);

// Whether PLATE or CHANNELS comes next.
bool is_plate_next(const RecordReader& in);
// Reads from PLATE or CHANNELS on. Null after an error, or `in` is not ok.
std::shared_ptr<const TimeTable> read_plate_table(RecordReader& in, const LexedDeck& deck,
                                                  const Token& file, Gaps gaps,
                                                  Diagnostics& diagnostics,
                                                  const std::string& label);

// Whether the force is that of a plate: of PLATE or CHANNELS, or with rows that are unloaded.
bool is_of_plate(const MeasuredForceRow& row);

// Refuses a force from a plate that another force has already: the loads of two feet on one plate
// cannot be told apart.
void refuse_shared_plate(RecordReader& in, const MeasuredForceRow& row,
                         std::span<const MeasuredForceRow> others);

}  // namespace mbs
