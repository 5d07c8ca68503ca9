// Files that say in their first lines what their numbers are: places of markers (.trc) and columns
// over time (.mot, .sto), as laboratories and OpenSim write them. Of other files nothing is known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "deck/lines/lexer.h"
#include "deck/lines/table_text.h"

namespace mbs {

struct MotionFile {
  enum class Kind { other, markers, storage };
  Kind kind = Kind::other;
  // Of the columns. Those of markers are "Frame#", "Time" and "name.x", "name.y", "name.z".
  std::vector<std::string> headings;
  int rows = -1;                   // as many as it says that it has; -1: it does not say
  std::string length_name;         // of markers: the unit of their places, "mm"
  Ratio length;                    // and its size in metres
  std::optional<bool> in_degrees;  // of storage: whether angles are in degrees

  int marker_count() const { return (static_cast<int>(headings.size()) - 2) / 3; }
  // What columns of this unit are to be multiplied by to be in m, kg, s and rad; `number`: of the
  // column, from 1. Empty if the file does not say.
  std::optional<Ratio> size_of(int number, Unit unit) const;
  // "lengths in mm", "angles in degrees": what of it counts for these columns.
  std::string said_of(const std::vector<int>& numbers, const std::vector<Unit>& units) const;
};

// What the text begins with. Lines that say so become blank; in rows of markers tabs become commas,
// so that empty cells are seen. Other files are left alone.
std::optional<TableTextProblem> read_motion_head(std::string& text, MotionFile& out);

// Markers that were not seen, empty or at 0 0 0, become three empty cells, also where the row ends
// before them.
void find_missing_markers(const MotionFile& file, LexedDeck& rows);

}  // namespace mbs
