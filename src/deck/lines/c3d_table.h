// A C3D file as columns over time, such as COLUMNS chooses: "Frame#", "Time", "RKNE.x" ..., the
// analog channels, and for each force plate "plate1.fx" to "plate1.tz" (deck/lines/c3d_plates.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "deck/lines/c3d_file.h"
#include "deck/lines/table_file.h"

namespace mbs {

// The unit of a column; unit::unknown if the file does not say it.
struct C3dColumnUnit {
  UnitSize size{unit::unknown, {}};
  std::string name;
};

std::vector<std::string> c3d_headings(const C3dFile& file);
// Number: of the column, from 1.
C3dColumnUnit c3d_column_unit(const C3dFile& file, int number);

// The chosen columns (`numbers`: time first), each multiplied by its factor and SCALE. Cells that
// are missing are NaN where the gaps of `columns` allow it. Null after an error.
std::shared_ptr<TimeTable> table_of_c3d(const C3dFile& file, const TableColumns& columns,
                                        const std::vector<int>& numbers,
                                        const std::vector<double>& factors, const Token& name,
                                        Diagnostics& diagnostics, const std::string& record);

}  // namespace mbs
