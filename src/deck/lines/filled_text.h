// Parameters in a quoted text: with trial = 7 and subject = "anna", "${subject}${trial}.csv" is
// anna7.csv.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"

namespace mbs {

class Parameters;

// The text with each ${expression} replaced by its value: a whole number without a point, any other
// number by the fewest digits that read back to it. ${expression:0N} fills a whole number up with
// zeros to N digits, 1 to 9: "walk${trial:02}.csv". `where`: place of the first character. False
// after an error; `out` is unspecified then.
bool fill_parameters(std::string_view text, SourceLocation where, Parameters& parameters,
                     Diagnostics& diagnostics, std::string_view record, std::string& out);

}  // namespace mbs
