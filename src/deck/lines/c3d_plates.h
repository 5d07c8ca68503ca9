// Force plates of a C3D file, types 1 to 4: channels become force, place and free moment in the
// frame of the laboratory.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "deck/lines/c3d_file.h"

namespace mbs {

// In m, N and N m, one value per analog sample. The force is that on the foot: it points up. The
// place is the centre of pressure on the surface; where there is no force, its middle. The free
// moment turns about the upright axis.
struct C3dPlate {
  enum Column { fx, fy, fz, px, py, pz, tz, kColumns };
  std::array<std::vector<double>, kColumns> columns;
  // What the head of the report says: the type, and signs that were turned.
  std::vector<std::string> said;
};

// Number of plates.
int count_plates(const C3dFile& file);
// Reads plate `number`, from 0. Returns an error text, or an empty one.
std::string read_plate(const C3dFile& file, int number, C3dPlate& out);

}  // namespace mbs
