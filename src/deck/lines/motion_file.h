// Files with a head that describes their numbers, as laboratories and OpenSim write them: places of
// markers (.trc), columns over time (.mot, .sto), and both in numbers (.c3d). Other files have no
// head.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "deck/lines/table_text.h"
#include "text/units.h"

namespace mbs {

class C3dFile;
struct LexedDeck;

struct MotionFile {
  enum class Kind { other, markers, storage, c3d };
  Kind kind = Kind::other;
  // Headings of the columns. Marker files have "Frame#", "Time" and "name.x", "name.y", "name.z".
  std::vector<std::string> headings;
  int rows = -1;                   // number of rows in the head; -1: not given
  std::string length_name;         // markers: unit of the places, "mm"
  Ratio length;                    // markers: size of this unit [m]
  std::optional<bool> in_degrees;  // storage: whether angles are in degrees

  std::shared_ptr<const C3dFile> c3d;  // the file itself

  // Whether COLUMNS has to choose: the first column counts frames.
  bool counts_frames() const { return kind == Kind::markers || kind == Kind::c3d; }
  // The unit of a column, from 1: length of markers, or what a C3D file says; unknown: not given.
  Unit unit_of(int number) const;
  // Factor for a column of this unit to m, kg, s and rad; `number`: of the column, from 1. Empty if
  // the head does not give it.
  std::optional<Ratio> size_of(int number, Unit unit) const;
  // The part of the head that counts for these columns: "lengths in mm", "angles in degrees".
  std::string said_of(const std::vector<int>& numbers, const std::vector<Unit>& units) const;
};

// Reads the head of the text and blanks its lines. In rows of markers tabs become commas, so that
// empty cells are seen. A text without a head is not changed.
std::optional<TableTextProblem> read_motion_head(std::string& text, MotionFile& out);

// Opens a C3D file, from its bytes. Returns an error text, or an empty one.
std::string read_c3d_head(std::string bytes, MotionFile& out);

// A missing marker (empty, at 0 0 0, or behind the end of the row) becomes three empty cells.
void find_missing_markers(const MotionFile& file, LexedDeck& rows);

}  // namespace mbs
