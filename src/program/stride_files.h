// The files of --strides.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "plan/strides.h"

namespace mbs {

class Parameters;

// The file of each STRIDE line: `pattern` with each ${parameter} replaced by its value in this run.
// Of several STRIDE lines, the name of the line stands before the ending: walk.right.csv. Empty
// after an error.
std::vector<std::string> stride_files(const std::string& pattern,
                                      const std::vector<StrideRow>& strides, Parameters parameters,
                                      Diagnostics& diagnostics);

}  // namespace mbs
