// Messages about elements that are deformed too far (assembly/range.h).
#pragma once

#include "assembly/range.h"
#include "base/diagnostics.h"

namespace mbs {

// Warns of the elements that went beyond their fair range, the worst few by name. `when`: "in
// equilibrium"; empty: the warning gives the time.
void warn_of_ranges(const Model& model, const RangeWatch& watch, std::string_view when,
                    Diagnostics& diagnostics);

// The error of an element beyond its range; `needed`: part of the range by which the message
// computes how many elements are enough.
void report_range(const Model& model, const RangeWatch::Use& use, double needed,
                  std::string_view when, Diagnostics& diagnostics);

// False with an error if an element has gone beyond its range by time t.
bool within_ranges(const Model& model, const RangeWatch& watch, double t, Diagnostics& diagnostics);

// "take 4 elements in place of PLBEAM 3 (line 7), or PLBEAML, which bends farther".
std::string range_remedy(const Model& model, int element, double used);

}  // namespace mbs
